"""From a reading to aware dates and times, seen from the moment it was said."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Final

from agent_memory.core.time_expressions.calendar import add_days, add_months
from agent_memory.core.time_expressions.dayparts import DAY_PARTS, clock_hour
from agent_memory.core.time_expressions.days import find_days, move
from agent_memory.core.time_expressions.model import Direction, Granularity
from agent_memory.core.time_expressions.slots import Delta, Slots, inherit

_CLOCK_UNITS: Final = {"hour": 3600, "minute": 60, "second": 1, "quarter hour": 900}


@dataclass(frozen=True, slots=True)
class Grounded:
    """Bounds as in `TimeExpression`."""

    start: date | datetime | None
    end: date | datetime | None
    granularity: Granularity
    direction: Direction | None
    names_day: bool = True


def ground(slots: Slots, now: datetime, prefer: Direction | None = None) -> Grounded | None:
    """Dates and times of a reading; `now` is the moment of speech in the user's zone. None when there is no such day."""
    if slots.timeless is not None:
        return Grounded(None, None, slots.timeless, slots.vague, names_day=False)
    if slots.vague is not None:
        return Grounded(None, None, Granularity.VAGUE, slots.vague, names_day=False)
    if slots.now:
        return Grounded(now, now + timedelta(seconds=1), Granularity.NOW, Direction.PRESENT)
    if slots.window is not None:
        return _window(slots.window, now, from_day=slots.day_shift or 0)
    found = _point(slots, now, prefer)
    if found is not None and slots.offset is not None:
        found = _moved(found, slots.offset, now)
    if found is None or slots.until is None:
        return found
    return _joined(found, slots, now, prefer)


def direction_of(start: date | datetime | None, end: date | datetime | None, now: datetime) -> Direction:
    """Where a period lies, seen from `now`."""
    here = now if isinstance(start or end, datetime) else now.date()
    if end is not None and (end <= here if isinstance(end, datetime) else end < here):  # pyright: ignore[reportOperatorIssue]
        return Direction.PAST
    if start is not None and start > here:  # pyright: ignore[reportOperatorIssue]
        return Direction.FUTURE
    return Direction.PRESENT


def _found(
    start: date | datetime, end: date | datetime, granularity: Granularity, now: datetime, *, names_day: bool = True
) -> Grounded:
    return Grounded(start, end, granularity, direction_of(start, end, now), names_day)


def _point(slots: Slots, now: datetime, prefer: Direction | None) -> Grounded | None:
    today = now.date()
    if slots.delta is not None and any(unit in _CLOCK_UNITS for _, unit in slots.delta):
        return _clock_delta(slots.delta, now)
    days = find_days(slots, today, prefer)
    clock = slots.hour is not None or slots.part is not None
    if days is None:
        return _bare_clock(slots, now, prefer) if clock and not _names_date(slots) else None
    if not clock:
        return _found(days.first, days.last, days.granularity, now)
    return _clock_on(days.first, slots, now)


def _moved(found: Grounded, offset: Delta, now: datetime) -> Grounded | None:
    """ "two weeks before Christmas": the day that far from the start (before) or the end (after) of the other."""
    edge = found.start if offset[0][0] < 0 else found.end
    if edge is None or any(unit in _CLOCK_UNITS for _, unit in offset):
        return None
    day = edge.date() if isinstance(edge, datetime) else edge
    for count, unit in offset:
        day = move(day, count, unit)
    return _found(day, day, Granularity.DAY, now)


def _names_date(slots: Slots) -> bool:
    return bool(slots.named() - {"part", "hour", "minute", "second", "meridiem", "until"})


def _bare_clock(slots: Slots, now: datetime, prefer: Direction | None) -> Grounded | None:
    """ "at 3 pm", "in the evening": no day is named. A clock time is read as today's, a bare part of a day is not."""
    if slots.hour is None:
        return Grounded(None, None, Granularity.PART, None, names_day=False)
    found = _clock_on(now.date(), slots, now)
    if found is None or not isinstance(found.start, datetime):
        return None
    if prefer is Direction.FUTURE and found.start < now:
        found = _clock_on(add_days(now.date(), 1), slots, now)
    if found is None or found.start is None or found.end is None:
        return None
    return _found(found.start, found.end, found.granularity, now, names_day=False)


