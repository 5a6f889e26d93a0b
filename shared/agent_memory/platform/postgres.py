"""One lazy Postgres connection per execution environment, and one round trip per transaction where it can be.

Every transaction starts with the caller's org in `app.org_id`, which row-level security reads; statements name the org
themselves as well. No pool and no background thread: Lambda freezes both. Nothing here prepares statements or sets
session state, so a proxy in front never has to pin the connection.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final

import psycopg
from psycopg import pq
from psycopg.rows import dict_row

from agent_memory.core.errors import DependencyTimeoutError, DependencyUnavailableError, MemoryServiceError
from agent_memory.platform import vectors

Row = dict[str, Any]
"""A result row by column name. Stores turn rows into domain types at once; `Any` ends there."""

IDLE_CHECK_SECONDS: Final = 30.0
DEFAULT_TIMEOUT_MS: Final = 20_000

_SET_CONTEXT: Final = b"""
SELECT set_config('app.org_id', %(org_id)s, true), set_config('statement_timeout', %(timeout)s, true)
"""
_DEPENDENCY: Final = "database"


class ConstraintViolationError(MemoryServiceError):
    """The database refused a row because of a constraint; its name is the domain answer."""

    def __init__(self, constraint: str) -> None:
        super().__init__(f"constraint {constraint}")
        self.constraint = constraint


class NestedUseError(RuntimeError):
    """The connection was asked for while a transaction is open on it: what is read inside must go through it."""


@dataclass(frozen=True, slots=True)
class Query:
    """A named statement with its parameters. `sql` is never built from data."""

    sql: bytes
    parameters: Mapping[str, object] = field(default_factory=dict[str, object])


class Transaction:
    """An open transaction of one org. Statements given together travel together."""

    def __init__(self, connect: Callable[[], psycopg.Connection[Row]], org_id: str, timeout_ms: int) -> None:
        self._connect = connect
        context = {"org_id": org_id, "timeout": str(timeout_ms)}
        self._opening = [Query(b"BEGIN"), Query(_SET_CONTEXT, context)]
        self._connection: psycopg.Connection[Row] | None = None

    def run(self, *queries: Query) -> list[list[Row]]:
        """Send the statements in one round trip and return the rows of each.

        Raises:
            ConstraintViolationError: a constraint said no; the transaction is over.
            DependencyUnavailableError: the database is gone or did not answer in time.
        """
        with _translated():
            if self._connection is not None:
                return _send(self._connection, queries)
            return self._open(queries)[len(self._opening) :]

    def rows(self, query: Query) -> list[Row]:
        """The rows of one statement."""
        return self.run(query)[0]

    def row(self, query: Query) -> Row | None:
        """The first row of one statement, or None."""
        found = self.rows(query)
        return found[0] if found else None

    def commit(self) -> None:
        """Make it so. `Database.transaction` calls this when its block ends well."""
        if self._connection is not None:
            with _translated():
                self._connection.execute(b"COMMIT")

    def _open(self, queries: Sequence[Query]) -> list[list[Row]]:
        connection = self._connect()
        try:
            results = _send(connection, [*self._opening, *queries])
        except psycopg.OperationalError:
            if not connection.closed:
                raise
            # The server restarted since the last use. Nothing of this transaction has happened: begin it again.
            connection = self._connect()
            results = _send(connection, [*self._opening, *queries])
        self._connection = connection
        return results


class Database:
    """The connection of this execution environment, made at first use."""

    def __init__(self, conninfo: Callable[[], str], *, connect_timeout_seconds: int = 5) -> None:
        """`conninfo` is called for every connect, so that credentials may rotate."""
        self._conninfo = conninfo
        self._connect_timeout = connect_timeout_seconds
        self._connection: psycopg.Connection[Row] | None = None
        self._used_at = 0.0
        self._in_use = False

    def read(self, org_id: str, *queries: Query, timeout_ms: int = DEFAULT_TIMEOUT_MS) -> list[list[Row]]:
        """All statements in one read transaction and one round trip; the rows of each."""
        with self._settling():
            return Transaction(self._connected, org_id, timeout_ms).run(*queries, Query(b"COMMIT"))[:-1]

    @contextmanager
    def transaction(self, org_id: str, *, timeout_ms: int = DEFAULT_TIMEOUT_MS) -> Generator[Transaction, None, None]:
        """A write transaction: committed when the block ends, rolled back when it raises.

        Never call a model or another network service inside the block.
        """
        with self._settling():
            transaction = Transaction(self._connected, org_id, timeout_ms)
            yield transaction
            transaction.commit()

    def check(self) -> None:
        """Ask the server for a sign of life.

        Raises:
            DependencyUnavailableError: there is none.
        """
        with self._settling(), _translated():
            self._connected().execute(b"SELECT 1")

    def close(self) -> None:
        """Drop the connection; the next use makes another."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    @contextmanager
    def _settling(self) -> Generator[None, None, None]:
        """Afterwards the connection is idle again, or given up."""
        if self._in_use:
            raise NestedUseError
        self._in_use = True
        try:
            yield
            self._used_at = time.monotonic()
        finally:
            self._in_use = False
            connection = self._connection
            if connection is not None and _is_in_transaction(connection):
                try:
                    connection.execute(b"ROLLBACK")
                except psycopg.Error:
                    connection.close()  # not worth rescuing: the next use reconnects

    def _connected(self) -> psycopg.Connection[Row]:
        connection = self._connection
        if connection is not None and not connection.closed:
            if _is_in_transaction(connection) or time.monotonic() - self._used_at < IDLE_CHECK_SECONDS:
                return connection
            try:
                connection.execute(b"SELECT 1")
            except psycopg.OperationalError:
                connection.close()  # frozen too long; connect afresh below
            else:
                return connection
        connection = psycopg.Connection[Row].connect(
            self._conninfo(),
            autocommit=True,  # transactions are opened by the statements above, never implicitly
            prepare_threshold=None,
            connect_timeout=self._connect_timeout,
            row_factory=dict_row,
        )
        vectors.register(connection)
        self._connection = connection
        return connection


@contextmanager
def _translated() -> Generator[None, None, None]:
    """Driver errors become ours, by SQLSTATE class and never by message text."""
    try:
        yield
    except psycopg.errors.IntegrityError as error:
        raise ConstraintViolationError(error.diag.constraint_name or "unknown") from error
    except (psycopg.errors.QueryCanceled, psycopg.errors.LockNotAvailable) as error:
        raise DependencyTimeoutError(_DEPENDENCY, "The database did not answer in time") from error
    except psycopg.OperationalError as error:
        raise DependencyUnavailableError(_DEPENDENCY, "The database is not available") from error


def _is_in_transaction(connection: psycopg.Connection[Row]) -> bool:
    return not connection.closed and connection.info.transaction_status != pq.TransactionStatus.IDLE


def _send(connection: psycopg.Connection[Row], queries: Sequence[Query]) -> list[list[Row]]:
    """All statements in one pipeline; results are fetched after it, or each fetch would cost a round trip."""
    cursors: list[psycopg.Cursor[Row]] = []
    with connection.pipeline():
        for query in queries:
            cursor = connection.cursor(binary=True)
            cursor.execute(query.sql, query.parameters or None)
            cursors.append(cursor)
    return [_rows(cursor) for cursor in cursors]


def _rows(cursor: psycopg.Cursor[Row]) -> list[Row]:
    return cursor.fetchall() if cursor.description is not None else []
