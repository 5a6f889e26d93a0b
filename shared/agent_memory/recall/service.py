"""Recall: one round trip to the database, fused and cut to the budget. It always answers, if need be with nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Protocol

from agent_memory.core.clock import Clock
from agent_memory.core.embedding import Embedder
from agent_memory.core.errors import DependencyUnavailableError
from agent_memory.core.segmentation import query_terms
from agent_memory.core.tokens import TokenCounter
from agent_memory.memories.store import read_memory
from agent_memory.platform import vectors
from agent_memory.platform.postgres import Database, Query, Row
from agent_memory.platform.sql import load_statements
from agent_memory.platform.subject_keys import SubjectKey, SubjectKeys
from agent_memory.recall.context import fit
from agent_memory.recall.excerpts import excerpt
from agent_memory.recall.model import Question, Reason, RecallAnswer, Recalled
from agent_memory.recall.ranking import Candidate, Hit, rank
from agent_memory.subjects.model import Scope
from agent_memory.subjects.service import Subjects, accept_scope

POOL: Final = 100
"""Candidates per leg; their union is ranked."""

_LAYER_ONE_LIMIT: Final = 500
_QUERY_CHARACTERS: Final = 2000


class AccessReports(Protocol):
    """Carries the news that memories were recalled, to be counted later."""

    def send_access(self, org_id: str, agent_id: str, memory_ids: Sequence[str], at: datetime) -> None:
        """Report a recall. Never raises: a report that cannot be sent in time is lost, by design."""
        ...


@dataclass(frozen=True, slots=True)
class RecallDeadlines:
    """How long each dependency may take."""

    database_ms: int
    embedding_seconds: float


class Recall:
    """Answers what an agent should know of a user for a question."""

    def __init__(
        self,
        database: Database,
        subjects: Subjects,
        keys: SubjectKeys,
        embedder: Embedder,
        counter: TokenCounter,
        reports: AccessReports,
        clock: Clock,
        deadlines: RecallDeadlines,
    ) -> None:
        self._database = database
        self._subjects = subjects
        self._keys = keys
        self._embedder = embedder
        self._counter = counter
        self._reports = reports
        self._clock = clock
        self._deadlines = deadlines
        self._statements = load_statements("agent_memory.recall")

    def recall(self, scope: Scope, question: Question) -> RecallAnswer:
        """Layer one always, layer two by relevance, cut to the budget.

        A dependency that fails is named in `degraded_reasons`; nothing found is not a failure.

        Raises:
            ForbiddenError: the agent is not registered.
            SubjectForgottenError: the person has been forgotten.
        """
        degraded: list[str] = []
        text = question.text[-_QUERY_CHARACTERS:]
        embedding = self._embedded(text, degraded)
        key = self._keys.for_reading(scope.org_id, [scope.user_id]).get(scope.user_id)
        terms = None if key is None else key.blind_terms(query_terms(text), vectors.TERM_SPACE)
        try:
            layer_one, found = self._search(scope, embedding, terms)
        except DependencyUnavailableError as error:
            degraded.append(error.dependency)
            layer_one, found = [], []
        always, relevant = list[Recalled](), list[Recalled]()
        if key is not None and terms is not None:
            always = [_always(row, key) for row in layer_one]
            hits = rank([_candidate(row, terms) for row in found], terms, self._embedder.model, question.strategy)
            top_k = question.top_k if question.searches else 0
            best = [hit for hit in hits if hit.memory_id not in {item.memory.id for item in always}][:top_k]
            relevant = _opened(best, found, key, text)
        fitted = fit(always, relevant, question.max_tokens, self._counter)
        memories = (*fitted.layer_one, *fitted.layer_two)
        now = self._clock.now()
        if memories:
            self._reports.send_access(scope.org_id, scope.agent_id, [item.memory.id for item in memories], now)
        return RecallAnswer(memories, fitted.context, fitted.truncated, tuple(degraded), self._embedder.model, now)

    def _embedded(self, text: str, degraded: list[str]) -> Sequence[float] | None:
        try:
            return self._embedder.embed([text], timeout_seconds=self._deadlines.embedding_seconds)[0]
        except DependencyUnavailableError as error:
            degraded.append(error.dependency)
            return None

    def _search(
        self, scope: Scope, embedding: Sequence[float] | None, terms: Mapping[int, float] | None
    ) -> tuple[list[Row], list[Row]]:
        owner = {"org_id": scope.org_id, "agent_id": scope.agent_id, "user_id": scope.user_id}
        now = self._clock.now()
        queries: list[Query] = [self._subjects.find(scope.org_id, scope.agent_id, scope.user_id)]
        if terms is not None:
            queries += [
                self._statements("layer_one", **owner, now=now, count=_LAYER_ONE_LIMIT),
                self._statements(
                    "search",
                    **owner,
                    now=now,
                    embedding_model=None if embedding is None else self._embedder.model.model,
                    embedding=None if embedding is None else vectors.dense(embedding),
                    terms=vectors.sparse(terms),
                    pool=POOL,
                ),
            ]
        [found], *rows = self._database.read(scope.org_id, *queries, timeout_ms=self._deadlines.database_ms)
        accept_scope(found)
        return (rows[0], rows[1]) if rows else ([], [])


def _opened(hits: Sequence[Hit], rows: Sequence[Row], key: SubjectKey, question: str) -> list[Recalled]:
    """Hits as memories. Only these are decrypted."""
    by_id = {row["memory_id"]: row for row in rows}
    opened: list[Recalled] = []
    for hit in hits:
        memory = read_memory(by_id[hit.memory_id], key)
        part = excerpt(memory.content, hit.chunk, question)
        opened.append(Recalled(memory, Reason.RELEVANT, hit.score, hit.legs, part))
    return opened


def _always(row: Row, key: SubjectKey) -> Recalled:
    memory = read_memory(row, key)
    return Recalled(memory, Reason.PINNED if memory.pinned else Reason.CORE)


def _candidate(row: Row, terms: Mapping[int, float]) -> Candidate:
    stored = vectors.read_sparse(row["terms"])
    matched = {dimension: stored[dimension] for dimension in terms if dimension in stored}
    return Candidate(row["memory_id"], row["chunk"], row["cosine"], matched)
