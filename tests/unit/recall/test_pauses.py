"""A dependency that fails again and again is left alone for a moment."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from agent_memory.core.errors import DependencyPausedError, DependencyUnavailableError
from agent_memory.recall.pauses import FAILURES, PAUSE, Pauses


class MovedClock:
    def __init__(self) -> None:
        self.moment = datetime(2026, 1, 1, tzinfo=UTC)

    def now(self) -> datetime:
        return self.moment


def fail(pauses: Pauses, dependency: str = "embedding") -> None:
    with pytest.raises(DependencyUnavailableError) as caught, pauses.watching(dependency):
        raise DependencyUnavailableError(dependency)
    assert not isinstance(caught.value, DependencyPausedError)


def test_it_is_asked_until_it_failed_too_often_in_a_row() -> None:
    clock = MovedClock()
    pauses = Pauses(clock)
    for _ in range(FAILURES - 1):
        fail(pauses)
    with pauses.watching("embedding"):
        pass  # one answer, and the count begins anew
    for _ in range(FAILURES):
        fail(pauses)
    asked = False
    with pytest.raises(DependencyPausedError), pauses.watching("embedding"):
        asked = True
    assert not asked
    with pauses.watching("database"):
        pass  # the others are asked as before


def test_after_the_pause_one_question_finds_out() -> None:
    clock = MovedClock()
    pauses = Pauses(clock)
    for _ in range(FAILURES):
        fail(pauses)
    clock.moment += PAUSE
    fail(pauses)
    with pytest.raises(DependencyPausedError), pauses.watching("embedding"):
        pass
    clock.moment += PAUSE
    with pauses.watching("embedding"):
        pass
    clock.moment += timedelta(milliseconds=1)
    fail(pauses)
    with pauses.watching("embedding"):
        pass  # one failure after an answer is one failure
