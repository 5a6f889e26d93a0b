"""The sentences of `families_*.txt`, with the words of `slots.txt` put in. See `README.md`, the data card."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from agent_memory.signals.model import Signal

FOLDER: Final = Path(__file__).parent
PER_TEMPLATE: Final = 8
"""Sentences of a template that has slots."""

_LETTERS: Final = {"t": Signal.TEMPORAL, "p": Signal.PERSONAL, "c": Signal.CONTINUATION, "i": Signal.IMPLICIT}


@dataclass(frozen=True, slots=True)
class Family:
    """Sentences of one meaning, which are all learned from or all kept from learning."""

    language: str
    split: str
    labels: frozenset[Signal]
    name: str
    templates: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sentence:
    """A labelled message. No labels: it can be answered without memory."""

    text: str
    family: Family


def families() -> Iterator[Family]:
    """All of them, in the order of the files."""
    for path in sorted(FOLDER.glob("families_*.txt")):
        for block in path.read_text(encoding="utf-8").removeprefix("# ").split("\n# "):
            head, *templates = block.strip().splitlines()
            language, split, letters, name = head.split()
            labels = frozenset(_LETTERS[letter] for letter in letters if letter != "n")
            yield Family(language, split, labels, name, tuple(templates))


def sentences(split: str, seed: int = 1) -> list[Sentence]:
    """The sentences of a split, the same for the same seed."""
    words = _slots()
    made: list[Sentence] = []
    for family in families():
        if family.split != split:
            continue
        for template in family.templates:
            chance = random.Random(f"{seed} {family.language} {family.name} {template}")
            texts = {_filled(template, words.get((family.language, split), {}), chance) for _ in range(PER_TEMPLATE)}
            made += [Sentence(text, family) for text in sorted(texts)]
    return made


def _slots() -> dict[tuple[str, str], dict[str, list[str]]]:
    words: dict[tuple[str, str], dict[str, list[str]]] = {}
    for line in (FOLDER / "slots.txt").read_text(encoding="utf-8").splitlines():
        head, values = line.split(": ", 1)
        language, split, name = head.split()
        words.setdefault((language, split), {})[name] = values.split("|")
    return words


def _filled(template: str, words: dict[str, list[str]], chance: random.Random) -> str:
    return re.sub(r"{(\w+)}", lambda found: chance.choice(words[found[1]]), template)
