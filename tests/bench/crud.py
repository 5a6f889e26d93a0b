"""The memory API's handlers against the same statements in plain psycopg, on tables of three sizes.

A call is the handler as a function, with an event in and a proxy result out. `plain` replays the very statements it
sent, in the same round trips, and fetches the rows: no checks, no opening of seals, no JSON. `server` is what EXPLAIN
ANALYZE gives as planning and execution time of those statements. Writes are rolled back by both, so that a commit's
flush to disk, which is the same for both and says more about the disk, is in neither; it is given apart.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any

import psycopg
from psycopg import pq

from agent_memory.limits.model import OrgLimits
from agent_memory.limits.service import _Block
from agent_memory.platform import postgres
from agent_memory_local.provision import DEMO_ORG
from tests.bench.measure import NOISE, Timing, interleaved, number, ratio, table
from tests.bench.stage import USER, Stage, say, size_of
from tests.support.direct import Handlers
from tests.support.plans import Batch, as_org, explain_all, statements_of

SIZES = ("thousand", "hundred_thousand", "million")
ROUNDS, SLOW_ROUNDS = 80, 12
_BEGIN = b"BEGIN"


@dataclass(frozen=True)
class Call:
    """One call at one size: by the handler, and by what it sends."""

    name: str
    population: str
    handler: Callable[[], Any]
    plain: Callable[[], object]
    shown: int
    fetched: float
    server: float


def run(stage: Stage) -> str:
    """Measure all, and say it in Markdown."""
    environments = {population: stage.handlers(population) for population in SIZES}
    with uncommitted():
        calls = [call for population, one in environments.items() for call in _calls(population, one)]
        quick = [call for call in calls if call.name != "stats"]
        slow = [call for call in calls if call.name == "stats"]
        say(f"{len(quick)} calls, {ROUNDS} rounds …")
        timings = _timed(quick, ROUNDS)
        noise = timings[NOISE]
        say(f"{len(slow)} slow calls, {SLOW_ROUNDS} rounds …")
        timings |= _timed(slow, SLOW_ROUNDS)
        embedding = _embedding(environments["million"])
    flush = _flush(environments["thousand"])
    for one in environments.values():
        one.close()
    return "\n\n".join([_method(noise, embedding, flush), _flatness(calls, timings), _table(calls, timings)])


def _calls(population: str, handlers: Handlers) -> Iterator[Call]:
    handlers.enter()
    # The limiter has a bench of its own; here no request is the one that leases a block.
    handlers.graph.rate_limiter._blocks[DEMO_ORG] = _Block(10**9, time.monotonic() + 10**9)
    handlers.graph.limits._known[DEMO_ORG] = (time.monotonic() + 10**9, OrgLimits())
    plain = psycopg.connect(handlers.address.as_role("app"), autocommit=True, prepare_threshold=None)
    postgres.vectors.register(plain)
    one = handlers.call("memories_list", query={"userId": USER, "limit": 1})
    memory_id = _json(one)[0]["id"]
    content = {"userId": USER, "content": "用户在苏州工业园区做外贸采购，主要跟土耳其的供应商打交道", "tags": ["work"]}
    wanted: dict[str, tuple[str, dict[str, Any]]] = {
        "get": ("memories_get", {"memory_id": memory_id}),
        "list 100 of a user": ("memories_list", {"query": {"userId": USER, "limit": 100}}),
        "list 100 of the agent": ("memories_list", {"query": {"limit": 100}}),
        "list 100 with a tag": ("memories_list", {"query": {"limit": 100, "tag": "tag-1"}}),
        "list 100 notes": ("memories_list", {"query": {"limit": 100, "memoryType": "note"}}),
        "create": ("memories_create", {"body": content}),
        "patch": ("memories_update", {"memory_id": memory_id, "body": {"importance": 5}}),
        "delete": ("memories_delete", {"memory_id": memory_id}),
        "stats": ("memories_stats", {}),
    }
    for name, (folder, arguments) in wanted.items():
        call = handlers.ready(folder, **arguments)
        call()
        batches = statements_of(call)
        answer = _json(call())
        fetched, server = _on_the_server(handlers, batches)
        shown = len(answer) if isinstance(answer, list) else 1
        yield Call(name, population, call, partial(replay, plain, batches), shown, fetched, server)


def replay(connection: psycopg.Connection[Any], batches: Sequence[Batch]) -> None:
    """Send statements as the service's adapter does and fetch their rows; nothing is committed that was not a read."""
    for batch in batches:
        if batch[0].sql == _BEGIN:
            _roll_back(connection)
        cursors: list[psycopg.Cursor[Any]] = []
        with connection.pipeline():
            for query in batch:
                cursor = connection.cursor(binary=True)
                cursor.execute(query.sql, query.parameters or None)
                cursors.append(cursor)
        for cursor in cursors:
            if cursor.description is not None:
                cursor.fetchall()
    _roll_back(connection)


