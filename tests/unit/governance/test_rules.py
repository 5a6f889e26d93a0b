"""What a memory is worth, where it belongs, and what its headline is."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest

from agent_memory.governance.model import (
    HEADLINE_LENGTH,
    LONGEST_TTL_DAYS,
    Life,
    Marks,
    Tier,
    business_value,
    extended_ttl,
    first_day,
    headline,
    marked,
    may_take,
    score,
    score_of,
    tier_of,
)
from agent_memory.memories.model import MemoryType, Source
from agent_memory.policies.model import Policy, effective
from tests.support.memories import NOON

DAY = timedelta(days=1)
DECAYING = effective({"decay": {"enabled": True}})


def a_life(**changes: Any) -> Life:
    fields: dict[str, Any] = {
        "user_id": "user-1",
        "memory_id": "mem-1",
        "memory_type": MemoryType.FACT,
        "source": Source.AUTO,
        "pinned": False,
        "importance": 3,
        "accesses": 0,
        "unread_since": NOON,
        "tier": Tier.HOT,
        "read_only": False,
        "forget_at": None,
    }
    return Life(**{**fields, **changes})


@pytest.mark.parametrize(
    ("changes", "expected", "tier"),
    [
        ({}, 2.4, Tier.COLD),
        ({"accesses": 1}, 3.0, Tier.WARM),
        ({"importance": 1, "accesses": 3}, 2.6, Tier.COLD),
        ({"importance": 5}, 4.0, Tier.WARM),
        ({"accesses": 12}, 9.6, Tier.WARM),
        ({"accesses": 13}, 10.2, Tier.HOT),
        ({"memory_type": MemoryType.CORE}, 6.4, Tier.WARM),
        ({"pinned": True, "importance": 5}, 8.0, Tier.WARM),
        ({"pinned": True, "accesses": 6}, 10.0, Tier.HOT),
    ],
)
def test_a_tier_goes_by_use_and_worth(changes: dict[str, Any], expected: float, tier: Tier) -> None:
    life = a_life(**changes)
    assert score(life) == expected
    assert marked(life, effective(), NOON).tier is tier


def test_thresholds_are_met_exactly() -> None:
    assert tier_of(10, effective()) is Tier.HOT
    assert tier_of(3, effective()) is Tier.WARM
    assert score_of(1, 6) == 3


def test_business_value_is_importance_and_standing() -> None:
    assert [business_value(number, standing=False) for number in (1, 5)] == [2, 10]
    assert business_value(5, standing=True) == 20


@pytest.mark.parametrize(
    ("days", "read_only", "forget_in"),
    [(0, False, None), (29.9, False, None), (30, True, None), (52.9, True, None), (53, True, 7), (80, True, 7)],
)
def test_what_nobody_reads_becomes_read_only_then_is_announced(
    days: float, read_only: bool, forget_in: float | None
) -> None:
    now = NOON + days * DAY
    marks = marked(a_life(), DECAYING, now)
    assert (marks.read_only, marks.forget_at) == (read_only, None if forget_in is None else now + forget_in * DAY)


def test_an_announced_day_is_never_moved_nearer() -> None:
    announced = NOON + 75 * DAY
    assert marked(a_life(forget_at=announced), DECAYING, NOON + 80 * DAY).forget_at == announced
    slower = effective({"decay": {"enabled": True, "forgetAfterDays": 90, "noticeDays": 60}})
    assert marked(a_life(forget_at=announced), slower, NOON + 80 * DAY).forget_at == NOON + 90 * DAY


@pytest.mark.parametrize(
    "changes", [{"pinned": True}, {"memory_type": MemoryType.CORE}, {"memory_type": MemoryType.NOTE}]
)
def test_what_is_protected_never_decays(changes: dict[str, Any]) -> None:
    assert marked(a_life(**changes), DECAYING, NOON + 900 * DAY) == Marks(
        marked(a_life(**changes), DECAYING, NOON).tier, False, None
    )


@pytest.mark.parametrize(
    "policy",
    [effective(), effective({"decay": {"enabled": True}, "legalHold": True})],
    ids=["off by default", "legal hold"],
)
def test_without_decay_marks_are_taken_off(policy: Policy) -> None:
    bearing = a_life(read_only=True, forget_at=NOON + 61 * DAY)
    assert marked(bearing, policy, NOON + 60 * DAY) == Marks(Tier.COLD, False, None)


def test_what_is_never_forgotten_is_never_announced() -> None:
    policy = effective({"decay": {"enabled": True, "forgetAfterDays": None}})
    assert marked(a_life(), policy, NOON + 900 * DAY) == Marks(Tier.COLD, True, None)


def test_a_life_doubles_up_to_a_hundred_years() -> None:
    assert [extended_ttl(days) for days in (7, 20_000, LONGEST_TTL_DAYS)] == [14, LONGEST_TTL_DAYS, LONGEST_TTL_DAYS]


@pytest.mark.parametrize(
    ("going", "total", "may"), [(4, 5, True), (5, 5, False), (5, 6, False), (8, 10, True), (9, 10, False), (4, 4, True)]
)
def test_a_run_takes_four_fifths_of_a_users_memories_at_most(going: int, total: int, may: bool) -> None:
    assert may_take(going, total, effective()) is may


def test_seven_days_end_today() -> None:
    assert first_day(datetime(2026, 3, 8, 23, 59, tzinfo=NOON.tzinfo)) == datetime(2026, 3, 2).date()  # noqa: DTZ001


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("用户住在苏州", "用户住在苏州"),
        ("用户  住在\n苏州", "用户 住在 苏州"),
        ("a" * 30, "a" * 30),
        ("a" * 31, "a" * 29 + "…"),
        ("The user lives in Suzhou and works in purchasing", "The user lives in Suzhou and…"),
        (
            "用户是外贸采购经理，常用金蝶做账，每周三和供应商开会，地点在上海浦东",
            "用户是外贸采购经理，常用金蝶做账，每周三和供应商开会…",
        ),
    ],
)
def test_a_headline_is_the_beginning_in_one_line(content: str, expected: str) -> None:
    assert headline(content) == expected
    assert len(headline(content)) <= HEADLINE_LENGTH
