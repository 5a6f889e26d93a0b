"""Long text in pieces."""

from __future__ import annotations

import pytest

from agent_memory.core.chunks import CHUNK_LENGTH, CHUNK_OVERLAP, split_text


@pytest.mark.parametrize("text", ["", "short", "字" * 600, "句子。" * 4000, "word " * 12000, "x" * 60_000])
def test_pieces_are_bounded_overlap_and_lose_nothing(text: str) -> None:
    pieces = split_text(text)
    assert all(len(piece) <= CHUNK_LENGTH for piece in pieces)
    rebuilt = pieces[0] + "".join(piece[CHUNK_OVERLAP:] for piece in pieces[1:])
    assert rebuilt == text


def test_short_text_is_one_piece() -> None:
    assert split_text("用户住在苏州") == ["用户住在苏州"]


def test_pieces_end_with_a_sentence_where_they_can() -> None:
    first, *_ = split_text("这是一个完整的句子。" * 400)
    assert first.endswith("。")
