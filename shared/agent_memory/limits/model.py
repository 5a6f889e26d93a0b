"""Pure types and arithmetic of limits."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import Final

BURST_SECONDS: Final = 10
"""A quiet org may catch up on this many seconds of its rate at once."""

_BLOCKS_PER_BURST: Final = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class OrgLimits:
    """The limits of an org."""

    requests_per_minute: int = 12_000
    memories_per_user: int = 100_000
    content_bytes: int = 32 * 1024
    tags_per_memory: int = 50

    @property
    def rate(self) -> float:
        """Requests per second."""
        return self.requests_per_minute / 60

    @property
    def burst(self) -> int:
        """Most requests at once, at least one."""
        return max(1, int(self.rate * BURST_SECONDS))

    @property
    def block(self) -> int:
        """How many requests an execution environment takes from the bucket at a time.

        A fiftieth of the burst: a busy org costs one statement per block, and what environments hold in hand is small
        against the limit. A limit of less than five requests a second is taken one by one.
        """
        return max(1, self.burst // _BLOCKS_PER_BURST)

    def seconds_until(self, tokens: float) -> int:
        """Whole seconds until a bucket with so many tokens has one, at least one."""
        return max(1, ceil((1 - tokens) / self.rate))
