"""F1 of the read triggers on families kept from learning, and what their gate costs and saves.

    python -m tests.bench.signals.score [--errors]

Intervals hold 95 % of 1,000 bootstrap resamples of whole families, since the sentences of one are alike. Public data
are read from the shared folder where it is; only scores are printed, never their text. All their questions need memory
(or, of `context_dependence`, what was said before), so whatever is answered with core memories alone is an answer lost.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import random
import statistics
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from agent_memory.signals.model import Depth, Signal
from agent_memory.signals.service import read
from tests.bench.signals.corpus import Sentence, sentences

SHARED: Final = Path(os.environ.get("AGENT_MEMORY_SHARED", Path(__file__).resolve().parents[4] / "shared")) / "data"
NEED_MEMORY: Final = ("locomo", "realtalk", "prefeval_en", "madial_zh", "madial_en", "memdaily_zh")
BASELINES: Final = {"rewriter_zh": 0.78, "canard_en": 0.76}
"""F1 of published keyword rules on `context_dependence`."""

_RESAMPLES: Final = 1_000

Outcome = tuple[bool, bool]
"""Whether it is so, and whether it was said."""


@dataclass(frozen=True)
class Tally:
    """One signal in one language: outcomes by family."""

    language: str
    signal: Signal
    outcomes: dict[str, list[Outcome]]

    @property
    def f1(self) -> float:
        return f1(outcome for group in self.outcomes.values() for outcome in group)

    @property
    def interval(self) -> tuple[float, float]:
        """95 %, over families."""
        chance, groups = random.Random(1), list(self.outcomes.values())
        drawn = sorted(f1(o for g in chance.choices(groups, k=len(groups)) for o in g) for _ in range(_RESAMPLES))
        return drawn[_RESAMPLES // 40], drawn[-_RESAMPLES // 40]


@dataclass(frozen=True)
class Gate:
    """What is answered with core memories alone: answers lost and reads saved."""

    needing: int
    lost: int
    needless: int
    saved: int


def f1(outcomes: Iterable[Outcome]) -> float:
    """2PR / (P + R); 1 when nothing is there and nothing was said."""
    counts = Counter(outcomes)
    wrong = counts[True, False] + counts[False, True]
    return 2 * counts[True, True] / (2 * counts[True, True] + wrong) if counts[True, True] or wrong else 1.0


def score(examples: Sequence[Sentence]) -> list[Tally]:
    """Each signal in each language."""
    found: dict[tuple[str, Signal], dict[str, list[Outcome]]] = defaultdict(lambda: defaultdict(list))
    for sentence in examples:
        said = {each.signal for each in read(sentence.text).signals}
        for signal in Signal:
            outcome = signal in sentence.family.labels, signal in said
            found[sentence.family.language, signal][sentence.family.name].append(outcome)
    return [Tally(language, signal, groups) for (language, signal), groups in sorted(found.items())]


def gate(examples: Sequence[Sentence]) -> Gate:
    """Over labelled sentences."""
    counts = Counter((bool(s.family.labels), read(s.text).depth is Depth.CORE) for s in examples)
    return Gate(
        counts[True, True] + counts[True, False],
        counts[True, True],
        counts[False, True] + counts[False, False],
        counts[False, True],
    )


def report() -> Iterator[str]:
    """Lines of the section."""
    unseen = sentences("unseen")
    names = {(s.family.language, s.family.name) for s in unseen}
    yield f"{len(unseen)} sentences of {len(names)} unseen families; labels and sentences are our own."
    yield from _table(unseen)
    yield _latency(unseen)
    outside = sentences("outside")
    names = {(s.family.language, s.family.name) for s in outside}
    yield ""
    yield f"{len(outside)} sentences of {len(names)} families by another author, who had not seen rules, sentences or labels:"
    yield from _table(outside)
    yield ""
    yield from _public()


def _table(examples: Sequence[Sentence]) -> Iterator[str]:
    """F1 of each signal, and what the gate costs and saves."""
    yield f"{'':4}{'signal':14}{'n':>5}{'F1':>7}  95 %           P      R"
    for tally in score(examples):
        counts = Counter(outcome for group in tally.outcomes.values() for outcome in group)
        right, wrong, missed = counts[True, True], counts[False, True], counts[True, False]
        low, high = tally.interval
        yield (
            f"{tally.language:4}{tally.signal:14}{right + missed:5}{tally.f1:7.3f}  [{low:.3f}, {high:.3f}]"
            f"{right / (right + wrong):7.3f}{right / (right + missed):7.3f}"
        )
    found = gate(examples)
    total = found.needing + found.needless
    reads = total - found.lost - found.saved
    yield f"answers lost {found.lost}/{found.needing}; reads saved where none is needed {found.saved}/{found.needless}"
    yield f"searches per turn {reads / total:.2f} (1.00 without the gate), on this mix"


def _latency(examples: Sequence[Sentence]) -> str:
    taken: list[float] = []
    for sentence in examples:
        started = time.perf_counter()
        read(sentence.text)
        taken.append((time.perf_counter() - started) * 1000)
    started = time.perf_counter()
    read("我上次提交的合同批了吗" * 3000)
    longest = (time.perf_counter() - started) * 1000
    p99 = statistics.quantiles(taken, n=100)[98]
    return f"latency ms: median {statistics.median(taken):.3f}, p99 {p99:.3f}, of a text of 33,000 characters {longest:.3f}"


def _public() -> Iterator[str]:
    if not SHARED.exists():
        yield "public data: skipped, the shared folder is not here"
        return
    yield f"{'public data, all need memory':30}{'n':>6}{'lost':>6}{'search':>8}{'deep':>6}"
    for name in NEED_MEMORY:
        path = SHARED / name / "public" / "queries.jsonl.gz"
        if not path.exists():
            yield f"{name:30}  skipped, not here"
            continue
        depths = Counter(read(row.get("query_short") or row["query"]).depth for row in _rows(path))
        counts = f"{depths[Depth.CORE]:6}{depths[Depth.SEARCH]:8}{depths[Depth.DEEP]:6}"
        yield f"{name:30}{sum(depths.values()):6}{counts}"
    path = SHARED / "context_dependence" / "public" / "utterances.jsonl.gz"
    if path.exists():
        yield ""
        yield from _dependence(path)


def _dependence(path: Path) -> Iterator[str]:
    """As the data's own scorer counts: an utterance needs its context, its rewrite does not."""
    any_, continuation = dict[str, list[Outcome]](), dict[str, list[Outcome]]()
    lost, needing = Counter[str](), Counter[str]()
    for row in _rows(path):
        needs = bool(row["needs_context"])
        pairs = [(row["text"], needs)]
        if not (needs and row["rewrite"] == row["text"]):
            pairs.append((row["rewrite"], False))
        for text, true in pairs:
            found = read(text)
            signals = {each.signal for each in found.signals}
            any_.setdefault(row["set"], []).append((true, bool(signals)))
            continuation.setdefault(row["set"], []).append((true, Signal.CONTINUATION in signals))
            needing[row["set"]] += true
            lost[row["set"]] += true and found.depth is Depth.CORE
    yield "context_dependence: F1 of 'needs its context'"
    for name in sorted(any_):
        yield (
            f"{name:14}continuation {f1(continuation[name]):.3f}, any signal {f1(any_[name]):.3f}, published rules"
            f" {BASELINES[name]:.2f}; lost {lost[name]}/{needing[name]}"
        )


def _rows(path: Path) -> Iterator[dict[str, Any]]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


def main() -> None:
    """Prints the report."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--errors", action="store_true", help="list what was taken for something else")
    options = parser.parse_args()
    print("\n".join(report()))
    if options.errors:
        for sentence in sentences("unseen"):
            found = read(sentence.text)
            if {each.signal for each in found.signals} != sentence.family.labels:
                print(f"{sentence.family.name:18}{sentence.text!r}  ->  {found}")


if __name__ == "__main__":
    main()
