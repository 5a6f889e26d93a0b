"""What makes two similar statements two facts."""

from __future__ import annotations

import pytest

from agent_memory.extraction.discriminators import Comparison, Side, compare, differences, stance
from agent_memory_client.calibration.pairs import near_misses

# fmt: off
DIFFERENT = [
    # number
    ("用户的预算是5000元", "用户的预算是50000元", "number"),
    ("报价单 052 已经发给客户", "报价单 053 已经发给客户", "identifier"),
    ("用户有两个孩子", "The user has three children", "number"),
    ("The user owns a bike", "The user owns three bikes", "number"),
    ("用户跑步5公里，游泳3公里", "用户跑步3公里，游泳5公里", "order"),
    # unit
    ("用户身高175厘米", "用户身高175英寸", "unit"),
    ("预算是5000元", "The budget is 5000 dollars", "unit"),
    ("保修期是两年", "保修期是两个月", "unit"),
    # identifier
    ("错误码是 E1042", "错误码是 E1043", "identifier"),
    ("用户的订单号是 CN-A10293", "The user's order is CN-A10294", "identifier"),
    ("The user is running version 3.11.4", "The user is running version 3.11.14", "identifier"),
    ("用户的订单已发货", "用户的订单 CN-A10293 已发货", "identifier"),
    # date and time
    ("项目的截止日期是6月30日", "The project deadline is July 30", "date"),
    ("用户周三晚上有瑜伽课", "The user has yoga class on Friday evening", "date"),
    ("合同到2027年底到期", "合同到2028年底到期", "date"),
    ("用户今年去了日本", "用户去年去了日本", "date"),
    ("用户早上六点起床", "用户早上七点起床", "time"),
    ("用户喜欢早上跑步", "用户喜欢晚上跑步", "time"),
    ("The stand-up is at 9 am", "The stand-up is at 9 pm", "time"),
    # frequency, modality
    ("用户每天跑步", "The user runs every week", "frequency"),
    ("The user often travels for work", "The user rarely travels for work", "frequency"),
    ("用户可能对花粉过敏", "用户对花粉过敏", "modality"),
    ("The user has to wear a uniform", "The user is allowed to wear a uniform", "modality"),
    # negation and polarity
    ("用户吃辣", "用户不吃辣", "negation"),
    ("用户没有驾照", "The user has a driving licence", "negation"),
    ("The user is not allergic to peanuts", "The user is allergic to peanuts", "negation"),
    ("There is no parking at the office", "There is parking at the office", "negation"),
    ("用户喜欢深色模式", "The user dislikes dark mode", "polarity"),
    ("用户对花生过敏", "用户爱吃花生", "polarity"),
    ("The user loves shrimp", "The user is allergic to shrimp", "polarity"),
    # plan / done
    ("用户计划搬到苏州", "用户已经搬到苏州", "plan_done"),
    ("用户计划搬到苏州", "The user has moved to Suzhou", "plan_done"),
    ("用户正在写毕业论文", "用户写完了毕业论文", "plan_done"),
    ("用户以前住在北京", "用户住在北京", "plan_done"),
    ("The user used to live in Madrid", "The user lives in Madrid", "plan_done"),
    # name: people, family words, organisations, products, foods, titles
    ("用户的妻子叫李梅", "用户的妻子叫李娜", "name"),
    ("用户的妻子叫李梅", "The user's wife is named Mary", "name"),
    ("The user's wife is named Mary", "The user's wife is named Marie", "name"),
    ("用户的妻子是医生", "用户的妹妹是医生", "name"),
    ("用户的妻子喜欢徒步", "用户喜欢徒步", "name"),
    ("张三常用金蝶", "用户常用金蝶", "name"),
    ("The user is allergic to penicillin", "The user's son is allergic to penicillin", "name"),
    ("用户对花生过敏", "The user is allergic to shellfish", "name"),
    ("公司的数据库用的是 PostgreSQL", "公司的数据库用的是 MySQL", "name"),
    ("用户在玩《塞尔达传说》", "用户在玩《艾尔登法环》", "name"),
    # place
    ("用户住在上海", "The user lives in Beijing", "place"),
    ("用户住在浦东", "用户住在静安", "place"),
    # order
    ("用户从北京搬到了上海", "用户从上海搬到了北京", "order"),
    ("The user prefers tea over coffee", "The user prefers coffee over tea", "order"),
    ("Alice manages Bob", "Bob manages Alice", "order"),
    # opposite
    ("用户喜欢深色主题", "用户喜欢浅色主题", "opposite"),
    ("用户希望回答简洁", "The user prefers detailed answers", "opposite"),
    # words no list knows
    ("用户在腾讯工作", "用户在腾讯实习", "content"),
    ("用户喜欢咖啡", "用户喜欢咖啡豆", "content"),
    ("用户喜欢🍎", "用户喜欢🍌", "content"),
    ("Пользователь любит кофе", "Пользователь любит чай", "content"),
]

