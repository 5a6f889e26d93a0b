"""English: years, months and days of the month. Patterns run over lower-case text."""

from __future__ import annotations

import re
from datetime import date
from typing import Final

from agent_memory.core.time_expressions.model import Granularity
from agent_memory.core.time_expressions.numerals import EN_ORDINAL, en_number, en_year
from agent_memory.core.time_expressions.slots import Rule, Slots, rule

_MONTHS: Final = "january february march april may june july august september october november december".split()
_SURE: Final = (  # "may" and "march" are verbs too
    r"january|february|april|june|july|august|september|october|november|december"
    r"|jan|feb|apr|jun|jul|aug|sept?|oct|nov|dec"
)
_FULL: Final = r"january|february|march|april|may|june|july|august|september|october|november|december"
_CUT: Final = r"(?:jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)(?![a-z])\.?"
MONTH: Final = rf"(?:(?:{_FULL})(?![a-z])|{_CUT})"

_UNITS: Final = "one|two|three|four|five|six|seven|eight|nine"
_TEENS: Final = "ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen"
_TWO_WORDS: Final = rf"(?:(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[- ](?:{_UNITS}))?|{_TEENS})"
_WORD_YEAR: Final = (
    rf"(?:(?:nineteen|twenty)(?: hundred)? {_TWO_WORDS}|two thousand(?:(?: and)? (?:{_TWO_WORDS}|{_UNITS}))?)"
)
_DAY_WORDS: Final = rf"(?:twenty|thirty)[- ](?:{_UNITS})|{_TEENS}|twenty|thirty|{_UNITS}"
DAY: Final = rf"(?:[0-3]?\d(?: ?(?:st|nd|rd|th))?(?!\d)|{EN_ORDINAL}|{_DAY_WORDS})"
_LAST_DAY: Final = rf"(?P<last>{EN_ORDINAL}|[0-3]?\d(?!\d))"
_FIGURES: Final = r"(?:1[5-9]|20|21)\d\d"
YEAR: Final = rf"(?P<year>{_FIGURES}|(?<!\d)'\d\d|{_WORD_YEAR})\b(?!:)"
DASH: Final = r"\s?(?:-|~|\bto\b|\bthrough\b|\bthru\b|\btill\b|\buntil\b|\band\b)\s?(?:the )?"
_NO_CLOCK: Final = r"(?!:|\.\d|\s?[ap]\.?m\b)"

EDGES: Final = {
    "early": "start", "mid": "middle", "late": "end", "beginning": "start", "start": "start", "middle": "middle",
    "end": "end",
}  # fmt: skip
EDGE: Final = r"(?:(?P<edge>early|mid|late)[ -]+(?:in )?|(?:the )?(?P<edge_of>beginning|start|middle|end) of )"


def after(*words: str) -> str:
    """A look-behind for any of these words and a space."""
    return "(?:" + "|".join(rf"(?<=\b{word} )" for word in words) + ")"


def month_of(text: str) -> int:
    """January is 1."""
    return next(i for i, name in enumerate(_MONTHS, 1) if name.startswith(text[:3]))


def year_of(text: str | None) -> int | None:
    """A year in digits, as '98 or in words."""
    if not text:
        return None
    if text.isdigit():
        return int(text)
    if text.startswith("'"):
        short = int(text[1:])
        return short + (2000 if short < 50 else 1900)
    return en_year(text)


def edge_of(m: re.Match[str], unit: str) -> tuple[str, str] | None:
    """The "early", "middle of" … in front of a unit."""
    groups = m.groupdict()
    word = groups.get("edge") or groups.get("edge_of")
    return (unit, EDGES[word]) if word else None


def _month_day(m: re.Match[str]) -> Slots | None:
    day = en_number(re.sub(r" (?=st|nd|rd|th)", "", m["day"]))
    groups = m.groupdict()
    year = year_of(groups.get("year"))
    if day is None or not 1 <= day <= 31:
        return None
    if m["month"] in ("may", "march") and re.fullmatch(_DAY_WORDS, m["day"]):
        return None  # "one may ask"
    last = en_number(groups["last"]) if groups.get("last") else None
    until = Slots(day=last) if last and 1 <= last <= 31 else None
    return Slots(year=year, month=month_of(m["month"]), day=day, until=until)


def _month(m: re.Match[str]) -> Slots:
    year = year_of(m.groupdict().get("year"))
    return Slots(year=year, month=month_of(m["month"]), edge=edge_of(m, "month"))


def _months(m: re.Match[str]) -> Slots:
    first, last, year = month_of(m["month"]), month_of(m["last"]), year_of(m["year"])
    started = year - 1 if year and first > last else year
    return Slots(month=first, year=started, until=Slots(month=last, year=year))


def _year(m: re.Match[str]) -> Slots | None:
    year = year_of(m["year"])
    return Slots(year=year, edge=edge_of(m, "year")) if year else None


def _quarter(m: re.Match[str]) -> Slots | None:
    count = en_number(m["n"])
    return Slots(quarter=count, year=year_of(m["year"])) if count and count <= 4 else None


def _decade(m: re.Match[str]) -> Slots:
    value = int(m["y"])
    first = value if len(m["y"]) == 4 else value + (1900 if value > 20 else 2000)
    return Slots(span=(date(first, 1, 1), date(first + 9, 12, 31), Granularity.DECADE))


