"""The simulated world: clients, a queue, workers that die, and a clock. One thread, one seed, the same story every time.

Workers overlap without threads: whenever one waits for a model, or is about to begin a transaction, others may be let
run to their own next such moment or to their end. No transaction is open then, so nobody can wait for anybody.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from datetime import datetime, timedelta
from importlib import import_module
from random import Random
from typing import Any, Final

from agent_memory.core.clock import ManualClock
from agent_memory_local.provision import DEMO_AGENT, DEMO_ORG
from tests.simulation.faults import Fate, Faults, Point, Position, ProcessKilledError
from tests.simulation.people import START, Posting, Said, Script
from tests.simulation.process import Process
from tests.simulation.server import Place
from tests.simulation.simulated_queue import SimulatedQueue
from tests.support.event_files import FOLDER

WORKERS: Final = 4
_DEPTH: Final = 3
"""How many workers may be inside one another."""
_BACKLOG: Final = 25
_PATIENCE: Final = 3
"""From this receive on a delivery meets death but no errors: five errors in a row are a failure for good, which is
another story than this one."""
_SLOW_MODEL: Final = timedelta(seconds=160)
"""Longer than a lease."""


class World:
    """One run over one database."""

    def __init__(self, place: Place, script: Script, seed: int, faults: Faults, start: datetime = START) -> None:
        self.server, self.script, self.faults = place, script, faults
        self.random = Random(f"world {seed}")
        self.calm = not faults.active
        self.clock = ManualClock(start)
        self.queue = SimulatedQueue(self.clock, self.random, calm=self.calm)
        self.pending = list(reversed(script.postings))
        self.model_calls = 0
        self.problems: list[str] = []
        """What clients saw that they must not see."""
        self._story = hashlib.sha256()
        self._depth = 0
        self._workers: list[Process | None] = [None] * WORKERS
        self._busy: set[int] = set()
        self._single: dict[str, Process] = {}
        self._restart_at = self._restart_moments()
        self._envelopes = {
            name: json.loads((FOLDER / "api" / f"{name}.json").read_text(encoding="utf-8"))
            for name in ("conversations_create", "memories_create")
        }

    # ------------------------------------------------------------------------------------------------ the run
    def run(self) -> None:
        """Play the script with faults, then let everything be worked off without any."""
        try:
            while self.pending:
                self._step()
            for _ in range(len(self.script.postings) // 4):
                self._step()
            self._settle()
        finally:
            for process in (*self._workers, *self._single.values()):
                if process is not None:
                    process.close()

    @property
    def story(self) -> str:
        """A digest of all that was done, in order."""
        return self._story.hexdigest()

    def seconds(self) -> float:
        """The world's own monotonic seconds."""
        return (self.clock.now() - START).total_seconds()

    def pause(self, process: Process) -> None:
        """A worker waits: now and then others do something meanwhile, or a long time goes by."""
        if self.calm or process.role != "worker" or not process.alive or self._depth >= _DEPTH:
            return
        chance = self.random.random()
        if chance < 0.04:
            self.clock.advance(_SLOW_MODEL)
        if chance < 0.15:
            for _ in range(self.random.randint(1, 3)):
                self._step()

    def restart_database(self) -> None:
        """End the server and start it again."""
        self._tell("restart")
        self.server.owner.restart()

    def _settle(self) -> None:
        """The faults are over. Clocks go on, the sweep runs, an operator redrives what is in the dead-letter queue."""
        self.faults.active = False
        self.queue.calm = self.calm = True
        for _ in range(20):
            while len(self.queue):
                self._deliver()
            self.clock.advance(timedelta(minutes=16))
            if not self._sweep() and not self.queue.redrive() and not len(self.queue):
                return
        self.problems.append("there is no end of it: the queue does not run dry")

    def _step(self) -> None:
        self.clock.advance(timedelta(milliseconds=self.random.randint(50, 2000)))
        if self._restart_at and len(self.pending) <= self._restart_at[-1]:
            self._restart_at.pop()
            self.faults.restart_due = True
        chance = self.random.random()
        if self.pending and (len(self.queue) < _BACKLOG or chance < 0.1) and chance < 0.5:
            self._post(self.pending.pop())
        elif chance > 0.985:
            self._sweep()
        else:
            self._deliver()

    def _restart_moments(self) -> list[int]:
        """How many postings are left when the server is to crash, the next one last."""
        count, total = self.faults.restarts_left, len(self.script.postings)
        return [total * number // (count + 1) for number in range(1, count + 1)]

    # ------------------------------------------------------------------------------------------------ clients
    def _post(self, posting: Posting) -> None:
        """A client sends something; whoever gets no answer sends it again some time later."""
        if posting.by_queue and posting.messages:
            for _ in range(1 if self.calm or self.random.random() > 0.05 else 2):
                self.queue.send(json.dumps(_message(posting), ensure_ascii=False))
            return
        answer = self._ask(posting)
        if not self.calm and self.random.random() < (0.05 if posting.note is None else 0.25):
            answer = None  # lost on its way; notes are few
        self._tell("post", posting.number, answer)
        if answer is None or answer >= 500:
            place = max(0, len(self.pending) - self.random.randrange(12))
            self.pending.insert(place, posting)
        elif answer not in (201, 202):
            self.problems.append(f"posting {posting.number} of {posting.user} was answered {answer}")

    def _ask(self, posting: Posting) -> int | None:
        """The status of the API's answer; None when it died over it."""
        name = "memories_create" if posting.note is not None else "conversations_create"
        body = {"userId": posting.user, "content": posting.note} if posting.note is not None else _body(posting)
        event = {**self._envelopes[name], "body": json.dumps(body, ensure_ascii=False)}
        event["headers"] = {**event["headers"], "Idempotency-Key": f"posting-{posting.user}-{posting.number}"}
        answer = self._single_call("app", name, event)
        return None if answer is None else int(answer["statusCode"])

    # ------------------------------------------------------------------------------------------------ the service
    def _deliver(self) -> None:
        """Give a worker some messages. What it dies over comes back; what it acknowledges may come back too."""
        free = [number for number in range(WORKERS) if number not in self._busy]
        records = self.queue.receive() if free else []
        if not records:
            self._wait()
            return
        number = free[0] if self.calm else self.random.choice(free)
        process = self._workers[number] or Process(self, "worker")
        self._workers[number] = process
        process.may_fail = all(_receives(record) < _PATIENCE for record in records)
        self._busy.add(number)
        self._depth += 1
        try:
            answer = process.run(_handler("conversation_worker"), {"Records": records})
            self._acknowledge(records, answer)
            self._tell("deliver", *(record["messageId"] for record in records), json.dumps(answer))
        except ProcessKilledError:
            self._workers[number] = None
            self._tell("dead", number, *(record["messageId"] for record in records))
        finally:
            self._depth -= 1
            self._busy.discard(number)

    def _acknowledge(self, records: list[dict[str, Any]], answer: dict[str, Any]) -> None:
        failed = {item["itemIdentifier"] for item in answer["batchItemFailures"]}
        for record in records:
            lost = self.faults.draw(Point("queue delete", Position.BEFORE), may_fail=False) is Fate.KILL
            if record["messageId"] not in failed and not lost:
                self.queue.delete(record["messageId"])

    def _sweep(self) -> int:
        answer = self._single_call("scheduler", "jobs_resend", {})
        self._tell("sweep", answer)
        return 0 if answer is None else int(answer["resent"])

    def _single_call(self, role: str, name: str, event: dict[str, Any]) -> Any:
        """Let the one process of a role do something; None when it died over it."""
        process = self._single.pop(role, None) or Process(self, role)  # not there: busy further out
        try:
            answer = process.run(_handler(name), event)
        except ProcessKilledError:
            return None
        except Exception as error:  # noqa: BLE001  # a scheduled function that fails is tried again by its schedule
            self._tell(type(error).__name__)
            answer = None
        if self._single.setdefault(role, process) is not process:
            process.close()
        return answer

    def _wait(self) -> None:
        """Nothing can be received: time goes by until something can."""
        due = self.queue.next_visible()
        if due is not None and due > self.clock.now() and self._depth == 0:
            self.clock.advance(due - self.clock.now())

    def _tell(self, *parts: object) -> None:
        self._story.update(repr(parts).encode())


def _handler(name: str) -> Callable[[Any, Any], Any]:
    return import_module(f"{name}.app").handler


def _receives(record: dict[str, Any]) -> int:
    return int(record["attributes"]["ApproximateReceiveCount"])


def _message(posting: Posting) -> dict[str, Any]:
    envelope = {"type": "conversation", "version": 1, "orgId": DEMO_ORG, "agentId": DEMO_AGENT}
    return {**envelope, **_body(posting)}


def _body(posting: Posting) -> dict[str, Any]:
    return {
        "userId": posting.user,
        "sessionId": posting.messages[0].session,
        "messages": [_spoken(message) for message in posting.messages],
    }


def _spoken(message: Said) -> dict[str, str]:
    return {
        "messageId": message.message_id,
        "role": message.role,
        "content": message.text,
        "occurredAt": message.occurred_at.isoformat(),
    }
