"""What every part of the service knows of an embedding model. Thresholds are a property of the model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class EmbeddingModel:
    """An embedding model with its calibration. Cosines of two models are never compared."""

    name: str
    """`openai` for an endpoint, `offline` for the built-in stand-in."""
    model: str
    """The model's own name, stored with every vector."""
    duplicate_threshold: float
    """Cosine from which two statements are nominated as duplicates."""
    candidate_threshold: float
    """Cosine from which two statements may be about the same thing."""
    relevance_floor: float
    """Cosine below which a memory is not a hit for a question, however few others there are."""
    cosine_mean: float
    """Mean cosine between a question and the memories of its user: the prior of standardisation."""
    cosine_deviation: float
    """Standard deviation of the same."""
    vector_weight: float = 0.7
    """Share of the vector leg in hybrid search; the keyword leg has the rest."""


class Embedder(Protocol):
    """Texts to vectors."""

    @property
    def model(self) -> EmbeddingModel: ...

    def embed(self, texts: Sequence[str], *, timeout_seconds: float | None = None) -> list[Sequence[float]]:
        """One vector per text, at most 1024 values each. Texts must not be blank.

        Raises:
            DependencyUnavailableError: the model did not answer, or not in time.
        """
        ...
