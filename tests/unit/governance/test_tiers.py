"""Thresholds from a tenant's own distribution: 30/50/20, as near as equal scores allow."""

from __future__ import annotations

import pytest

from agent_memory.governance.tiers import Thresholds, calibrated

NOW = Thresholds(10, 3)


def shares(scores: dict[float, int], thresholds: Thresholds) -> list[float]:
    tiers = dict.fromkeys(("hot", "warm", "cold"), 0)
    for score, count in scores.items():
        tiers[thresholds.tier_of(score)] += count
    return [count / sum(scores.values()) for count in tiers.values()]


def test_an_even_distribution_is_split_as_intended() -> None:
    scores = {float(number): 1 for number in range(100)}
    assert shares(scores, calibrated(scores, NOW)) == [0.3, 0.5, 0.2]


def test_equal_scores_stay_together() -> None:
    scores = {2.4: 70, 3.0: 20, 9.0: 10}
    thresholds = calibrated(scores, NOW)
    assert thresholds == Thresholds(3.0, 2.4)
    assert shares(scores, thresholds) == [0.3, 0.7, 0]


@pytest.mark.parametrize("scores", [{}, {2.4: 5}, {2.4: 5, 3.0: 1}, {2.4: 1, 3.0: 500, 4.0: 2}])
def test_hot_is_always_above_warm(scores: dict[float, int]) -> None:
    thresholds = calibrated(scores, NOW)
    assert thresholds.hot > thresholds.warm > 0


def test_with_nothing_to_go_by_thresholds_stay() -> None:
    assert calibrated({}, NOW) == NOW
    assert shares({2.4: 5}, calibrated({2.4: 5}, NOW)) == [0, 1, 0]
