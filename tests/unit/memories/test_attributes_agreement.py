"""How two values of one attribute stand to each other."""

from __future__ import annotations

import pytest

from agent_memory.memories.attributes import Agreement, Attribute, agreement, compatible, single_valued

SAME, NARROWER, CONFLICT, UNKNOWN = Agreement.SAME, Agreement.NARROWER, Agreement.CONFLICT, Agreement.UNKNOWN

# The first statement against the second; NARROWER: the first says more.
PAIRS = [
    ("用户住在上海浦东", "用户住在上海", NARROWER),
    ("The user lives in Pudong, Shanghai", "用户住在上海", NARROWER),
    ("用户住在浦东", "用户住在中国上海", NARROWER),
    ("用户住在旧金山", "The user lives in California", NARROWER),
    ("The user lives in Brooklyn", "The user lives in New York City", NARROWER),
    ("用户住在浦东", "用户住在静安", CONFLICT),
    ("用户住在上海", "用户搬到了北京", CONFLICT),
    ("用户住在上海", "The user moved to Berlin", CONFLICT),
    ("用户家在云溪县", "用户家在石桥县", CONFLICT),
    ("用户家在云溪县", "用户住在上海", UNKNOWN),
    ("The user lives in Didsbury", "The user lives in Manchester", UNKNOWN),
    ("用户在腾讯担任产品经理", "用户在腾讯工作", NARROWER),
    ("用户在腾讯担任产品经理", "用户在腾讯担任技术总监", CONFLICT),
    ("用户在腾讯担任产品经理", "用户就职于华为", CONFLICT),
    ("用户是一名后端工程师", "用户是一名工程师", NARROWER),
    ("用户是一名高级产品经理", "用户是一名产品经理", NARROWER),
    ("The user is a senior backend engineer", "The user works as a software engineer", NARROWER),
    ("用户是一名产品经理", "用户是一名律师", CONFLICT),
    ("The user is a junior accountant", "The user is a senior accountant", CONFLICT),
    ("用户的生日是1990年5月20日", "用户的生日是5月20日", NARROWER),
    ("用户的生日是5月20日", "用户的生日是5月21日", CONFLICT),
    ("用户出生于1990年", "用户的生日是5月20日", UNKNOWN),
    ("用户叫王小明", "用户叫小明", NARROWER),
    ("用户的名字是李雷", "The user's name is Li Lei", UNKNOWN),
    ("The user's name is Maria", "The user's name is Marta", CONFLICT),
    ("用户的妻子叫李梅", "用户的妻子叫李娜", CONFLICT),
    ("用户的妻子叫李梅", "The user's wife is named Mary", UNKNOWN),
    ("用户的预算是8000元", "用户的预算是8000", NARROWER),
    ("用户的预算是5000元", "用户的预算是8000元", CONFLICT),
    ("用户的预算是5000元", "用户的预算是5000美元", CONFLICT),
    ("用户30岁", "The user is 31 years old", CONFLICT),
    ("用户已婚", "用户单身", CONFLICT),
    ("用户未婚", "用户单身", UNKNOWN),
    ("用户离婚了", "用户目前单身", UNKNOWN),
    ("用户偏好使用英语交流", "用户希望助手用中文回答", CONFLICT),
    ("User prefers concise answers", "用户希望回答尽量详细一些", CONFLICT),
    ("项目的截止日期是6月30日", "The project deadline was moved to July 15", CONFLICT),
    ("用户常用 ERP 系统是金蝶", "用户改用用友", CONFLICT),
]


@pytest.mark.parametrize(("first", "second", "expected"), PAIRS)
def test_agreement_and_its_mirror(first: str, second: str, expected: Agreement) -> None:
    a, b = single_valued(first), single_valued(second)
    assert a is not None
    assert b is not None
    assert agreement(a, b) is expected
    assert agreement(b, a) is expected.turned()
    assert compatible(a, b) is (expected is not CONFLICT)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("用户住在苏州", "用户的老家在上海"),
        ("用户的装修预算是八万元", "用户的旅行预算是1万元"),
        ("项目的截止日期是6月30日", "论文截止日期是2026年5月1日"),
        ("用户的邮箱是a@b.cn", "用户的工作邮箱是x@y.cn"),
    ],
)
def test_other_attributes_never_conflict(first: str, second: str) -> None:
    a, b = single_valued(first), single_valued(second)
    assert a is not None
    assert b is not None
    assert a.name != b.name
    assert agreement(a, b) is UNKNOWN
    assert compatible(a, b)


def test_an_attribute_agrees_with_itself() -> None:
    home = Attribute("home", "china/shanghai/~张江")
    assert agreement(home, home) is SAME
