"""Identifiers."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import pytest

from agent_memory.core.ids import derived_id, external_id_problem, is_resource_id, new_memory_id


def test_memory_ids_carry_their_time_and_never_repeat() -> None:
    now = datetime(2026, 4, 1, 10, tzinfo=UTC)
    made = {new_memory_id(now) for _ in range(1000)}
    assert len(made) == 1000
    assert all(re.fullmatch(r"mem-1775037600000-[0-9a-z]{14}", memory_id) for memory_id in made)


def test_derived_ids_do_not_collide_at_their_joints() -> None:
    assert derived_id("a:b", "c") != derived_id("a", "b:c")
    assert derived_id("1:a") != derived_id("", "a")
    assert derived_id("a", "b") == derived_id("a", "b")


@pytest.mark.parametrize("good", ["agent-1", "A", "mem-1713100000-abc123", "a.b_c:d-e", "x" * 128])
def test_resource_ids_of_the_contract_are_accepted(good: str) -> None:
    assert is_resource_id(good)


@pytest.mark.parametrize("bad", ["", "a/b", "a..b", "..", ".a", "a b", "a&b", "小明", "😀", "x" * 129, "a\n", "a\x00"])
def test_other_resource_ids_are_not(bad: str) -> None:
    assert not is_resource_id(bad)


@pytest.mark.parametrize("good", ["user-1", "用户甲", "a/b..c:d&e", "😀", "x" * 128, "a b"])
def test_user_ids_may_be_any_visible_text(good: str) -> None:
    assert external_id_problem(good) is None


@pytest.mark.parametrize("bad", ["", "   ", "x" * 129, "a\nb", "a\x00", "e\u0301", "\ud800"])
def test_user_ids_that_would_be_ambiguous_are_refused(bad: str) -> None:
    assert external_id_problem(bad) is not None
