"""What one run does for one agent of one org: in bounded batches, each a transaction, each safe to do again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

from agent_memory.audit.model import AuditEvent
from agent_memory.audit.store import record
from agent_memory.core.clock import Clock
from agent_memory.governance import store
from agent_memory.governance.archiving import ACTOR, Archiver
from agent_memory.governance.model import LONGEST_TTL_DAYS, RunRequest, first_day, marked, may_take
from agent_memory.platform.postgres import Database, Query, Row
from agent_memory.platform.subject_keys import SubjectKeys
from agent_memory.policies.model import Policy

BATCH: Final = 500
"""Rows that one transaction moves or drops."""
PAGE: Final = 2_000
"""Memories whose marks are looked at together, and users who are asked about together."""
_ALL: Final = 1_000_000_000
"""A dry run counts everything at once."""
FORGET_EVENT: Final = "FORGET_EVENT"


class TimeIsUpError(Exception):
    """The run must end; the next one goes on."""


@dataclass(slots=True)
class Task:
    """One agent's part of a run."""

    agent: store.Agent
    policy: Policy
    request: RunRequest
    may_go_on: Callable[[], bool]
    counts: Counter[str] = field(default_factory=Counter[str])

    @property
    def now(self) -> datetime:
        """The time the run goes by."""
        return self.request.now

    @property
    def is_forgetting(self) -> bool:
        """Whether what nobody reads is forgotten."""
        policy = self.policy
        return policy.decay.enabled and policy.decay.forget_after_days is not None and not policy.legal_hold

    def check_time(self) -> None:
        """Asked before every batch.

        Raises:
            TimeIsUpError: there is no time for another.
        """
        if not self.may_go_on():
            raise TimeIsUpError


