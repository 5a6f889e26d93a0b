"""Resolved time expressions written out: "2026年5月12日", "May 12, 2026"."""

from __future__ import annotations

import re
from datetime import date, datetime
from typing import Final

from agent_memory.core.time_expressions import Granularity, TimeExpression

_MONTHS: Final = "January February March April May June July August September October November December".split()
_CLOCK: Final = frozenset({Granularity.HOUR, Granularity.MINUTE, Granularity.SECOND})
_EDGED: Final = frozenset({Granularity.RANGE, Granularity.HALF, Granularity.SEASON, Granularity.QUARTER})

_ZH_EDGE: Final = re.compile(
    r"(上半年|下半年|前半年|后半年|[上中下]旬|年?[初中底末尾]|伊始|[春夏秋冬][天季]|暑假|寒假|第?.季度|q\d)$"
)
_ZH_PART: Final = re.compile(r"凌晨|清晨|早上|早晨|上午|中午|下午|傍晚|晚上|深夜|半夜|早|晚|夜")
_EN_EDGE: Final = re.compile(r"\b(early|mid|late|beginning|start|middle|end|spring|summer|autumn|fall|winter)\b", re.I)
_EN_PART: Final = re.compile(r"morning|afternoon|evening|night|noon", re.I)
_EN_POINT_EDGES: Final = frozenset({"end", "beginning", "start", "middle"})

_KEPT_PREPOSITIONS: Final = frozenset(
    {"by", "until", "till", "since", "before", "after", "from", "of", "around", "through", "for"}
)
_IN: Final = frozenset(
    {
        Granularity.YEAR,
        Granularity.HALF,
        Granularity.QUARTER,
        Granularity.SEASON,
        Granularity.MONTH,
        Granularity.WEEK,
        Granularity.RANGE,
    }
)
_DETERMINER: Final = re.compile(r"\b(?:an?|my|our|his|her|their|its|your|\w+'s|new|first|second|upcoming)\s+$", re.I)
_BEFORE: Final = re.compile(
    r"(?P<lead>.*?)(?P<preposition>\b(?:on|in|at|by|until|till|since|from|before|after|during|for|of|around|this"
    r"|through|over|the)\s+(?:the\s+)?)$",
    re.I | re.S,
)


def zh_form(expression: TimeExpression) -> str | None:
    """A dated expression in Chinese; None when it is open on one side."""
    start, end = expression.start, expression.end
    if start is None or end is None:
        return None
    edge = _ZH_EDGE.search(expression.text.lower())
    if edge and expression.granularity in _EDGED:
        return _zh_edge(edge[1], start, end, expression.granularity)
    first = _zh_day(start)
    if expression.granularity is Granularity.YEAR:
        return f"{start.year}年"
    if expression.granularity is Granularity.MONTH:
        return f"{start.year}年{start.month}月"
    if expression.granularity is Granularity.DAY:
        return first
    if expression.granularity in _CLOCK:
        return f"{first}{start:%H:%M}"
    part = _ZH_PART.search(expression.text)
    return f"{first}{part[0]}" if isinstance(start, datetime) and part else _zh_span(start, end)


def _zh_day(day: date) -> str:
    return f"{day.year}年{day.month}月{day.day}日"


def _zh_edge(word: str, start: date, end: date, granularity: Granularity) -> str:
    """ "2026年底", "2026年5月底", "2026年下半年"."""
    one_month = granularity is Granularity.RANGE and (start.year, start.month) == (end.year, end.month)
    word = word.removeprefix("年")
    return f"{start.year}年{start.month}月{word}" if one_month else f"{start.year}年{word}"


def _zh_span(start: date, end: date) -> str:
    if isinstance(start, datetime) or isinstance(end, datetime):
        return f"{_zh_day(start)}{start:%H:%M}至{_zh_day(end)}{end:%H:%M}"
    if start.year != end.year:
        return f"{_zh_day(start)}至{_zh_day(end)}"
    if start.month != end.month:
        return f"{_zh_day(start)}至{end.month}月{end.day}日"
    return f"{_zh_day(start)}至{end.day}日"


def en_form(expression: TimeExpression) -> str | None:
    """A dated expression in English, without a preposition; None when it is open on one side."""
    start, end = expression.start, expression.end
    if start is None or end is None:
        return None
    day, month = _en_day(start), f"{_MONTHS[start.month - 1]} {start.year}"
    plain = {
        Granularity.YEAR: str(start.year),
        Granularity.HALF: f"the {'first' if start.month == 1 else 'second'} half of {start.year}",
        Granularity.QUARTER: f"Q{(start.month + 2) // 3} {start.year}",
        Granularity.MONTH: month,
        Granularity.WEEK: f"the week of {day}",
        Granularity.WEEKEND: f"the weekend of {day}",
        Granularity.DAY: day,
    }
    if expression.granularity in plain:
        return plain[expression.granularity]
    if expression.granularity in _CLOCK:
        return f"{day} at {start:%H:%M}"
    edge = _EN_EDGE.search(expression.text)
    if edge and not isinstance(start, datetime) and not isinstance(end, datetime):
        unit = str(start.year) if (end - start).days > 40 else month
        word = edge[1].lower()
        return f"the {word} of {unit}" if word in _EN_POINT_EDGES else f"{word} {unit}"
    return _en_span(start, end, expression.text)


def _en_day(day: date) -> str:
    return f"{_MONTHS[day.month - 1]} {day.day}, {day.year}"


def _en_span(start: date, end: date, said: str) -> str:
    if not isinstance(start, datetime) or not isinstance(end, datetime):
        return f"{_en_day(start)} to {_en_day(end)}"
    part = _EN_PART.search(said)
    if part and (end - start).days < 1:
        return f"the {part[0].lower()} of {_en_day(start)}"
    return f"{_en_day(start)} at {start:%H:%M} to {_en_day(end)} at {end:%H:%M}"


def with_preposition(before: str, expression: TimeExpression) -> str:
    """The text before an English date, ending in the preposition that the written date needs."""
    m = _BEFORE.match(before)
    if m is None and _DETERMINER.search(before):
        return before  # "my February trip": the date stands before its noun
    kept = m["preposition"].strip().lower().removesuffix(" the") if m else ""
    lead = m["lead"] if m else before
    if kept in _KEPT_PREPOSITIONS:
        return f"{lead}{kept} "
    edge = _EN_EDGE.search(expression.text)
    if edge and edge[1].lower() in _EN_POINT_EDGES:
        return f"{lead}at "
    if expression.granularity is Granularity.RANGE and not edge:
        return f"{lead}from "
    return f"{lead}{'in' if expression.granularity in _IN else 'on'} "
