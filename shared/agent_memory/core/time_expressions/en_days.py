"""English: weekdays, days and periods relative to today, ordinals inside a period, festivals."""

from __future__ import annotations

import re
from typing import Final

from agent_memory.core.time_expressions.en_calendar import EDGE, MONTH, YEAR, after, edge_of, month_of, year_of
from agent_memory.core.time_expressions.festivals import EN_NAMES
from agent_memory.core.time_expressions.model import Direction, Granularity
from agent_memory.core.time_expressions.numerals import EN_NUMBER, EN_ORDINAL, en_number
from agent_memory.core.time_expressions.slots import Build, Rule, Slots, rule

_DAYS: Final = "monday tuesday wednesday thursday friday saturday sunday".split()
_WEEKDAY: Final = f"(?:{'|'.join(_DAYS)})"
_SHORT: Final = r"(?:mon|tues?|weds?|thurs?|thur|fri|sat|sun)\b\.?"
_LAST: Final = r"last|past|previous|preceding|the past|the previous"
_THIS: Final = r"this|the current|current|the same|same|that|the"
_COMING: Final = r"this coming|this upcoming|the coming|coming|upcoming"
_NEXT: Final = rf"next|the next|the following|following|{_COMING}"
_WHICH: Final = rf"(?P<which>{_NEXT}|{_LAST}|{_THIS})"
_PART: Final = r"(?P<part>early morning|morning|afternoon|evening|night|noon|midday|lunchtime|lunch)"
_SEASONS: Final = {
    "spring": "spring", "summer": "summer", "autumn": "autumn", "fall": "autumn", "winter": "winter",
    "spring break": "spring", "summer break": "summer break", "winter break": "winter break",
}  # fmt: skip
_SEASON: Final = "|".join(sorted(_SEASONS, key=len, reverse=True))
_NAMES: Final = "|".join(re.escape(name) for name in EN_NAMES)


def weekday_of(text: str) -> int:
    """Monday is 0."""
    return next(i for i, name in enumerate(_DAYS) if name.startswith(text[:3]))


def which(text: str | None) -> int:
    """-1 for last, 0 for this, 1 for next."""
    if text is None or re.fullmatch(_THIS, text):
        return 0
    return -1 if re.fullmatch(_LAST, text) else 1


def _weekday(m: re.Match[str]) -> Slots:
    word = m.groupdict().get("which")
    weekday = weekday_of(m["name"])
    if word and re.fullmatch(_COMING, word):
        return Slots(weekday=weekday, toward=Direction.FUTURE)
    if word == "past":
        return Slots(weekday=weekday, toward=Direction.PAST)
    return Slots(weekday=weekday, week_shift=None if word in (None, "the") else which(word))


def _weekday_and_day(m: re.Match[str]) -> Slots | None:
    day = en_number(m["day"])
    return Slots(weekday=weekday_of(m["name"]), day=day) if day and day <= 31 else None


def _period(m: re.Match[str]) -> Slots:
    """ "next week", "late last month", "the end of this year"."""
    shift, unit = which(m["which"]), m["unit"]
    place = edge_of(m, unit)
    if unit == "week":
        return Slots(week_shift=shift, edge=place)
    if unit == "weekend":
        return Slots(week_shift=shift, weekend=True)
    if unit == "month":
        return Slots(month_shift=shift, edge=place)
    if unit == "quarter":
        return Slots(quarter_shift=shift, edge=place)
    return Slots(year_shift=shift, edge=place)


def _moved_month(m: re.Match[str]) -> Slots:
    return Slots(month=month_of(m["month"]), year_shift=which(m["which"]))


def _season(m: re.Match[str]) -> Slots:
    year, word = year_of(m["year"]), m["which"]
    return Slots(season=_SEASONS[m["season"]], year=year, year_shift=which(word) if word and not year else None)


