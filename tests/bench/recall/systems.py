"""What is compared: the scorer's baselines, and the service itself over a real database."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final, Protocol

import numpy as np

from agent_memory.audit.model import Actor
from agent_memory.conversations.model import Conversation, Message, Role
from agent_memory.core.embedding import Embedder, EmbeddingModel
from agent_memory.extraction.model import Extraction, ExtractorInfo, SpokenTurn
from agent_memory.idempotency.service import Write
from agent_memory.recall.model import Question as Asked
from agent_memory.recall.model import TurnSearch
from agent_memory.recall.service import Recall, RecallDeadlines
from agent_memory.subjects.model import Scope
from agent_memory.wiring import Wiring
from agent_memory_local.provision import DEMO_AGENT, DEMO_ORG
from tests.bench.recall.sets import Document, Question, scorer
from tests.support.direct import Handlers

if TYPE_CHECKING:
    from numpy.typing import NDArray

DEPTH: Final = 60
"""Ids asked for: enough for recall@20 after exclusions."""
_TOKENS: Final = 1_000
_LONGEST: Final = 10_000
"""Characters of a memory; a longer one may be refused (32 KB)."""
_SESSION_PART: Final = 20
"""Turns sent at once."""


class System(Protocol):
    """Something that is given documents and asked for ids."""

    def add(self, documents: dict[str, list[Document]]) -> None:
        """Everything of every scope."""
        ...

    def ask(self, question: Question) -> list[str]:
        """Ids of documents, best first."""
        ...


class RememberedEmbedder:
    """An embedder that embeds each text once, so that all systems get the same vectors and none waits for them."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._known: dict[str, Sequence[float]] = {}

    @property
    def model(self) -> EmbeddingModel:
        return self._embedder.model

    def embed(self, texts: Sequence[str], *, timeout_seconds: float | None = None) -> list[Sequence[float]]:
        del timeout_seconds
        new = [text for text in dict.fromkeys(texts) if text not in self._known]
        for start in range(0, len(new), 64):
            part = new[start : start + 64]
            self._known |= zip(part, self._embedder.embed(part), strict=True)
        return [self._known[text] for text in texts]


class Baseline:
    """One of the scorer's: BM25, dense, or one of its fusions of the two."""

    def __init__(self, sort: str, embedder: RememberedEmbedder, language: str) -> None:
        """`sort`: `bm25`, `dense`, `hyb70` (min-max 0.7/0.3), `hybz70` (standardised), or `rrf`."""
        self._sort, self._embedder = sort, embedder
        self._cut = scorer().tok_bigram if language == "zh" else scorer().tok_stem
        self._ids: dict[str, list[str]] = {}
        self._keywords: dict[str, Any] = {}
        self._vectors: dict[str, NDArray[np.float32]] = {}

    def add(self, documents: dict[str, list[Document]]) -> None:
        for scope, own in documents.items():
            self._ids[scope] = [document.id for document in own]
            self._keywords[scope] = scorer().BM25([self._cut(document.text) for document in own])
            self._vectors[scope] = _unit(self._embedder.embed([document.text for document in own]))

    def ask(self, question: Question) -> list[str]:
        keyword = self._keywords[question.scope].scores(self._cut(question.text))
        if self._sort == "bm25":
            scores = keyword
        else:
            vector = self._vectors[question.scope] @ _unit(self._embedder.embed([question.text]))[0]
            scores = vector if self._sort == "dense" else scorer().fuse(self._sort, vector, keyword)
        ids = self._ids[question.scope]
        return [ids[place] for place in scorer().top(scores, DEPTH)]


class Silent:
    """Recalls that nobody counts."""

    def send_access(self, org_id: str, agent_id: str, memory_ids: Sequence[str], at: datetime) -> None: ...


class Characters:
    """Counts characters: quick, where the budget is none."""

    def count(self, text: str) -> int:
        return len(text)


class NothingExtractor:
    """Reads turns and finds nothing to remember, so that turns can be searched alone."""

    @property
    def info(self) -> ExtractorInfo:
        return ExtractorInfo("none", "none", "none")

    def extract(
        self,
        turns: Sequence[SpokenTurn],
        *,
        time_zone: str,
        instructions: str | None = None,
        read_before: frozenset[str] = frozenset(),
    ) -> Extraction:
        del turns, time_zone, instructions, read_before
        return Extraction((), ())


