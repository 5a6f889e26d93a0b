"""What text may come in, and when two texts are the same."""

from __future__ import annotations

import pytest

from agent_memory.core.text import is_blank, language_of, normal_form, repair_text, text_problem


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("用户住在苏州。", "用户住在苏州"),
        ("The user lives in Suzhou.", "the  user lives in suzhou"),
        ("ＣＮ－Ａ１０２９３", "CN-A10293"),
        ("Straße", "STRASSE"),
        ("用户 住在\n苏州", "用户 住在 苏州！"),
    ],
)
def test_texts_that_differ_only_in_form_are_the_same(first: str, second: str) -> None:
    assert normal_form(first) == normal_form(second)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("用户住在苏州", "用户住在杭州"),
        ("订单号 052", "订单号 053"),
        ("Привет", "Привіт"),
        ("王伟", "王芳"),
        ("?", "!"),
    ],
)
def test_texts_that_differ_in_substance_stay_different(first: str, second: str) -> None:
    assert normal_form(first) != normal_form(second)


@pytest.mark.parametrize("name", ["王伟", "Ольга", "محمد", "はなこ", "…", "😀"])
def test_no_script_is_normalised_away(name: str) -> None:
    assert normal_form(name) != ""


def test_normalising_twice_changes_nothing() -> None:
    for text in ("ﬁne ÀB  c。。", "İstanbul", "用户：ＡＢＣ"):
        assert normal_form(normal_form(text)) == normal_form(text)


@pytest.mark.parametrize("hostile", ["a\x00b", "\ud800", "x\udfffy"])
def test_text_that_breaks_stores_is_refused(hostile: str) -> None:
    assert text_problem(hostile) is not None


@pytest.mark.parametrize("odd", ["👨‍👩‍👧‍👦", "‮abc", "<|endoftext|>", "\U000e0041", "ｆｕｌｌ", "\t\n\x07", ""])
def test_odd_but_valid_text_is_taken_as_it_is(odd: str) -> None:
    assert text_problem(odd) is None
    assert repair_text(odd) == odd


def test_repair_leaves_only_acceptable_text() -> None:
    assert repair_text("a\x00b\ud800c") == "ab�c"


@pytest.mark.parametrize("blank", ["", "  ", "\u3000", "\u200b\u200d", "\n\t"])
def test_invisible_text_is_blank(blank: str) -> None:
    assert is_blank(blank)


@pytest.mark.parametrize(
    ("text", "language"),
    [("我常用金蝶 ERP", "zh"), ("I use the 金蝶 system for our ERP at work", "en"), ("E1042", "en"), ("你好", "zh")],
)
def test_language_follows_the_script(text: str, language: str) -> None:
    assert language_of(text) == language
