"""The decision for two statements of one user, and for a set of them."""

from __future__ import annotations

import itertools
from datetime import UTC, datetime, timedelta

import pytest

from agent_memory.extraction.relation import (
    Reason,
    Relation,
    Settlement,
    Statement,
    Thresholds,
    Verdict,
    relation,
    settle,
)
from agent_memory.memories.attributes import single_valued

THRESHOLDS = Thresholds(duplicate=0.85, candidate=0.60)
MONDAY = datetime(2026, 3, 2, 9, tzinfo=UTC)


def said(text: str, *, day: int = 0, replaces: str | None = None, sequence: int = 0) -> Statement:
    return Statement(text, single_valued(text), replaces, MONDAY + timedelta(days=day), sequence)


def decide(a: Statement, b: Statement, cosine: float | None = None) -> Relation:
    """The relation, which must not depend on the order of its arguments."""
    found = relation(a, b, cosine=cosine, thresholds=THRESHOLDS)
    assert found == relation(b, a, cosine=cosine, thresholds=THRESHOLDS)
    return found


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("用户住在上海", "用户搬到了苏州"),
        ("用户住在上海", "The user moved to Suzhou"),
        ("用户的预算是5000元", "用户的预算是8000元"),
        ("用户在腾讯担任产品经理", "用户在腾讯担任技术总监"),
        ("用户常用 ERP 系统是金蝶", "用户改用用友"),
        ("The user is 30 years old", "用户31岁"),
        ("User prefers concise answers", "The user prefers detailed answers"),
    ],
)
@pytest.mark.parametrize("cosine", [None, 0.1, 0.99])
def test_another_value_of_one_attribute_supersedes_at_any_cosine(older: str, newer: str, cosine: float | None) -> None:
    found = decide(said(older), said(newer, day=1), cosine)
    assert found == Relation(Verdict.SUPERSEDES, Reason.NEW_VALUE, kept=said(newer, day=1), retired=said(older))


def test_newer_is_by_time_then_by_sequence_then_by_text() -> None:
    shanghai, suzhou = "用户住在上海", "用户住在苏州"
    assert decide(said(shanghai, day=1), said(suzhou)).kept == said(shanghai, day=1)
    assert decide(said(shanghai, sequence=2), said(suzhou, sequence=1)).kept == said(shanghai, sequence=2)
    assert decide(said(shanghai), said(suzhou)).kept == said(max(shanghai, suzhou))


@pytest.mark.parametrize(
    ("broader", "narrower"),
    [
        ("用户住在上海", "用户住在上海浦东"),
        ("The user lives in Shanghai", "用户住在上海浦东"),
        ("用户在腾讯工作", "用户在腾讯担任产品经理"),
        ("用户的生日是5月20日", "用户的生日是1990年5月20日"),
        ("用户是一名工程师", "用户是一名后端工程师"),
    ],
)
@pytest.mark.parametrize("broader_is_newer", [True, False])
def test_the_narrower_value_stays_whichever_is_newer(broader: str, narrower: str, broader_is_newer: bool) -> None:
    a, b = said(broader, day=broader_is_newer), said(narrower, day=not broader_is_newer)
    assert decide(a, b) == Relation(Verdict.DUPLICATE, Reason.SAME_VALUE, kept=b, retired=a)


def test_the_same_value_keeps_the_earlier_text_or_the_fuller_one() -> None:
    assert decide(said("用户住在苏州"), said("用户目前居住于苏州市", day=1)).kept == said("用户住在苏州")
    fuller = said("用户和妻子住在苏州", day=1)
    assert decide(said("用户住在苏州"), fuller).kept == fuller


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("用户和妻子住在上海", "用户住在上海浦东"),  # either text alone would lose something
        ("用户是外贸公司的采购经理", "用户是服装公司的采购经理"),
        ("用户的生日是5月20日", "用户出生于1990年"),
        ("用户从2020年起住在苏州", "用户从2023年起住在苏州"),
    ],
)
def test_nothing_is_lost_to_an_equal_value(a: str, b: str) -> None:
    assert decide(said(a), said(b, day=1), 0.7).verdict is Verdict.DISTINCT


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("用户住在上海", "用户计划搬到苏州"),
        ("用户住在上海", "用户的母亲住在成都"),
        ("用户住在苏州", "用户的老家在上海"),
        ("项目A的截止日期是6月30日", "项目B的截止日期是7月1日"),
        ("用户的装修预算是八万元", "用户的旅行预算是1万元"),
        ("用户的妻子叫李梅", "The user's wife is named Mary"),
        ("用户喜欢咖啡", "用户讨厌茶"),
        ("用户会说法语", "用户会说德语"),
        ("用户对花生过敏", "用户对海鲜过敏"),
        ("错误码是 E1042", "错误码是 E1043"),
    ],
)
def test_two_facts_stay_two_however_close(a: str, b: str) -> None:
    assert decide(said(a), said(b, day=1), 0.99).verdict is Verdict.DISTINCT


