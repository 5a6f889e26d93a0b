"""Migrations: once, in order, under a lock, and never changed afterwards."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import psycopg
import pytest
from psycopg.conninfo import make_conninfo

from agent_memory.platform import migrator
from agent_memory.platform.migrator import Migration, MigrationError, all_migrations, create_roles, migrate
from agent_memory_local.provision import DatabaseAddress
from tests.conftest import Server
from tests.support.catalog import describe


@pytest.fixture
def empty(server: Server) -> Iterator[DatabaseAddress]:
    name = "test_empty"
    with psycopg.connect(server.admin, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
        address = DatabaseAddress(make_conninfo(server.admin, dbname=name), by_login=True)
        create_roles(address.admin)
        yield address
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


def test_all_migrations_make_the_schema_of_the_schema_file(empty: DatabaseAddress, database: DatabaseAddress) -> None:
    with psycopg.connect(empty.as_role("owner"), autocommit=True) as connection:
        connection.execute(migrator.current_schema().encode())
    with psycopg.connect(empty.admin) as fresh, psycopg.connect(database.admin) as migrated:
        assert describe(fresh) == describe(migrated)


def test_migrations_are_applied_once(empty: DatabaseAddress) -> None:
    assert migrate(empty.as_role("owner")) == [migration.name for migration in all_migrations()]
    assert migrate(empty.as_role("owner")) == []


def test_phases_are_applied_apart(empty: DatabaseAddress) -> None:
    before = migrate(empty.as_role("owner"), phase="pre")
    after = migrate(empty.as_role("owner"), phase="post")
    assert all("_pre_" in name for name in before)
    assert all("_post_" in name for name in after)
    assert sorted(before + after) == [migration.name for migration in all_migrations()]


def test_two_migrators_at_once_apply_each_file_once(empty: DatabaseAddress) -> None:
    applied: list[str] = []
    threads = [threading.Thread(target=lambda: applied.extend(migrate(empty.as_role("owner")))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(applied) == [migration.name for migration in all_migrations()]


def test_a_changed_file_is_refused(empty: DatabaseAddress, monkeypatch: pytest.MonkeyPatch) -> None:
    migrate(empty.as_role("owner"))
    changed = [Migration(m.name, m.phase, m.sql + "-- later thought\n") for m in all_migrations()]
    monkeypatch.setattr(migrator, "all_migrations", lambda: changed)
    with pytest.raises(MigrationError, match="was changed after it was applied"):
        migrate(empty.as_role("owner"))


def test_a_database_from_the_future_is_refused(empty: DatabaseAddress, monkeypatch: pytest.MonkeyPatch) -> None:
    migrate(empty.as_role("owner"))
    monkeypatch.setattr(migrator, "all_migrations", list)
    with pytest.raises(MigrationError, match="does not know"):
        migrate(empty.as_role("owner"))


def test_a_failing_file_leaves_nothing_behind(empty: DatabaseAddress, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = Migration("9999_pre_broken.sql", "pre", "CREATE TABLE half (id int); SELECT 1 / 0")
    good = all_migrations()
    monkeypatch.setattr(migrator, "all_migrations", lambda: [*good, broken])
    with pytest.raises(psycopg.errors.DivisionByZero):
        migrate(empty.as_role("owner"))
    with psycopg.connect(empty.admin) as connection:
        assert connection.execute("SELECT to_regclass('half')").fetchone() == (None,)
        assert connection.execute("SELECT count(*) FROM schema_migration").fetchone() == (len(good),)
