"""Calendar arithmetic on plain dates. Periods are (first day, last day), both inclusive; weeks start on Monday."""

from __future__ import annotations

from datetime import date, timedelta

Period = tuple[date, date]


def add_days(day: date, count: int) -> date:
    """The day `count` days later (earlier when negative)."""
    return day + timedelta(days=count)


def add_months(day: date, count: int) -> date:
    """The same day `count` months later, cut to the end of a shorter month."""
    year, month = divmod(day.year * 12 + day.month - 1 + count, 12)
    return date(year, month + 1, min(day.day, month_period(year, month + 1)[1].day))


def year_period(year: int) -> Period:
    """First and last day of a year."""
    return date(year, 1, 1), date(year, 12, 31)


def month_period(year: int, month: int) -> Period:
    """First and last day of a month."""
    following = date(year + month // 12, month % 12 + 1, 1)
    return date(year, month, 1), following - timedelta(days=1)


def months_period(year: int, first: int, count: int) -> Period:
    """`count` months from month `first` of a year on; may run into the next year."""
    start = date(year, first, 1)
    return start, add_months(start, count) - timedelta(days=1)


def quarter_period(year: int, quarter: int) -> Period:
    """First and last day of a quarter, 1 to 4."""
    return months_period(year, quarter * 3 - 2, 3)


def week_period(day: date) -> Period:
    """Monday and Sunday of the week that holds `day`."""
    monday = day - timedelta(days=day.weekday())
    return monday, monday + timedelta(days=6)


def nth_week(period: Period, number: int) -> Period:
    """The `number`-th week that starts inside a period: week 1 holds its first Monday."""
    first = period[0]
    monday = first + timedelta(days=-first.weekday() % 7 + 7 * (number - 1))
    return monday, monday + timedelta(days=6)


def iso_week(year: int, number: int) -> Period:
    """A numbered week of a year as ISO 8601 counts them."""
    monday = date.fromisocalendar(year, number, 1)
    return monday, monday + timedelta(days=6)


def nth_weekday(period: Period, weekday: int, number: int) -> date:
    """The `number`-th given weekday (Monday is 0) of a period; counted from its end when negative."""
    if number > 0:
        return period[0] + timedelta(days=(weekday - period[0].weekday()) % 7 + 7 * (number - 1))
    return period[1] - timedelta(days=(period[1].weekday() - weekday) % 7 + 7 * (-number - 1))


def add_workdays(day: date, count: int) -> date:
    """The day `count` working days (Monday to Friday) later, or earlier when negative."""
    step = timedelta(days=1 if count > 0 else -1)
    for _ in range(min(abs(count), 2000)):
        day += step
        while day.weekday() >= 5:
            day += step
    return day


def shift(day: date, count: int, unit: str) -> date:
    """`day` moved by `count` units: day, workday, week, fortnight, month, quarter, half, year, decade, century."""
    if unit in _DAYS:
        return add_days(day, count * _DAYS[unit])
    if unit == "workday":
        return add_workdays(day, count)
    return add_months(day, count * _MONTHS[unit])


def unit_period(day: date, unit: str) -> Period:
    """The whole month, year, … that holds `day`; the day itself for days and weeks."""
    if unit == "month":
        return month_period(day.year, day.month)
    if unit == "quarter":
        return quarter_period(day.year, (day.month + 2) // 3)
    if unit == "year":
        return year_period(day.year)
    if unit in ("decade", "century"):
        size = 10 if unit == "decade" else 100
        start = day.year // size * size
        return date(max(start, 1), 1, 1), date(start + size - 1, 12, 31)
    return day, day


_DAYS = {"day": 1, "week": 7, "fortnight": 14, "weekend": 7}
_MONTHS = {"month": 1, "quarter": 3, "half": 6, "year": 12, "decade": 120, "century": 1200}
