"""The partial reading of one piece of text: which units it names, absolutely or relative to the moment of speech.

Pieces are read one by one ("next Tuesday", "下午", "三点") and joined when they complete each other.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from datetime import date
from typing import Final

from agent_memory.core.time_expressions.model import Direction, Granularity

Delta = tuple[tuple[float, str], ...]


@dataclass(frozen=True, slots=True)
class Slots:
    """Units that a piece names. None = not named. `*_shift` counts units from the current one."""

    span: tuple[date, date, Granularity] | None = None
    year: int | None = None
    year_shift: int | None = None
    half: int | None = None
    quarter: int | None = None
    quarter_shift: int | None = None
    season: str | None = None
    month: int | None = None
    month_shift: int | None = None
    lunar: bool | None = None
    leap: bool | None = None
    edge: tuple[str, str] | None = None
    """(unit, place): ("year", "end"), ("month", "middle"), …"""
    week_shift: int | None = None
    nth: tuple[int, str] | None = None
    """The n-th unit inside the larger period; negative counts from its end."""
    head: tuple[int, str] | None = None
    """The first n units of the larger period (the last n when negative)."""
    weekday: int | None = None
    weekend: bool | None = None
    day: int | None = None
    day_shift: int | None = None
    festival: str | None = None
    delta: Delta | None = None
    """(count, unit) pairs from now: "3 days ago" is ((-3, "day"),)."""
    window: Delta | None = None
    """From now to now plus delta, or the other way round: "the last 3 days"."""
    part: str | None = None
    hour: int | None = None
    minute: int | None = None
    second: int | None = None
    meridiem: str | None = None
    now: bool | None = None
    vague: Direction | None = None
    timeless: Granularity | None = None
    """`DURATION`, `RECURRING` or `VAGUE`."""
    around: str | None = None
    """"week" or "weekend": the one that holds the day."""
    trim: str | None = None
    """"so far" or "rest": the part of the period before or after today."""
    toward: Direction | None = None
    """The next or the last of the days that fit: "next Christmas"."""
    offset: Delta | None = None
    """Moves the whole reading: "two weeks before Christmas"."""
    until: Slots | None = None

    def named(self) -> frozenset[str]:
        """The names of the slots that are filled."""
        return frozenset([name for name in _NAMES if getattr(self, name) is not None])


_NAMES: Final = tuple(f.name for f in fields(Slots))


@dataclass(frozen=True, slots=True)
class Piece:
    """Where in the text a reading was found."""

    start: int
    end: int
    slots: Slots


Build = Callable[[re.Match[str]], Slots | None]


@dataclass(frozen=True, slots=True)
class Rule:
    """One row of a grammar: a pattern over the plain lower-case text, and what it reads."""

    pattern: re.Pattern[str]
    build: Build


@dataclass(frozen=True, slots=True)
class Group:
    """Rows that can only match a text in which their gate is found; most texts pass no gate at all."""

    gate: re.Pattern[str]
    rules: tuple[Rule, ...]


def rule(pattern: str, build: Build) -> Rule:
    """A row; `build` gets the match and may refuse it with None."""
    return Rule(re.compile(pattern), build)


def group(gate: str, *rules: Rule) -> Group:
    """Rows behind a gate."""
    return Group(re.compile(gate), rules)


# Coarse to fine. Slots of one rank exclude each other; a piece may only be completed by slots of other ranks.
_RANK: Final[dict[str, int]] = {
    "year": 1,
    "year_shift": 1,
    "half": 2,
    "quarter": 2,
    "quarter_shift": 2,
    "season": 2,
    "month": 3,
    "month_shift": 3,
    "lunar": 3,
    "leap": 3,
    "week_shift": 4,
    "nth": 4,
    "around": 4,
    "head": 4,
    "weekday": 5,
    "weekend": 5,
    "day": 5,
    "day_shift": 5,
    "festival": 5,
    "delta": 5,
    "span": 5,
    "part": 6,
    "hour": 7,
    "minute": 7,
    "second": 7,
    "meridiem": 7,
}
_CLOSED: Final = frozenset({"now", "vague", "timeless", "window"})
_TIMES: Final = frozenset({6, 7})
_FINEST: Final = 8
_WEEKDAY_ONLY: Final = frozenset({"weekday"})


def ranks(slots: Slots) -> frozenset[int]:
    """The ranks of the units a reading names."""
    found = {_RANK[name] for name in slots.named() if name in _RANK}
    if slots.edge is not None:
        found.add(2 if slots.edge[0] == "year" else 4)
    return frozenset(found)


def coarsest(slots: Slots) -> int:
    """The rank of the largest unit named; more than any rank when there is none."""
    return min(ranks(slots), default=_FINEST)


def join(left: Slots, right: Slots, *, ordered: bool) -> Slots | None:
    """One reading of two neighbours, or None when they do not complete each other.

    `ordered` asks for coarse before fine, as Chinese writes; English allows any order.
    """
    if left.timeless is Granularity.RECURRING or right.timeless is Granularity.RECURRING:
        return _join_recurring(left, right)
    if (left.named() | right.named()) & _CLOSED:
        return None
    before, after = ranks(left), ranks(right)
    if _is_full_date(left) and right.named() == _WEEKDAY_ONLY:
        return left  # "May 9, Saturday": the weekday adds nothing
    if _is_full_date(right) and left.named() == _WEEKDAY_ONLY:
        return right
    if {"weekday", "day"} <= left.named() | right.named() and before == after == frozenset({5}):
        return _merged(left, right)
    if before & after or (ordered and max(before) > min(after)) or _clash(before | after):
        return None
    return _merged(left, right)


def inherit(right: Slots, left: Slots) -> Slots:
    """The end of a range with what it leaves unsaid taken from its beginning ("5月1日到3日")."""
    finest_kept = coarsest(right)
    own = right.named()
    if own & {"year_shift", "month_shift", "week_shift", "day_shift", "delta", "span", "now", "festival"}:
        return right
    if own == _WEEKDAY_ONLY:
        return replace(right, week_shift=left.week_shift)
    taken = {
        name: getattr(left, name)
        for name in left.named()
        if name in _RANK and _RANK[name] < finest_kept and name != "part"
    }
    if right.hour is not None and right.part is None and right.meridiem is None:
        taken |= {"part": left.part, "meridiem": left.meridiem}
    if right.day is not None and right.month is None and left.lunar:
        taken["lunar"] = True
    return replace(right, **taken)


def _is_full_date(slots: Slots) -> bool:
    return slots.day is not None and (slots.month is not None or slots.month_shift is not None)


def _clash(found: frozenset[int]) -> bool:
    """A week and a month do not go together, nor does a quarter with a day, nor a time of day with more than a day."""
    return ({2, 5} <= found and 3 not in found) or (bool(found & _TIMES) and bool(found - _TIMES) and 5 not in found)


def _merged(left: Slots, right: Slots) -> Slots:
    return replace(left, **{name: getattr(right, name) for name in right.named()})


def _join_recurring(left: Slots, right: Slots) -> Slots | None:
    """ "every Monday" + "at 9": still recurring; anything with a year in it stands alone."""
    fine = {"weekday", "part", "hour", "minute", "second", "meridiem", "day", "timeless", "month"}
    if (left.named() | right.named()) <= fine and left.timeless is not right.timeless:
        return Slots(timeless=Granularity.RECURRING)
    return None
