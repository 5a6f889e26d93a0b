"""What has an end, and when."""

from __future__ import annotations

from datetime import timedelta

import pytest

from agent_memory.memories.model import MemoryType, settled, standing
from tests.support.memories import NOON, a_memory

DAY = timedelta(days=1)


@pytest.mark.parametrize(
    "changes", [{"pinned": True}, {"memory_type": MemoryType.CORE}, {"memory_type": MemoryType.NOTE}]
)
def test_what_is_protected_has_no_end(changes: dict[str, object]) -> None:
    memory = a_memory("用户住在苏州", ttl_days=7, expires_at=NOON + DAY, **changes)
    assert settled(memory, NOON).expires_at is None
    assert settled(memory, NOON).ttl_days == 7


def test_what_is_no_longer_protected_begins_its_life_anew() -> None:
    assert settled(a_memory("用户住在苏州", ttl_days=7), NOON).expires_at == NOON + 7 * DAY


def test_everything_else_keeps_its_end() -> None:
    ends = a_memory("用户住在苏州", ttl_days=7, expires_at=NOON + DAY)
    assert settled(ends, NOON) == ends
    assert settled(a_memory("用户住在苏州"), NOON).expires_at is None


def test_a_correction_of_something_pinned_has_no_end_either() -> None:
    correction = a_memory("用户住在苏州", ttl_days=180, expires_at=NOON + DAY)
    assert standing([a_memory("用户住在上海", pinned=True)], correction)["expires_at"] is None
    assert standing([a_memory("用户住在上海")], correction)["expires_at"] == NOON + DAY
