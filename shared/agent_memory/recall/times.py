"""The time a question asks about. It may only boost: what is not from that time stays a candidate. Pure functions."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from agent_memory.core.time_expressions import Direction, Granularity, TimeExpression, resolve
from agent_memory.recall.ranking import Hit, Shelf

_LAST_TIME: Final = re.compile(
    r"上一?[次回]|最近一[次回]|最后一次|\b(?:the )?last time\b|\bmost recent(?:ly)?\b|\blatest\b", re.IGNORECASE
)
_TOLD: Final = re.compile(
    r"我.{0,8}(?:提[到过起]|[说讲聊][到过了]|告诉)|记得"
    r"|\b(?:did (?:i|we)|(?:i|we) (?:said|told|mention\w*|talk\w*|discuss\w*)|remember)\b",
    re.IGNORECASE,
)
_HAPPENED: Final = re.compile(
    r"了|[到说讲聊提去来做买吃看玩用住见写学]过|发生|当时"
    r"|\b(?:did|was|were|had|went|said|told|got|made|saw|took|bought|came|\w{2,}ed)\b",
    re.IGNORECASE,
)
_SENTENCE: Final = re.compile(r"[。！？!?\n]+\s*")
_TOO_WIDE: Final = frozenset({Granularity.CENTURY, Granularity.DECADE, Granularity.VAGUE, Granularity.NOW})
_TOO_NARROW: Final = frozenset({Granularity.HOUR, Granularity.MINUTE, Granularity.SECOND, Granularity.PART})
_NO_DATES: Final = frozenset({Granularity.DURATION, Granularity.RECURRING})


LATEST: Final = 0.5
"""How far "last time" moves the latest of the rivals towards a score of 1: far enough to pass a better wording."""
NEARLY: Final = 0.7
"""Share of the best score from which a hit is a rival for "last time"."""


@dataclass(frozen=True, slots=True)
class AskedTime:
    """When a question asks about: a half-open span of aware datetimes, or simply the last time something happened."""

    since: datetime | None = None
    until: datetime | None = None
    latest: bool = False
    words: str = ""
    """The days named by "yesterday" or "上周五" as a text of that day would write them."""


def asked_time(text: str, now: datetime, zone: ZoneInfo) -> AskedTime:
    """The time a question asks about, seen from `now`, in the asker's zone. All that is named is one span.

    Only the last sentence asks, and only if it asks what happened then: a birthday in May is no time at which anything
    was said, nor is a day to come; today is one only if the question is what was told.
    """
    text = next((part for part in reversed(_SENTENCE.split(text)) if part.strip()), text)
    latest = _LAST_TIME.search(text) is not None
    named = [expression for expression in resolve(text, now, zone, prefer=Direction.PAST) if _names_a_time(expression)]
    days = {day for expression in named if (day := _single_day(expression)) is not None}
    words = " ".join(f"{day.year} {day.month} {day.day} {day:%B}" for day in sorted(days))
    past = [expression for expression in named if expression.direction in _when(text)]
    first = [day for expression in past if (day := expression.first_day) is not None]
    last = [day for expression in past if (day := expression.last_day) is not None]
    if not first or not last:
        return AskedTime(latest=latest, words=words)
    since = datetime.combine(min(first), time.min, zone)
    until = datetime.combine(max(last), time.min, zone) + timedelta(days=1)
    return AskedTime(since, until, latest, words)


def _when(text: str) -> set[Direction]:
    """Of which directions a sentence asks what happened."""
    if _TOLD.search(text):
        return {Direction.PAST, Direction.PRESENT}
    return {Direction.PAST} if _HAPPENED.search(text) else set()


def latest_first(hits: Sequence[Hit], moments: Mapping[tuple[Shelf, str], datetime]) -> list[Hit]:
    """For "last time": among the hits that do nearly as well as the best, later ones move up. `moments`: when each was
    said, by shelf and id."""
    rivals = [hit for hit in hits if hit.score >= NEARLY * hits[0].score and (hit.shelf, hit.id) in moments]
    order = sorted(rivals, key=lambda hit: moments[hit.shelf, hit.id])
    steps = max(1, len(order) - 1)
    gain = {(hit.shelf, hit.id): LATEST * place / steps for place, hit in enumerate(order)}
    moved = [replace(hit, score=hit.score + gain.get((hit.shelf, hit.id), 0.0) * (1 - hit.score)) for hit in hits]
    return sorted(moved, key=lambda hit: (-hit.score, hit.shelf, hit.id))


def _names_a_time(expression: TimeExpression) -> bool:
    if expression.granularity in _TOO_WIDE | _NO_DATES or not expression.is_dated:
        return False
    return expression.names_day or expression.granularity not in _TOO_NARROW


def _single_day(expression: TimeExpression) -> date | None:
    first = expression.first_day
    return first if first is not None and first == expression.last_day else None
