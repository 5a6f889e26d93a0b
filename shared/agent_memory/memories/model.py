"""Pure types of a memory. Field names follow the API contract (section A of the requirements)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final, TypedDict

from agent_memory.core.errors import MemoryServiceError
from agent_memory.subjects.model import Scope

DEFAULT_IMPORTANCE: Final = 3


class MemoryType(StrEnum):
    """What a memory is for; decides how it is injected into the context."""

    CORE = "core"
    FACT = "fact"
    PREFERENCE = "preference"
    SUMMARY = "summary"
    NOTE = "note"


PROTECTED_TYPES: Final = frozenset({MemoryType.CORE, MemoryType.NOTE})
"""These, and whatever is pinned, never go by themselves (requirement H1)."""


class Source(StrEnum):
    """How a memory came to be."""

    AUTO = "auto"
    AGENT = "agent"
    ADMIN = "admin"


class Kind(StrEnum):
    """What sort of statement an extracted memory is; refines `MemoryType` and sets the default TTL."""

    FACT = "fact"
    PREFERENCE = "preference"
    CONSTRAINT = "constraint"
    INTENT = "intent"
    KNOWLEDGE = "knowledge"
    RELATIONSHIP = "relationship"


TTL_DAYS: dict[Kind, int] = {
    Kind.FACT: 180,
    Kind.PREFERENCE: 365,
    Kind.CONSTRAINT: 30,
    Kind.INTENT: 7,
    Kind.KNOWLEDGE: 365,
    Kind.RELATIONSHIP: 730,
}
"""Default time to live of an extracted memory, in days (requirement B4)."""


def memory_type_of(kind: Kind) -> MemoryType:
    """The memory type that extraction gives a statement of this kind (requirement B4)."""
    return MemoryType.PREFERENCE if kind is Kind.PREFERENCE else MemoryType.FACT


class Status(StrEnum):
    """Where a memory stands. Only active ones are recalled."""

    ACTIVE = "active"
    SUPERSEDED = "superseded"
    HELD = "held"
    ARCHIVED = "archived"


@dataclass(frozen=True, slots=True)
class Entity:
    """Something named in a statement."""

    name: str
    type: str
    """One of: person, organization, location, product, event, other."""


@dataclass(frozen=True, slots=True)
class MemoryPlace:
    """Where a memory is looked for: by id, inside one agent of one org."""

    org_id: str
    agent_id: str
    memory_id: str
    user_id: str | None = None
    """When given, a memory of anybody else is not found."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory:
    """One atomic statement about one user, as stored."""

    id: str
    scope: Scope
    memory_type: MemoryType
    source: Source
    content: str
    tags: tuple[str, ...] = ()
    confidence: float
    pinned: bool = False
    kind: Kind | None = None
    importance: int = DEFAULT_IMPORTANCE
    entities: tuple[Entity, ...] = ()
    source_snippet: str | None = None
    source_message_ids: tuple[str, ...] = ()
    replaces: str | None = None
    """The old value that the statement explicitly corrected, when it said so."""
    overrules: tuple[str, ...] = ()
    """Of a held memory: the memories it would supersede."""
    session_id: str | None = None
    language: str
    observed_at: datetime
    """When it was said: the order in which statements overrule each other, whatever order they arrive in."""
    observed_sequence: int = 0
    verified: bool = False
    status: Status = Status.ACTIVE
    superseded_by: str | None = None
    version: int = 1
    updated_by: str
    update_reason: str
    tier: str = "hot"
    ttl_days: int | None = None
    expires_at: datetime | None = None
    access_count: int = 0
    last_accessed_at: datetime | None = None
    created_at: datetime
    updated_at: datetime
    read_only: bool = False
    """Not recalled for so long that only an admin may change it; being recalled ends that."""
    forget_at: datetime | None = None
    """When it is forgotten unless it is recalled or changed before."""

    @property
    def is_protected(self) -> bool:
        """Whether it never goes by itself: neither by its age nor for want of readers."""
        return self.pinned or self.memory_type in PROTECTED_TYPES


class Standing(TypedDict):
    """What a correction takes over from what it corrects."""

    pinned: bool
    memory_type: MemoryType
    expires_at: datetime | None


