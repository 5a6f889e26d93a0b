"""The daily run: every org in its turn, a report for each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Final

from agent_memory.audit.model import AuditEvent
from agent_memory.audit.store import record
from agent_memory.conversations import store as conversation_store
from agent_memory.core.clock import Clock
from agent_memory.core.ids import new_run_id
from agent_memory.core.paging import Cursor, Page
from agent_memory.governance import store
from agent_memory.governance.archiving import ACTOR
from agent_memory.governance.model import Run, RunRequest, RunStatus
from agent_memory.governance.sweep import Sweep, Task, TimeIsUpError
from agent_memory.platform.postgres import Database
from agent_memory.policies.service import Policies

INTERRUPTED_AFTER: Final = timedelta(minutes=20)
"""Longer than a function may run: what is still running then died."""
REPORTS_KEPT: Final = timedelta(days=400)


class Governance:
    """Runs governance for all orgs, as the scheduler: it lists them, then opens transactions of one at a time."""

    def __init__(
        self,
        database: Database,
        policies: Policies,
        sweep: Sweep,
        clock: Clock,
        on_failure: Callable[[BaseException], None],
    ) -> None:
        """`on_failure` hears why an org's run failed: the others go on."""
        self._database = database
        self._policies = policies
        self._sweep = sweep
        self._clock = clock
        self._on_failure = on_failure

    def run(self, request: RunRequest, may_go_on: Callable[[], bool], org_id: str | None = None) -> list[Run]:
        """Run once, for one org or for all that there is time for; a report of each.

        Who comes first changes from day to day, so that an org whose run takes all the time holds up nobody for good.
        """
        orgs = [
            row["org_id"] for row in self._database.read("", conversation_store.statement("list_orgs_across_orgs"))[0]
        ]
        wanted = [each for each in _turned(orgs, request.now.toordinal()) if org_id in (None, each)]
        return [self._run_org(each, request, may_go_on) for each in wanted]

    def _run_org(self, org_id: str, request: RunRequest, may_go_on: Callable[[], bool]) -> Run:
        started = self._clock.now()
        run = Run(org_id=org_id, run_id=new_run_id(started), request=request, started_at=started)
        with self._database.transaction(org_id) as transaction:
            transaction.run(
                store.closing(org_id, started, started - INTERRUPTED_AFTER),
                store.statement("drop_runs", org_id=org_id, before=started - REPORTS_KEPT),
                store.beginning(run),
            )
        run = self._swept(run, may_go_on)
        event = AuditEvent(
            "governance.run", ACTOR, target=run.run_id, detail={**run.counts, "status": run.status.value}
        )
        with self._database.transaction(org_id) as transaction:
            transaction.run(store.ending(run), record(org_id, event, self._clock.now()))
        return run

    def _swept(self, run: Run, may_go_on: Callable[[], bool]) -> Run:
        counts: Counter[str] = run.counts
        try:
            for agent_id, policy in self._policies.all_of(run.org_id).items():
                agent = store.Agent(run.org_id, agent_id)
                self._sweep.run(Task(agent, policy, run.request, may_go_on, counts))
        except TimeIsUpError:
            status, failure = RunStatus.UNFINISHED, None
        except Exception as error:  # noqa: BLE001  # the boundary: what is wrong in one org holds up no other
            self._on_failure(error)
            status, failure = RunStatus.FAILED, type(error).__name__
        else:
            status, failure = RunStatus.SUCCEEDED, None
        run = replace(run, counts=Counter({name: count for name, count in counts.items() if count}))
        return run.ended(status, self._clock.now(), failure)


@dataclass(frozen=True, slots=True)
class RunReports:
    """What runs did in an org."""

    database: Database

    def list(self, org_id: str, *, limit: int, after: Cursor | None) -> Page[Run]:
        """A page of reports, newest first."""
        query = store.statement(
            "list_runs",
            org_id=org_id,
            after_time=None if after is None else after.moment,
            after_id=None if after is None else after.id,
            count=limit + 1,
        )
        rows = self.database.read(org_id, query)[0]
        runs = tuple(store.read_run(row) for row in rows[:limit])
        more = len(rows) > limit
        return Page(runs, Cursor(runs[-1].started_at, runs[-1].run_id) if more else None)


def _turned(orgs: Sequence[str], by: int) -> Sequence[str]:
    """The orgs in their order, beginning somewhere else each day."""
    start = by % len(orgs) if orgs else 0
    return [*orgs[start:], *orgs[:start]]