class Sweep:
    """Forgets, extends, archives, drops and marks, in this order of the clocks: hold, forget, TTL, tiers."""

    def __init__(self, database: Database, keys: SubjectKeys, archiver: Archiver, clock: Clock) -> None:
        self._database = database
        self._keys = keys
        self._archiver = archiver
        self._clock = clock

    def run(self, task: Task) -> None:
        """Do everything for one agent. `task.counts` tells what was done, or would be.

        Raises:
            TimeIsUpError: not everything was done.
        """
        if not task.policy.legal_hold:
            self._drop(task, "extended", "extend", longest=LONGEST_TTL_DAYS, now=task.now,
                       extend_above=task.policy.extend_above_accesses)  # fmt: skip
            self._take_away(task)
            self._drop_by_age(task)
        self._mark(task)
        self._drop(task, "accessDaysDropped", "drop_access_days", first_day=first_day(task.now))

    def _take_away(self, task: Task) -> None:
        """Forget and archive, user by user, but for those who would lose too much at once."""
        after = ""
        while True:
            task.check_time()
            users = self._due_users(task, after)
            if not users:
                return
            after = users[-1]["user_id"]
            going = [user for user in users if may_take(user["going"], user["total"], task.policy)]
            task.counts["usersRefused"] += len(users) - len(going)
            task.counts["memoriesRefused"] += sum(u["going"] for u in users) - sum(u["going"] for u in going)
            if task.request.dry_run:
                task.counts["due"] += sum(user["due"] for user in going)
            else:
                self._take(task, [user["user_id"] for user in going])

    def _due_users(self, task: Task, after: str) -> list[Row]:
        return self._read(
            task,
            store.agent_statement(
                "due_users",
                task.agent,
                after=after,
                now=task.now,
                extend_above=task.policy.extend_above_accesses,
                forgetting=task.is_forgetting,
                count=PAGE,
            ),
        )

    def _take(self, task: Task, user_ids: Sequence[str]) -> None:
        for some in _pieces(user_ids, BATCH):
            if task.is_forgetting:
                self._repeat(task, "forgotten", lambda users=some: self._forget(task, users))
            self._repeat(
                task,
                "archived",
                lambda users=some: self._archiver.move(task.agent, users, task.policy, task.now, BATCH),
            )

    def _forget(self, task: Task, user_ids: Sequence[str]) -> int:
        agent = task.agent
        keys = self._keys.for_reading(agent.org_id, user_ids)
        with self._database.transaction(agent.org_id) as transaction:
            locked = transaction.rows(store.statement("lock_subjects", org_id=agent.org_id, user_ids=list(user_ids)))
            free = [row["user_id"] for row in locked]
            forgotten = transaction.rows(
                store.agent_statement("forget_unread", agent, user_ids=free, now=task.now, count=BATCH)
            )
            events = [
                AuditEvent(
                    FORGET_EVENT,
                    ACTOR,
                    agent.agent_id,
                    keys[row["user_id"]].blind("subject", row["user_id"]) if row["user_id"] in keys else None,
                    row["memory_id"],
                    {"unreadDays": task.policy.decay.forget_after_days or 0},
                )
                for row in forgotten
            ]
            transaction.run(*self._recorded(agent, events))
        return len(forgotten)

    def _drop_by_age(self, task: Task) -> None:
        policy = task.policy
        if policy.turn_retention_days is not None:
            before = task.now - timedelta(days=policy.turn_retention_days)
            self._drop(task, "turnsDropped", "drop_turns", before=before)
            self._drop(task, "jobsDropped", "drop_jobs", before=before)
        before = task.now - timedelta(days=policy.version_retention_days)
        self._drop(task, "versionsDropped", "drop_versions", before=before)

    def _drop(self, task: Task, what: str, statement: str, **parameters: object) -> None:
        """Repeat a statement that takes a batch and says how many rows that was, until there is nothing left."""
        apply = not task.request.dry_run

        def once() -> int:
            query = store.agent_statement(
                statement, task.agent, count=BATCH if apply else _ALL, apply=apply, **parameters
            )
            with self._database.transaction(task.agent.org_id) as transaction:
                return int(transaction.rows(query)[0]["count"])

        if apply:
            self._repeat(task, what, once, at_least=BATCH)
        else:
            task.counts[what] += once()

    def _mark(self, task: Task) -> None:
        """Bring tiers, read-only marks and announcements up to date, a page of memories at a time."""
        after = ("", "")
        while True:
            task.check_time()
            rows = self._read(
                task,
                store.agent_statement(
                    "lives",
                    task.agent,
                    first_day=first_day(task.now),
                    after_user=after[0],
                    after_memory=after[1],
                    count=PAGE,
                ),
            )
            if not rows:
                return
            after = (rows[-1]["user_id"], rows[-1]["memory_id"])
            lives = [store.read_life(row) for row in rows]
            changed = [(life, marks) for life in lives if (marks := marked(life, task.policy, task.now)) != life.marks]
            if not task.request.dry_run and changed:
                with self._database.transaction(task.agent.org_id) as transaction:
                    written = {row["memory_id"] for row in transaction.rows(store.marking(task.agent, changed))}
                changed = [each for each in changed if each[0].memory_id in written]
            for life, marks in changed:
                task.counts[f"tier.{marks.tier}"] += marks.tier is not life.tier
                task.counts["readOnly"] += marks.read_only and not life.read_only
                task.counts["announced"] += marks.forget_at is not None and life.forget_at is None

    def _repeat(self, task: Task, what: str, once: Callable[[], int], *, at_least: int = 1) -> None:
        """Do a batch until one comes to less than `at_least`."""
        while True:
            task.check_time()
            done = once()
            task.counts[what] += done
            if done < at_least:
                return

    def _read(self, task: Task, query: Query) -> list[Row]:
        return self._database.read(task.agent.org_id, query)[0]

    def _recorded(self, agent: store.Agent, events: Iterable[AuditEvent]) -> list[Query]:
        now = self._clock.now()
        return [record(agent.org_id, event, now) for event in events]


def _pieces(items: Sequence[str], size: int) -> Iterable[Sequence[str]]:
    return (items[start : start + size] for start in range(0, len(items), size))
