"""Pure types of recall."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from agent_memory.core.embedding import EmbeddingModel
from agent_memory.memories.model import Memory

DEFAULT_TOP_K = 8
DEFAULT_MAX_TOKENS = 1000
VECTOR_WEIGHT = 0.7
KEYWORD_WEIGHT = 0.3


class Reason(StrEnum):
    """Why a memory was recalled."""

    CORE = "core"
    PINNED = "pinned"
    RELEVANT = "relevant"


class Strategy(StrEnum):
    """How the two legs of the search become one order."""

    WEIGHTED = "weighted"
    RRF = "rrf"


@dataclass(frozen=True, slots=True)
class Question:
    """What recall is asked."""

    text: str
    top_k: int = DEFAULT_TOP_K
    max_tokens: int = DEFAULT_MAX_TOKENS
    strategy: Strategy = Strategy.WEIGHTED
    searches: bool = True
    """Whether layer two is asked for; layer one is always injected."""


@dataclass(frozen=True, slots=True)
class LegScores:
    """How a hit did in each leg, each in [0, 1]; None for a leg that did not take part."""

    vector: float | None
    keyword: float | None


@dataclass(frozen=True, slots=True)
class Recalled:
    """A recalled memory. `score` is None for layer one, which is not searched."""

    memory: Memory
    reason: Reason
    score: float | None = None
    legs: LegScores | None = None
    excerpt: str | None = None
    """What stands for a long memory in the context; None when its whole content does."""


@dataclass(frozen=True, slots=True)
class Context:
    """Recalled memories as text for a prompt. `system` changes only with layer one."""

    system: str
    turn: str
    tokens: int
    etag: str


@dataclass(frozen=True, slots=True)
class RecallAnswer:
    """Everything recall found. `degraded_reasons` says what could not be asked."""

    memories: tuple[Recalled, ...]
    context: Context
    truncated: bool
    degraded_reasons: tuple[str, ...]
    embedder: EmbeddingModel
    answered_at: datetime
