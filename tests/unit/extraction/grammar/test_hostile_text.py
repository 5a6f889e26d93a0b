"""Long, broken and strange text: read in linear time, without an error."""

from __future__ import annotations

import time

import pytest

from tests.unit.extraction.grammar.support import extract, said

SECONDS = 4.0
"""Allowed for 200 KB on a busy machine; it takes less than a second on an idle one."""

LONG = 20_000
"""Characters of the texts that are only strange; anything quadratic takes minutes on them."""

ZH_FILLER = "今天的天气看起来不错，适合出去走走，街上的人也不少。"
EN_FILLER = "The weather looks fine today and the streets are full of people walking around. "


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        (ZH_FILLER * 1300 + "我对青霉素过敏。" + ZH_FILLER * 1300, "用户对青霉素过敏"),
        (EN_FILLER * 1250 + "I am allergic to penicillin. " + EN_FILLER * 1250, "The user is allergic to penicillin"),
    ],
)
def test_a_fact_in_the_middle_of_a_long_message_is_found_in_time(text: str, statement: str) -> None:
    started = time.process_time()
    assert said(text) == [statement]
    assert time.process_time() - started < SECONDS


@pytest.mark.parametrize(
    "unit",
    [
        "的",
        "a",
        "1",
        "我",
        "，",
        "“",
        "`",
        "I ",
        "不是",
        "my wife and ",
        "明天下午三点，",
        "> hello\n",
        "甲说：我住在上海。\n",
        "2026-03-18 10:00:01 INFO user logged in\n",
        '{"name": "Tom", "city": "Rome"},\n',
        " ",
        "x ",
        "(",
        "\n\n",
        "user: ",
    ],
    ids=repr,
)
def test_repeated_text_takes_no_more_than_linear_time(unit: str) -> None:
    text = unit * (LONG // len(unit))
    started = time.process_time()
    extract(text)
    assert time.process_time() - started < SECONDS * LONG / 200_000


@pytest.mark.parametrize(
    ("text", "statements"),
    [
        ("😀😀 我住在苏州工业园区 🎉🎉！！", ["用户住在苏州工业园区"]),
        ("我住在苏州工业园区，，，。。。", ["用户住在苏州工业园区"]),
        ("我叫\u200b李明，今年３２岁，请多关照", ["用户３２岁"]),
        ("Ｉ ｌｉｖｅ ｉｎ Ｓｕｚｈｏｕ ｎｏｗ．", []),
        ("\ufffd\ufffd 我对花生过敏，谢谢 \ufffd", ["用户对花生过敏"]),
        ("I'm   allergic\tto    peanuts!!!", ["The user is allergic to peanuts"]),
    ],
)
def test_strange_characters(text: str, statements: list[str]) -> None:
    found = said(text)
    assert set(statements) <= set(found) or found == statements
