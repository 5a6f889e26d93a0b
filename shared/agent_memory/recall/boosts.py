"""What besides its text moves a memory a little up or down. Small by design: it decides between equals. Pure functions.

A boost b changes a score s to s + b·s·(1-s), so at most by a quarter of b, in the middle of the scale.
"""

from __future__ import annotations

import math
from datetime import datetime
from typing import Final

from agent_memory.memories.model import DEFAULT_IMPORTANCE

IMPORTANCE: Final = 0.08
"""For importance 5; as much against importance 1."""
RECENCY: Final = 0.06
"""For a memory of this moment; it halves every `HALF_LIFE_DAYS`."""
HALF_LIFE_DAYS: Final = 90.0
USE: Final = 0.06
"""For a memory recalled `MUCH_USED` times or more; in proportion to the logarithm below."""
MUCH_USED: Final = 63

_LEVELS: Final = 2
"""Levels of importance above the middle, and below it."""


def boost_of(*, importance: int, observed_at: datetime, access_count: int, now: datetime) -> float:
    """The boost of a memory. Pinned and core memories need none: they stand in layer one, before all that is searched.

    Args:
        importance: 1 to 5.
        observed_at: when it was said.
        access_count: how often it was recalled.
        now: the moment of the question.
    """
    age_days = max(0.0, (now - observed_at).total_seconds() / 86_400)
    return (
        IMPORTANCE * (importance - DEFAULT_IMPORTANCE) / _LEVELS
        + RECENCY * 0.5 ** (age_days / HALF_LIFE_DAYS)
        + USE * min(1.0, math.log1p(max(0, access_count)) / math.log1p(MUCH_USED))
    )
