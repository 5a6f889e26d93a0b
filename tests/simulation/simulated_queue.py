"""A queue that delivers at least once, in any order, on a clock of the test's own."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random
from typing import Any, Final

from agent_memory.core.clock import Clock
from agent_memory.platform.queue import MESSAGE_VERSION

_VISIBILITY_SECONDS: Final = (1, 30, 200, 720)
"""720 s is the template's; the shorter ones deliver a message again while the first delivery is still at work."""


@dataclass(slots=True)
class _Held:
    message_id: str
    body: str
    visible_at: datetime
    receives: int = 0


@dataclass
class SimulatedQueue:
    """Messages, and the dead letters of those that were received too often."""

    clock: Clock
    random: Random
    calm: bool
    """Whether it behaves: in order, once, no surprises."""
    max_receives: int = 5
    dead: list[str] = field(default_factory=list[str])
    aside: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    """Messages a worker set aside for good, with the reason: there must be none."""
    deliveries: int = 0
    _held: dict[str, _Held] = field(default_factory=dict[str, _Held])
    _number: int = 0

    def __len__(self) -> int:
        return len(self._held)

    def send(self, body: str) -> None:
        """Put a message on the queue."""
        self._number += 1
        name = f"message-{self._number}"
        self._held[name] = _Held(name, body, self.clock.now())

    def next_visible(self) -> datetime | None:
        """When the next message can be received."""
        return min((held.visible_at for held in self._held.values()), default=None)

    def receive(self) -> list[dict[str, Any]]:
        """Some visible messages as the records of an event."""
        now = self.clock.now()
        visible = [held for held in self._held.values() if held.visible_at <= now]
        chosen = visible[:3] if self.calm else self.random.sample(visible, min(len(visible), self.random.randint(1, 3)))
        return [record for held in chosen if (record := self._deliver(held, now)) is not None]

    def delete(self, message_id: str) -> None:
        """Acknowledge a message."""
        self._held.pop(message_id, None)

    def postpone(self, message_id: str) -> None:
        """Let a message come back after a while of the test's own choice: the service's own pauses are random."""
        held = self._held.get(message_id)
        if held is not None:
            held.visible_at = self.clock.now() + timedelta(seconds=self.random.randint(0, 20))

    def redrive(self) -> int:
        """Put the dead letters back, as an operator does; how many there were."""
        bodies, self.dead = self.dead, []
        for body in bodies:
            self.send(body)
        return len(bodies)

    def _deliver(self, held: _Held, now: datetime) -> dict[str, Any] | None:
        if held.receives >= self.max_receives:
            del self._held[held.message_id]
            self.dead.append(held.body)
            return None
        held.receives += 1
        self.deliveries += 1
        twice = not self.calm and self.random.random() < 0.1
        if not twice:  # else it stays visible: the same message goes to somebody else as well
            pause = 720 if self.calm else self.random.choice(_VISIBILITY_SECONDS)
            held.visible_at = now + timedelta(seconds=pause)
        return {
            "messageId": held.message_id,
            "receiptHandle": held.message_id,
            "body": held.body,
            "attributes": {"ApproximateReceiveCount": str(held.receives)},
        }


class QueuePort:
    """The queue as one process sees it: every call passes the two points at which the process may die."""

    def __init__(self, queue: SimulatedQueue, call: Callable[[str, Callable[[], None]], None]) -> None:
        self._queue = queue
        self._call = call

    def send_job(self, org_id: str, agent_id: str, job_id: str) -> None:
        """As `SqsQueue.send_job`."""
        message = {"type": "job", "version": MESSAGE_VERSION, "orgId": org_id, "agentId": agent_id, "jobId": job_id}
        self._call("queue.send", lambda: self._queue.send(json.dumps(message)))

    def postpone(self, receipt_handle: str, seconds: int) -> None:
        """As `SqsQueue.postpone`, for a time of the test's own."""
        del seconds
        self._call("queue.postpone", lambda: self._queue.postpone(receipt_handle))

    def set_aside(self, body: str, reason: str) -> None:
        """As `SqsQueue.set_aside`."""
        self._call("queue.set_aside", lambda: self._queue.aside.append((body, reason)))
