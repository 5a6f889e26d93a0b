"""Recall: one round trip to the database, fused and cut to the budget. It always answers, if need be with nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final, Protocol
from zoneinfo import ZoneInfo

from aws_lambda_powertools.metrics import MetricUnit

from agent_memory.conversations.store import read_turn
from agent_memory.core.clock import Clock
from agent_memory.core.context_block import strip_blocks
from agent_memory.core.dependencies import EMBEDDING
from agent_memory.core.embedding import Embedder
from agent_memory.core.errors import DependencyPausedError, DependencyTimeoutError, DependencyUnavailableError
from agent_memory.core.segmentation import query_terms
from agent_memory.core.tokens import TokenCounter
from agent_memory.memories.store import read_memory
from agent_memory.platform import vectors
from agent_memory.platform.observability import metrics
from agent_memory.platform.postgres import Database, Query, Row
from agent_memory.platform.subject_keys import SubjectKey, SubjectKeys
from agent_memory.recall.context import fit
from agent_memory.recall.excerpts import excerpt
from agent_memory.recall.model import Question, Reason, RecallAnswer, Recalled, RecalledTurn, TurnSearch
from agent_memory.recall.pauses import Pauses
from agent_memory.recall.ranking import Hit, Shelf, rank
from agent_memory.recall.store import Search, population_of
from agent_memory.recall.times import asked_time, latest_first
from agent_memory.subjects.model import Scope
from agent_memory.subjects.service import Subjects, accept_scope

DATABASE: Final = "database"

LITTLE_HITS: Final = 3
LITTLE_LEG: Final = 0.35
"""Memories say little when they are fewer than this, or when none does as well as this in either leg."""

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


@dataclass(slots=True)
class _Found:
    """What was found so far."""

    layer_one: Sequence[Row] = ()
    memories: Sequence[Row] = ()
    turns: Sequence[Row] = ()


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
        self._pauses = Pauses(clock)

    def recall(self, scope: Scope, question: Question) -> RecallAnswer:
        """Layer one always, memories and turns by relevance, cut to the budget.

        A dependency that fails is named in `degraded_reasons`; nothing found is not a failure.

        Raises:
            ForbiddenError: the agent is not registered.
            SubjectForgottenError: the person has been forgotten.
        """
        degraded: list[str] = []
        key, found, hits, search = None, _Found(), list[Hit](), None
        try:
            key = self._keys.for_reading(scope.org_id, [scope.user_id]).get(scope.user_id)
            search = None if key is None else self._search(scope, question, key, degraded)
            found = self._first_look(scope, question, search)
            hits = [] if search is None else self._hits(search, question, found, degraded)
        except DependencyUnavailableError as error:
            degraded.append(_reason(error))
        always = [] if key is None else [_always(row, key) for row in found.layer_one]
        known = {item.memory.id for item in always}
        best = _chosen(hits, known, question)
        opened = list[Recalled | RecalledTurn]()
        if search is not None and key is not None and best:
            opened = self._opened(search, best, found, key, question.text, degraded)
        fitted = fit(always, opened, question.max_tokens, self._counter)
        memories = (*fitted.layer_one, *(item for item in fitted.layer_two if isinstance(item, Recalled)))
        turns = tuple(item for item in fitted.layer_two if isinstance(item, RecalledTurn))
        now = self._clock.now()
        for reason in degraded:
            metrics().add_metric("DegradedRecalls", MetricUnit.Count, 1)
            metrics().add_metadata("degraded", reason)
        if memories:
            self._reports.send_access(scope.org_id, scope.agent_id, [item.memory.id for item in memories], now)
        return RecallAnswer(
            memories, turns, fitted.context, fitted.truncated, tuple(degraded), self._embedder.model, now
        )

    def _search(self, scope: Scope, question: Question, key: SubjectKey, degraded: list[str]) -> Search:
        """The question as the database is asked it; without a vector when the embedder fails."""
        now = question.asked_at or self._clock.now()
        text = question.text[-_QUERY_CHARACTERS:]
        asked = asked_time(question.utterance or text, now, ZoneInfo(question.time_zone or "UTC"))
        words = query_terms(f"{text} {asked.words}")
        embedding = None
        try:
            with self._pauses.watching(EMBEDDING):
                embedding = self._embedder.embed([text], timeout_seconds=self._deadlines.embedding_seconds)[0]
        except DependencyUnavailableError as error:
            degraded.append(_reason(error))
        terms = key.blind_terms(words, vectors.TERM_SPACE)
        return Search(scope, self._embedder.model, embedding, terms, asked, question.top_k, now)

    def _first_look(self, scope: Scope, question: Question, search: Search | None) -> _Found:
        """Everything that is surely wanted, in one round trip."""
        queries = [self._subjects.find(scope.org_id, scope.agent_id, scope.user_id)]
        with_turns = question.turns is TurnSearch.ALWAYS
        if search is not None:
            queries.append(search.layer_one())
            queries += [search.memories()] if question.searches else []
            queries += [search.turns()] if with_turns else []
        [check], *rows = self._read(scope, queries)
        accept_scope(check)
        if search is None:
            return _Found()
        layer_one, *rest = rows
        memories = rest.pop(0) if question.searches else []
        return _Found(layer_one, memories, rest.pop(0) if with_turns else [])

    def _hits(self, search: Search, question: Question, found: _Found, degraded: list[str]) -> list[Hit]:
        """What answers, best first; what was said is asked too when the memories say little."""
        hits = _ranked(search, question, found)
        if question.turns is not TurnSearch.FALLBACK or not question.searches or not _say_little(hits):
            return hits
        try:
            [found.turns] = self._read(search.scope, [search.turns()])
        except DependencyUnavailableError as error:
            degraded.append(_reason(error))
            return hits
        return _with_all(_ranked(search, question, found), hits)

    def _opened(
        self,
        search: Search,
        best: Sequence[Hit],
        found: _Found,
        key: SubjectKey,
        question: str,
        degraded: list[str],
    ) -> list[Recalled | RecalledTurn]:
        """Hits as what they say. Only these are decrypted."""
        rows: dict[tuple[Shelf, str], Row] = {
            (shelf, row["id"]): row
            for shelf, kept in ((Shelf.MEMORY, found.memories), (Shelf.TURN, found.turns))
            for row in kept
            if row["body"] is not None
        }
        missing = search.missing(best, rows)
        if missing:
            try:
                for fetched in self._read(search.scope, missing):
                    rows |= {
                        (Shelf.TURN, row["turn_id"]) if "turn_id" in row else (Shelf.MEMORY, row["memory_id"]): row
                        for row in fetched
                    }
            except DependencyUnavailableError as error:
                degraded.append(_reason(error))
        there = [(hit, rows[hit.shelf, hit.id]) for hit in best if (hit.shelf, hit.id) in rows]
        return _without_echoes([_open(hit, row, key, question) for hit, row in there])

    def _read(self, scope: Scope, queries: Sequence[Query]) -> list[list[Row]]:
        with self._pauses.watching(DATABASE):
            return self._database.read(scope.org_id, *queries, timeout_ms=self._deadlines.database_ms)


def _ranked(search: Search, question: Question, found: _Found) -> list[Hit]:
    candidates = [
        *search.candidates(found.memories, Shelf.MEMORY),
        *search.candidates(found.turns, Shelf.TURN),
    ]
    population = population_of(found.memories, found.turns)
    hits = rank(candidates, search.terms, search.model, question.strategy, population)
    if not search.asked.latest:
        return hits
    moments: Mapping[tuple[Shelf, str], datetime] = {
        (shelf, row["id"]): row[column]
        for shelf, rows, column in (
            (Shelf.MEMORY, found.memories, "observed_at"),
            (Shelf.TURN, found.turns, "occurred_at"),
        )
        for row in rows
        if row[column] is not None
    }
    return latest_first(hits, moments)


def _with_all(hits: Sequence[Hit], before: Sequence[Hit]) -> list[Hit]:
    """The hits, and at their end those that were hits before more was searched.

    Words that are rare among a few memories may be common in what was said, and a memory is not lost by that.
    """
    known = {(hit.shelf, hit.id) for hit in hits}
    lowest = min((hit.score for hit in hits), default=1.0)
    lost = [hit for hit in before if (hit.shelf, hit.id) not in known]
    return [*hits, *(replace(hit, score=min(hit.score, lowest)) for hit in lost)]


def _say_little(hits: Sequence[Hit]) -> bool:
    return len(hits) < LITTLE_HITS or not any(
        max(hit.legs.vector or 0.0, hit.legs.keyword or 0.0) >= LITTLE_LEG for hit in hits
    )


def _chosen(hits: Sequence[Hit], known: set[str], question: Question) -> list[Hit]:
    """The best of each shelf, in their common order, without what layer one has."""
    memories = [hit for hit in hits if hit.shelf is Shelf.MEMORY and hit.id not in known][: question.top_k]
    turns = [hit for hit in hits if hit.shelf is Shelf.TURN][: question.top_k]
    return sorted([*memories, *turns], key=lambda hit: (-hit.score, hit.shelf, hit.id))


def _open(hit: Hit, row: Row, key: SubjectKey, question: str) -> Recalled | RecalledTurn:
    if hit.shelf is Shelf.MEMORY:
        memory = read_memory(row, key)
        part = excerpt(memory.content, hit.chunk, question)
        return Recalled(memory, Reason.RELEVANT, hit.score, hit.legs, part)
    turn = read_turn(row, key)
    return RecalledTurn(turn, hit.score, hit.legs, excerpt(strip_blocks(turn.content).strip(), hit.chunk, question))


def _without_echoes(items: Sequence[Recalled | RecalledTurn]) -> list[Recalled | RecalledTurn]:
    """Without the turns that a memory was made of which answers better: it says the same, in fewer words. Where the
    turn answers better, something of it is not in the memory."""
    told: dict[tuple[str | None, str], float] = {}
    for item in items:
        if isinstance(item, Recalled):
            for message_id in item.memory.source_message_ids:
                source = (item.memory.session_id, message_id)
                told[source] = max(told.get(source, 0.0), item.score or 0.0)
    return [
        item
        for item in items
        if not isinstance(item, RecalledTurn)
        or item.score > told.get((item.turn.session_id, item.turn.message_id), 0.0)
    ]


def _always(row: Row, key: SubjectKey) -> Recalled:
    memory = read_memory(row, key)
    return Recalled(memory, Reason.PINNED if memory.pinned else Reason.CORE)


def _reason(error: DependencyUnavailableError) -> str:
    """Which dependency failed, and how."""
    if isinstance(error, DependencyTimeoutError):
        return f"{error.dependency}_timeout"
    return (
        f"{error.dependency}_paused" if isinstance(error, DependencyPausedError) else f"{error.dependency}_unavailable"
    )
