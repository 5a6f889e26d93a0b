"""What text may come in, and when two texts are the same text."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

_TRAILING: Final = " \t\r\n.。!！;；,，、~～…"
_SPACES: Final = re.compile(r"\s+")
_CJK: Final = re.compile(r"[㐀-䶿一-鿿豈-﫿\U00020000-\U0003ffff]")
_LETTER: Final = re.compile(r"[^\W\d_]")

CJK_CLASS: Final = "㐀-䶿一-鿿豈-﫿぀-ヿ가-힯\U00020000-\U0003ffff"
"""Inside a regular expression's brackets: characters that are written without spaces between words."""


def text_problem(value: str) -> str | None:
    """Why a text cannot be taken in as it is; None when it can.

    NUL and lone surrogates break databases and encoders further down, so they are refused at the door
    rather than changed behind the caller's back. Everything else comes back as it was sent.
    """
    if "\x00" in value:
        return "must not contain NUL characters"
    if any("\ud800" <= character <= "\udfff" for character in value):
        return "must not contain lone surrogates"
    return None


def repair_text(value: str) -> str:
    """A text that passes `text_problem`: for what a model produced, where there is nobody to refuse it to."""
    return "".join("�" if "\ud800" <= c <= "\udfff" else c for c in value).replace("\x00", "")


def is_blank(value: str) -> bool:
    """Whether nothing visible is in the text. Zero-width and control characters are not visible."""
    return all(c.isspace() or unicodedata.category(c) in ("Cf", "Cc", "Mn", "Me") for c in value)


def weight(content: str) -> float:
    """How much a text says, in Latin letters: its characters, of which a Chinese one counts for two and a half.

    我叫王芳 says as much as "My name is", and is a sentence besides.
    """
    return len(content) + 1.5 * len(_CJK.findall(content))


def normal_form(content: str) -> str:
    """The text that exact duplicates share: NFKC, case-folded, single spaces, no closing punctuation.

    Works on every script. It can be empty only for text without a visible letter, digit or symbol;
    callers refuse blank content first, and text of punctuation alone keeps itself.
    """
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", content).casefold())
    collapsed = _SPACES.sub(" ", folded).strip()
    return collapsed.rstrip(_TRAILING) or collapsed


def language_of(content: str) -> str:
    """`zh` when Chinese characters make up a fair part of the letters, else `en`.

    One Chinese character carries about as much as three Latin letters, hence the weight.
    """
    chinese = len(_CJK.findall(content))
    letters = len(_LETTER.findall(content))
    return "zh" if chinese * 3 >= max(1, letters - chinese) else "en"
