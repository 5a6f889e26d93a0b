"""`resolve`: the time expressions of a text, as dates seen from the moment it was said."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Final
from zoneinfo import ZoneInfo

from agent_memory.core.time_expressions.bounds import find_bound, opened
from agent_memory.core.time_expressions.grounding import Grounded, ground
from agent_memory.core.time_expressions.model import Direction, Granularity, TimeExpression
from agent_memory.core.time_expressions.reading import plain_lower
from agent_memory.core.time_expressions.scanner import scan
from agent_memory.core.time_expressions.slots import Piece

_HAN: Final = re.compile("[一-鿿]")
_NOWHERE: Final = Grounded(None, None, Granularity.VAGUE, None, names_day=False)


def resolve(
    text: str,
    anchor: datetime,
    zone: ZoneInfo,
    *,
    prefer: Direction | None = None,
    bounds: bool = True,
) -> list[TimeExpression]:
    """The Chinese and English time expressions of `text`, in order of appearance, without overlaps.

    `anchor` is the (aware) moment at which the text was said; `zone` is where the speaker is. What is said without
    a year or week means the nearest such day, this year first; `prefer` makes it the next (FUTURE) or the last
    (PAST) one, for callers who know the tense. With `bounds` an expression includes the "before", "since", … beside
    it and is open on that side; without, only the point itself is returned.
    """
    if anchor.tzinfo is None:
        raise ValueError("anchor must be an aware datetime")
    now = anchor.astimezone(zone)
    view = plain_lower(text)
    found: list[TimeExpression] = []
    for piece in scan(view):
        expression = _expression(piece, text, view, now, prefer=prefer, bounds=bounds)
        if not found or expression.start_offset >= found[-1].end_offset:  # not the "before" that opens the last one
            found.append(expression)
    return found


def _expression(
    piece: Piece, text: str, view: str, now: datetime, *, prefer: Direction | None, bounds: bool
) -> TimeExpression:
    start, end = piece.start, piece.end
    try:
        found = ground(piece.slots, now, prefer) or _NOWHERE
        bound = find_bound(view, start, end) if bounds and _can_open(found, piece) else None
        if bound is not None:
            chinese = bool(_HAN.search(view, start, end) or _HAN.search(view, bound.start, bound.end))
            found = opened(found, bound.side, now, chinese=chinese)
            start, end = bound.start, bound.end
    except (ValueError, OverflowError):  # the year 0 or 10,000
        found = _NOWHERE
    return TimeExpression(
        text=text[start:end],
        start_offset=start,
        end_offset=end,
        start=found.start,
        end=found.end,
        granularity=found.granularity,
        direction=found.direction,
        names_day=found.names_day,
    )


def _can_open(found: Grounded, piece: Piece) -> bool:
    return found.start is not None and piece.slots.window is None and piece.slots.until is None
