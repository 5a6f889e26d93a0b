"""A linear model over hashed n-grams, in pure Python: a message has few of them, and numpy takes longer to import.

The score of an output is the mean weight of the message's n-grams times the square root of their number (as if they
were scaled to length one), plus the weights of the rules that fired, plus a bias; the logistic of it is the confidence.
"""

from __future__ import annotations

import math
import re
import struct
import unicodedata
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from typing import Final
from zlib import crc32

from agent_memory.signals.model import Signal
from agent_memory.signals.rules import CAPITALS, OWNERS, RULES, WEAK

BUCKETS: Final = 1 << 14
"""Of hashed n-grams. Rules have numbers above them."""

OUTPUTS: Final = (*(signal.value for signal in Signal), "none")
RULE_OWNERS: Final = (*(owner for owner, _ in (*RULES, *CAPITALS)), *OWNERS)
"""The signal that each rule speaks for. After the rules: that any strong rule of a signal fired."""

STRONG: Final = tuple(not rule.pattern.startswith(WEAK) for _, rule in (*RULES, *CAPITALS))

BIAS: Final = BUCKETS + len(RULE_OWNERS)
SIZE: Final = BIAS + 1
"""Weights of one output."""

MAX_CHARACTERS: Final = 400
"""What is read of a long message: half from its beginning, half from its end."""

_LONGEST: Final = 3
_TOKEN: Final = re.compile(r"[a-z]+(?:'[a-z]+)?|\d+|[一-鿿]|[^\s\w]")
_QUOTED: Final = re.compile(r"[“\"「『《].*?[”\"」』》]")
_HEADER: Final = struct.Struct("<4sIId")
_MAGIC: Final = b"SIG1"


@dataclass(frozen=True, slots=True)
class Features:
    """A message as numbers of weights.

    Args:
        grams: buckets of its n-grams, each once, ascending.
        rules: numbers of the rules that fired.
    """

    grams: tuple[int, ...]
    rules: tuple[int, ...]


def clean(text: str) -> str:
    """NFKC without surplus space, the middle of a long text left out."""
    half = MAX_CHARACTERS // 2
    shortened = text if len(text) <= MAX_CHARACTERS else f"{text[:half]} {text[-half:]}"
    return " ".join(unicodedata.normalize("NFKC", shortened).split())


def features(text: str) -> Features:
    """What the model sees of a message."""
    plain = clean(text)
    quoted = _QUOTED.sub('""', plain)  # what is quoted is worked on: its words say nothing about the asker
    folded = quoted.casefold()
    tokens = ["^", *("0" if token.isdigit() else token for token in _TOKEN.findall(folded)), "$"]
    grams = {
        crc32(" ".join(tokens[start : start + length]).encode()) % BUCKETS
        for length in range(1, _LONGEST + 1)
        for start in range(len(tokens) - length + 1)
    }
    grams.add(crc32(f"length {min(len(tokens) - 2, 24) // 3}".encode()) % BUCKETS)
    fired = [number for number, (_, rule) in enumerate(RULES) if rule.search(folded)]
    fired += [len(RULES) + number for number, (_, rule) in enumerate(CAPITALS) if rule.search(quoted)]
    owners = {RULE_OWNERS[number] for number in fired if STRONG[number]}
    fired += [len(RULES) + len(CAPITALS) + number for number, owner in enumerate(OWNERS) if owner in owners]
    return Features(tuple(sorted(grams)), tuple(BUCKETS + number for number in fired))


@dataclass(frozen=True, slots=True)
class LinearModel:
    """Weights in one byte each, by output; `scale` is what one is worth."""

    weights: Sequence[array[int]]
    scale: float

    def confidences(self, seen: Features) -> dict[str, float]:
        """By output, in (0, 1)."""
        norm = 1 / math.sqrt(len(seen.grams))
        found: dict[str, float] = {}
        for name, weights in zip(OUTPUTS, self.weights, strict=True):
            score = norm * sum(weights[gram] for gram in seen.grams) + sum(weights[rule] for rule in seen.rules)
            found[name] = 1 / (1 + math.exp(-self.scale * (score + weights[BIAS])))
        return found

    def dump(self) -> bytes:
        """As the file that `load` reads."""
        return _HEADER.pack(_MAGIC, len(self.weights), SIZE, self.scale) + b"".join(w.tobytes() for w in self.weights)

    @staticmethod
    def load(data: bytes) -> LinearModel:
        """From a file.

        Raises:
            ValueError: it was made for other features, or is damaged.
        """
        if len(data) != _HEADER.size + len(OUTPUTS) * SIZE:
            raise ValueError("not as long as the weights of this model")
        magic, outputs, size, scale = _HEADER.unpack_from(data)
        if (magic, outputs, size) != (_MAGIC, len(OUTPUTS), SIZE):
            raise ValueError("weights of another model")
        starts = range(_HEADER.size, len(data), SIZE)
        return LinearModel([array("b", data[start : start + SIZE]) for start in starts], scale)


@lru_cache(maxsize=1)
def packaged() -> LinearModel:
    """The model that `tools/train_signals.py` wrote."""
    return LinearModel.load(resources.files("agent_memory.signals").joinpath("weights.bin").read_bytes())
