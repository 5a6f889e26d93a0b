"""What recall asks the database, and rows as candidates, memories and turns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from math import sqrt

from agent_memory.core.embedding import EmbeddingModel
from agent_memory.memories.store import statement as memory_statement
from agent_memory.platform import vectors
from agent_memory.platform.postgres import Query, Row
from agent_memory.platform.sql import load_statements
from agent_memory.recall.boosts import boost_of
from agent_memory.recall.ranking import Candidate, Hit, Population, Shelf
from agent_memory.recall.times import AskedTime
from agent_memory.subjects.model import Scope

POOL = 100
"""Rows nominated by the vector leg, and by the time that is asked about."""
KEYWORD_POOL = 200
"""Rows nominated by the keyword leg: it is ordered without idf until here."""

_LAYER_ONE_LIMIT = 500
_LIKELY = 8
"""Rows that come with what they say, besides twice the number asked for; others are fetched if they win after all."""


@dataclass(frozen=True, slots=True)
class Search:
    """One question as the database is asked it."""

    scope: Scope
    model: EmbeddingModel
    embedding: Sequence[float] | None
    terms: Mapping[int, float]
    """Weight of each of the question's terms, by blinded dimension."""
    asked: AskedTime
    top_k: int
    now: datetime

    def layer_one(self) -> Query:
        """What is always injected."""
        return _statement("layer_one", self.scope, now=self.now, count=_LAYER_ONE_LIMIT)

    def memories(self) -> Query:
        """The memories that may answer."""
        return _statement("search_memories", self.scope, **self._question(), now=self.now)

    def turns(self) -> Query:
        """The turns that may answer."""
        return _statement("search_turns", self.scope, **self._question())

    def missing(self, hits: Sequence[Hit], found: Mapping[tuple[Shelf, str], Row]) -> list[Query]:
        """What fetches the hits that came without what they say."""
        lost = {shelf: [h.id for h in hits if h.shelf is shelf and (shelf, h.id) not in found] for shelf in Shelf}
        queries: list[Query] = []
        if lost[Shelf.MEMORY]:
            queries.append(memory_statement("find_memories", self.scope, memory_ids=lost[Shelf.MEMORY]))
        if lost[Shelf.TURN]:
            queries.append(_statement("find_turns", self.scope, turn_ids=lost[Shelf.TURN]))
        return queries

    def candidates(self, rows: Sequence[Row], shelf: Shelf) -> list[Candidate]:
        """Rows of a search as what is ranked."""
        return [
            Candidate(
                row["id"],
                row["chunk"],
                row["cosine"],
                {} if row["terms"] is None else vectors.read_sparse(row["terms"], self.terms),
                shelf,
                in_time=row["in_time"],
                boost=self._boost(row, shelf),
                place=(row["in_session"], row["at_place"]) if shelf is Shelf.TURN else None,
            )
            for row in rows
        ]

    def _boost(self, row: Row, shelf: Shelf) -> float:
        if shelf is Shelf.TURN or row["observed_at"] is None:
            return 0.0
        return boost_of(
            importance=row["importance"],
            observed_at=row["observed_at"],
            access_count=row["access_count"],
            now=self.now,
        )

    def _question(self) -> dict[str, object]:
        return {
            "embedding_model": None if self.embedding is None else self.model.model,
            "embedding": None if self.embedding is None else vectors.dense(self.embedding),
            "terms": vectors.sparse(self.terms),
            "since": self.asked.since,
            "until": self.asked.until,
            "vector_weight": self.model.vector_weight,
            "pool": POOL,
            "keyword_pool": KEYWORD_POOL,
            "likely": _LIKELY + 2 * self.top_k,
        }


def population_of(*searches: Sequence[Row]) -> Population:
    """What several searches scanned together."""
    seen = [(rows[0]["rows"], rows[0]["cosine_deviation"]) for rows in searches if rows]
    measured = [(count, deviation) for count, deviation in seen if deviation is not None]
    weight = sum(count for count, _ in measured)
    deviation = sqrt(sum(count * d * d for count, d in measured) / weight) if weight else None
    return Population(sum(count for count, _ in seen), deviation)


def _statement(name: str, scope: Scope, **parameters: object) -> Query:
    owner = {"org_id": scope.org_id, "agent_id": scope.agent_id, "user_id": scope.user_id}
    return load_statements("agent_memory.recall")(name, **owner, **parameters)
