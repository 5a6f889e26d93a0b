"""The read side of the memory API: one memory, a page of them, counts, history."""

from __future__ import annotations

from typing import Any

from agent_memory.core.clock import Clock
from agent_memory.core.errors import NotFoundError
from agent_memory.core.paging import Cursor, Page, fitting
from agent_memory.memories import store
from agent_memory.memories.model import Memory, MemoryFilter, MemoryOrder, MemoryPlace, MemoryStats, MemoryVersion
from agent_memory.platform.postgres import Database, Row
from agent_memory.platform.subject_keys import SubjectKeys
from agent_memory.subjects.model import Scope
from agent_memory.subjects.service import Subjects, accept_scope


class MemoryReader:
    """Shows memories of an org's agents."""

    def __init__(self, database: Database, subjects: Subjects, keys: SubjectKeys, clock: Clock) -> None:
        self._database = database
        self._subjects = subjects
        self._keys = keys
        self._clock = clock

    def get(self, place: MemoryPlace) -> Memory:
        """One memory, whatever its status.

        Raises:
            ForbiddenError: the agent is not registered.
            NotFoundError: the agent has no such memory, or its person has been forgotten.
        """
        find = store.statement(
            "find_memory",
            org_id=place.org_id,
            agent_id=place.agent_id,
            memory_id=place.memory_id,
            user_id=place.user_id,
        )
        [scope], found = self._database.read(
            place.org_id, self._subjects.find(place.org_id, place.agent_id, None), find
        )
        accept_scope(scope)
        if not found:
            raise NotFoundError
        return store.read_memory(found[0], self._keys.existing(place.org_id, found[0]["user_id"]))

    def archived_scope(self, place: MemoryPlace) -> Scope | None:
        """Whose memory it is, if it is in the archive."""
        query = store.statement(
            "find_archived",
            org_id=place.org_id,
            agent_id=place.agent_id,
            memory_id=place.memory_id,
            user_id=place.user_id,
        )
        [rows] = self._database.read(place.org_id, query)
        return Scope(place.org_id, place.agent_id, rows[0]["user_id"]) if rows else None

    def active_twin(self, memory: Memory) -> str:
        """The id of the active memory that says exactly this; empty when there is none (any more)."""
        key = self._keys.existing(memory.scope.org_id, memory.scope.user_id)
        hashed = store.content_hash(key, memory.content)
        query = store.statement("find_active_text", memory.scope, content_hash=hashed)
        [rows] = self._database.read(memory.scope.org_id, query)
        return rows[0]["memory_id"] if rows else ""

    def list(
        self, org_id: str, agent_id: str, wanted: MemoryFilter, *, limit: int, after: Cursor | None
    ) -> Page[Memory]:
        """A page of memories.

        Raises:
            ForbiddenError: the agent is not registered.
            SubjectForgottenError: the person asked for has been forgotten.
        """
        by_importance = wanted.order is MemoryOrder.IMPORTANCE
        tag_hmac = None if wanted.tag is None else store.tag_hash(self._keys.for_org(org_id), wanted.tag)
        name, more_parameters = "list_memories", dict[str, Any]()
        if by_importance:
            name = "list_memories_by_importance"
            more_parameters = {"tag_hmac": tag_hmac, "after_rank": None if after is None else after.rank}
        elif tag_hmac is not None:
            name, more_parameters = "list_memories_with_tag", {"tag_hmac": tag_hmac}
        query = store.statement(
            name,
            org_id=org_id,
            agent_id=agent_id,
            user_id=wanted.user_id,
            memory_type=wanted.memory_type,
            source=wanted.source,
            pinned=wanted.pinned,
            session_id=wanted.session_id,
            status=wanted.status,
            after_time=None if after is None else after.moment,
            after_id=None if after is None else after.id,
            now=self._clock.now(),
            count=limit + 1,
            **more_parameters,
        )
        [scope], rows = self._database.read(org_id, self._subjects.find(org_id, agent_id, wanted.user_id), query)
        accept_scope(scope)
        shown = fitting(rows[:limit])
        keys = self._keys.for_reading(org_id, {row["user_id"] for row in shown})
        items = tuple(store.read_memory(row, keys[row["user_id"]]) for row in shown)
        more = len(shown) < len(rows)
        if not more or not items:
            return Page(items, None)
        last = items[-1]
        return Page(items, Cursor(last.created_at, last.id, last.importance if by_importance else None))

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

    def versions(self, place: MemoryPlace) -> tuple[MemoryVersion, ...]:
        """The memory now and as it was, newest first.

        Raises:
            ForbiddenError, NotFoundError: as `get`.
        """
        return self.history(self.get(place))

    def history(self, current: Memory) -> tuple[MemoryVersion, ...]:
        """A memory that was just read, and as it was, newest first."""
        key = self._keys.existing(current.scope.org_id, current.scope.user_id)
        query = store.statement("list_versions", current.scope, memory_id=current.id)
        rows = self._database.read(current.scope.org_id, query)[0]
        past = [store.read_version(row, current.id, key) for row in rows]
        newest = MemoryVersion(
            current.version, current.content, current.updated_by, current.update_reason, current.updated_at
        )
        return (newest, *(version for version in past if version.version < current.version))
