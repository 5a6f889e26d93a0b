"""Error rates with intervals, and the thresholds that keep them in bounds. Pure."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from agent_memory_client.calibration.pairs import Pair

_Z: Final = 1.959964
"""Two-sided 95 % of the normal distribution."""

MOST_NOMINATED: Final = 0.5
"""Of pairs that nearly say the same and do not, at most this share may be nominated as duplicates. Discriminators are
rules of two languages; beyond them the cosine is all there is, and it must tell some pairs apart by itself."""
REACHED: Final = 0.95
"""Share of pairs of one fact that must be candidates."""
_STEPS: Final = tuple(step / 100 for step in range(30, 100))


@dataclass(frozen=True, slots=True)
class Rate:
    """A share, counted."""

    hits: int
    of: int

    @property
    def share(self) -> float:
        """In [0, 1]; 0 of nothing is 0."""
        return self.hits / self.of if self.of else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's score interval at 95 %: (p + z²/2n ± z √(p(1−p)/n + z²/4n²)) / (1 + z²/n). Of nothing, all of it."""
        if self.of == 0:
            return 0.0, 1.0
        share, n = self.share, self.of
        middle = (share + _Z * _Z / (2 * n)) / (1 + _Z * _Z / n)
        half = _Z * math.sqrt(share * (1 - share) / n + _Z * _Z / (4 * n * n)) / (1 + _Z * _Z / n)
        return max(0.0, middle - half), min(1.0, middle + half)

    def document(self) -> dict[str, Any]:
        """As JSON, in percent."""
        low, high = self.interval
        percent = {"percent": 100 * self.share, "low": 100 * low, "high": 100 * high}
        return {**{name: round(value, 1) for name, value in percent.items()}, "count": self.hits, "of": self.of}

    def __str__(self) -> str:
        """`rate [low, high] (hits/of)`, in percent; a dash for none of none."""
        if self.of == 0:
            return "–"
        low, high = self.interval
        return f"{100 * self.share:.1f} [{100 * low:.1f}, {100 * high:.1f}] ({self.hits}/{self.of})"


@dataclass(frozen=True, slots=True)
class Errors:
    """What a rule gets wrong."""

    false_merges: Rate
    """Of pairs of different facts, those that would become one."""
    misses: Rate
    """Of pairs of one fact, those that would stay two."""

    def document(self) -> dict[str, Any]:
        """As JSON."""
        return {"falseMerges": self.false_merges.document(), "misses": self.misses.document()}


@dataclass(frozen=True, slots=True)
class Measured:
    """A pair and the cosine of its texts."""

    pair: Pair
    cosine: float


Rule = Callable[[Measured, float], bool]
"""Whether a pair would be merged, at this duplicate threshold."""


def errors(measured: Iterable[Measured], merged: Callable[[Measured], bool]) -> Errors:
    """How often pairs of two facts would be merged, and pairs of one would not."""
    outcomes = [(one.pair.same, merged(one)) for one in measured]
    different = [is_merged for same, is_merged in outcomes if not same]
    same = [is_merged for same, is_merged in outcomes if same]
    return Errors(Rate(sum(different), len(different)), Rate(len(same) - sum(same), len(same)))


def choose_duplicate(measured: Sequence[Measured], merged: Rule, most_false_merges: float) -> float | None:
    """The lowest threshold, in hundredths, that keeps false merges and nominations in bounds; None when none does.

    In bounds is, at this threshold and every higher one: the upper end of the interval of false merges is at most
    `most_false_merges` (a share), and at most `MOST_NOMINATED` of the pairs of different facts reach it. The lowest one
    misses least.
    """
    chosen: float | None = None
    for threshold in reversed(_STEPS):
        found = errors(measured, lambda one, at=threshold: merged(one, at))
        nominated = errors(measured, lambda one, at=threshold: one.cosine >= at).false_merges
        if found.false_merges.interval[1] > most_false_merges or nominated.share > MOST_NOMINATED:
            break
        chosen = threshold
    return chosen


def reached_by(cosines: Sequence[float], share: float = REACHED) -> float:
    """The cosine, rounded down to hundredths, that at least this share of `cosines` reaches.

    Raises:
        ValueError: there are none.
    """
    if not cosines:
        raise ValueError("no cosines")
    ordered = sorted(cosines, reverse=True)
    return math.floor(ordered[math.ceil(share * len(ordered)) - 1] * 100 + 1e-9) / 100


def best_floor(needed: Sequence[float], others: Sequence[float]) -> float:
    """The cosine, in hundredths, that parts needed memories from others best; the lowest of equally good ones.

    Best is where (share of `needed` at or above) − (share of `others` at or above) is greatest: Youden's index.

    Raises:
        ValueError: there are none of one sort.
    """
    if not needed or not others:
        raise ValueError("no cosines")

    def index(floor: float) -> float:
        return sum(c >= floor for c in needed) / len(needed) - sum(c >= floor for c in others) / len(others)

    return max((step / 100 for step in range(-20, 100)), key=index)
