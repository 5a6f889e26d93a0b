"""What holds for any conversation."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from agent_memory.conversations.model import Role
from tests.unit.extraction.grammar.support import EXTRACTOR, turn

SENTENCES = [
    "我住在苏州工业园区。",
    "我对花生过敏，请不要推荐坚果。",
    "我妻子叫李梅，是小学老师。",
    "我下周二要去东京出差。",
    "以后都用中文回复我。",
    "请记住我的车牌号是苏E·12345。",
    "I love hiking and camping.",
    "I work at Siemens as an engineer.",
    "My daughter Emma is 7 and loves dinosaurs.",
    "I'm flying to Tokyo next Tuesday.",
    "如果我住在北京，我会养一只狗。",
    "Do you know where I live?",
    "```\n我叫李明\n```",
    "他说：“我在北京工作，我喜欢吃烤鸭。”",
    "不是5000，是8000元。",
    "我的预算是5000元左右。",
]
messages = st.one_of(st.text(max_size=120), st.lists(st.sampled_from(SENTENCES), min_size=1, max_size=4).map("".join))
conversations = st.lists(st.tuples(st.sampled_from(list(Role)), messages), max_size=6)


@settings(max_examples=60, deadline=None)
@given(conversations)
def test_snippets_and_sources_are_the_users_and_every_user_turn_is_accounted_for(
    conversation: list[tuple[Role, str]],
) -> None:
    turns = tuple(turn(text, role, number=number) for number, (role, text) in enumerate(conversation))
    found = EXTRACTOR.extract(turns, time_zone="Asia/Shanghai")
    spoken = {t.message_id: t.content for t in turns if t.role is Role.USER}
    covered = {message_id for c in found.candidates for message_id in c.source_message_ids}
    assert covered <= set(spoken)
    assert covered | {p.message_id for p in found.passed} == set(spoken)
    for candidate in found.candidates:
        assert candidate.content.strip()
        assert 1 <= candidate.importance <= 5
        assert 0 <= candidate.confidence <= 1
        assert candidate.language in ("zh", "en")
        assert len(candidate.source_snippet) <= 200


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(SENTENCES), min_size=1, max_size=6))
def test_the_snippet_stands_in_a_message_of_the_user(sentences: list[str]) -> None:
    turns = tuple(turn(text, number=number) for number, text in enumerate(sentences))
    for candidate in EXTRACTOR.extract(turns, time_zone="Asia/Shanghai").candidates:
        assert any(candidate.source_snippet in t.content for t in turns)


@settings(max_examples=60, deadline=None)
@given(conversations)
def test_the_same_conversation_gives_the_same_answer(conversation: list[tuple[Role, str]]) -> None:
    turns = tuple(turn(text, role, number=number) for number, (role, text) in enumerate(conversation))
    assert EXTRACTOR.extract(turns, time_zone="UTC") == EXTRACTOR.extract(turns, time_zone="UTC")


@settings(max_examples=40, deadline=None)
@given(st.permutations(SENTENCES[:10]))
def test_the_order_of_unrelated_messages_does_not_matter(sentences: list[str]) -> None:
    def contents(texts: list[str]) -> set[str]:
        turns = tuple(turn(text, number=0) for text in texts)
        return {c.content for c in EXTRACTOR.extract(turns, time_zone="Asia/Shanghai").candidates}

    assert contents(sentences) == contents(SENTENCES[:10])
