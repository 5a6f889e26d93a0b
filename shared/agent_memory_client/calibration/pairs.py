"""Labelled pairs of statements, and questions with the memory that each one needs."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any, Final, cast

_LABELS: Final = {"1": True, "0": False, "true": True, "false": False}


class PairFileError(Exception):
    """A file of pairs that cannot be read."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two statements of one user, and whether they are one fact."""

    a: str
    b: str
    same: bool
    group: str
    """Where it is counted."""
    family: str = ""
    """What the two differ in, where somebody said so."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A memory of a user, and questions that need it."""

    user: str
    memory: str
    questions: tuple[str, ...]


def paraphrases() -> list[Pair]:
    """87 pairs, Chinese, English and across: paraphrases against changed, related and unrelated statements."""
    return [
        Pair(row["a"], row["b"], row["kind"] == "pos", "paraphrases", row["kind"]) for row in _own("paraphrases.jsonl")
    ]


def near_misses() -> list[Pair]:
    """503 pairs that nearly say the same; `dev` is what the discriminators were tuned on, so it flatters them."""
    return [
        Pair(row["a"], row["b"], row["same"], f"near misses, {row['split']}", row["family"])
        for row in _own("near_misses.jsonl")
    ]


def own_pairs() -> list[Pair]:
    """All pairs that come with this package."""
    return [*paraphrases(), *near_misses()]


def own_questions() -> list[Asked]:
    """56 memories of two users, one Chinese and one English, and 70 questions, some in the other language."""
    return [Asked(row["user"], row["memory"], tuple(row["questions"])) for row in _own("questions.jsonl")]


def read_pairs(path: Path) -> list[Pair]:
    """The pairs of a JSONL file of `{"a": …, "b": …, "label": 1 | 0 | true | false}`; label 1 means one fact.

    Raises:
        PairFileError: it cannot be read, has a line that is no pair, or no pairs.
    """
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise PairFileError(f"{path}: cannot be read ({error})") from error
    pairs = [_pair(line, f"{path}:{number}") for number, line in enumerate(lines, start=1) if line.strip()]
    if not pairs:
        raise PairFileError(f"{path}: no pairs")
    return pairs


def halves(pairs: Sequence[Pair]) -> tuple[list[Pair], list[Pair]]:
    """Two halves, the same ones every time: to choose thresholds on, and to report on.

    Pairs that share a text stay together: a half that has seen one of them has seen too much of the other.
    """
    root: dict[str, str] = {}

    def find(text: str) -> str:
        while root.setdefault(text, text) != text:
            root[text] = root[root[text]]
            text = root[text]
        return text

    for pair in pairs:
        first, second = sorted((find(pair.a), find(pair.b)))
        root[second] = first
    sides: tuple[list[Pair], list[Pair]] = ([], [])
    for pair in pairs:
        sides[hashlib.sha256(find(pair.a).encode()).digest()[0] % 2].append(pair)
    return sides


def texts_of(pairs: Iterable[Pair]) -> list[str]:
    """Every text once, in order."""
    return list(dict.fromkeys(text for pair in pairs for text in (pair.a, pair.b)))


def _pair(line: str, where: str) -> Pair:
    try:
        found: object = json.loads(line)
    except ValueError as error:
        raise PairFileError(f"{where}: not JSON") from error
    row = cast("dict[str, Any]", found) if isinstance(found, dict) else {}
    a, b, label = row.get("a"), row.get("b"), _LABELS.get(str(row.get("label")).lower())
    if not (isinstance(a, str) and isinstance(b, str) and a.strip() and b.strip()) or label is None:
        raise PairFileError(f'{where}: needs "a" and "b", texts that are not blank, and "label", 1 or 0')
    return Pair(a, b, label, "file")


def _own(name: str) -> list[dict[str, Any]]:
    text = (resources.files(__package__ or "") / name).read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]
