"""Words that open an expression on one side: before, after, since, until."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final

from agent_memory.core.time_expressions.grounding import Grounded
from agent_memory.core.time_expressions.model import Direction, Granularity

_LATER: Final = re.compile(
    r"\s?(?:(?:之后|以后|过后|或之后|及以后|及之后)|(?:后)(?!天|面|来|期|者|续|悔)"
    r"|(?P<since>起至今|至今|以来|起(?!床|飞|来|码)|开始|(?:and after|or later|or after|and later|onwards?|and greater"
    r"|and beyond)(?! \w*\d)))"
)
_EARLIER: Final = re.compile(
    r"\s?(?:(?P<by>或之前|或以前|及以前|及之前)|(?:之前|以前|为止)|前(?!天|面|后|者|期|任|台|端|进|[\d一二两三四五六七八九十])"
    r"|(?P<or>or before|or earlier|and before)(?! \w*\d))"
)
_SINCE: Final = re.compile(r"(?:自从|自|从|\bsince|\bstarting(?: from)?|\bfrom)\s*$")
_AFTER: Final = re.compile(r"\b(?:after|later than|greater than|past)\s*(?:the\s)?$")
_BEFORE: Final = re.compile(r"\b(?:before|earlier than|prior to|less than)\s*(?:the\s)?$")
_BY: Final = re.compile(
    r"(?:截至|截止到?|最迟|最晚|\bby|\buntil|\btill|\bup to|\bas late as|\bno later than)\s*(?:the\s)?$"
)
_LOOK: Final = 16


@dataclass(frozen=True, slots=True)
class Bound:
    """An open side, and the text it takes up."""

    side: str
    """before, by, after or since."""
    start: int
    end: int


def find_bound(text: str, start: int, end: int) -> Bound | None:
    """The word beside an expression that opens it, or None."""
    earlier, later = _EARLIER.match(text, end), _LATER.match(text, end)
    low = max(0, start - _LOOK)
    if earlier:
        by = _BY.search(text, low, start)
        inclusive = earlier["by"] or earlier["or"]  # "or before" has the day itself in it
        return Bound("by" if inclusive else "before", by.start() if by else start, earlier.end())
    if later:
        lead = _SINCE.search(text, low, start)
        return Bound("since" if later["since"] or lead else "after", lead.start() if lead else start, later.end())
    for side, pattern in (("by", _BY), ("since", _SINCE), ("after", _AFTER), ("before", _BEFORE)):
        lead = pattern.search(text, low, start)
        if lead and (side != "since" or lead[0].strip() != "from"):
            return Bound(side, lead.start(), end)
    return None


def opened(point: Grounded, side: str, now: datetime, *, chinese: bool) -> Grounded:
    """`point` opened on one side. What lies between now and a point in the future, or a past point and now, is
    closed by now: "before June 30" is today to June 30, "since 2018" is 2018 to today."""
    if point.start is None or point.end is None:
        return point
    here: date | datetime = now if isinstance(point.start, datetime) else now.date()
    step = timedelta(0) if isinstance(point.start, datetime) else timedelta(days=1)
    if side in ("before", "by"):
        future = point.direction is not Direction.PAST
        inclusive = side == "by" or (chinese and future)
        end = point.end if inclusive else point.start - step
        starts_now = future and here <= end  # not for "before today", which is over
        return Grounded(
            here if starts_now else None,
            end,
            Granularity.RANGE,
            Direction.FUTURE if future else Direction.PAST,
            point.names_day,
        )
    keeps_first = side == "since" or (chinese and point.granularity is Granularity.DAY)
    start = point.start if keeps_first else point.end + step
    past = point.direction is Direction.PAST and side == "since"
    direction = Direction.FUTURE if point.direction is Direction.FUTURE else point.direction
    return Grounded(start, here if past else None, Granularity.RANGE, direction, point.names_day)
