"""How a poller fills a batch, against a scripted queue."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, cast

from agent_memory_local.environments import InvocationResult
from agent_memory_local.model import EventSource, Queue
from agent_memory_local.progress import silent
from agent_memory_local.queue_service import QueueService
from agent_memory_local.queues import Poller


@dataclass
class ScriptedQueue:
    """Answers each receive with the next entry of a script; then waits as long as it is told to."""

    script: list[int]
    asked: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])
    deleted: list[str] = field(default_factory=list[str])
    sent: int = 0

    @property
    def client(self) -> "ScriptedQueue":
        return self

    async def call(self, function: Callable[[], Any]) -> Any:
        return await asyncio.get_running_loop().run_in_executor(None, function)

    def receive_message(self, **request: Any) -> dict[str, Any]:
        self.asked.append((request["MaxNumberOfMessages"], request["WaitTimeSeconds"]))
        if not self.script:
            time.sleep(min(request["WaitTimeSeconds"], 0.05))
            return {}
        messages = [self._message() for _ in range(self.script.pop(0))]
        return {"Messages": messages} if messages else {}

    def delete_message_batch(self, **request: Any) -> dict[str, Any]:
        assert 1 <= len(request["Entries"]) <= 10
        self.deleted += [entry["ReceiptHandle"] for entry in request["Entries"]]
        return {}

    def _message(self) -> dict[str, Any]:
        self.sent += 1
        name = str(self.sent)
        return {"MessageId": name, "ReceiptHandle": name, "Body": name, "MD5OfBody": name}


@dataclass
class RecordingInvoker:
    sizes: list[int] = field(default_factory=list[int])
    running: int = 0
    most: int = 0

    async def invoke(self, _name: str, event: Any, /) -> InvocationResult:
        self.sizes.append(len(event["Records"]))
        self.running += 1
        self.most = max(self.most, self.running)
        await asyncio.sleep(0.05)
        self.running -= 1
        return InvocationResult("i", b"null")


def polled(
    script: list[int], seconds: float, concurrency: int = 2, **source: Any
) -> tuple[ScriptedQueue, RecordingInvoker]:
    service, invoker = ScriptedQueue(script), RecordingInvoker()
    poller = Poller(
        source=EventSource("S", "Q", "F", **source),
        queue=Queue("Q", "q", "http://q", {}),
        service=cast("QueueService", service),
        invoker=invoker,
        concurrency=concurrency,
        report=silent,
    )

    async def work() -> None:
        running = asyncio.create_task(poller.run())
        await asyncio.sleep(seconds)
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        await poller.finish(1)

    asyncio.run(work())
    return service, invoker


def test_without_a_window_a_message_is_not_kept_waiting() -> None:
    service, invoker = polled([1, 3], 0.2)

    assert invoker.sizes == [1, 3]
    assert service.asked[0] == (10, 20)
    assert service.deleted == ["1", "2", "3", "4"]


def test_within_the_window_a_batch_fills_up() -> None:
    service, invoker = polled([10, 10, 4, 1], 0.3, batch_size=24, window_seconds=5)

    assert invoker.sizes[0] == 24
    assert service.asked[:3] == [(10, 20), (10, 4), (4, 4)]
    assert service.deleted[:24] == [str(number) for number in range(1, 25)]


def test_after_the_window_a_batch_goes_as_it_is() -> None:
    _, invoker = polled([1, 1], 0.6, batch_size=10, window_seconds=0.2)

    assert invoker.sizes == [2]


def test_no_message_is_taken_while_nothing_may_start() -> None:
    service, invoker = polled([1] * 8, 0.3, concurrency=2)

    assert invoker.most == 2
    assert len(invoker.sizes) == 8
    assert len(service.deleted) == 8
