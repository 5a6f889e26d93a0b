"""Reading a model's JSON: untidy is read, garbage is a failure, empty is empty."""

from __future__ import annotations

import json

import pytest

from agent_memory.core.errors import ModelAnswerError
from agent_memory.extraction.answers import read_answer

ONE = '{"memories": [{"content": "用户住在苏州", "messages": [1]}]}'


@pytest.mark.parametrize(
    "text",
    [
        ONE,
        f"```json\n{ONE}\n```",
        f"``` {ONE} ```",
        f"Here you {{go}}: {ONE} hope {{it}} helps",
        f"{{not json}} {ONE}",
        f'{{"note": "thinking"}} {ONE}',
        '[{"content": "用户住在苏州", "messages": [1]}]',
        '{"memories": [null, {"content": "用户住在苏州", "messages": [1]}, {"content": 5}, "x", {}]}',
        ONE.replace("]}", "], }").replace(", }", "}"),
        f"{ONE} {ONE}",
        ONE.replace("]}", "],}"),
        ONE.replace("}]", "},]"),
        f'{{"memories": [5]}} {ONE}',
        f'{{"memories": []}} {ONE}',
        f"As said in [1]: {ONE}",
    ],
)
def test_what_is_there_is_read(text: str) -> None:
    assert [memory.content for memory in read_answer(text).memories] == ["用户住在苏州"]


@pytest.mark.parametrize(
    "text",
    [
        '{"memories": []}',
        '{"memories": null}',
        '{"memories": [null, {"content": " \\n"}]}',
        "[]",
        " [ ] ",
        "```json\n[]\n```",
    ],
)
def test_nothing_is_nothing(text: str) -> None:
    assert read_answer(text).memories == []


@pytest.mark.parametrize(
    "text",
    ["", "none", "{", '{"memories": "x"}', '{"memories": {}}', '{"facts": []}', '{"memories": [5]}', '{"memories": [{}]}',
     "[" * 100_000, '{"memories": [{"content": "用户', '{"memories": [{"content": "用户", "entities": [], "kind": "fa',
     '{"memories": [{"content": "用户", "entities": [{"name": "苏州"}], "kind', '[{"content": "x" "y"}, []]', "see [1]",
     '{"memories": []} {"memories": [5]}', "Nothing: []?"],
)  # fmt: skip
def test_garbage_is_never_taken_for_nothing(text: str) -> None:
    with pytest.raises(ModelAnswerError):
        read_answer(text)


@pytest.mark.parametrize(
    ("written", "read"),
    [
        (0.9, 0.9),
        ("0.9", 0.9),
        (95, 0.95),
        ("95", 0.95),
        (None, 0.5),
        ("high", 0.5),
        (-1, 0.5),
        (1000, 0.5),
        (True, 0.5),
    ],
)
def test_odd_confidences_are_read_by_rule(written: object, read: float) -> None:
    text = json.dumps({"memories": [{"content": "x", "confidence": written}]})
    assert read_answer(text).memories[0].confidence == read


def test_not_a_number_is_doubtful_and_not_fatal() -> None:
    assert read_answer('{"memories": [{"content": "x", "confidence": NaN}]}').memories[0].confidence == 0.5


@pytest.mark.parametrize(
    ("field", "written", "read"),
    [
        ("kind", "Preference", "preference"),
        ("kind", "hobby", "fact"),
        ("kind", None, "fact"),
        ("importance", "4", 4),
        ("importance", 9, 5),
        ("importance", 0, 1),
        ("importance", 3.6, 4),
        ("importance", "high", 3),
        ("importance", None, 3),
        ("messages", None, []),
        ("messages", 2, [2]),
        ("messages", "[1]", [1]),
        ("messages", ["1", "message 2", None, "x"], [1, 2]),
        ("replaces", 5, None),
        ("replaces", "  ", None),
        ("replaces", "5000 元", "5000 元"),
        ("entities", None, []),
        ("entities", ["苏州", {"name": "金蝶", "type": "Product"}, {"type": "x"}, 5, None], [("苏州", "other"), ("金蝶", "product")]),
    ],
)  # fmt: skip
def test_no_statement_is_lost_because_something_beside_it_is_odd(field: str, written: object, read: object) -> None:
    text = json.dumps({"memories": [{"content": "x", field: written}, {"content": "y"}]})
    first, second = read_answer(text).memories
    found = getattr(first, field)
    assert ([(item.name, item.type) for item in found] if field == "entities" else found) == read
    assert (first.content, second.content) == ("x", "y")


@pytest.mark.parametrize("written", [float("nan"), float("inf"), 10**400, [], {}])
def test_no_number_is_too_odd(written: object) -> None:
    text = json.dumps(
        {"memories": [{"content": "x", "importance": written, "confidence": written, "messages": written}]}
    )
    [memory] = read_answer(text).memories
    assert 1 <= memory.importance <= 5
    assert 0 <= memory.confidence <= 1


def test_commas_inside_a_text_are_kept() -> None:
    text = '{"memories": [{"content": "说 \\",]\\" 和 ,}",},]}'
    assert read_answer(text).memories[0].content == '说 ",]" 和 ,}'


def test_control_characters_and_surrogates_are_repaired() -> None:
    text = '{"memories": [{"content": "a\\u0000b\\ud800c"}]}'
    assert read_answer(text).memories[0].content == "ab�c"
