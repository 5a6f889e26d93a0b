"""Chinese messages and the statements they make, by topic."""

from __future__ import annotations

import pytest

from tests.unit.extraction.grammar.support import said


def check(message: str, *statements: str) -> None:
    assert said(message) == list(statements)


@pytest.mark.parametrize(
    ("message", "statements"),
    [
        ("你好，我叫李明，今年32岁，在苏州做外贸采购。", ["用户叫李明", "用户32岁", "用户在苏州做外贸采购"]),
        ("我的名字是王雪莹，你可以叫我小王。", ["用户的名字是王雪莹", "用户希望被称呼为小王"]),
        ("我是1990年5月20日出生的，金牛座。", ["用户是1990年5月20日出生的", "用户是金牛座"]),
        ("我的生日是农历八月十五。", ["用户的生日是农历八月十五"]),
        ("我是四川人，母语是四川话。", ["用户是四川人", "用户的母语是四川话"]),
        ("我是北京大学计算机系毕业的。", ["用户是北京大学计算机系毕业的"]),
        ("我结婚三年了，还没有孩子。", ["用户结婚三年了", "用户还没有孩子"]),
        ("我比较内向，不太喜欢参加聚会。", ["用户比较内向", "用户不太喜欢参加聚会"]),
    ],
)
def test_identity(message: str, statements: list[str]) -> None:
    check(message, *statements)


@pytest.mark.parametrize(
    ("message", "statements"),
    [
        ("我住在苏州工业园区，离公司很近。", ["用户住在苏州工业园区"]),
        ("我家在成都市武侯区。", ["用户住在成都市武侯区"]),
        ("我最近从上海搬到苏州了。", ["用户最近从上海搬到苏州了"]),
        ("我老家在河南信阳，现在在深圳工作。", ["用户的老家在河南信阳", "用户现在在深圳工作"]),
        ("我在北京租了个一居室，月租六千。", ["用户在北京租了个一居室", "用户的月租六千"]),
        ("我以前在北京住过五年，现居天津。", ["用户以前在北京住过五年", "用户现居在天津"]),
    ],
)
def test_homes(message: str, statements: list[str]) -> None:
    check(message, *statements)


@pytest.mark.parametrize(
    ("message", "statements"),
    [
        ("我是做外贸采购的，常用金蝶", ["用户是做外贸采购的", "用户常用金蝶"]),
        ("我是外贸公司的采购经理，主要负责东欧的客户。", ["用户是外贸公司的采购经理", "用户主要负责东欧的客户"]),
        ("我在华为做了八年硬件工程师。", ["用户在华为做了八年硬件工程师"]),
        ("我是一名儿科医生，在省人民医院上班。", ["用户是一名儿科医生", "用户在省人民医院上班"]),
        ("我每天早上九点上班，晚上六点下班。", ["用户每天早上九点上班", "用户晚上六点下班"]),
        ("我们公司主要做五金出口，总部在义乌。", ["用户的公司主要做五金出口", "用户的公司总部在义乌"]),
        ("作为一名高中老师，我每天要批改很多作业，怎么提高效率？", ["用户是高中老师"]),
    ],
)
def test_work(message: str, statements: list[str]) -> None:
    check(message, *statements)


@pytest.mark.parametrize(
    ("message", "statements"),
    [
        ("我平时用VS Code写Python。", ["用户平时用VS Code写Python"]),
        ("我们公司的ERP系统是金蝶云星空。", ["用户公司的ERP系统是金蝶云星空"]),
        ("我用的是小米14，系统是澎湃OS。", ["用户用的是小米14", "用户的系统是澎湃OS"]),
        ("我熟悉Excel和Power BI，不会写代码。", ["用户熟悉Excel和Power BI", "用户不会写代码"]),
        ("我会说日语和一点韩语。", ["用户会说日语和一点韩语"]),
        ("我正在学西班牙语，学了半年了。", ["用户正在学西班牙语"]),
        ("我开的是一辆白色的比亚迪汉。", ["用户开的是一辆白色的比亚迪汉"]),
    ],
)
def test_tools_and_skills(message: str, statements: list[str]) -> None:
    check(message, *statements)


