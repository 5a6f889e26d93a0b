"""English: parts of the day and clock times."""

from __future__ import annotations

import re
from typing import Final

from agent_memory.core.time_expressions.en_calendar import after
from agent_memory.core.time_expressions.numerals import EN_NUMBER, en_number
from agent_memory.core.time_expressions.slots import Rule, Slots, rule

_WORDS: Final = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
_HOUR: Final = rf"(?:2[0-4]|1\d|0?\d|{_WORDS})"
_MERIDIEM: Final = r"(?P<meridiem>a|p)\.? ?m\b\.?"
_PARTS: Final = "early morning|morning|afternoon|evening|night"
_IN: Final = rf"(?:,? (?:in|at|this) (?:the )?(?P<part>{_PARTS}))"
_DASH: Final = r" ?(?:-|~|to|until|till|and) ?"
_TENS: Final = (
    r"(?:(?:twenty|thirty|forty|fifty)(?:[- ](?:one|two|three|four|five|six|seven|eight|nine))?|fifteen|ten|five)"
)
_BEFORE: Final = after("at", "by", "until", "till", "before", "after", "since", "around", "about", "it's")


def _group(m: re.Match[str], name: str) -> str | None:
    return m.groupdict().get(name)


def _hour(text: str) -> int:
    return en_number(text) or 0


def _meridiem(m: re.Match[str]) -> str | None:
    letter = _group(m, "meridiem")
    return f"{letter}m" if letter else None


def _clock(m: re.Match[str]) -> Slots | None:
    hour, minute, second = _hour(m["hour"]), _group(m, "minute"), _group(m, "second")
    if hour > 24 or (hour > 12 and _meridiem(m) is not None and hour > 23):
        return None
    return Slots(
        hour=hour,
        minute=en_number(minute) if minute else None,
        second=int(second) if second else None,
        meridiem=_meridiem(m),
        part=_part(m),
    )


def _part(m: re.Match[str]) -> str | None:
    return _group(m, "part") or _group(m, "part_first")


def _past(m: re.Match[str]) -> Slots | None:
    """ "half past seven", "twenty to nine"."""
    amount = {"half": 30, "quarter": 15, "a quarter": 15}.get(m["amount"]) or en_number(m["amount"])
    if not amount or amount > 59:
        return None
    hour = _hour(m["hour"])
    before = m["side"] in ("to", "til", "till", "of")
    return Slots(
        hour=(hour - 1) % 24 if before else hour,
        minute=60 - amount if before else amount,
        part=_part(m),
        meridiem=_meridiem(m),
    )


def _hours(m: re.Match[str]) -> Slots | None:
    first, last = _hour(m["hour"]), _hour(m["last"])
    meridiem = _meridiem(m)
    start = meridiem
    if meridiem == "pm" and first % 12 > last % 12:
        start = "am"  # "10-3pm" begins in the morning
    until = Slots(hour=last, minute=int(m["last_minute"]) if m["last_minute"] else None, meridiem=meridiem)
    minute = int(m["minute"]) if m["minute"] else None
    return Slots(hour=first, minute=minute, meridiem=start, part=_group(m, "part"), until=until)


def _past_or_none(m: re.Match[str]) -> Slots | None:
    if m["side"] in ("to", "of") and m["amount"].isdigit() and m["hour"].isdigit():
        return None  # "5 to 7" is a range, "3 of 4" a share
    return _past(m)


EN_CLOCK_RULES: Final[tuple[Rule, ...]] = (
    rule(rf"\b(?P<hour>{_HOUR})(?:[:.](?P<minute>[0-5]\d)(?::(?P<second>[0-5]\d))?)? ?{_MERIDIEM}", _clock),
    rule(rf"\b(?P<hour>{_WORDS})[ -](?P<minute>{_TENS}) ?{_MERIDIEM}", _clock),
    rule(
        r"(?<![\d:.])(?P<hour>2[0-4]"
        rf"|[01]?\d):(?P<minute>[0-5]\d)(?::(?P<second>[0-5]\d))?(?![\d:])(?! ?[ap]\.?m\b){_IN}?",
        _clock,
    ),
    rule(rf"\b(?P<hour>{_HOUR}) ?o'?clock\b(?: ?{_MERIDIEM})?{_IN}?", _clock),
    rule(rf"\b(?P<hour>{_HOUR})(?:[:.](?P<minute>[0-5]\d))?{_IN}", _clock),
    rule(rf"\b(?:in the |this )?(?P<part_first>{_PARTS}),? at (?P<hour>{_HOUR})(?::(?P<minute>[0-5]\d))?\b", _clock),
    rule(
        rf"{_BEFORE}(?P<hour>[01]?\d|2[0-4]|{_WORDS})(?:[:.](?P<minute>[0-5]\d))?(?= ?(?:$|[.,;!?)]|today|tomorrow|on "
        r"|this |and |or |tonight|every|sharp|each|until|to |till))(?!\.\d|,\d)",
        _clock,
    ),
    rule(rf"{_BEFORE}(?P<hour>{_WORDS})[ -](?P<minute>{_TENS})\b", _clock),
    rule(
        rf"\b(?P<amount>half|a quarter|quarter|{EN_NUMBER})(?: min(?:ute)?s?)? (?P<side>past|to|till?"
        rf"|of) (?P<hour>{_HOUR})\b(?: o'?clock)?(?: ?{_MERIDIEM})?{_IN}?",
        _past_or_none,
    ),
    rule(
        r"\b(?:from "
        rf"|between )?(?P<hour>{_HOUR})(?::(?P<minute>[0-5]\d))?{_DASH}(?P<last>{_HOUR})(?::(?P<last_minute>[0-5]\d))? ?{_MERIDIEM}",
        _hours,
    ),
    rule(
        r"\b(?:from "
        rf"|between )(?P<hour>{_HOUR})(?::(?P<minute>[0-5]\d))?{_DASH}(?P<last>{_HOUR})(?::(?P<last_minute>[0-5]\d))?{_IN}",
        _hours,
    ),
    rule(r"\b(?:12 )?(?P<noon>noon(?:ish)?|midday)\b", lambda _: Slots(hour=12, meridiem="pm")),
    rule(r"\b(?:12 )?mid ?night\b", lambda _: Slots(hour=0)),
    rule(r"\b(?P<part>daytime|lunchtime)\b", lambda m: Slots(part=m["part"])),
    rule(
        rf"(?<!good )\b(?P<part>{_PARTS})\b(?!s| (?:person|owl|shift|class|mode|sky|market|train|bus|flight))",
        lambda m: Slots(part=m["part"]),
    ),
)  # fmt: skip