SAME = [
    ("用户的预算是5000元", "用户的预算是五千块"),
    ("用户的预算是5000元", "用户的預算是￥5，000"),
    ("The user's budget is 5k dollars", "The user has a budget of $5,000"),
    ("项目的截止日期是6月30日", "项目的截止日期为六月三十号"),
    ("项目的截止日期是6月30日", "The project deadline is June 30"),
    ("用户早上六点起床", "用户早晨6点起床"),
    ("The user wakes up at 6", "The user gets up at six"),
    ("The desk is 120 cm wide", "The desk is 1.2 m wide"),
    ("用户的妻子叫李梅", "用户老婆的名字叫李梅"),
    ("用户喜歡喝咖啡", "用户喜欢喝咖啡"),
    ("用户对花生过敏", "用户有花生过敏"),
    ("I'm allergic to peanuts", "I can't eat peanuts because of an allergy"),
    ("用户计划搬到苏州", "用户打算搬去苏州"),
    ("用户住在上海", "The user lives in Shanghai"),
    ("用户是一名程序员", "The user works as a software engineer"),
    ("用户喜欢咖啡和茶", "用户喜欢茶和咖啡"),
    ("The user's favourite colour is blue", "The user's favorite color is blue"),
    ("Mary is the name of the user's wife", "The user's wife is named Mary"),
    ("用户常用 PostgreSQL 和 Kubernetes", "用户经常使用PostgreSQL和Kubernetes"),
]

# One side says more: (poorer, fuller).
DETAILS = [
    ("用户跑步", "用户每天跑步"),
    ("用户每周跑步", "用户每周跑步5公里"),
    ("用户的生日是5月20日", "用户的生日是1990年5月20日"),
    ("用户住在上海", "用户住在上海浦东"),
    ("用户喜欢喝咖啡", "用户喜欢喝美式"),
    ("The user's wife is a doctor", "The user's wife Mary is a doctor"),
    ("The user has yoga on Wednesday", "The user has yoga on Wednesday at 7 pm"),
    ("The user lives in Leeds", "The user lives in Leeds with two cats"),
]
# fmt: on


@pytest.mark.parametrize(("a", "b", "family"), DIFFERENT)
def test_two_facts_are_told_apart_and_the_reason_is_named(a: str, b: str, family: str) -> None:
    assert family in differences(a, b)
    assert differences(a, b) == differences(b, a)
    assert not compare(a, b).mergeable


@pytest.mark.parametrize(("a", "b"), SAME)
def test_one_fact_in_other_words_stays_one(a: str, b: str) -> None:
    assert differences(a, b) == frozenset()
    assert differences(b, a) == frozenset()


@pytest.mark.parametrize(("poorer", "fuller"), DETAILS)
def test_a_detail_on_one_side_merges_into_the_fuller_text(poorer: str, fuller: str) -> None:
    assert compare(poorer, fuller) == Comparison(frozenset(["detail"]), Side.RIGHT)
    assert compare(fuller, poorer) == Comparison(frozenset(["detail"]), Side.LEFT)


def test_details_on_both_sides_keep_two_statements() -> None:
    found = compare("用户每天跑步", "用户在公园跑步")
    assert "content" in found.differences
    assert found.fuller is None


@pytest.mark.parametrize("text", ["", " ", "。", "用户", "🍎", "\u200b", "1", "不", "《》", "''", '"', "the", "\x1f"])
def test_any_text_is_its_own_duplicate(text: str) -> None:
    assert differences(text, text) == frozenset()


def test_a_text_too_long_for_one_statement_is_only_its_own_duplicate() -> None:
    long = "用户喜欢喝咖啡。" * 200
    assert differences(long, long) == frozenset()
    assert differences(long, long + "用户喜欢茶") == frozenset(["content"])


def test_the_tuned_half_of_the_near_misses_holds() -> None:
    tuned = [pair for pair in near_misses() if pair.group == "near misses, dev"]
    assert len(tuned) > 150
    wrong = [(p.a, p.b) for p in tuned if compare(p.a, p.b).mergeable is not p.same]
    assert wrong == []


@pytest.mark.parametrize(
    ("statement", "thing", "likes"),
    [
        ("用户喜欢喝咖啡", "coffee", True),
        ("用户现在非常讨厌咖啡", "coffee", False),
        ("The user no longer likes coffee", "coffee", False),
        ("The user doesn't enjoy watching tennis anymore", "tennis", False),
        ("The user really loves jazz", "jazz", True),
        ("用户不再喜欢深色模式了", "深色模式", False),
    ],
)
def test_a_stance_is_read_with_its_object(statement: str, thing: str, likes: bool) -> None:
    found = stance(statement)
    assert found is not None
    assert (found.object, found.likes) == (thing, likes)


@pytest.mark.parametrize(
    "statement",
    [
        "用户喜欢咖啡，讨厌茶",
        "用户的妻子讨厌咖啡",
        "The user likes tea but hates coffee",
        "用户喝咖啡",
        "用户可能讨厌咖啡",
    ],
)
def test_no_stance_where_more_or_less_is_said(statement: str) -> None:
    assert stance(statement) is None
