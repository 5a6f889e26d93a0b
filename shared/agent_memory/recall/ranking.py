"""Hybrid ranking: cosine and BM25, standardised, weighted, and mapped to [0, 1]. Pure functions."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from agent_memory.core.embedding import EmbeddingModel
from agent_memory.core.segmentation import BM25_K1, inverse_document_frequency
from agent_memory.recall.model import LegScores, Strategy

KEYWORD_FLOOR: Final = 0.08
"""Share of the question's keyword weight a text must match to be a hit by keywords alone."""
KEYWORD_EVIDENCE: Final = 6.0
"""Or the weight itself (BM25 with idf): of a long question, one rare word is a small share, and a hit all the same."""

IN_TIME: Final = 0.25
"""How far a text from the time that the question names is moved towards a score of 1."""
BESIDE: Final = 0.25
"""How far a turn is moved towards 1 by the score of the turn next to it: what answers stands beside what asks."""

_RRF_K: Final = 60
_PRIOR_STRENGTH: Final = 8.0
_BM25_DEVIATION: Final = 2.0
"""Prior of the keyword leg's deviation, in units of BM25."""


class Shelf(StrEnum):
    """What a candidate is: a memory (L1) or a turn (L0)."""

    MEMORY = "memory"
    TURN = "turn"


@dataclass(frozen=True, slots=True)
class Candidate:
    """A search row that may answer the question."""

    id: str
    chunk: int
    """Which piece of the text this is; 0 for a short one."""
    cosine: float | None
    """None when the row or the question has no vector of the current model."""
    matched: Mapping[int, float]
    """BM25 document weight, without idf, of each of the question's terms that the row has, by dimension."""
    shelf: Shelf = Shelf.MEMORY
    in_time: bool = False
    """Whether it is from the time the question names."""
    boost: float = 0.0
    """A small change to the score for what is known of the memory besides its text; see `boosts`."""
    place: tuple[str, int] | None = None
    """Of a turn: session and sequence."""


@dataclass(frozen=True, slots=True)
class Population:
    """What a search scanned to find its candidates."""

    rows: int
    cosine_deviation: float | None
    """Standard deviation of the cosine over all rows; None where it is not known."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A candidate that answers, with its score in [0, 1]."""

    id: str
    shelf: Shelf
    chunk: int
    score: float
    legs: LegScores


def rank(
    candidates: Sequence[Candidate],
    query: Mapping[int, float],
    model: EmbeddingModel,
    strategy: Strategy = Strategy.WEIGHTED,
    population: Population | None = None,
) -> list[Hit]:
    """The hits among the candidates, best first; ties by id. A text in several rows counts once, at its best.

    `population` is what was scanned; without it the candidates are all there is.
    """
    scanned = population or Population(len(candidates), _spread([c.cosine for c in candidates if c.cosine is not None]))
    keywords = _keywords(candidates, query, max(scanned.rows, len(candidates)))
    if strategy is Strategy.RRF:
        base = _reciprocal_ranks(candidates, keywords.coverage)
    else:
        base = _weighted(candidates, keywords, model, scanned)
    scores = _moved(candidates, base)
    best: dict[tuple[Shelf, str], Hit] = {}
    for candidate, covered, score in zip(candidates, keywords.coverage, scores, strict=True):
        if not _is_hit(candidate, covered, keywords.full, model):
            continue
        hit = Hit(candidate.id, candidate.shelf, candidate.chunk, score, _legs(candidate, covered, model))
        known = best.get((hit.shelf, hit.id))
        if known is None or hit.score > known.score:
            best[hit.shelf, hit.id] = hit
    return sorted(best.values(), key=lambda hit: (-hit.score, hit.shelf, hit.id))


@dataclass(frozen=True, slots=True)
class _Keywords:
    """The keyword leg: each candidate's share of the question's keyword weight, and that weight."""

    coverage: list[float]
    full: float
    rows: int

    @property
    def deviation(self) -> float:
        """Of the coverage over all rows: rows that are no candidates match nothing. With a prior for few rows."""
        mean = sum(self.coverage) / self.rows
        squares = sum(value * value for value in self.coverage) - self.rows * mean * mean
        prior = _PRIOR_STRENGTH * (_BM25_DEVIATION / self.full) ** 2 if self.full else 1.0
        return math.sqrt((max(0.0, squares) + prior) / (self.rows + _PRIOR_STRENGTH))


