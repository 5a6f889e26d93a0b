"""Learns the weights of the read triggers from our own sentences: `python tools/train_signals.py [--check]`.

Logistic regression for each output (four signals, and "none of them"), by accelerated gradient descent over all
sentences at once, then one byte a weight. There is no chance in it beyond the seed that fills the templates: the same
sentences give the same bytes. Families weigh the same however many sentences they have, and each sentence is seen as
written and in the small changes people make (a question mark, a courtesy, no capitals).
"""

from __future__ import annotations

import math
import sys
from array import array
from pathlib import Path
from typing import Any, Final

import numpy as np

ROOT: Final = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "shared")]

from agent_memory.signals.linear import (  # noqa: E402
    BIAS,
    BUCKETS,
    OUTPUTS,
    RULE_OWNERS,
    SIZE,
    STRONG,
    LinearModel,
    features,
)
from tests.bench.signals.corpus import Sentence, sentences  # noqa: E402

WEIGHTS: Final = ROOT / "shared" / "agent_memory" / "signals" / "weights.bin"
STEPS: Final = 100
PENALTY: Final = 1e-3
"""Of the squared weights, per sentence."""

BELIEF: Final = 2.0
"""The weight that a strong rule starts from."""

THRESHOLDS: Final = tuple(step / 20 for step in range(3, 17))
FOLDS: Final = 4
"""Of the families that are learned from, to place the point from which a signal fires."""


def variants(sentence: Sentence) -> list[str]:
    """A sentence as people write it."""
    text = sentence.text
    if sentence.family.language == "zh":
        return [text, f"{text}？", f"请{text}", f"{text}吧"]
    return [text, f"{text[:1].upper()}{text[1:]}?", f"please {text}", f"Can you tell me {text}", f"{text}."]


def train(examples: list[Sentence]) -> LinearModel:
    """The model of the sentences, its signals shifted so that they fire from where F1 is best on families left out.

    A model is too sure of itself on families it has learned; what it says of others shows when each is left out once.
    """
    names = sorted({_family(sentence) for sentence in examples})
    said: list[tuple[dict[str, float], Sentence]] = []
    for fold in range(FOLDS):
        out = set(names[fold::FOLDS])
        part = fit([sentence for sentence in examples if _family(sentence) not in out])
        said += [
            (part.confidences(features(sentence.text)), sentence) for sentence in examples if _family(sentence) in out
        ]
    model = fit(examples)
    for weights, name in zip(model.weights, OUTPUTS[:-1], strict=False):
        pairs = [(confidences[name], name in sentence.family.labels) for confidences, sentence in said]
        best = max(THRESHOLDS, key=lambda threshold: _f1(pairs, threshold))
        shift = math.log((1 - best) / best) / model.scale
        weights[BIAS] = max(-127, min(127, weights[BIAS] + round(shift)))
    return model


def _family(sentence: Sentence) -> str:
    return f"{sentence.family.language} {sentence.family.name}"


def _f1(pairs: list[tuple[float, bool]], threshold: float) -> float:
    right = sum(1 for confidence, true in pairs if true and confidence >= threshold)
    return 2 * right / (sum(1 for c, _ in pairs if c >= threshold) + sum(1 for _, true in pairs if true))


def fit(examples: list[Sentence], penalty: float = PENALTY) -> LinearModel:
    """The weights of the sentences."""
    seen = [(features(text), sentence) for sentence in examples for text in variants(sentence)]
    sizes: dict[str, int] = {}
    for _, sentence in seen:
        key = _family(sentence)
        sizes[key] = sizes.get(key, 0) + 1
    rows: list[int] = []
    columns: list[int] = []
    values: list[float] = []
    for row, (found, _) in enumerate(seen):
        numbers = [*found.grams, *found.rules, BIAS]
        rows += [row] * len(numbers)
        columns += numbers
        values += [len(found.grams) ** -0.5] * len(found.grams) + [1.0] * (len(found.rules) + 1)
    weight = np.array([len(s.family.templates) ** 0.5 / sizes[_family(s)] for _, s in seen])
    weight /= weight.sum()
    matrix = np.array(rows), np.array(columns), np.array(values)
    learned = [_fit(matrix, _truth(name, seen), weight, penalty, _expected(name), _bounds(name)) for name in OUTPUTS]
    scale = max(float(np.abs(each).max()) for each in learned) / 127
    bytes_ = [array("b", [int(number) for number in np.rint(each / scale)]) for each in learned]
    return LinearModel(bytes_, scale)


def _truth(name: str, seen: list[tuple[Any, Sentence]]) -> Any:
    held = [not s.family.labels if name == "none" else name in s.family.labels for _, s in seen]
    return np.array(held, dtype=float)


def _bounds(name: str) -> tuple[Any, Any]:
    """What weights may be: a rule can only speak for its own output, and between "none" and the rest against.

    Otherwise rules that happen to meet in our few families would speak for each other's signals.
    """
    low, high = np.full(SIZE, -np.inf), np.full(SIZE, np.inf)
    for number, owner in enumerate(RULE_OWNERS, start=BUCKETS):
        own = owner == (None if name == "none" else name)
        low[number] = -np.inf if not own and (owner is None or name == "none") else 0.0
        high[number] = np.inf if own else 0.0
    return low, high


def _expected(name: str) -> Any:
    """What weights are drawn to: a strong rule is believed until the sentences say otherwise."""
    expected = np.zeros(SIZE)
    for number, (owner, strong) in enumerate(zip(RULE_OWNERS, STRONG, strict=False), start=BUCKETS):
        own = owner == (None if name == "none" else name)
        expected[number] = BELIEF * strong * own
    return expected


def _fit(
    matrix: tuple[Any, Any, Any], truth: Any, weight: Any, penalty: float, expected: Any, bounds: tuple[Any, Any]
) -> Any:
    """Nesterov's method; the step suits the steepest a row can be (length one, some ten rules and the bias)."""
    rows, columns, values = matrix
    count = len(truth)
    weights, ahead, momentum, step = np.zeros(SIZE), np.zeros(SIZE), 1.0, 1 / 3.0
    for _ in range(STEPS):
        score = np.bincount(rows, values * ahead[columns], count)
        error = weight * (1 / (1 + np.exp(-score)) - truth)
        slope = np.bincount(columns, values * error[rows], SIZE) + penalty * (ahead - expected)
        after = np.clip(ahead - step * slope, *bounds)
        following = (1 + (1 + 4 * momentum**2) ** 0.5) / 2
        ahead = after + (momentum - 1) / following * (after - weights)
        weights, momentum = after, following
    return weights


def main() -> int:
    """The exit code: 1 when `--check` finds other weights than the packaged ones."""
    made = train(sentences("train")).dump()
    if "--check" in sys.argv:
        return int(made != WEIGHTS.read_bytes())
    WEIGHTS.write_bytes(made)
    print(f"{WEIGHTS.relative_to(ROOT)}: {len(made)} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
