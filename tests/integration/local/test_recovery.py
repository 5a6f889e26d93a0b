"""What a killed run left in the database does not hold the next one up."""

import psycopg
import pytest

from agent_memory_local.provision import DatabaseAddress
from agent_memory_local.recovery import recover

STATUSES = ("queued", "running", "succeeded", "failed", "refused")


@pytest.fixture
def left_behind(database: DatabaseAddress) -> DatabaseAddress:
    """In both orgs a scope under a lease and a job of every status, all of them sent a moment ago."""
    with psycopg.connect(database.admin, autocommit=True) as connection:
        for org_id, agent_id in (("demo-org", "demo-agent"), ("other-org", "other-agent")):
            named = {"org_id": org_id, "agent_id": agent_id}
            connection.execute(
                """INSERT INTO subject (org_id, user_id, state, created_at, updated_at)
                   VALUES (%(org_id)s, 'u1', 'active', now(), now())""",
                named,
            )
            connection.execute(
                """INSERT INTO memory_scope (org_id, agent_id, user_id, lease_holder, lease_until)
                   VALUES (%(org_id)s, %(agent_id)s, 'u1', 'killed', now() + interval '10 minutes')""",
                named,
            )
            for status in STATUSES:
                connection.execute(
                    """INSERT INTO job (org_id, agent_id, job_id, user_id, kind, status, epoch, created_at, sent_at)
                       VALUES (%(org_id)s, %(agent_id)s, %(status)s, 'u1', 'conversation', %(status)s, 0, now(), now())
                    """,
                    {**named, "status": status},
                )
    return database


def test_unfinished_jobs_of_all_orgs_count_as_lost_at_once(left_behind: DatabaseAddress) -> None:
    recover(left_behind)

    with psycopg.connect(left_behind.admin) as connection:
        lost = connection.execute(
            "SELECT org_id, status FROM job WHERE sent_at < now() - interval '1 day' ORDER BY org_id, status"
        ).fetchall()
    assert lost == [(org, status) for org in ("demo-org", "other-org") for status in ("queued", "running")]


def test_nobody_holds_a_lease_any_more(left_behind: DatabaseAddress) -> None:
    recover(left_behind)

    with psycopg.connect(left_behind.admin) as connection:
        leases = connection.execute("SELECT lease_holder, lease_until FROM memory_scope").fetchall()
    assert leases == [(None, None), (None, None)]