class Service:
    """The service, in process, over one database. How documents get in and what is asked depends on `mode`:

    - `memories`: each document is a memory of its own, created through the API;
    - `turns`: each document is a turn, nothing is extracted, and turns are asked for;
    - `both`: each document is a turn, the offline extractor reads them, and memories and turns are asked for. A memory
      counts as the turns it was made of.
    """

    def __init__(self, mode: str, name: str, handlers: Handlers, embedder: RememberedEmbedder) -> None:
        self.mode, self._name, self._handlers = mode, name, handlers
        self._embedder = embedder
        self._known: dict[tuple[str, str], list[str]] = {}
        self.tokens: list[int] = []

    def add(self, documents: dict[str, list[Document]]) -> None:
        self._app = self._graph("app")
        if self.mode == "memories":
            for scope, own in documents.items():
                self._create(scope, own)
        else:
            self._tell(documents)
        self._handlers.enter()
        graph = self._app
        deadlines = RecallDeadlines(database_ms=20_000, embedding_seconds=20)
        self._recall, self._budgeted = (
            Recall(
                graph.database, graph.subjects, graph.keys, self._embedder, counter, Silent(), graph.clock, deadlines
            )
            for counter in (Characters(), graph.token_counter)
        )

    def ask(self, question: Question) -> list[str]:
        turns = TurnSearch.NEVER if self.mode == "memories" else TurnSearch.ALWAYS
        asked = Asked(
            text=question.text,
            utterance=question.text.splitlines()[-1],
            top_k=DEPTH,
            max_tokens=100_000_000,
            searches=self.mode != "turns",
            turns=turns,
            asked_at=question.asked_at,
        )
        scope = self._scope(question.scope)
        answer = self._recall.recall(scope, asked)
        assert not answer.degraded_reasons, answer.degraded_reasons
        found = [(item.score or 1.0, self._ids(question.scope, item.memory)) for item in answer.memories]
        found += [(item.score, [self._document(item.turn.message_id)]) for item in answer.turns]
        ordered = [name for _, names in sorted(found, key=lambda pair: -pair[0]) for name in names]
        if len(self.tokens) < 200:
            budgeted = self._budgeted.recall(scope, replace(asked, top_k=8, max_tokens=_TOKENS))
            self.tokens.append(budgeted.context.tokens)
        return list(dict.fromkeys(ordered))

    def _graph(self, role: str) -> Wiring:
        graph = Wiring()
        vars(graph)["embedder"] = vars(graph)["patient_embedder"] = self._embedder
        if self.mode == "turns":
            vars(graph)["extractor"] = vars(graph)["patient_extractor"] = NothingExtractor()
        self._handlers.graph = graph
        self._handlers._database_url = self._handlers.address.as_role(role)
        self._handlers.enter()
        graph.database.check()  # connected as this role, before another environment is entered
        return graph

    def _scope(self, scope: str) -> Scope:
        return Scope(DEMO_ORG, DEMO_AGENT, f"{self._name}/{self.mode}/{scope}")

    def _create(self, scope: str, own: Sequence[Document]) -> None:
        self._embedder.embed([document.text for document in own])
        user = self._scope(scope).user_id
        for start in range(0, len(own), 50):
            part = own[start : start + 50]
            items = [{"userId": user, "content": document.text[:_LONGEST]} for document in part]
            answer = json.loads(self._handlers.call("memories_create_batch", body={"items": items}))
            for document, result in zip(part, answer["results"], strict=True):
                memory_id = (result.get("memory") or {}).get("id") or (result.get("error") or {}).get("existingId")
                self._known.setdefault((user, memory_id), []).append(document.id)

    def _tell(self, documents: dict[str, list[Document]]) -> None:
        """Tell every session in its order, then let a worker read."""
        for scope, own in documents.items():
            self._embedder.embed([document.text for document in own])
            sessions: dict[str, list[Document]] = {}
            for document in own:
                sessions.setdefault(document.session, []).append(document)
            for session, said in sessions.items():
                for start in range(0, len(said), _SESSION_PART):
                    self._send(scope, session, said[start : start + _SESSION_PART])
        worker = self._graph("worker")
        for scope in documents:
            worker.conversation_worker.extract(self._scope(scope), "bench")
        worker.database.close()
        self._app = self._graph("app")

    def _send(self, scope: str, session: str, said: Sequence[Document]) -> None:
        messages = tuple(
            Message(role=Role(d.role), content=d.text, message_id=_message(d.id), occurred_at=d.occurred_at)
            for d in said
        )
        conversation = Conversation(scope=self._scope(scope), session_id=session, messages=messages, time_zone="UTC")
        self._app.conversations.accept(conversation, Write(Actor("worker", "bench")))

    def _ids(self, scope: str, memory: Any) -> list[str]:
        if self.mode == "memories":
            return self._known.get((self._scope(scope).user_id, memory.id), [])
        return [self._document(name) for name in memory.source_message_ids]

    def _document(self, message_id: str) -> str:
        return message_id.removeprefix("d:")


def _message(document_id: str) -> str:
    return f"d:{document_id}"


def _unit(vectors: Sequence[Sequence[float]]) -> NDArray[np.float32]:
    array = np.asarray(vectors, np.float32)
    return array / np.maximum(np.linalg.norm(array, axis=1, keepdims=True), 1e-9)
