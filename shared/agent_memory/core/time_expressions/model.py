"""What a time expression is once it has been read."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum


class Granularity(StrEnum):
    """How finely an expression names a time; the last four carry no dates."""

    CENTURY = "century"
    DECADE = "decade"
    YEAR = "year"
    HALF = "half"
    QUARTER = "quarter"
    SEASON = "season"
    MONTH = "month"
    WEEK = "week"
    WEEKEND = "weekend"
    DAY = "day"
    PART = "part"
    """A part of a day, such as an evening."""
    HOUR = "hour"
    MINUTE = "minute"
    SECOND = "second"
    RANGE = "range"
    """Two points joined ("May 1 to May 5", "the last 3 days", "before 2020")."""
    NOW = "now"
    VAGUE = "vague"
    """"recently", "last time": a direction at most, never dates."""
    DURATION = "duration"
    """"for three days": a length, not a place in time."""
    RECURRING = "recurring"
    """"every Monday": no single date."""


class Direction(StrEnum):
    """Where an expression lies, seen from the moment it was said."""

    PAST = "past"
    PRESENT = "present"
    FUTURE = "future"


@dataclass(frozen=True, slots=True)
class TimeExpression:
    """One time expression found in a text.

    `start` and `end` are both `date` or both `datetime`. Dates are inclusive on both sides (the first and the last
    day). Datetimes are aware, in the zone given to `resolve`, and half-open: `end` is the first moment after. One of
    them is None when the expression is open on that side ("before 2020"); both are None when it names no dates.
    """

    text: str
    start_offset: int
    end_offset: int
    start: date | datetime | None
    end: date | datetime | None
    granularity: Granularity
    direction: Direction | None = None
    names_day: bool = True
    """False for a bare clock time or part of a day ("at 3 pm"): its day is an assumption."""

    @property
    def is_dated(self) -> bool:
        """Whether it names dates at all, on at least one side."""
        return self.start is not None or self.end is not None

    @property
    def first_day(self) -> date | None:
        """The first day it covers, if it has one."""
        return self.start.date() if isinstance(self.start, datetime) else self.start

    @property
    def last_day(self) -> date | None:
        """The last day it covers, if it has one."""
        return self.end.date() if isinstance(self.end, datetime) else self.end