def _weighted(
    candidates: Sequence[Candidate],
    keywords: _Keywords,
    model: EmbeddingModel,
    population: Population,
) -> list[float]:
    """The weighted scores of the candidates, each in [0, 1].

    With v the cosine and k the share of the question's idf-weighted keywords that a row covers, the legs are put
    into units of their standard deviation over all rows scanned and weighted: x = w·v/σv + (1-w)·k/σk. The score is x
    over the x of the question's own text, from the cosine of unrelated texts up, so it is monotone in each leg, 1 for
    an identical text, and the order is that of the weighted sum of z-scores (their means are the same for all rows).
    The σ are steadied by priors when there are few rows.
    """
    rows = keywords.rows
    known = population.cosine_deviation
    deviation = model.cosine_deviation
    if known is not None:
        deviation = math.sqrt((rows * known**2 + _PRIOR_STRENGTH * deviation**2) / (rows + _PRIOR_STRENGTH))
    has_vectors = any(candidate.cosine is not None for candidate in candidates)
    vector_unit = model.vector_weight / deviation if has_vectors else 0.0
    keyword_unit = (1 - model.vector_weight) / keywords.deviation
    lowest = model.cosine_mean
    span = vector_unit * (1 - lowest) + keyword_unit
    if span <= 0:  # one leg has no weight and the other no vectors
        return [0.0] * len(candidates)
    above = [0.0 if row.cosine is None else max(0.0, row.cosine - lowest) for row in candidates]
    return [
        min(1.0, (vector_unit * v + keyword_unit * k) / span) for v, k in zip(above, keywords.coverage, strict=True)
    ]


def _moved(candidates: Sequence[Candidate], base: Sequence[float]) -> list[float]:
    """Scores after everything besides the two legs: the turn next to it, the time asked about, the small boosts.

    Each step keeps scores in [0, 1], keeps a perfect score perfect, and never changes the order of two candidates
    that it treats alike.
    """
    at: dict[tuple[str, int], float] = {}
    for candidate, score in zip(candidates, base, strict=True):
        if candidate.place is not None:
            at[candidate.place] = max(score, at.get(candidate.place, 0.0))
    scores: list[float] = []
    for candidate, own in zip(candidates, base, strict=True):
        score = own
        if candidate.place is not None:
            session, sequence = candidate.place
            beside = max(at.get((session, sequence - 1), 0.0), at.get((session, sequence + 1), 0.0))
            score += BESIDE * beside * (1 - score)
        if candidate.in_time:
            score += IN_TIME * (1 - score)
        scores.append(score + candidate.boost * score * (1 - score))
    return scores


def _reciprocal_ranks(candidates: Sequence[Candidate], coverage: Sequence[float]) -> list[float]:
    """Reciprocal rank fusion with k = 60 (Cormack et al. 2009), over the score of being first in both legs."""
    vector_ranks = _ranks([-1.0 if row.cosine is None else row.cosine for row in candidates])
    keyword_ranks = _ranks(coverage)
    return [
        (1 / (_RRF_K + v) + 1 / (_RRF_K + k)) / (2 / (_RRF_K + 1))
        for v, k in zip(vector_ranks, keyword_ranks, strict=True)
    ]


def _ranks(values: Sequence[float]) -> list[int]:
    """The rank of each value from 1, largest first; equal values share the better rank."""
    position = {value: rank for rank, value in reversed(list(enumerate(sorted(values, reverse=True), start=1)))}
    return [position[value] for value in values]


def _keywords(candidates: Sequence[Candidate], query: Mapping[int, float], rows: int) -> _Keywords:
    """For each candidate: Σ idf·query weight·document weight, over what a row of the question's own terms would get.

    Rows that are no candidates have none of the terms, or only common ones: the idf is nearly that of all rows.
    """
    frequency = dict.fromkeys(query, 0)
    for row in candidates:
        for dimension in row.matched:
            if dimension in frequency:
                frequency[dimension] += 1
    weights = {
        dimension: weight * inverse_document_frequency(rows, frequency[dimension])
        for dimension, weight in query.items()
    }
    full = sum(weights.values())  # a document weight near 1: the term once in a text of mean length
    if full <= 0:
        return _Keywords([0.0] * len(candidates), 0.0, max(1, rows))
    saturated = BM25_K1 + 1
    coverage = [
        min(1.0, sum(weights[d] * min(value, saturated) for d, value in row.matched.items() if d in weights) / full)
        for row in candidates
    ]
    return _Keywords(coverage, full, max(1, rows))


def _spread(values: Sequence[float]) -> float | None:
    """Standard deviation of the values; None for fewer than two."""
    if len(values) < 2:
        return None
    mean = sum(values) / len(values)
    return math.sqrt(sum((value - mean) ** 2 for value in values) / len(values))


def _is_hit(candidate: Candidate, covered: float, full: float, model: EmbeddingModel) -> bool:
    if candidate.in_time or (candidate.cosine is not None and candidate.cosine >= model.relevance_floor):
        return True
    return covered >= KEYWORD_FLOOR or covered * full >= KEYWORD_EVIDENCE


def _legs(candidate: Candidate, covered: float, model: EmbeddingModel) -> LegScores:
    if candidate.cosine is None:
        return LegScores(None, covered)
    lowest = model.cosine_mean
    return LegScores(min(1.0, max(0.0, (candidate.cosine - lowest) / (1 - lowest))), covered)
