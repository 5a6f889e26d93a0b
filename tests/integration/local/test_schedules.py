"""Which schedules fire as soon as they are started."""

import asyncio
from typing import Literal

import pytest

from agent_memory_local.environments import InvocationResult
from agent_memory_local.model import Schedule
from agent_memory_local.progress import silent
from agent_memory_local.schedules import Schedules


class Target:
    """Counts what it is asked to run."""

    def __init__(self) -> None:
        self.invoked: list[str] = []

    async def invoke(self, name: str, event: object) -> InvocationResult:
        del event
        self.invoked.append(name)
        return InvocationResult("r", b"{}")


@pytest.mark.parametrize(
    ("expression", "source", "enabled", "at_once"),
    [
        ("rate(1 minute)", "scheduler", True, True),
        ("rate(1 minute)", "scheduler", False, False),
        ("rate(1 minute)", "events", True, False),
        ("cron(0 3 * * ? *)", "scheduler", True, False),
    ],
)
def test_a_rate_of_the_scheduler_fires_at_once(
    expression: str, source: Literal["scheduler", "events"], *, enabled: bool, at_once: bool
) -> None:
    target = Target()
    schedule = Schedule("Tick", "tick", expression, "Worker", None, source, enabled)

    async def started_and_stopped() -> None:
        schedules = Schedules([schedule], target, silent)
        schedules.start()
        await asyncio.sleep(0)  # the timer's first turn
        await schedules.stop(5)

    asyncio.run(started_and_stopped())
    assert target.invoked == (["Worker"] if at_once else [])
