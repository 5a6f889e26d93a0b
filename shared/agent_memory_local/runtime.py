"""Runs the functions of an application in processes, as Lambda does: pools, timeouts, crashes, logs."""

import asyncio
import contextlib
import json
import os
import secrets
import sys
import time
import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from agent_memory_local.environments import Environment, InvocationResult, lambda_variables
from agent_memory_local.errors import LocalStackError, StartupError
from agent_memory_local.launchers import ForkLauncher, Launcher, SpawnLauncher
from agent_memory_local.model import Function

REQUEST_LIMIT_BYTES = 6 * 1024 * 1024
_LOG_LIMIT_BYTES = 10 * 1024 * 1024
_REAPING_SECONDS = 30.0

VariablesOf = Callable[[Function], Mapping[str, str]]
"""More environment variables of a function; they win over the template's."""


class RequestTooLargeError(LocalStackError):
    """The event is larger than Lambda takes (6 MB)."""


@dataclass(frozen=True)
class RuntimeSettings:
    """How functions are run.

    Args:
        log_dir: one log file per function, named after its logical id.
        mode: `fork` starts environments from a warm server, `spawn` from scratch.
        preload: third-party modules that the warm server imports once.
        preload_script: a Python file that the warm server runs after that; it sees the environment of this process,
            which the functions do not.
        environments: most environments of one function; a lower reserved concurrency of the template wins.
        python_path: further folders of the functions' import path (built layers).
        interpreter: the Python of `spawn` mode.
        init_seconds: longest time to load a handler.
        idle_seconds: an environment unused for so long is ended.
    """

    log_dir: Path
    mode: Literal["fork", "spawn"] = "fork"
    preload: Sequence[str] = ()
    preload_script: Path | None = None
    environments: int = 2
    python_path: tuple[Path, ...] = ()
    interpreter: Path = field(default_factory=lambda: Path(sys.executable))
    init_seconds: float = 30.0
    idle_seconds: float = 600.0


@dataclass
class _Pool:
    """The environments of one function."""

    function: Function
    limit: int
    log: Path
    slots: asyncio.Semaphore = field(init=False)
    idle: list[Environment] = field(default_factory=list[Environment])
    busy: set[Environment] = field(default_factory=set[Environment])

    def __post_init__(self) -> None:
        self.slots = asyncio.Semaphore(self.limit)
        if self.log.exists() and self.log.stat().st_size > _LOG_LIMIT_BYTES:
            self.log.replace(self.log.with_suffix(".log.1"))

    def note(self, line: str) -> None:
        """Adds one line of the platform's own to the function's log; a full disk leaves it out, and no event pays."""
        with contextlib.suppress(OSError), self.log.open("a", encoding="utf-8") as log:
            log.write(line + "\n")


