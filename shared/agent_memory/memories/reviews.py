"""Held changes: statements that would retire more memories than one message may, until somebody decides."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from agent_memory.audit.model import Actor, AuditEvent
from agent_memory.audit.store import record
from agent_memory.core.clock import Clock
from agent_memory.core.errors import DuplicateMemoryError, NotFoundError, PreconditionFailedError
from agent_memory.core.paging import Cursor, Page
from agent_memory.idempotency.service import Write
from agent_memory.memories import store
from agent_memory.memories.indexing import Index, Indexer
from agent_memory.memories.model import (
    Decision,
    Memory,
    MemoryFilter,
    MemoryPlace,
    Review,
    Reviewed,
    Status,
    standing,
)
from agent_memory.memories.reading import MemoryReader
from agent_memory.memories.service import PendingEmbeddings
from agent_memory.platform.postgres import ConstraintViolationError, Database, Query, Transaction
from agent_memory.platform.subject_keys import SubjectKeys
from agent_memory.subjects.service import Subjects

_ATTEMPTS = 5


class Reviews:
    """Shows what is held, and carries out what is decided."""

    def __init__(
        self,
        database: Database,
        subjects: Subjects,
        keys: SubjectKeys,
        reader: MemoryReader,
        indexer: Indexer,
        clock: Clock,
        pending_embeddings: PendingEmbeddings,
    ) -> None:
        self._database = database
        self._subjects = subjects
        self._keys = keys
        self._reader = reader
        self._indexer = indexer
        self._clock = clock
        self._pending_embeddings = pending_embeddings

    def list(
        self, org_id: str, agent_id: str, user_id: str | None, *, limit: int, after: Cursor | None
    ) -> Page[Review]:
        """A page of what is held, newest first, each with the memories that accepting it would retire.

        Raises:
            ForbiddenError: the agent is not registered.
            SubjectForgottenError: the person asked for has been forgotten.
        """
        wanted = MemoryFilter(user_id=user_id, status=Status.HELD)
        page = self._reader.list(org_id, agent_id, wanted, limit=limit, after=after)
        active = self._still_active(page.items)
        return Page(tuple(_review(held, active) for held in page.items), page.next)

    def decide(self, place: MemoryPlace, decision: Decision, write: Write[Reviewed]) -> Reviewed:
        """Accept a held memory: it becomes active and what it overrules is superseded. Or reject it: it is deleted.

        Raises:
            ForbiddenError: the agent is not registered.
            NotFoundError: there is no such memory, or it is not held (any more).
            DuplicateMemoryError: an active memory says exactly this by now.
            PreconditionFailedError: what it overrules kept changing meanwhile.
        """
        for _ in range(_ATTEMPTS):
            held = self._held(place, write)
            review = _review(held, self._still_active([held]))
            try:
                return self._reject(held, write) if decision is Decision.REJECT else self._accept(review, write)
            except _OvertakenError:
                continue
        raise PreconditionFailedError

    def _held(self, place: MemoryPlace, write: Write[Reviewed]) -> Memory:
        """The held memory. One that is held no longer may have been decided by an earlier try of this very write."""
        try:
            found = self._reader.get(place)
            if found.status is Status.HELD:
                return found
        except NotFoundError:
            pass
        with self._database.transaction(place.org_id) as transaction:
            write.replay(transaction)
        raise NotFoundError

    def _still_active(self, held: Sequence[Memory]) -> dict[str, Memory]:
        """What the held memories overrule and is active, by id."""
        wanted = list(dict.fromkeys(memory_id for memory in held for memory_id in memory.overrules))
        if not wanted:
            return {}
        org_id, agent_id = held[0].scope.org_id, held[0].scope.agent_id
        query = store.statement("find_active_memories", org_id=org_id, agent_id=agent_id, memory_ids=wanted)
        [rows] = self._database.read(org_id, query)
        keys = self._keys.for_reading(org_id, {row["user_id"] for row in rows})
        return {row["memory_id"]: store.read_memory(row, keys[row["user_id"]]) for row in rows}

    def _reject(self, held: Memory, write: Write[Reviewed]) -> Reviewed:
        scope = held.scope
        with self._database.transaction(scope.org_id) as transaction:
            self._subjects.lock(transaction, scope)
            write.begin(transaction, [scope.user_id])
            deleted = transaction.rows(store.statement("delete_held_memory", scope, memory_id=held.id))
            if not deleted:
                raise _OvertakenError
            transaction.run(
                write.dropping_answers_of(scope.org_id, scope.user_id), self._event("review.reject", held, write.actor)
            )
            reviewed = Reviewed(held.id, Decision.REJECT, ())
            write.end(transaction, reviewed)
        return reviewed

    def _accept(self, review: Review, write: Write[Reviewed]) -> Reviewed:
        held, scope, now = review.held, review.held.scope, self._clock.now()
        index = self._indexer.index(held.content)
        accepted = replace(
            held,
            status=Status.ACTIVE,
            version=held.version + 1,
            overrules=(),
            updated_by=str(write.actor),
            update_reason="accepted in review",
            updated_at=now,
            **standing(review.overrules, held),
        )
        reviewed = Reviewed(held.id, Decision.ACCEPT, tuple(memory.id for memory in review.overrules))
        try:
            with self._database.transaction(scope.org_id) as transaction:
                epoch = self._subjects.lock(transaction, scope)
                write.begin(transaction, [scope.user_id])
                self._write(transaction, review, accepted, index)
                transaction.run(self._event("review.accept", held, write.actor))
                if index.pending:
                    transaction.run(self._pending_embeddings.plan(accepted, epoch))
                write.end(transaction, reviewed)
        except ConstraintViolationError as error:
            if error.constraint != store.UNIQUE_TEXT:
                raise
            raise DuplicateMemoryError(self._reader.active_twin(held)) from error
        if index.pending:
            self._pending_embeddings.announce(accepted)
        return reviewed

    def _write(self, transaction: Transaction, review: Review, accepted: Memory, index: Index) -> None:
        """What is overruled goes first, so that its text is free."""
        scope, key = accepted.scope, self._keys.existing(accepted.scope.org_id, accepted.scope.user_id)
        retired = [
            replace(
                memory,
                status=Status.SUPERSEDED,
                superseded_by=accepted.id,
                version=memory.version + 1,
                updated_by=accepted.updated_by,
                update_reason="superseded",
                updated_at=accepted.updated_at,
            )
            for memory in review.overrules
        ]
        for memory in (*retired, accepted):
            search = store.search_rows(memory, key, index) if memory is accepted else store.search_removal(memory)
            room = [store.room_for(memory, key, accepted.updated_at)] if memory is accepted else []
            *_, updated = transaction.run(*room, *store.update(memory, key))
            if not updated:
                raise _OvertakenError
            transaction.run(*search)
        org_key = self._keys.for_org(scope.org_id)
        transaction.run(*store.tag_replacement(accepted, org_key))

    def _event(self, action: str, held: Memory, actor: Actor) -> Query:
        scope = held.scope
        subject = self._keys.existing(scope.org_id, scope.user_id).blind("subject", scope.user_id)
        event = AuditEvent(action, actor, scope.agent_id, subject, held.id)
        return record(scope.org_id, event, self._clock.now())


class _OvertakenError(Exception):
    """Something that is to be written was changed by somebody else first."""


def _review(held: Memory, active: dict[str, Memory]) -> Review:
    return Review(held, tuple(active[memory_id] for memory_id in held.overrules if memory_id in active))
