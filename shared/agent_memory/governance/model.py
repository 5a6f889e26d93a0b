"""The rules of governance, pure: what a memory is worth, where it belongs, when it goes. Times are aware UTC."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from enum import StrEnum
from typing import Final

from agent_memory.memories.model import MemoryType, Source
from agent_memory.policies.model import Policy

ACCESS_DAYS: Final = 7
"""Recalls of so many days, today included, count for a tier."""
LONGEST_TTL_DAYS: Final = 36_500
"""Doubling ends here."""
GUARDED_FROM: Final = 5
"""Of fewer memories than this, all may go in one run: a share of so few says nothing."""
HEADLINE_LENGTH: Final = 30
"""Characters of a headline at most (requirement H1)."""

_ACCESS_WEIGHT: Final = 6
_VALUE_WEIGHT: Final = 4
_WEIGHTS: Final = 10
_OF_IMPORTANCE: Final = 2
_OF_STANDING: Final = 10
_ENDS: Final = frozenset("。！？；，、.!?;,:： ")


class Tier(StrEnum):
    """How much a memory is used and worth. Only a name: what is cold is recalled like everything else."""

    HOT = "hot"
    WARM = "warm"
    COLD = "cold"


@dataclass(frozen=True, slots=True, kw_only=True)
class Life:
    """What of a memory its tier and its decay depend on."""

    user_id: str
    memory_id: str
    memory_type: MemoryType
    source: Source
    pinned: bool
    importance: int
    accesses: int
    """Recalls in the last `ACCESS_DAYS` days."""
    unread_since: datetime
    """The last recall or change."""
    tier: Tier
    read_only: bool
    forget_at: datetime | None

    @property
    def is_protected(self) -> bool:
        """As `Memory.is_protected`: it never goes by itself."""
        return self.pinned or self.memory_type in (MemoryType.CORE, MemoryType.NOTE)

    @property
    def marks(self) -> Marks:
        """What it bears now."""
        return Marks(self.tier, self.read_only, self.forget_at)


@dataclass(frozen=True, slots=True)
class Marks:
    """What governance writes on a memory that stays."""

    tier: Tier
    read_only: bool
    forget_at: datetime | None


def business_value(importance: int, *, standing: bool) -> int:
    """What a memory is worth apart from its use, 2 to 20: twice its importance (1 to 5), and ten more where somebody
    gave it a standing: what is core or pinned."""
    return _OF_IMPORTANCE * importance + (_OF_STANDING if standing else 0)


def score_of(accesses: int, value: int) -> float:
    """0.6 × recalls in seven days + 0.4 × business value (requirement H3). Reckoned in tenths, so that 3 is 3."""
    return (_ACCESS_WEIGHT * accesses + _VALUE_WEIGHT * value) / _WEIGHTS


def score(life: Life) -> float:
    """The score that a memory's tier goes by."""
    standing = life.pinned or life.memory_type is MemoryType.CORE
    return score_of(life.accesses, business_value(life.importance, standing=standing))


def tier_of(reached: float, policy: Policy) -> Tier:
    """The tier of a score."""
    if reached >= policy.hot_score:
        return Tier.HOT
    return Tier.WARM if reached >= policy.warm_score else Tier.COLD


def marked(life: Life, policy: Policy, now: datetime) -> Marks:
    """What a memory bears from now on.

    The longer nobody reads it the more it bears, and what is protected bears nothing but its tier. A day on which it is
    to be forgotten is never moved nearer, and lies ahead by the notice at least when it is set.
    """
    tier, decay = tier_of(score(life), policy), policy.decay
    if not decay.enabled or policy.legal_hold or life.is_protected:
        return Marks(tier, read_only=False, forget_at=None)
    unread = now - life.unread_since
    read_only = unread >= timedelta(days=decay.read_only_after_days)
    if decay.forget_after_days is None or unread < timedelta(days=decay.forget_after_days - decay.notice_days):
        return Marks(tier, read_only, None)
    due = life.unread_since + timedelta(days=decay.forget_after_days)
    return Marks(tier, read_only, max(due, life.forget_at or now + timedelta(days=decay.notice_days)))


def extended_ttl(ttl_days: int) -> int:
    """The life of a memory that expired and is still wanted: twice as long, up to a hundred years."""
    return min(2 * ttl_days, LONGEST_TTL_DAYS)


def may_take(going: int, total: int, policy: Policy) -> bool:
    """Whether one run may take so many of a user's active memories away. What is more looks like a mistake."""
    return total < GUARDED_FROM or going <= policy.refuse_above_share * total


def first_day(now: datetime) -> date:
    """The first of the days whose recalls count for a tier."""
    return (now - timedelta(days=ACCESS_DAYS - 1)).date()


def headline(content: str, length: int = HEADLINE_LENGTH) -> str:
    """The beginning of a text in one line of at most `length` characters, cut where a word or clause ends if one does.

    Deterministic: the same text always has the same headline, in any script.
    """
    line = re.sub(r"\s+", " ", content).strip()
    if len(line) <= length:
        return line
    room = length - 1
    cut = next((end for end in range(room, room // 2, -1) if line[end] in _ENDS), room)
    while unicodedata.combining(line[cut]) and cut > 1:  # an accent stays with its letter
        cut -= 1
    return line[:cut].rstrip("".join(_ENDS)) + "…"


@dataclass(frozen=True, slots=True, kw_only=True)
class RunRequest:
    """What a run is asked for."""

    now: datetime
    """The time it goes by."""
    dry_run: bool = False
    """Count what would be done, and do nothing."""


class RunStatus(StrEnum):
    """How a run ended."""

    RUNNING = "running"
    SUCCEEDED = "succeeded"
    UNFINISHED = "unfinished"
    """Time was up; the next run goes on."""
    FAILED = "failed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """What a run did in one org."""

    org_id: str
    run_id: str
    request: RunRequest
    status: RunStatus = RunStatus.RUNNING
    started_at: datetime
    finished_at: datetime | None = None
    counts: Counter[str] = field(default_factory=Counter[str])
    failure: str | None = None

    def ended(self, status: RunStatus, at: datetime, failure: str | None = None) -> Run:
        """The same run, over."""
        return replace(self, status=status, finished_at=at, failure=failure)
