"""`rate(…)` and `cron(…)` of EventBridge, in UTC: when does it fire next? Pure.

A cron expression has six fields: minutes, hours, day of month, month, day of week (1 = Sunday), year. Exactly one of
the two day fields is `?`. Source: the EventBridge Scheduler user guide, "Schedule types".
"""

import calendar
import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

_RATE = re.compile(r"^rate\((\d+) (minute|minutes|hour|hours|day|days)\)$")
_CRON = re.compile(r"^cron\(([^()]*)\)$")
_SECONDS = {"minute": 60, "hour": 3600, "day": 86400}
_MONTHS = {name: number for number, name in enumerate("JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC".split(), 1)}
_DAYS = {name: number for number, name in enumerate("SUN MON TUE WED THU FRI SAT".split(), 1)}
_FIRST_YEAR, _LAST_YEAR = 1970, 2199


@dataclass(frozen=True)
class Rate:
    """Fires every `seconds` seconds; whether also at the very start, the service that keeps it decides."""

    seconds: int

    def next_after(self, moment: datetime) -> datetime:
        """The next time to fire, counted from `moment` (the start, or the time it fired last)."""
        return moment + timedelta(seconds=self.seconds)


@dataclass(frozen=True)
class Cron:
    """Fires at the minutes that all fields allow; the two day fields stay text, since they depend on the month."""

    minutes: frozenset[int]
    hours: frozenset[int]
    day_of_month: str
    months: frozenset[int]
    day_of_week: str
    years: frozenset[int]

    def next_after(self, moment: datetime) -> datetime | None:
        """The first matching minute strictly after `moment` (aware); None when there is none any more."""
        start = moment.astimezone(UTC).replace(second=0, microsecond=0) + timedelta(minutes=1)
        for year in range(start.year, _LAST_YEAR + 1):
            if year not in self.years:
                continue
            for month in sorted(self.months):
                if (year, month) < (start.year, start.month):
                    continue
                found = self._in_month(year, month, start)
                if found is not None:
                    return found
        return None

    def _in_month(self, year: int, month: int, start: datetime) -> datetime | None:
        for day in sorted(self._days(year, month)):
            if (year, month, day) < (start.year, start.month, start.day):
                continue
            for hour in sorted(self.hours):
                for minute in sorted(self.minutes):
                    moment = datetime(year, month, day, hour, minute, tzinfo=UTC)
                    if moment >= start:
                        return moment
        return None

    def _days(self, year: int, month: int) -> set[int]:
        if self.day_of_month == "?":
            return _days_by_week(self.day_of_week, year, month)
        return _days_by_month(self.day_of_month, year, month)


def parse(expression: str) -> Rate | Cron:
    """Reads an expression. Errors: ValueError saying what is wrong with it."""
    rate = _RATE.match(expression)
    if rate:
        number, unit = int(rate[1]), rate[2]
        if number < 1 or (number == 1) == unit.endswith("s"):
            raise ValueError(f"{expression}: write rate(1 {unit.rstrip('s')}) or rate(n {unit.rstrip('s')}s), n > 1")
        return Rate(number * _SECONDS[unit.rstrip("s")])
    cron = _CRON.match(expression)
    if cron is None:
        raise ValueError(f"{expression} is neither rate(…) nor cron(…)")
    fields = cron[1].upper().split()
    if len(fields) != 6:
        raise ValueError(f"{expression}: a cron expression has six fields, this one has {len(fields)}")
    return _cron(expression, *fields)


def next_fire(expression: str, after: datetime) -> datetime | None:
    """When an expression fires next after a moment.

    Args:
        expression: `rate(…)` or `cron(…)`.
        after: aware; for a rate the time to count from.

    Errors: ValueError for an expression that is not one. None: it never fires again.
    """
    return parse(expression).next_after(after)


def _cron(expression: str, minute: str, hour: str, dom: str, month: str, dow: str, year: str) -> Cron:
    if (dom == "?") == (dow == "?"):
        raise ValueError(f"{expression}: exactly one of day of month and day of week is '?'")
    try:
        cron = Cron(
            minutes=_numbers(minute, 0, 59),
            hours=_numbers(hour, 0, 23),
            day_of_month=dom,
            months=_numbers(month, 1, 12, _MONTHS),
            day_of_week=dow,
            years=_numbers(year, _FIRST_YEAR, _LAST_YEAR),
        )
        # Any month finds a mistake in the day fields.
        _days_by_week(dow, 2024, 1) if dom == "?" else _days_by_month(dom, 2024, 1)
    except ValueError as error:
        raise ValueError(f"{expression}: {error}") from error
    return cron


def _numbers(text: str, low: int, high: int, names: dict[str, int] | None = None) -> frozenset[int]:
    """The numbers that a field of `*`, `a`, `a-b`, `…/step` and lists of them stands for."""
    found: set[int] = set()
    for part in text.split(","):
        span, _, step = part.partition("/")
        if span in {"*", "?"} and (span == "*" or step):
            first, last = low, high
        elif "-" in span:
            first, last = (_number(end, names) for end in span.split("-", 1))
        else:
            first = _number(span, names)
            last = high if step else first
        if not low <= first <= last <= high:
            raise ValueError(f"{part} is not within {low}-{high}")
        found.update(range(first, last + 1, _step(step)))
    return frozenset(found)


def _number(text: str, names: dict[str, int] | None) -> int:
    if names and text in names:
        return names[text]
    if not text.isdecimal():
        raise ValueError(f"{text or 'nothing'} is not a number")
    return int(text)


def _step(text: str) -> int:
    if not text:
        return 1
    step = _number(text, None)
    if step < 1:
        raise ValueError("a step is at least 1")
    return step


def _days_by_month(text: str, year: int, month: int) -> set[int]:
    length = calendar.monthrange(year, month)[1]
    if text == "L":
        return {length}
    if text == "LW":
        return {_nearest_weekday(year, month, length)}
    if text.endswith("W"):
        day = _number(text[:-1], None)
        return {_nearest_weekday(year, month, day)} if day <= length else set()
    return {day for day in _numbers(text, 1, 31) if day <= length}


def _nearest_weekday(year: int, month: int, day: int) -> int:
    """The weekday nearest to a day, never in another month."""
    length = calendar.monthrange(year, month)[1]
    weekday = calendar.weekday(year, month, day)  # 0 = Monday
    if weekday == 5:
        return day - 1 if day > 1 else day + 2
    if weekday == 6:
        return day + 1 if day < length else day - 2
    return day


def _days_by_week(text: str, year: int, month: int) -> set[int]:
    by_weekday: dict[int, list[int]] = {number: [] for number in range(1, 8)}
    for day in range(1, calendar.monthrange(year, month)[1] + 1):
        by_weekday[(calendar.weekday(year, month, day) + 1) % 7 + 1].append(day)
    if "#" in text:
        weekday, _, nth = text.partition("#")
        days = by_weekday[_weekday(weekday)]
        index = _number(nth, None)
        return {days[index - 1]} if 1 <= index <= len(days) else set()
    if text == "L":
        return set(by_weekday[7])
    if text.endswith("L"):
        return {by_weekday[_weekday(text[:-1])][-1]}
    return {day for weekday in _numbers(text, 1, 7, _DAYS) for day in by_weekday[weekday]}


def _weekday(text: str) -> int:
    number = _number(text, _DAYS)
    if not 1 <= number <= 7:
        raise ValueError(f"{text} is not a day of the week")
    return number
