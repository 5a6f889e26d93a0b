"""What cannot be written to a log costs no answer, and what goes wrong in the stack itself is a problem document."""

import asyncio
from pathlib import Path

import pytest

from agent_memory_local.environments import InvocationResult
from agent_memory_local.events import HttpRequest
from agent_memory_local.gateway import Gateway, _fresh_ids
from agent_memory_local.model import Function
from agent_memory_local.runtime import Runtime, RuntimeSettings
from tests.support.local.toy import FUNCTIONS, RunningStack, running, toy_settings

CALLER = {"Authorization": "caller"}
PROBLEM = "application/problem+json"


def test_lines_that_do_not_fit_on_the_disk_are_left_out(tmp_path: Path) -> None:
    logs = tmp_path / "data" / "logs"
    logs.mkdir(parents=True)
    (logs.parent / "stack.lock").touch()
    for name in ("gateway", "events", "Authorizer", "Echo", "Shapes", "Worker"):
        (logs / f"{name}.log").symlink_to("/dev/full")

    with running(toy_settings(logs.parent)) as stack:
        assert stack.request("GET", "/things/a", headers=CALLER).status == 200
        failed = stack.request("GET", "/shapes/exception")
        stack.run(stack.stack.schedules.fire("WorkerTick"))

    assert (failed.status, failed.header("content-type")) == (502, PROBLEM)


def test_a_function_does_not_notice_that_its_output_does_not_fit(tmp_path: Path) -> None:
    (tmp_path / "logs").mkdir()
    (tmp_path / "logs" / "Speak.log").symlink_to("/dev/full")
    speak = Function("Speak", "local-speak", "toy.app.speak", FUNCTIONS, 5.0, 256, {})

    async def spoken() -> InvocationResult:
        runtime = Runtime({"Speak": speak}, RuntimeSettings(tmp_path / "logs"))
        try:
            await runtime.start()
            return await runtime.invoke("Speak", {"text": "bonjour 花"})
        finally:
            await runtime.stop()

    assert not asyncio.run(spoken()).failed


@pytest.mark.parametrize(("closed", "status"), [("Echo", 502), ("Authorizer", 500)])
def test_a_function_that_cannot_be_started_for_want_of_a_log(tmp_path: Path, closed: str, status: int) -> None:
    (tmp_path / "logs" / f"{closed}.log").mkdir(parents=True)  # a folder cannot be opened for writing, even by root
    (tmp_path / "stack.lock").touch()
    settings = toy_settings(tmp_path)
    settings.runtime = RuntimeSettings(tmp_path / "logs", mode="spawn")

    with running(settings) as stack:
        answer = stack.request("GET", "/things/a", headers=CALLER)

    assert (answer.status, answer.header("content-type")) == (status, PROBLEM)


class Defect:
    """An invoker with a mistake in it."""

    async def invoke(self, name: str, event: object) -> InvocationResult:
        raise RuntimeError(f"{name} {bool(event)}")


def test_a_defect_of_the_stack_is_a_problem_document_and_a_line_in_the_log(toy: RunningStack) -> None:
    assert toy.stack.application.api is not None
    log: list[str] = []
    gateway = Gateway(toy.stack.application.api, Defect(), log.append)
    request = HttpRequest("GET", "/open/x", "", (), b"", "127.0.0.1", 80, "HTTP/1.1")

    answer = asyncio.run(gateway.respond(request, _fresh_ids()))

    assert answer.status == 500
    assert ("Content-Type", PROBLEM) in answer.headers
    assert any("RuntimeError: Echo True" in line for line in log)
