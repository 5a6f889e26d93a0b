"""The database adapter: one round trip, honest errors, and a server that comes and goes."""

from __future__ import annotations

import psycopg
import pytest

from agent_memory.core.errors import DependencyTimeoutError, DependencyUnavailableError
from agent_memory.platform import postgres
from agent_memory.platform.postgres import ConstraintViolationError, Database, NestedUseError, Query
from agent_memory_local.provision import DatabaseAddress

ORG = Query(b"SELECT current_setting('app.org_id') AS org_id, current_user::text AS role")


@pytest.fixture
def adapter(database: DatabaseAddress) -> Database:
    adapter = Database(lambda: database.as_role("app"))
    yield adapter
    adapter.close()


def kill(database: DatabaseAddress, adapter: Database) -> None:
    assert adapter._connection is not None
    with psycopg.connect(database.admin, autocommit=True) as connection:
        connection.execute("SELECT pg_terminate_backend(%s, 1000)", [adapter._connection.info.backend_pid])


def test_reads_carry_the_org_and_leave_nothing_behind(adapter: Database) -> None:
    assert adapter.read("org-1", ORG, ORG) == [[{"org_id": "org-1", "role": "app"}]] * 2
    assert adapter.read("org-2", ORG)[0][0]["org_id"] == "org-2"


def test_a_read_is_one_round_trip(adapter: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    adapter.read("org-1", ORG)
    syncs: list[int] = []
    original = psycopg.Pipeline.sync
    monkeypatch.setattr(psycopg.Pipeline, "sync", lambda self: (syncs.append(1), original(self))[1])
    adapter.read("org-1", ORG, ORG, ORG)
    assert syncs == []


def test_a_transaction_commits_as_a_whole_or_not_at_all(adapter: Database) -> None:
    insert = b"INSERT INTO subject (org_id, user_id, state, created_at, updated_at) VALUES ('demo-org', %(u)s, 'active', now(), now())"
    with adapter.transaction("demo-org") as transaction:
        transaction.run(Query(insert, {"u": "one"}), Query(insert, {"u": "two"}))
    with pytest.raises(ZeroDivisionError), adapter.transaction("demo-org") as transaction:
        transaction.run(Query(insert, {"u": "three"}))
        raise ZeroDivisionError
    users = adapter.read("demo-org", Query(b"SELECT user_id FROM subject ORDER BY 1"))[0]
    assert [row["user_id"] for row in users] == ["one", "two"]


def test_a_second_use_of_the_connection_inside_a_transaction_is_refused_and_harms_nothing(adapter: Database) -> None:
    """Else its COMMIT would end the outer transaction early, and what follows would run outside of any."""
    with adapter.transaction("org-1") as transaction:
        before = transaction.row(ORG)
        with pytest.raises(NestedUseError):
            adapter.read("org-2", ORG)
        with pytest.raises(NestedUseError), adapter.transaction("org-2"):
            pass
        assert transaction.row(ORG) == before


def test_a_constraint_is_named_and_the_connection_stays_usable(adapter: Database) -> None:
    insert = Query(b"INSERT INTO memory_scope (org_id, agent_id, user_id) VALUES ('demo-org', 'no-agent', 'u')")
    with pytest.raises(ConstraintViolationError) as violation, adapter.transaction("demo-org") as transaction:
        transaction.run(insert)
    assert violation.value.constraint == "memory_scope_agent"
    assert adapter.read("org-1", ORG)[0][0]["org_id"] == "org-1"


def test_a_slow_statement_times_out_by_itself(adapter: Database) -> None:
    with pytest.raises(DependencyTimeoutError):
        adapter.read("org-1", Query(b"SELECT pg_sleep(5)"), timeout_ms=50)
    assert adapter.read("org-1", ORG)[0][0]["org_id"] == "org-1"


def test_a_lost_connection_is_replaced_before_anything_happened(database: DatabaseAddress, adapter: Database) -> None:
    adapter.read("org-1", ORG)
    kill(database, adapter)
    assert adapter.read("org-1", ORG)[0][0]["org_id"] == "org-1"
    kill(database, adapter)
    with adapter.transaction("org-1") as transaction:
        assert transaction.rows(ORG)[0]["org_id"] == "org-1"


def test_a_connection_lost_inside_a_transaction_is_an_error_never_a_half(
    database: DatabaseAddress, adapter: Database
) -> None:
    with pytest.raises(DependencyUnavailableError), adapter.transaction("org-1") as transaction:
        transaction.run(ORG)
        kill(database, adapter)
        transaction.run(ORG)
    assert adapter.read("org-1", ORG)[0][0]["org_id"] == "org-1"


def test_an_idle_connection_is_checked_before_use(
    database: DatabaseAddress, adapter: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    adapter.read("org-1", ORG)
    kill(database, adapter)
    monkeypatch.setattr(postgres, "IDLE_CHECK_SECONDS", -1.0)
    assert adapter.read("org-1", ORG)[0][0]["org_id"] == "org-1"


def test_no_server_is_said_at_once() -> None:
    adapter = Database(lambda: "host=/nonexistent dbname=x")
    with pytest.raises(DependencyUnavailableError) as error:
        adapter.check()
    assert error.value.dependency == "database"


def test_nothing_is_prepared(database: DatabaseAddress, adapter: Database) -> None:
    for _ in range(8):
        adapter.read("org-1", ORG)
    assert adapter.read("org-1", Query(b"SELECT count(*) AS n FROM pg_prepared_statements"))[0][0]["n"] == 0
