"""Decay only grows while nobody reads, and never touches what is protected; headlines are short in any script."""

from __future__ import annotations

from datetime import timedelta

from hypothesis import given
from hypothesis import strategies as st

from agent_memory.governance.model import HEADLINE_LENGTH, Life, Marks, Tier, extended_ttl, headline, marked, may_take
from agent_memory.memories.model import MemoryType, Source
from agent_memory.policies.model import effective
from tests.support.memories import NOON

SOME_DAYS = st.integers(1, 400)


@st.composite
def policies(draw: st.DrawFn) -> dict[str, object]:
    read_only = draw(SOME_DAYS)
    forget = draw(st.none() | st.integers(read_only + 1, read_only + 400))
    notice = draw(st.integers(1, (forget or 400) - 1)) if (forget or 400) > 1 else 1
    decay = {"enabled": True, "readOnlyAfterDays": read_only, "forgetAfterDays": forget, "noticeDays": notice}
    return {"decay": decay}


@st.composite
def lives(draw: st.DrawFn) -> Life:
    return Life(
        user_id="u",
        memory_id="m",
        memory_type=draw(st.sampled_from(MemoryType)),
        source=draw(st.sampled_from(Source)),
        pinned=draw(st.booleans()),
        importance=draw(st.integers(1, 5)),
        accesses=draw(st.integers(0, 50)),
        unread_since=NOON,
        tier=draw(st.sampled_from(Tier)),
        read_only=False,
        forget_at=None,
    )


def bearing(life: Life, marks: Marks) -> Life:
    from dataclasses import replace

    return replace(life, tier=marks.tier, read_only=marks.read_only, forget_at=marks.forget_at)


@given(lives(), policies(), st.lists(st.integers(0, 900), min_size=1, max_size=8))
def test_decay_only_grows_and_spares_what_is_protected(life: Life, policy: dict[str, object], days: list[int]) -> None:
    rules, notice = effective(policy), policy["decay"]["noticeDays"]  # type: ignore[index]
    for day in sorted(days):
        now = NOON + timedelta(days=day)
        after = marked(life, rules, now)
        assert marked(bearing(life, after), rules, now) == after, "a second look at the same time changes nothing"
        if life.is_protected:
            assert (after.read_only, after.forget_at) == (False, None)
        assert after.read_only >= life.read_only
        if life.forget_at is not None:
            assert after.forget_at == life.forget_at
        elif after.forget_at is not None:
            assert after.forget_at >= now + timedelta(days=notice)
        life = bearing(life, after)


@given(st.integers(0, 2_000), st.integers(0, 2_000), st.floats(0.01, 1))
def test_more_is_never_allowed_where_less_is_refused(going: int, total: int, share: float) -> None:
    policy = effective({"refuseAboveShare": share})
    if not may_take(going, total, policy):
        assert not may_take(going + 1, total, policy)


@given(st.integers(1, 36_500))
def test_a_longer_life_is_longer_until_the_longest(days: int) -> None:
    assert days <= extended_ttl(days) <= 36_500


@given(st.text(min_size=1, max_size=200))
def test_a_headline_is_one_short_line_of_its_text(content: str) -> None:
    line = headline(content)
    assert len(line) <= HEADLINE_LENGTH
    assert "\n" not in line
    assert line == headline(content)
