"""The local SQS: a ministack process, and the queues of the template in it. Its messages do not outlive it."""

import asyncio
import json
import os
import socket
import subprocess
import sys
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

from botocore.exceptions import BotoCoreError, ClientError

from agent_memory_local.children import child_argv, end_session
from agent_memory_local.errors import StartupError
from agent_memory_local.model import REGION, Queue
from agent_memory_local.progress import Progress, silent

if TYPE_CHECKING:
    from mypy_boto3_sqs.client import SQSClient

_Result = TypeVar("_Result")
_PROGRAM = Path(__file__).with_name("queue_process.py")
_START_SECONDS = 30.0
_POLL_SECONDS = 0.02
# One thread per waiting poller, and a few for everything else.
_THREADS = 32


@dataclass
class QueueService:
    """Runs the local queue service; it is started again, with empty queues, if it dies.

    Args:
        log_dir: folder of its log and of its temporary files.
        port: where it listens on 127.0.0.1; 0 takes a free port.
        progress: hears about restarts.
        services: what else of AWS it plays, by name; tests of the key store ask for more.
    """

    log_dir: Path
    port: int = 0
    progress: Progress = silent
    services: tuple[str, ...] = ("sqs",)
    _queues: dict[str, Queue] = field(default_factory=dict[str, Queue], init=False)
    _process: asyncio.subprocess.Process | None = field(default=None, init=False)
    _watcher: asyncio.Task[None] | None = field(default=None, init=False)
    _threads: ThreadPoolExecutor = field(init=False)
    _client: "SQSClient | None" = field(default=None, init=False)

    def __post_init__(self) -> None:
        self._threads = ThreadPoolExecutor(_THREADS, thread_name_prefix="queues")
        if self.port == 0:
            with socket.create_server(("127.0.0.1", 0)) as free:
                self.port = free.getsockname()[1]

    @property
    def endpoint(self) -> str:
        """Base URL for AWS clients; known before the service runs."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def client(self) -> "SQSClient":
        """A client of the service. Its calls block: use `call` inside the event loop."""
        if self._client is None:
            self._client = sqs_client(self.endpoint)
        return self._client

    async def start(self) -> None:
        """Starts the service and waits until it answers. Errors: StartupError."""
        self.log_dir.mkdir(parents=True, exist_ok=True)
        for left in self.log_dir.glob("ministack-*.pid"):  # it is killed, so it cannot tidy up
            left.unlink()
        await asyncio.gather(self._launch(), self.call(lambda: self.client))  # making a client takes as long
        self._watcher = asyncio.create_task(self._watch())

    async def create(self, queues: Mapping[str, Queue]) -> None:
        """Makes queues with all their attributes; the queues others redrive to come first.

        Errors: StartupError when the service puts one under another URL than the template's functions were told.
        """
        self._queues.update(queues)
        for queue in sorted(queues.values(), key=lambda queue: queue.dead_letter_queue is not None):
            attributes = dict(queue.attributes)
            if queue.dead_letter_queue is not None:
                redrive = {
                    "deadLetterTargetArn": self._queues[queue.dead_letter_queue].arn,
                    "maxReceiveCount": queue.max_receive_count,
                }
                attributes["RedrivePolicy"] = json.dumps(redrive)
            create = partial(self.client.create_queue, QueueName=queue.name, Attributes=attributes)  # pyright: ignore[reportArgumentType]
            url = (await self.call(create))["QueueUrl"]
            if url != queue.url:
                raise StartupError(f"queue {queue.name} is at {url}, not at {queue.url}")

    async def call(self, function: Callable[[], _Result]) -> _Result:
        """Runs a blocking call of the client in a thread of the service's own."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, function)

    async def stop(self) -> None:
        """Ends the service; calls that still wait for it fail at once."""
        if self._watcher is not None:
            self._watcher.cancel()
            await asyncio.gather(self._watcher, return_exceptions=True)
        process = self._process
        if process is not None and process.returncode is None:
            end_session(process.pid)  # there is nothing to save, and it would wait for long polls to end
            await process.wait()
        if self._client is not None:
            self._client.close()
        self._threads.shutdown(wait=True)

    async def _launch(self) -> None:
        log_path = self.log_dir / "queues.log"
        with log_path.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                *child_argv([sys.executable, "-I", str(_PROGRAM)]),
                env=self._environment(),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )
        deadline = asyncio.get_running_loop().time() + _START_SECONDS
        while not await self._answers():
            ended = self._process.returncode is not None
            if ended or asyncio.get_running_loop().time() > deadline:
                raise StartupError(f"the queue service {'ended' if ended else 'does not answer'}; see {log_path}")
            await asyncio.sleep(_POLL_SECONDS)

    async def _answers(self) -> bool:
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", self.port)
        except ConnectionRefusedError:
            return False
        writer.close()
        await writer.wait_closed()
        return True

    async def _watch(self) -> None:
        while self._process is not None:
            code = await self._process.wait()
            self.progress(f"The queue service ended (exit code {code}); starting it again, its messages are lost")
            try:
                await self._launch()
                await self.create(self._queues)
            except (StartupError, BotoCoreError, ClientError) as error:
                self.progress(f"The queue service stays down: {error}")
                return

    def _environment(self) -> dict[str, str]:
        return {
            "PATH": os.environ.get("PATH", os.defpath),
            "HOME": str(self.log_dir),
            "TMPDIR": str(self.log_dir),
            "BIND_HOST": "127.0.0.1",
            "GATEWAY_PORT": str(self.port),
            "IOT_MTLS_ENABLED": "0",  # else it also listens on every interface
            "SERVICES": ",".join(self.services),
            "MINISTACK_REGION": REGION,
            "LOG_LEVEL": "WARNING",
        }


def sqs_client(endpoint: str) -> "SQSClient":
    """A blocking SQS client of a local service: dummy credentials, no retries, long polls allowed."""
    import boto3  # noqa: PLC0415 - a fifth of a second
    from botocore.config import Config  # noqa: PLC0415

    return cast("Any", boto3).client(
        "sqs",
        endpoint_url=endpoint,
        region_name=REGION,
        aws_access_key_id="local",
        aws_secret_access_key="local",  # noqa: S106 - a placeholder
        config=Config(
            retries={"total_max_attempts": 1}, connect_timeout=2, read_timeout=40, max_pool_connections=_THREADS
        ),
    )