@contextmanager
def uncommitted() -> Iterator[None]:
    """Inside, whatever the service would commit is rolled back instead, so that it can be done over and over."""
    commit = postgres.Transaction.commit

    def roll_back(transaction: postgres.Transaction) -> None:
        if transaction._connection is not None:
            transaction._connection.execute(b"ROLLBACK")

    postgres.Transaction.commit = roll_back
    try:
        yield
    finally:
        postgres.Transaction.commit = commit


def _timed(calls: Sequence[Call], rounds: int) -> dict[str, Timing]:
    cases: dict[str, Callable[[], object]] = {}
    for call in calls:
        cases[f"{call.name}/{call.population}/handler"] = call.handler
        cases[f"{call.name}/{call.population}/plain"] = call.plain
    return interleaved(cases, rounds)


def _on_the_server(handlers: Handlers, batches: Sequence[Batch]) -> tuple[float, float]:
    """Rows that a call's statements look at, and the median of their time on the server."""
    runs = []
    for _ in range(5):
        with as_org(handlers.address, DEMO_ORG) as connection:
            runs.append(explain_all(connection, batches))
    fetched = sum(plan.fetched for plan in runs[-1])
    return fetched, statistics.median(sum(plan.milliseconds for plan in plans) for plans in runs)


def _embedding(handlers: Handlers) -> Timing:
    """The part of a create that is the offline embedder's."""
    handlers.enter()
    embedder = handlers.graph.embedder
    return interleaved(
        {"embed": lambda: embedder.embed(["用户在苏州工业园区做外贸采购，主要跟土耳其的供应商打交道"])}, ROUNDS
    )["embed"]


def _flush(handlers: Handlers) -> Timing:
    """A commit that has something to flush, less one that has nothing."""
    with psycopg.connect(handlers.address.admin, autocommit=True) as connection:
        connection.execute("CREATE TABLE bench_flush (n int)")
        timings = interleaved({"flush": lambda: connection.execute("INSERT INTO bench_flush VALUES (1)")}, ROUNDS)
        connection.execute("DROP TABLE bench_flush")
    return timings["flush"]


def _method(noise: Timing, embedding: Timing, flush: Timing) -> str:
    return (
        f"{(__doc__ or '').strip()}\n\nMedian of {ROUNDS} rounds ({SLOW_ROUNDS} for stats), all calls and sizes interleaved;"
        " in parentheses the quartiles, in brackets the 95 % bootstrap interval of the ratio. A fixed piece of arithmetic"
        f" in each round spread by {noise.spread:.0%} between its quartiles: so noisy was the machine. The user has 200"
        f" memories at every size. Of a create, {embedding} ms are the offline embedder's; one flushed commit took {flush} ms."
    )


def _flatness(calls: Sequence[Call], timings: dict[str, Timing]) -> str:
    rows: list[list[object]] = []
    for name in dict.fromkeys(call.name for call in calls):
        first, *larger = [timings[f"{name}/{population}/handler"] for population in SIZES]
        rows.append([name, *(ratio(timing, first) for timing in larger)])
    header = ["handler's time against a table of 1,000", *(f"{size_of(population):,}" for population in SIZES[1:])]
    return table(header, rows)


def _table(calls: Sequence[Call], timings: dict[str, Timing]) -> str:
    rows: list[list[object]] = []
    for call in sorted(calls, key=lambda call: [other.name for other in calls].index(call.name)):
        handler, plain = (timings[f"{call.name}/{call.population}/{way}"] for way in ("handler", "plain"))
        size, looked_at = f"{size_of(call.population):,}", f"{call.fetched:,.0f} / {call.shown}"
        rows.append([call.name, size, handler, plain, ratio(handler, plain), number(call.server), looked_at])
    header = ["call", "memories", "handler ms", "plain ms", "handler / plain", "server ms", "rows looked at / shown"]
    return table(header, rows)


def _roll_back(connection: psycopg.Connection[Any]) -> None:
    if connection.info.transaction_status != pq.TransactionStatus.IDLE:
        connection.execute(b"ROLLBACK")


def _json(text: str) -> Any:
    import json

    return json.loads(text)
