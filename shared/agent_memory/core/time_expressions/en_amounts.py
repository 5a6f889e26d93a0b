"""English: amounts counted from now or from a day, durations, vague words, "now"."""

from __future__ import annotations

import re
from typing import Final

from agent_memory.core.time_expressions.model import Direction, Granularity
from agent_memory.core.time_expressions.numerals import EN_NUMBER, en_number
from agent_memory.core.time_expressions.slots import Build, Delta, Rule, Slots, rule

_UNITS: Final = {
    "second": "second", "sec": "second", "minute": "minute", "min": "minute", "hour": "hour", "hr": "hour", "h": "hour",
    "day": "day", "business day": "workday", "working day": "workday", "workday": "workday", "week": "week",
    "wk": "week", "fortnight": "fortnight", "weekend": "weekend", "month": "month", "quarter": "quarter",
    "year": "year", "yr": "year", "decade": "decade", "century": "century",
}  # fmt: skip
_UNIT: Final = rf"(?:{'|'.join(sorted((u for u in _UNITS if u != 'h'), key=len, reverse=True))})s?"
_COUNT: Final = rf"(?:half an?|an? half|a couple(?: of)?|a couple|couple(?: of)?|an?|\d+\.\d+|{EN_NUMBER})"
_ONE: Final = rf"{_COUNT}(?: and a half)?[ -]?{_UNIT}\b(?: and a half)?"
_AMOUNT: Final = rf"(?P<amount>{_ONE}(?:(?:,? and |, | ){_ONE}){{0,2}})"
_PARSED: Final = re.compile(rf"(?P<n>{_COUNT})(?P<half1> and a half)?[ -]?(?P<unit>{_UNIT})\b(?P<half2> and a half)?")
_MANY: Final = r"(?:a few|few|several|some|many|a number of|a bunch of|countless)"
_LONG: Final = r"(?:days?|weeks?|months?|years?|hours?|minutes?|decades?)"
_LAST: Final = r"(?:last|past|previous)"
_NEXT: Final = r"(?:next|coming|following|upcoming)"
_UNTIL_NOW: Final = Slots(now=True)


def amounts(text: str, sign: int) -> Delta | None:
    """ "2 weeks and 2 days", "a year and a half" as (count, unit) pairs."""
    found: list[tuple[float, str]] = []
    for m in _PARSED.finditer(text):
        word = m["n"]
        count = 0.5 if "half" in word else 2.0 if "couple" in word else _value(word)
        if count is None or count > 10_000:
            return None
        count += 0.5 if m["half1"] or m["half2"] else 0
        unit = m["unit"]
        found.append((sign * count, _UNITS.get(unit) or _UNITS[unit.removesuffix("s")]))
    return tuple(found) or None


def _value(word: str) -> float | None:
    return float(word) if "." in word else en_number(word)


def _moved(sign: int) -> Build:
    def build(m: re.Match[str]) -> Slots | None:
        delta = amounts(m["amount"], sign)
        return Slots(delta=delta) if delta else None

    return build


def _window(sign: int) -> Build:
    def build(m: re.Match[str]) -> Slots | None:
        delta = amounts(m["amount"], sign)
        return Slots(window=delta) if delta else None

    return build


def _counted(sign: int) -> Build:
    """ "the next 3 days" begin tomorrow."""

    def build(m: re.Match[str]) -> Slots | None:
        delta = amounts(f"{m['n']} {m['unit']}", sign)
        return Slots(window=delta, day_shift=1 if sign > 0 else None) if delta else None

    return build


def _one(sign: int) -> Build:
    """ "the last hour"."""
    return lambda m: Slots(window=((float(sign), m["unit"]),))


def _vague(direction: Direction | None) -> Build:
    return lambda _: Slots(timeless=Granularity.VAGUE, vague=direction)


def _duration(m: re.Match[str]) -> Slots | None:
    amount = m.groupdict().get("amount")
    if amount and re.match(r"an? (?!half)", amount) and not m[0].startswith("for"):
        return None  # "a day like this"
    return Slots(timeless=Granularity.DURATION, delta=amounts(amount, 1) if amount else None)


def _from_tomorrow(m: re.Match[str]) -> Slots | None:
    delta = amounts(m["amount"], 1)
    return Slots(delta=((1.0, "day"), *delta)) if delta else None


_N: Final = rf"(?P<n>a couple(?: of)?|couple(?: of)?|{EN_NUMBER})"

EN_AMOUNT_RULES: Final[tuple[Rule, ...]] = (
    rule(rf"(?<![\d.])\b{_AMOUNT} (?:ago|back|earlier)\b", _moved(-1)),
    rule(rf"\bin {_AMOUNT}(?:'?s? time)?(?! of| each| per| a )", _moved(1)),
    rule(rf"(?<![\d.])\b{_AMOUNT} (?:from now|from today|hence|later|after today|from tonight)\b", _moved(1)),
    rule(rf"(?<![\d.])\b{_AMOUNT} (?:from|after) tomorrow\b", _from_tomorrow),
    rule(rf"\bwithin (?:the next )?{_AMOUNT}", _window(1)),
    rule(rf"\b(?:the |in the |over the |for the |during the )?{_LAST} {_N} (?P<unit>{_UNIT})\b", _counted(-1)),
    rule(rf"\b(?:the |in the |over the |for the |during the )?{_NEXT} {_N} (?P<unit>{_UNIT})\b", _counted(1)),
    rule(rf"\b(?:the |in the )?{_N} {_LAST} (?P<unit>{_UNIT}(?<=s))\b", _counted(-1)),
    rule(rf"\b(?:the |in the )?{_N} {_NEXT} (?P<unit>{_UNIT}(?<=s))\b", _counted(1)),
    rule(rf"\b(?:the )?{_LAST} (?P<unit>hour|minute|decade|century)\b", _one(-1)),
    rule(rf"\b(?:the )?{_NEXT} (?P<unit>hour|minute|decade|century)\b", _one(1)),
    rule(rf"(?<![\d.$€£])\b(?:for |over |about )?{_AMOUNT}\b", _duration),
    rule(
        rf"\b(?:for )?(?:{_MANY} {_LONG}|all (?:day|week|month|year|night)|ages|years|the whole (?:day|week|month"
        r"|year))\b",
        _duration,
    ),
    rule(
        rf"\b{_MANY} {_LONG} (?:ago|back|earlier)\b|\b(?:years|months|weeks|days|ages|hours) ago\b",
        _vague(Direction.PAST),
    ),
    rule(rf"\bin {_MANY} {_LONG}\b|\b{_MANY} {_LONG} (?:from now|later)\b", _vague(Direction.FUTURE)),
    rule(
        r"\b(?:last time|the other (?:day|week|night)|a while (?:ago|back)|long ago|once upon a time|previously"
        r"|formerly"
        r"|back then|in the past|earlier|in my (?:childhood|youth)|as a (?:kid|child))\b",
        _vague(Direction.PAST),
    ),
    rule(r"\b(?:recently|lately|these days|nowadays|of late)\b", _vague(Direction.PRESENT)),
    rule(
        r"\b(?:some ?day|one day|soon(?:er or later)?|eventually|in the (?:near )?future|next time|later on|sometime"
        r"|at some point"
        r"|down the road|before long)\b",
        _vague(Direction.FUTURE),
    ),
    rule(
        r"\b(?:right now|just now|now|at the moment|at the minute|currently|at present|presently|as of now"
        r"|today's date|current date)\b",
        lambda _: _UNTIL_NOW,
    ),
)  # fmt: skip
