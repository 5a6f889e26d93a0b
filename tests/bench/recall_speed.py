"""How long recall takes: by memories of a user and by size of the table, beside a bare exact scan of the same rows.

The bare scan is what a plain program would do: one prepared connection, one statement that orders the user's rows by
cosine and returns eight ids, without keywords, keys, budget or tokens. Recall is the whole service below the HTTP layer
(scope check, layer one, both legs, ranking, opening the sealed memories, token budget), with the question's vector at
hand: what an embedder takes is its own. Both run interleaved in this process; the server is on the same two cores.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

import psycopg

from agent_memory.core.embedding import Embedder, EmbeddingModel
from agent_memory.platform import vectors
from agent_memory.platform.models.offline.embedder import OfflineEmbedder
from agent_memory.recall.model import Question, TurnSearch
from agent_memory.recall.service import Recall, RecallDeadlines
from agent_memory.subjects.model import Scope
from agent_memory_local.provision import DEMO_AGENT, DEMO_ORG
from tests.bench.measure import Timing, interleaved, ratio, table
from tests.bench.stage import Stage

SIZES: Final = (100, 1_000, 5_000, 20_000)
POPULATIONS: Final = ("recall_ten_thousand", "recall_two_hundred_thousand", "recall_million")
_ROUNDS: Final = {100: 60, 1_000: 60, 5_000: 30, 20_000: 15}
_QUESTION: Final = "用户喜欢喝什么茶，住在哪里？ Which ERP system does the user work with?"
_SCAN: Final = b"""
SELECT memory_id FROM memory_search
WHERE org_id = %(org_id)s AND agent_id = %(agent_id)s AND user_id = %(user_id)s
ORDER BY embedding <=> %(embedding)s::halfvec LIMIT 8
"""


class Known(Embedder):
    """The question's vector, made once."""

    def __init__(self) -> None:
        self._embedder = OfflineEmbedder()
        self._vector = self._embedder.embed([_QUESTION])

    @property
    def model(self) -> EmbeddingModel:
        return replace(self._embedder.model, model="pool")  # as the seeded rows say

    def embed(self, texts: Sequence[str], *, timeout_seconds: float | None = None) -> list[Sequence[float]]:
        del texts, timeout_seconds
        return self._vector


class Silent:
    """Recalls that nobody counts."""

    def send_access(self, org_id: str, agent_id: str, memory_ids: Sequence[str], at: datetime) -> None: ...


def run(stage: Stage) -> str:
    """Measure all, and say it in Markdown."""
    rows: list[list[str]] = []
    medians: dict[tuple[str, int], float] = {}
    for population in POPULATIONS:
        handlers = stage.handlers(population)
        handlers.enter()
        graph, embedder = handlers.graph, Known()
        recall = Recall(
            graph.database, graph.subjects, graph.keys, embedder, graph.token_counter, Silent(), graph.clock,
            RecallDeadlines(database_ms=20_000, embedding_seconds=20),
        )  # fmt: skip
        with psycopg.connect(handlers.address.as_role("app"), autocommit=True) as plain:
            vectors.register(plain)
            for size in SIZES:
                if f"has-{size}" not in stage.people(population):
                    continue
                scope = Scope(DEMO_ORG, DEMO_AGENT, f"has-{size}")
                cases = {"recall": _recalling(recall, scope), "scan": _scanning(plain, scope, embedder)}
                taken = interleaved(cases, _ROUNDS[size])
                medians[population, size] = taken["recall"].median
                rows.append(_row(population, size, taken))
        handlers.close()
    heads = ["table", "memories of the user", "recall, ms", "bare scan, ms", "ratio", "recall p95, ms"]
    flat = [
        [f"{size:,}", *(f"{medians[p, size] / medians[POPULATIONS[1], size]:.2f}" for p in POPULATIONS if (p, size) in medians)]
        for size in SIZES[:3]
    ]  # fmt: skip
    return (
        f"{table(heads, rows)}\n\nFlatness: recall over recall in the table of 200,000.\n\n"
        f"{table(['memories of the user', '10,000', '200,000', '1,000,000'], flat)}"
    )


def _row(population: str, size: int, taken: dict[str, Timing]) -> list[str]:
    recall, scan = taken["recall"], taken["scan"]
    ordered = sorted(recall.rounds)
    p95 = ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))]
    return [
        population.removeprefix("recall_").replace("_", " "),
        f"{size:,}",
        str(recall),
        str(scan),
        str(ratio(recall, scan)),
        f"{p95:.1f}",
    ]


def _recalling(recall: Recall, scope: Scope) -> Callable[[], object]:
    question = Question(_QUESTION, turns=TurnSearch.NEVER)

    def call() -> object:
        answer = recall.recall(scope, question)
        assert not answer.degraded_reasons
        return answer

    return call


def _scanning(plain: psycopg.Connection[object], scope: Scope, embedder: Known) -> Callable[[], object]:
    parameters = {
        "org_id": scope.org_id,
        "agent_id": scope.agent_id,
        "user_id": scope.user_id,
        "embedding": vectors.dense(embedder.embed([""])[0]),
    }

    def call() -> object:
        with plain.pipeline(), plain.cursor(binary=True) as cursor:
            plain.execute(b"BEGIN")
            plain.execute(b"SELECT set_config('app.org_id', 'demo-org', true)")
            cursor.execute(_SCAN, parameters)
            plain.execute(b"COMMIT")
        return time.perf_counter()

    return call
