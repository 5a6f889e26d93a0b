"""Pure types of a breaker, and its rule."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import IntEnum


class State(IntEnum):
    """Whether a dependency may be called. A greater state is a worse one."""

    CLOSED = 0
    """It works: call it."""
    PROBING = 1
    """It has been left alone long enough: one call shall find out."""
    OPEN = 2
    """It does not work: leave it alone."""


@dataclass(frozen=True, slots=True)
class BreakerRules:
    """When a breaker opens, and for how long."""

    failures: int
    """Failures in a row, of all workers together, that open it. One that no retry can mend opens it at once."""
    pause: timedelta
    """How long a dependency is left alone before the next probe."""


def worst_state(retry_times: Iterable[datetime | None], now: datetime) -> State:
    """The state of several dependencies together, from when each may be tried again (None: at any time)."""
    states = (
        State.CLOSED if retry_at is None else State.OPEN if retry_at > now else State.PROBING
        for retry_at in retry_times
    )
    return max(states, default=State.CLOSED)
