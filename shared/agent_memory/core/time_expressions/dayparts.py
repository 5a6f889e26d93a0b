"""Parts of the day: first hour, first hour after, and how a clock hour inside one is meant."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class DayPart:
    """A part of a day in hours; `end` may pass 24, `afternoon` lifts 1-11 o'clock by twelve hours."""

    start: int
    end: int
    afternoon: bool = False
    midnight: bool = False
    """Twelve o'clock in it is the midnight that ends the day."""


_MORNING = DayPart(6, 10)
_EVENING = DayPart(18, 24, afternoon=True, midnight=True)

DAY_PARTS: Final[dict[str, DayPart]] = {
    "凌晨": DayPart(0, 6), "拂晓": DayPart(4, 7), "黎明": DayPart(4, 7), "清晨": DayPart(5, 8), "清早": DayPart(5, 8),
    "早上": _MORNING, "早晨": _MORNING, "早间": _MORNING, "早": _MORNING, "今早": _MORNING, "一早": _MORNING,
    "上午": DayPart(7, 12), "中午": DayPart(11, 14), "正午": DayPart(12, 13), "晌午": DayPart(11, 13),
    "午间": DayPart(11, 14), "午后": DayPart(13, 15, afternoon=True), "下午": DayPart(12, 18, afternoon=True),
    "傍晚": DayPart(17, 19, afternoon=True), "黄昏": DayPart(17, 19, afternoon=True), "晚上": _EVENING, "晚间": _EVENING,
    "晚": _EVENING, "夜里": _EVENING, "夜晚": _EVENING, "夜间": _EVENING, "夜": _EVENING, "深夜": DayPart(22, 24, afternoon=True, midnight=True),
    "半夜": DayPart(0, 4, midnight=True), "午夜": DayPart(0, 1, midnight=True), "白天": DayPart(8, 18),
    "morning": DayPart(6, 12), "early morning": DayPart(5, 8), "afternoon": DayPart(12, 18, afternoon=True),
    "evening": DayPart(17, 21, afternoon=True), "night": DayPart(20, 24, afternoon=True, midnight=True),
    "noon": DayPart(12, 13), "midday": DayPart(12, 13), "lunch": DayPart(11, 13), "lunchtime": DayPart(11, 13),
    "midnight": DayPart(0, 1), "daytime": DayPart(8, 18), "dinner": DayPart(18, 20, afternoon=True),
}  # fmt: skip


def clock_hour(hour: int, part: str | None, meridiem: str | None) -> int:
    """The hour of the day (0-24) that a spoken hour means inside a part of the day or with am / pm."""
    if meridiem is not None and hour <= 12:
        return hour % 12 + (12 if meridiem == "pm" else 0)
    place = DAY_PARTS.get(part) if part else None
    if place is None or hour > 12:
        return hour
    if hour == 12:
        return 24 if place.midnight else 0 if place.end <= 8 else 12
    if place.afternoon and not (place.midnight and hour < 5):
        return hour + 12
    if part in ("中午", "午间", "晌午", "noon", "midday", "lunch", "lunchtime") and hour < 5:
        return hour + 12
    return hour
