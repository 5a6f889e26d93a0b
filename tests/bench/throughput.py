"""How many messages a worker reads in a second when models cost nothing, and what that takes of the database.

Conversations of one, of four and of ten messages are accepted and read by the real worker over a real database that
flushes its commits; the extractor and the embedder are stubs that answer at once: one new statement for each message.
"Bare" is what a plain program would do with the same messages: ask the stub for the vector of each and insert text and
vector, one transaction a message. Both run in this process, in turn, on cores that the database shares.
"""

from __future__ import annotations

import random
import resource
import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

import psycopg

from agent_memory.audit.model import Actor
from agent_memory.conversations.model import Conversation, Message, Role
from agent_memory.core.embedding import EmbeddingModel
from agent_memory.extraction.model import Candidate, Extraction, ExtractorInfo, SpokenTurn, Usage
from agent_memory.idempotency.service import Write
from agent_memory.memories.model import Kind
from agent_memory.platform import vectors
from agent_memory.subjects.model import Scope
from agent_memory.wiring import Wiring
from agent_memory_local.provision import DEMO_AGENT, DEMO_ORG
from tests.bench.measure import table
from tests.bench.stage import Stage
from tests.support.direct import Handlers
from tests.support.plans import sent_statements

SIZES: Final = (1, 4, 10)
"""Messages of a conversation."""
MESSAGES: Final = 400
_MODEL: Final = EmbeddingModel("stub", "stub", 0.92, 0.75, 0.45, 0.0, 0.05)
_FIRST: Final = datetime(2026, 3, 18, tzinfo=UTC)


class StubEmbedder:
    """A vector of its own for every text, at once; counts calls."""

    def __init__(self) -> None:
        self.calls = 0

    @property
    def model(self) -> EmbeddingModel:
        return _MODEL

    def embed(self, texts: Sequence[str], *, timeout_seconds: float | None = None) -> list[Sequence[float]]:
        del timeout_seconds
        self.calls += 1
        return [[random.Random(text).gauss(0, 1) for _ in range(64)] for text in texts]


class StubExtractor:
    """One statement for each new message of the user, at once; counts calls."""

    def __init__(self) -> None:
        self.calls = 0

    @property
    def info(self) -> ExtractorInfo:
        return ExtractorInfo("stub", "stub", "stub")

    def extract(
        self,
        turns: Sequence[SpokenTurn],
        *,
        time_zone: str,
        instructions: str | None = None,
        read_before: frozenset[str] = frozenset(),
    ) -> Extraction:
        del time_zone, instructions
        self.calls += 1
        new = [turn for turn in turns if turn.message_id not in read_before]
        return Extraction(
            tuple(
                Candidate(f"用户说过 {turn.content}", Kind.FACT, 3, 0.9, (turn.message_id,), turn.content, "zh")
                for turn in new
            ),
            (),
            Usage(model_calls=1),
        )


@dataclass(frozen=True)
class Measured:
    """What reading `MESSAGES` messages took."""

    seconds: float
    cpu_seconds: float
    chat_calls: int
    embedding_calls: int
    round_trips: int


def run(stage: Stage) -> str:
    """Measure all, and say it in Markdown."""
    rows: list[list[str]] = []
    with stage.copy("nobody") as handlers:
        for size in SIZES:
            measured = _read(handlers, size)
            bare = _bare(handlers, f"bare-{size}")
            rows.append(
                [
                    str(size),
                    f"{MESSAGES / measured.seconds:.0f}",
                    f"{1000 * measured.cpu_seconds / MESSAGES:.1f}",
                    f"{measured.chat_calls / MESSAGES:.2f}",
                    f"{measured.embedding_calls / MESSAGES:.2f}",
                    f"{measured.round_trips / MESSAGES:.1f}",
                    f"{1000 * bare / MESSAGES:.2f}",
                    f"{measured.seconds / bare:.1f}",
                ]
            )
    heads = [
        "messages of a conversation",
        "messages/s",
        "worker CPU ms per message",
        "chat calls per message",
        "embedding calls per message",
        "round trips per message",
        "bare, ms per message",
        "ratio",
    ]
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return f"{table(heads, rows)}\n\nPeak memory of the measuring process, worker and bench together: {peak:.0f} MB."


def _read(handlers: Handlers, size: int) -> Measured:
    """Accept all conversations, then read them: the reading is timed."""
    extractor, embedder = StubExtractor(), StubEmbedder()
    scopes = [Scope(DEMO_ORG, DEMO_AGENT, f"of-{size}-{number}") for number in range(MESSAGES // size)]
    app = _graph(handlers, "app", extractor, embedder)
    for number, scope in enumerate(scopes):
        app.conversations.accept(_conversation(scope, number, size), Write(Actor("worker", "bench")))
    app.database.close()
    worker = _graph(handlers, "worker", extractor, embedder)
    worker.conversation_worker.extract(Scope(DEMO_ORG, DEMO_AGENT, "nobody-yet"), "warm")
    embedder.calls = extractor.calls = 0
    started, busy = time.perf_counter(), time.process_time()
    with sent_statements() as batches:
        for scope in scopes:
            worker.conversation_worker.extract(scope, "bench")
    taken = Measured(
        time.perf_counter() - started, time.process_time() - busy, extractor.calls, embedder.calls, len(batches)
    )
    worker.database.close()
    return taken


def _conversation(scope: Scope, number: int, size: int) -> Conversation:
    messages = tuple(
        Message(
            role=Role.USER,
            content=f"第 {number} 次谈话的第 {place} 件事：仓库 {number * 31 + place} 号换了新的钥匙",
            message_id=f"m{place}",
            occurred_at=_FIRST + timedelta(minutes=place),
        )
        for place in range(size)
    )
    return Conversation(scope=scope, session_id="s1", messages=messages, time_zone="Asia/Shanghai")


def _graph(handlers: Handlers, role: str, extractor: StubExtractor, embedder: StubEmbedder) -> Wiring:
    graph = Wiring()
    vars(graph).update(
        embedder=embedder, patient_embedder=embedder, extractor=extractor, patient_extractor=extractor
    )  # fmt: skip
    handlers.graph = graph
    handlers._database_url = handlers.address.as_role(role)
    handlers.enter()
    graph.database.check()
    return graph


def _bare(handlers: Handlers, name: str) -> float:
    """Seconds for a vector and an insert for each message."""
    embedder = StubEmbedder()
    with psycopg.connect(handlers.address.admin, autocommit=True) as connection:
        vectors.register(connection)
        connection.execute(f'CREATE TABLE "{name}" (id int PRIMARY KEY, said text, embedding halfvec(1024))'.encode())
        insert = f'INSERT INTO "{name}" VALUES (%s, %s, %s::halfvec)'.encode()
        started = time.perf_counter()
        for number in range(MESSAGES):
            said = f"仓库 {number} 号换了新的钥匙"
            [vector] = embedder.embed([said])
            connection.execute(insert, [number, said, vectors.dense(vector)])
        return time.perf_counter() - started
