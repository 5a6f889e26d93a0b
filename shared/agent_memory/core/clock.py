"""Time comes in through a clock, so that tests own it. All times are aware UTC with millisecond precision."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Protocol


class Clock(Protocol):
    """Tells the time."""

    def now(self) -> datetime:
        """Aware UTC, cut to milliseconds: what is stored, shown and used as a paging key is one value."""
        ...


class SystemClock:
    """The machine's clock."""

    def now(self) -> datetime:
        return to_milliseconds(datetime.now(UTC))


class ManualClock:
    """A clock that a test moves by hand."""

    def __init__(self, start: datetime) -> None:
        self._now = to_milliseconds(start)

    def now(self) -> datetime:
        return self._now

    def advance(self, by: timedelta) -> None:
        """Move forward (or back) by a duration."""
        self._now = to_milliseconds(self._now + by)


def to_milliseconds(moment: datetime) -> datetime:
    """The same moment in UTC, cut to milliseconds.

    Raises:
        ValueError: if the moment has no time zone.
    """
    if moment.tzinfo is None:
        raise ValueError("a moment needs a time zone")
    moment = moment.astimezone(UTC)
    return moment.replace(microsecond=moment.microsecond // 1000 * 1000)


def iso_format(moment: datetime) -> str:
    """The contract's time format: UTC ISO 8601 with milliseconds and `Z`."""
    return to_milliseconds(moment).isoformat(timespec="milliseconds").replace("+00:00", "Z")