@pytest.mark.parametrize(
    ("message", "statements"),
    [
        ("我喜欢喝不加糖的美式咖啡。", ["用户喜欢喝不加糖的美式咖啡"]),
        ("我喜欢猫，但不喜欢狗。", ["用户喜欢猫", "用户不喜欢狗"]),
        ("我最喜欢的导演是王家卫。", ["用户最喜欢的导演是王家卫"]),
        ("比起咖啡我更喜欢喝茶。", ["用户比起咖啡更喜欢喝茶"]),
        ("我每天早上六点起床跑步。", ["用户每天早上六点起床跑步"]),
        ("周末我一般去爬山或者打羽毛球。", ["用户周末一般去爬山或者打羽毛球"]),
        ("出差的时候我只住全季酒店。", ["用户出差的时候只住全季酒店"]),
        ("我特别爱吃火锅，无辣不欢。", ["用户特别爱吃火锅", "用户无辣不欢"]),
        ("我不坐飞机，出远门都坐高铁。", ["用户不坐飞机", "用户出远门都坐高铁"]),
    ],
)
def test_tastes_and_habits(message: str, statements: list[str]) -> None:
    check(message, *statements)


@pytest.mark.parametrize(
    ("message", "statements"),
    [
        ("我对花生过敏，千万别推荐含花生的零食。", ["用户对花生过敏"]),
        ("我是素食主义者，不吃肉也不吃鱼。", ["用户是素食主义者", "用户不吃肉也不吃鱼"]),
        ("我有高血压，平时要少吃盐。", ["用户有高血压", "用户平时要少吃盐"]),
        ("医生说我血糖偏高，让我少吃甜食。", ["医生说用户血糖偏高"]),
        ("我膝盖受过伤，不能跑步。", ["用户膝盖受过伤", "用户不能跑步"]),
        ("我一吃海鲜就起疹子，很难受。", ["用户一吃海鲜就起疹子"]),
        ("我的预算是五千块以内。", ["用户的预算是五千块以内"]),
        ("论文必须在5月底之前交。", ["用户的论文必须在2026年5月底之前交"]),
        ("我只能用公司批准的软件。", ["用户只能用公司批准的软件"]),
    ],
)
def test_health_and_limits(message: str, statements: list[str]) -> None:
    check(message, *statements)


@pytest.mark.parametrize(
    ("message", "statements"),
    [
        ("我妻子叫李梅，是小学老师。", ["用户的妻子叫李梅", "用户的妻子是小学老师"]),
        ("我女儿小雨今年7岁，正在学钢琴。", ["用户的女儿小雨7岁", "用户的女儿小雨正在学钢琴"]),
        ("我先生姓周，他不吃香菜。", ["用户的先生姓周", "用户的先生不吃香菜"]),
        ("我妈今年70岁，有高血压。", ["用户的妈妈70岁", "用户的妈妈有高血压"]),
        ("我有一个弟弟，在上海读大学。", ["用户有一个弟弟", "用户的弟弟在上海读大学"]),
        ("我养了一只金毛，名字叫球球。", ["用户养了一只金毛", "用户的金毛的名字是球球"]),
        ("我的直属领导叫陈志远，喜欢看周报。", ["用户的直属领导叫陈志远"]),
        ("我叫赵磊，老婆叫孙丽，有一个10岁的儿子。", ["用户叫赵磊", "用户的老婆叫孙丽", "用户有一个10岁的儿子"]),
    ],
)
def test_people_and_pets(message: str, statements: list[str]) -> None:
    check(message, *statements)


@pytest.mark.parametrize(
    ("message", "statements"),
    [
        ("我對花生過敏，請不要推薦堅果。", ["用戶對花生過敏"]),
        ("我住在台北市大安區，做軟體工程師。", ["用戶住在台北市大安區", "用戶做軟體工程師"]),
        ("我太太叫林美惠，我們有兩個孩子。", ["用戶的太太叫林美惠", "用戶有兩個孩子"]),
    ],
)
def test_traditional_characters_are_kept_and_our_words_follow(message: str, statements: list[str]) -> None:
    check(message, *statements)


@pytest.mark.parametrize(
    ("message", "statements"),
    [
        (
            "我是 full-stack developer，主要写 TypeScript 和 Go。",
            ["用户是 full-stack developer", "用户主要写 TypeScript 和 Go"],
        ),
        ("My name is 王芳 and I work at 华为.", ["The user's name is 王芳", "The user works at 华为"]),
        ("I live in 杭州 now，以前住在 Shanghai。", ["The user lives in 杭州", "用户以前住在 Shanghai"]),
    ],
)
def test_mixed_text_keeps_names_and_the_language_of_each_fact(message: str, statements: list[str]) -> None:
    check(message, *statements)
