"""What a request pays for being counted, and a create for its user's quota.

The limiter takes requests from the org's bucket in blocks: a busy environment pays for one lease per block, one that gets
less than a request a second pays for one each time. The quota counts the user's active memories at every create.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial

import psycopg

from agent_memory.limits.model import OrgLimits
from agent_memory.limits.service import memory_count
from agent_memory.subjects.model import Scope
from agent_memory_local.provision import DEMO_AGENT, DEMO_ORG
from tests.bench.crud import replay, uncommitted
from tests.bench.measure import NOISE, Timing, interleaved, ratio, table
from tests.bench.stage import BIG, MIDDLE, POPULATIONS, USER, Stage, say
from tests.support.direct import Handlers
from tests.support.plans import as_org, explain, statements_of

ROUNDS = 60
_USERS = (USER, MIDDLE, BIG)
_ADMISSIONS = 1_000


def run(stage: Stage) -> str:
    """Measure both, and say it in Markdown."""
    with stage.copy("million") as handlers:
        handlers.enter()
        say("limiter …")
        limiter = _limiter(handlers)
        say("quota …")
        return "\n\n".join([(__doc__ or "").strip(), limiter, _quota(handlers)])


class _Rushing:
    """A clock on which minutes pass between any two looks."""

    def __init__(self) -> None:
        self._now = datetime.now(UTC)

    def now(self) -> datetime:
        self._now += timedelta(minutes=5)
        return self._now


def _limiter(handlers: Handlers) -> str:
    limiter, block = handlers.graph.rate_limiter, OrgLimits().block
    limiter._clock = _Rushing()  # so that the bucket is full again at every lease, and none is refused
    one = handlers.call("memories_list", query={"userId": USER, "limit": 1})
    get = handlers.ready("memories_get", memory_id=_first_id(one))
    create = handlers.ready("memories_create", body={"userId": USER, "content": "用户在苏州工业园区做外贸采购"})

    def lease() -> None:
        limiter._blocks.clear()
        limiter.admit(DEMO_ORG)

    def in_hand() -> None:
        for _ in range(_ADMISSIONS):
            limiter._blocks[DEMO_ORG].left = block
            limiter.admit(DEMO_ORG)

    with uncommitted():
        create_time = interleaved({"create": create}, ROUNDS)["create"]
    lease()
    trips = len(statements_of(lease)) + 1  # and the commit
    timings = interleaved({"lease": lease, "in hand": in_hand, "get": get}, ROUNDS)
    leased = timings["lease"]
    busy = Timing(tuple(milliseconds / block for milliseconds in leased.rounds))
    rows = [
        ["a request with a block in hand", f"{timings['in hand'].median / _ADMISSIONS * 1000:.2f} µs", "", ""],
        ["a lease, so a lone request", f"{leased} ms", *_shares(leased, timings["get"], create_time)],
        [f"busy: one lease for {block} requests", f"{busy} ms", *_shares(busy, timings["get"], create_time)],
    ]
    text = (
        f"A lease takes {trips} round trips, the commit among them; on this machine a round trip is a Unix socket, and a"
        f" commit waits for the disk. {_noise(timings)}"
    )
    return f"{table(['limiter', 'cost', 'of a get', 'of a create'], rows)}\n\n{text}"


def _quota(handlers: Handlers) -> str:
    count: dict[str, Callable[[], object]] = {}
    connection = psycopg.connect(handlers.address.as_role("app"), autocommit=True, prepare_threshold=None)
    connection.execute("SELECT set_config('app.org_id', %s, false)", [DEMO_ORG])
    for user in _USERS:
        query = memory_count(Scope(DEMO_ORG, DEMO_AGENT, user), OrgLimits())
        count[user] = partial(replay, connection, [(query,)])
    create = handlers.ready("memories_create", body={"userId": USER, "content": "用户在苏州工业园区做外贸采购"})
    with uncommitted():
        timings = interleaved({**count, "create": create}, ROUNDS)
    with psycopg.connect(handlers.address.admin, autocommit=True) as administrator:
        # What a recall of every memory does to the table: rows move, and their pages are no longer known to be visible.
        administrator.execute(
            "UPDATE memory SET access_count = access_count + 1 WHERE user_id = ANY(%s)", [list(_USERS)]
        )
        stale = interleaved(count, ROUNDS // 4)
        heap = {user: _heap_fetches(handlers, user) for user in _USERS}
        administrator.execute("VACUUM memory")
    rows = [
        [
            f"{POPULATIONS['million'][user]:,}",
            timings[user],
            ratio(timings[user], timings["create"]),
            stale[user],
            f"{stale[user].median / timings['create'].median:.2f}",
            f"{heap[user]:,}",
        ]
        for user in _USERS
    ]
    connection.close()
    header = [
        "memories of the user", "count ms", "of a create for a user with 200", "count ms after every row was updated",
        "of a create", "rows visited in the table then",
    ]  # fmt: skip
    text = (
        "Counting is an index-only scan, but one entry for each memory; after updates and until the next vacuum it visits"
        f" the table for each. {_noise(timings)}"
    )
    return f"{table(header, rows)}\n\n{text}"


def _heap_fetches(handlers: Handlers, user: str) -> int:
    with as_org(handlers.address, DEMO_ORG) as connection:
        plan = explain(connection, memory_count(Scope(DEMO_ORG, DEMO_AGENT, user), OrgLimits()))
    return sum(scan.heap_fetches for scan in plan.scans)


def _shares(timing: Timing, get: Timing, create: Timing) -> list[str]:
    return [f"{timing.median / whole.median:.1%}" for whole in (get, create)]


def _noise(timings: dict[str, Timing]) -> str:
    return f"Median of {ROUNDS} rounds; a fixed piece of arithmetic spread by {timings[NOISE].spread:.0%}."


def _first_id(page: str) -> str:
    import json

    return json.loads(page)[0]["id"]
