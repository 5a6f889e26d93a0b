"""Built functions in the real Lambda runtime client, with their own layers and nothing of this repository beside them."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from agent_memory_local.model import Function
from agent_memory_local.queue_service import QueueService
from agent_memory_local.runtime import Runtime, RuntimeSettings
from tests.support.aws_emulator import key_store
from tests.support.built import BUILT, INTERPRETER, OWN_LAYERS, PYTHON, missing
from tests.support.event_files import register_key
from tests.support.service import Service
from tests.support.template_facts import Template

pytest.register_assert_rewrite("tests.support.event_plays")

INSIDE = Path(__file__).parent / "inside"


@pytest.fixture(scope="session", autouse=True)
def _built() -> None:
    """Without the runtime's Python there is nothing to test: said aloud on a laptop, a failure where it counts."""
    reason = missing()
    if reason and os.environ.get("CI"):
        pytest.fail(f"The packaged suite cannot run: {reason}", pytrace=False)
    if reason:
        pytest.skip(f"BUILT CODE IS NOT TESTED: {reason}")


@pytest.fixture(scope="session")
def template() -> Template:
    return Template()


@dataclass
class Lambda:
    """Invokes built functions, each in processes of its own."""

    runner: asyncio.Runner
    runtimes: Mapping[str, Runtime]
    logs: Path

    def invoke(self, function: str, event: Any) -> Any:
        """The function's answer; an error of the function is an error here, with the end of its log."""
        result = self.runner.run(self.runtimes[function].invoke(function, event))
        if result.failed:
            log = (self.logs / f"{function}.log").read_text(encoding="utf-8")
            raise AssertionError(f"{function} failed: {result.payload.decode()}\n{log[-4000:]}")
        return json.loads(result.payload)


@pytest.fixture(scope="module")
def lambda_(
    quiet: Service, queue_service: QueueService, template: Template, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Lambda]:
    """Every built function, and `Inside`, which looks around in a process of the recall function."""
    register_key(quiet.address)
    logs = tmp_path_factory.mktemp("lambda-logs")
    with asyncio.Runner() as runner, key_store(queue_service.endpoint) as keys:
        started: list[Runtime] = []
        runtimes: dict[str, Runtime] = {}
        for layers, names in _by_layers(template).items():
            functions = {name: _built_function(quiet, name) for name in names}
            path = [OWN_LAYERS[layer] / "python" for layer in layers]
            if "MemoriesRecall" in functions:
                functions["Inside"] = replace(
                    functions["MemoriesRecall"], logical_id="Inside", handler="inside.handler"
                )
                path.append(INSIDE)
            settings = RuntimeSettings(logs, "spawn", environments=1, python_path=tuple(path), interpreter=INTERPRETER)
            runtime = Runtime(functions, settings, lambda function: _variables(quiet, keys, function))
            runner.run(runtime.start())
            started.append(runtime)
            runtimes |= dict.fromkeys(functions, runtime)
        runner.run(_warm(runtimes))
        yield Lambda(runner, runtimes, logs)
        for runtime in started:
            runner.run(runtime.stop())


async def _warm(runtimes: Mapping[str, Runtime]) -> None:
    """Load all handlers ahead of their events, two at a time."""
    free = asyncio.Semaphore(2)

    async def warm(name: str) -> None:
        async with free:
            await runtimes[name].warm(name)

    await asyncio.gather(*map(warm, runtimes))


def _by_layers(template: Template) -> dict[tuple[str, ...], list[str]]:
    found: dict[tuple[str, ...], list[str]] = {}
    for name in template.functions:
        found.setdefault(tuple(template.layers(name)), []).append(name)
    return found


def _built_function(service: Service, name: str) -> Function:
    return replace(service.application.functions[name], code_dir=BUILT / name)


def _variables(service: Service, keys: Mapping[str, str], function: Function) -> dict[str, str]:
    """What differs from the template: where the database, the emulator and `/opt` are."""
    return {
        **service.invoker.environment,
        **keys,
        "DATABASE_URL": service.address.as_role(function.environment["DATABASE_ROLE"]),
        "TIKTOKEN_CACHE_DIR": function.environment["TIKTOKEN_CACHE_DIR"].replace(
            "/opt", str(OWN_LAYERS["ModelsLayer"])
        ),
        "AWS_EXECUTION_ENV": f"AWS_Lambda_python{PYTHON}",
        "PYTHONDONTWRITEBYTECODE": "1",  # a function's folder is read-only in Lambda, and ours is to be deployed as built
    }
