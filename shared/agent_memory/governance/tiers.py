"""How an agent's memories are spread over the tiers, and which thresholds would spread them as intended."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from agent_memory.core.clock import Clock
from agent_memory.core.errors import ForbiddenError
from agent_memory.governance import store
from agent_memory.governance.model import Tier, business_value, first_day, score_of
from agent_memory.platform.postgres import Database
from agent_memory.policies.model import Policy
from agent_memory.policies.service import Policies

HOT_SHARE: Final = 0.3
WARM_SHARE: Final = 0.5
"""Shares of memories that thresholds are calibrated for; the remaining fifth is cold (requirement H3)."""


@dataclass(frozen=True, slots=True)
class Thresholds:
    """From which score on a memory is hot, and from which it is warm."""

    hot: float
    warm: float

    def tier_of(self, score: float) -> Tier:
        """The tier of a score."""
        if score >= self.hot:
            return Tier.HOT
        return Tier.WARM if score >= self.warm else Tier.COLD


@dataclass(frozen=True, slots=True)
class Calibration:
    """What holds now, and what would come nearer to the intended shares."""

    memories: int
    current: Thresholds
    counts: Mapping[Tier, int]
    """By the current thresholds and the recalls until now."""
    suggested: Thresholds
    expected: Mapping[Tier, int]
    """By the suggested thresholds."""


def calibrated(scores: Mapping[float, int], current: Thresholds) -> Thresholds:
    """The thresholds that come nearest to three tenths hot and eight tenths hot or warm.

    Thresholds are scores that occur, so ties stay together. Where one score is all there is, everything is warm; where
    there is nothing, the current thresholds stay.
    """
    ranked = sorted(scores, reverse=True)
    if not ranked:
        return current
    total, reached, shares = sum(scores.values()), 0, dict[float, float]()
    for score in ranked:
        reached += scores[score]
        shares[score] = reached / total
    if len(ranked) == 1:
        return Thresholds(ranked[0] + 1, ranked[0])
    hot = min(ranked[:-1], key=lambda score: (abs(shares[score] - HOT_SHARE), -score))
    below = [score for score in ranked if score < hot]
    warm = min(below, key=lambda score: (abs(shares[score] - HOT_SHARE - WARM_SHARE), -score))
    return Thresholds(hot, warm)


class Tiers:
    """Looks at the tiers of an org's agents."""

    def __init__(self, database: Database, policies: Policies, clock: Clock) -> None:
        self._database = database
        self._policies = policies
        self._clock = clock

    def calibrate(self, org_id: str, agent_id: str) -> Calibration:
        """How an agent's active memories are spread, and thresholds from their own distribution.

        Raises:
            ForbiddenError: the agent is not registered.
        """
        policy = self._policies.all_of(org_id, agent_id).get(agent_id)
        if policy is None:
            raise ForbiddenError
        scores, current = self._scores(org_id, agent_id), _thresholds(policy)
        suggested = calibrated(scores, current)
        return Calibration(
            sum(scores.values()), current, _spread(scores, current), suggested, _spread(scores, suggested)
        )

    def _scores(self, org_id: str, agent_id: str) -> Counter[float]:
        now = self._clock.now()
        query = store.statement("access_histogram", org_id=org_id, agent_id=agent_id, first_day=first_day(now), now=now)
        scores: Counter[float] = Counter()
        for row in self._database.read(org_id, query)[0]:
            value = business_value(row["importance"], standing=row["standing"])
            scores[score_of(row["accesses"], value)] += row["count"]
        return scores


def _thresholds(policy: Policy) -> Thresholds:
    return Thresholds(policy.hot_score, policy.warm_score)


def _spread(scores: Mapping[float, int], thresholds: Thresholds) -> dict[Tier, int]:
    spread = dict.fromkeys(Tier, 0)
    for score, count in scores.items():
        spread[thresholds.tier_of(score)] += count
    return spread
