"""The rules of the memory API: create, read, change, list, count, delete."""

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
    MemoryServiceError,
    NotFoundError,
    PreconditionFailedError,
)
from agent_memory.core.ids import new_memory_id
from agent_memory.core.paging import Cursor, Page, fitting
from agent_memory.core.text import language_of
from agent_memory.memories import store
from agent_memory.memories.indexing import Index, Indexer
from agent_memory.memories.model import (
    Deletion,
    Memory,
    MemoryFilter,
    MemoryPatch,
    MemoryStats,
    MemoryVersion,
    NewMemory,
    Source,
    WrittenMemory,
    expiry,
)
from agent_memory.platform.postgres import ConstraintViolationError, Database, Query, Row, Transaction
from agent_memory.platform.subject_keys import SubjectKeys
from agent_memory.subjects.model import Scope
from agent_memory.subjects.service import Subjects, accept_scope

_UNIQUE_TEXT = "memory_active_text"
_PATCH_ATTEMPTS = 5


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
    """Memories of an org's agents, one statement at a time."""

    def __init__(
        self,
        database: Database,
        subjects: Subjects,
        keys: SubjectKeys,
        indexer: Indexer,
        clock: Clock,
        pending_embeddings: PendingEmbeddings,
    ) -> None:
        self._database = database
        self._subjects = subjects
        self._keys = keys
        self._indexer = indexer
        self._clock = clock
        self._pending_embeddings = pending_embeddings

    def create(self, scope: Scope, draft: NewMemory, source: Source, actor: Actor) -> WrittenMemory:
        """Store a statement somebody made about a user.

        Raises:
            ForbiddenError: the agent is not registered.
            SubjectForgottenError: the person has been forgotten.
            DuplicateMemoryError: an active memory says exactly this already.
        """
        self._subjects.check(scope)
        index = self._indexer.index(draft.content)
        now = self._clock.now()
        memory = Memory(
            id=new_memory_id(now),
            scope=scope,
            memory_type=draft.memory_type,
            source=source,
            content=draft.content,
            tags=draft.tags,
            confidence=1.0,
            pinned=draft.pinned,
            kind=draft.kind,
            importance=draft.importance,
            session_id=draft.session_id,
            language=language_of(draft.content),
            observed_at=now,
            verified=True,
            updated_by=str(actor),
            update_reason="created",
            ttl_days=draft.ttl_days,
            expires_at=expiry(draft.ttl_days, now),
            created_at=now,
            updated_at=now,
        )
        key, org_key = self._keys.for_writing(scope.org_id, scope.user_id), self._keys.for_org(scope.org_id)
        statements = [store.room_for(memory, key, now), *store.insertion(memory, key, org_key, index)]
        event = self._event("memory.create", actor, scope, memory.id)
        with self._writing(memory, index) as transaction:
            transaction.run(*statements, record(scope.org_id, event, now))
        return WrittenMemory(memory, index.pending)

    def get(self, org_id: str, agent_id: str, memory_id: str) -> Memory:
        """One memory, whatever its status.

        Raises:
            ForbiddenError: the agent is not registered.
            NotFoundError: the agent has no such memory, or its person has been forgotten.
        """
        [scope], found = self._database.read(
            org_id,
            self._subjects.find(org_id, agent_id, None),
            store.statement("find_memory", org_id=org_id, agent_id=agent_id, memory_id=memory_id),
        )
        accept_scope(scope)
        if not found:
            raise NotFoundError
        return store.read_memory(found[0], self._keys.existing(org_id, found[0]["user_id"]))

    def list(
        self, org_id: str, agent_id: str, wanted: MemoryFilter, *, limit: int, after: Cursor | None
    ) -> Page[Memory]:
        """A page of memories, newest first.

        Raises:
            ForbiddenError: the agent is not registered.
            SubjectForgottenError: the person asked for has been forgotten.
        """
        tag_hmac = None if wanted.tag is None else store.tag_hash(self._keys.for_org(org_id), wanted.tag)
        query = store.statement(
            "list_memories",
            org_id=org_id,
            agent_id=agent_id,
            user_id=wanted.user_id,
            memory_type=wanted.memory_type,
            source=wanted.source,
            pinned=wanted.pinned,
            session_id=wanted.session_id,
            status=wanted.status,
            tag_hmac=tag_hmac,
            after_time=None if after is None else after.moment,
            after_id=None if after is None else after.id,
            now=self._clock.now(),
            count=limit + 1,
        )
        [scope], rows = self._database.read(org_id, self._subjects.find(org_id, agent_id, wanted.user_id), query)
        accept_scope(scope)
        shown = fitting(rows[:limit])
        keys = self._keys.for_reading(org_id, {row["user_id"] for row in shown})
        items = tuple(store.read_memory(row, keys[row["user_id"]]) for row in shown)
        more = len(shown) < len(rows)
        return Page(items, Cursor(items[-1].created_at, items[-1].id) if more and items else None)

    def update(
        self, org_id: str, agent_id: str, memory_id: str, patch: MemoryPatch, actor: Actor, *, if_version: int | None
    ) -> WrittenMemory:
        """Change some fields; what was becomes a version. Changing only tags, pinned or type calls no model.

        Raises:
            ForbiddenError, NotFoundError: as `get`.
            PreconditionFailedError: `if_version` is given and is not the current version.
            DuplicateMemoryError: another active memory says exactly the new text.
        """
        for _ in range(_PATCH_ATTEMPTS):
            current = self.get(org_id, agent_id, memory_id)
            if if_version is not None and current.version != if_version:
                raise PreconditionFailedError
            changed = _patched(current, patch)
            if changed == current:
                return WrittenMemory(current, embedding_pending=False)
            written = self._replace(current, changed, actor)
            if written is not None:
                return written
        raise PreconditionFailedError

    def delete(self, org_id: str, agent_id: str, memory_id: str, actor: Actor) -> Deletion:
        """Delete one memory, its versions, its search rows and what it had overruled.

        Raises:
            ForbiddenError, NotFoundError: as `get`.
        """
        scope = self.get(org_id, agent_id, memory_id).scope
        event = self._event("memory.delete", actor, scope, memory_id)
        with self._database.transaction(org_id) as transaction:
            self._subjects.lock(transaction, scope)
            [counts], _ = transaction.run(
                store.statement("delete_memory", scope, memory_id=memory_id),
                record(org_id, event, self._clock.now()),
            )
            if counts["memories"] == 0:
                raise NotFoundError
        return Deletion(counts["memories"], counts["superseded"])

    def delete_all(self, scope: Scope, actor: Actor) -> Deletion:
        """Delete everything an agent remembers of a user, and stop what was accepted earlier. Verified zero.

        Raises:
            ForbiddenError: the agent is not registered.
            SubjectForgottenError: the person has been forgotten.
            RemainsError: rows were left; nothing was deleted.
        """
        with self._database.transaction(scope.org_id) as transaction:
            self._subjects.lock(transaction, scope)
            _, [counts], [remains] = transaction.run(
                self._subjects.raise_epoch(scope),
                store.statement("delete_memories_of_user", scope),
                store.statement("count_remains", scope),
            )
            if any(remains.values()):
                raise RemainsError
            event = self._event("memory.delete_all", actor, scope, None, dict(counts))
            transaction.run(record(scope.org_id, event, self._clock.now()))
        return Deletion(counts["memories"], counts["superseded"])

    def stats(self, org_id: str, agent_id: str) -> MemoryStats:
        """Counts of what a list of the agent shows.

        Raises:
            ForbiddenError: the agent is not registered.
        """
        query = store.statement("memory_stats", org_id=org_id, agent_id=agent_id, now=self._clock.now())
        [scope], rows = self._database.read(org_id, self._subjects.find(org_id, agent_id, None), query)
        accept_scope(scope)
        by_level: dict[int, list[Row]] = {}
        for row in rows:
            by_level.setdefault(row["level"], []).append(row)
        [total] = by_level[0b11]  # grouped by nothing
        return MemoryStats(
            total=total["count"],
            by_type={row["memory_type"]: row["count"] for row in by_level.get(0b01, [])},
            by_source={row["source"]: row["count"] for row in by_level.get(0b10, [])},
            user_count=total["users"],
        )

    def versions(self, org_id: str, agent_id: str, memory_id: str) -> tuple[MemoryVersion, ...]:
        """The memory now and as it was, newest first.

        Raises:
            ForbiddenError, NotFoundError: as `get`.
        """
        current = self.get(org_id, agent_id, memory_id)
        key = self._keys.existing(org_id, current.scope.user_id)
        query = store.statement("list_versions", current.scope, memory_id=memory_id)
        past = [store.read_version(row, memory_id, key) for row in self._database.read(org_id, query)[0]]
        newest = MemoryVersion(
            current.version, current.content, current.updated_by, current.update_reason, current.updated_at
        )
        return (newest, *(version for version in past if version.version < current.version))

    def _replace(self, current: Memory, changed: Memory, actor: Actor) -> WrittenMemory | None:
        """Write `changed` as the next version; None when `current` is no longer the stored version."""
        scope, now = current.scope, self._clock.now()
        key, org_key = self._keys.existing(scope.org_id, scope.user_id), self._keys.for_org(scope.org_id)
        changed = replace(
            changed, version=current.version + 1, updated_by=str(actor), update_reason="changed", updated_at=now
        )
        index = self._indexer.index(changed.content) if changed.content != current.content else None
        statements = [store.room_for(changed, key, now), *store.update(changed, key)]
        if index is not None:
            statements += store.search_replacement(changed, key, index)
        if changed.tags != current.tags:
            statements += store.tag_replacement(changed, org_key)
        event = self._event("memory.update", actor, scope, changed.id)
        try:
            with self._writing(changed, index) as transaction:
                _, _, updated, *_ = transaction.run(*statements, record(scope.org_id, event, now))
                if not updated:
                    raise _OvertakenError
        except _OvertakenError:
            return None
        return WrittenMemory(changed, index is not None and index.pending)

    @contextmanager
    def _writing(self, memory: Memory, index: Index | None) -> Generator[Transaction, None, None]:
        """A transaction that holds the scope's lock, plans a missing vector and names the duplicate it met."""
        pending = index is not None and index.pending
        try:
            with self._database.transaction(memory.scope.org_id) as transaction:
                epoch = self._subjects.lock(transaction, memory.scope)
                yield transaction
                if pending:
                    transaction.run(self._pending_embeddings.plan(memory, epoch))
        except ConstraintViolationError as error:
            if error.constraint != _UNIQUE_TEXT:
                raise
            raise DuplicateMemoryError(self._existing_id(memory)) from error
        if pending:
            self._pending_embeddings.announce(memory)

    def _existing_id(self, memory: Memory) -> str:
        key = self._keys.existing(memory.scope.org_id, memory.scope.user_id)
        hashed = store.content_hash(key, memory.content)
        query = store.statement("find_active_text", memory.scope, content_hash=hashed)
        rows = self._database.read(memory.scope.org_id, query)[0]
        return rows[0]["memory_id"] if rows else ""

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
