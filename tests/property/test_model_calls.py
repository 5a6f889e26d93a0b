"""Pauses between tries, the states of a breaker, and batches that are read in parts."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from agent_memory.breakers.model import State, worst_state
from agent_memory.conversations.model import Role, Turn
from agent_memory.extraction.writing import Batch
from agent_memory.platform.models.calls import Patience
from agent_memory.subjects.model import Scope

NOW = datetime(2026, 4, 1, tzinfo=UTC)
SCOPE = Scope("org", "agent", "user")
seconds = st.floats(0, 100)
chances = st.floats(0, 1, exclude_max=True)


@given(seconds, seconds, st.integers(1, 60), st.none() | st.floats(0, 1e6), chances)
def test_a_pause_is_bounded_by_the_cap_and_never_shorter_than_asked_for(
    base: float, cap: float, attempt: int, asked: float | None, chance: float
) -> None:
    pause = Patience(base_seconds=base, cap_seconds=cap).pause(attempt, asked, chance)
    assert (asked or 0) <= pause <= max(asked or 0, cap)


@given(st.integers(1, 30), chances)
def test_pauses_grow_until_the_cap(attempt: int, chance: float) -> None:
    patience = Patience(base_seconds=0.5, cap_seconds=20)
    assert patience.pause(attempt, None, chance) <= patience.pause(attempt + 1, None, chance)


@given(st.lists(st.none() | st.integers(-5, 5)))
def test_the_state_of_several_is_that_of_the_worst(offsets: list[int | None]) -> None:
    times = [None if offset is None else NOW + timedelta(seconds=offset) for offset in offsets]
    state = worst_state(times, NOW)
    assert (state is State.CLOSED) == all(moment is None for moment in times)
    assert (state is State.OPEN) == any(moment is not None and moment > NOW for moment in times)
    assert state == max((worst_state([moment], NOW) for moment in times), default=State.CLOSED)


def turn(number: int, epoch: int) -> Turn:
    return Turn(
        id=f"t{number}",
        scope=SCOPE,
        session_id="s",
        message_id=f"m{number}",
        sequence=number,
        role=Role.USER,
        content="x",
        language="en",
        time_zone="UTC",
        occurred_at=NOW,
        job_id="j",
        epoch=epoch,
        created_at=NOW,
    )


def leaves(batch: Batch, most: int) -> list[Batch]:
    """What is read in the end when no more than `most` turns and context fit."""
    parts = batch.parts()
    if len(batch.turns) + len(batch.context) <= most or not parts:
        return [batch]
    return [leaf for part in parts for leaf in leaves(part, most)]


@given(st.integers(0, 12), st.lists(st.integers(1, 2), min_size=1, max_size=10), st.integers(0, 25))
def test_parts_hold_every_turn_once_in_order_and_always_come_to_an_end(
    before: int, epochs: list[int], most: int
) -> None:
    context = tuple(turn(number, 2) for number in range(before))
    turns = tuple(turn(before + number, epoch) for number, epoch in enumerate(epochs))
    batch = Batch(SCOPE, "holder", 2, turns, context, None)
    found = leaves(batch, most)
    assert [item for leaf in found for item in leaf.turns] == list(turns)
    for leaf in found:
        assert len(leaf.turns) + len(leaf.context) <= max(most, 1)
        assert all(item.epoch == 2 for item in leaf.context), "void turns explain nothing"
        assert not {item.id for item in leaf.context} & {item.id for item in leaf.turns}
