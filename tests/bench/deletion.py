"""Deleting all memories of a user through the handler: one call, one transaction, verified zero.

Each round starts from a fresh copy of the database, on a server that flushes its commits. The function has 28 seconds,
a single statement 20, and API Gateway 29. "Alone" means a table with nobody else's memories (but 2,500); "a million" has
900,000 of other people on the same pages. Every memory has a search row with a vector, a third a tag, one in twenty a
version. The share of each cascade comes from EXPLAIN ANALYZE in a transaction that was rolled back.
"""

from __future__ import annotations

import json
import statistics
import time

import psycopg

from agent_memory.memories import store
from agent_memory.subjects.model import Scope
from agent_memory_local.provision import DEMO_AGENT, DEMO_ORG
from tests.bench.measure import table
from tests.bench.stage import BIG, MIDDLE, POPULATIONS, SMALL, Stage, say
from tests.support.direct import Handlers
from tests.support.plans import Plan, as_org, explain

ROUNDS = 3
SECONDS_ALLOWED = 20.0
_DERIVED = ("memory", "memory_version", "memory_search", "memory_tag")
_CASES = {"alone": (SMALL, BIG), "million": (SMALL, MIDDLE, BIG)}


class RemainsFoundError(Exception):
    """A deletion left rows, or said another number than there were."""


def run(stage: Stage) -> str:
    """Measure all, and say it in Markdown.

    Raises:
        RemainsFoundError: a deletion was not what it said.
    """
    taken: dict[tuple[str, str], list[float]] = {}
    shares: dict[tuple[str, str], Plan] = {}
    for turn in range(ROUNDS):
        for population, users in _CASES.items():
            with stage.copy(population) as handlers:
                for user in users:
                    if turn == 0:
                        shares[population, user] = _explained(handlers, user)
                    seconds = _deleted(handlers, user, POPULATIONS[population][user])
                    taken.setdefault((population, user), []).append(seconds)
                    say(f"{population}: {user} in {seconds:.2f} s")
    rows = [
        [
            population.replace("million", "a million"),
            f"{POPULATIONS[population][user]:,}",
            f"{statistics.median(seconds):.2f} ({min(seconds):.2f}–{max(seconds):.2f})",
            f"{statistics.median(seconds) / SECONDS_ALLOWED:.0%}",
            f"{statistics.median(seconds) * 1e6 / POPULATIONS[population][user]:.0f}",
            *_shares(shares[population, user]),
        ]
        for (population, user), seconds in taken.items()
    ]
    header = [
        "table", "memories", f"seconds, median of {ROUNDS} (range)", f"of {SECONDS_ALLOWED:.0f} s", "µs a memory",
        "cascade to search", "to versions", "to tags", "the rest",
    ]  # fmt: skip
    scattered = statistics.median(taken["million", BIG]) / statistics.median(taken["alone", BIG])
    closing = (
        f"100,000 among a million took {scattered:.1f} times as long as 100,000 alone: there, each page has rows of"
        " several people."
    )
    return "\n\n".join([(__doc__ or "").strip(), table(header, rows), closing])


def _explained(handlers: Handlers, user: str) -> Plan:
    with as_org(handlers.address, DEMO_ORG) as connection:
        delete = store.statement("delete_memories_of_user", Scope(DEMO_ORG, DEMO_AGENT, user))
        return explain(connection, delete, triggers=True)


def _deleted(handlers: Handlers, user: str, count: int) -> float:
    """Seconds that the deletion took. What it says and what is left are checked."""
    call = handlers.ready("memories_delete_all", query={"userId": user})
    handlers.call("agents_list")  # a warm environment: connected, its limits known
    started = time.perf_counter()
    answer = json.loads(call())
    seconds = time.perf_counter() - started
    with psycopg.connect(handlers.address.admin) as connection:
        left = sum(
            connection.execute(f"SELECT count(*) FROM {name} WHERE user_id = %s".encode(), [user]).fetchall()[0][0]
            for name in _DERIVED
        )
    if left or answer["deleted"] + answer["superseded"] != count:
        raise RemainsFoundError(f"{user}: {answer} of {count}, {left} rows left")
    return seconds


def _shares(plan: Plan) -> list[str]:
    names = ("memory_search_memory", "memory_version_memory", "memory_tag_memory")
    parts = [plan.triggers.get(name, 0.0) for name in names]
    return [f"{part / plan.milliseconds:.0%}" for part in (*parts, plan.milliseconds - sum(parts))]
