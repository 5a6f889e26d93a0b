"""SQS: announce jobs, report recalls, set aside what can never be processed."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from aws_lambda_powertools.metrics import MetricUnit

from agent_memory.core.clock import iso_format
from agent_memory.core.errors import DependencyUnavailableError
from agent_memory.platform.observability import metrics

if TYPE_CHECKING:
    from mypy_boto3_sqs import SQSClient

_DEPENDENCY: Final = "queue"
MESSAGE_VERSION: Final = 1


class SqsQueue:
    """One queue. boto3 is imported at the first message, not before."""

    def __init__(self, url: str, *, delay_seconds: int = 0, timeout_seconds: float = 5.0) -> None:
        self._url = url
        self._delay = delay_seconds
        self._timeout = timeout_seconds

    def send_job(self, org_id: str, agent_id: str, job_id: str) -> None:
        """Announce a recorded job. It waits `delay_seconds` so that more turns of its user can join.

        Raises:
            DependencyUnavailableError: the queue did not take it.
        """
        self.send(
            {"type": "job", "version": MESSAGE_VERSION, "orgId": org_id, "agentId": agent_id, "jobId": job_id},
            org_id=org_id,
        )

    def set_aside(self, body: str, reason: str) -> None:
        """Put a message that can never be processed where a person will look, with the reason.

        Raises:
            DependencyUnavailableError: the queue did not take it.
        """
        attributes = {"reason": {"DataType": "String", "StringValue": reason}}
        self._send(MessageBody=body, MessageAttributes=attributes)

    def postpone(self, receipt_handle: str, seconds: int) -> None:
        """Let a received message come back after so many seconds.

        Raises:
            DependencyUnavailableError: the queue did not answer.
        """
        _call(
            _client(self._timeout).change_message_visibility,
            QueueUrl=self._url,
            ReceiptHandle=receipt_handle,
            VisibilityTimeout=seconds,
        )

    def send(self, message: Mapping[str, Any], *, org_id: str) -> None:
        """Send one message, in the fairness group of its org.

        Raises:
            DependencyUnavailableError: the queue did not take it.
        """
        body = json.dumps(message, ensure_ascii=False)
        self._send(MessageBody=body, MessageGroupId=fairness_group(org_id), DelaySeconds=self._delay)

    def _send(self, **arguments: Any) -> None:
        _call(_client(self._timeout).send_message, QueueUrl=self._url, **arguments)


class AccessReporter:
    """Reports recalls to the queue of counters, within a moment or not at all."""

    def __init__(self, queue: SqsQueue) -> None:
        self._queue = queue

    def send_access(self, org_id: str, agent_id: str, memory_ids: Sequence[str], at: datetime) -> None:
        """Report that memories were recalled. A report that cannot be sent is counted as lost and ignored."""
        message = {
            "type": "access",
            "version": MESSAGE_VERSION,
            "orgId": org_id,
            "agentId": agent_id,
            "memoryIds": list(memory_ids),
            "at": iso_format(at),
        }
        try:
            self._queue.send(message, org_id=org_id)
        except DependencyUnavailableError:
            metrics().add_metric("AccessReportsLost", MetricUnit.Count, 1)


def fairness_group(org_id: str) -> str:
    """The message group of an org: fairness between orgs, not order within one."""
    return hashlib.sha256(org_id.encode()).hexdigest()


def _call(operation: Any, **arguments: Any) -> None:
    from botocore.exceptions import BotoCoreError, ClientError  # noqa: PLC0415  # see SqsQueue

    try:
        operation(**arguments)
    except (BotoCoreError, ClientError) as error:
        raise DependencyUnavailableError(_DEPENDENCY, "The queue is not available") from error


@lru_cache(maxsize=4)
def _client(timeout_seconds: float) -> SQSClient:
    import boto3  # noqa: PLC0415  # 0.3 s that only senders pay
    from botocore.config import Config  # noqa: PLC0415

    retries: Any = {"total_max_attempts": 1}
    config = Config(connect_timeout=timeout_seconds, read_timeout=timeout_seconds, retries=retries)
    sdk: Any = boto3  # its stubs declare every AWS service, most of them unknown here
    return sdk.client("sqs", config=config)
