"""Every minute: jobs that never reached the queue are sent again, and how long jobs wait is seen."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import chain

from agent_memory.breakers.model import State
from agent_memory.breakers.service import Breakers
from agent_memory.conversations import store
from agent_memory.conversations.model import JobKind
from agent_memory.conversations.service import JobQueue
from agent_memory.core.clock import Clock
from agent_memory.idempotency.service import drop_expired_answers
from agent_memory.platform.postgres import Database

UNSENT_AFTER = timedelta(seconds=30)
"""A job that could not be sent is sent by the sweep after this."""
LOST_AFTER = timedelta(minutes=15)
"""A job sent this long ago and not finished is sent again: longer than the queue needs for five receives."""
_SWEEP_COUNTS = {State.CLOSED: 500, State.PROBING: 1, State.OPEN: 0}
"""Jobs of one org and kind sent by one sweep, by how the models do that they need."""
_TURN_COUNT = 50
"""Jobs of one org and kind sent before the next org has its turn."""


@dataclass(slots=True)
class Swept:
    """What a sweep did and saw."""

    sent: int = 0
    """Jobs that were sent again."""
    lag: dict[JobKind, timedelta] = field(default_factory=lambda: dict.fromkeys(JobKind, timedelta(0)))
    """How long the oldest job of a kind has waited, of all orgs that had their turn; zero when none waits."""

    def saw(self, kind: JobKind, ages: Iterable[timedelta]) -> None:
        """Jobs of a kind have waited this long in some org."""
        self.lag[kind] = max([self.lag[kind], *ages])


class JobSweep:
    """Every minute, one transaction per org, as the scheduler: what never reached the queue is sent again.

    So is what was put off because a model did not answer, once it does; before, one job of each org may find out.
    Orgs have their turns, so that nobody waits for all the jobs of another org. Answers that were kept for retries and
    have expired go in the same transaction, and so does a look at how long jobs have been waiting.
    """

    def __init__(self, database: Database, queue: JobQueue, breakers: Breakers, clock: Clock) -> None:
        self._database = database
        self._queue = queue
        self._breakers = breakers
        self._clock = clock

    def run(self, may_go_on: Callable[[], bool]) -> Swept:
        """Re-send what is due while there is time, which is asked before every turn."""
        states = {kind: self._breakers.state(*kind.needs) for kind in JobKind}
        counts = {kind: _SWEEP_COUNTS[state] for kind, state in states.items()}
        orgs = self._database.read("", store.statement("list_orgs_across_orgs"))[0]
        swept, turns = Swept(), deque((row["org_id"], counts) for row in orgs)
        while turns and may_go_on():
            org_id, left = turns.popleft()
            taken = self._sweep_org(org_id, {kind: min(count, _TURN_COUNT) for kind, count in left.items()}, swept)
            # Who had fewer jobs than a turn allows has none left.
            rest = {kind: left[kind] - count for kind, count in taken.items() if count == _TURN_COUNT < left[kind]}
            if rest:
                turns.append((org_id, rest))
        return swept

    def _sweep_org(self, org_id: str, counts: Mapping[JobKind, int], swept: Swept) -> Counter[JobKind]:
        """One turn of an org: up to so many jobs of each kind are taken and sent; how many that was."""
        now = self._clock.now()
        wanted = [kind for kind, count in counts.items() if count]
        takings = [
            store.statement(
                "take_unsent_jobs",
                org_id=org_id,
                kind=kind,
                now=now,
                unsent_before=now - UNSENT_AFTER,
                lost_before=now - LOST_AFTER,
                count=counts[kind],
            )
            for kind in wanted
        ]
        looks = [store.statement("oldest_waiting_job", org_id=org_id, kind=kind) for kind in JobKind]
        with self._database.transaction(org_id) as transaction:
            _, *found = transaction.run(drop_expired_answers(org_id, now), *looks, *takings)
        oldest, taken = found[: len(looks)], found[len(looks) :]
        for kind, rows in zip(JobKind, oldest, strict=True):
            swept.saw(kind, (now - row["created_at"] for row in rows))
        for row in chain.from_iterable(taken):
            self._queue.send_job(org_id, row["agent_id"], row["job_id"])
        swept.sent += sum(map(len, taken))
        return Counter({kind: len(rows) for kind, rows in zip(wanted, taken, strict=True)})
