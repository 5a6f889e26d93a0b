"""The service's statements with org predicates taken out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import agent_memory
from agent_memory.platform.sql import load_statements
from tools.check_sql import ACROSS_ORGS, owned_tables, problems_of

_PACKAGE = Path(agent_memory.__file__).parent
_PREDICATE = re.compile(rb"\b(?:\w+\.)?org_id = (?:%\(org_id\)s|\w+\.org_id)")


@dataclass(frozen=True)
class Predicate:
    """One comparison of an org in one statement, by its place in the text."""

    package: str
    statement: str
    start: int
    end: int
    text: str


def predicates() -> list[Predicate]:
    """All of them, but for the listed reads across orgs."""
    return [
        Predicate(package, name, found.start(), found.end(), f"{name}: {found.group().decode()} @{found.start()}")
        for package in _packages()
        for name, sql in sorted(load_statements(package).sql.items())
        if name not in ACROSS_ORGS
        for found in _PREDICATE.finditer(sql)
    ]


def scanner_misses(predicate: Predicate) -> bool:
    """Whether the SQL scanner finds nothing wrong with the statement when the predicate is taken out."""
    with without([predicate]):
        sql = load_statements(predicate.package).sql[predicate.statement].decode()
    return not problems_of(re.sub(r"%\((\w+)\)s", r":\1", sql), owned_tables())


@contextmanager
def without(removed: Iterable[Predicate]) -> Iterator[None]:
    """The service, forgetting these predicates."""
    originals: dict[tuple[str, str], bytes] = {}
    for predicate in sorted(removed, key=lambda each: -each.start):
        statements = load_statements(predicate.package).sql
        sql = statements[predicate.statement]
        originals.setdefault((predicate.package, predicate.statement), sql)
        statements[predicate.statement] = sql[: predicate.start] + b"true" + sql[predicate.end :]  # type: ignore[index]
    try:
        yield
    finally:
        for (package, name), sql in originals.items():
            load_statements(package).sql[name] = sql  # type: ignore[index]


def _packages() -> list[str]:
    return sorted(
        ".".join(("agent_memory", *path.parent.relative_to(_PACKAGE).parts)) for path in _PACKAGE.rglob("queries.sql")
    )
