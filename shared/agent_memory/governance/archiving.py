"""Out of the memories and into the archive's table: what expired and is not wanted any more."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from itertools import groupby
from operator import itemgetter
from typing import Final

from aws_lambda_powertools.metrics import MetricUnit

from agent_memory.audit.model import Actor, AuditEvent
from agent_memory.audit.store import record
from agent_memory.core.clock import Clock
from agent_memory.governance import store
from agent_memory.governance.documents import headline_place, sealed_payload
from agent_memory.governance.headlines import Headlines
from agent_memory.memories.store import body_place
from agent_memory.platform.observability import metrics
from agent_memory.platform.postgres import Database, Query, Row
from agent_memory.platform.subject_keys import SealBrokenError, SubjectKey, SubjectKeys
from agent_memory.policies.model import Policy

ACTOR: Final = Actor("scheduler", "governance")


class Archiver:
    """Moves memories of some users to the archive, a batch at a time."""

    def __init__(self, database: Database, keys: SubjectKeys, headlines: Headlines, clock: Clock) -> None:
        self._database = database
        self._keys = keys
        self._headlines = headlines
        self._clock = clock

    def move(self, agent: store.Agent, user_ids: Sequence[str], policy: Policy, now: datetime, count: int) -> int:
        """Move up to `count` memories that are due at `now`; how many went.

        Texts are opened, titled and sealed with no transaction open. The one that follows takes what is still as it was
        read: what was recalled, changed or deleted meanwhile stays where it is, and so does what belongs to somebody
        who is being written about.
        """
        due = {"now": now, "extend_above": policy.extend_above_accesses}
        rows = self._read(store.agent_statement("due_for_archive", agent, user_ids=user_ids, count=count, **due), agent)
        keys = self._keys.for_reading(agent.org_id, {row["user_id"] for row in rows})
        rows = [row for row in rows if row["user_id"] in keys]  # without a key there is nothing left to keep
        if not rows:
            return 0
        versions = self._versions(agent, rows)
        opened = [each for row in rows if (each := _opened(row, versions.get(row["memory_id"], ()), keys)) is not None]
        titled = self._headlines.write([content for _, content, _ in opened])
        chosen = [(row, line, payload) for (row, _, payload), line in zip(opened, titled, strict=True)]
        with self._database.transaction(agent.org_id) as transaction:
            wanted = sorted({row["user_id"] for row in rows})
            locked = transaction.rows(store.statement("lock_subjects", org_id=agent.org_id, user_ids=wanted))
            free = {row["user_id"] for row in locked}
            taken = [each for each in chosen if each[0]["user_id"] in free]
            moved = transaction.rows(
                store.agent_statement(
                    "move_to_archive",
                    agent,
                    user_ids=[row["user_id"] for row, _, _ in taken],
                    memory_ids=[row["memory_id"] for row, _, _ in taken],
                    versions=[row["version"] for row, _, _ in taken],
                    headlines=[
                        keys[row["user_id"]].seal_json(
                            {"text": line.text, "by": line.by}, headline_place(row["memory_id"], row["version"])
                        )
                        for row, line, _ in taken
                    ],
                    payloads=[payload for _, _, payload in taken],
                    **due,
                )
            )
            transaction.run(*self._events(agent, moved, keys))
        return len(moved)

    def _read(self, query: Query, agent: store.Agent) -> list[Row]:
        return self._database.read(agent.org_id, query)[0]

    def _versions(self, agent: store.Agent, rows: Sequence[Row]) -> dict[str, list[Row]]:
        found = self._read(
            store.agent_statement(
                "versions_of",
                agent,
                user_ids=sorted({row["user_id"] for row in rows}),
                memory_ids=[row["memory_id"] for row in rows],
            ),
            agent,
        )
        return {memory_id: list(group) for memory_id, group in groupby(found, key=itemgetter("memory_id"))}

    def _events(self, agent: store.Agent, moved: Sequence[Row], keys: dict[str, SubjectKey]) -> list[Query]:
        """One event per person: how many of their memories went."""
        by_user = groupby(sorted(row["user_id"] for row in moved))
        now = self._clock.now()
        return [
            record(
                agent.org_id,
                AuditEvent(
                    "memory.archive",
                    ACTOR,
                    agent.agent_id,
                    keys[user_id].blind("subject", user_id),
                    detail={"memories": len(list(group))},
                ),
                now,
            )
            for user_id, group in by_user
        ]


def _opened(row: Row, versions: Sequence[Row], keys: dict[str, SubjectKey]) -> tuple[Row, str, bytes] | None:
    """A row, what it says, and all of it sealed for the archive; None for one that was tampered with: it stays."""
    key = keys[row["user_id"]]
    try:
        content = key.open_json(row["body"], body_place(row["memory_id"], row["version"]))["content"]
        return row, content, sealed_payload(row, versions, key)
    except SealBrokenError:
        metrics().add_metric(name="SealsBroken", unit=MetricUnit.Count, value=1)
        return None