@pytest.mark.parametrize(
    ("older", "newer", "replaces", "cosine"),
    [
        ("用户常用金蝶", "用户常用用友", "金蝶", None),  # the same words around the value
        ("用户常用金蝶", "用户已改用用友", "金蝶", 0.65),
        ("客户的折扣是9折", "客户的折扣改为8折", "9折", 0.8),
        ("The client pays 5,000 a month", "The client's monthly fee is 8000, not 5000", "5000", 0.7),
        ("会议在6月30日", "会议改到7月2日", "六月三十号", 0.7),
    ],
)
def test_an_explicit_correction_supersedes(older: str, newer: str, replaces: str, cosine: float | None) -> None:
    found = decide(said(older), said(newer, day=1, replaces=replaces), cosine)
    assert found.verdict is Verdict.SUPERSEDES
    assert found.reason is Reason.CORRECTION
    assert found.kept == said(newer, day=1, replaces=replaces)


@pytest.mark.parametrize(
    ("other", "correction", "replaces", "cosine"),
    [
        ("用户常用金蝶", "用户已改用用友", "金蝶", 0.4),  # not about the same thing
        ("用户常用金蝶", "用户已改用用友", "金蝶", None),
        ("张三的折扣是9折", "李四的折扣改为8折", "9折", 0.8),  # about somebody else
        ("客户的折扣是50%", "客户的折扣改为8%", "5", 0.9),  # 5 is not in 50
        ("用户把折扣从9折改成8折", "客户的折扣改为8折", "9折", 0.9),  # a correction itself
    ],
)
def test_a_correction_reaches_only_what_it_corrects(
    other: str, correction: str, replaces: str, cosine: float | None
) -> None:
    found = decide(said(other), said(correction, day=1, replaces=replaces), cosine)
    assert found.verdict is not Verdict.SUPERSEDES


def test_a_late_older_statement_loses_to_the_correction() -> None:
    correction = said("用户常用用友", day=5, replaces="金蝶")
    assert decide(correction, said("用户常用金蝶")).kept == correction


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("用户喜欢喝咖啡", "用户讨厌咖啡"),
        ("用户喜欢咖啡", "The user hates coffee"),
        ("The user hates jazz", "The user loves jazz now"),
        ("The user likes dark mode", "The user doesn't like dark mode anymore"),
    ],
)
def test_a_change_of_heart_supersedes(older: str, newer: str) -> None:
    found = decide(said(older), said(newer, day=1))
    assert (found.verdict, found.reason) == (Verdict.SUPERSEDES, Reason.CHANGE_OF_HEART)
    assert found.kept == said(newer, day=1)


def test_near_duplicates_need_the_cosine_and_keep_the_fuller_text() -> None:
    plain, fuller = said("用户平时爱喝咖啡", day=1), said("用户喜欢喝美式咖啡", day=2)
    assert decide(plain, fuller, 0.86) == Relation(Verdict.DUPLICATE, Reason.NEAR_DUPLICATE, kept=fuller, retired=plain)
    assert decide(plain, fuller, 0.84).verdict is Verdict.DISTINCT
    assert decide(plain, fuller).verdict is Verdict.DISTINCT


def settled(*statements: Statement) -> Settlement:
    """The settlement, which must not depend on the order of arrival."""
    results = [
        settle(order, cosine=lambda _a, _b: None, thresholds=THRESHOLDS) for order in itertools.permutations(statements)
    ]
    assert all(result == results[0] for result in results)
    return results[0]


def test_coming_back_home_ends_where_the_user_is() -> None:
    pudong, beijing, back = said("用户住在上海浦东"), said("用户搬到了北京", day=1), said("用户住在上海", day=2)
    result = settled(pudong, beijing, back)
    assert result.active == (back,)
    assert result.superseded == {pudong: beijing, beijing: back}


def test_a_broader_statement_is_absorbed_unless_the_user_moved() -> None:
    pudong, shanghai = said("用户住在上海浦东"), said("用户住在上海", day=2)
    assert settled(pudong, shanghai).active == (pudong,)
    assert settled(pudong, shanghai).absorbed == {shanghai: pudong}


def test_a_late_old_statement_is_born_superseded() -> None:
    old, new = said("用户住在上海"), said("用户搬到了苏州", day=3)
    late = said("用户住在杭州", day=1)
    result = settled(new, old, late)
    assert result.active == (new,)
    assert result.superseded == {old: new, late: new}


def test_similar_pairs_do_not_chain_into_one() -> None:
    a, b, c = (said(text, day=day) for day, text in enumerate(["用户喜欢茶", "用户爱喝茶", "用户很喜欢茶"]))
    close = {frozenset((a.text, b.text)), frozenset((b.text, c.text))}

    def cosine(x: Statement, y: Statement) -> float:
        return 0.9 if frozenset((x.text, y.text)) in close else 0.1

    results = [settle(order, cosine=cosine, thresholds=THRESHOLDS) for order in itertools.permutations((a, b, c))]
    assert all(result == results[0] for result in results)
    for lost, keeper in results[0].absorbed.items():
        assert frozenset((lost.text, keeper.text)) in close
