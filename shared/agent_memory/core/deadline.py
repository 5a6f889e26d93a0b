"""How long the running invocation may still take."""

from __future__ import annotations

from collections.abc import Callable


class Deadline:
    """The end of the running invocation. One per execution environment, which runs one event at a time."""

    def __init__(self) -> None:
        self._remaining_ms: Callable[[], int] | None = None

    def begin(self, remaining_ms: Callable[[], int]) -> None:
        """A new invocation runs; `remaining_ms` tells its milliseconds left, as Lambda's context does."""
        self._remaining_ms = remaining_ms

    def seconds_left(self) -> float:
        """Seconds until the invocation is ended; infinite where nobody said when that is."""
        return float("inf") if self._remaining_ms is None else self._remaining_ms() / 1000
