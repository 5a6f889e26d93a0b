"""From a reading's date slots to a period of days, seen from a day."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from agent_memory.core.time_expressions.calendar import (
    Period,
    add_days,
    add_months,
    iso_week,
    month_period,
    months_period,
    nth_week,
    nth_weekday,
    quarter_period,
    shift,
    unit_period,
    week_period,
    year_period,
)
from agent_memory.core.time_expressions.festivals import festival_day
from agent_memory.core.time_expressions.lunar import lunar_day, lunar_month
from agent_memory.core.time_expressions.model import Direction, Granularity
from agent_memory.core.time_expressions.slots import Delta, Slots

SEASONS: Final[dict[str, tuple[int, int]]] = {  # first month, number of months
    "spring": (3, 3),
    "summer": (6, 3),
    "autumn": (9, 3),
    "winter": (12, 3),
    "summer break": (7, 2),
    "winter break": (1, 2),
}
_EDGES: Final[dict[tuple[str, str], tuple[int, int]]] = {
    ("year", "start"): (1, 2), ("year", "middle"): (6, 2), ("year", "end"): (11, 2),  # first month, months
    ("quarter", "start"): (0, 1), ("quarter", "middle"): (1, 1), ("quarter", "end"): (2, 1),  # month inside, months
    ("month", "start"): (1, 5), ("month", "first ten"): (1, 10), ("month", "middle"): (10, 20), ("month", "middle ten"): (11, 20),  # days
    ("month", "end"): (25, 31), ("month", "last ten"): (21, 31),
    ("month", "first half"): (1, 15), ("month", "second half"): (16, 31),
    ("week", "start"): (0, 1), ("week", "middle"): (2, 2), ("week", "end"): (4, 6),  # weekdays
    ("week", "first half"): (0, 3), ("week", "second half"): (3, 6),
}  # fmt: skip
_FAR_DAYS: Final = 300
"""A month or day without a year means this year's, unless that is further away than this and another is nearer."""


@dataclass(frozen=True, slots=True)
class Days:
    """A period of days and how finely it was named."""

    first: date
    last: date
    granularity: Granularity


def find_days(slots: Slots, today: date, prefer: Direction | None) -> Days | None:
    """The days that a reading names; None when it names none or they do not exist (February 30)."""
    found = _find(slots, today, prefer)
    if found is None:
        return None
    if slots.around == "week":
        return Days(*week_period(found.first), Granularity.WEEK)
    if slots.around == "weekend":
        saturday = add_days(week_period(found.first)[0], 5)
        if found.first.weekday() < 2:  # a Monday festival ends its weekend
            return Days(add_days(saturday, -7), found.first, Granularity.WEEKEND)
        return Days(saturday, add_days(saturday, 1), Granularity.WEEKEND)
    if slots.trim == "so far":
        return Days(found.first, min(found.last, today), Granularity.RANGE)
    if slots.trim == "rest":
        return Days(max(found.first, today), found.last, Granularity.RANGE)
    return found


def _find(slots: Slots, today: date, prefer: Direction | None) -> Days | None:
    if slots.span is not None:
        return Days(*slots.span)
    if slots.delta is not None:
        return _moved(slots.delta, today)
    if slots.festival is not None:
        return _festival(slots, today, prefer)
    if slots.day_shift is not None:
        return _one(add_days(today, slots.day_shift))
    if slots.week_shift is not None or slots.weekend:
        return _in_week(slots, today, prefer)
    if slots.weekday is not None and slots.nth is None:
        return _weekday(slots, today, prefer)
    period = _larger(slots, today, prefer)
    if slots.nth is not None or slots.head is not None:
        return _counted(slots, period, today)
    return period


def _one(day: date | None) -> Days | None:
    return Days(day, day, Granularity.DAY) if day else None


def _moved(delta: Delta, today: date) -> Days | None:
    """ "3 days ago", "in two months": the exact day for days and weeks, the whole unit for longer ones."""
    day, finest = today, "year"
    for count, unit in delta:
        day = move(day, count, unit)
        finest = unit
        if count != int(count):
            finest = "month" if unit == "year" else "day"
    unit = {"half": "month", "quarter": "month"}.get(finest, finest)
    first, last = unit_period(day, unit)
    name = unit if unit in ("month", "year", "decade", "century") else "day"
    return Days(first, last, Granularity(name))


def move(day: date, count: float, unit: str) -> date:
    """`shift`, with half units: half a year is 6 months, half a month 15 days."""
    whole = int(count)
    day = shift(day, whole, unit) if whole else day
    if count == whole:
        return day
    sign = 1 if count > 0 else -1
    halves = {"year": (6, "month"), "month": (15, "day"), "decade": (5, "year"), "week": (3, "day")}
    amount, smaller = halves.get(unit, (0, "day"))
    return shift(day, sign * amount, smaller)


