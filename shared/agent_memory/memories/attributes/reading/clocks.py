"""The time of day: `早上六点半`, `6:30 am`, `in the evening`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from agent_memory.memories.attributes.reading.numbers import ZH_NUMERAL, number
from agent_memory.memories.attributes.reading.text import Span, blank_out

_PARTS: Final = {
    "morning": "早上 早晨 清晨 上午 凌晨 一早 大清早 morning mornings",
    "noon": "中午 正午 noon midday lunchtime",
    "afternoon": "下午 午后 afternoon afternoons",
    "evening": "晚上 傍晚 夜里 深夜 夜晚 半夜 晚间 evening evenings night nights midnight",
}
_PART_OF: Final = {word: part for part, words in _PARTS.items() for word in words.split()}
_PART: Final = re.compile(
    "|".join(rf"\b{w}\b(?! shift)" if w.isascii() else w for w in sorted(_PART_OF, key=len, reverse=True))
)
_LATE: Final = ("afternoon", "evening")

_N: Final = rf"\d{{1,2}}|{ZH_NUMERAL}{{1,3}}"
_HOURS: Final = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
_ZH_PART: Final = "|".join(w for w in _PART_OF if not w.isascii())
_CLOCKS: Final = [
    re.compile(p)
    for p in (
        rf"(?P<part>{_ZH_PART})? ?(?P<h>\d{{1,2}}):(?P<m>\d\d)(?::\d\d)? ?(?P<half>a\.?m\b\.?|p\.?m\b\.?)?",
        rf"(?P<part>{_ZH_PART})? ?(?P<h>{_N}) ?[点时](?:钟|整)?(?P<m>半|(?:{_N})(?=分)|一刻|三刻)?分?(?!评|建议|意见)",
        rf"\b(?P<h>\d{{1,2}}|{_HOURS}) ?(?P<half>a\.?m\b\.?|p\.?m\b\.?|o'clock)",
        (
            rf"\b(?:at|around|by|until|till|before|after) (?P<h>\d{{1,2}}|{_HOURS})"
            r"(?=$|[,;.\x1f]| (?:in|every|on|and|to|or|each|sharp)\b)"
        ),
    )
]


@dataclass(frozen=True, slots=True)
class Clock:
    """A time on the clock; `late` is None when nothing says which half of the day is meant."""

    hour: int
    minute: int
    late: bool | None

    def conflicts(self, other: Clock) -> bool:
        """Whether the two cannot be the same time."""
        if self.minute != other.minute or self.hour % 12 != other.hour % 12:
            return True
        return self.late is not None and other.late is not None and self.late != other.late


def find_clocks(text: str) -> list[tuple[Span, Clock]]:
    """Every clock time in the text, with its place (a Chinese part of the day in front belongs to it)."""
    found: list[tuple[Span, Clock]] = []
    for pattern in _CLOCKS:
        here = [(m.span(), clock) for m in pattern.finditer(text) if (clock := _clock(m)) is not None]
        found += here
        text = blank_out(text, (span for span, _ in here))
    return sorted(found, key=lambda item: item[0])


def find_day_parts(text: str) -> list[tuple[Span, str]]:
    """Morning, noon, afternoon or evening (night counts as evening), with their places."""
    return [(m.span(), _PART_OF[m[0]]) for m in _PART.finditer(text)]


def _clock(match: re.Match[str]) -> Clock | None:
    groups = match.groupdict()
    hour = number(match["h"])
    said = groups.get("m")
    minute = {None: 0, "半": 30, "一刻": 15, "三刻": 45}.get(said) if said in (None, "半", "一刻", "三刻") else None
    if minute is None:
        read = number(said or "")
        minute = int(read) if read is not None else 60
    if hour is None or hour > 24 or minute > 59:
        return None
    part, half = _PART_OF.get(groups.get("part") or ""), (groups.get("half") or "")[:1]
    late = hour > 12 or half == "p" or part in _LATE
    known = late or hour == 0 or half == "a" or part is not None
    return Clock(int(hour), minute, late if known else None)