def _festival(m: re.Match[str]) -> Slots:
    year, word = year_of(m["year"]), m["which"]
    if word is None or year or re.fullmatch(_THIS, word):
        this_year = word is not None and word != "the" and not year
        return Slots(festival=m["name"], year=year, year_shift=0 if this_year else None)
    return Slots(festival=m["name"], toward=Direction.PAST if which(word) < 0 else Direction.FUTURE)


def _day(count: int, part: str | None = None) -> Build:
    return lambda _: Slots(day_shift=count, part=part)


def _day_part(count: int) -> Build:
    return lambda m: Slots(day_shift=count, part=m["part"])


def _trimmed(m: re.Match[str]) -> Slots:
    trim = "so far" if m["trim"] == "earlier" else "rest"
    unit = m["unit"]
    return Slots(
        trim=trim,
        week_shift=0 if unit == "week" else None,
        month_shift=0 if unit == "month" else None,
        year_shift=0 if unit == "year" else None,
    )


def _nth(m: re.Match[str]) -> Slots | None:
    count = -1 if m["n"] == "last" else en_number(m["n"])
    unit = "named week" if m["unit"] == "week" else m["unit"]
    return Slots(nth=(count, unit)) if count else None


def _numbered_week(m: re.Match[str]) -> Slots | None:
    count = int(m["n"])
    return Slots(nth=(count, "named week"), year=year_of(m["year"])) if 1 <= count <= 53 else None


def _nth_weekday(m: re.Match[str]) -> Slots | None:
    count = -1 if m["n"] == "last" else en_number(m["n"])
    return Slots(nth=(count, "weekday"), weekday=weekday_of(m["name"])) if count else None


def _head(m: re.Match[str]) -> Slots | None:
    count = en_number(m["n"])
    return Slots(head=(-count if m["side"] == "last" else count, m["unit"])) if count else None


def _day_of_month(m: re.Match[str]) -> Slots | None:
    day = en_number(m["day"])
    return Slots(day=day) if day and 1 <= day <= 31 else None


def _recurring(_: re.Match[str]) -> Slots:
    return Slots(timeless=Granularity.RECURRING)


_N: Final = rf"(?P<n>{EN_ORDINAL}|last)"

