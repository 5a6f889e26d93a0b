"""What governance reads and writes in Postgres."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from agent_memory.governance.model import Life, Marks, Run, RunRequest, RunStatus, Tier
from agent_memory.memories.model import MemoryType, Source
from agent_memory.platform.postgres import Query, Row
from agent_memory.platform.sql import load_statements


@dataclass(frozen=True, slots=True)
class Agent:
    """Whose memories are swept."""

    org_id: str
    agent_id: str


def statement(name: str, /, **parameters: object) -> Query:
    """A statement of this capability."""
    return load_statements("agent_memory.governance")(name, **parameters)


def agent_statement(name: str, agent: Agent, /, **parameters: object) -> Query:
    """A statement about one agent."""
    return statement(name, org_id=agent.org_id, agent_id=agent.agent_id, **parameters)


def read_life(row: Row) -> Life:
    """A row of `lives`."""
    return Life(
        user_id=row["user_id"],
        memory_id=row["memory_id"],
        memory_type=MemoryType(row["memory_type"]),
        source=Source(row["source"]),
        pinned=row["pinned"],
        importance=row["importance"],
        accesses=row["accesses"],
        unread_since=row["unread_since"],
        tier=Tier(row["tier"]),
        read_only=row["read_only"],
        forget_at=row["forget_at"],
    )


def marking(agent: Agent, marked: Sequence[tuple[Life, Marks]]) -> Query:
    """The statement that writes new marks."""
    return agent_statement(
        "mark",
        agent,
        user_ids=[life.user_id for life, _ in marked],
        memory_ids=[life.memory_id for life, _ in marked],
        unread_since=[life.unread_since for life, _ in marked],
        tiers=[marks.tier.value for _, marks in marked],
        read_only=[marks.read_only for _, marks in marked],
        forget_at=[marks.forget_at for _, marks in marked],
    )


def beginning(run: Run) -> Query:
    """The statement that begins a report."""
    return statement(
        "begin_run",
        org_id=run.org_id,
        run_id=run.run_id,
        dry_run=run.request.dry_run,
        effective_at=run.request.now,
        started_at=run.started_at,
    )


def ending(run: Run) -> Query:
    """The statement that says what a run came to."""
    return statement(
        "end_run",
        org_id=run.org_id,
        run_id=run.run_id,
        status=run.status,
        finished_at=run.finished_at,
        counts=json.dumps(dict(run.counts)),
        failure=run.failure,
    )


def closing(org_id: str, now: datetime, before: datetime) -> Query:
    """The statement that gives up runs that died."""
    return statement("close_interrupted_runs", org_id=org_id, now=now, before=before)


def read_run(row: Row) -> Run:
    """A row of `governance_run`."""
    return Run(
        org_id=row["org_id"],
        run_id=row["run_id"],
        request=RunRequest(now=row["effective_at"], dry_run=row["dry_run"]),
        status=RunStatus(row["status"]),
        started_at=row["started_at"],
        finished_at=row["finished_at"],
        counts=Counter(row["counts"]),
        failure=row["failure"],
    )
