"""Pure types of read triggers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class Signal(StrEnum):
    """Why a message needs memory."""

    TEMPORAL = "temporal"
    """It points at an earlier moment: 上次, last month, "when did I …"."""
    PERSONAL = "personal"
    """It is about the user's own things and people, or about a person known by name."""
    CONTINUATION = "continuation"
    """It goes on with something under way, or cannot be understood alone: 继续, "what about it"."""
    IMPLICIT = "implicit"
    """A good answer takes for granted what is known of the user: 推荐一家餐厅, "the usual"."""


class Depth(StrEnum):
    """How far recall reads. Core and pinned memories are injected at every depth."""

    CORE = "core"
    """Nothing is searched."""
    SEARCH = "search"
    """Memories (L1) are searched, and raw turns (L0) when those say little: as without triggers."""
    DEEP = "deep"
    """Memories (L1) and raw turns (L0) are searched together."""


DEPTHS: Final[Mapping[Signal, Depth]] = {
    Signal.TEMPORAL: Depth.DEEP,
    Signal.PERSONAL: Depth.SEARCH,
    Signal.CONTINUATION: Depth.DEEP,
    Signal.IMPLICIT: Depth.SEARCH,
}
"""The deepest of its signals is a message's depth. What happened and what was being done are often in the turns alone;
what a person has and likes has become memories."""


@dataclass(frozen=True, slots=True)
class Detected:
    """A signal that fired; `confidence` is in [0, 1]."""

    signal: Signal
    confidence: float


@dataclass(frozen=True, slots=True)
class Detection:
    """What was read in a message: signals, surest first, and how deep recall should go."""

    signals: tuple[Detected, ...]
    depth: Depth


ALWAYS: Final = Detection((), Depth.SEARCH)
"""When nothing can be told: recall as if triggers did not exist."""
