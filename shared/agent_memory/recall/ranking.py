"""Hybrid ranking: cosine and BM25, standardised over the candidates, weighted, and mapped to [0, 1]. Pure functions."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from agent_memory.core.embedding import EmbeddingModel
from agent_memory.core.segmentation import BM25_K1, inverse_document_frequency
from agent_memory.recall.model import KEYWORD_WEIGHT, VECTOR_WEIGHT, LegScores, Strategy

KEYWORD_FLOOR: Final = 0.08
"""Share of the question's keyword weight a memory must match to be a hit by keywords alone."""

_RRF_K: Final = 60
_PRIOR_STRENGTH: Final = 8.0
_KEYWORD_MEAN: Final = 0.10
_KEYWORD_DEVIATION: Final = 0.20


@dataclass(frozen=True, slots=True)
class Candidate:
    """A search row that may answer the question."""

    memory_id: str
    chunk: int
    """Which piece of the memory this is; 0 for a short one."""
    cosine: float | None
    """None when the row or the question has no vector of the current model."""
    matched: Mapping[int, float]
    """BM25 document weight, without idf, of each of the question's terms that the row has, by dimension."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A candidate that answers, with its score in [0, 1]."""

    memory_id: str
    chunk: int
    score: float
    legs: LegScores


def rank(
    candidates: Sequence[Candidate],
    query: Mapping[int, float],
    model: EmbeddingModel,
    strategy: Strategy = Strategy.WEIGHTED,
) -> list[Hit]:
    """The hits among the candidates, best first; ties by id. A memory in several rows counts once, at its best."""
    coverage = _coverage(candidates, query)
    if strategy is Strategy.RRF:
        scores = _reciprocal_ranks(candidates, coverage)
    else:
        scores = _weighted(candidates, coverage, model)
    best: dict[str, Hit] = {}
    for candidate, covered, score in zip(candidates, coverage, scores, strict=True):
        if not _is_hit(candidate, covered, model):
            continue
        hit = Hit(candidate.memory_id, candidate.chunk, score, _legs(candidate, covered, model))
        known = best.get(hit.memory_id)
        if known is None or hit.score > known.score:
            best[hit.memory_id] = hit
    return sorted(best.values(), key=lambda hit: (-hit.score, hit.memory_id))


def _weighted(candidates: Sequence[Candidate], coverage: Sequence[float], model: EmbeddingModel) -> list[float]:
    """The weighted scores of the candidates, each in [0, 1].

    With v the cosine and k the share of the question's idf-weighted keywords that a row covers, the legs are put
    into units of their standard deviation and weighted: x = 0.7·v/σv + 0.3·k/σk. The score is x over the x of the
    question's own text, from the cosine of unrelated texts up, so it is monotone in each leg, 1 for an identical
    text, and the order is that of the weighted sum of z-scores (their means are the same for all rows). σ comes from
    the candidates, steadied by the embedder's calibration when they are few.
    """
    cosines = [row.cosine for row in candidates if row.cosine is not None]
    vector_unit = VECTOR_WEIGHT / _deviation(cosines, model.cosine_mean, model.cosine_deviation) if cosines else 0.0
    keyword_unit = KEYWORD_WEIGHT / _deviation(coverage, _KEYWORD_MEAN, _KEYWORD_DEVIATION)
    lowest = model.cosine_mean
    span = vector_unit * (1 - lowest) + keyword_unit
    above = [0.0 if row.cosine is None else max(0.0, row.cosine - lowest) for row in candidates]
    return [min(1.0, (vector_unit * v + keyword_unit * k) / span) for v, k in zip(above, coverage, strict=True)]


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


def _coverage(candidates: Sequence[Candidate], query: Mapping[int, float]) -> list[float]:
    """For each candidate: Σ idf·query weight·document weight, over what a row of the question's own terms would get.

    The idf is taken among the candidates themselves: measured within 0.003 of the MRR that the whole store gives.
    """
    frequency = {dimension: sum(dimension in row.matched for row in candidates) for dimension in query}
    weights = {
        dimension: weight * inverse_document_frequency(len(candidates), frequency[dimension])
        for dimension, weight in query.items()
    }
    full = sum(weights.values())  # a document weight near 1: the term once in a text of mean length
    if full <= 0:
        return [0.0] * len(candidates)
    saturated = BM25_K1 + 1
    return [
        min(1.0, sum(weights[d] * min(value, saturated) for d, value in row.matched.items() if d in weights) / full)
        for row in candidates
    ]


def _deviation(values: Iterable[float], mean: float, deviation: float) -> float:
    """Standard deviation of the values, with a prior of `_PRIOR_STRENGTH` observations."""
    known = list(values)
    centre = (sum(known) + _PRIOR_STRENGTH * mean) / (len(known) + _PRIOR_STRENGTH)
    squares = sum((value - centre) ** 2 for value in known)
    prior = _PRIOR_STRENGTH * (deviation**2 + (mean - centre) ** 2)
    return math.sqrt((squares + prior) / (len(known) + _PRIOR_STRENGTH))


def _is_hit(candidate: Candidate, covered: float, model: EmbeddingModel) -> bool:
    near = candidate.cosine is not None and candidate.cosine >= model.relevance_floor
    return near or covered >= KEYWORD_FLOOR


def _legs(candidate: Candidate, covered: float, model: EmbeddingModel) -> LegScores:
    if candidate.cosine is None:
        return LegScores(None, covered)
    lowest = model.cosine_mean
    return LegScores(min(1.0, max(0.0, (candidate.cosine - lowest) / (1 - lowest))), covered)
