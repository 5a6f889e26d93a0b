"""Which statements a call sends, and how Postgres runs them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import psycopg

from agent_memory.platform import postgres
from agent_memory.platform.postgres import Query, Row
from agent_memory_local.provision import DatabaseAddress

Batch = tuple[Query, ...]
"""Statements that travelled together: one round trip."""

_TRANSACTION = (b"BEGIN", b"COMMIT", b"ROLLBACK")


@dataclass(frozen=True)
class Scan:
    """One table or index scan of a plan, all its loops together.

    Args:
        fetched: rows it looked at, those thrown away by a filter included.
        returned: rows it handed on.
        heap_fetches: of an index-only scan, the rows for which it had to visit the table.
    """

    kind: str
    relation: str
    index: str | None
    fetched: float
    returned: float
    heap_fetches: int


@dataclass(frozen=True)
class Plan:
    """How one statement ran.

    Args:
        milliseconds: planning and execution, triggers included, as the server measured them.
        pages: pages of eight kilobytes that were looked at.
        triggers: milliseconds by name of the constraint or trigger.
    """

    scans: tuple[Scan, ...]
    rows: float
    milliseconds: float
    planning: float
    pages: int
    triggers: dict[str, float]

    @property
    def fetched(self) -> float:
        """Rows looked at in all scans."""
        return sum(scan.fetched for scan in self.scans)

    def of(self, relation: str) -> list[Scan]:
        """The scans of a table that looked at anything."""
        return [scan for scan in self.scans if scan.relation == relation]


@contextmanager
def sent_statements() -> Iterator[list[Batch]]:
    """Collects what goes to the database inside the block, by round trip."""
    batches: list[Batch] = []
    send = postgres._send

    def recording(connection: psycopg.Connection[Row], queries: Sequence[Query]) -> list[list[Row]]:
        batches.append(tuple(queries))
        return send(connection, queries)

    postgres._send = recording
    try:
        yield batches
    finally:
        postgres._send = send


def statements_of(call: Callable[[], object]) -> list[Batch]:
    """The round trips of one call. A COMMIT that the adapter sends by itself belongs to the last."""
    with sent_statements() as batches:
        call()
    return batches


def named(batches: Sequence[Batch], name: str, package: str = "agent_memory.memories") -> Query:
    """The one statement of that name among those sent."""
    sql = postgres_statement(package, name)
    [found] = [query for batch in batches for query in batch if query.sql == sql]
    return found


def postgres_statement(package: str, name: str) -> bytes:
    """The text of a named statement."""
    from agent_memory.platform.sql import load_statements

    return load_statements(package).sql[name]


@contextmanager
def as_org(address: DatabaseAddress, org_id: str, *, role: str = "app") -> Iterator[psycopg.Connection[Any]]:
    """A transaction of an org, as the service's role and under row security, that is rolled back."""
    with psycopg.connect(address.as_role(role), prepare_threshold=None) as connection:
        postgres.vectors.register(connection)
        connection.execute("SELECT set_config('app.org_id', %s, true)", [org_id])
        yield connection
        connection.rollback()


def explain(connection: psycopg.Connection[Any], query: Query, *, triggers: bool = False) -> Plan:
    """Run a statement and say how. It takes effect: use a transaction that is rolled back.

    Args:
        triggers: take the time of triggers too, which slows everything down a little.
    """
    cursor = connection.cursor(binary=True)
    timing = b"ON" if triggers else b"OFF"
    prefix = b"EXPLAIN (ANALYZE, BUFFERS, TIMING " + timing + b", FORMAT JSON) "
    row = cursor.execute(prefix + query.sql, query.parameters or None).fetchone()
    assert row is not None
    [document] = row[0]
    top = document["Plan"]
    return Plan(
        scans=tuple(_scans(top)),
        rows=top["Actual Rows"] * top["Actual Loops"],
        milliseconds=document["Planning Time"] + document["Execution Time"],
        planning=document["Planning Time"],
        pages=top["Shared Hit Blocks"] + top["Shared Read Blocks"],
        triggers={
            trigger.get("Constraint Name", trigger["Trigger Name"]): trigger.get("Time", 0.0)
            for trigger in document.get("Triggers", [])
        },
    )


def explain_all(connection: psycopg.Connection[Any], batches: Sequence[Batch]) -> list[Plan]:
    """How every statement of a call runs, but for those that only open or close its transaction."""
    return [
        explain(connection, query)
        for batch in batches
        for query in batch
        if query.sql not in _TRANSACTION and b"set_config" not in query.sql
    ]


def _scans(node: dict[str, Any]) -> Iterator[Scan]:
    loops = node["Actual Loops"]
    if "Relation Name" in node and node["Node Type"] != "ModifyTable":
        removed = sum(node.get(f"Rows Removed by {what}", 0) for what in ("Filter", "Index Recheck"))
        returned = node["Actual Rows"] * loops
        if loops:
            yield Scan(
                kind=node["Node Type"],
                relation=node["Relation Name"],
                index=node.get("Index Name") or _bitmap_index(node),
                fetched=returned + removed * loops,
                returned=returned,
                heap_fetches=node.get("Heap Fetches", 0),
            )
    for child in node.get("Plans", []):
        yield from _scans(child)


def _bitmap_index(node: dict[str, Any]) -> str | None:
    return next((child["Index Name"] for child in node.get("Plans", []) if "Index Name" in child), None)
