"""Fires the schedules of the template."""

import asyncio
import uuid
from collections.abc import Callable, Iterable
from datetime import UTC, datetime

from agent_memory_local.authorizer import Invoker
from agent_memory_local.environments import InvocationResult
from agent_memory_local.errors import LocalStackError
from agent_memory_local.events import schedule_event
from agent_memory_local.model import Schedule
from agent_memory_local.progress import Progress
from agent_memory_local.schedule_expressions import Rate, next_fire, parse

# A laptop that sleeps stops this process but not the calendar: look again at least so often.
_LONGEST_NAP_SECONDS = 30.0


def _now() -> datetime:
    return datetime.now(UTC)


class Schedules:
    """Invokes targets when their time comes.

    What became due while the machine slept is fired once. A failed run is reported, and not repeated as AWS would.

    Args:
        report: hears about failures.
        clock: the time, aware.
    """

    def __init__(
        self, schedules: Iterable[Schedule], invoker: Invoker, report: Progress, clock: Callable[[], datetime] = _now
    ) -> None:
        self._schedules = tuple(schedules)
        self._invoker = invoker
        self._report = report
        self._clock = clock
        self._timers: list[asyncio.Task[None]] = []
        self._running: set[asyncio.Task[InvocationResult]] = set()

    @property
    def names(self) -> list[str]:
        """Names of all schedules."""
        return [schedule.name for schedule in self._schedules]

    def start(self) -> None:
        """Starts the timers of the schedules that are enabled.

        As on AWS, a rate of EventBridge Scheduler fires at once, one of an EventBridge rule after its first interval.
        """
        self._timers = [asyncio.create_task(self._keep(one)) for one in self._schedules if one.enabled]

    async def stop(self, seconds: float) -> None:
        """Fires no more; lets running invocations end, at most for so long."""
        for timer in self._timers:
            timer.cancel()
        await asyncio.gather(*self._timers, return_exceptions=True)
        if self._running:
            _, unfinished = await asyncio.wait(self._running, timeout=seconds)
            for task in unfinished:
                task.cancel()
            await asyncio.gather(*unfinished, return_exceptions=True)

    async def fire(self, name: str, scheduled: datetime | None = None) -> InvocationResult:
        """Fires a schedule now, also a disabled one, and waits for its function.

        Args:
            name: the schedule's name or logical id.
            scheduled: the time the event speaks of; None takes the present.

        Errors: KeyError for an unknown schedule.
        """
        schedule = next((one for one in self._schedules if name in {one.name, one.logical_id}), None)
        if schedule is None:
            raise KeyError(name)
        event = schedule_event(schedule, scheduled or self._clock(), str(uuid.uuid4()))
        result = await self._invoker.invoke(schedule.function, event)
        if result.failed:
            self._report(f"schedule {schedule.name}: {schedule.function} failed: {result.error_type}")
        return result

    async def _keep(self, schedule: Schedule) -> None:
        last = self._clock()
        if schedule.source == "scheduler" and isinstance(parse(schedule.expression), Rate):
            self._begin(schedule, last)
        while (due := next_fire(schedule.expression, last)) is not None:
            while (left := (due - self._clock()).total_seconds()) > 0:
                await asyncio.sleep(min(left, _LONGEST_NAP_SECONDS))
            self._begin(schedule, due)
            last = max(due, self._clock())

    def _begin(self, schedule: Schedule, due: datetime) -> None:
        running = asyncio.create_task(self.fire(schedule.logical_id, due))
        self._running.add(running)
        running.add_done_callback(self._over)

    def _over(self, task: asyncio.Task[InvocationResult]) -> None:
        self._running.discard(task)
        if not task.cancelled() and isinstance(error := task.exception(), LocalStackError | ValueError):
            self._report(f"a schedule could not be fired: {error}")
