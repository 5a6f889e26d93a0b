"""The whole local stack: functions, gateway, queues and schedules of one template, started and stopped together."""

import asyncio
import contextlib
import errno
import inspect
import secrets
import signal
import socket
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import TracebackType
from typing import Self
from urllib.parse import urlsplit

from agent_memory_local.control import Control
from agent_memory_local.data_directory import LOCK_NAME, explained, prepare_folder
from agent_memory_local.errors import LocalStackError, PortInUseError, TemplateError
from agent_memory_local.gateway import Gateway
from agent_memory_local.http_server import HttpServer
from agent_memory_local.intrinsics import Attributes
from agent_memory_local.locks import HolderLock, read_note
from agent_memory_local.model import Application, Function, Json
from agent_memory_local.progress import FileProgress, Progress, TerminalProgress
from agent_memory_local.queue_service import QueueService
from agent_memory_local.queues import Pollers
from agent_memory_local.runtime import Runtime, RuntimeSettings, VariablesOf, launcher_of
from agent_memory_local.schedules import Schedules
from agent_memory_local.template import load_application

DEFAULT_PORT = 8787
_GRACE_SECONDS = 5.0


@dataclass
class StackSettings:
    """What to run and how.

    Args:
        template: the SAM template.
        data_dir: everything the stack writes; made when missing. One live stack per folder.
        port: of the API on 127.0.0.1; 0 takes a free port.
        variables_of: more environment variables of a function, asked for whenever an environment starts.
        parameters: values of the template's parameters.
        values: local values of resources that have no local counterpart (see `load_application`).
        runtime: how functions are run; its `log_dir` is replaced by one in `data_dir`.
        queue_port: of the queue service; 0 takes a free port.
        warm: logical ids of functions that get an environment before the first request.
    """

    template: Path
    data_dir: Path
    port: int = DEFAULT_PORT
    variables_of: VariablesOf = lambda _: {}
    parameters: Mapping[str, str] = field(default_factory=dict[str, str])
    values: Mapping[str, Attributes] = field(default_factory=dict[str, Attributes])
    runtime: RuntimeSettings = field(default_factory=lambda: RuntimeSettings(Path("logs")))
    queue_port: int = 0
    warm: Sequence[str] = ()


BeforeServe = Callable[["Stack"], Awaitable[None] | None]
"""Runs when queues exist and nothing has been invoked yet: the place to migrate and to seed."""


