"""Two ways to start the process of an environment: forked from a warm server, or a fresh interpreter."""

import asyncio
import contextlib
import json
import os
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from agent_memory_local.children import child_argv, end_session
from agent_memory_local.errors import StartupError

_FORK_SERVER = Path(__file__).with_name("fork_server.py")
_READY_SECONDS = 120.0
# What AWS's runtime client imports. Not the client itself: it reads its address while it is loaded.
_ALWAYS_PRELOADED = ("http.client", "json", "logging", "decimal", "traceback", "concurrent.futures")
# BLAS threads do not survive a fork, and one environment has one CPU anyway.
_ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}


@dataclass(frozen=True)
class LaunchSpec:
    """What a new environment needs to know.

    Args:
        handler: `package.module.function`.
        environment: all of its variables; nothing is inherited.
        code_dir: first on its import path, and its working directory.
        python_path: further folders of its import path (layers).
        log: file that gets its output.
    """

    handler: str
    environment: Mapping[str, str]
    code_dir: Path
    python_path: tuple[Path, ...]
    log: Path


@dataclass(eq=False)
class Process:
    """A process that may end; `exited` gets its exit code, negative for a signal."""

    exited: asyncio.Future[int]

    def kill(self) -> None:
        """Ends the process and what it started, at once; harmless afterwards."""
        raise NotImplementedError


class Launcher(Protocol):
    """Starts processes of environments; they all end with this process."""

    async def begin(self) -> None:
        """Begins to get ready, and returns at once."""
        ...

    async def start(self) -> None:
        """Gets ready. Errors: StartupError."""
        ...

    async def launch(self, spec: LaunchSpec) -> Process:
        """Starts one process."""
        ...

    async def stop(self) -> None:
        """Ends every process."""
        ...


@dataclass(eq=False)
class _Spawned(Process):
    process: asyncio.subprocess.Process

    def kill(self) -> None:
        if self.process.returncode is None:
            end_session(self.process.pid)


@dataclass
class SpawnLauncher:
    """Starts a fresh interpreter for every environment: slower, and free of everything that is preloaded.

    Args:
        interpreter: which Python; it must be able to import awslambdaric.
    """

    interpreter: Path = field(default_factory=lambda: Path(sys.executable))
    _running: set[_Spawned] = field(default_factory=set["_Spawned"], init=False)

    async def begin(self) -> None:
        """Nothing to get ready."""

    async def start(self) -> None:
        """Nothing to get ready."""

    async def launch(self, spec: LaunchSpec) -> Process:
        """Starts one interpreter."""
        path = os.pathsep.join(str(folder) for folder in (spec.code_dir, *spec.python_path))
        with spec.log.open("ab") as log:
            process = await asyncio.create_subprocess_exec(
                *child_argv([str(self.interpreter), "-m", "awslambdaric", spec.handler]),
                env={**spec.environment, "PYTHONPATH": path},
                cwd=spec.code_dir,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )
        spawned = _Spawned(asyncio.ensure_future(process.wait()), process)
        self._running.add(spawned)
        spawned.exited.add_done_callback(lambda _: self._running.discard(spawned))
        return spawned

    async def stop(self) -> None:
        """Ends every interpreter."""
        running = list(self._running)
        for spawned in running:
            spawned.kill()
        await asyncio.gather(*(spawned.exited for spawned in running))


@dataclass(eq=False)
class _Forked(Process):
    identity: int
    launcher: "ForkLauncher"

    def kill(self) -> None:
        if not self.exited.done():
            self.launcher.tell({"op": "kill", "id": self.identity})


