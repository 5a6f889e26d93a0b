"""Cosines of an embedding model, and what the service's own rules make of them."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from operator import mul
from typing import Final

from agent_memory.core.embedding import Embedder
from agent_memory.extraction.model import Judgement
from agent_memory.extraction.relation import Relation, Statement, Thresholds, Verdict, judged, relation
from agent_memory.memories.attributes import single_valued
from agent_memory_client.calibration.pairs import Asked, Pair, texts_of
from agent_memory_client.calibration.rates import Measured

FIRST_SAID: Final = datetime(2026, 1, 1, tzinfo=UTC)
THEN_SAID: Final = datetime(2026, 1, 2, tzinfo=UTC)

_BATCH: Final = 60


@dataclass(frozen=True, slots=True)
class Nearness:
    """Cosines between questions and memories of one user each."""

    needed: tuple[float, ...]
    """Of each question with the memory it needs."""
    others: tuple[float, ...]
    """Of each question with the other memories."""


def measured(pairs: Sequence[Pair], embedder: Embedder, progress: Callable[[str], None]) -> list[Measured]:
    """Pairs with their cosines.

    Raises:
        DependencyUnavailableError: the embedding model does not answer.
    """
    vectors = _directions(texts_of(pairs), embedder, progress)
    return [Measured(pair, _cosine(vectors[pair.a], vectors[pair.b])) for pair in pairs]


def nearness(asked: Sequence[Asked], embedder: Embedder, progress: Callable[[str], None]) -> Nearness:
    """How near questions are to memories.

    Raises:
        DependencyUnavailableError: the embedding model does not answer.
    """
    texts = [text for one in asked for text in (one.memory, *one.questions)]
    vectors = _directions(list(dict.fromkeys(texts)), embedder, progress)
    needed: list[float] = []
    others: list[float] = []
    for one in asked:
        for question in one.questions:
            for other in asked:
                if other.user == one.user:
                    place = needed if other is one else others
                    place.append(_cosine(vectors[question], vectors[other.memory]))
    return Nearness(tuple(needed), tuple(others))


def is_merged(one: Measured, thresholds: Thresholds) -> bool:
    """Whether the service's rules take a pair for one fact, with nobody to ask."""
    return _related(one, thresholds).verdict is Verdict.DUPLICATE


def is_asked(one: Measured, thresholds: Thresholds) -> bool:
    """Whether a model would be asked about a pair: it is near, and no rule is certain."""
    return one.cosine >= thresholds.candidate and _related(one, thresholds).is_open


def is_merged_with(one: Measured, thresholds: Thresholds, says: Judgement | None) -> bool:
    """Whether a pair is taken for one fact when a model says this of it, where it is asked."""
    if says is None or not is_asked(one, thresholds):
        return is_merged(one, thresholds)
    return merges(one.pair, says)


def merges(pair: Pair, says: Judgement) -> bool:
    """Whether a pair becomes one when a model says this of it; discriminators may object."""
    return judged(*_statements(pair), says=says).verdict is Verdict.DUPLICATE


def _related(one: Measured, thresholds: Thresholds) -> Relation:
    return relation(*_statements(one.pair), cosine=one.cosine, thresholds=thresholds)


@lru_cache(maxsize=10_000)
def _statements(pair: Pair) -> tuple[Statement, Statement]:
    return (
        Statement(pair.a, single_valued(pair.a), None, FIRST_SAID, 0),
        Statement(pair.b, single_valued(pair.b), None, THEN_SAID, 0),
    )


def _directions(
    texts: Sequence[str], embedder: Embedder, progress: Callable[[str], None]
) -> Mapping[str, tuple[float, ...]]:
    """The vectors of texts at length one."""
    found: dict[str, tuple[float, ...]] = {}
    for start in range(0, len(texts), _BATCH):
        batch = texts[start : start + _BATCH]
        for text, vector in zip(batch, embedder.embed(batch), strict=True):
            length = math.sqrt(sum(value * value for value in vector))
            found[text] = tuple(value / length for value in vector)
        progress(f"embedded {len(found)} of {len(texts)} texts")
    return found


def _cosine(a: Sequence[float], b: Sequence[float]) -> float:
    return sum(map(mul, a, b))
