"""The archive as people see it: what is in it, by headline, and the way back."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from agent_memory.audit.model import AuditEvent
from agent_memory.audit.store import record
from agent_memory.core.clock import Clock
from agent_memory.core.errors import DuplicateMemoryError, ForbiddenError, NotFoundError, SubjectForgottenError
from agent_memory.core.paging import Cursor, Page
from agent_memory.core.segmentation import query_terms
from agent_memory.governance import store
from agent_memory.governance.documents import headline_place, opened_payload, reading, version_insertion
from agent_memory.governance.headlines import Headline
from agent_memory.idempotency.service import Write
from agent_memory.memories import store as memory_store
from agent_memory.memories.indexing import Indexer
from agent_memory.memories.model import Memory, MemoryPlace, Status, WrittenMemory, expiry
from agent_memory.memories.reading import MemoryReader
from agent_memory.memories.service import PendingEmbeddings
from agent_memory.platform import vectors
from agent_memory.platform.postgres import ConstraintViolationError, Database, Row
from agent_memory.platform.subject_keys import SubjectKey, SubjectKeys
from agent_memory.subjects.model import Scope
from agent_memory.subjects.service import Subjects, accept_scope


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchivedMemory:
    """What the archive says of a memory without opening it."""

    id: str
    user_id: str
    headline: Headline
    status: Status
    """What it was when it went: active, or superseded by another."""
    version: int
    created_at: datetime
    archived_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchiveFilter:
    """Which archived memories of a user a list shows. Times are those of archiving."""

    text: str | None = None
    since: datetime | None = None
    until: datetime | None = None


class Archive:
    """Shows what is in the archive, and brings it back."""

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

    def list(self, scope: Scope, wanted: ArchiveFilter, *, limit: int, after: Cursor | None) -> Page[ArchivedMemory]:
        """A page of a user's archived memories, last archived first; `text` keeps those that share a keyword with it.

        Raises:
            ForbiddenError: the agent is not registered.
            SubjectForgottenError: the person has been forgotten.
        """
        keys = self._keys.for_reading(scope.org_id, [scope.user_id])
        terms = None
        if wanted.text is not None and scope.user_id in keys:
            terms = vectors.sparse(keys[scope.user_id].blind_terms(query_terms(wanted.text), vectors.TERM_SPACE))
        query = store.statement(
            "list_archive",
            **memory_store.owner_of(scope),
            since=wanted.since,
            until=wanted.until,
            terms=terms,
            after_time=None if after is None else after.moment,
            after_id=None if after is None else after.id,
            count=limit + 1,
        )
        check = self._subjects.find(scope.org_id, scope.agent_id, scope.user_id)
        [found], rows = self._database.read(scope.org_id, check, query)
        accept_scope(found)
        items = tuple(_shown(row, keys[scope.user_id]) for row in rows[:limit])
        return Page(items, Cursor(items[-1].archived_at, items[-1].id) if len(rows) > limit else None)

    def restore(self, place: MemoryPlace, write: Write[WrittenMemory]) -> WrittenMemory:
        """Bring a memory back as it was, with its history and counters; its life begins anew.

        Raises:
            ForbiddenError: the agent is not registered.
            NotFoundError: it is not in the archive, or its person has been forgotten.
            DuplicateMemoryError: an active memory says exactly the same by now.
        """
        scope = self._scope(place, write)
        key, org_key = self._keys.existing(scope.org_id, scope.user_id), self._keys.for_org(scope.org_id)
        row, versions = self._opened(place, key)
        now = self._clock.now()
        memory = _revived(reading(row, scope, key), now)
        index = self._indexer.index(memory.content)
        pending = index.pending and memory.status is Status.ACTIVE
        event = AuditEvent(
            "memory.restore", write.actor, scope.agent_id, key.blind("subject", scope.user_id), memory.id
        )
        written = WrittenMemory(memory, pending)
        try:
            with self._database.transaction(scope.org_id) as transaction:
                epoch = self._subjects.lock(transaction, scope)
                write.begin(transaction, [scope.user_id])
                take = store.statement("take_from_archive", **memory_store.owner_of(scope), memory_id=memory.id)
                if not transaction.rows(take):
                    raise NotFoundError
                transaction.run(
                    memory_store.room_for(memory, key, now),
                    *memory_store.insertion(memory, key, org_key, index),
                    *(version_insertion(each, scope) for each in versions),
                    memory_store.statement(
                        "restore_counters",
                        scope,
                        memory_id=memory.id,
                        access_count=memory.access_count,
                        last_accessed_at=memory.last_accessed_at,
                    ),
                    record(scope.org_id, event, now),
                )
                if pending:
                    transaction.run(self._pending_embeddings.plan(memory, epoch))
                write.end(transaction, written)
        except ConstraintViolationError as error:
            if error.constraint != memory_store.UNIQUE_TEXT:
                raise
            raise DuplicateMemoryError(self._reader.active_twin(memory)) from error
        except SubjectForgottenError as error:
            raise NotFoundError from error
        if pending:
            self._pending_embeddings.announce(memory)
        return written

    def _scope(self, place: MemoryPlace, write: Write[WrittenMemory]) -> Scope:
        """Whose memory it is. One that is not there may have come back by an earlier try of this very write."""
        [[found]] = self._database.read(place.org_id, self._subjects.find(place.org_id, place.agent_id, None))
        if not found["agent_exists"]:
            raise ForbiddenError
        scope = self._reader.archived_scope(place)
        if scope is None:
            with self._database.transaction(place.org_id) as transaction:
                write.replay(transaction)
            raise NotFoundError
        return scope

    def _opened(self, place: MemoryPlace, key: SubjectKey) -> tuple[Row, list[Row]]:
        query = store.statement(
            "read_archived", org_id=place.org_id, agent_id=place.agent_id, memory_id=place.memory_id
        )
        [rows] = self._database.read(place.org_id, query)
        if not rows:
            raise NotFoundError
        return opened_payload(rows[0]["payload"], place.memory_id, rows[0]["version"], key)


def _revived(memory: Memory, now: datetime) -> Memory:
    """A memory as it comes back: what stood in the way of another text is active again, and it is no longer unread."""
    return replace(
        memory,
        status=Status.SUPERSEDED if memory.status is Status.SUPERSEDED else Status.ACTIVE,
        expires_at=expiry(memory.ttl_days, now),
        last_accessed_at=now,
    )


def _shown(row: Row, key: SubjectKey) -> ArchivedMemory:
    line = key.open_json(row["headline"], headline_place(row["memory_id"], row["version"]))
    return ArchivedMemory(
        id=row["memory_id"],
        user_id=row["user_id"],
        headline=Headline(line["text"], line["by"]),
        status=Status(row["status"]),
        version=row["version"],
        created_at=row["created_at"],
        archived_at=row["archived_at"],
    )
