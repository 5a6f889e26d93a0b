"""The database server of the benches, and databases of known sizes on it.

Seeding a million memories takes minutes, so databases are kept while a run lasts, and longer with `--keep FOLDER`.
They are written without flushing to disk; what is measured runs on a server that flushes, as in production.
"""

from __future__ import annotations

import hashlib
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import psycopg
from psycopg.conninfo import make_conninfo

from agent_memory.platform.migrator import all_migrations
from agent_memory_local.postgres import EmbeddedPostgres
from agent_memory_local.provision import DatabaseAddress, provision
from tests.support import seeding
from tests.support.direct import Handlers
from tests.support.seeding import crowd, seed_memories

USER: Final = "user-1"
"""Has 200 memories in every population but `alone`."""

BIG, MIDDLE, SMALL = "big", "middle", "small"
_LARGE: Final = {BIG: 100_000, MIDDLE: 10_000, SMALL: 2_500}


def _people(count: int) -> dict[str, int]:
    return {f"user-{number}": 200 for number in range(1, count + 1)}


def _of_sizes(*sizes: int) -> dict[str, int]:
    return {f"has-{size}": size for size in sizes}


POPULATIONS: Final = {
    "thousand": _people(5),
    "hundred_thousand": _people(500),
    "million": _LARGE | _people(4_437) | {"last": 100},
    "alone": {BIG: 100_000, SMALL: 2_500},
    "nobody": {"somebody": 1},
    "recall_ten_thousand": _of_sizes(100, 1_000, 5_000) | _people(19),
    "recall_two_hundred_thousand": _of_sizes(100, 1_000, 5_000, 20_000) | _people(870),
    "recall_million": _of_sizes(100, 1_000, 5_000, 20_000) | _people(4_870),
}
"""Users and how many memories each has; those of all users are mixed in time, and so on the pages of the tables."""


def size_of(population: str) -> int:
    """How many memories a population has."""
    return sum(POPULATIONS[population].values())


@dataclass
class Stage:
    """The server and its databases."""

    folder: Path
    _server: EmbeddedPostgres | None = field(default=None, init=False)

    def handlers(self, population: str) -> Handlers:
        """The service over a population, which must be left as it was found."""
        return Handlers(self._address(self._seeded(population)), self._keys(population))

    @contextmanager
    def copy(self, population: str) -> Iterator[Handlers]:
        """The service over a copy of a population, for a bench that destroys it."""
        name = self._seeded(population)
        with self._administrator() as connection:
            connection.execute("DROP DATABASE IF EXISTS bench_copy WITH (FORCE)")
            connection.execute(f"CREATE DATABASE bench_copy TEMPLATE {name} STRATEGY file_copy".encode())
            connection.execute("CHECKPOINT")
        handlers = Handlers(self._address("bench_copy"), self._keys(population))
        try:
            yield handlers
        finally:
            handlers.close()
            with self._administrator() as connection:
                connection.execute("DROP DATABASE IF EXISTS bench_copy WITH (FORCE)")

    def people(self, population: str) -> dict[str, int]:
        """The users of a population and how many memories each has."""
        return POPULATIONS[population]

    def server_version(self) -> str:
        """`18.6`."""
        with self._administrator() as connection:
            row = connection.execute("SHOW server_version").fetchone()
        return str(row[0]) if row else "?"

    def close(self) -> None:
        """Stop the server."""
        if self._server is not None:
            self._server.stop()
            self._server = None

    def _seeded(self, population: str) -> str:
        """The name of the population's database, made when it is not there in today's form."""
        name = f"{population}_{_fingerprint()}"
        with self._administrator() as connection:
            if connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name]).fetchone():
                return name
            old = connection.execute("SELECT datname FROM pg_database WHERE datname LIKE %s", [f"{population}\\_%"])
            for (stale,) in old.fetchall():
                connection.execute(f"DROP DATABASE {stale}".encode())
        self._seed(population, name)
        return name

    def _seed(self, population: str, name: str) -> None:
        say(f"seeding {size_of(population):,} memories …")
        started = time.monotonic()
        self._start(durable=False)
        # Under another name until it is whole, so that an interrupted run leaves nothing that looks finished.
        with self._administrator() as connection:
            connection.execute("DROP DATABASE IF EXISTS bench_draft WITH (FORCE)")
            connection.execute("CREATE DATABASE bench_draft")
        address = self._address("bench_draft")
        provision(address, self.folder)
        seed_memories(address, self._keys(population), crowd(POPULATIONS[population]))
        with self._administrator() as connection:
            connection.execute(f"ALTER DATABASE bench_draft RENAME TO {name}".encode())
        self._start(durable=True)
        say(f"… took {time.monotonic() - started:.0f} s")

    def _administrator(self) -> psycopg.Connection[tuple[object, ...]]:
        if self._server is None:
            self._start(durable=True)
        assert self._server is not None
        return psycopg.connect(self._server.conninfo, autocommit=True)

    def _start(self, *, durable: bool) -> None:
        self.close()
        self._server = EmbeddedPostgres(self.folder / "postgres", durable=durable)
        self._server.start()

    def _address(self, name: str) -> DatabaseAddress:
        assert self._server is not None
        return DatabaseAddress(make_conninfo(self._server.conninfo, dbname=name), by_login=True)

    def _keys(self, population: str) -> Path:
        return self.folder / f"keys-{population}"


def say(line: str) -> None:
    """Progress, for whoever waits."""
    print(line, file=sys.stderr, flush=True)


def _fingerprint() -> str:
    """What the content of a seeded database depends on."""
    digest = hashlib.sha256(Path(seeding.__file__).read_bytes())
    digest.update(repr(sorted(POPULATIONS.items())).encode())
    for migration in all_migrations():
        digest.update(migration.sha256.encode())
    return digest.hexdigest()[:10]
