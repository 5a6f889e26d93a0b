"""The part of a long memory that answers, for a context that has no room for all of it. Pure functions."""

from __future__ import annotations

from typing import Final

from agent_memory.core.chunks import split_text
from agent_memory.core.segmentation import fold, query_terms

EXCERPT_LENGTH: Final = 300
_STEP: Final = 50
_ELLIPSIS: Final = "…"


def excerpt(content: str, chunk: int, question: str) -> str | None:
    """The stretch of a chunk that shares most with the question; None for a memory short enough to stand whole."""
    pieces = split_text(content)
    if len(pieces) == 1:
        return None
    piece = pieces[min(chunk, len(pieces) - 1)]
    wanted = query_terms(question)
    starts = range(0, max(1, len(piece) - EXCERPT_LENGTH + _STEP), _STEP)
    best = max(starts, key=lambda start: (_shared(piece[start : start + EXCERPT_LENGTH], wanted), -start))
    return f"{_ELLIPSIS}{piece[best : best + EXCERPT_LENGTH].strip()}{_ELLIPSIS}"


def _shared(window: str, wanted: dict[str, float]) -> float:
    """The weight of the question's terms that stand in the window."""
    text = fold(window).lower()
    return sum(weight for term, weight in wanted.items() if term.removeprefix("3:") in text)
