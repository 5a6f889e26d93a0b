"""The dead-letter queue of conversations: look at what could not be processed, and send it back to be tried again.

Needs rights on the queues themselves, not an API key: it is for whoever operates the service.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Collection, Generator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from mypy_boto3_sqs import SQSClient

_HIDDEN_SECONDS = 60
"""How long a message that is looked at stays hidden when the looker dies."""

_BATCH = 10


class NoQueueError(Exception):
    """Nobody said which queues."""


@dataclass(frozen=True, slots=True)
class DeadLetter:
    """A message nobody could process."""

    message_id: str
    body: str
    reason: str
    """Why it was set aside; empty when it was tried too often, which its job explains."""
    sent_at: datetime
    receipt_handle: str

    def summary(self) -> dict[str, Any]:
        """What may be shown to anybody: no word of what was said."""
        named = _document(self.body)
        known = {
            name: named[name] for name in ("type", "orgId", "agentId", "jobId") if isinstance(named.get(name), str)
        }
        return {
            "id": self.message_id,
            "reason": self.reason or "tried too often",
            "sentAt": self.sent_at.isoformat(timespec="seconds"),
            "bytes": len(self.body.encode()),
            **known,
        }


class DeadLetters:
    """The messages of a dead-letter queue, and the queue they came from."""

    def __init__(self, client: SQSClient, dead_letters_url: str, source_url: str) -> None:
        self._client = client
        self._dead_letters_url = dead_letters_url
        self._source_url = source_url

    def list(self, most: int = 1000) -> list[DeadLetter]:
        """Messages that are there, the oldest first. They stay."""
        with self._taken(most) as letters:
            return letters

    def redrive(self, message_ids: Collection[str] | None = None, most: int = 1000) -> list[str]:
        """Send messages back, all or those named; ids of what was sent. What a crash interrupts may be sent twice."""
        sent: list[str] = []
        with self._taken(most) as letters:
            for letter in list(letters):
                if message_ids is not None and letter.message_id not in message_ids:
                    continue
                org_id = str(_document(letter.body).get("orgId", ""))
                self._client.send_message(
                    QueueUrl=self._source_url,
                    MessageBody=letter.body,
                    MessageGroupId=hashlib.sha256(org_id.encode()).hexdigest(),
                )
                self._client.delete_message(QueueUrl=self._dead_letters_url, ReceiptHandle=letter.receipt_handle)
                letters.remove(letter)
                sent.append(letter.message_id)
        return sent

    @contextmanager
    def _taken(self, most: int) -> Generator[list[DeadLetter]]:
        """Everything visible, taken; what is still in the list afterwards is visible again."""
        letters: list[DeadLetter] = []
        while len(letters) < most and (batch := self._receive()):
            letters += batch
        letters.sort(key=lambda letter: (letter.sent_at, letter.message_id))
        try:
            yield letters
        finally:
            for letter in letters:
                self._client.change_message_visibility(
                    QueueUrl=self._dead_letters_url, ReceiptHandle=letter.receipt_handle, VisibilityTimeout=0
                )

    def _receive(self) -> list[DeadLetter]:
        found = self._client.receive_message(
            QueueUrl=self._dead_letters_url,
            MaxNumberOfMessages=_BATCH,
            VisibilityTimeout=_HIDDEN_SECONDS,
            WaitTimeSeconds=1,
            MessageAttributeNames=["reason"],
            AttributeNames=["SentTimestamp"],
        )
        return [_read(cast("dict[str, Any]", message)) for message in found.get("Messages", [])]


def operated() -> DeadLetters:
    """The queues named by DEAD_LETTER_QUEUE_URL and CONVERSATION_QUEUE_URL, else those of the stack on this machine.

    Raises:
        NoQueueError: neither is there.
    """
    import boto3  # noqa: PLC0415  # a fifth of a second, and only operators need it

    urls = os.environ.get("DEAD_LETTER_QUEUE_URL"), os.environ.get("CONVERSATION_QUEUE_URL")
    if urls[0] and urls[1]:
        return DeadLetters(cast("Any", boto3).client("sqs"), urls[0], urls[1])
    note = _document(_read_text(Path(os.environ.get("DATA_DIR") or ".data") / "stack.lock"))
    if "queue_endpoint" not in note:
        raise NoQueueError("set DEAD_LETTER_QUEUE_URL and CONVERSATION_QUEUE_URL, or start the local stack")
    client = cast("Any", boto3).client(
        "sqs",
        endpoint_url=note["queue_endpoint"],
        region_name="us-east-1",
        aws_access_key_id="local",
        aws_secret_access_key="local",  # noqa: S106  # a placeholder
    )
    return DeadLetters(client, note["queues"]["ConversationDeadLetters"], note["queues"]["ConversationQueue"])


def _read_text(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.exists() else ""


def _document(text: str) -> dict[str, Any]:
    """A JSON object; empty when the text is none."""
    try:
        found: object = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return cast("dict[str, Any]", found) if isinstance(found, dict) else {}


def _read(message: dict[str, Any]) -> DeadLetter:
    reason = message.get("MessageAttributes", {}).get("reason", {}).get("StringValue", "")
    sent_at = datetime.fromtimestamp(int(message["Attributes"]["SentTimestamp"]) / 1000, UTC)
    return DeadLetter(message["MessageId"], message["Body"], reason, sent_at, message["ReceiptHandle"])
