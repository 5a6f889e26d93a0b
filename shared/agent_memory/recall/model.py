"""Pure types of recall."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from agent_memory.conversations.model import Turn
from agent_memory.core.embedding import EmbeddingModel
from agent_memory.memories.model import Memory

DEFAULT_TOP_K = 8
DEFAULT_MAX_TOKENS = 1000


class Reason(StrEnum):
    """Why a memory was recalled."""

    CORE = "core"
    PINNED = "pinned"
    RELEVANT = "relevant"


class Strategy(StrEnum):
    """How the two legs of the search become one order."""

    WEIGHTED = "weighted"
    RRF = "rrf"


class TurnSearch(StrEnum):
    """When what was said (L0) is searched."""

    NEVER = "never"
    FALLBACK = "fallback"
    """When the memories (L1) say little."""
    ALWAYS = "always"


@dataclass(frozen=True, slots=True)
class Question:
    """What recall is asked."""

    text: str
    top_k: int = DEFAULT_TOP_K
    """At most so many memories by relevance, and as many turns."""
    max_tokens: int = DEFAULT_MAX_TOKENS
    strategy: Strategy = Strategy.WEIGHTED
    searches: bool = True
    """Whether memories are searched; layer one is always injected."""
    turns: TurnSearch = TurnSearch.FALLBACK
    utterance: str | None = None
    """Of a dialogue, what was said last: the time that is asked about is named there, if anywhere."""
    time_zone: str | None = None
    """IANA name of the asker's zone; UTC when nobody says."""
    asked_at: datetime | None = None
    """The moment of the question; now when nobody says."""


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
class RecalledTurn:
    """Something said that was recalled, in its own words."""

    turn: Turn
    score: float
    legs: LegScores
    excerpt: str | None = None
    """What stands for a long turn in the context."""


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
    turns: tuple[RecalledTurn, ...]
    context: Context
    truncated: bool
    degraded_reasons: tuple[str, ...]
    embedder: EmbeddingModel
    answered_at: datetime
