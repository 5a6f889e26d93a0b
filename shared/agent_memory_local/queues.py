"""Event source mappings: takes messages from queues and gives them to functions, as Lambda's own pollers do."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, cast

from botocore.exceptions import BotoCoreError, ClientError

from agent_memory_local.authorizer import Invoker
from agent_memory_local.environments import InvocationResult
from agent_memory_local.errors import LocalStackError
from agent_memory_local.events import sqs_event
from agent_memory_local.model import Application, EventSource, Json, Queue
from agent_memory_local.progress import Progress
from agent_memory_local.queue_service import QueueService

_LONG_POLL_SECONDS = 20
_LARGEST_RECEIVE = 10  # of one ReceiveMessage
_PAUSE_AFTER_ERROR_SECONDS = 0.5

Message = Mapping[str, Any]


def failed_messages(source: EventSource, result: InvocationResult, message_ids: Sequence[str]) -> set[str]:
    """Ids of the messages of a batch that have to come again. Pure.

    All of them when the function failed, or when its report is not one: no JSON object, an item without an identifier,
    an empty identifier, or one that the batch does not have. An empty or missing list means success.
    Source: Lambda developer guide, "Implementing partial batch responses".
    """
    everything = set(message_ids)
    if result.failed:
        return everything
    if not source.partial_failures:
        return set()
    try:
        reported = _reported(result.json())
    except (ValueError, TypeError, KeyError):
        return everything
    return reported if reported <= everything else everything


def _reported(answer: object) -> set[str]:
    if answer is None:
        return set()
    if not isinstance(answer, dict):
        raise TypeError("a batch report is an object")
    items: list[Json] = cast("Json", answer).get("batchItemFailures") or []
    return {str(item["itemIdentifier"]) for item in items}


@dataclass
class Poller:
    """Feeds one queue to one function.

    Args:
        concurrency: most invocations at once.
        report: hears about failures.
    """

    source: EventSource
    queue: Queue
    service: QueueService
    invoker: Invoker
    concurrency: int
    report: Progress
    _working: set[asyncio.Task[None]] = field(default_factory=set[asyncio.Task[None]], init=False)

    async def run(self) -> None:
        """Polls until it is cancelled. Takes messages only while an invocation may start."""
        slots = asyncio.Semaphore(self.concurrency)
        while True:
            await slots.acquire()
            try:
                batch = await self._batch()
            except (BotoCoreError, ClientError) as error:
                slots.release()
                self.report(f"{self.queue.name}: cannot receive: {error}")
                await asyncio.sleep(_PAUSE_AFTER_ERROR_SECONDS)
                continue
            if not batch:
                slots.release()
                continue
            task = asyncio.create_task(self._process(batch))
            self._working.add(task)
            task.add_done_callback(self._working.discard)
            task.add_done_callback(lambda _: slots.release())

    async def finish(self, seconds: float) -> None:
        """Lets invocations that run end, at most for so long; then gives up on them."""
        if not self._working:
            return
        _, unfinished = await asyncio.wait(self._working, timeout=seconds)
        for task in unfinished:
            task.cancel()
        await asyncio.gather(*unfinished, return_exceptions=True)

    async def _batch(self) -> list[Message]:
        """Up to a batch of messages: the first that come, and what arrives within the window after them."""
        size, window = self.source.batch_size, self.source.window_seconds
        batch = await self._receive(size, _LONG_POLL_SECONDS)
        clock = asyncio.get_running_loop().time
        deadline = clock() + window
        while batch and window and len(batch) < size and (left := deadline - clock()) > 0:
            more = await self._receive(size - len(batch), min(int(left), _LONG_POLL_SECONDS))
            batch += more
            if not more and left < 1:
                await asyncio.sleep(min(left, 0.1))
        return batch

    async def _receive(self, wanted: int, wait_seconds: int) -> list[Message]:
        receive = partial(
            self.service.client.receive_message,
            QueueUrl=self.queue.url,
            MaxNumberOfMessages=min(wanted, _LARGEST_RECEIVE),
            WaitTimeSeconds=wait_seconds,
            AttributeNames=["All"],
            MessageAttributeNames=["All"],
        )
        answer = await self.service.call(receive)
        return [cast("Message", message) for message in answer.get("Messages", [])]

    async def _process(self, batch: list[Message]) -> None:
        ids = [str(message["MessageId"]) for message in batch]
        try:
            result = await self.invoker.invoke(self.source.function, sqs_event(self.queue, batch))
        except LocalStackError as error:
            self.report(f"{self.queue.name}: {self.source.function} cannot be invoked: {error}")
            return
        failed = failed_messages(self.source, result, ids)
        if failed:
            self.report(f"{self.queue.name}: {self.source.function} failed {len(failed)} of {len(batch)} messages")
        done = [message for message in batch if message["MessageId"] not in failed]
        try:
            await self._delete(done)
        except (BotoCoreError, ClientError) as error:
            self.report(f"{self.queue.name}: cannot delete: {error}")

    async def _delete(self, messages: list[Message]) -> None:
        for start in range(0, len(messages), _LARGEST_RECEIVE):
            part = messages[start : start + _LARGEST_RECEIVE]
            entries = [
                {"Id": str(place), "ReceiptHandle": str(message["ReceiptHandle"])} for place, message in enumerate(part)
            ]
            delete = partial(
                self.service.client.delete_message_batch,
                QueueUrl=self.queue.url,
                Entries=cast("Any", entries),
            )
            answer = await self.service.call(delete)
            for failure in answer.get("Failed", []):
                self.report(f"{self.queue.name}: cannot delete a message: {failure.get('Message', failure['Code'])}")


class Pollers:
    """All event sources of an application."""

    def __init__(
        self,
        application: Application,
        service: QueueService,
        invoker: Invoker,
        capacity_of: Callable[[str], int],
        report: Progress,
    ) -> None:
        self._pollers = [
            Poller(
                source=source,
                queue=application.queues[source.queue],
                service=service,
                invoker=invoker,
                # More than the function can run would only let messages grow old on this side of the queue.
                concurrency=min(source.maximum_concurrency or 1000, capacity_of(source.function)),
                report=report,
            )
            for source in application.event_sources
        ]
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Starts to poll."""
        self._tasks = [asyncio.create_task(poller.run()) for poller in self._pollers]

    async def stop(self, seconds: float) -> None:
        """Takes no more messages; lets running invocations end, at most for so long."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.gather(*(poller.finish(seconds) for poller in self._pollers))
