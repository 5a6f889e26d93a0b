"""Which words of one statement the other one does not have, when both are in the same language."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from agent_memory.extraction.discriminators.words import Word
from agent_memory.memories.attributes.reading.lexicon import STANCE, WORD, lexicon
from agent_memory.memories.attributes.reading.text import CJK, has_cjk

_NOT_CJK: Final = re.compile(f"[^{CJK}]+")

# Verbs and adverbs so light that one more or less says nothing.
_LIGHT: Final = frozenset(
    ["have", "use", "go", "currently", "live", "work", "want", "eat", "drink", "play", "get-up", "receive", "do", "say"]
)


@dataclass(frozen=True, slots=True)
class Uncovered:
    """What one statement says beyond the other."""

    telling: tuple[Word, ...]
    light: tuple[Word, ...]
    """Verbs that say nothing when they are merely one more, but much when the other side has another verb instead:
    "works at X" is not "interns at X"."""


def uncovered_words(words: Sequence[Word], other: Sequence[Word], other_text: str) -> Uncovered:
    """The words that say something the other statement does not say. Stop words never do."""
    senses = _uncovered_senses(words, other)
    return Uncovered(
        telling=(
            *(word for word in senses if word.name not in _LIGHT),
            *_uncovered_latin(words, other, other_text),
            *_uncovered_chinese(words, other, other_text),
        ),
        light=tuple(word for word in senses if word.name in _LIGHT),
    )


def covered(name: str, others: Iterable[str]) -> bool:
    """Whether one of the other senses is the same, a kind of it, or what it is a kind of."""
    kinds = lexicon().kinds(name)
    return any(other in kinds or name in lexicon().kinds(other) for other in others)


def narrower(name: str, others: Iterable[str]) -> bool:
    """Whether the sense is a kind of one of the others, which do not have it themselves."""
    others = set(others)
    return name not in others and bool(lexicon().kinds(name) & others)


def _uncovered_senses(words: Sequence[Word], other: Sequence[Word]) -> list[Word]:
    theirs = {word.name for word in other if word.known}
    return [word for word in words if word.group in (WORD, STANCE) and not covered(word.name, theirs)]


def _uncovered_latin(words: Sequence[Word], other: Sequence[Word], other_text: str) -> list[Word]:
    """Names are compared as written (Mary is not Marie), other words by their stem."""
    stems, texts = {word.name for word in other}, {word.text for word in other}
    joined = re.sub(r"[\s'-]", "", other_text)
    return [
        word
        for word in words
        if not word.known
        and not has_cjk(word.text)
        and (word.text not in texts if word.capital else word.name not in stems)
        and not (len(word.text) > 4 and re.sub(r"['-]", "", word.text) in joined)
    ]


def _uncovered_chinese(words: Sequence[Word], other: Sequence[Word], other_text: str) -> list[Word]:
    """Unknown runs are found again in pieces of two or more characters; single characters only among the
    characters that the other side's unknown runs have left over, so that 李晓明 is not 李明晓."""
    runs = [word for word in words if not word.known and has_cjk(word.text)]
    text = _NOT_CJK.sub(" ", other_text)
    others = [word.text for word in other if not word.known and has_cjk(word.text)]
    spare = Counter("".join(others))
    for run in runs:
        for piece in _pieces(run.text, text):
            spare.subtract(piece)
    return [run for run in runs if not _found_again(run.text, text, spare, others)]


def _pieces(run: str, text: str) -> list[str]:
    """The longest pieces (two characters or more) of the run that are in the text, from left to right."""
    found: list[str] = []
    at = 0
    while at < len(run):
        end = at + 1
        while end < len(run) and run[at : end + 1] in text:
            end += 1
        if end > at + 1:
            found.append(run[at:end])
        at = end
    return found


def _found_again(run: str, text: str, spare: Counter[str], others: Sequence[str]) -> bool:
    if run in text:
        return True
    if len(run) > 1 and any(sorted(run) == sorted(other) for other in others):
        return False
    left = run
    for piece in _pieces(run, text):
        left = left.replace(piece, "", 1)
    return bool(left) and left != run and all(spare[c] > 0 for c in left)
