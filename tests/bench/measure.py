"""Timing on a machine that other people use too: everything compared is interleaved, medians, intervals, and the noise."""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

NOISE: Final = "noise"
"""The name under which `interleaved` reports a fixed piece of arithmetic that should always take the same time."""

_RESAMPLES: Final = 1_000
_WARM_UP: Final = 3


@dataclass(frozen=True)
class Timing:
    """How long something took, in milliseconds, by round."""

    rounds: tuple[float, ...]

    @property
    def median(self) -> float:
        """The middle round."""
        return statistics.median(self.rounds)

    @property
    def spread(self) -> float:
        """Distance of the quartiles as a share of the median: 0 is a quiet machine."""
        low, high = self._quartiles()
        return (high - low) / self.median

    def __str__(self) -> str:
        low, high = self._quartiles()
        return f"{number(self.median)} ({number(low)}–{number(high)})"

    def _quartiles(self) -> tuple[float, float]:
        low, _, high = statistics.quantiles(self.rounds, n=4)
        return low, high


@dataclass(frozen=True)
class Ratio:
    """The ratio of two medians with the interval that holds 95 % of its bootstrap resamples."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.value:.2f} [{self.low:.2f}, {self.high:.2f}]"


def interleaved(cases: Mapping[str, Callable[[], object]], rounds: int) -> dict[str, Timing]:
    """Time each case once a round, every second round backwards, after a few rounds that do not count."""
    named = [*cases.items(), (NOISE, _arithmetic)]
    taken: dict[str, list[float]] = {name: [] for name, _ in named}
    for _ in range(_WARM_UP):
        for _, case in named:
            case()
    for turn in range(rounds):
        for name, case in named if turn % 2 == 0 else reversed(named):
            started = time.perf_counter()
            case()
            taken[name].append((time.perf_counter() - started) * 1000)
    return {name: Timing(tuple(milliseconds)) for name, milliseconds in taken.items()}


def ratio(numerator: Timing, denominator: Timing) -> Ratio:
    """How many times longer. Rounds are resampled in pairs: what slowed one down slowed the other down as well."""
    pairs = list(zip(numerator.rounds, denominator.rounds, strict=True))
    chance = random.Random(20261130)
    resampled = sorted(_ratio(chance.choices(pairs, k=len(pairs))) for _ in range(_RESAMPLES))
    edge = _RESAMPLES // 40
    return Ratio(_ratio(pairs), resampled[edge], resampled[-edge - 1])


def number(milliseconds: float) -> str:
    """A figure with no more digits than it deserves."""
    for limit, digits in ((100, 0), (10, 1), (1, 2)):
        if milliseconds >= limit:
            return f"{milliseconds:,.{digits}f}"
    return f"{milliseconds:.3f}"


def table(header: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """Rows as a Markdown table."""
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join("| " + " | ".join(map(str, line)) + " |" for line in lines)


def _ratio(pairs: Sequence[tuple[float, float]]) -> float:
    return statistics.median(a for a, _ in pairs) / statistics.median(b for _, b in pairs)


def _arithmetic() -> int:
    total = 0
    for value in range(20_000):
        total += value * value
    return total