def _years(slots: Slots, today: date) -> int | None:
    if slots.year is not None:
        return slots.year
    return today.year + slots.year_shift if slots.year_shift is not None else None


def _offsets() -> Iterator[int]:
    yield 0
    for distance in range(1, 9):
        yield from (-distance, distance)


def _in_some_year(
    make: Callable[[int], Period | None], year: int | None, today: date, prefer: Direction | None
) -> Period | None:
    """The period in the named year, or in the year that is meant when none is named (nearest, this year first)."""
    if year is not None:
        return make(year)
    options = [found for offset in _offsets() if (found := make(today.year + offset)) is not None][:5]
    if prefer is Direction.FUTURE:
        return min((p for p in options if p[1] >= today), default=None)
    if prefer is Direction.PAST:
        return max((p for p in options if p[0] <= today), default=None)
    if not options:
        return None
    nearest = min(options, key=lambda p: abs((p[0] - today).days))
    return options[0] if abs((options[0][0] - today).days) <= _FAR_DAYS else nearest


def _festival(slots: Slots, today: date, prefer: Direction | None) -> Days | None:
    name = slots.festival or ""

    def make(year: int) -> Period | None:
        day = festival_day(name, year)
        return (day, day) if day else None

    found = _in_some_year(make, _years(slots, today), today, slots.toward or prefer)
    return _one(found[0]) if found else None


def _in_week(slots: Slots, today: date, prefer: Direction | None) -> Days | None:
    larger = slots.year is not None or slots.month is not None
    base = _larger(slots, today, prefer) if larger else None
    monday, sunday = week_period(add_days(base.first if base else today, 7 * (slots.week_shift or 0)))
    if slots.weekend:
        if prefer is Direction.PAST and slots.week_shift is None and today.weekday() < 5:
            monday, sunday = add_days(monday, -7), add_days(sunday, -7)
        return Days(add_days(monday, 5), sunday, Granularity.WEEKEND)
    if slots.weekday is not None:
        return _one(add_days(monday, slots.weekday))
    if slots.edge is not None:
        first, last = _EDGES[slots.edge]
        return Days(add_days(monday, first), add_days(monday, last), Granularity.RANGE)
    return Days(monday, sunday, Granularity.WEEK)


def _weekday(slots: Slots, today: date, prefer: Direction | None) -> Days | None:
    """A bare weekday: the coming one, today included; the last one in a text about the past."""
    weekday = slots.weekday or 0
    if slots.day is not None:
        return _one(_weekday_on(weekday, slots.day, today))
    if slots.month is not None or slots.month_shift is not None:
        return None
    ahead = (weekday - today.weekday()) % 7
    if slots.toward is not None:  # "the coming Thursday" is never today
        return _one(add_days(today, ahead or 7) if slots.toward is Direction.FUTURE else add_days(today, ahead - 7))
    return _one(add_days(today, ahead - 7 if prefer is Direction.PAST and ahead else ahead))


def _weekday_on(weekday: int, day: int, today: date) -> date | None:
    """ "Friday the 26th": the nearest month in which the two agree."""
    options: list[date] = []
    for months in range(-12, 13):
        month = add_months(today.replace(day=1), months)
        try:
            found = month.replace(day=day)
        except ValueError:
            continue
        if found.weekday() == weekday:
            options.append(found)
    return min(options, key=lambda d: (abs((d - today).days), d < today), default=None)


def _larger(slots: Slots, today: date, prefer: Direction | None) -> Days | None:
    """Year, half, quarter, season, month and day of the month."""
    year = _years(slots, today)
    if slots.day is not None and slots.month is None and slots.month_shift is None:
        return _day_alone(slots, today, prefer) if year is None else None
    if slots.month is not None or slots.month_shift is not None:
        return _month(slots, year, today, prefer)
    part = _part_of_year(slots, year, today, prefer)
    if part is not None:
        return part
    if year is None:
        return None
    return Days(*year_period(year), Granularity.YEAR)


def _day_alone(slots: Slots, today: date, prefer: Direction | None) -> Days | None:
    """ "the 15th": of this month, of the next or last one when the text says so by its tense."""
    for months in {Direction.FUTURE: (0, 1, 2), Direction.PAST: (0, -1, -2)}.get(
        prefer or Direction.PRESENT, (0, 1, -1)
    ):
        month = add_months(today.replace(day=1), months)
        try:
            day = month.replace(day=slots.day or 1)
        except ValueError:
            continue
        if prefer is None or (day >= today if prefer is Direction.FUTURE else day <= today):
            return _one(day)
    return None


