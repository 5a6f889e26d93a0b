"""How the memory API's statements run on a full table: by which index, and looking at how many rows. No time is taken.

`make bench` asks the same of a million rows.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

import psycopg
import pytest

from agent_memory_local.provision import DatabaseAddress
from tests.conftest import Server, _clone
from tests.support.direct import Handlers
from tests.support.plan_cases import People, PlanCase, plan_of, read_cases, write_cases
from tests.support.seeding import FIRST, STEP, crowd, seed_memories

PEOPLE = People("user-1", 3_000, 4_000)
OWNERS = crowd({"user-1": 3_000} | {f"user-{number}": 100 for number in range(2, 12)})
OTHERS = crowd({f"user-{number}": 200 for number in range(80)})
"""Of another agent: the greater part of the table."""


@pytest.fixture(scope="module")
def handlers(server: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Handlers]:
    keys, before = tmp_path_factory.mktemp("keys"), dict(os.environ)
    os.environ |= {"POWERTOOLS_SERVICE_NAME": "test", "POWERTOOLS_METRICS_NAMESPACE": "Test"}
    with _clone(server) as address:
        seed_memories(address, keys, OWNERS)
        seed_memories(address, keys, OTHERS, agent_id="support-agent", first=FIRST + len(OWNERS) * STEP)
        with psycopg.connect(address.admin, autocommit=True) as connection:
            connection.execute(
                "INSERT INTO subject (org_id, user_id, state, created_at, updated_at)"
                " SELECT 'demo-org', 'silent-' || n, 'active', now(), now() FROM generate_series(1, 5000) AS n"
            )
            connection.execute("VACUUM (ANALYZE) subject")
        handlers = Handlers(address, keys)
        yield handlers
        handlers.close()
    os.environ.clear()
    os.environ.update(before)


def _check(handlers: Handlers, cases: Iterator[PlanCase]) -> None:
    problems = [problem for case in cases for problem in case.problems(plan_of(handlers, case))]
    assert not problems, "\n".join(problems)


def test_reads_look_at_little_more_than_they_show(handlers: Handlers) -> None:
    _check(handlers, read_cases(handlers, PEOPLE))


def test_writes_find_their_rows_by_an_index(handlers: Handlers) -> None:
    _check(handlers, write_cases(handlers, PEOPLE))


def test_what_is_deleted_along_is_found_by_an_index(database: DatabaseAddress) -> None:
    """Each cascade asks for the rows of one parent: the columns of its key must lead an index, in any order."""
    with psycopg.connect(database.admin) as connection:
        unserved = connection.execute(
            """
            SELECT c.conname FROM pg_constraint AS c
            WHERE c.contype = 'f' AND c.confdeltype = 'c' AND c.connamespace = 'public'::regnamespace
                AND NOT EXISTS (
                    SELECT 1 FROM pg_index AS i
                    WHERE i.indrelid = c.conrelid AND i.indpred IS NULL
                        AND (i.indkey::smallint[])[0:cardinality(c.conkey) - 1] @> c.conkey
                )
            """
        ).fetchall()
    assert unserved == []


def test_a_plan_that_scans_the_table_is_caught(handlers: Handlers) -> None:
    with psycopg.connect(handlers.address.admin, autocommit=True) as connection:
        connection.execute("DROP INDEX memory_of_session, memory_superseded")
    problems = [
        problem
        for case in (*read_cases(handlers, PEOPLE), *write_cases(handlers, PEOPLE))
        for problem in case.problems(plan_of(handlers, case))
    ]
    assert {problem.partition(":")[0] for problem in problems} == {"list of a session", "delete one"}
