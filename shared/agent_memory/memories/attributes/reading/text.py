"""The form every reader works on, and how a reader takes what it has read out of the text."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from agent_memory.core.segmentation import fold

GAP: Final = "\x1f"
"""Stands where a reader took something out, so that the words around it do not run together."""

CJK: Final = "㐀-䶿一-鿿豈-﫿\U00020000-\U0003ffff"
"""Inside a regular expression's brackets: Chinese characters."""

_QUOTES: Final = str.maketrans({"’": "'", "‘": "'", "`": "'", "“": '"', "”": '"', "–": "-", "—": "-", "−": "-"})
_SPACES: Final = re.compile(r"[ \t\r\n\u3000]+")
_CLOSING: Final = " .。!！;；,，、~～…"
_HAS_CJK: Final = re.compile(f"[{CJK}]")

Span = tuple[int, int]


def plain_form(text: str) -> str:
    """Full-width to half-width, Traditional to Simplified, one kind of quote and space, no closing punctuation."""
    return _SPACES.sub(" ", fold(text).translate(_QUOTES)).strip().rstrip(_CLOSING)


def read_form(text: str) -> str:
    """`plain_form` without case, character for character: what the readers of values expect."""
    return lower_form(plain_form(text))


def lower_form(plain: str) -> str:
    """Lower case that keeps every position, so that a reader can look up how a word was written."""
    return "".join(low if len(low := c.lower()) == 1 else c for c in plain)


def has_cjk(text: str) -> bool:
    """Whether any Chinese character is in the text."""
    return _HAS_CJK.search(text) is not None


def blank_out(text: str, spans: Iterable[Span]) -> str:
    """The text with each span replaced by a gap of the same length, so that positions stay true."""
    for start, end in spans:
        text = text[:start] + GAP * (end - start) + text[end:]
    return text
