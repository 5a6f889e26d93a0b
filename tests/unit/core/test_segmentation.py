"""Keyword terms: what a question and a memory must share to meet."""

from __future__ import annotations

import pytest

from agent_memory.core.segmentation import MAX_TERMS, document_terms, inverse_document_frequency, query_terms


def overlap(question: str, text: str) -> set[str]:
    return set(query_terms(question)) & set(document_terms(text))


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("花生过敏", "用户对花生严重过敏"),
        ("台湾", "用户住在臺灣"),
        ("cn-a10293", "订单号是 CN-A10293"),
        ("A10293", "订单号是ＣＮ－Ａ１０２９３"),
        ("allergies", "The user has an allergy to nuts"),
        ("running shoes", "The user runs marathons"),
        ("ERP", "用户常用ERP系统是金蝶"),
        ("user_name", "the field userName is required"),
        ("postgres", "The database is PostgreSQL 17"),
    ],
)
def test_related_texts_share_terms(question: str, text: str) -> None:
    assert overlap(question, text)


@pytest.mark.parametrize(
    ("question", "text"),
    [("用户的什么", "用户是的"), ("what is the user", "The user is here"), ("编号 052", "编 053"), ("杭州", "苏州")],
)
def test_function_words_and_look_alikes_do_not_count_as_whole_matches(question: str, text: str) -> None:
    assert not {term for term in overlap(question, text) if len(term) > 1 and query_terms(question)[term] == 1.0}


def test_weights_are_bm25() -> None:
    single = document_terms("kubernetes")["kubernet"]
    repeated = document_terms("kubernetes " * 5)["kubernet"]
    diluted = document_terms("kubernetes " + "lorem ipsum dolor " * 50)["kubernet"]
    assert diluted < single < repeated < 2.2


def test_a_huge_text_keeps_its_heaviest_terms() -> None:
    terms = document_terms(" ".join(f"word{n}x" for n in range(6000)))
    assert len(terms) == MAX_TERMS


def test_rarer_terms_weigh_more() -> None:
    assert inverse_document_frequency(100, 1) > inverse_document_frequency(100, 50) > 0
    assert inverse_document_frequency(0, 0) > 0


@pytest.mark.parametrize("text", ["", "   ", "。。。", "😀", "的了是"])
def test_text_without_topic_has_no_terms(text: str) -> None:
    assert document_terms(text) == {}
