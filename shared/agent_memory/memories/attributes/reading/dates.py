"""Calendar words: dates with or without a year, weekdays, periods, and the time of day.

Nothing is resolved against a clock here: statements carry absolute dates already, and what is still relative
("next week") is compared as it stands.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from agent_memory.memories.attributes.reading.numbers import EN_ORDINAL, ZH_NUMERAL, en_number, number
from agent_memory.memories.attributes.reading.text import Span, blank_out

_MONTHS: Final = (
    "january|jan february|feb march|mar april|apr may june|jun july|jul august|aug september|sept|sep october|oct "
    "november|nov december|dec"
).split()
_MONTH_NUMBER: Final = {name: i for i, names in enumerate(_MONTHS, 1) for name in names.split("|")}
_MONTH: Final = "(" + "|".join(sorted(_MONTH_NUMBER, key=len, reverse=True)) + r")\b\.?"

_WEEKDAYS: Final = {
    **{f"{head}{c}": d for head in ("周", "星期", "礼拜") for d, c in enumerate("一二三四五六日", 1)},
    **{f"{head}天": 7 for head in ("星期", "礼拜")},
    **{d: i for i, d in enumerate("monday tuesday wednesday thursday friday saturday sunday".split(), 1)},
}

_D: Final = rf"(?:\d{{1,2}}|{ZH_NUMERAL}{{1,3}})"
_DAY: Final = rf"({_D}) ?[日号]"
_ORDINAL_DAY: Final = rf"(\d{{1,2}})(?:st|nd|rd|th)?\b|({EN_ORDINAL}|first)\b"
_YEAR: Final = r"((?:19|20)\d\d|[一二][九零〇][零〇一二三四五六七八九]{2})"

# The first pattern that fits at a place wins; each names the order of its groups.
_DATE_PATTERNS: Final = [
    (re.compile(p), order)
    for p, order in (
        (r"(?<![\d.-])((?:19|20)\d\d)[-/.](\d{1,2})[-/.](\d{1,2})(?![\d.-])", "ymd"),
        (rf"{_YEAR} ?年 ?({_D}) ?月(?:份)? ?{_DAY}", "ymd"),
        (rf"{_YEAR} ?年 ?({_D}) ?月(?:份)?", "ym"),
        (rf"(?<![个{ZH_NUMERAL[1:-1]}\d])({_D}) ?月(?:份)? ?{_DAY}", "md"),
        (rf"{_MONTH} (?:the )?(?:{_ORDINAL_DAY})(?!:)(?:,? ((?:19|20)\d\d)\b)?", "mddy"),
        (rf"\b(?:the )?(\d{{1,2}})(?:st|nd|rd|th)?(?: day)?(?: of)? {_MONTH}(?:,? ((?:19|20)\d\d)\b)?", "dmy"),
        (rf"\b(?:the )?({EN_ORDINAL}|first) of {_MONTH}(?:,? ((?:19|20)\d\d)\b)?", "dmy"),
        (rf"{_MONTH} (?:of )?((?:19|20)\d\d)\b", "my"),
        (rf"(?<![个\d{ZH_NUMERAL[1:-1]}])({_D}) ?月(?:份)?(?![\d球饼])", "m"),
        (rf"\b(?:in|by|until|till|since|from|of|to|before|after|this|next|last|every|late|early|mid) {_MONTH}", "m"),
        (rf"\b{_MONTH}(?<!may)(?<!march)(?<!sep)(?<!mar)(?<!dec)(?<!jan)", "m"),
        (rf"{_YEAR} ?年", "y"),
        (r"\b(?:in|since|from|until|till|by|of|year|before|after|to|late|early|mid) ?-?((?:19|20)\d\d)\b", "y"),
        (rf"(?<![\d{ZH_NUMERAL[1:-1]}])(?<!第){_DAY}(?![线楼店院馆角])", "d"),
        (r"\bon the (\d{1,2})(?:st|nd|rd|th)\b", "d"),
    )
]

_PERIODS: Final = {
    **dict.fromkeys(("今天", "今日", "今晚", "today", "tonight"), "day+0"),
    **dict.fromkeys(("明天", "明日", "明早", "明晚", "tomorrow"), "day+1"),
    **dict.fromkeys(("昨天", "昨日", "昨晚", "yesterday"), "day-1"),
    **dict.fromkeys(("后天", "the day after tomorrow"), "day+2"),
    **dict.fromkeys(("大后天",), "day+3"),
    **dict.fromkeys(("大前天",), "day-3"),
    **dict.fromkeys(("前天", "the day before yesterday"), "day-2"),
    **dict.fromkeys(("本周", "这周", "这个星期", "this week"), "week+0"),
    **dict.fromkeys(("下周", "下星期", "下个星期", "下礼拜", "next week"), "week+1"),
    **dict.fromkeys(("上周", "上星期", "上个星期", "上礼拜", "last week"), "week-1"),
    **dict.fromkeys(("本月", "这个月", "当月", "this month"), "month+0"),
    **dict.fromkeys(("下个月", "下月", "next month"), "month+1"),
    **dict.fromkeys(("上个月", "上月", "last month"), "month-1"),
    **dict.fromkeys(("今年", "本年", "this year"), "year+0"),
    **dict.fromkeys(("明年", "next year"), "year+1"),
    **dict.fromkeys(("后年", "the year after next"), "year+2"),
    **dict.fromkeys(("去年", "last year"), "year-1"),
    **dict.fromkeys(("前年", "the year before last"), "year-2"),
    **dict.fromkeys(("周末", "weekend", "weekends"), "weekend"),
    **dict.fromkeys(("工作日", "weekday", "weekdays", "workday", "workdays"), "workdays"),
    **dict.fromkeys(("年底", "年末", "end of the year", "year-end", "year end"), "year's end"),
    **dict.fromkeys(("年初", "start of the year", "beginning of the year"), "year's start"),
    **dict.fromkeys(("月底", "月末", "end of the month", "month-end", "month end"), "month's end"),
    **dict.fromkeys(("月初", "start of the month", "beginning of the month"), "month's start"),
    **dict.fromkeys(("春天", "春季", "spring"), "spring"),
    **dict.fromkeys(("夏天", "夏季", "summer"), "summer"),
    **dict.fromkeys(("秋天", "秋季", "autumn"), "autumn"),
    **dict.fromkeys(("冬天", "冬季", "winter"), "winter"),
    **dict.fromkeys(("春节", "过年", "chinese new year", "lunar new year", "spring festival"), "spring festival"),
    **dict.fromkeys(("国庆", "国庆节", "national day"), "national day"),
    **dict.fromkeys(("中秋", "中秋节", "mid-autumn festival"), "mid-autumn"),
    **dict.fromkeys(("端午", "端午节", "dragon boat festival"), "dragon boat"),
    **dict.fromkeys(("元旦", "new year's day", "new year"), "new year"),
    **dict.fromkeys(("圣诞", "圣诞节", "christmas"), "christmas"),
}
_PERIOD: Final = re.compile(
    "|".join(rf"\b{re.escape(w)}\b" if w.isascii() else re.escape(w) for w in sorted(_PERIODS, key=len, reverse=True))
)
_WEEKDAY: Final = re.compile(
    r"(下下|上上|下个?|上个?|这个?|本|(?:next|last|this) )?"
    r"((?:周|星期|礼拜)[一二三四五六日天]|\b(?:mon|tues|wednes|thurs|fri|satur|sun)day)s?(?!岁)"
)


@dataclass(frozen=True, slots=True)
class CalendarDate:
    """A date of which any part may be unsaid."""

    year: int | None = None
    month: int | None = None
    day: int | None = None

    def parts(self) -> tuple[int | None, int | None, int | None]:
        """Year, month and day."""
        return self.year, self.month, self.day

    def conflicts(self, other: CalendarDate) -> bool:
        """Whether some part that both name differs, or they have no part in common."""
        both = [(a, b) for a, b in zip(self.parts(), other.parts(), strict=True) if a is not None and b is not None]
        return not both or any(a != b for a, b in both)

    def within(self, other: CalendarDate) -> bool:
        """Whether this date says everything the other says (and perhaps more)."""
        return all(b is None or a == b for a, b in zip(self.parts(), other.parts(), strict=True))

    def written(self) -> str:
        """ISO 8601 with `-` for an unsaid part in front: `2026-06-30`, `--06-30`, `2026-06`, `2026`."""
        year = f"{self.year:04d}" if self.year is not None else "-"
        month = f"-{self.month:02d}" if self.month is not None else ("-" if self.day is not None else "")
        return year + month + (f"-{self.day:02d}" if self.day is not None else "")


def parse_written(text: str) -> CalendarDate | None:
    """The inverse of `CalendarDate.written`."""
    match = re.fullmatch(r"(\d{4}|-)(?:-(\d\d)?)?(?:-(\d\d))?", text)
    if match is None:
        return None
    year, month, day = match.groups()
    return CalendarDate(None if year == "-" else int(year), int(month) if month else None, int(day) if day else None)


def find_dates(text: str) -> list[tuple[Span, CalendarDate]]:
    """Every calendar date in the text, with its place. Impossible ones (month 13) are passed over."""
    found: list[tuple[Span, CalendarDate]] = []
    for pattern, order in _DATE_PATTERNS:
        here = [(m.span(), date) for m in pattern.finditer(text) if (date := _date_from(m, order)) is not None]
        found += here
        text = blank_out(text, (span for span, _ in here))
    return sorted(found, key=lambda item: item[0])


def find_periods(text: str) -> list[tuple[Span, str]]:
    """Weekdays (`weekday 3`, `next weekday 3`), relative periods and seasons, with their places."""
    found = [((m.start(), m.end()), _weekday(m)) for m in _WEEKDAY.finditer(text)]
    text = blank_out(text, (span for span, _ in found))
    found += [(m.span(), _PERIODS[m[0]]) for m in _PERIOD.finditer(text)]
    return sorted(found)


def _weekday(match: re.Match[str]) -> str:
    relative = {"下": "next ", "n": "next ", "上": "last ", "l": "last "}.get((match[1] or " ")[0], "")
    return f"{relative}weekday {_WEEKDAYS[match[2]]}"


def _date_from(match: re.Match[str], order: str) -> CalendarDate | None:
    parts: dict[str, int] = {}
    for letter, text in zip(order, match.groups(), strict=True):
        if text is not None:
            value = _MONTH_NUMBER.get(text) or (1 if text == "first" else None) or number(text) or en_number(text)
            if value is not None:
                parts[letter] = int(value)
    month, day = parts.get("m"), parts.get("d")
    if (month is not None and not 1 <= month <= 12) or (day is not None and not 1 <= day <= 31):
        return None
    return CalendarDate(parts.get("y"), month, day)
