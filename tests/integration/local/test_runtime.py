"""Functions in processes: answers, errors, limits, and that nothing survives."""

import asyncio
import os
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeVar

import pytest

from agent_memory_local.environments import InvocationResult
from agent_memory_local.errors import StartupError
from agent_memory_local.model import Function
from agent_memory_local.runtime import REQUEST_LIMIT_BYTES, RequestTooLargeError, Runtime, RuntimeSettings
from tests.support.local.toy import FUNCTIONS

T = TypeVar("T")
Work = Callable[[Runtime], Awaitable[T]]


def function(handler: str, *, timeout: float = 5.0, reserved: int | None = None) -> Function:
    name = handler.rsplit(".", 1)[1]
    return Function(name, f"local-{name}", handler, FUNCTIONS, timeout, 256, {"FROM_TEMPLATE": "1"}, reserved)


def using(folder: Path, functions: list[Function], work: Work[T], **settings: Any) -> T:
    """Runs something with a runtime of its own, and stops it."""

    async def whole() -> T:
        named = {one.logical_id: one for one in functions}
        runtime = Runtime(named, RuntimeSettings(folder / "logs", **settings), lambda one: {"FROM_STACK": one.name})
        try:
            await runtime.start()
            return await work(runtime)
        finally:
            await runtime.stop()

    return asyncio.run(whole())


def invoked(folder: Path, handler: str, event: object, **settings: Any) -> InvocationResult:
    one = function(handler)
    return using(folder, [one], lambda runtime: runtime.invoke(one.logical_id, event), **settings)


@pytest.mark.parametrize("mode", ["fork", "spawn"])
def test_a_function_sees_its_event_and_its_environment_only(
    tmp_path: Path, mode: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DEVELOPERS_OWN", "secret")

    answer = invoked(tmp_path, "toy.app.plain", {"text": "花 \ud800 é"}, mode=mode).json()

    assert answer["event"] == {"text": "花 ? é"}
    assert 4000 < answer["remainingMs"] <= 5000
    assert answer["folder"] == str(FUNCTIONS)
    variables = answer["variables"]
    assert "DEVELOPERS_OWN" not in variables
    assert (variables["FROM_TEMPLATE"], variables["FROM_STACK"]) == ("1", "local-plain")
    assert (variables["AWS_LAMBDA_FUNCTION_NAME"], variables["TZ"]) == ("local-plain", ":UTC")


def test_the_fork_server_preloads_modules_and_a_script(tmp_path: Path) -> None:
    script = tmp_path / "preload.py"
    script.write_text("import sqlite3\n")

    answer = invoked(tmp_path, "toy.app.plain", {}, preload=("decimal",), preload_script=script).json()

    assert answer["preloaded"]


def test_a_module_that_cannot_be_preloaded_is_named(tmp_path: Path) -> None:
    with pytest.raises(StartupError, match="No module named 'no_such_module'"):
        invoked(tmp_path, "toy.app.plain", {}, preload=("no_such_module",))


def test_an_exception_becomes_an_error_document(tmp_path: Path) -> None:
    result = invoked(tmp_path, "toy.app.fail", {})

    assert result.failed
    assert result.error_type == "LookupError"
    document = result.json()
    assert document["errorMessage"] == "nothing here"
    assert document["requestId"] == result.request_id
    assert any("raise LookupError" in line for line in document["stackTrace"])


@pytest.mark.parametrize(
    ("handler", "error_type", "message"),
    [
        ("toy.app.absent", "Runtime.HandlerNotFound", "'absent' missing"),
        ("toy.nothing.handler", "Runtime.ImportModuleError", "No module named"),
        ("toy.broken.handler", "RuntimeError", "not today"),
        ("toy.app.unserialisable", "Runtime.MarshalError", "not JSON serializable"),
        ("toy.app.large", "Function.ResponseSizeTooLarge", "exceeded maximum allowed payload size"),
        ("toy.app.kill_self", "Runtime.ExitError", "signal: kill"),
    ],
)
def test_errors_are_worded_as_on_aws(tmp_path: Path, handler: str, error_type: str, message: str) -> None:
    result = invoked(tmp_path, handler, {"size": 6_300_000})

    assert (result.failed, result.timed_out, result.error_type) == (True, False, error_type)
    assert message in result.json()["errorMessage"]


def test_a_process_that_leaves_is_replaced(tmp_path: Path) -> None:
    leave, plain = function("toy.app.leave", reserved=1), function("toy.app.plain", reserved=1)

    async def work(runtime: Runtime) -> list[InvocationResult]:
        return [await runtime.invoke("leave", {"code": code}) for code in (3, 0)]

    third, zeroth = using(tmp_path, [leave, plain], work)

    assert third.json()["errorMessage"].endswith("Runtime exited with error: exit status 3")
    assert zeroth.json()["errorMessage"].endswith("Runtime exited without providing a reason")
    assert third.init_ms is not None
    assert zeroth.init_ms is not None


def test_a_function_that_runs_too_long_is_ended_and_replaced(tmp_path: Path) -> None:
    sleep = function("toy.app.sleep", timeout=0.3, reserved=1)

    async def work(runtime: Runtime) -> tuple[InvocationResult, InvocationResult]:
        return await runtime.invoke("sleep", {"seconds": 30}), await runtime.invoke("sleep", {"seconds": 0})

    late, after = using(tmp_path, [sleep], work)

    assert late.timed_out
    assert late.error_type == "Sandbox.Timedout"
    assert late.json()["errorMessage"].endswith("Task timed out after 0.30 seconds")
    assert 290 < late.duration_ms < 2000
    assert not after.failed
    assert after.init_ms is not None


def test_a_warm_environment_is_used_again(tmp_path: Path) -> None:
    plain = function("toy.app.plain")

    async def work(runtime: Runtime) -> list[InvocationResult]:
        await runtime.warm("plain")
        first = [await runtime.invoke("plain", {}) for _ in range(3)]
        await runtime.recycle()
        return [*first, await runtime.invoke("plain", {})]

    results = using(tmp_path, [plain], work)

    first, second, third, recycled = (result.json()["pid"] for result in results)
    assert first == second == third != recycled
    assert [result.init_ms is None for result in results] == [False, True, True, False]


@pytest.mark.parametrize(("reserved", "environments", "expected"), [(None, 2, 2), (1, 2, 1), (9, 2, 2)])
def test_no_more_environments_than_allowed_run_at_once(
    tmp_path: Path, reserved: int | None, environments: int, expected: int
) -> None:
    sleep = function("toy.app.sleep", reserved=reserved)

    async def work(runtime: Runtime) -> list[InvocationResult]:
        assert runtime.capacity("sleep") == expected
        return await asyncio.gather(*(runtime.invoke("sleep", {"seconds": 0.1}) for _ in range(4)))

    spans = [result.json() for result in using(tmp_path, [sleep], work, environments=environments)]

    assert len({span["pid"] for span in spans}) == expected
    overlaps = [sum(other["began"] <= span["began"] < other["ended"] for other in spans) for span in spans]
    assert max(overlaps) == expected


def test_an_event_over_six_megabytes_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RequestTooLargeError, match="bytes"):
        invoked(tmp_path, "toy.app.plain", "x" * REQUEST_LIMIT_BYTES)


