"""How a text is looked at: a copy of the same length in which one pattern covers every way of writing."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import zhconv_rs

_PLAIN: Final = {
    **{code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)},  # full-width ASCII
    0x3000: " ",
    0x00A0: " ",
    0x2019: "'",
    0x2018: "'",
    0x2013: "-",
    0x2014: "-",
    0x2212: "-",
    0x301C: "~",
}
_LOWER: Final = {code: code + 32 for code in range(ord("A"), ord("Z") + 1)}


def plain(text: str) -> str:
    """The text with half-width ASCII and Simplified characters, position by position: offsets stay true."""
    narrow = text.translate(_PLAIN)
    if narrow.isascii():
        return narrow
    simplified = zhconv_rs.zhconv(narrow, "zh-hans")
    if len(simplified) == len(narrow):
        return simplified
    return "".join(_simplified(character) for character in narrow)


def plain_lower(text: str) -> str:
    """`plain`, with A-Z in lower case (other scripts' case mappings can change the length)."""
    return plain(text).translate(_LOWER)


@lru_cache(maxsize=4096)
def _simplified(character: str) -> str:
    converted = zhconv_rs.zhconv(character, "zh-hans")
    return converted if len(converted) == 1 else character