@dataclass
class ForkLauncher:
    """Forks environments from a server that has imported the heavy modules once.

    Args:
        log: file that gets the server's own output.
        preload: third-party modules to import; never the service's own, whose code may change.
        script: a Python file to run after that, for what an import alone does not load.
    """

    log: Path
    preload: Sequence[str] = ()
    script: Path | None = None
    _server: "subprocess.Popen[bytes] | None" = field(default=None, init=False)
    _writer: asyncio.StreamWriter | None = field(default=None, init=False)
    _listener: asyncio.Task[None] | None = field(default=None, init=False)
    _ready: asyncio.Future[None] | None = field(default=None, init=False)
    _forked: dict[int, _Forked] = field(default_factory=dict[int, _Forked], init=False)
    _last_identity: int = field(default=0, init=False)

    async def start(self) -> None:
        """Starts the server and waits until its imports are done. Errors: StartupError with the server's reason."""
        await self.begin()
        assert self._ready is not None
        try:
            await asyncio.wait_for(asyncio.shield(self._ready), _READY_SECONDS)
        except TimeoutError as error:
            raise StartupError(f"the fork server is silent after {_READY_SECONDS:.0f} s; see {self.log}") from error

    async def begin(self) -> None:
        """Starts the server, unless it runs; what is launched while it imports starts when it is ready."""
        if self._writer is not None:
            return
        ours, theirs = socket.socketpair()
        modules = [*_ALWAYS_PRELOADED, *self.preload]
        config = json.dumps({"preload": modules, "script": str(self.script) if self.script else None})
        program = [sys.executable, "-I", "-X", "utf8", str(_FORK_SERVER), str(theirs.fileno()), config]
        with theirs, self.log.open("ab") as log:
            self._server = subprocess.Popen(
                child_argv(program),
                pass_fds=(theirs.fileno(),),
                # The script may need the developer's own variables; every environment starts with its own only.
                env={**os.environ, **_ONE_THREAD},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )
        reader, self._writer = await asyncio.open_connection(sock=ours)
        self._ready = asyncio.get_running_loop().create_future()
        self._listener = asyncio.create_task(self._listen(reader, self._ready))

    async def launch(self, spec: LaunchSpec) -> Process:
        """Forks one environment; starts the server again if it has died."""
        await self.begin()
        self._last_identity += 1
        forked = _Forked(asyncio.get_running_loop().create_future(), self._last_identity, self)
        self._forked[forked.identity] = forked
        self.tell(
            {
                "op": "launch",
                "id": forked.identity,
                "handler": spec.handler,
                "env": dict(spec.environment),
                "path": [str(folder) for folder in (spec.code_dir, *spec.python_path)],
                "code_dir": str(spec.code_dir),
                "log": str(spec.log),
            }
        )
        return forked

    def tell(self, message: Mapping[str, Any]) -> None:
        """Sends one message to the server; nothing when it is gone (its children are gone too)."""
        if self._writer is not None:
            self._writer.write(json.dumps(message).encode() + b"\n")

    async def stop(self) -> None:
        """Ends the server and every environment."""
        if self._server is not None and self._ready is not None and not self._ready.done():
            end_session(self._server.pid)  # it listens only when its imports are done; nothing runs yet
        elif self._writer is not None:
            self._writer.write_eof()  # the server ends its children first, then itself; then we hear the end
        if self._listener is not None:
            await self._listener

    async def _listen(self, reader: asyncio.StreamReader, ready: asyncio.Future[None]) -> None:
        with contextlib.suppress(ConnectionError):
            while line := await reader.readline():
                self._hear(json.loads(line), ready)
        self._bury(ready)

    def _hear(self, message: dict[str, Any], ready: asyncio.Future[None]) -> None:
        if message["op"] == "ready":
            ready.set_result(None)
        elif message["op"] == "failed":
            ready.set_exception(StartupError(f"the fork server cannot preload: {message['error']}; see {self.log}"))
        elif message["op"] == "exited":
            self._forked.pop(message["id"]).exited.set_result(message["code"])

    def _bury(self, ready: asyncio.Future[None]) -> None:
        """The server is gone, and its children with it."""
        if not ready.done():
            ready.set_exception(StartupError(f"the fork server ended while it was starting; see {self.log}"))
        ready.exception()  # looked at, whether or not somebody waits for it
        if self._server is not None:
            end_session(self._server.pid)
            self._server.wait()
        if self._writer is not None:
            self._writer.close()
        self._server = self._writer = None
        forked, self._forked = self._forked, {}
        for child in forked.values():
            child.exited.set_result(-9)
