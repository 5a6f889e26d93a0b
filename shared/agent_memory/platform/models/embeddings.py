"""Embeddings from any OpenAI-compatible endpoint."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from agent_memory.core.dependencies import EMBEDDING
from agent_memory.core.embedding import EmbeddingModel
from agent_memory.core.errors import DependencyUnavailableError, ModelError
from agent_memory.platform.models.calls import ModelCalls
from agent_memory.platform.models.endpoint import make_client
from agent_memory.platform.settings import ModelSettings
from agent_memory.platform.vectors import DIMENSIONS

if TYPE_CHECKING:
    from openai import OpenAI

_BATCH: Final = 10  # the smallest limit among the endpoints we support (text-embedding-v3)


class EndpointEmbedder:
    """Embeds through the openai client, at 1024 dimensions."""

    def __init__(self, settings: ModelSettings, calls: ModelCalls | None = None) -> None:
        self._settings = settings
        self._calls = calls or ModelCalls(EMBEDDING)
        self._model = EmbeddingModel(name="openai", **settings.calibration.model_dump())

    @property
    def model(self) -> EmbeddingModel:
        return self._model

    @cached_property
    def _client(self) -> OpenAI:
        return make_client(self._settings)

    def embed(self, texts: Sequence[str], *, timeout_seconds: float | None = None) -> list[Sequence[float]]:
        timeout = timeout_seconds or self._settings.embedding_timeout_seconds
        vectors: list[Sequence[float]] = []
        for start in range(0, len(texts), _BATCH):
            batch = list(texts[start : start + _BATCH])
            try:
                vectors += self._calls.run(lambda seconds, batch=batch: self._ask(batch, seconds), timeout)
            except ModelError as error:
                # The callers' one question is whether there are vectors; why not is in the cause.
                raise DependencyUnavailableError(EMBEDDING, "The embedding model rejected the texts") from error
        return vectors

    def _ask(self, texts: list[str], timeout: float) -> list[list[float]]:
        from openai.types import CreateEmbeddingResponse  # noqa: PLC0415  # see endpoint.py

        create: Any = self._client.embeddings.create
        answer = create(
            model=self._settings.embedding_model,
            input=texts,
            dimensions=DIMENSIONS,
            encoding_format="float",
            timeout=timeout,
        )
        if not isinstance(answer, CreateEmbeddingResponse):  # a proxy's page, sent with status 200
            raise DependencyUnavailableError(EMBEDDING, "The embedding model's answer has no embeddings")
        return _checked([item.embedding for item in sorted(answer.data, key=_index)], len(texts))


def _index(item: object) -> int:
    return int(getattr(item, "index", 0))


def _checked(vectors: list[list[float]], expected: int) -> list[list[float]]:
    """Refuse what must never be stored: a missing, zero, misshapen or not finite vector."""
    good = all(0 < len(vector) <= DIMENSIONS and any(vector) and all(map(math.isfinite, vector)) for vector in vectors)
    if len(vectors) != expected or not good:
        raise DependencyUnavailableError(EMBEDDING, "The embedding model answered with unusable vectors")
    return vectors
