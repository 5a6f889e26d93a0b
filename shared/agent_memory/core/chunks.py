"""Long text in overlapping pieces, so that a fact in the middle of 60,000 characters is found like any other."""

from __future__ import annotations

from typing import Final

CHUNK_LENGTH: Final = 1200
CHUNK_OVERLAP: Final = 120


def split_text(text: str, *, length: int = CHUNK_LENGTH, overlap: int = CHUNK_OVERLAP) -> list[str]:
    """Pieces of at most `length` characters; neighbours share `overlap` characters. Short text is one piece.

    A piece ends after a sentence or at white space where one is found in its last quarter.
    """
    pieces: list[str] = []
    start = 0
    while len(text) - start > length:
        end = _good_end(text, start, start + length)
        pieces.append(text[start:end])
        start = end - overlap
    pieces.append(text[start:])
    return pieces


def _good_end(text: str, start: int, limit: int) -> int:
    earliest = limit - (limit - start) // 4
    for marks in ("。！？.!?\n", "，,;； \t"):
        end = max(text.rfind(mark, earliest, limit) for mark in marks)
        if end >= 0:
            return end + 1
    return limit
