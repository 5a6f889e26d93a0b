"""Pairs that come with the command, and those that are given to it."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent_memory_client.calibration.pairs import (
    Pair,
    PairFileError,
    halves,
    own_pairs,
    own_questions,
    read_pairs,
    texts_of,
)


def written(folder: Path, text: str) -> Path:
    path = folder / "pairs.jsonl"
    path.write_text(text, encoding="utf-8")
    return path


def test_what_comes_with_the_package_is_labelled_both_ways() -> None:
    pairs = own_pairs()
    assert len(pairs) == 590
    assert sum(pair.same for pair in pairs) == 130
    assert {pair.group for pair in pairs} == {
        "paraphrases",
        "near misses, dev",
        "near misses, unseen",
        "near misses, hard",
    }


def test_no_text_is_on_both_sides_of_the_split() -> None:
    one, other = halves(own_pairs())
    assert set(texts_of(one)) & set(texts_of(other)) == set()
    assert sorted([*one, *other], key=repr) == sorted(own_pairs(), key=repr)
    assert min(len(one), len(other)) > 200
    assert min(sum(pair.same for pair in half) for half in (one, other)) > 50


def test_the_split_does_not_depend_on_order() -> None:
    forwards, backwards = halves(own_pairs()), halves(list(reversed(own_pairs())))
    assert {frozenset(half) for half in forwards} == {frozenset(half) for half in backwards}


def test_every_memory_has_a_question_and_no_two_share_one() -> None:
    questions = [question for asked in own_questions() for question in asked.questions]
    assert len(own_questions()) == 56
    assert len(set(questions)) == len(questions) == 70
    assert all(asked.questions for asked in own_questions())


def test_a_file_of_pairs_takes_numbers_and_truths(tmp_path: Path) -> None:
    text = '{"a": "x", "b": "y", "label": 1}\n\n{"a": "x", "b": "z", "label": false, "more": 2}\n'
    assert read_pairs(written(tmp_path, text)) == [Pair("x", "y", True, "file"), Pair("x", "z", False, "file")]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "no pairs"),
        ("\n", "no pairs"),
        ('{"a": "x", "b": "y", "label": 1}\n{"a": "x"', ":2: not JSON"),
        ("[]", ":1: needs"),
        ('{"a": "x", "b": " ", "label": 1}', ":1: needs"),
        ('{"a": "x", "b": 3, "label": 1}', ":1: needs"),
        ('{"a": "x", "b": "y"}', ":1: needs"),
        ('{"a": "x", "b": "y", "label": "maybe"}', ":1: needs"),
        ('{"a": "x", "b": "y", "label": 2}', ":1: needs"),
    ],
)
def test_a_file_that_is_none_says_where(tmp_path: Path, text: str, complaint: str) -> None:
    with pytest.raises(PairFileError, match=complaint):
        read_pairs(written(tmp_path, text))


def test_a_file_that_is_not_there_says_so(tmp_path: Path) -> None:
    with pytest.raises(PairFileError, match="cannot be read"):
        read_pairs(tmp_path / "none.jsonl")
