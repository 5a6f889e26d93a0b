"""Pure types of a conversation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from agent_memory.core.dependencies import CHAT, EMBEDDING
from agent_memory.core.ids import derived_id
from agent_memory.subjects.model import Scope


class Role(StrEnum):
    """Who spoke a turn. Only the user's words are a source of memories; the rest is context."""

    USER = "user"
    ASSISTANT = "assistant"
    SYSTEM = "system"
    TOOL = "tool"


class JobKind(StrEnum):
    """What a job does."""

    CONVERSATION = "conversation"
    EMBEDDING = "embedding"

    @property
    def needs(self) -> tuple[str, ...]:
        """The models that such a job calls."""
        return (CHAT, EMBEDDING) if self is JobKind.CONVERSATION else (EMBEDDING,)


class JobStatus(StrEnum):
    """Where a job stands."""

    QUEUED = "queued"
    RUNNING = "running"
    SUCCEEDED = "succeeded"
    FAILED = "failed"
    REFUSED = "refused"

    @property
    def is_final(self) -> bool:
        """Whether nothing more will happen to the job by itself."""
        return self in (JobStatus.SUCCEEDED, JobStatus.FAILED, JobStatus.REFUSED)


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """One message of a conversation as it was sent to us."""

    role: Role
    content: str
    message_id: str | None = None
    occurred_at: datetime | None = None
    attachments: tuple[dict[str, Any], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Conversation:
    """A piece of a session as it was sent to us."""

    scope: Scope
    session_id: str
    messages: tuple[Message, ...]
    time_zone: str | None = None
    end_of_session: bool = False
    platform: str | None = None
    intent: str | None = None
    satisfaction: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """A stored message."""

    id: str
    scope: Scope
    session_id: str
    message_id: str
    sequence: int
    role: Role
    content: str
    language: str
    time_zone: str
    occurred_at: datetime
    job_id: str
    epoch: int = 0
    """The scope's epoch when the turn was stored: an older one than the scope's makes the turn void."""
    token_count: int | None = None
    platform: str | None = None
    intent: str | None = None
    satisfaction: float | None = None
    attachments: tuple[dict[str, Any], ...] = ()
    created_at: datetime


@dataclass(frozen=True, slots=True)
class JobResult:
    """What became of one candidate, or of one message that gave none."""

    action: str
    """`stored`, `merged`, `superseded`, `skipped` or `held`."""
    reason: str
    memory_id: str | None = None
    content: str | None = None
    message_ids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """Work accepted for a user."""

    scope: Scope
    job_id: str
    kind: JobKind
    status: JobStatus
    epoch: int
    session_id: str | None = None
    memory_id: str | None = None
    attempts: int = 0
    results: tuple[JobResult, ...] = ()
    extractor: dict[str, str] | None = None
    usage: dict[str, int] | None = None
    failure: str | None = None
    created_at: datetime
    finished_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnFilter:
    """Which turns of a scope a list shows."""

    session_id: str | None = None
    since: datetime | None = None
    until: datetime | None = None
    text: str | None = None


def message_id_of(message: Message, session_id: str, position: int) -> str:
    """The message's own id, or one derived from session, role, content and position."""
    return message.message_id or derived_id("message", session_id, message.role, message.content, str(position))


def turn_id_of(scope: Scope, session_id: str, message_id: str) -> str:
    """The id under which a message is stored: the same for every delivery of it."""
    return derived_id("turn", scope.agent_id, scope.user_id, session_id, message_id)


def job_id_of(scope: Scope, session_id: str, message_ids: Sequence[str]) -> str:
    """The id of a job whose sender set none: the same for every delivery of the same messages."""
    return derived_id("job", scope.org_id, scope.agent_id, scope.user_id, session_id, *message_ids)
