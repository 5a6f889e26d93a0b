"""The second lock: what the database itself refuses, whatever a statement says."""

from __future__ import annotations

import psycopg
import pytest

from agent_memory_local.provision import DatabaseAddress
from tests.support.catalog import row_security_problems

WITHOUT_ORG = {
    "schema_migration",  # the ledger of migrations
    "breaker",  # whether the model endpoint answers: the same for every org, and nothing of any
}
ROLES = ("app", "worker", "authorizer", "scheduler", "auditor")


@pytest.fixture
def admin(database: DatabaseAddress) -> psycopg.Connection:
    with psycopg.connect(database.admin, autocommit=True) as connection:
        yield connection


def test_every_table_with_an_org_has_forced_row_security_with_both_clauses(admin: psycopg.Connection) -> None:
    assert row_security_problems(admin) == []


def test_every_table_belongs_to_an_org_or_holds_nothing_of_any(admin: psycopg.Connection) -> None:
    tables = {
        name
        for (name,) in admin.execute(
            """
            SELECT relname FROM pg_class AS c WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace
            AND NOT EXISTS (SELECT 1 FROM pg_attribute AS a WHERE a.attrelid = c.oid AND a.attname = 'org_id')
            """
        )
    }
    assert tables == WITHOUT_ORG


def test_keys_are_composite_and_start_with_the_org(admin: psycopg.Connection) -> None:
    rows = admin.execute(
        """
        SELECT con.conrelid::regclass::text, con.conname, con.contype::text,
            (SELECT attname FROM pg_attribute WHERE attrelid = con.conrelid AND attnum = con.conkey[1])
        FROM pg_constraint AS con INNER JOIN pg_class AS c ON c.oid = con.conrelid
        WHERE con.contype IN ('p', 'f') AND c.relnamespace = 'public'::regnamespace AND c.relname <> ALL(%s)
        """,
        [sorted(WITHOUT_ORG)],
    ).fetchall()
    assert [row for row in rows if row[3] != "org_id"] == []


@pytest.mark.parametrize("role", [*ROLES, "owner"])
def test_no_role_may_bypass_row_security(admin: psycopg.Connection, role: str) -> None:
    row = admin.execute(
        "SELECT rolsuper, rolbypassrls, rolcreaterole FROM pg_roles WHERE rolname = %s", [role]
    ).fetchone()
    assert row == (False, False, False)


def test_functions_own_nothing_and_may_not_truncate(admin: psycopg.Connection) -> None:
    owners = {owner for (owner,) in admin.execute("SELECT tableowner FROM pg_tables WHERE schemaname = 'public'")}
    assert owners == {"owner"}
    privileges = admin.execute(
        "SELECT grantee, privilege_type FROM information_schema.role_table_grants WHERE grantee = ANY(%s)",
        [list(ROLES)],
    ).fetchall()
    assert {privilege for _, privilege in privileges} == {"SELECT", "INSERT", "UPDATE", "DELETE"}


@pytest.mark.parametrize("role", ["app", "worker", "owner"])
def test_without_an_org_nothing_is_seen_and_nothing_can_be_written(database: DatabaseAddress, role: str) -> None:
    with psycopg.connect(database.as_role(role), autocommit=True) as connection:
        assert connection.execute("SELECT count(*) FROM agent").fetchone() == (0,)
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            connection.execute(
                "INSERT INTO subject (org_id, user_id, state, created_at, updated_at)"
                " VALUES ('demo-org', 'u', 'active', now(), now())"
            )


def test_an_org_sees_only_itself_even_with_a_statement_that_forgets_to_ask(database: DatabaseAddress) -> None:
    with psycopg.connect(database.as_role("app")) as connection:
        connection.execute("SELECT set_config('app.org_id', 'other-org', true)")
        assert connection.execute("SELECT DISTINCT org_id FROM agent").fetchall() == [("other-org",)]
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            connection.execute(
                "INSERT INTO agent (org_id, agent_id, write_policy, time_zone, created_at, updated_at)"
                " VALUES ('demo-org', 'x', 'auto', 'UTC', now(), now())"
            )


def test_a_row_cannot_be_moved_to_another_org(database: DatabaseAddress) -> None:
    with psycopg.connect(database.as_role("app")) as connection:
        connection.execute("SELECT set_config('app.org_id', 'demo-org', true)")
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            connection.execute("UPDATE agent SET org_id = 'other-org' WHERE agent_id = 'demo-agent'")


def test_the_org_does_not_outlive_its_transaction(database: DatabaseAddress) -> None:
    with psycopg.connect(database.as_role("app")) as connection:
        connection.execute("SELECT set_config('app.org_id', 'demo-org', true)")
        connection.commit()
        assert connection.execute("SELECT count(*) FROM agent").fetchone() == (0,)


def test_the_authorizer_sees_only_the_key_it_names(database: DatabaseAddress) -> None:
    with psycopg.connect(database.as_role("authorizer")) as connection:
        assert connection.execute("SELECT count(*) FROM api_key").fetchone() == (0,)
        connection.execute("SELECT set_config('app.key_hash', repeat('00', 32), true)")
        assert connection.execute("SELECT count(*) FROM api_key").fetchone() == (0,)
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            connection.execute("SELECT count(*) FROM memory")


def test_the_scheduler_lists_orgs_and_sees_into_none_it_has_not_entered(database: DatabaseAddress) -> None:
    with psycopg.connect(database.as_role("scheduler")) as connection:
        assert connection.execute("SELECT org_id FROM org ORDER BY 1").fetchall() == [("demo-org",), ("other-org",)]
        for table in ("agent", "memory", "memory_version", "turn", "job", "subject", "memory_archive"):
            assert connection.execute(f"SELECT count(*) FROM {table}".encode()).fetchone() == (0,)
        connection.execute("SELECT set_config('app.org_id', 'other-org', true)")
        assert connection.execute("SELECT DISTINCT org_id FROM agent").fetchall() == [("other-org",)]


@pytest.mark.parametrize(
    "statement",
    [
        "INSERT INTO memory (org_id) VALUES ('demo-org')",
        "INSERT INTO turn (org_id) VALUES ('demo-org')",
        "UPDATE turn SET body = ''",
        "UPDATE agent SET name = 'x'",
        "UPDATE agent_policy SET overrides = '{}'",
        "DELETE FROM memory_scope",
        "SELECT key_hash FROM api_key",
    ],
)
def test_the_scheduler_moves_and_drops_and_makes_nothing(database: DatabaseAddress, statement: str) -> None:
    with (
        psycopg.connect(database.as_role("scheduler")) as connection,
        pytest.raises(psycopg.errors.InsufficientPrivilege),
    ):
        connection.execute(statement.encode())


@pytest.mark.parametrize("role", ["app", "worker", "scheduler"])
def test_audit_events_can_be_added_and_never_changed(database: DatabaseAddress, role: str) -> None:
    with psycopg.connect(database.as_role(role), autocommit=True) as connection:
        for statement in ("UPDATE audit_event SET actor = 'x'", "DELETE FROM audit_event", "SELECT 1 FROM audit_event"):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                connection.execute(statement)
