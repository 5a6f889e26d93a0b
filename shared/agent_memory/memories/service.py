"""The write side of the memory API: create, change, roll back, delete."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, Protocol

from agent_memory.audit.model import Actor, AuditEvent
from agent_memory.audit.store import record
from agent_memory.core.clock import Clock
from agent_memory.core.errors import (
    DuplicateMemoryError,
    MemoryReadOnlyError,
    MemoryServiceError,
    NotFoundError,
    PreconditionFailedError,
)
from agent_memory.core.text import language_of
from agent_memory.idempotency.service import Write
from agent_memory.limits.service import Limits, check_count, check_quota, memory_count
from agent_memory.memories import store
from agent_memory.memories.drafts import drafted
from agent_memory.memories.indexing import Indexer
from agent_memory.memories.model import (
    Deletion,
    Memory,
    MemoryPatch,
    MemoryPlace,
    NewMemory,
    Source,
    WrittenMemory,
    settled,
)
from agent_memory.memories.reading import MemoryReader
from agent_memory.platform.postgres import ConstraintViolationError, Database, Query, Transaction
from agent_memory.platform.subject_keys import SubjectKeys
from agent_memory.subjects.model import Scope
from agent_memory.subjects.service import Subjects

_PATCH_ATTEMPTS = 5
_MAY_REVIVE = "admin"
"""The role that may change a memory nobody has read for long."""


class PendingEmbeddings(Protocol):
    """Sees to it that a vector which could not be computed now is computed later."""

    def plan(self, memory: Memory, epoch: int) -> Query:
        """The statement that records the job, for the transaction that writes the memory."""
        ...

    def announce(self, memory: Memory) -> None:
        """Put the recorded job on its way. May fail silently into the sweep that re-sends unsent jobs."""
        ...


class RemainsError(MemoryServiceError):
    """A deletion left rows behind and was rolled back."""


class Memories:
    """Writes memories of an org's agents, one statement at a time."""

    def __init__(
        self,
        database: Database,
        subjects: Subjects,
        keys: SubjectKeys,
        reader: MemoryReader,
        indexer: Indexer,
        clock: Clock,
        pending_embeddings: PendingEmbeddings,
        limits: Limits,
    ) -> None:
        self._database = database
        self._subjects = subjects
        self._keys = keys
        self._reader = reader
        self._indexer = indexer
        self._clock = clock
        self._pending_embeddings = pending_embeddings
        self._limits = limits

    def create(self, scope: Scope, draft: NewMemory, source: Source, write: Write[WrittenMemory]) -> WrittenMemory:
        """Store a statement somebody made about a user.

        Raises:
            ForbiddenError: the agent is not registered.
            SubjectForgottenError: the person has been forgotten.
            DuplicateMemoryError: an active memory says exactly this already.
            QuotaExceededError: the org may not keep it.
        """
        self._subjects.check(scope)
        limits = self._limits.of(scope.org_id)
        check_quota(draft.content, len(draft.tags), limits)
        index = self._indexer.index(draft.content)
        now = self._clock.now()
        memory = drafted(scope, draft, source, write.actor, now)
        key, org_key = self._keys.for_writing(scope.org_id, scope.user_id), self._keys.for_org(scope.org_id)
        statements = [store.room_for(memory, key, now), *store.insertion(memory, key, org_key, index)]
        event = self._event("memory.create", write.actor, scope, memory.id)
        written = WrittenMemory(memory, index.pending)
        with self._writing(written, write) as transaction:
            check_count(transaction.rows(memory_count(scope, limits))[0]["count"], limits)
            transaction.run(*statements, record(scope.org_id, event, now))
        return written

    def update(
        self,
        place: MemoryPlace,
        patch: MemoryPatch,
        write: Write[WrittenMemory],
        *,
        if_version: int | None = None,
    ) -> WrittenMemory:
        """Change some fields; what was becomes a version. Changing only tags, pinned or type calls no model.

        Raises:
            ForbiddenError, NotFoundError: as `get`.
            PreconditionFailedError: `if_version` is given and is not the current version.
            DuplicateMemoryError: another active memory says exactly the new text.
            MemoryReadOnlyError: nobody has read it for so long that only an admin may change it.
        """
        for _ in range(_PATCH_ATTEMPTS):
            current = self._reader.get(place)
            if if_version is not None and current.version != if_version:
                self._replay(write, current.scope)
                raise PreconditionFailedError
            written = self._replace(current, _patched(current, patch), "changed", write)
            if written is not None:
                return written
        raise PreconditionFailedError

    def rollback(self, place: MemoryPlace, version: int, write: Write[WrittenMemory]) -> WrittenMemory:
        """Say again what the memory said at an earlier version, as a new version.

        Raises:
            ForbiddenError, NotFoundError: as `get`, or there is no such version.
            DuplicateMemoryError: another active memory says exactly that.
            MemoryReadOnlyError: as `update`.
        """
        for _ in range(_PATCH_ATTEMPTS):
            current = self._reader.get(place)
            wanted = [item for item in self._reader.history(current) if item.version == version]
            if not wanted:
                raise NotFoundError
            content = wanted[0].content
            changed = replace(current, content=content, language=language_of(content))
            written = self._replace(current, changed, f"rollback to version {version}", write)
            if written is not None:
                return written
        raise PreconditionFailedError

    def delete(self, place: MemoryPlace, write: Write[Deletion]) -> Deletion:
        """Delete one memory, also an archived one, its versions, its search rows and what it had overruled.

        Raises:
            ForbiddenError, NotFoundError: as `get`.
        """
        scope = self._scope_of(place, write)
        event = self._event("memory.delete", write.actor, scope, place.memory_id)
        with self._database.transaction(scope.org_id) as transaction:
            self._subjects.lock(transaction, scope)
            write.begin(transaction, [scope.user_id])
            _, [counts], *_ = transaction.run(
                store.statement("hide_sources", scope, memory_id=place.memory_id),
                store.statement("delete_memory", scope, memory_id=place.memory_id),
                write.dropping_answers_of(scope.org_id, scope.user_id),
                record(scope.org_id, event, self._clock.now()),
            )
            if counts["memories"] == 0:
                raise NotFoundError
            deletion = Deletion(counts["memories"], counts["superseded"])
            write.end(transaction, deletion)
        return deletion

    def delete_all(self, scope: Scope, write: Write[Deletion]) -> Deletion:
        """Delete everything an agent remembers of a user, and stop what was accepted earlier. Verified zero.

        Raises:
            ForbiddenError: the agent is not registered.
            SubjectForgottenError: the person has been forgotten.
            RemainsError: rows were left; nothing was deleted.
        """
        with self._database.transaction(scope.org_id) as transaction:
            self._subjects.lock(transaction, scope)
            write.begin(transaction, [scope.user_id])
            _, [counts], [remains], _ = transaction.run(
                self._subjects.raise_epoch(scope),
                store.statement("delete_memories_of_user", scope),
                store.statement("count_remains", scope),
                write.dropping_answers_of(scope.org_id, scope.user_id),
            )
            if any(remains.values()):
                raise RemainsError
            event = self._event("memory.delete_all", write.actor, scope, None, dict(counts))
            transaction.run(record(scope.org_id, event, self._clock.now()))
            deletion = Deletion(counts["memories"], counts["superseded"])
            write.end(transaction, deletion)
        return deletion

    def _replace(
        self, current: Memory, changed: Memory, reason: str, write: Write[WrittenMemory]
    ) -> WrittenMemory | None:
        """Write `changed` as the next version; None when `current` is no longer the stored version."""
        if changed == current:
            return self._unchanged(current, write)
        if current.read_only and write.actor.role != _MAY_REVIVE:
            raise MemoryReadOnlyError
        check_quota(changed.content, len(changed.tags), self._limits.of(current.scope.org_id))
        scope, now = current.scope, self._clock.now()
        key, org_key = self._keys.existing(scope.org_id, scope.user_id), self._keys.for_org(scope.org_id)
        changed = replace(
            changed, version=current.version + 1, updated_by=str(write.actor), update_reason=reason, updated_at=now
        )
        changed = replace(settled(changed, now), read_only=False, forget_at=None)
        index = self._indexer.index(changed.content) if changed.content != current.content else None
        statements = [store.room_for(changed, key, now), *store.update(changed, key)]
        if index is not None:
            statements += store.search_replacement(changed, key, index)
        elif changed.expires_at != current.expires_at:
            statements.append(store.search_renewal(changed))
        if changed.tags != current.tags:
            statements += store.tag_replacement(changed, org_key)
        event = self._event("memory.update", write.actor, scope, changed.id)
        written = WrittenMemory(changed, index is not None and index.pending)
        try:
            with self._writing(written, write) as transaction:
                _, _, updated, *_ = transaction.run(*statements, record(scope.org_id, event, now))
                if not updated:
                    raise _OvertakenError
        except _OvertakenError:
            return None
        return written

    def _unchanged(self, current: Memory, write: Write[WrittenMemory]) -> WrittenMemory:
        """Nothing to write but the answer itself."""
        written = WrittenMemory(current, embedding_pending=False)
        with self._writing(written, write):
            return written

    @contextmanager
    def _writing(self, written: WrittenMemory, write: Write[WrittenMemory]) -> Generator[Transaction, None, None]:
        """A transaction that holds the scope's lock, plans a missing vector and names the duplicate it met."""
        memory = written.memory
        try:
            with self._database.transaction(memory.scope.org_id) as transaction:
                epoch = self._subjects.lock(transaction, memory.scope)
                write.begin(transaction, [memory.scope.user_id])
                yield transaction
                if written.embedding_pending:
                    transaction.run(self._pending_embeddings.plan(memory, epoch))
                write.end(transaction, written)
        except ConstraintViolationError as error:
            if error.constraint != store.UNIQUE_TEXT:
                raise
            raise DuplicateMemoryError(self._reader.active_twin(memory)) from error
        if written.embedding_pending:
            self._pending_embeddings.announce(memory)

    def _scope_of(self, place: MemoryPlace, write: Write[Deletion]) -> Scope:
        """Whose memory it is. One that is gone may have been deleted by an earlier try of this very write."""
        try:
            return self._reader.get(place).scope
        except NotFoundError:
            archived = self._reader.archived_scope(place)
            if archived is not None:
                return archived
            with self._database.transaction(place.org_id) as transaction:
                write.replay(transaction)
            raise

    def _replay(self, write: Write[WrittenMemory], scope: Scope) -> None:
        """Give an earlier try of this very write its answer again, before its precondition is judged anew."""
        with self._database.transaction(scope.org_id) as transaction:
            write.replay(transaction)

    def _event(
        self, action: str, actor: Actor, scope: Scope, target: str | None, detail: dict[str, str | int] | None = None
    ) -> AuditEvent:
        key = self._keys.for_reading(scope.org_id, [scope.user_id]).get(scope.user_id)
        subject = None if key is None else key.blind("subject", scope.user_id)
        return AuditEvent(action, actor, scope.agent_id, subject, target, detail or {})


class _OvertakenError(Exception):
    """Somebody else wrote the next version first."""


def _patched(memory: Memory, patch: MemoryPatch) -> Memory:
    given = {
        "content": patch.content,
        "memory_type": patch.memory_type,
        "tags": patch.tags,
        "pinned": patch.pinned,
        "kind": patch.kind,
        "importance": patch.importance,
    }
    changes: dict[str, Any] = {name: value for name, value in given.items() if value is not None}
    if patch.content is not None:
        changes["language"] = language_of(patch.content)
    return replace(memory, **changes)
