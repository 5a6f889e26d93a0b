"""Deleting takes along everything derived from a memory, counts exactly, and touches nobody else's rows."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

import psycopg
import pytest

from tests.support.seeding import FIRST, Seeded, crowd, seed_memories
from tests.support.service import AGENT, Service

MANY, OTHER = "many", "other"
DAY = timedelta(days=1)
GOVERNED = {"memory_access", "memory_archive"}
DERIVED = {"memory", "memory_version", "memory_search", "memory_tag", *GOVERNED}
KEPT = {"subject", "memory_scope", "job", "turn", "turn_search", "api_key"}
"""Deleting is not forgetting: what was said, and that there is such a person, stays."""
ARCHIVED = 70


@pytest.fixture
def seeded(service: Service) -> Seeded:
    """2,500 memories of one user among those of another, and fewer of the same user with another agent."""
    keys = service.data_dir / "keys"
    seed_memories(service.address, keys, crowd({MANY: 100, OTHER: 100}), agent_id="support-agent", first=FIRST - DAY)
    return seed_memories(service.address, keys, crowd({MANY: 2_500, OTHER: 500}))


def counts(connection: psycopg.Connection, table: str, where: str, parameters: Mapping[str, Any]) -> tuple[int, str]:
    """How many rows, and a digest of all that is in them."""
    row = connection.execute(
        f"SELECT count(*), coalesce(md5(string_agg(t::text, '|' ORDER BY t::text)), '') FROM {table} AS t"
        f" WHERE {where}".encode(),
        parameters,
    ).fetchone()
    assert row is not None
    return row


def rows(service: Service, tables: set[str], *, own: bool, user: str = MANY) -> dict[str, tuple[int, str]]:
    """The rows of a user with the demo agent, or all others."""
    where = "agent_id = %(agent)s AND user_id = %(user)s"
    where = where if own else f"NOT ({where})"
    with psycopg.connect(service.address.admin) as connection:
        return {table: counts(connection, table, where, {"agent": AGENT, "user": user}) for table in sorted(tables)}


def test_every_table_about_a_user_is_either_derived_from_memories_or_kept(service: Service) -> None:
    with psycopg.connect(service.address.admin) as connection:
        found = connection.execute(
            "SELECT table_name FROM information_schema.columns"
            " WHERE table_schema = 'public' AND column_name = 'user_id'"
        ).fetchall()
    assert {name for (name,) in found} == DERIVED | KEPT


def read_and_archive(service: Service) -> None:
    """Every memory was recalled once, and everybody has some in the archive."""
    with psycopg.connect(service.address.admin) as connection:
        connection.execute(
            "INSERT INTO memory_access (org_id, agent_id, user_id, memory_id, day, times)"
            " SELECT org_id, agent_id, user_id, memory_id, '2026-03-01', 1 FROM memory"
        )
        connection.execute(
            "INSERT INTO memory_archive (org_id, agent_id, user_id, memory_id, version, status, headline, payload,"
            " created_at, archived_at) SELECT org_id, agent_id, user_id, agent_id || user_id || n, 1, 'active', '', '',"
            " now(), now() FROM memory_scope CROSS JOIN generate_series(1, %s) AS n",
            [ARCHIVED],
        )


def test_deleting_thousands_leaves_nothing_and_touches_nobody_else(service: Service, seeded: Seeded) -> None:
    service.say("我住在苏州工业园区很久了", user=MANY)
    read_and_archive(service)
    said = rows(service, {"job", "turn", "turn_search"}, own=True)
    assert all(count for count, _ in said.values())
    before = {table: count for table, (count, _) in rows(service, DERIVED, own=True).items()}
    assert (before.pop("memory_archive"), before.pop("memory_access")) == (ARCHIVED, before["memory"])
    assert before == {
        table: seeded.rows[table][MANY] + (table in ("memory", "memory_search")) for table in DERIVED - GOVERNED
    }
    others = rows(service, DERIVED, own=False)

    answer = service.call("DELETE", service.memories(), query={"userId": MANY})

    superseded = seeded.superseded[MANY]
    assert answer.body == {"ok": True, "deleted": 2_501 - superseded + ARCHIVED, "superseded": superseded}
    assert superseded > 100
    assert {count for count, _ in rows(service, DERIVED, own=True).values()} == {0}
    assert rows(service, DERIVED, own=False) == others
    assert rows(service, {"job", "turn", "turn_search"}, own=True) == said
    assert service.list(userId=MANY) == []
    assert service.call("GET", service.memories("stats")).body["userCount"] == 1
    again = service.call("DELETE", service.memories(), query={"userId": MANY})
    assert again.body == {"ok": True, "deleted": 0, "superseded": 0}


def test_deleting_one_takes_along_what_it_overruled(service: Service, seeded: Seeded) -> None:
    read_and_archive(service)
    overruled, correction = seeded.ids_of(OTHER)[20:22]
    of_both = "memory_id = ANY(%(ids)s)"
    with psycopg.connect(service.address.admin) as connection:

        def left(where: str) -> dict[str, tuple[int, str]]:
            return {table: counts(connection, table, where, {"ids": [overruled, correction]}) for table in DERIVED}

        found = {table: count for table, (count, _) in left(of_both).items()}
        assert found.pop("memory_archive") == 0
        assert found == {"memory": 2, "memory_version": 1, "memory_search": 1, "memory_tag": 1, "memory_access": 2}
        others = left(f"NOT ({of_both})")
        connection.rollback()

        answer = service.call("DELETE", service.memories(correction))

        assert answer.body == {"ok": True}
        assert {count for count, _ in left(of_both).values()} == {0}
        assert left(f"NOT ({of_both})") == others