class Stack:
    """One running application. Start it in the main thread: its processes end with the thread that started them.

    `application`, `runtime`, `queues` and `schedules` may be used once it has started (in `before_serve` already).
    """

    application: Application
    runtime: Runtime
    queues: QueueService
    schedules: Schedules

    def __init__(
        self, settings: StackSettings, *, before_serve: Sequence[BeforeServe] = (), progress: Progress | None = None
    ) -> None:
        self._settings = settings
        self._before_serve = before_serve
        self._progress = progress or TerminalProgress()
        self._undo = contextlib.AsyncExitStack()
        self._socket: socket.socket | None = None

    @property
    def url(self) -> str:
        """Base URL of the API, without a slash at the end."""
        if self._socket is None:
            raise RuntimeError("the stack has not started")
        return f"http://127.0.0.1:{self._socket.getsockname()[1]}"

    @property
    def log_dir(self) -> Path:
        """Folder of all logs: one per function, `gateway.log`, `events.log`, `queues.log`, `fork-server.log`."""
        return self._settings.data_dir / "logs"

    def run(self) -> None:
        """Starts, serves until SIGINT or SIGTERM, stops everything. Errors: LocalStackError when it cannot start."""
        asyncio.run(self._run())

    async def start(self) -> None:
        """Starts everything; returns when the API answers. What had been started is stopped when a step fails.

        Errors: LocalStackError (the folder or the port is taken or unusable, the template is not understood, a process
        does not start), and those of `before_serve`.
        """
        try:
            await self._start()
        except BaseException:
            await self._undo.aclose()
            raise

    async def stop(self) -> None:
        """Stops in the order of the flow: no new requests, then no new messages, then the functions."""
        await self._undo.aclose()

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.stop()

    async def _run(self) -> None:
        told = asyncio.Event()
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            loop.add_signal_handler(number, told.set)
        starting = asyncio.ensure_future(self.start())
        stopping = asyncio.ensure_future(told.wait())
        await asyncio.wait([starting, stopping], return_when=asyncio.FIRST_COMPLETED)
        if not starting.done():
            starting.cancel()  # Ctrl-C while it starts: what had been started is stopped
            await asyncio.wait([starting])
        if not starting.cancelled():
            starting.result()
            await stopping
            self._progress("Stopping")
            await self.stop()
        stopping.cancel()

    async def _start(self) -> None:
        """Every step leaves its own undoing behind, so that stopping is this order backwards."""
        lock = self._take_data_dir()
        settings = replace(self._settings.runtime, log_dir=self.log_dir)
        launcher = launcher_of(settings)
        self._undo.push_async_callback(launcher.stop)
        await launcher.begin()  # its imports take longest; they go on beside everything below
        queues = self.queues = QueueService(self.log_dir, self._settings.queue_port, self._progress)
        self._undo.push_async_callback(queues.stop)
        self._progress(f"Reading {self._settings.template}")
        self.application = await asyncio.to_thread(self._load)
        self._progress("Starting queues and functions")
        await queues.start()
        await queues.create(self.application.queues)
        report = self._file_log("events.log")
        self.runtime = Runtime(self.application.functions, settings, self._variables_of, launcher)
        self._undo.push_async_callback(self.runtime.stop)
        self.schedules = Schedules(self.application.schedules, self.runtime, report)
        await self._prepare()
        await self.runtime.start()
        await asyncio.gather(*(self.runtime.warm(name) for name in self._settings.warm))
        await self._serve(lock, report)

    def _take_data_dir(self) -> HolderLock:
        data_dir = self._settings.data_dir
        prepare_folder(data_dir)
        lock = HolderLock(data_dir / LOCK_NAME)
        with explained(data_dir):
            self.log_dir.mkdir(exist_ok=True)
            lock.acquire()
        self._undo.callback(lock.release)
        self._socket = _listen(self._settings.port)
        self._undo.callback(self._socket.close)
        lock.annotate(url=self.url)
        return lock

    def _load(self) -> Application:
        return load_application(
            self._settings.template,
            queue_endpoint=self.queues.endpoint,
            parameters=self._settings.parameters,
            values=self._settings.values,
            cache_dir=self._settings.data_dir,
        )

    def _variables_of(self, function: Function) -> Mapping[str, str]:
        # One address for every AWS service: a call that has no local counterpart fails here, not on the internet.
        local = {"AWS_ENDPOINT_URL": self.queues.endpoint, "AWS_EC2_METADATA_DISABLED": "true"}
        return {**local, **self._settings.variables_of(function)}

    async def _prepare(self) -> None:
        for prepare in self._before_serve:
            waiting = prepare(self)
            if inspect.isawaitable(waiting):
                await waiting

    async def _serve(self, lock: HolderLock, report: Progress) -> None:
        pollers = Pollers(self.application, self.queues, self.runtime, self.runtime.capacity, report)
        self._undo.push_async_callback(self.schedules.stop, _GRACE_SECONDS)
        self._undo.push_async_callback(pollers.stop, _GRACE_SECONDS)
        pollers.start()
        if self.application.api is None:
            raise TemplateError(f"{self._settings.template} has no REST API to serve")
        gateway = Gateway(self.application.api, self.runtime, self._file_log("gateway.log"))
        self._undo.push_async_callback(gateway.close)
        token = secrets.token_urlsafe(24)
        assert self._socket is not None
        server = HttpServer(Control(gateway, self.schedules, self.runtime, token), self._socket)
        self._undo.push_async_callback(server.stop)
        await server.start()
        urls = {name: queue.url for name, queue in self.application.queues.items()}
        lock.annotate(url=self.url, queue_endpoint=self.queues.endpoint, queues=urls, token=token)
        self.schedules.start()  # last, because some fire at once: the first requests should not wait behind them
        self._progress(f"Serving {self.url} (logs in {self.log_dir})")

    def _file_log(self, name: str) -> FileProgress:
        log = FileProgress(self.log_dir / name)
        self._undo.callback(log.close)
        return log


def running_stack(data_dir: Path) -> Json | None:
    """The note of the live stack of a data directory: `url`, `pid`, `queue_endpoint`, `queues`, `token`; else None."""
    note = read_note(data_dir / LOCK_NAME)
    port = urlsplit(str(note.get("url", ""))).port
    if port is None or "token" not in note:
        return None
    with socket.socket() as probe:
        return note if probe.connect_ex(("127.0.0.1", port)) == 0 else None


def _listen(port: int) -> socket.socket:
    # The protocol is named because asyncio turns off Nagle's delay (40 ms a request) only where it is.
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind(("127.0.0.1", port))
        listener.listen(512)
    except OSError as error:
        listener.close()
        if error.errno == errno.EADDRINUSE:
            raise PortInUseError(port) from error
        raise LocalStackError(f"Port {port} on 127.0.0.1 cannot be used: {error.strerror}") from error
    return listener