def _clock_on(day: date, slots: Slots, now: datetime) -> Grounded | None:
    """A part of a day or a clock time on a day."""
    midnight = datetime.combine(day, time(), tzinfo=now.tzinfo)
    if slots.hour is None:
        place = DAY_PARTS[slots.part or "morning"]
        start, end = midnight + timedelta(hours=place.start), midnight + timedelta(hours=place.end)
        return _found(start, end, Granularity.PART, now)
    hour = clock_hour(slots.hour, slots.part, slots.meridiem)
    if hour > 24:
        return None
    moment = midnight + timedelta(hours=hour, minutes=slots.minute or 0, seconds=slots.second or 0)
    for name, size in (("second", 1), ("minute", 60), ("hour", 3600)):
        if getattr(slots, name) is not None:
            return _found(moment, moment + timedelta(seconds=size), Granularity(name), now)
    return None


def _clock_delta(delta: Delta, now: datetime) -> Grounded:
    moment, finest = now, "hour"
    for count, unit in delta:
        if unit in _CLOCK_UNITS:
            moment += timedelta(seconds=count * _CLOCK_UNITS[unit])
            finest = unit
        else:
            moment = datetime.combine(move(moment.date(), count, unit), moment.timetz())
    name = "minute" if finest == "quarter hour" else finest
    return _found(moment, moment + timedelta(seconds=_CLOCK_UNITS[name]), Granularity(name), now)


def _window(window: Delta, now: datetime, *, from_day: int) -> Grounded:
    """From now (or the day `from_day` days on) ahead, or up to now."""
    ahead = window[0][0] > 0
    if any(unit in _CLOCK_UNITS for _, unit in window):
        there = _clock_delta(window, now).start
        start, end = (now, there) if ahead else (there, now)
    else:
        day = now.date()
        for count, unit in window:
            day = move(day, count, unit)
        start, end = (add_days(now.date(), from_day), day) if ahead else (day, now.date())
    return Grounded(start, end, Granularity.RANGE, Direction.FUTURE if ahead else Direction.PAST)


def _joined(first: Grounded, slots: Slots, now: datetime, prefer: Direction | None) -> Grounded | None:
    """A range from one reading to another."""
    if slots.until is None or first.start is None:
        return None
    if slots.until.now:
        end: date | datetime = now if isinstance(first.start, datetime) else now.date()
        return Grounded(first.start, end, Granularity.RANGE, direction_of(first.start, end, now))
    last = ground(inherit(slots.until, slots), now, prefer)
    if last is None or last.start is None or last.end is None:
        return None
    end = last.start if isinstance(last.start, datetime) else last.end
    return _ordered(first.start, end, slots, now, names_day=first.names_day)


def _ordered(
    start: date | datetime, end: date | datetime, slots: Slots, now: datetime, *, names_day: bool
) -> Grounded | None:
    """Bounds of one sort, the end after the start: "Nov to March" ends next year, "5pm to 3" the next night."""
    if isinstance(start, datetime) and not isinstance(end, datetime):
        end = datetime.combine(add_days(end, 1), time(), tzinfo=now.tzinfo)
    elif isinstance(end, datetime) and not isinstance(start, datetime):
        start = datetime.combine(start, time(), tzinfo=now.tzinfo)
    if isinstance(end, datetime) and isinstance(start, datetime):
        if end <= start:
            late = slots.until is not None and slots.until.meridiem is None and slots.meridiem is None
            half = end + timedelta(hours=12)
            end = half if late and half > start and slots.part is None else end + timedelta(days=1)
        if end <= start:
            return None
    elif end < start and slots.year is None:  # pyright: ignore[reportOperatorIssue]
        end = add_months(end, 12) if not isinstance(end, datetime) else end
    if end < start:  # pyright: ignore[reportOperatorIssue]
        return None
    return Grounded(start, end, Granularity.RANGE, direction_of(start, end, now), names_day)
