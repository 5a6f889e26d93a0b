"""Finds the pieces in a text and joins them: dates with times, ranges, amounts before or after a day."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from agent_memory.core.time_expressions.en_amounts import EN_AMOUNT_RULES
from agent_memory.core.time_expressions.en_calendar import EN_CALENDAR_RULES
from agent_memory.core.time_expressions.en_clock import EN_CLOCK_RULES
from agent_memory.core.time_expressions.en_days import EN_DAY_RULES
from agent_memory.core.time_expressions.model import Granularity
from agent_memory.core.time_expressions.numeric import NUMERIC_RULES
from agent_memory.core.time_expressions.slots import Group, Piece, Slots, coarsest, group, join, ranks
from agent_memory.core.time_expressions.zh_amounts import AMOUNT_RULES, RECURRING_RULES, VAGUE_RULES
from agent_memory.core.time_expressions.zh_calendar import CALENDAR_RULES
from agent_memory.core.time_expressions.zh_clock import CLOCK_RULES
from agent_memory.core.time_expressions.zh_days import DAY_RULES

# What has to be in a text for any row of a group to match it.
_ZH_NUMBER: Final = "[0-9一二两俩三仨四五六七八九十百廿卅零〇半几]"
_ZH: Final = (
    group(r"[年月日号季周岁假期春夏秋冬q]|半|礼拜|星期|\d-\d", *CALENDAR_RULES),
    group(
        r"[天日周星礼第今昨明当末首早晚夜]|节|元旦|国庆|春|端午|中秋|七夕|清明|元宵|重阳|腊八|小年|除夕|三十|十一|五一"
        r"|六一|七一|八一|五四|圣诞|平安夜|双1|双十|冬至|夏至"
        r"|[立小大雨惊谷芒处白寒霜].|过年|跨年|新春",
        *DAY_RULES,
    ),
    group(r"[点时:早晚午夜晨黄傍拂黎白晌]", *CLOCK_RULES),
    group(
        rf"{_ZH_NUMBER}.{{0,3}}[年月周星礼天日小钟刻分秒季世工交]|整整|一整|[上下]个?(?:小时|钟头)|年代", *AMOUNT_RULES
    ),
    group(r"每|逢|天天|周周|月月|年年|隔天|工作日|平[日时]|[次回趟遍顿杯]", *RECURRING_RULES),
    group(r"[上下前刚方从曾早先当最近眼如现改过将今往日未回不迟有几这那小多以目此]", *VAGUE_RULES),
)
_EN: Final = (
    group(
        r"\d|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|year|quarter|half|nineteen|twenty|thousand|century|ties\b",
        *EN_CALENDAR_RULES,
    ),
    group(
        r"day|week|month|year|quarter|tonight|tmr|night|morning|afternoon|evening|\b(?:last|next|this|every|each|eom"
        r"|eoy|eod|w/c|tomorrow)\b"
        r"|\b(?:mon|tue|tues|wed|weds|thu|thur|thurs|fri|sat|sun)\b|spring|summer|autumn|\bfall\b|winter|christmas"
        r"|xmas|easter|halloween|thanksgiving|juneteenth"
        r"|festival|fools|fourth|nye|\d ?(?:st|nd|rd|th)\b|ly\b|(?:once|twice|times|per) |date",
        *EN_DAY_RULES,
    ),
    group(
        r"\d|o'?clock|noon|mid ?(?:night|day)|time\b|morning|afternoon|evening|night|past|\b(?:at|by|until|till|before"
        r"|after|since|around|about)\b",
        *EN_CLOCK_RULES,
    ),
    group(
        r"\b(?:seconds?|secs?|min(?:ute)?s?|hours?|hrs?|days?|workdays?|weeks?|wks?|fortnights?|weekends?|months?"
        r"|quarters?|years?|yrs?|decades?|centur\w+)\b"
        r"|\b(?:now|soon|recently|lately|currently|moment|minute|present|nowadays|some ?day|sometime|eventually|future"
        r"|past|earlier|later|time|while|ago|once|formerly"
        r"|previously|then|childhood|youth|kid|child|point|road|long|ages|late|date)\b",
        *EN_AMOUNT_RULES,
    ),
)
_NUMERIC: Final = group(r"\d", *NUMERIC_RULES)

_HAN: Final = re.compile("[一-鿿]")
_LATIN: Final = re.compile("[a-z]")

_ZH_GLUE: Final = re.compile(r"\s?(?:的|,|，)?\s?$")
_EN_GLUE: Final = re.compile(r",?\s?(?:(?:-|of|at|on|in|from|around|about|for|by|during|any time from)\s)?(?:the\s)?$")
_TO: Final = re.compile(r"\s*(?:开始)?(?:一直)?(?:到|至|直到|-{1,2}|~|to|till|until|through|thru)(?:了|\s)*$")
_AND: Final = re.compile(r"\s*(?:和|与|跟|and)\s*$")
_LIST: Final = re.compile(r"\s?[、，,和与及跟]\s?$")
_MONTH: Final = ("year", "year_shift", "month", "month_shift", "lunar", "leap")
_FROM: Final = re.compile(r"(?:自从|从|自|\bfrom|\bbetween)\s*$")
_BETWEEN: Final = re.compile(r"\bbetween\s*$")
_WITHIN: Final = re.compile(r"\s*(?:之间|期间)")
_AMOUNT_SIDE: Final = re.compile(r"\s(before|after|from)\s(?:the\s)?$")


def scan(text: str) -> list[Piece]:
    """Joined pieces of a plain lower-case text, in order, without overlaps."""
    pieces = _longest(_matches(text))
    if not pieces:
        return []
    pieces = _complete(pieces, text)
    pieces = _listed(pieces, text)
    pieces = _offsets(pieces, text)
    return _ranges(pieces, text)


def _matches(text: str) -> Iterable[Piece]:
    yield from _matches_of((_NUMERIC,), text)
    chinese = bool(_HAN.search(text))
    if chinese:
        yield from _matches_of(_ZH, text)
    if _LATIN.search(text):
        # A Chinese character is a letter too, so no English word would end where Chinese begins ("3pm的会").
        yield from _matches_of(_EN, _HAN.sub("|", text) if chinese else text)


def _matches_of(groups: tuple[Group, ...], text: str) -> Iterable[Piece]:
    for part in groups:
        if not part.gate.search(text):
            continue
        for row in part.rules:
            for match in row.pattern.finditer(text):
                if match.end() > match.start() and (slots := row.build(match)) is not None:
                    yield Piece(match.start(), match.end(), slots)


def _longest(found: Iterable[Piece]) -> list[Piece]:
    """The leftmost pieces, the longest where several start."""
    kept: list[Piece] = []
    for piece in sorted(found, key=lambda p: (p.start, -p.end)):
        if not kept or piece.start >= kept[-1].end:
            kept.append(piece)
    return kept


def _complete(pieces: list[Piece], text: str) -> list[Piece]:
    joined: list[Piece] = []
    for piece in pieces:
        if joined and (both := _joined(joined[-1], piece, text)) is not None:
            joined[-1] = both
        else:
            joined.append(piece)
    return joined


def _joined(left: Piece, right: Piece, text: str) -> Piece | None:
    glue = text[left.end : right.start]
    chinese = bool(_HAN.search(text[left.start : left.end]) or _HAN.search(text[right.start : right.end]))
    if not (_ZH_GLUE if chinese else _EN_GLUE).match(glue):
        return None
    comma = "," in glue or "，" in glue
    if chinese and comma and right.slots.named() != frozenset({"weekday"}):
        return None
    until = left.slots.until
    if until is not None and coarsest(right.slots) > coarsest(until):  # "1985到89年" + "9月"
        ending = join(until, right.slots, ordered=chinese)
        return Piece(left.start, right.end, replace(left.slots, until=ending)) if ending else None
    slots = join(left.slots, right.slots, ordered=chinese)
    return Piece(left.start, right.end, slots) if slots is not None else None


def _listed(pieces: list[Piece], text: str) -> list[Piece]:
    """Days in a row have one month: "9月10号、11号". A smaller day is rather one of the next month, and left alone."""
    out: list[Piece] = []
    for piece in pieces:
        before = out[-1] if out else None
        if before is not None and _LIST.match(text[before.end : piece.start]) and _continues(before.slots, piece.slots):
            month = {name: getattr(before.slots, name) for name in _MONTH}
            out.append(Piece(piece.start, piece.end, replace(piece.slots, **month)))
        else:
            out.append(piece)
    return out


def _continues(before: Slots, after: Slots) -> bool:
    if before.day is None or after.day is None or after.day <= before.day or before.until is not None:
        return False
    return ranks(after) <= {5, 6, 7} and bool(before.month or before.month_shift is not None)


def _offsets(pieces: list[Piece], text: str) -> list[Piece]:
    """An amount before or after a dated piece moves it."""
    out: list[Piece] = []
    for piece in pieces:
        if out and out[-1].slots.timeless is Granularity.DURATION and out[-1].slots.delta:
            side = _AMOUNT_SIDE.match(text[out[-1].end : piece.start])
            if side and piece.slots.timeless is None and piece.slots.until is None:
                sign = -1 if side[1] == "before" else 1
                offset = tuple((sign * count, unit) for count, unit in out[-1].slots.delta)
                out[-1] = Piece(out[-1].start, piece.end, replace(piece.slots, offset=offset))
                continue
        out.append(piece)
    return out


def _ranges(pieces: list[Piece], text: str) -> list[Piece]:
    out: list[Piece] = []
    for piece in pieces:
        if out and (both := _range(out[-1], piece, text)) is not None:
            out[-1] = both
        else:
            out.append(piece)
    return out


def _range(left: Piece, right: Piece, text: str) -> Piece | None:
    if not (_is_point(left.slots) and (_is_point(right.slots) or right.slots.now)):
        return None
    between = text[left.end : right.start]
    lead = _FROM.search(text, max(0, left.start - 9), left.start)
    end = right.end
    if _AND.match(between):
        closing = _WITHIN.match(text, right.end)
        if closing:
            end = closing.end()
        elif not _BETWEEN.search(text, max(0, left.start - 9), left.start):
            return None
    elif not _TO.match(between):
        return None
    slots: Slots = replace(_borrowed(left.slots, right.slots), until=right.slots)
    return Piece(lead.start() if lead else left.start, end, slots)


def _borrowed(left: Slots, right: Slots) -> Slots:
    """What the beginning of a range takes from its end: "January to April 2015", "10 am to noon on Monday"."""
    if left.year is None and left.year_shift is None and left.month and right.year and right.month:
        return replace(left, year=right.year if left.month <= right.month else right.year - 1)
    if ranks(left) <= {6, 7} and not ranks(right) <= {6, 7}:
        dated = right.named() - {"part", "hour", "minute", "second", "meridiem", "until"}
        return replace(left, **{name: getattr(right, name) for name in dated})
    return left


def _is_point(slots: Slots) -> bool:
    closed = slots.timeless or slots.vague or slots.window or slots.now
    return not closed and slots.until is None
