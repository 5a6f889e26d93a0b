"""Standing instructions, things to remember, corrections."""

from __future__ import annotations

import pytest

from agent_memory.memories.model import Kind
from tests.unit.extraction.grammar.support import candidates, only, said


@pytest.mark.parametrize(
    ("message", "statements"),
    [
        ("以后都用中文回复我，尽量简短一点。", ["用户希望助手用中文回复用户", "用户希望助手的回复简短一点"]),
        ("回复的时候不要用表情符号。", ["用户希望助手回复的时候不要用表情符号"]),
        ("以后所有的价格都用美元报给我。", ["用户希望所有的价格都用美元报给用户"]),
        ("以后直接叫我老王就行。", ["用户希望被称呼为老王"]),
        ("Please always answer in English.", ["The user wants the assistant to answer in English"]),
        ("Don't use emojis in your replies.", ["The user wants the assistant not to use emojis in its replies"]),
        ("Never suggest recipes with pork.", ["The user wants the assistant never to suggest recipes with pork"]),
        ("Keep your replies short from now on.", ["The user wants the assistant to keep its replies short"]),
        ("Call me Bob, everyone does.", ["The user wants to be called Bob"]),
    ],
)
def test_standing_instructions_are_preferences(message: str, statements: list[str]) -> None:
    found = candidates(message)
    assert [candidate.content for candidate in found] == statements
    assert {candidate.kind for candidate in found} == {Kind.PREFERENCE}


@pytest.mark.parametrize(
    ("message", "statement"),
    [
        ("请记住：我的车牌号是苏E·12345。", "用户的车牌号是苏E·12345"),
        ("记住，供应商编号是CN-A10293，不要弄错。", "用户的供应商编号是CN-A10293"),
        ("请你一定记住我不喝酒。", "用户不喝酒"),
        ("帮我记住，我的快递都寄到公司前台。", "用户的快递都寄到公司前台"),
        ("帮我记住，仓库的门禁密码提示是“我的生日”。", "仓库的门禁密码提示是“用户的生日”"),
        ("Remember: my employee number is CN-A10293.", "The user's employee number is CN-A10293"),
        ("Don't forget that my anniversary is on June 12.", "The user's anniversary is on June 12"),
        ("Can you remember that I prefer aisle seats?", "The user prefers aisle seats"),
        (
            "Remember that my expense reports are due on the 25th of each month.",
            "The user's expense reports are due on the 25th of each month",
        ),
    ],
)
def test_what_the_user_asks_to_remember_is_taken_as_stated(message: str, statement: str) -> None:
    candidate = only(message)
    assert candidate.content == statement
    assert candidate.importance >= 4
    assert candidate.confidence >= 0.9


@pytest.mark.parametrize(
    ("message", "statement", "old"),
    [
        ("不对，我不是采购经理，是采购总监。", "用户是采购总监", "采购经理"),
        ("我不是程序员，我是产品经理。", "用户是产品经理", "程序员"),
        ("预算改了，不是5000，改成8000了。", "用户的预算是8000", "5000"),
        ("其实我叫李鸣，不是李明。", "用户叫李鸣", "李明"),
        ("我最近从上海搬到苏州了。", "用户最近从上海搬到苏州了", "上海"),
        ("公司最近从用友换成了金蝶。", "用户的公司最近从用友换成了金蝶", "用友"),
        ("Actually, I live in Berlin, not Munich.", "The user lives in Berlin", "Munich"),
        ("My budget isn't 5,000, it's 8,000.", "The user's budget is 8,000", "5,000"),
        ("Sorry, my flight is on May 3, not May 2.", "The user's flight is on May 3, 2026", "May 2"),
        ("I'm not a designer, I'm a developer.", "The user is a developer", "designer"),
        ("I switched from Android to iPhone.", "The user switched from Android to iPhone", "Android"),
    ],
)
def test_corrections_name_the_old_value(message: str, statement: str, old: str) -> None:
    candidate = only(message)
    assert (candidate.content, candidate.replaces) == (statement, old)


@pytest.mark.parametrize(
    ("message", "statement", "old"),
    [
        ("我不再用金蝶了，现在用用友。", "用户现在用用友", "金蝶"),
        ("我不住在杭州了，搬到宁波了。", "用户搬到宁波了", "杭州"),
        ("我搬到宁波了，不住在杭州了。", "用户搬到宁波了", "杭州"),
        ("I no longer work at IBM, I'm at Oracle now.", "The user is now at Oracle", "IBM"),
        ("I don't use Trello anymore, I switched to Linear.", "The user switched to Linear", "Trello"),
    ],
)
def test_what_ended_is_replaced_by_what_began_beside_it(message: str, statement: str, old: str) -> None:
    assert {c.content: c.replaces for c in candidates(message)}[statement] == old


def test_a_correction_of_values_alone_corrects_the_earlier_statement() -> None:
    first, second = candidates("我的预算是5000元左右。", "不是5000，是8000元。")
    assert (first.content, second.content, second.replaces) == (
        "用户的预算是5000元左右",
        "用户的预算是8000元左右",
        "5000",
    )
    first, second = candidates("My budget is 5,000 dollars for this.", "Sorry, not 5,000 but 8,000 dollars.")
    assert (second.content, second.replaces) == ("The user's budget is 8,000 dollars for this", "5,000")


def test_a_later_move_stays_a_second_candidate_in_order() -> None:
    assert said("我住在上海浦东新区。", "我搬家了，现在住在苏州园区。") == ["用户住在上海浦东新区", "用户住在苏州园区"]
