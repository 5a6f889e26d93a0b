"""The simulation's own database server: one that may be killed without hitting anybody else."""

from __future__ import annotations

import logging
import os
import signal
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from unittest.mock import patch

import psycopg
from psycopg.conninfo import make_conninfo

from agent_memory.core.tokens import TokenCounter
from agent_memory.platform.models.tokens import TiktokenCounter
from agent_memory_local.postgres import EmbeddedPostgres
from agent_memory_local.provision import DatabaseAddress, provision

ROOT: Final = Path(__file__).resolve().parents[2]
_TEMPLATE: Final = "simulation_template"
_ENVIRONMENT: Final = {
    "CONVERSATION_QUEUE_URL": "simulated",
    "DEAD_LETTER_QUEUE_URL": "simulated",
    "TIKTOKEN_CACHE_DIR": str(ROOT / ".cache" / "tokenizer"),
}


@dataclass
class Server:
    """A running server with a provisioned database to clone."""

    postgres: EmbeddedPostgres
    folder: Path
    token_counter: TokenCounter
    _number: int = 0

    @contextmanager
    def fresh(self) -> Iterator[Place]:
        """An empty database with keys of its own."""
        self._number += 1
        name = f"simulation_{self._number}"
        with psycopg.connect(self.postgres.conninfo, autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name} TEMPLATE {_TEMPLATE}".encode())
        address = DatabaseAddress(make_conninfo(self.postgres.conninfo, dbname=name), by_login=True)
        yield Place(self, address, self.folder / name)
        with psycopg.connect(self.postgres.conninfo, autocommit=True) as connection:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())

    def restart(self) -> None:
        """End the server at once, as a crash would (SIGQUIT: no connection is told, nothing is flushed), and start it."""
        process = self.postgres._process
        assert process is not None
        os.kill(self.postgres.pid, signal.SIGQUIT)
        process.wait(30)
        self.postgres.start()


@dataclass(frozen=True)
class Place:
    """A database and the keys of the people in it."""

    owner: Server
    address: DatabaseAddress
    key_directory: Path

    @property
    def token_counter(self) -> TokenCounter:
        """Counts tokens; made once, for it is slow to make."""
        return self.owner.token_counter


@contextmanager
def running_server(folder: Path, environment: Mapping[str, str] = _ENVIRONMENT) -> Iterator[Server]:
    """A server in a folder, until the block ends.

    It does not flush to disk, for no power cut is played; what it has committed it has handed to the operating system,
    so that its own end loses nothing that was committed.
    """
    if str(ROOT / "functions") not in sys.path:
        sys.path.insert(0, str(ROOT / "functions"))
    settings = {"synchronous_commit": "on"}
    with (
        patch.dict(os.environ, environment),
        patch.object(logging.getLogger("psycopg"), "disabled", True),  # it warns of every connection that was lost
        EmbeddedPostgres(folder / "postgres", durable=False, settings=settings) as postgres,
    ):
        with psycopg.connect(postgres.conninfo, autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {_TEMPLATE}".encode())
        address = DatabaseAddress(make_conninfo(postgres.conninfo, dbname=_TEMPLATE), by_login=True)
        provision(address, folder)
        yield Server(postgres, folder, TiktokenCounter("o200k_base"))
