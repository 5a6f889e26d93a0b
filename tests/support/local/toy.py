"""The toy application, and a stack that runs it while tests talk to it."""

import asyncio
import http.client
import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from agent_memory_local.progress import silent
from agent_memory_local.runtime import RuntimeSettings
from agent_memory_local.stack import Stack, StackSettings

APP = Path(__file__).parent / "app"
TEMPLATE = APP / "template.yaml"
FUNCTIONS = APP / "functions"
PARAMETERS = {"Subnet": "subnet-1"}


def toy_settings(data_dir: Path, **changes: Any) -> StackSettings:
    records = str(data_dir / "records.jsonl")
    return StackSettings(
        template=TEMPLATE,
        data_dir=data_dir,
        port=0,
        variables_of=lambda _: {"RECORDS": records},
        parameters=PARAMETERS,
        runtime=RuntimeSettings(data_dir / "logs"),
        **changes,
    )


@dataclass
class Response:
    status: int
    headers: list[tuple[str, str]]
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)

    def header(self, name: str) -> str | None:
        return next((value for key, value in self.headers if key.lower() == name.lower()), None)


@dataclass
class RunningStack:
    """A stack in a thread of its own."""

    stack: Stack
    loop: asyncio.AbstractEventLoop
    data_dir: Path

    def request(
        self, method: str, path: str, body: bytes | None = None, headers: dict[str, str] | None = None
    ) -> Response:
        port = int(self.stack.url.rsplit(":", 1)[1])
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        # http.client refuses odd paths; this is the place where they have to get through.
        connection._validate_path = lambda _path: None
        try:
            connection.request(method, path, body=body, headers=headers or {})
            answer = connection.getresponse()
            return Response(answer.status, answer.getheaders(), answer.read())
        finally:
            connection.close()

    def run(self, work: Any) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(60)

    def send(self, *bodies: str, queue: str = "WorkQueue", **more: Any) -> None:
        url = self.stack.application.queues[queue].url
        entries = [{"Id": str(place), "MessageBody": body, **more} for place, body in enumerate(bodies)]
        self.stack.queues.client.send_message_batch(QueueUrl=url, Entries=entries)

    def receive(self, queue: str, seconds: int = 5) -> list[dict[str, Any]]:
        url = self.stack.application.queues[queue].url
        answer = self.stack.queues.client.receive_message(
            QueueUrl=url, MaxNumberOfMessages=10, WaitTimeSeconds=seconds, AttributeNames=["All"]
        )
        return answer.get("Messages", [])

    def records(self) -> list[dict[str, Any]]:
        path = self.data_dir / "records.jsonl"
        return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


@contextmanager
def running(settings: StackSettings) -> Iterator[RunningStack]:
    """Starts a stack in a thread that lives as long as it, because its processes die with that thread."""
    started = threading.Event()
    box = _Box()

    async def live() -> None:
        box.stop = asyncio.Event()
        box.loop = asyncio.get_running_loop()
        try:
            async with Stack(settings, progress=silent) as stack:
                box.stack = stack
                started.set()
                await box.stop.wait()
        except Exception as error:  # noqa: BLE001 - raised again in the test
            box.error = error
        finally:
            started.set()

    thread = threading.Thread(target=lambda: asyncio.run(live()))
    thread.start()
    started.wait(60)
    if box.error is not None:
        raise box.error
    assert box.loop is not None
    assert box.stack is not None
    assert box.stop is not None
    try:
        yield RunningStack(box.stack, box.loop, settings.data_dir)
    finally:
        box.loop.call_soon_threadsafe(box.stop.set)
        thread.join(30)


@dataclass
class _Box:
    stack: Stack | None = None
    loop: asyncio.AbstractEventLoop | None = None
    stop: asyncio.Event | None = None
    error: Exception | None = field(default=None)


def eventually(found: Callable[[], Any], seconds: float = 10.0) -> Any:
    """The first true value of a question asked again and again."""
    deadline = time.monotonic() + seconds
    while not (value := found()):
        assert time.monotonic() < deadline, "it did not happen in time"
        time.sleep(0.02)
    return value