def _month(slots: Slots, year: int | None, today: date, prefer: Direction | None) -> Days | None:
    if slots.month_shift is not None:
        moved = add_months(today.replace(day=1), slots.month_shift)
        year, month = moved.year, moved.month
    else:
        month = slots.month or 1
    whole = slots.day is None

    def make(candidate: int) -> Period | None:
        if slots.lunar:
            return _lunar(candidate, month, slots)
        period = month_period(candidate, month)
        if slots.day is None:
            return period
        day = add_days(period[0], slots.day - 1)
        return (day, day) if day <= period[1] else None

    found = _in_some_year(make, year, today, prefer)
    if found is None:
        return None
    if not whole:
        return _one(found[0])
    if slots.edge is not None and slots.edge[0] == "month":
        first, last = _EDGES[slots.edge]
        return Days(found[0].replace(day=first), found[0].replace(day=min(last, found[1].day)), Granularity.RANGE)
    return Days(*found, Granularity.MONTH)


def _lunar(year: int, month: int, slots: Slots) -> Period | None:
    if slots.day is None:
        return lunar_month(year, month, leap=bool(slots.leap))
    day = lunar_day(year, month, slots.day, leap=bool(slots.leap))
    return (day, day) if day else None


def _part_of_year(slots: Slots, year: int | None, today: date, prefer: Direction | None) -> Days | None:
    """Half, quarter, season or edge of a year."""
    shifted = slots.quarter_shift
    if shifted is not None:
        year, index = divmod(today.year * 4 + (today.month - 1) // 3 + shifted, 4)
        return _edge_of_quarter(quarter_period(year, index + 1), slots)
    this_year = year if year is not None else today.year
    if slots.quarter is not None:
        return _edge_of_quarter(quarter_period(this_year, slots.quarter), slots)
    if slots.half is not None:
        return Days(*months_period(this_year, slots.half * 6 - 5, 6), Granularity.HALF)
    if slots.season is not None:
        first, count = SEASONS[slots.season]
        found = _in_some_year(lambda y: months_period(y, first, count), year, today, prefer)
        return Days(*found, Granularity.SEASON) if found else None
    if slots.edge is not None and slots.edge[0] == "year":
        return Days(*months_period(this_year, *_EDGES[slots.edge]), Granularity.RANGE)
    return None


def _edge_of_quarter(period: Period, slots: Slots) -> Days:
    if slots.edge is not None and slots.edge[0] == "quarter":
        inside, count = _EDGES[slots.edge]
        return Days(*months_period(period[0].year, period[0].month + inside, count), Granularity.RANGE)
    return Days(*period, Granularity.QUARTER)


def _counted(slots: Slots, period: Days | None, today: date) -> Days | None:
    """The n-th unit, or the first or last n units, of a period; of the current month or year when none is named."""
    if slots.nth is not None:
        number, unit = slots.nth
        base = (period.first, period.last) if period else _current(unit, today)
        if unit == "weekday":
            return _one(nth_weekday(base, slots.weekday or 0, number))
        return _nth(base, number, unit, whole_year=period is not None and period.granularity is Granularity.YEAR)
    if slots.head is None or period is None:
        return None
    number, unit = slots.head
    if number < 0:
        return Days(add_days(move(period.last, number, unit), 1), period.last, Granularity.RANGE)
    first = period.first if unit != "week" else nth_week((period.first, period.last), 1)[0]
    return Days(first, add_days(move(first, number, unit), -1), Granularity.RANGE)


def _nth(base: Period, number: int, unit: str, *, whole_year: bool) -> Days | None:
    if unit == "day":
        return _one(add_days(base[0], number - 1) if number > 0 else add_days(base[1], number + 1))
    if unit == "named week" and number > 0:
        return Days(*week_period(add_days(base[0], 3 + 7 * (number - 1))), Granularity.WEEK)
    if unit in ("week", "named week"):
        if whole_year and number > 4:
            return Days(*iso_week(base[0].year, number), Granularity.WEEK)
        if number < 0:
            return Days(*week_period(add_days(base[1], 7 * (number + 1))), Granularity.WEEK)
        return Days(*nth_week(base, number), Granularity.WEEK)
    start = add_months(base[0], (number - 1) * (3 if unit == "quarter" else 1))
    granularity = Granularity.QUARTER if unit == "quarter" else Granularity.MONTH
    return Days(*months_period(start.year, start.month, 3 if unit == "quarter" else 1), granularity)


def _current(unit: str, today: date) -> Period:
    if unit in ("month", "quarter", "week", "named week"):
        return year_period(today.year)
    return month_period(today.year, today.month) if unit == "weekday" else (today, today + timedelta(days=366))