class Runtime:
    """Invokes functions. Belongs to one event loop; `start` first, `stop` last.

    An event waits while all environments of its function are busy (AWS would refuse it).

    Args:
        functions: by logical id.
        settings: how to run them.
        variables_of: more environment variables of a function, asked for whenever an environment starts.
        launcher: one that has begun already; None makes the one that the settings ask for.
    """

    def __init__(
        self,
        functions: Mapping[str, Function],
        settings: RuntimeSettings,
        variables_of: VariablesOf = lambda _: {},
        launcher: Launcher | None = None,
    ) -> None:
        settings.log_dir.mkdir(parents=True, exist_ok=True)
        self._settings = settings
        self._variables_of = variables_of
        self._launcher = launcher or launcher_of(settings)
        self._pools = {name: self._pool(function) for name, function in functions.items()}
        self._reaper: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Gets ready to start environments. Errors: StartupError when a module cannot be preloaded."""
        await self._launcher.start()
        self._reaper = asyncio.create_task(self._reap())

    async def stop(self) -> None:
        """Ends every environment, also those that are at work."""
        if self._reaper is not None:
            self._reaper.cancel()
        environments = [one for pool in self._pools.values() for one in (*pool.idle, *pool.busy)]
        await asyncio.gather(*(environment.stop() for environment in environments))
        await self._launcher.stop()

    async def invoke(self, name: str, event: object) -> InvocationResult:
        """Runs a function with one event and waits for its end.

        Args:
            name: logical id of the function.
            event: anything that JSON can say.

        Errors: KeyError for an unknown function, RequestTooLargeError, StartupError. A failure of the function is no
        exception: see `InvocationResult.failed`.
        """
        # Half a surrogate pair, which no AWS service lets through, must not stop anything here.
        payload = json.dumps(event, ensure_ascii=False, separators=(",", ":")).encode(errors="replace")
        if len(payload) > REQUEST_LIMIT_BYTES:
            raise RequestTooLargeError(f"the event has {len(payload)} bytes, Lambda takes {REQUEST_LIMIT_BYTES}")
        pool = self._pools[name]
        async with pool.slots:
            environment = await self._take(pool)
            try:
                result = await self._run(pool, environment, payload)
            except BaseException:
                environment.usable = False  # we were cancelled: the process may be anywhere
                raise
            finally:
                await self._give_back(pool, environment)
        return result

    def capacity(self, name: str) -> int:
        """How many events of a function run at once."""
        return self._pools[name].limit

    async def warm(self, name: str) -> None:
        """Starts an environment of a function ahead of its first event, when none is there."""
        pool = self._pools[name]
        async with pool.slots:
            environment = await self._take(pool)
            try:
                await environment.loaded()
            finally:
                await self._give_back(pool, environment)

    async def recycle(self) -> None:
        """Ends the idle environments, so that the next events run the code as it is on disk now."""
        for pool in self._pools.values():
            idle, pool.idle = pool.idle, []
            await asyncio.gather(*(environment.stop() for environment in idle))

    def _pool(self, function: Function) -> _Pool:
        limit = self._settings.environments
        if function.reserved_concurrency is not None:
            limit = min(limit, max(function.reserved_concurrency, 1))
        log = self._settings.log_dir / f"{function.logical_id}.log"
        return _Pool(function, limit, log)

    async def _take(self, pool: _Pool) -> Environment:
        while pool.idle:
            environment = pool.idle.pop()
            if environment.alive:
                pool.busy.add(environment)
                return environment
            await environment.stop()  # somebody killed it while it was idle; no event should pay for that
        environment = Environment(pool.function, self._settings.init_seconds)
        pool.busy.add(environment)
        try:
            await environment.start(
                self._launcher, self._variables(pool.function), self._settings.python_path, pool.log
            )
        except OSError as error:  # a full disk, no free descriptor
            pool.busy.discard(environment)
            raise StartupError(f"{pool.function.logical_id} cannot be started: {error}") from error
        except BaseException:
            pool.busy.discard(environment)
            raise
        return environment

    async def _give_back(self, pool: _Pool, environment: Environment) -> None:
        if environment.usable:
            environment.idle_since = time.monotonic()
            pool.idle.append(environment)
            pool.busy.discard(environment)
            return
        # Still counted as busy until it is gone, so that stopping the runtime cannot overlook it.
        await environment.stop()
        pool.busy.discard(environment)

    async def _run(self, pool: _Pool, environment: Environment, payload: bytes) -> InvocationResult:
        request_id = str(uuid.uuid4())
        pool.note(f"START RequestId: {request_id} Version: $LATEST")
        result = await environment.run(request_id, payload, _trace_id())
        if result.failed:
            pool.note(f"END RequestId: {request_id} Error: {result.payload[:1000].decode(errors='replace')}")
        init = "" if result.init_ms is None else f"\tInit Duration: {result.init_ms:.2f} ms"
        pool.note(f"REPORT RequestId: {request_id}\tDuration: {result.duration_ms:.2f} ms{init}")
        return result

    def _variables(self, function: Function) -> dict[str, Any]:
        """Everything a process gets to see: nothing of the developer's own environment but the search path."""
        version = f"{sys.version_info.major}.{sys.version_info.minor}"
        return {
            "PATH": os.environ.get("PATH", os.defpath),
            "LANG": "C.UTF-8",
            "TZ": ":UTC",
            "HOME": "/tmp",  # noqa: S108 - as in Lambda, where nothing else can be written
            "AWS_EXECUTION_ENV": f"AWS_Lambda_python{version}",
            # Local services accept anything; without a value the AWS client would look for real credentials.
            "AWS_ACCESS_KEY_ID": "local",
            "AWS_SECRET_ACCESS_KEY": "local",
            **function.environment,
            **self._variables_of(function),
            **lambda_variables(function),
        }

    async def _reap(self) -> None:
        while True:
            await asyncio.sleep(min(_REAPING_SECONDS, self._settings.idle_seconds))
            limit = time.monotonic() - self._settings.idle_seconds
            for pool in self._pools.values():
                stale = [one for one in pool.idle if one.idle_since <= limit]
                pool.idle = [one for one in pool.idle if one not in stale]
                for environment in stale:
                    await environment.stop()


def launcher_of(settings: RuntimeSettings) -> Launcher:
    """The launcher that the settings ask for."""
    if settings.mode == "spawn":
        return SpawnLauncher(settings.interpreter)
    return ForkLauncher(settings.log_dir / "fork-server.log", settings.preload, settings.preload_script)


def _trace_id() -> str:
    return f"Root=1-{int(time.time()):08x}-{secrets.token_hex(12)};Parent={secrets.token_hex(8)};Sampled=0"
