"""Memories on the wire: the contract's model, and what surrounds it."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BeforeValidator, ConfigDict, Field
from pydantic.config import JsonDict

from agent_memory.api.models.common import (
    Content,
    ExternalId,
    Ok,
    PageQuery,
    RequestModel,
    ResponseModel,
    Tag,
    Timestamp,
    WholeNumber,
    whole,
)
from agent_memory.api.problems import problem_of
from agent_memory.core.errors import DuplicateMemoryError, ForbiddenError
from agent_memory.memories.model import (
    DEFAULT_IMPORTANCE,
    Deletion,
    Entity,
    ItemResult,
    Kind,
    Memory,
    MemoryFilter,
    MemoryOrder,
    MemoryPatch,
    MemoryStats,
    MemoryType,
    MemoryVersion,
    NewMemory,
    Source,
    Status,
    WrittenMemory,
)

MAX_TAGS = 50
MAX_BATCH = 100
MAX_TTL_DAYS = 36_500
MAX_VERSION = 2**31 - 1

_Days = Annotated[int, Field(ge=1, le=MAX_TTL_DAYS), BeforeValidator(whole)]


def _what_is_absent_stays(schema: JsonDict) -> None:
    """Defaults of a change stand for nothing and are no values that a client may leave to us."""
    properties = schema["properties"]
    assert isinstance(properties, dict)
    for shape in properties.values():
        assert isinstance(shape, dict)
        shape.pop("default", None)


class MemoryCreate(RequestModel):
    """Body of `POST …/memories`."""

    user_id: ExternalId
    content: Content
    memory_type: MemoryType = MemoryType.FACT
    tags: list[Tag] = Field(default_factory=list[str], max_length=MAX_TAGS)
    pinned: bool = False
    kind: Kind | None = None
    importance: WholeNumber = Field(default=DEFAULT_IMPORTANCE, ge=1, le=5)
    session_id: ExternalId | None = None
    ttl_days: _Days | None = None

    def to_draft(self) -> NewMemory:
        """As the domain knows it. Tags keep their order and appear once."""
        return NewMemory(
            content=self.content,
            memory_type=self.memory_type,
            tags=tuple(dict.fromkeys(self.tags)),
            pinned=self.pinned,
            kind=self.kind,
            importance=self.importance,
            session_id=self.session_id,
            ttl_days=self.ttl_days,
        )


class MemoryChange(RequestModel):
    """Body of `PATCH …/memories/{memoryId}`; what is absent stays."""

    model_config = ConfigDict(json_schema_extra=_what_is_absent_stays)

    content: Content = ""
    memory_type: MemoryType = MemoryType.FACT
    tags: list[Tag] = Field(default_factory=list[str], max_length=MAX_TAGS)
    pinned: bool = False
    kind: Kind = Kind.FACT
    importance: WholeNumber = Field(default=DEFAULT_IMPORTANCE, ge=1, le=5)

    def to_patch(self) -> MemoryPatch:
        """As the domain knows it: only what the client sent."""
        sent = self.model_fields_set
        return MemoryPatch(
            content=self.content if "content" in sent else None,
            memory_type=self.memory_type if "memory_type" in sent else None,
            tags=tuple(dict.fromkeys(self.tags)) if "tags" in sent else None,
            pinned=self.pinned if "pinned" in sent else None,
            kind=self.kind if "kind" in sent else None,
            importance=self.importance if "importance" in sent else None,
        )


class MemoryListQuery(PageQuery):
    """Query of `GET …/memories`."""

    user_id: ExternalId | None = None
    memory_type: MemoryType | None = None
    source: Source | None = None
    tag: Tag | None = None
    pinned: bool | None = None
    session_id: ExternalId | None = None
    status: Status = Status.ACTIVE
    sort: MemoryOrder = MemoryOrder.CREATED_AT

    def to_filter(self, own: str | None) -> MemoryFilter:
        """As the domain knows it; a caller who is a person sees their own.

        Raises:
            ForbiddenError: that person asks for somebody else.
        """
        if own is not None and self.user_id not in (None, own):
            raise ForbiddenError
        return MemoryFilter(
            user_id=self.user_id or own,
            memory_type=self.memory_type,
            source=self.source,
            tag=self.tag,
            pinned=self.pinned,
            session_id=self.session_id,
            status=self.status,
            order=self.sort,
        )


class UserQuery(RequestModel):
    """Query of `DELETE …/memories`."""

    user_id: ExternalId


class EntityOut(ResponseModel):
    """Something named in a memory."""

    name: str
    type: str

    @classmethod
    def of(cls, entity: Entity) -> EntityOut:
        """From the domain."""
        return cls(name=entity.name, type=entity.type)


class MemoryOut(ResponseModel):
    """A memory."""

    id: str
    org_id: str
    agent_id: str
    user_id: str
    memory_type: MemoryType
    source: Source
    content: str
    tags: list[str]
    confidence: float
    source_message_id: str | None
    source_message_ids: list[str] | None
    source_snippet: str | None
    session_id: str | None
    kind: Kind | None
    importance: int
    entities: list[EntityOut] | None
    access_count: int
    last_accessed_at: Timestamp | None
    pinned: bool
    verified: bool
    language: str
    status: Status
    superseded_by: str | None
    version: int
    tier: str
    ttl_days: int | None
    expires_at: Timestamp | None
    read_only: bool | None
    """Present while it is: nobody has recalled it for long."""
    forget_at: Timestamp | None
    created_at: Timestamp
    updated_at: Timestamp
    embedding: Literal["pending"] | None = None

    @classmethod
    def of(cls, memory: Memory) -> MemoryOut:
        """From the domain."""
        return cls(
            id=memory.id,
            org_id=memory.scope.org_id,
            agent_id=memory.scope.agent_id,
            user_id=memory.scope.user_id,
            memory_type=memory.memory_type,
            source=memory.source,
            content=memory.content,
            tags=list(memory.tags),
            confidence=memory.confidence,
            source_message_id=memory.source_message_ids[0] if memory.source_message_ids else None,
            source_message_ids=list(memory.source_message_ids) or None,
            source_snippet=memory.source_snippet,
            session_id=memory.session_id,
            kind=memory.kind,
            importance=memory.importance,
            entities=[EntityOut.of(entity) for entity in memory.entities] or None,
            access_count=memory.access_count,
            last_accessed_at=memory.last_accessed_at,
            pinned=memory.pinned,
            verified=memory.verified,
            language=memory.language,
            status=memory.status,
            superseded_by=memory.superseded_by,
            version=memory.version,
            tier=memory.tier,
            ttl_days=memory.ttl_days,
            expires_at=memory.expires_at,
            read_only=memory.read_only or None,
            forget_at=memory.forget_at,
            created_at=memory.created_at,
            updated_at=memory.updated_at,
        )

    @classmethod
    def written(cls, written: WrittenMemory) -> MemoryOut:
        """From the domain, after a write."""
        shown = cls.of(written.memory)
        return shown.model_copy(update={"embedding": "pending"}) if written.embedding_pending else shown


class MemoryVersionOut(ResponseModel):
    """A memory at one version."""

    version: int
    content: str
    updated_by: str
    update_reason: str
    created_at: Timestamp

    @classmethod
    def of(cls, version: MemoryVersion) -> MemoryVersionOut:
        """From the domain."""
        return cls(
            version=version.version,
            content=version.content,
            updated_by=version.updated_by,
            update_reason=version.update_reason,
            created_at=version.created_at,
        )


class DeletedOut(Ok):
    """`{"ok": true, "deleted": 5}`; `superseded` counts overruled statements that went with them."""

    deleted: int
    superseded: int

    @classmethod
    def of(cls, deletion: Deletion) -> DeletedOut:
        """From the domain."""
        return cls(deleted=deletion.memories, superseded=deletion.superseded)


class StatsOut(ResponseModel):
    """Counts of what a list shows; zero counts are left out."""

    total: int
    by_type: dict[str, int]
    by_source: dict[str, int]
    user_count: int

    @classmethod
    def of(cls, stats: MemoryStats) -> StatsOut:
        """From the domain."""
        return cls(total=stats.total, by_type=stats.by_type, by_source=stats.by_source, user_count=stats.user_count)


class RollbackAsk(RequestModel):
    """Body of `POST …/rollback`."""

    version: WholeNumber = Field(ge=1, le=MAX_VERSION)


class BatchCreate(RequestModel):
    """Body of `POST …/memories/batch`."""

    items: list[MemoryCreate] = Field(min_length=1, max_length=MAX_BATCH)


class BatchErrorOut(ResponseModel):
    """Why an item was not created."""

    code: str
    detail: str
    existing_id: str | None


class BatchItemOut(ResponseModel):
    """What became of one item: the status it would have had alone, and its memory or its problem."""

    status: int
    memory: MemoryOut | None
    error: BatchErrorOut | None

    @classmethod
    def of(cls, result: ItemResult) -> BatchItemOut:
        """From the domain."""
        if result.error is None:
            memory = None if result.written is None else MemoryOut.written(result.written)
            return cls(status=201, memory=memory, error=None)
        problem = problem_of(result.error)
        existing = result.error.existing_id if isinstance(result.error, DuplicateMemoryError) else None
        error = BatchErrorOut(code=problem.code, detail=str(result.error), existing_id=existing)
        return cls(status=problem.status, memory=None, error=error)


class BatchOut(ResponseModel):
    """Results in the order of the items."""

    results: list[BatchItemOut]
