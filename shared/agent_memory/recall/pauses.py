"""A breaker for a reader that never waits: a dependency that failed again and again is left alone for a moment.

Kept in this execution environment, which answers one question at a time; workers share theirs in the database.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from agent_memory.core.clock import Clock
from agent_memory.core.errors import DependencyPausedError, DependencyUnavailableError

FAILURES: Final = 3
"""Failures in a row after which a dependency is left alone."""
PAUSE: Final = timedelta(seconds=10)
"""For how long; then one question finds out whether it is back."""


@dataclass(slots=True)
class _Health:
    failures: int = 0
    retry_at: datetime | None = None


class Pauses:
    """Which dependencies are left alone."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._health: dict[str, _Health] = {}

    @contextmanager
    def watching(self, dependency: str) -> Generator[None, None, None]:
        """Ask a dependency inside the block.

        Raises:
            DependencyPausedError: it is left alone; nothing was asked.
            DependencyUnavailableError: whatever the block raised.
        """
        health = self._health.setdefault(dependency, _Health())
        if health.retry_at is not None and self._clock.now() < health.retry_at:
            raise DependencyPausedError(dependency)
        try:
            yield
        except DependencyUnavailableError:
            health.failures += 1
            if health.failures >= FAILURES:
                health.retry_at = self._clock.now() + PAUSE
            raise
        health.failures, health.retry_at = 0, None
