"""Bodies of the review routes: what is held, and what is decided."""

from __future__ import annotations

from typing import Literal

from agent_memory.api.models.common import ExternalId, PageQuery, RequestModel, ResponseModel, Timestamp
from agent_memory.memories.model import Decision, Kind, Memory, MemoryType, Review, Reviewed


class ReviewListQuery(PageQuery):
    """Query of `GET …/reviews`."""

    user_id: ExternalId | None = None


class OverruledOut(ResponseModel):
    """A memory that would be superseded."""

    id: str
    content: str
    memory_type: MemoryType
    created_at: Timestamp

    @classmethod
    def of(cls, memory: Memory) -> OverruledOut:
        """As the API shows it."""
        return cls(id=memory.id, content=memory.content, memory_type=memory.memory_type, created_at=memory.created_at)


class ReviewOut(ResponseModel):
    """A held memory and what accepting it would retire."""

    id: str
    """The memory's."""
    user_id: str
    content: str
    memory_type: MemoryType
    kind: Kind | None
    reason: Literal["supersedes_many"]
    would_supersede: list[OverruledOut]
    session_id: str | None
    source_message_ids: list[str]
    created_at: Timestamp

    @classmethod
    def of(cls, review: Review) -> ReviewOut:
        """As the API shows it."""
        held = review.held
        return cls(
            id=held.id,
            user_id=held.scope.user_id,
            content=held.content,
            memory_type=held.memory_type,
            kind=held.kind,
            reason="supersedes_many",
            would_supersede=[OverruledOut.of(memory) for memory in review.overrules],
            session_id=held.session_id,
            source_message_ids=list(held.source_message_ids),
            created_at=held.created_at,
        )


class ReviewDecide(RequestModel):
    """Body of `POST …/reviews/{reviewId}`."""

    decision: Decision


class ReviewedOut(ResponseModel):
    """What became of a held memory."""

    id: str
    decision: Decision
    superseded: list[str]
    """Ids of the memories it overruled."""

    @classmethod
    def of(cls, reviewed: Reviewed) -> ReviewedOut:
        """As the API shows it."""
        return cls(id=reviewed.memory_id, decision=reviewed.decision, superseded=list(reviewed.superseded))
