"""Names of people: what looks like one, and whether names in two languages can be the same."""

from __future__ import annotations

import re
from typing import Final

from agent_memory.extraction.discriminators.statement import StatementReading
from agent_memory.extraction.discriminators.words import Word
from agent_memory.memories.attributes.reading.people import surname_sound
from agent_memory.memories.attributes.reading.text import has_cjk

_AFTER_NAMED: Final = re.compile(r"(?:叫|叫做|名字是|名字叫|名为|名叫|姓名是|名是)$")


def name_like(word: Word, reading: StatementReading) -> bool:
    """Whether an unknown word looks like a name: a capital letter, a Chinese surname, or 叫 in front."""
    if word.known:
        return False
    if not has_cjk(word.text):
        return word.capital
    return surname_sound(word.text) is not None or _AFTER_NAMED.search(reading.text[: word.span[0]]) is not None


def names_conflict(a: StatementReading, b: StatementReading) -> bool:
    """Whether a Chinese and an English statement name somebody, and it cannot be the same one.

    Latin names are kept as they are in Chinese text, so they must agree. A Chinese name agrees with an English
    one that has the sound of its surname; a transliteration (玛丽) has no known surname and proves nothing.
    """
    chinese, english = (a, b) if a.chinese else (b, a)
    theirs = {word.text for word in english.words if not word.known and word.capital}
    latin = {word.text for word in chinese.words if not word.known and not has_cjk(word.text)}
    if latin and theirs and not latin & theirs:
        return True
    surnames = {sound for w in chinese.words if not w.known and (sound := surname_sound(w.text)) is not None}
    syllables = {part for name in theirs for part in re.split(r"[-']", name)}
    return bool(surnames and theirs and not latin) and not any(
        syllable.startswith(surname) for surname in surnames for syllable in syllables
    )
