"""A statement as the words it is made of: known senses, and what no list knows.

Chinese is cut by the longest known form; a run of characters between known forms stays one unknown word.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from agent_memory.memories.attributes.reading.lexicon import latin_words, lexicon, stem
from agent_memory.memories.attributes.reading.places import Path, known_places
from agent_memory.memories.attributes.reading.text import CJK, Span

PLACE: Final = "place"
UNKNOWN: Final = "unknown"

_LONGEST_CHINESE: Final = 8
_LONGEST_PHRASE: Final = 4
_CJK_RUN: Final = re.compile(f"[{CJK}]+")

# Place names that are everyday words or parts of them; they count as places only where a place must stand.
_NO_PLACES: Final = frozenset(
    "日照 大同 三明 四平 长治 安康 大理 百色 白山 黑河 中山 天水 巴斯 科克 里尔 利马 约克 罗德岛".split()
)
_NO_LATIN_PLACES: Final = frozenset("us la nice bath cork mobile rio kl sf reading york charlotte jordan".split())


@dataclass(frozen=True, slots=True)
class Word:
    """One word: a sense of the lexicon, a place, or unknown."""

    text: str
    group: str
    """Group of the lexicon, `place` or `unknown`."""
    name: str
    """Name of the sense; for an unknown word its stem (Latin) or itself (Chinese)."""
    span: Span
    capital: bool = False
    """Written with a capital first letter (Latin words only)."""
    path: Path = ()
    """Where a place lies."""

    @property
    def known(self) -> bool:
        """Whether some list knows the word."""
        return self.group != UNKNOWN


def read_words(text: str, written: str) -> list[Word]:
    """The words of `text` (lower case, gaps where numbers and dates stood) in order; `written` still has its case."""
    found = [word for run in _CJK_RUN.finditer(text) for word in _chinese(run[0], run.start())]
    found += _latin(_CJK_RUN.sub(lambda run: " " * len(run[0]), text), written)
    return sorted(found, key=lambda word: word.span)


def _chinese(run: str, offset: int) -> list[Word]:
    words: list[Word] = []
    unknown_from = at = 0

    def close(end: int) -> None:
        if end > unknown_from:
            piece = run[unknown_from:end]
            words.append(Word(piece, UNKNOWN, piece, (offset + unknown_from, offset + end)))

    while at < len(run):
        known = next((w for n in range(_LONGEST_CHINESE, 0, -1) if (w := _known(run, at, n, offset))), None)
        if known is None:
            at += 1
            continue
        close(at)
        words.append(known)
        at = unknown_from = known.span[1] - offset
    close(len(run))
    return words


def _known(run: str, at: int, length: int, offset: int) -> Word | None:
    form = run[at : at + length]
    if len(form) < length:
        return None
    entry = lexicon().chinese.get(form)
    span = offset + at, offset + at + length
    if entry is not None:
        return Word(form, entry.group, entry.name, span)
    if length >= 2 and form not in _NO_PLACES and (path := known_places().get(form)) is not None:
        end = at + length + (1 if run[at + length : at + length + 1] in ("省", "市") else 0)
        return Word(form, PLACE, "/".join(path), (span[0], offset + end), path=path)
    return None


def _latin(text: str, written: str) -> list[Word]:
    pieces = latin_words(text)
    words: list[Word] = []
    at = 0
    while at < len(pieces):
        word, taken = _latin_word(pieces[at : at + _LONGEST_PHRASE], text, written)
        words.append(word)
        at += taken
    return words


def _latin_word(pieces: list[tuple[int, int, str]], text: str, written: str) -> tuple[Word, int]:
    start = pieces[0][0]
    capital = written[start].isupper()
    for n in range(len(pieces), 0, -1):
        end = pieces[n - 1][1]
        if n > 1 and not _together(text[start:end]):
            continue
        phrase = " ".join(piece[2] for piece in pieces[:n])
        if capital and phrase not in _NO_LATIN_PLACES and (path := known_places().get(phrase)) is not None:
            return Word(phrase, PLACE, "/".join(path), (start, end), capital=True, path=path), n
        entry = lexicon().phrase(tuple(piece[2] for piece in pieces[:n]))
        if entry is not None:
            return Word(phrase, entry.group, entry.name, (start, end), capital), n
    _, end, word = pieces[0]
    return Word(word, UNKNOWN, stem(word).replace("-", ""), (start, end), capital), 1


def _together(text: str) -> bool:
    """Whether nothing but spaces and hyphens stands between the words of a phrase."""
    return re.fullmatch(r"[^,;:.!?()\x1f\"]+(?:\.[^,;:!?()\x1f\"]*)*", text) is not None
