"""One execution environment: a process that runs one function, one event at a time."""

import asyncio
import json
import signal
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from agent_memory_local.launchers import Launcher, LaunchSpec, Process
from agent_memory_local.model import REGION, Function
from agent_memory_local.runtime_api import Answer, Invocation, RuntimeApi

_KILL_SECONDS = 10.0


@dataclass(frozen=True)
class InvocationResult:
    """What became of one event.

    Args:
        request_id: id of the invocation, as the function saw it.
        payload: JSON text: the function's answer, or an error document with `errorType` and `errorMessage`.
        failed: True when the payload is an error document.
        timed_out: True when the function ran longer than its timeout and was ended.
        duration_ms: how long the function ran.
        init_ms: how long its environment took to start; None when it was warm.
    """

    request_id: str
    payload: bytes
    failed: bool = False
    timed_out: bool = False
    duration_ms: float = 0.0
    init_ms: float | None = None

    def json(self) -> Any:
        """The payload, parsed. Errors: ValueError when it is not JSON (a function may answer any bytes)."""
        return json.loads(self.payload)

    @property
    def error_type(self) -> str:
        """`errorType` of the error document, "" when the function succeeded."""
        return str(self.json().get("errorType", "")) if self.failed else ""


@dataclass(eq=False)
class Environment:
    """A process and the Runtime API it talks to. `usable` turns False when it has to be replaced.

    Args:
        function: what it runs.
        init_seconds: longest time to load the handler.
    """

    function: Function
    init_seconds: float
    usable: bool = field(default=True, init=False)
    idle_since: float = field(default=0.0, init=False)
    _api: RuntimeApi = field(init=False)
    _process: Process | None = field(default=None, init=False)
    _started: float = field(default=0.0, init=False)
    _init_ms: float = field(default=0.0, init=False)
    _invoked: bool = field(default=False, init=False)

    @property
    def alive(self) -> bool:
        """Whether its process runs."""
        return self._process is not None and not self._process.exited.done()

    async def start(
        self, launcher: Launcher, variables: Mapping[str, str], python_path: tuple[Path, ...], log: Path
    ) -> None:
        """Starts the process; the first invocation waits until its handler is loaded."""
        self._started = time.monotonic()
        self._api = RuntimeApi()
        own = {"AWS_LAMBDA_RUNTIME_API": await self._api.start()}
        spec = LaunchSpec(
            handler=self.function.handler,
            environment={**variables, **own},
            code_dir=self.function.code_dir,
            python_path=python_path,
            log=log,
        )
        try:
            self._process = await launcher.launch(spec)
        except BaseException:
            await self._api.close()
            raise

    async def loaded(self) -> None:
        """Waits until the handler is loaded, or has failed to load, or the process is gone."""
        if self._api.ready.is_set():
            return
        ready = asyncio.ensure_future(self._api.ready.wait())
        try:
            await self._first(ready, self._api.init_error, seconds=self.init_seconds)
        finally:
            ready.cancel()
        if not self._invoked:
            self._init_ms = self._since(self._started)

    async def run(self, request_id: str, payload: bytes, trace_id: str) -> InvocationResult:
        """Runs one event to its end. The environment is not usable afterwards when the process was ended or died."""
        await self.loaded()
        init_ms = None if self._invoked else self._init_ms
        self._invoked = True
        if not self._api.ready.is_set():
            self.usable = False
            return self._without_handler(request_id, init_ms)
        seconds = self.function.timeout_seconds
        began = time.monotonic()
        answer = self._api.deliver(
            Invocation(request_id, payload, int((time.time() + seconds) * 1000), self.function.arn, trace_id)
        )
        await self._first(answer, seconds=seconds)
        duration_ms = self._since(began)
        if answer.done():
            posted = answer.result()
            return InvocationResult(request_id, posted.payload, posted.failed, duration_ms=duration_ms, init_ms=init_ms)
        self.usable = False
        if not self.alive:
            return self._exit_error(request_id, duration_ms, init_ms)
        text = f"RequestId: {request_id} Error: Task timed out after {seconds:.2f} seconds"
        document = _document("Sandbox.Timedout", text)
        return InvocationResult(
            request_id, document, failed=True, timed_out=True, duration_ms=duration_ms, init_ms=init_ms
        )

    async def stop(self) -> None:
        """Ends the process, whatever it does."""
        self.usable = False
        if self._process is not None:
            self._process.kill()
            # Only then: a runtime client that loses its server first complains in the function's log.
            await asyncio.wait([self._process.exited], timeout=_KILL_SECONDS)
            await self._api.close()

    async def _first(self, *events: "asyncio.Future[Any]", seconds: float) -> None:
        assert self._process is not None
        await asyncio.wait([*events, self._process.exited], timeout=seconds, return_when=asyncio.FIRST_COMPLETED)

    def _without_handler(self, request_id: str, init_ms: float | None) -> InvocationResult:
        if self._api.init_error.done():
            posted: Answer = self._api.init_error.result()
            return InvocationResult(request_id, posted.payload, failed=True, init_ms=init_ms)
        if not self.alive:
            return self._exit_error(request_id, 0.0, init_ms)
        text = f"RequestId: {request_id} Error: the handler was not loaded after {self.init_seconds:.2f} seconds"
        document = _document("Sandbox.Timedout", text)
        return InvocationResult(request_id, document, failed=True, timed_out=True, init_ms=init_ms)

    def _exit_error(self, request_id: str, duration_ms: float, init_ms: float | None) -> InvocationResult:
        assert self._process is not None
        text = f"RequestId: {request_id} Error: {_exit_reason(self._process.exited.result())}"
        document = _document("Runtime.ExitError", text)
        return InvocationResult(request_id, document, failed=True, duration_ms=duration_ms, init_ms=init_ms)

    @staticmethod
    def _since(moment: float) -> float:
        return (time.monotonic() - moment) * 1000


def lambda_variables(function: Function) -> dict[str, str]:
    """The variables that Lambda itself sets, minus the address of the Runtime API."""
    return {
        "_HANDLER": function.handler,
        "LAMBDA_TASK_ROOT": str(function.code_dir),
        "AWS_LAMBDA_FUNCTION_NAME": function.name,
        "AWS_LAMBDA_FUNCTION_VERSION": "$LATEST",
        "AWS_LAMBDA_FUNCTION_MEMORY_SIZE": str(function.memory_mb),
        "AWS_LAMBDA_LOG_GROUP_NAME": f"/aws/lambda/{function.name}",
        "AWS_LAMBDA_LOG_STREAM_NAME": "local",
        "AWS_LAMBDA_LOG_FORMAT": function.log_format,
        "AWS_LAMBDA_INITIALIZATION_TYPE": "on-demand",
        "AWS_REGION": REGION,
        "AWS_DEFAULT_REGION": REGION,
    }


def _document(error_type: str, message: str) -> bytes:
    return json.dumps({"errorType": error_type, "errorMessage": message}).encode()


def _exit_reason(code: int) -> str:
    if code == 0:
        return "Runtime exited without providing a reason"
    if code < 0:
        return f"Runtime exited with error: signal: {signal.Signals(-code).name.removeprefix('SIG').lower()}"
    return f"Runtime exited with error: exit status {code}"
