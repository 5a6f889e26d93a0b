"""Boosts are small, and each goes the way it says."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from agent_memory.recall.boosts import IMPORTANCE, MUCH_USED, RECENCY, USE, boost_of

NOW = datetime(2026, 3, 18, tzinfo=UTC)
importances = st.integers(1, 5)
ages = st.integers(-5, 5000).map(lambda days: NOW - timedelta(days=days))
uses = st.integers(0, 10_000)


def boost(importance: int = 3, observed_at: datetime = NOW, access_count: int = 0) -> float:
    return boost_of(importance=importance, observed_at=observed_at, access_count=access_count, now=NOW)


@given(importances, ages, uses)
def test_never_more_than_their_sum(importance: int, observed_at: datetime, access_count: int) -> None:
    assert -IMPORTANCE <= boost(importance, observed_at, access_count) <= IMPORTANCE + RECENCY + USE


@given(importances, importances, ages, uses)
def test_what_matters_more_is_never_lower(one: int, other: int, observed_at: datetime, access_count: int) -> None:
    low, high = sorted([one, other])
    assert boost(low, observed_at, access_count) <= boost(high, observed_at, access_count)


@given(ages, ages, uses, uses)
def test_what_is_newer_or_used_more_is_never_lower(one: datetime, other: datetime, less: int, more: int) -> None:
    assert boost(3, min(one, other), 0) <= boost(3, max(one, other), 0)
    assert boost(3, one, min(less, more)) <= boost(3, one, max(less, more))


def test_the_figures_of_the_documentation() -> None:
    far = NOW - timedelta(days=90_000)
    assert boost(5, far) == IMPORTANCE
    assert boost(1, far) == -IMPORTANCE
    assert abs(boost(3, NOW - timedelta(days=90)) - RECENCY / 2) < 1e-9
    assert abs(boost(3, far, MUCH_USED) - USE) < 1e-9
