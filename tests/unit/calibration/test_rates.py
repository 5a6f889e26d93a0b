"""Intervals, and the thresholds that are chosen by them."""

from __future__ import annotations

import pytest

from agent_memory_client.calibration.pairs import Pair
from agent_memory_client.calibration.rates import (
    Measured,
    Rate,
    best_floor,
    choose_duplicate,
    errors,
    reached_by,
)


def measured(same: list[float], different: list[float]) -> list[Measured]:
    cosines = [*((True, cosine) for cosine in same), *((False, cosine) for cosine in different)]
    return [
        Measured(Pair(f"a{number}", f"b{number}", is_same, "g"), cosine)
        for number, (is_same, cosine) in enumerate(cosines)
    ]


def by_cosine(one: Measured, threshold: float) -> bool:
    return one.cosine >= threshold


# Published values of Wilson's interval: 0 of 10, 5 of 10, 10 of 10, 1 of 29.
@pytest.mark.parametrize(
    ("rate", "low", "high"),
    [
        (Rate(0, 10), 0.0, 0.2775),
        (Rate(5, 10), 0.2366, 0.7634),
        (Rate(10, 10), 0.7225, 1.0),
        (Rate(1, 29), 0.0061, 0.1718),
        (Rate(0, 0), 0.0, 1.0),
    ],
)
def test_intervals_are_wilsons(rate: Rate, low: float, high: float) -> None:
    assert rate.interval == pytest.approx((low, high), abs=2e-4)


def test_errors_are_counted_by_label() -> None:
    found = errors(measured([0.9, 0.5, 0.4], [0.95, 0.1]), lambda one: one.cosine >= 0.6)
    assert (found.false_merges, found.misses) == (Rate(1, 2), Rate(2, 3))


def test_the_lowest_threshold_in_bounds_is_chosen() -> None:
    pairs = measured([0.95, 0.85, 0.75], [0.7] * 100 + [0.2] * 300)
    assert choose_duplicate(pairs, by_cosine, 0.05) == 0.71


def test_nominations_are_bounded_even_where_nothing_would_be_merged() -> None:
    pairs = measured([0.9], [0.6] * 60 + [0.3] * 40)
    assert choose_duplicate(pairs, lambda _one, _at: False, 0.05) == 0.61


def test_a_threshold_below_one_out_of_bounds_is_not_chosen() -> None:
    def merged(one: Measured, threshold: float) -> bool:
        return not one.pair.same and threshold == 0.8

    assert choose_duplicate(measured([0.5], [0.1] * 200), merged, 0.05) == 0.81


def test_a_model_that_tells_nothing_apart_gets_no_threshold() -> None:
    assert choose_duplicate(measured([1.0] * 100, [1.0] * 100), by_cosine, 0.05) is None


def test_few_pairs_give_no_certainty() -> None:
    assert choose_duplicate(measured([0.9], [0.1] * 20), by_cosine, 0.05) is None


@pytest.mark.parametrize(
    ("cosines", "share", "reached"),
    [([0.5], 0.95, 0.5), ([0.1, 0.2, 0.3, 0.999], 0.5, 0.3), ([0.1, 0.2, 0.3, 0.4], 1.0, 0.1), ([-0.005], 1.0, -0.01)],
)
def test_a_share_reaches_a_cosine(cosines: list[float], share: float, reached: float) -> None:
    assert reached_by(cosines, share) == reached


def test_a_floor_parts_what_is_needed_from_the_rest() -> None:
    assert best_floor([0.6, 0.5, 0.3], [0.1, 0.2, 0.29]) == 0.3
    assert best_floor([0.6, 0.1], [0.2, 0.3]) == 0.31


@pytest.mark.parametrize(("needed", "others"), [([], [0.1]), ([0.1], [])])
def test_no_floor_without_cosines(needed: list[float], others: list[float]) -> None:
    with pytest.raises(ValueError, match="no cosines"):
        best_floor(needed, others)
