"""Scan every named statement: each table it touches must be tied to the caller's org by the statement itself.

Row-level security is the second lock; this is the proof of the first. A statement that cannot be parsed fails, and so
does an exception that is no longer needed. Usage: python tools/check_sql.py
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import sqlglot
from sqlglot import exp

ROOT = Path(__file__).resolve().parents[1] / "shared" / "agent_memory"
SCHEMA = ROOT / "platform" / "schema.sql"

ACROSS_ORGS = {
    "find_key_across_orgs": "the authorizer finds a key by its hash before it knows an org",
    "list_orgs_across_orgs": "the scheduler lists the orgs, then opens one transaction for each",
}
"""The reads across orgs. The third is the owner's: migrations are not named statements."""

NAME = re.compile(r"^-- name: (\w+)!?[ \t]*$", re.MULTILINE)


@dataclass(frozen=True)
class Statement:
    """One named statement."""

    file: Path
    name: str
    sql: str


def statements(folder: Path = ROOT) -> Iterator[Statement]:
    """Every named statement of every `queries.sql`."""
    for file in sorted(folder.glob("*/queries.sql")):
        pieces = NAME.split(file.read_text(encoding="utf-8"))
        for name, body in zip(pieces[1::2], pieces[2::2], strict=True):
            yield Statement(file, name, body.strip())


def owned_tables(schema: Path = SCHEMA) -> set[str]:
    """Tables that have an `org_id`."""
    tables = re.findall(r"CREATE TABLE (\w+) \((.*?)\n\);", schema.read_text(encoding="utf-8"), re.DOTALL)
    return {name for name, body in tables if re.search(r"^\s+org_id ", body, re.MULTILINE)}


def problems_of(sql: str, owned: set[str]) -> list[str]:
    """What is wrong with a statement; nothing when every owned table in it is tied to `:org_id`."""
    try:
        trees = [tree for tree in sqlglot.parse(sql, read="postgres") if tree is not None]
    except sqlglot.errors.SqlglotError as error:
        return [f"cannot be parsed: {str(error).splitlines()[0]}"]
    if not trees or not all(isinstance(tree, exp.Query | exp.DML) for tree in trees):
        return ["is neither a query nor an insert, update or delete"]
    return [problem for tree in trees for problem in _problems(tree, owned)]


def _problems(tree: exp.Expression, owned: set[str]) -> Iterator[str]:
    derived = {cte.alias for cte in tree.find_all(exp.CTE)}
    for node in tree.find_all(exp.Select, exp.Update, exp.Delete):
        tables = {
            table.alias_or_name: table.name
            for table in _own_tables(node)
            if table.name in owned and table.name not in derived
        }
        tied = _tied(node, tables)
        yield from (
            f"{node.key} reads {name} as {alias} without its org" for alias, name in tables.items() if alias not in tied
        )
    for insert in tree.find_all(exp.Insert):
        yield from _insert_problems(insert, owned)


def _own_tables(node: exp.Expression) -> Iterator[exp.Table]:
    """Tables of this very statement, not of its sub-selects."""
    places = [node.args.get("from_") or node.args.get("from"), *(node.args.get("joins") or [])]
    places += [node.this] if isinstance(node, exp.Update | exp.Delete) else []
    places += node.args.get("using") or []
    for place in places:
        if place is None:
            continue
        inner = place.this if isinstance(place, exp.From | exp.Join) else place
        if isinstance(inner, exp.Table):
            yield inner
            yield from (join.this for join in inner.args.get("joins") or [] if isinstance(join.this, exp.Table))


def _tied(node: exp.Expression, tables: dict[str, str]) -> set[str]:
    """Aliases whose org is `:org_id`, directly or through an equality with one that is."""
    conjuncts = list(_conjuncts(node))
    tied = {alias for left, right in conjuncts if _is_caller(right) and (alias := _alias(left, tables)) is not None}
    tied |= {alias for left, right in conjuncts if _is_caller(left) and (alias := _alias(right, tables)) is not None}
    growing = True
    while growing:
        before = len(tied)
        for left, right in conjuncts:
            pair = {_alias(left, tables), _alias(right, tables)} - {None}
            if len(pair) == 2 and pair & tied:
                tied |= {alias for alias in pair if alias is not None}
        growing = len(tied) > before
    return tied


def _conjuncts(node: exp.Expression) -> Iterator[tuple[exp.Expression, exp.Expression]]:
    """Equalities that must all hold: parts of WHERE and of inner ON joined by AND. Nothing below an OR counts."""
    conditions = [node.args["where"].this] if node.args.get("where") else []
    conditions += [
        join.args["on"]
        for join in node.args.get("joins") or []
        if join.args.get("on") is not None and (join.side or "").upper() not in ("LEFT", "FULL", "RIGHT")
    ]
    for condition in conditions:
        parts = condition.flatten() if isinstance(condition, exp.And) else [condition]
        yield from ((part.left, part.right) for part in parts if isinstance(part, exp.EQ))


def _alias(side: exp.Expression, tables: dict[str, str]) -> str | None:
    if not isinstance(side, exp.Column) or side.name != "org_id":
        return None
    if side.table:
        return side.table if side.table in tables else None
    return next(iter(tables)) if len(tables) == 1 else None


def _is_caller(side: exp.Expression) -> bool:
    return isinstance(side, exp.Placeholder) and side.name == "org_id"


def _insert_problems(insert: exp.Insert, owned: set[str]) -> Iterator[str]:
    schema = insert.this
    table = schema.this if isinstance(schema, exp.Schema) else schema
    if table.name not in owned:
        return
    columns = [column.name for column in schema.expressions] if isinstance(schema, exp.Schema) else []
    if "org_id" not in columns:
        yield f"insert into {table.name} does not name its org"
        return
    position = columns.index("org_id")
    source = insert.expression
    if isinstance(source, exp.Values):
        rows = [row.expressions for row in source.expressions]
        if not all(_is_caller(row[position]) for row in rows):
            yield f"insert into {table.name} takes its org from elsewhere"
    elif isinstance(source, exp.Select):
        value = source.expressions[position]
        if not (_is_caller(value) or (isinstance(value, exp.Column) and value.name == "org_id")):
            yield f"insert into {table.name} takes its org from elsewhere"


def main() -> int:
    """The exit code: 1 when a statement could cross orgs, or an exception is stale."""
    owned = owned_tables()
    findings: list[str] = []
    excused: set[str] = set()
    count = 0
    for statement in statements():
        count += 1
        problems = problems_of(statement.sql, owned)
        if problems and statement.name in ACROSS_ORGS:
            excused.add(statement.name)
            continue
        findings += [f"{statement.file.parent.name}/{statement.name}: {problem}" for problem in problems]
    findings += [f"{name} is listed as crossing orgs and does not" for name in sorted(set(ACROSS_ORGS) - excused)]
    print(
        "\n".join(findings)
        if findings
        else f"{count} statements, each tied to its org; {len(excused)} listed exceptions"
    )
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
