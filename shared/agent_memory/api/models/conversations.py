"""Conversations, turns and jobs on the wire. A chat backend's queue message has the same body."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import BeforeValidator, Field

from agent_memory.api.models.common import (
    ExternalId,
    Moment,
    Occurrence,
    PageQuery,
    RequestModel,
    ResourceId,
    ResponseModel,
    Timestamp,
    TimeZone,
    VisibleText,
    whole,
)
from agent_memory.conversations.model import (
    Conversation,
    Job,
    JobResult,
    JobStatus,
    Message,
    Role,
    Turn,
    TurnFilter,
)
from agent_memory.memories.model import Kind, Memory
from agent_memory.subjects.model import Scope

if TYPE_CHECKING:
    from agent_memory.extraction.dry_run import Preview

MAX_MESSAGES = 200
MAX_SIZE = 2**53 - 1
"""Bytes of an attachment: the largest number that every JSON reader takes as it is."""

_Size = Annotated[int, Field(ge=0, le=MAX_SIZE), BeforeValidator(whole)]


class AttachmentIn(RequestModel):
    """What is known of an attachment; never its content."""

    name: str | None = Field(default=None, max_length=500)
    media_type: str | None = Field(default=None, max_length=200)
    size: _Size | None = None
    url: str | None = Field(default=None, max_length=2000)


class MessageIn(RequestModel):
    """One message of a conversation."""

    message_id: ExternalId | None = None
    role: Role
    content: VisibleText
    occurred_at: Occurrence | None = None
    attachments: list[AttachmentIn] = Field(default_factory=list[AttachmentIn], max_length=50)


class ConversationMetadata(RequestModel):
    """What the sender knows of the conversation as a whole."""

    platform: str | None = Field(default=None, max_length=100)
    intent: str | None = Field(default=None, max_length=200)
    satisfaction: float | None = Field(default=None, ge=0, le=5)
    language: str | None = Field(default=None, max_length=35)


class ConversationBody(RequestModel):
    """A piece of conversation; body of `POST …/extract:dryRun`."""

    user_id: ExternalId
    session_id: ExternalId
    time_zone: TimeZone | None = None
    end_of_session: bool = False
    messages: list[MessageIn] = Field(min_length=1, max_length=MAX_MESSAGES)
    metadata: ConversationMetadata = ConversationMetadata()

    def to_conversation(self, org_id: str, agent_id: str) -> Conversation:
        """As the domain knows it."""
        return Conversation(
            scope=Scope(org_id, agent_id, self.user_id),
            session_id=self.session_id,
            messages=tuple(
                Message(
                    role=message.role,
                    content=message.content,
                    message_id=message.message_id,
                    occurred_at=message.occurred_at,
                    attachments=tuple(
                        item.model_dump(by_alias=True, exclude_none=True) for item in message.attachments
                    ),
                )
                for message in self.messages
            ),
            time_zone=self.time_zone,
            end_of_session=self.end_of_session,
            platform=self.metadata.platform,
            intent=self.metadata.intent,
            satisfaction=self.metadata.satisfaction,
        )


class ConversationCreate(ConversationBody):
    """Body of `POST …/conversations`."""

    job_id: ResourceId | None = None


class JobAccepted(ResponseModel):
    """Answer of `POST …/conversations`."""

    job_id: str
    status: JobStatus


class JobListQuery(PageQuery):
    """Query of `GET …/jobs`."""

    user_id: ExternalId
    session_id: ExternalId | None = None
    status: JobStatus | None = None


class TurnListQuery(PageQuery):
    """Query of `GET …/conversations`."""

    user_id: ExternalId
    session_id: ExternalId | None = None
    since: Moment | None = Field(default=None, alias="from")
    until: Moment | None = Field(default=None, alias="to")
    q: str | None = Field(default=None, min_length=1, max_length=1000)

    def to_filter(self) -> TurnFilter:
        """As the domain knows it."""
        return TurnFilter(session_id=self.session_id, since=self.since, until=self.until, text=self.q)


class JobResultOut(ResponseModel):
    """What became of one candidate, or of one message that gave none."""

    action: str
    reason: str
    memory_id: str | None
    content: str | None
    message_ids: list[str]

    @classmethod
    def of(cls, result: JobResult) -> JobResultOut:
        """From the domain."""
        return cls(
            action=result.action,
            reason=result.reason,
            memory_id=result.memory_id,
            content=result.content,
            message_ids=list(result.message_ids),
        )


class ExtractorOut(ResponseModel):
    """Which extractor read the conversation."""

    name: str
    model: str
    prompt_version: str


class UsageOut(ResponseModel):
    """What the model calls cost."""

    model_calls: int
    input_tokens: int
    output_tokens: int


class DryRunResult(ResponseModel):
    """What would become of one candidate, or of one message that gives none."""

    action: str
    reason: str
    memory_id: str | None
    """Of a memory that is there already and would be confirmed or changed."""
    content: str | None
    kind: Kind | None
    importance: int | None
    confidence: float | None
    replaces: str | None
    ttl_days: int | None
    message_ids: list[str]

    @classmethod
    def of(cls, result: JobResult, memory: Memory | None) -> DryRunResult:
        """From the domain. The id of a memory that would be new is not shown: it would be another one."""
        is_new = memory is not None and result.memory_id == memory.id
        return cls(
            action=result.action,
            reason=result.reason,
            memory_id=None if is_new else result.memory_id,
            content=result.content,
            kind=None if memory is None else memory.kind,
            importance=None if memory is None else memory.importance,
            confidence=None if memory is None else memory.confidence,
            replaces=None if memory is None else memory.replaces,
            ttl_days=None if memory is None else memory.ttl_days,
            message_ids=list(result.message_ids),
        )


class DryRunOut(ResponseModel):
    """What a conversation would come to."""

    results: list[DryRunResult]
    extractor: ExtractorOut
    usage: UsageOut

    @classmethod
    def of(cls, preview: Preview) -> DryRunOut:
        """From the domain."""
        return cls(
            results=[DryRunResult.of(result, memory) for result, memory in preview.results],
            extractor=ExtractorOut.model_validate(asdict(preview.extractor)),
            usage=UsageOut.model_validate(asdict(preview.usage)),
        )


class JobOut(ResponseModel):
    """A job."""

    job_id: str
    status: JobStatus
    user_id: str
    session_id: str | None
    results: list[JobResultOut]
    extractor: ExtractorOut | None
    usage: UsageOut | None
    failure: str | None
    attempts: int
    created_at: Timestamp
    finished_at: Timestamp | None

    @classmethod
    def of(cls, job: Job) -> JobOut:
        """From the domain."""
        return cls(
            job_id=job.job_id,
            status=job.status,
            user_id=job.scope.user_id,
            session_id=job.session_id,
            results=[JobResultOut.of(result) for result in job.results],
            extractor=None if job.extractor is None else ExtractorOut.model_validate(job.extractor),
            usage=None if job.usage is None else UsageOut.model_validate(job.usage),
            failure=job.failure,
            attempts=job.attempts,
            created_at=job.created_at,
            finished_at=job.finished_at,
        )


class TurnOut(ResponseModel):
    """A raw turn."""

    user_id: str
    session_id: str
    message_id: str
    sequence: int
    role: Role
    content: str
    language: str
    token_count: int | None
    platform: str | None
    intent: str | None
    satisfaction: float | None
    attachments: list[dict[str, Any]] | None
    time_zone: str
    job_id: str
    occurred_at: Timestamp
    created_at: Timestamp

    @classmethod
    def of(cls, turn: Turn) -> TurnOut:
        """From the domain."""
        return cls(
            user_id=turn.scope.user_id,
            session_id=turn.session_id,
            message_id=turn.message_id,
            sequence=turn.sequence,
            role=turn.role,
            content=turn.content,
            language=turn.language,
            token_count=turn.token_count,
            platform=turn.platform,
            intent=turn.intent,
            satisfaction=turn.satisfaction,
            attachments=list(turn.attachments) or None,
            time_zone=turn.time_zone,
            job_id=turn.job_id,
            occurred_at=turn.occurred_at,
            created_at=turn.created_at,
        )
