"""Dates and times written in figures, in any language."""

from __future__ import annotations

import re
from typing import Final

from agent_memory.core.time_expressions.slots import Rule, Slots, rule

_TIME: Final = r"(?:[t ]{0,2}(?P<h>[01]?\d|2[0-4]):(?P<mi>[0-5]\d)(?::(?P<s>[0-5]\d)(?:\.\d+)?)?(?!\d))?"


def _full(m: re.Match[str]) -> Slots | None:
    return _dated(int(m["y"]), int(m["m"]), int(m["d"]), m)


def _dated(year: int, month: int, day: int, m: re.Match[str]) -> Slots | None:
    if not (1 <= month <= 12 and 1 <= day <= 31 and 1000 <= year <= 2200):
        return None
    if not m["h"]:
        return Slots(year=year, month=month, day=day)
    second = int(m["s"]) if m["s"] else None
    return Slots(year=year, month=month, day=day, hour=int(m["h"]), minute=int(m["mi"]), second=second)


def _year_last(m: re.Match[str]) -> Slots | None:
    """1/2/2015 and 14.3.2015: month first with slashes, day first with dots, unless a number over 12 decides."""
    first, second = int(m["a"]), int(m["b"])
    year = int(m["y"]) + (0 if len(m["y"]) == 4 else 2000 if int(m["y"]) < 40 else 1900)
    month_first = (m["sep"] != "." and first <= 12) or second > 12
    month, day = (first, second) if month_first else (second, first)
    return _dated(year, month, day, m)


def _month_day(m: re.Match[str]) -> Slots | None:
    month, day = int(m["a"]), int(m["b"])
    if month > 12 >= day:
        month, day = day, month
    return Slots(month=month, day=day) if 1 <= month <= 12 and 1 <= day <= 31 else None


def _clock(m: re.Match[str]) -> Slots:
    return Slots(hour=int(m["h"]), minute=int(m["mi"]), second=int(m["s"]) if m["s"] else None)


NUMERIC_RULES: Final[tuple[Rule, ...]] = (
    rule(rf"(?<![\d.])(?P<y>\d{{4}})(?P<sep>[-/.])(?P<m>\d{{1,2}})[-/.](?P<d>[0-3]\d|\d){_TIME}(?!\d{{3}})", _full),
    rule(
        r"(?<![\d.])(?P<y>\d{4})(?P<sep>[-/.])(?P<m>\d\d)[-/.](?P<d>[0-3]\d)(?P<h>[01]\d"
        r"|2[0-4]):(?P<mi>[0-5]\d)(?P<s>)",
        _full,
    ),
    rule(
        r"(?<![\d.a-z_-])(?P<y>(?:19|20)\d\d)(?P<m>0[1-9]|1[0-2])(?P<d>0[1-9]|[12]\d|3[01])(?P<h>)(?![\da-z_]|\.\d)",
        _full,
    ),
    rule(
        r"(?<![\d./])(?<!\d[a-z])(?:(?<!\d-)|(?<=/\d{4}-)|(?<=/\d\d-)|(?<=/\d-))(?P<a>\d{1,2})(?P<sep>[/.-])(?P<b>\d{1,2})(?P=sep)(?P<y>\d{4}"
        rf"|\d\d){_TIME}(?![\d/]|\.\d|-\d(?!\d?/))",
        _year_last,
    ),
    rule(
        r"(?<![\d./:$¥€£])(?:(?<!-)|(?<=/\d-)|(?<=/\d\d-))(?P<a>\d{1,2})/(?P<b>\d{1,2})[号日]?(?![\d./%]|\s?[a-z]{2,}/)",
        _month_day,
    ),
    rule(r"(?<![\d./:$¥€£a-z-])(?P<a>0\d|1[0-2])-(?P<b>[0-2]\d|3[01])(?![\d./-])", _month_day),
    rule(r"^(?:= ?)?(?P<y>(?:19|20)\d\d)$", lambda m: Slots(year=int(m["y"]))),
    rule(r"(?<![\d:.])(?P<h>2[0-4]|[01]?\d):(?P<mi>[0-5]\d)(?::(?P<s>[0-5]\d))?(?![\d:]|\s?[ap]\.?m(?![a-z]))", _clock),
)  # fmt: skip
