"""What comes in through the queues, as models; and how a batch of records is worked off."""

from __future__ import annotations

import math
import re
import secrets
from collections.abc import Callable, Mapping
from typing import Annotated, Any, Final, Literal, Protocol, TypeVar

from aws_lambda_powertools.metrics import MetricUnit
from pydantic import Field, TypeAdapter

from agent_memory.api.documents import parse_document
from agent_memory.api.models.common import ExternalId, Moment, RequestModel, ResourceId
from agent_memory.api.models.conversations import ConversationCreate
from agent_memory.core.errors import (
    DependencyUnavailableError,
    ForbiddenError,
    NotFoundError,
    PermanentMessageError,
    SubjectForgottenError,
    ValidationFailedError,
)
from agent_memory.platform.observability import logger, metrics, trace_of

_BASE_BACKOFF_SECONDS: Final = 5
_MAX_BACKOFF_SECONDS: Final = 900


class ConversationMessage(ConversationCreate):
    """A conversation from a chat backend: the API's body, and whose it is. The queue's policy decides who may send."""

    type: Literal["conversation"]
    version: Literal[1]
    org_id: ExternalId
    agent_id: ResourceId


class JobMessage(RequestModel):
    """A job our API recorded."""

    type: Literal["job"]
    version: Literal[1]
    org_id: ExternalId
    agent_id: ResourceId
    job_id: ResourceId


class AccessMessage(RequestModel):
    """Memories that were recalled."""

    type: Literal["access"]
    version: Literal[1]
    org_id: ExternalId
    agent_id: ResourceId
    memory_ids: list[ResourceId] = Field(max_length=1000)
    at: Moment


WorkMessage = Annotated[ConversationMessage | JobMessage, Field(discriminator="type")]
WORK: Final[TypeAdapter[ConversationMessage | JobMessage]] = TypeAdapter(WorkMessage)
Parsed = TypeVar("Parsed")

_NEVER: Final = (ForbiddenError, NotFoundError, PermanentMessageError, SubjectForgottenError, ValidationFailedError)


def parse(model: type[Parsed] | TypeAdapter[Parsed], body: str) -> Parsed:
    """A record's body as a message.

    Raises:
        PermanentMessageError: it is none, and never will be; the reason names the first bad field.
    """
    try:
        return parse_document(body, model)
    except ValidationFailedError as error:
        first = error.errors[0]
        field = re.sub(r"^(?:conversation|job)\.", "", first.field)  # which shape it was judged by
        raise PermanentMessageError(f"{field} {first.message}") from error


class Postponing(Protocol):
    """Lets a received message come back later."""

    def postpone(self, receipt_handle: str, seconds: int) -> None: ...


class SettingAside(Protocol):
    """Keeps a message that can never be processed, with the reason."""

    def set_aside(self, body: str, reason: str) -> None: ...


def work_off(
    event: Mapping[str, Any],
    work: Callable[[str, Mapping[str, Any]], None],
    *,
    aside: SettingAside,
    queue: Postponing,
    remaining_ms: Callable[[], int],
    needed_ms: int,
) -> dict[str, list[dict[str, str]]]:
    """Work off an SQS event record by record; the partial batch response.

    What can never be processed is set aside with its reason, alone and at once, and its neighbours go on. What may
    succeed later comes back after a jittered, growing pause, or the one its dependency asked for if that is longer. A
    record there is no time for comes back at once.
    """
    failures: list[dict[str, str]] = []
    metrics().add_metric(name="MessagesReceived", unit=MetricUnit.Count, value=len(event["Records"]))
    for record in event["Records"]:
        if remaining_ms() < needed_ms:
            failures.append({"itemIdentifier": record["messageId"]})
            continue
        logger().set_correlation_id(record["messageId"])
        try:
            work(record["body"], record)
        except _NEVER as error:
            logger().warning("message set aside", reason=type(error).__name__)
            aside.set_aside(record["body"], _reason(error))
            metrics().add_metric(name="MessagesSetAside", unit=MetricUnit.Count, value=1)
        except Exception as error:  # noqa: BLE001  # the boundary: the queue delivers again, and then to its DLQ
            logger().error("message failed", trace=trace_of(error))
            metrics().add_metric(name="MessagesFailed", unit=MetricUnit.Count, value=1)
            queue.postpone(record["receiptHandle"], max(backoff_seconds(receives(record)), _asked_for(error)))
            failures.append({"itemIdentifier": record["messageId"]})
    metrics().flush_metrics()
    return {"batchItemFailures": failures}


def receives(record: Mapping[str, Any]) -> int:
    """How often the queue has delivered this record, this time included."""
    return int(record["attributes"]["ApproximateReceiveCount"])


def backoff_seconds(receive_count: int) -> int:
    """Full jitter over an exponentially growing pause: 0 to 5·2^(n−1) seconds, at most 15 minutes."""
    return secrets.randbelow(min(_MAX_BACKOFF_SECONDS, _BASE_BACKOFF_SECONDS * 2 ** (receive_count - 1)) + 1)


def _asked_for(error: Exception) -> int:
    """Seconds that a dependency asked for before the next try, at most 15 minutes."""
    asked = error.retry_after_seconds if isinstance(error, DependencyUnavailableError) else None
    return min(_MAX_BACKOFF_SECONDS, math.ceil(asked or 0))


def _reason(error: Exception) -> str:
    if isinstance(error, PermanentMessageError):
        return error.reason
    if isinstance(error, ValidationFailedError):
        return "; ".join(f"{item.field} {item.message}" for item in error.errors)
    return type(error).__name__
