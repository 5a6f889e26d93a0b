"""Access counters: recalls are reported through a queue and counted in batches, apart from any version."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from agent_memory.memories import store
from agent_memory.platform.postgres import Database


@dataclass(frozen=True, slots=True)
class AccessReport:
    """One recall: which memories an agent read, and when."""

    org_id: str
    agent_id: str
    memory_ids: Sequence[str]
    accessed_at: datetime


class AccessCounters:
    """Applies reports. A report delivered twice counts twice: the counters are a measure, not a ledger."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def count(self, reports: Iterable[AccessReport]) -> None:
        """Add the reports up and write them, one transaction per org."""
        times: dict[str, Counter[tuple[str, str, date]]] = {}
        latest: dict[tuple[str, str, str, date], datetime] = {}
        for report in reports:
            counter, day = times.setdefault(report.org_id, Counter()), report.accessed_at.date()
            for memory_id in report.memory_ids:
                counter[report.agent_id, memory_id, day] += 1
                place = (report.org_id, report.agent_id, memory_id, day)
                latest[place] = max(report.accessed_at, latest.get(place, report.accessed_at))
        for org_id, counter in times.items():
            updates = [
                store.statement(
                    "count_access",
                    org_id=org_id,
                    agent_id=agent_id,
                    memory_id=memory_id,
                    day=day,
                    times=count,
                    accessed_at=latest[org_id, agent_id, memory_id, day],
                )
                for (agent_id, memory_id, day), count in sorted(counter.items())  # one order: no deadlocks
            ]
            with self._database.transaction(org_id) as transaction:
                transaction.run(*updates)
