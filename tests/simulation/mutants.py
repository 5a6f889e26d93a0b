"""The service with one of its safeguards taken out. A simulation that does not notice proves nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from typing import Any, Final
from unittest.mock import patch

from agent_memory.extraction.model import Extraction
from agent_memory.extraction.writing import Batch, BatchWriter
from agent_memory.idempotency.service import Once
from agent_memory.memories.indexing import Index
from agent_memory.platform.sql import load_statements

_EXTRACTION: Final = "agent_memory.extraction"
_CONVERSATIONS: Final = "agent_memory.conversations"


@contextmanager
def dedup_outside_the_transaction() -> Iterator[None]:
    """All is asked and decided before the lock is taken: neighbours, the lease, whether the turns are still unread."""
    write, decide = BatchWriter.write, BatchWriter._decide

    def early(self: BatchWriter, batch: Batch, extraction: Extraction, indexes: Sequence[Index], *more: Any) -> None:
        key, limits = self._key(batch.scope), self._limits.of(batch.scope.org_id)
        live = {turn.id for turn in (*batch.context, *batch.turns)}
        with self._database.transaction(batch.scope.org_id) as transaction:
            decided = decide(self, transaction, batch, live, extraction.candidates, indexes, key, limits)
        with patch.object(BatchWriter, "_decide", lambda *_: decided):
            write(self, batch, extraction, indexes, *more)

    with ExitStack() as stack:
        stack.enter_context(patch.object(BatchWriter, "write", early))
        stack.enter_context(without_the_lease())
        yield


@contextmanager
def without_the_lease() -> Iterator[None]:
    """Whoever wants a user's turns takes them, and nobody asks afterwards whether they are still unread."""
    holders = b"(m.lease_holder IS NULL OR m.lease_holder = %(holder)s OR m.lease_until < %(now)s)"
    with (
        _rewritten(_EXTRACTION, "lock_lease", holders, b"(%(now)s::timestamptz IS NOT NULL)"),
        _rewritten(_EXTRACTION, "keep_lease", b"AND lease_holder = %(holder)s", b"AND %(holder)s::text IS NOT NULL"),
        _rewritten(_CONVERSATIONS, "unread_turns", b"AND extracted_at IS NULL", b""),
    ):
        yield


@contextmanager
def turns_marked_apart() -> Iterator[None]:
    """The mark that turns were read is not made in the transaction that writes what they gave, but in one after it."""
    write, reading = BatchWriter.write, BatchWriter._reading

    def twice(self: BatchWriter, batch: Batch, *rest: Any) -> None:
        with patch.object(BatchWriter, "_reading", lambda *_: []):
            write(self, batch, *rest)
        with self._database.transaction(batch.scope.org_id) as transaction:
            transaction.run(*reading(self, batch, self._key(batch.scope)))

    with patch.object(BatchWriter, "write", twice):
        yield


@contextmanager
def idempotency_ignored() -> Iterator[None]:
    """The row of an `Idempotency-Key` is neither read nor written."""
    with patch.object(Once, "claim", lambda *_: None), patch.object(Once, "keep", lambda *_: None):
        yield


@contextmanager
def _rewritten(package: str, name: str, old: bytes, new: bytes) -> Iterator[None]:
    statements: Any = load_statements(package).sql
    before = statements[name]
    assert old in before, f"{name} has changed: this mutant no longer says what it means"
    statements[name] = before.replace(old, new)
    try:
        yield
    finally:
        statements[name] = before


MUTANTS: Final[list[Callable[[], AbstractContextManager[None]]]] = [
    dedup_outside_the_transaction,
    without_the_lease,
    turns_marked_apart,
    idempotency_ignored,
]
