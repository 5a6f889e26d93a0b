"""Numbered SQL migrations: hashed, each in its own transaction, under one lock, `pre` before the new code and `post`
after it. A change to an applied file is refused."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from importlib import resources
from typing import Final

import psycopg
from psycopg.rows import scalar_row, tuple_row

from agent_memory.core.errors import MemoryServiceError

_NAME: Final = re.compile(r"^(\d{4})_(pre|post)_[a-z0-9_]+\.sql$")
_LOCK: Final = 7_305_418_002_114_011_005  # any constant: the same in every release
_LEDGER: Final = """
CREATE TABLE IF NOT EXISTS schema_migration (
    name text PRIMARY KEY, sha256 text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now()
)"""


class MigrationError(MemoryServiceError):
    """The migrations here and the migrations of the database do not agree."""


@dataclass(frozen=True, slots=True)
class Migration:
    """One file of `migrations/`."""

    name: str
    phase: str
    sql: str

    @property
    def sha256(self) -> str:
        """Hash of the file as applied."""
        return hashlib.sha256(self.sql.encode()).hexdigest()


def all_migrations() -> list[Migration]:
    """The files of `migrations/` in order.

    Raises:
        MigrationError: a file is misnamed or a number is used twice.
    """
    folder = resources.files("agent_memory.platform").joinpath("migrations")
    found: list[Migration] = []
    for name in sorted(entry.name for entry in folder.iterdir() if entry.name.endswith(".sql")):
        match = _NAME.match(name)
        if match is None or (found and found[-1].name[:4] == name[:4]):
            raise MigrationError(f"Misnamed migration {name}")
        found.append(Migration(name, match.group(2), folder.joinpath(name).read_text(encoding="utf-8")))
    return found


def create_roles(admin_conninfo: str) -> None:
    """Make the roles and the extension of `roles.sql`, as the administrator. Safe to run again."""
    sql = resources.files("agent_memory.platform").joinpath("roles.sql").read_bytes()
    with psycopg.connect(admin_conninfo, autocommit=True) as connection:
        connection.execute(sql)


def migrate(owner_conninfo: str, *, phase: str | None = None) -> list[str]:
    """Apply what is missing, in order; the names applied now. `phase` limits it to `pre` or `post` files.

    Raises:
        MigrationError: an applied file was changed, or the database knows a migration that is not here.
    """
    migrations = all_migrations()
    applied_now: list[str] = []
    with psycopg.connect(owner_conninfo, autocommit=True) as connection:
        connection.execute("SELECT pg_advisory_lock(%s)", [_LOCK])
        if (
            not connection.cursor(row_factory=scalar_row)
            .execute("SELECT to_regclass('public.schema_migration') IS NOT NULL")
            .fetchone()
        ):
            connection.execute(_LEDGER)
        cursor = connection.cursor(row_factory=tuple_row)
        applied = dict(cursor.execute("SELECT name, sha256 FROM schema_migration").fetchall())
        _check(migrations, applied)
        for migration in migrations:
            if migration.name in applied or (phase is not None and migration.phase != phase):
                continue
            with connection.transaction():
                connection.execute(migration.sql.encode())
                connection.execute(
                    "INSERT INTO schema_migration (name, sha256) VALUES (%s, %s)", [migration.name, migration.sha256]
                )
            applied_now.append(migration.name)
    return applied_now


def _check(migrations: list[Migration], applied: dict[str, str]) -> None:
    known = {migration.name: migration.sha256 for migration in migrations}
    for name, sha256 in applied.items():
        if name not in known:
            raise MigrationError(f"The database has migration {name}, which this release does not know")
        if known[name] != sha256:
            raise MigrationError(f"Migration {name} was changed after it was applied")


def current_schema() -> str:
    """`schema.sql`: what all migrations together make, to be read in one piece."""
    return resources.files("agent_memory.platform").joinpath("schema.sql").read_text(encoding="utf-8")
