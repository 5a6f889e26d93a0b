"""Chinese: parts of the day and clock times."""

from __future__ import annotations

import re
from typing import Final

from agent_memory.core.time_expressions.dayparts import DAY_PARTS
from agent_memory.core.time_expressions.slots import Rule, Slots, rule
from agent_memory.core.time_expressions.zh_calendar import TO, number

_PARTS: Final = "|".join(
    sorted((name for name in DAY_PARTS if len(name) > 1 and not name.isascii()), key=len, reverse=True)
)
_PART: Final = rf"(?:(?P<part>{_PARTS}|(?<=[日号天晨五十末])[早晚]|[早晚](?=\d|[一二三四五六七八九十]))的?\s?)?"
_HOUR_WORD: Final = r"(?:2[0-4]|[01]?\d|二十[一二三四]?|十[一二三四五六七八九]?|[零〇一二两三四五六七八九])"
_HOUR: Final = rf"(?P<hour>{_HOUR_WORD})"
_POINT: Final = r"(?:点钟?|时(?![间候段期代不]))"
# "三点建议" is three points, "一点" a little
_NOT_CLOCK: Final = r"(?!多?[建意要原内说需问看想心评击餐缀赞名数收都也儿])"
_MINUTE: Final = (
    r"(?:(?P<half>半)|(?P<quarter>[一三13])刻|过?(?P<minute>[0-5]?\d|零[一二三四五六七八九]"
    r"|[二三四五]?十[一二三四五六七八九]?"
    r"|[二三四五][十](?:[一二三四五六七八九])?|[五](?=分))分?(?![钟之天个月年%\d]))?"
)
_SECOND: Final = r"(?:(?P<second>[0-5]?\d|[二三四五]?十?[一二三四五六七八九])秒)?"


def _minute(m: re.Match[str]) -> int | None:
    if m["half"]:
        return 30
    if m["quarter"]:
        return number(m["quarter"]) * 15
    return number(m["minute"]) if m["minute"] else None


def _clock(m: re.Match[str]) -> Slots | None:
    """ "三点" alone could be three points; it needs a part of the day, minutes, 钟 or digits to be a time."""
    second = number(m["second"]) if m["second"] else None
    minute = _minute(m)
    if m["hour"] == "一" and not m["part"] and minute is None and "点钟" not in m[0]:
        return None
    return Slots(part=m["part"] or None, hour=number(m["hour"]), minute=minute, second=second)


def _digital(m: re.Match[str]) -> Slots | None:
    hour, minute = int(m["hour"]), int(m["minute"])
    second = int(m["second"]) if m["second"] else None
    if minute > 59 or hour > 24:
        return None
    return Slots(part=m["part"], hour=hour, minute=minute, second=second)


def _hours(m: re.Match[str]) -> Slots:
    until = Slots(hour=number(m["last"]), minute=_minute(m))
    return Slots(part=m["part"], hour=number(m["hour"]), until=until)


def _about(m: re.Match[str]) -> Slots:
    """ "七八点": from seven to nine."""
    return Slots(part=m["part"], hour=number(m["hour"]), until=Slots(hour=number(m["last"]) + 1))


CLOCK_RULES: Final[tuple[Rule, ...]] = (
    rule(rf"(?<![个这那有第\d.]){_PART}{_HOUR}{_POINT}(?:[整许]|多钟?)?{_NOT_CLOCK}{_MINUTE}{_SECOND}", _clock),
    rule(rf"(?<![个这那有第\d.])(?P<part>){_HOUR}{_POINT}(?:[整许]|多钟?)?{_NOT_CLOCK}{_MINUTE}{_SECOND}", _clock),
    rule(
        rf"(?<![\d:.]){_PART}(?P<hour>2[0-4]|[01]?\d):(?P<minute>[0-5]\d)(?::(?P<second>[0-5]\d))?(?![\d:]"
        r"|\s?[ap]\.?m)",
        _digital,
    ),
    rule(rf"(?<![\d.]){_PART}{_HOUR}{TO}(?P<last>{_HOUR_WORD}){_POINT}{_NOT_CLOCK}{_MINUTE}", _hours),
    rule(rf"{_PART}(?P<hour>[一二三四五六七八九])(?P<last>[二三四五六七八九]){_POINT}{_NOT_CLOCK}", _about),
    rule(rf"(?P<part>{_PARTS})", lambda m: Slots(part=m["part"])),
    rule(r"(?<=[日号末天])(?P<part>[早晚])(?![饭餐])", lambda m: Slots(part=m["part"])),
)  # fmt: skip