def standing(overruled: Sequence[Memory], memory: Memory) -> Standing:
    """The place of a correction: what stood in layer one stays in layer one."""
    is_core = any(other.memory_type is MemoryType.CORE for other in overruled)
    pinned = memory.pinned or any(other.pinned for other in overruled)
    memory_type = MemoryType.CORE if is_core else memory.memory_type
    protected = replace(memory, pinned=pinned, memory_type=memory_type).is_protected
    return {
        "pinned": pinned,
        "memory_type": memory_type,
        "expires_at": None if protected else memory.expires_at,
    }


def is_new_version(before: Memory, after: Memory) -> bool:
    """Whether a change moves version and `updatedAt`: sources, certainty, counters and TTL do not."""
    return _versioned(before) != _versioned(after)


def _versioned(memory: Memory) -> tuple[object, ...]:
    return (
        memory.content,
        memory.memory_type,
        memory.tags,
        memory.pinned,
        memory.kind,
        memory.importance,
        memory.status,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class NewMemory:
    """What a caller says of a memory to be created."""

    content: str
    memory_type: MemoryType = MemoryType.FACT
    tags: tuple[str, ...] = ()
    pinned: bool = False
    kind: Kind | None = None
    importance: int = DEFAULT_IMPORTANCE
    session_id: str | None = None
    ttl_days: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryPatch:
    """What a caller changes; None leaves a field as it is."""

    content: str | None = None
    memory_type: MemoryType | None = None
    tags: tuple[str, ...] | None = None
    pinned: bool | None = None
    kind: Kind | None = None
    importance: int | None = None


@dataclass(frozen=True, slots=True)
class WrittenMemory:
    """A memory after a write."""

    memory: Memory
    embedding_pending: bool
    """The embedder was down: text and terms are written, a job computes the vector."""


@dataclass(frozen=True, slots=True)
class BatchItem:
    """One memory to be created, and for whom."""

    user_id: str
    draft: NewMemory


@dataclass(frozen=True, slots=True)
class ItemResult:
    """What became of an item: a written memory, or why not."""

    written: WrittenMemory | None = None
    error: MemoryServiceError | None = None


class MemoryOrder(StrEnum):
    """What a list begins with: the newest, or the most important and of those the newest."""

    CREATED_AT = "createdAt"
    IMPORTANCE = "importance"


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryFilter:
    """Which memories a list shows, and in which order. None does not filter."""

    user_id: str | None = None
    memory_type: MemoryType | None = None
    source: Source | None = None
    tag: str | None = None
    pinned: bool | None = None
    session_id: str | None = None
    status: Status = Status.ACTIVE
    order: MemoryOrder = MemoryOrder.CREATED_AT


class Decision(StrEnum):
    """What somebody decides about a held memory."""

    ACCEPT = "accept"
    REJECT = "reject"


@dataclass(frozen=True, slots=True)
class Review:
    """A held memory, and what of that which it overrules is still active."""

    held: Memory
    overrules: tuple[Memory, ...]


@dataclass(frozen=True, slots=True)
class Reviewed:
    """What was decided about a held memory, and which memories it superseded."""

    memory_id: str
    decision: Decision
    superseded: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MemoryVersion:
    """A memory as it was, or is, at one version."""

    version: int
    content: str
    updated_by: str
    update_reason: str
    created_at: datetime


@dataclass(frozen=True, slots=True)
class MemoryStats:
    """Counts of active, unexpired memories of an agent."""

    total: int
    by_type: dict[str, int]
    by_source: dict[str, int]
    user_count: int


@dataclass(frozen=True, slots=True)
class Deletion:
    """What a deletion removed."""

    memories: int
    """Memories as a list shows them, whatever their status, but for the superseded ones."""
    superseded: int
    """Statements that had been overruled and were kept for lineage."""


def expiry(ttl_days: int | None, start: datetime) -> datetime | None:
    """When a memory that lives `ttl_days` from `start` expires; None for never."""
    return None if ttl_days is None else start + timedelta(days=ttl_days)


def settled(memory: Memory, now: datetime) -> Memory:
    """A memory whose end goes with its standing: what is protected has none, what is no longer begins its life anew."""
    if memory.is_protected:
        return replace(memory, expires_at=None)
    if memory.expires_at is None and memory.ttl_days is not None:
        return replace(memory, expires_at=expiry(memory.ttl_days, now))
    return memory