EN_DAY_RULES: Final[tuple[Rule, ...]] = (
    rule(r"\bthe day before yesterday\b|\bday before yesterday\b", _day(-2)),
    rule(r"\b(?:the )?day after (?:tomorrow|tmr)\b", _day(2)),
    rule(r"\byesterday\b", _day(-1)),
    rule(r"\b(?:tomorrow|tmrw|tmr)\b", _day(1)),
    rule(r"\b(?:later |mid |early |end of )?(?:today|this day)\b", _day(0)),
    rule(r"\b(?:later )?tonight\b", _day(0, "night")),
    rule(r"\blast night\b", _day(-1, "night")),
    rule(rf"\bthis {_PART}\b", _day_part(0)),
    rule(rf"\byesterday (?:in the )?{_PART}\b", _day_part(-1)),
    rule(rf"\btomorrow (?:in the )?{_PART}\b", _day_part(1)),
    rule(rf"\b(?:{_WHICH} )?(?P<name>{_WEEKDAY})\b(?!s)", _weekday),
    rule(rf"\b{_WHICH} (?P<name>{_SHORT})(?!\w)", _weekday),
    rule(rf"{after('on', 'by', 'until', 'from', 'to', 'before', 'after')}(?P<name>{_SHORT})(?!\w)", _weekday),
    rule(rf"\b(?P<name>{_SHORT})(?= (?:at |\d|from |morning|afternoon|evening))", _weekday),
    rule(rf"\b(?P<name>{_WEEKDAY}|{_SHORT}),? (?:the )?(?P<day>{EN_ORDINAL})\b", _weekday_and_day),
    rule(rf"\b(?:{EDGE})?{_WHICH} (?P<unit>weekend|week|month|quarter|year)\b(?!-)", _period),
    rule(r"\b(?:year[- ]end|end of year|eoy)\b", lambda _: Slots(edge=("year", "end"))),
    rule(r"\b(?:month[- ]end|end of month|eom)\b", lambda _: Slots(month_shift=0, edge=("month", "end"))),
    rule(rf"\b(?P<which>{_LAST}|next|this) (?P<month>(?!may|mar){MONTH})", _moved_month),
    rule(
        rf"\b(?P<which>{_LAST}|next|this) (?P<month>may|march)(?=$|[.,;!?)]| (?:i|we|my|our|and|for|at|in|to)\b)",
        _moved_month,
    ),
    rule(
        r"\b(?P<trim>earlier|later|rest of|the rest of|remainder of) (?:in )?(?:the |this )(?P<unit>week|month|year)\b",
        _trimmed,
    ),
    rule(r"\b(?:the )?(?:eod\b|end of (?:the )?day\b)", _day(0)),
    rule(r"\b(?:the )?week (?:of|commencing|beginning|starting)\b|\bw/c\b", lambda _: Slots(around="week")),
    rule(r"(?<=day )(?P<around>weekend)\b", lambda _: Slots(around="weekend")),
    rule(rf"\b(?P<name>{_WEEKDAY}|{_SHORT}) (?P<day>1[3-9]|2\d|3[01])(?![\d:]|[ap]m|\.\d| ?-)", _weekday_and_day),
    rule(rf"{after('on')}(?P<day>\d{{1,2}} ?(?:st|nd|rd|th))\b(?! (?:of|floor|street|avenue|place))", _day_of_month),
    rule(
        rf"\b(?:{_WHICH} |in |during |over )(?P<season>{_SEASON})\b(?!,? (?:in love|apart|asleep))(?: (?:of )?{YEAR})?",
        _season,
    ),
    rule(rf"\b(?:{_WHICH} )?(?P<name>{_NAMES})\b(?:,? (?:of )?{YEAR})?", _festival),
    rule(rf"\b(?:the )?{_N} (?P<unit>day|week|month|quarter) (?:of|in)(?= )", _nth),
    rule(rf"\b(?:the )?week (?P<n>\d{{1,2}})\b(?:,? (?:of )?{YEAR})?", _numbered_week),
    rule(rf"\b(?:the )?{_N} (?P<name>{_WEEKDAY})\b(?= (?:of|in) |[a-z ]*? of )", _nth_weekday),
    rule(
        rf"\b(?:the )?(?P<side>first|last) (?P<n>{EN_NUMBER}) (?P<unit>day|week|month|quarter)s (?:of|in)(?= )",
        _head,
    ),
    rule(
        r"\bthe (?P<day>\d{1,2} ?(?:st|nd|rd|th))\b(?! (?:of|century|floor|time|place|version|point|step|one|option"
        r"|grade|birthday|anniversary|edition|day|week|month|quarter|row|item|street|avenue|largest|most|best)\b)",
        _day_of_month,
    ),
    # repetition
    rule(
        rf"\b(?:every|each)(?: other| single| second)? ?(?:{EN_NUMBER} )?(?:day|week|month|year|quarter|hour|minute"
        rf"|morning|afternoon|evening|night|weekend|weekday|workday|{_WEEKDAY}|{_SHORT}|spring|summer|winter|fall)s?\b",
        _recurring,
    ),
    rule(rf"\b(?:on )?(?:{_WEEKDAY}|weekend|weekday|morning|afternoon|evening|night)s\b", _recurring),
    rule(r"\b(?:everyday|daily|weekly|monthly|yearly|annually|biweekly|fortnightly|quarterly|nightly)\b", _recurring),
    rule(
        r"\b(?:once|twice|(?:\w+|\d+) times|\w+ (?:hours|days|minutes|cups|glasses)) (?:a|per|each|every) (?:day|week"
        r"|month|year|night|quarter)\b",
        _recurring,
    ),
    rule(rf"\b(?:{EN_ORDINAL}) of (?:every|each) month\b", _recurring),
)  # fmt: skip
