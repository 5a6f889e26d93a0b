"""The extractor as a part of the service: its answers around the statements."""

from __future__ import annotations

import pytest

from agent_memory.conversations.model import Role
from agent_memory.extraction.grammar import GrammarExtractor
from agent_memory.extraction.grammar.extractor import MOST_STATEMENTS
from agent_memory.extraction.model import Entity, Extractor, Passed, Usage
from agent_memory.memories.model import Kind
from tests.unit.extraction.grammar.support import EXTRACTOR, candidates, extract, only, turn


def test_it_is_an_extractor_and_names_itself() -> None:
    extractor: Extractor = GrammarExtractor()
    assert (extractor.info.name, extractor.info.model, extractor.info.prompt_version) == (
        "offline",
        "grammar-zh-en-1",
        "grammar-1",
    )


def test_every_user_turn_gives_a_candidate_or_a_reason() -> None:
    found = extract("小明呀", "我住在苏州工业园区。", "今天天气真不错，出去走走。")
    assert [c.source_message_ids for c in found.candidates] == [("m1",)]
    assert found.passed == (Passed("m0", "too_short"), Passed("m2", "nothing_memorable"))
    assert found.usage == Usage()


def test_the_shortest_message_is_a_setting() -> None:
    turns = (turn("I am Bob"),)
    assert GrammarExtractor().extract(turns, time_zone="UTC").passed == (Passed("m0", "too_short"),)
    assert (
        GrammarExtractor(min_characters=4).extract(turns, time_zone="UTC").candidates[0].content
        == "The user is called Bob"
    )


@pytest.mark.parametrize("message", ["我叫王芳", "我不吃辣", "我怀孕了", "我喜欢猫", "我有糖尿病", "我对青霉素过敏"])
def test_a_chinese_character_says_as_much_as_two_and_a_half_latin_letters(message: str) -> None:
    assert len(candidates(message)) == 1


@pytest.mark.parametrize("message", ["我说错了，是7岁", "不对，是8000", "谢谢", "嗯嗯好"])
def test_what_only_puts_right_something_else_states_nothing_alone(message: str) -> None:
    assert extract(message).passed == (Passed("m0", "too_short"),)


def test_an_allergy_lasts_however_long_ago_it_was_told() -> None:
    (allergy,) = candidates("我对青霉素和头孢都过敏，请一定注意")
    assert (allergy.ttl_days, allergy.is_dated) == (730, False)
    (plan,) = candidates("我下周三要去东京参加展会，帮我记着")
    assert plan.is_dated


def test_length_is_counted_in_composed_characters_without_blanks_around() -> None:
    decomposed = "I am Bobe\u0301"  # ten code points, nine characters
    assert extract(f"   {decomposed}   ").passed == (Passed("m0", "too_short"),)


def test_identical_statements_are_one_with_both_sources() -> None:
    (candidate,) = candidates("我对花生过敏，请注意。", "再说一遍，我对花生过敏。")
    assert candidate.source_message_ids == ("m0", "m1")


def test_the_snippet_is_the_clause_in_the_users_own_words() -> None:
    first, second = candidates("我是做外贸采购的，常用金蝶")
    assert (first.source_snippet, second.source_snippet) == ("我是做外贸采购的", "常用金蝶")


def test_kinds_importance_and_entities() -> None:
    name = only("你好，我叫李明。很高兴认识你。")
    assert (name.kind, name.importance, name.entities) == (Kind.FACT, 5, (Entity("李明", "person"),))
    taste = only("I love hiking and camping.")
    assert (taste.kind, taste.importance) == (Kind.PREFERENCE, 3)
    allergy = only("I'm allergic to peanuts.")
    assert (allergy.kind, allergy.importance) == (Kind.CONSTRAINT, 5)
    wife = only("我妻子对海鲜严重过敏。")
    assert (wife.kind, wife.importance) == (Kind.RELATIONSHIP, 4)
    home = only("I live in Suzhou with my wife.")
    assert home.entities == (Entity("Suzhou", "location"),)


def test_language_is_that_of_the_fact() -> None:
    assert [c.language for c in candidates("I live in 杭州 now，以前住在 Shanghai。")] == ["en", "zh"]


def test_a_subject_left_out_makes_a_statement_less_certain() -> None:
    first, second = candidates("我是做外贸采购的，常用金蝶")
    assert second.confidence < first.confidence


def test_the_assistants_question_is_context_only() -> None:
    turns = (
        turn("您住在上海，喜欢喝咖啡，对吗？", Role.ASSISTANT, number=0),
        turn("是的没错，就是你说的那样。", number=1),
    )
    found = EXTRACTOR.extract(turns, time_zone="Asia/Shanghai")
    assert found.candidates == ()
    assert found.passed == (Passed("m1", "nothing_memorable"),)


def test_instructions_are_accepted_and_change_nothing() -> None:
    turns = (turn("我住在苏州工业园区。"),)
    assert EXTRACTOR.extract(turns, time_zone="UTC", instructions="only names") == EXTRACTOR.extract(
        turns, time_zone="UTC"
    )


def test_a_pasted_list_gives_its_first_statements_and_says_so() -> None:
    pasted = "".join(f"I like tea number {number}. " for number in range(MOST_STATEMENTS + 50))
    found = extract(pasted, "我住在苏州工业园区。")
    assert len(found.candidates) == MOST_STATEMENTS + 1
    assert found.passed == (Passed("m0", "too_many_statements"),)


def test_a_turn_read_before_is_there_to_understand_the_others_only() -> None:
    turns = (turn("装修预算是5000元，含家电", number=0), turn("不对，是8000元", number=1))
    found = EXTRACTOR.extract(turns, time_zone="Asia/Shanghai", read_before=frozenset({"m0"}))
    (candidate,) = found.candidates
    assert "8000" in candidate.content
    assert candidate.source_message_ids == ("m0", "m1")
    assert EXTRACTOR.extract(turns, time_zone="Asia/Shanghai", read_before=frozenset({"m0", "m1"})).candidates == ()