def test_an_idle_environment_is_ended(tmp_path: Path) -> None:
    async def work(runtime: Runtime) -> tuple[int, bool]:
        pid = (await runtime.invoke("plain", {})).json()["pid"]
        for _ in range(100):
            await asyncio.sleep(0.05)
            if not Path(f"/proc/{pid}").exists():
                return pid, False
        return pid, True

    assert using(tmp_path, [function("toy.app.plain")], work, idle_seconds=0.2)[1] is False


def test_output_and_reports_go_to_the_functions_log(tmp_path: Path) -> None:
    invoked(tmp_path, "toy.app.speak", {"text": "bonjour 花"})

    lines = (tmp_path / "logs" / "speak.log").read_text().splitlines()
    assert lines[0].startswith("START RequestId: ")
    assert "bonjour 花" in lines
    assert lines[-1].startswith("REPORT RequestId: ")


def test_a_fork_server_that_was_killed_is_started_again(tmp_path: Path) -> None:
    async def work(runtime: Runtime) -> tuple[InvocationResult, InvocationResult]:
        waiting = asyncio.ensure_future(runtime.invoke("sleep", {"seconds": 30}))
        while runtime._launcher._server is None or not _children(runtime._launcher._server.pid):
            await asyncio.sleep(0.02)
        await asyncio.sleep(0.2)
        os.kill(runtime._launcher._server.pid, 9)
        return await waiting, await runtime.invoke("sleep", {"seconds": 0})

    lost, after = using(tmp_path, [function("toy.app.sleep")], work)

    assert lost.error_type == "Runtime.ExitError"
    assert not after.failed


def test_an_environment_killed_while_idle_costs_no_event(tmp_path: Path) -> None:
    async def work(runtime: Runtime) -> InvocationResult:
        os.kill((await runtime.invoke("plain", {})).json()["pid"], 9)
        await asyncio.sleep(0.2)
        return await runtime.invoke("plain", {})

    assert not using(tmp_path, [function("toy.app.plain")], work).failed


def test_stopping_ends_functions_that_are_at_work(tmp_path: Path) -> None:
    async def work(runtime: Runtime) -> int:
        waiting = asyncio.ensure_future(runtime.invoke("sleep", {"seconds": 30}))
        await asyncio.sleep(0.3)
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
        return runtime._launcher._server.pid

    server = using(tmp_path, [function("toy.app.sleep")], work)

    assert not Path(f"/proc/{server}").exists()


def _children(pid: int) -> str:
    return Path(f"/proc/{pid}/task/{pid}/children").read_text()
