"""What the memory API's statements may cost: which indexes they walk, and how many rows they look at.

The same expectations hold for a table of any size: a test asks them of twenty thousand rows, a bench of a million.
"""

from __future__ import annotations

from collections.abc import Iterator, Set
from dataclasses import dataclass
from typing import Any

import psycopg

from agent_memory.core.paging import Cursor
from agent_memory.limits.model import OrgLimits
from agent_memory.limits.service import memory_count
from agent_memory.memories import store
from agent_memory.platform.postgres import Query
from agent_memory.subjects.model import Scope
from agent_memory_local.provision import DEMO_AGENT, DEMO_ORG
from tests.support.direct import Handlers
from tests.support.plans import Plan, as_org, explain, named, statements_of
from tests.support.seeding import RARE_SESSION, RARE_TAG

PAGE = 100
_SLACK = 5
"""Rows beside the answer: the subject's, and the one that tells of a next page."""


@dataclass(frozen=True)
class PlanCase:
    """One statement and what it may do.

    Args:
        indexes: those that serve it; a longer scan by any other way is a defect.
        at_most: rows it may look at; None means as many as it returns.
    """

    name: str
    query: Query
    indexes: Set[str | None]
    at_most: int | None = None

    def problems(self, plan: Plan) -> list[str]:
        """What is wrong with a plan; nothing when it is as it should be."""
        wrong = [
            f"{scan.kind} of {scan.relation} by {scan.index}, {scan.fetched:.0f} rows"
            for scan in plan.scans
            if scan.index not in self.indexes and scan.fetched > _SLACK
        ]
        allowed = (plan.rows if self.at_most is None else self.at_most) + _SLACK
        if plan.fetched > allowed:
            wrong.append(f"looks at {plan.fetched:.0f} rows, at most {allowed:.0f} allowed")
        return [f"{self.name}: {problem}" for problem in wrong]


@dataclass(frozen=True)
class People:
    """Whom the cases are about: a user, how many memories they have, and how many the agent has of all users."""

    user: str
    memories: int
    of_agent: int


def plan_of(handlers: Handlers, case: PlanCase) -> Plan:
    """How a statement runs on warm pages, under row security. What it writes is rolled back."""
    for _ in range(2):
        with as_org(handlers.address, DEMO_ORG) as connection:
            plan = explain(connection, case.query)
    return plan


def read_cases(handlers: Handlers, people: People) -> Iterator[PlanCase]:
    """Get, lists with every filter, counts: the statements that the handlers send."""

    def listing(what: str, *indexes: str, at_most: int | None = None, **query: Any) -> PlanCase:
        name = "list_memories_with_tag" if "tag" in query else "list_memories"
        name = "list_memories_by_importance" if "sort" in query else name
        batches = statements_of(handlers.ready("memories_list", query={"limit": PAGE, **query}))
        return PlanCase(f"list {what}", named(batches, name), set(indexes), at_most)

    one, cursor = _middle_memory(handlers, people.user)
    get = named(statements_of(handlers.ready("memories_get", memory_id=one)), "find_memory")
    yield PlanCase("get", get, {"memory_pkey"})
    yield listing(
        "of a user", "memory_of_user", "memory_active_text", at_most=min(people.memories, 300), userId=people.user
    )
    yield listing("of the agent", "memory_of_agent")
    yield listing("of the agent, a later page", "memory_of_agent", cursor=cursor)
    yield listing("by importance", "memory_by_importance", sort="importance")
    ranked = ("memory_of_user", "memory_active_text", "memory_by_importance")
    yield listing("of a user by importance", *ranked, at_most=people.memories, sort="importance", userId=people.user)
    yield listing("of a type", "memory_of_type", memoryType="note")
    yield listing("of the core", "memory_of_type", "memory_always_injected", memoryType="core")
    yield listing("from a source", "memory_of_source", source="admin")
    yield listing("of what is pinned", "memory_pinned", "memory_always_injected", pinned="true")
    yield listing("of a session", "memory_of_session", sessionId=RARE_SESSION)
    yield listing("of what is superseded", "memory_of_agent", status="superseded")
    tagged = ("memory_tag_filter", "memory_tag_of_user", "memory_tag_pkey", "memory_pkey", "memory_owner")
    # Two rows for each one shown: the tag's and the memory's.
    yield listing("with a common tag", *tagged, at_most=2 * PAGE, tag="tag-1")
    yield listing("with a rare tag", *tagged, at_most=2, tag=RARE_TAG)
    yield listing("of a user with a tag", *tagged, at_most=2 * PAGE, tag="tag-1", userId=people.user)
    stats = named(statements_of(handlers.ready("memories_stats")), "memory_stats")
    # Counting looks at everything that is counted: a scan of the table is right where the table is the agent's.
    yield PlanCase("stats", stats, {None, "memory_of_agent", "memory_active_text"}, people.of_agent)


def write_cases(handlers: Handlers, people: People) -> Iterator[PlanCase]:
    """The quota's count, deleting one and all, and the proof that nothing is left."""
    scope = Scope(DEMO_ORG, DEMO_AGENT, people.user)
    of_user = {"memory_of_user", "memory_active_text", "memory_owner"}
    yield PlanCase("quota", memory_count(scope, OrgLimits()), of_user, people.memories)
    delete = store.statement("delete_memory", scope, memory_id=_correction(handlers, people.user))
    # The memory and what it overruled, each found and found again to be deleted; a few hundred overruled ones may be
    # read in one go instead, in each of two rounds.
    few = min(people.memories // 10, 400)
    yield PlanCase("delete one", delete, {"memory_pkey", "memory_owner", "memory_superseded"}, 4 + few)
    yield PlanCase("delete all", store.statement("delete_memories_of_user", scope), of_user, people.memories)
    keys = {"memory_version_pkey", "memory_search_pkey", "memory_tag_pkey", "memory_tag_of_user"}
    remains = store.statement("count_remains", scope)
    yield PlanCase("remains", remains, of_user | keys, 3 * people.memories)


def _middle_memory(handlers: Handlers, user: str) -> tuple[str, str]:
    """An active memory of a user, and the cursor of the page after it."""
    with psycopg.connect(handlers.address.admin) as connection:
        row = connection.execute(
            "SELECT memory_id, created_at FROM memory WHERE user_id = %s AND status = 'active'"
            " ORDER BY created_at OFFSET (SELECT count(*) / 2 FROM memory WHERE user_id = %s AND status = 'active')"
            " LIMIT 1",
            [user, user],
        ).fetchone()
    assert row is not None
    return row[0], Cursor(row[1], row[0]).encode()


def _correction(handlers: Handlers, user: str) -> str:
    """A memory of a user that overruled another."""
    with psycopg.connect(handlers.address.admin) as connection:
        row = connection.execute(
            "SELECT superseded_by FROM memory WHERE user_id = %s AND status = 'superseded' LIMIT 1", [user]
        ).fetchone()
    assert row is not None
    return row[0]