def _century(m: re.Match[str]) -> Slots | None:
    count = en_number(m["n"])
    if count is None or not 2 <= count <= 22:
        return None
    return Slots(span=(date(count * 100 - 100, 1, 1), date(count * 100 - 1, 12, 31), Granularity.CENTURY))


def _half(m: re.Match[str]) -> Slots:
    first = m["h"] == "1" or m["n"] == "first"
    return Slots(half=1 if first else 2, year=year_of(m["year"]))


def _years(m: re.Match[str]) -> Slots:
    return Slots(year=int(m["year"]), until=Slots(year=int(m["last"])))


def _worded_year(m: re.Match[str]) -> Slots | None:
    """Years in words, and in figures after "the year", "early" …; plain figures have their own row."""
    plain = m["year"].isdigit() and m[0] == m["year"]
    return None if plain else _year(m)


_IN_YEAR: Final = rf"(?:(?: ?,|,? of|/|-)? ?{YEAR})?"

EN_CALENDAR_RULES: Final[tuple[Rule, ...]] = (
    # days
    rule(rf"\b(?P<month>{MONTH})[ /-]?(?:the )?(?P<day>{DAY})\b{_NO_CLOCK}{_IN_YEAR}", _month_day),
    rule(rf"\b(?P<day>{DAY})(?: day)?(?: of |[ /-]?)(?:the )?(?P<month>{MONTH}){_IN_YEAR}", _month_day),
    rule(rf"\b(?P<month>{MONTH}) ?(?:the )?(?P<day>{DAY}){DASH}{_LAST_DAY}\b{_NO_CLOCK}{_IN_YEAR}", _month_day),
    rule(rf"\b(?P<day>{DAY}){DASH}{_LAST_DAY}(?: of)? (?P<month>{MONTH}){_IN_YEAR}", _month_day),
    rule(rf"\b(?P<year>\d{{4}})[/ -](?P<month>{MONTH})[/ -](?P<day>[0-3]?\d)\b", _month_day),
    rule(rf"\b(?P<year>\d{{4}})[/-](?P<day>[0-3]?\d)[/-](?P<month>{MONTH})", _month_day),
    rule(rf"\b(?P<day>[0-3]?\d)[/-](?P<year>\d{{4}})[/-](?P<month>{MONTH})", _month_day),
    # months; the verbs "may" and "march" only after a preposition or the like
    rule(rf"\b(?P<month>{MONTH})(?:, of |,? of |, ?| |/|-){YEAR}", _month),
    rule(rf"\b(?P<year>(?:19|20)\d\d),? (?P<month>{MONTH})", _month),
    rule(rf"\b{EDGE}(?P<month>{MONTH})(?: {YEAR})?", _month),
    rule(rf"\b(?P<month>(?:{_SURE})\b)", _month),
    rule(rf"{after('in the', 'in', 'by', 'since', 'until', 'till', 'before', 'after', 'during', 'of', 'for', 'from', 'early', 'late')}"
         r"(?P<month>may|march|mar)\b(?! (?:be|have|not|or)\b)", _month),
    rule(r"^(?P<month>may|march|mar)[.?!]?$", _month),
    rule(rf"\b(?P<month>{MONTH}){DASH}(?P<last>{MONTH})(?:(?:,| of)? {YEAR})?", _months),
    # parts of years and years
    rule(rf"\bq(?P<n>[1-4])\b(?:(?: of|,)? ?{YEAR})?", _quarter),
    rule(rf"\b(?:the )?(?P<n>first|second|third|fourth|1st|2nd|3rd|4th) quarter\b(?:(?: of|,)? ?{YEAR})?", _quarter),
    rule(rf"\b(?:h(?P<h>[12])\b|(?:the )?(?P<n>first|second) half of (?=the year|{_FIGURES}))(?: ?{YEAR})?", _half),
    rule(rf"\b(?:{EDGE})?(?:the )?(?:years? )?(?:of )?{YEAR}(?<=\w)", _worded_year),
    rule(
        r"(?:^"
        rf"|{after('in', 'since', 'until', 'till', 'by', 'before', 'after', 'during', 'from', 'of', 'for', 'to', 'than', 'and', 'or', 'through', 'not', 'year', 'early', 'late', 'between', 'around', 'the', 'class of')}"
        rf"|(?<=[(=]))(?P<year>{_FIGURES})\b(?![:%/]|[.,-]\d| ?(?:km|m|dollars|euros|usd|rmb|yuan|people|users|ms|mb"
        r"|gb|kg|words|times|items|steps|calories|miles|units|employees|pages|characters|tokens|pieces|points"
        r"|dollars)\b)",
        _year,
    ),
    rule(rf"(?<![\w-])(?P<year>{_FIGURES}) ?(?:-|~|to|through|till|until) ?(?P<last>{_FIGURES})\b(?!-)", _years),
    rule(r"(?<![\d$])'?(?P<y>(?:1[5-9]|20)\d0|[2-9]0) ?'?s\b", _decade),
    rule(rf"\b(?P<n>{EN_ORDINAL})\s+century\b", _century),
)  # fmt: skip
