"""Invariants of comparing, relating and settling statements, for any text and any order of arrival."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta

from hypothesis import given, settings
from hypothesis import strategies as st

from agent_memory.extraction.discriminators import Side, compare, differences
from agent_memory.extraction.relation import Statement, Thresholds, Verdict, relation, settle
from agent_memory.memories.attributes import Agreement, agreement, compatible, single_valued

THRESHOLDS = Thresholds(duplicate=0.85, candidate=0.60)
START = datetime(2026, 1, 1, tzinfo=UTC)

FRAGMENTS = """用户 用户的妻子 张三 不 没有 喜欢 讨厌 过敏 计划 已经 曾经 可能 每天 咖啡 茶 花生 拿铁 上海 北京 浦东 苏州 李梅
 王芳 豆豆 《三体》 5000元 三千 6月30日 周三 早上六点 从 到 和 比 ， 的 了 E1042 E1043 PostgreSQL 5公里 一只猫 the user the
 user's wife Mary does not likes hates plans to has moved to Shanghai lives in coffee tea allergic to peanuts $5,000 June
 30 on Friday every week maybe 3 cats a dog Alice Bob from over 🍎""".split()

statement_like = st.lists(st.sampled_from(FRAGMENTS), max_size=12).flatmap(
    lambda words: st.sampled_from([" ".join(words), "".join(words)])
)
any_text = st.one_of(st.text(max_size=60), statement_like)

HOMES = [
    "用户住在上海", "用户住在上海浦东", "用户搬到了静安", "用户住在中国", "The user lives in Pudong, Shanghai",
    "The user moved to Beijing", "用户住在北京海淀", "用户定居苏州", "The user lives in Berlin", "用户目前居住于上海市",
]  # fmt: skip
AGES = ["用户30岁", "The user is 31 years old", "用户今年三十二岁", "The user turned 30"]
BUDGETS = ["用户的预算是5000元", "用户的预算是五千块", "The user's budget is $5,000", "用户预算改为8000元"]
TASTES = ["用户喜欢咖啡", "用户讨厌咖啡", "The user hates coffee", "用户喜欢喝拿铁", "The user likes coffee"]

days = st.integers(0, 9)


def statements_of(texts: list[str]) -> st.SearchStrategy[list[Statement]]:
    one = st.builds(
        lambda text, day, sequence: Statement(text, single_valued(text), None, START + timedelta(days=day), sequence),
        st.sampled_from(texts),
        days,
        st.integers(0, 3),
    )
    return st.lists(one, max_size=6, unique_by=lambda statement: statement.text)


any_statements = statements_of(HOMES + AGES + BUDGETS + TASTES)
corrections = st.one_of(st.none(), st.sampled_from(["5000元", "上海", "咖啡", "5000", "Shanghai"]))


def cosine_of(a: Statement, b: Statement) -> float:
    """Any fixed cosine per pair: it must not matter which."""
    return random.Random("".join(sorted([a.text, b.text]))).random()


@settings(deadline=None)
@given(any_text)
def test_no_text_differs_from_itself(text: str) -> None:
    assert differences(text, text) == frozenset()


@settings(deadline=None)
@given(any_text, any_text)
def test_comparing_is_symmetric(a: str, b: str) -> None:
    there, back = compare(a, b), compare(b, a)
    assert there.differences == back.differences
    mirror = {Side.LEFT: Side.RIGHT, Side.RIGHT: Side.LEFT, None: None}
    assert there.fuller == mirror[back.fuller]


@settings(deadline=None)
@given(any_text)
def test_recognising_an_attribute_never_fails_and_agrees_with_itself(text: str) -> None:
    attribute = single_valued(text)
    if attribute is not None:
        assert agreement(attribute, attribute) is Agreement.SAME
        assert compatible(attribute, attribute)


@settings(deadline=None)
@given(any_statements)
def test_agreement_is_mirrored(statements: list[Statement]) -> None:
    attributes = [statement.attribute for statement in statements if statement.attribute is not None]
    for a in attributes:
        for b in attributes:
            assert agreement(a, b) is agreement(b, a).turned()


@settings(deadline=None)
@given(any_text, any_text, days, days, corrections, corrections, st.one_of(st.none(), st.floats(-1, 1)))
def test_relating_is_symmetric(
    text_a: str, text_b: str, day_a: int, day_b: int, old_a: str | None, old_b: str | None, cosine: float | None
) -> None:
    a = Statement(text_a, single_valued(text_a), old_a, START + timedelta(days=day_a), 0)
    b = Statement(text_b, single_valued(text_b), old_b, START + timedelta(days=day_b), 0)
    found = relation(a, b, cosine=cosine, thresholds=THRESHOLDS)
    assert found == relation(b, a, cosine=cosine, thresholds=THRESHOLDS)
    if found.verdict is Verdict.DISTINCT:
        assert found.kept is None
    else:
        assert {found.kept, found.retired} == {a, b}
    if found.verdict is Verdict.SUPERSEDES:
        assert found.kept is not None
        assert found.retired is not None
        assert found.kept.moment >= found.retired.moment


@settings(deadline=None)
@given(any_statements, st.randoms(use_true_random=False))
def test_any_order_of_arrival_gives_the_same_active_set(statements: list[Statement], chance: random.Random) -> None:
    expected = settle(statements, cosine=cosine_of, thresholds=THRESHOLDS)
    shuffled = list(statements)
    chance.shuffle(shuffled)
    assert settle(shuffled, cosine=cosine_of, thresholds=THRESHOLDS) == expected
    assert {*expected.active, *expected.superseded, *expected.absorbed} == set(statements)
    assert set(expected.absorbed.values()) <= set(expected.active)
    assert all(newer.moment > older.moment for older, newer in expected.superseded.items())


@settings(deadline=None)
@given(statements_of(HOMES).filter(bool))
def test_one_home_is_active_and_it_is_where_the_user_was_last(statements: list[Statement]) -> None:
    result = settle(statements, cosine=lambda _a, _b: None, thresholds=THRESHOLDS)
    newest = max(statements, key=lambda statement: statement.moment)
    assert len(result.active) == 1
    active = result.active[0]
    assert active.attribute is not None
    assert newest.attribute is not None
    assert agreement(active.attribute, newest.attribute) in (Agreement.SAME, Agreement.NARROWER)


@settings(deadline=None)
@given(any_statements)
def test_settling_what_is_settled_changes_nothing(statements: list[Statement]) -> None:
    once = settle(statements, cosine=cosine_of, thresholds=THRESHOLDS)
    again = settle(once.active, cosine=cosine_of, thresholds=THRESHOLDS)
    assert again.active == once.active
    assert not again.superseded


@settings(deadline=None)
@given(statements_of(AGES + BUDGETS), st.randoms(use_true_random=False))
def test_arriving_one_by_one_gives_the_same_as_all_at_once(statements: list[Statement], chance: random.Random) -> None:
    """Values without levels need no memory of what was absorbed: pairwise decisions alone get there."""
    expected = settle(statements, cosine=lambda _a, _b: None, thresholds=THRESHOLDS)
    arriving = list(statements)
    chance.shuffle(arriving)
    seen: list[Statement] = []
    out: set[Statement] = set()
    for new in arriving:
        for old in seen:
            found = relation(new, old, cosine=None, thresholds=THRESHOLDS)
            if found.verdict is Verdict.SUPERSEDES and found.retired is not None:
                out.add(found.retired)
        seen.append(new)
    assert out == set(expected.superseded)
