"""Recall on public data: the service beside what people would use instead, with the same embedder, in one run.

    make bench-recall    # or: python -m tests.bench.run recall

The documents of a set are given to the service three ways: as memories, as turns from which nothing is extracted, and
as turns that the offline extractor reads, as shipped. What is published are scores, never the data's text.
"""

from __future__ import annotations

import os
import random
import statistics
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from agent_memory.platform.models.offline.embedder import OfflineEmbedder
from tests.bench.measure import table
from tests.bench.recall.sets import NAMES, BenchSet, Question, load
from tests.bench.recall.systems import Baseline, RememberedEmbedder, Service, System
from tests.bench.stage import Stage, say

BASELINES = ("bm25", "dense", "hyb70", "hybz70", "rrf")
MODES = ("memories", "turns", "both")
PER_CATEGORY = {"memdaily_zh": 8}
"""Where a set is sampled: so many questions of each category."""
_RESAMPLES = 1_000


@dataclass
class Scores:
    """Of one system on one set: a figure per question."""

    at: dict[int, list[float]] = field(default_factory=lambda: {5: [], 10: [], 20: []})
    reciprocal: list[float] = field(default_factory=list[float])
    categories: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list[float]))

    def count(self, question: Question, found: Sequence[str]) -> None:
        """Count one answer."""
        kept = [name for name in found if name not in question.excluded]
        for depth, values in self.at.items():
            values.append(len(question.gold.intersection(kept[:depth])) / len(question.gold))
        first = next((place for place, name in enumerate(kept, start=1) if name in question.gold), None)
        self.reciprocal.append(0.0 if first is None else 1 / first)
        self.categories[question.category].append(self.at[10][-1])

    @property
    def recall10(self) -> float:
        """Mean recall@10 in percent."""
        return 100 * statistics.fmean(self.at[10])

    def interval(self) -> str:
        """The 95 % bootstrap interval of recall@10, in percent."""
        values, generator = self.at[10], random.Random(0)
        means = sorted(statistics.fmean(generator.choices(values, k=len(values))) for _ in range(_RESAMPLES))
        return f"{100 * means[25]:.1f}–{100 * means[975]:.1f}"


def run(stage: Stage) -> str:
    """Measure all sets, and say it in Markdown."""
    wanted = os.environ.get("RECALL_SETS", "").split()
    embedder = RememberedEmbedder(OfflineEmbedder())
    parts: list[str] = []
    found: dict[str, dict[str, Scores]] = {}
    for name, language in NAMES:
        if wanted and name not in wanted:
            continue
        bench = load(name, language, per_category=PER_CATEGORY.get(name))
        say(f"{name}: {sum(map(len, bench.documents.values())):,} documents, {len(bench.questions)} questions")
        scores, tokens = _measured(stage, bench, embedder)
        found[name] = scores
        parts.append(_section(bench, scores, tokens))
    return "\n\n".join([_summary(found), *parts])


def _measured(
    stage: Stage, bench: BenchSet, embedder: RememberedEmbedder
) -> tuple[dict[str, Scores], dict[str, float]]:
    systems: dict[str, System] = {sort: Baseline(sort, embedder, bench.language) for sort in BASELINES}
    with stage.copy("nobody") as handlers:
        services = {mode: Service(mode, bench.name, handlers, embedder) for mode in MODES}
        scores = {name: _asked(name, system, bench) for name, system in {**systems, **services}.items()}
    return scores, {mode: statistics.fmean(service.tokens) for mode, service in services.items()}


def _asked(name: str, system: System, bench: BenchSet) -> Scores:
    system.add(bench.documents)
    scores = Scores()
    for question in bench.questions:
        scores.count(question, system.ask(question))
    say(f"  {name}: recall@10 {scores.recall10:.1f}")
    return scores


def _summary(found: dict[str, dict[str, Scores]]) -> str:
    systems = [*BASELINES, *MODES]
    rows = [
        [name, *(f"{scores[system].recall10:.1f}" for system in systems), _lead(scores)]
        for name, scores in found.items()
    ]
    means = {s: statistics.fmean(scores[s].recall10 for scores in found.values()) for s in systems}
    mean_lead = means["both"] - max(means[sort] for sort in BASELINES)
    rows.append(["**mean**", *(f"**{means[system]:.1f}**" for system in systems), f"**{mean_lead:+.1f}**"])
    heads = ["recall@10, %", *BASELINES, *(f"ours: {mode}" for mode in MODES), "both − best baseline"]
    return table(heads, rows)


def _lead(scores: dict[str, Scores]) -> str:
    return f"{scores['both'].recall10 - max(scores[sort].recall10 for sort in BASELINES):+.1f}"


def _section(bench: BenchSet, scores: dict[str, Scores], tokens: dict[str, float]) -> str:
    documents = sum(map(len, bench.documents.values()))
    rows = [
        [
            name if name in BASELINES else f"ours: {name}",
            *(f"{100 * statistics.fmean(values):.1f}" for values in one.at.values()),
            one.interval(),
            f"{statistics.fmean(one.reciprocal):.3f}",
            f"{tokens[name]:.0f}" if name in tokens else "",
        ]
        for name, one in scores.items()
    ]
    categories = sorted(scores["both"].categories)
    head = (
        f"### {bench.name}\n\n{documents:,} documents of {len(bench.documents)} users, {len(bench.questions)}"
        " questions; tokens: mean size of the context for 8 memories and 8 turns within 1,000."
    )
    best = table(["", "R@5", "R@10", "R@20", "95 % of R@10", "MRR", "tokens"], rows)
    if len(categories) < 2:
        return f"{head}\n\n{best}"
    by_category = table(
        ["R@10 by category", *categories],
        [
            [name if name in BASELINES else f"ours: {name}"]
            + [f"{100 * statistics.fmean(one.categories[c]):.1f}" for c in categories]
            for name, one in scores.items()
        ],
    )
    return f"{head}\n\n{best}\n\n{by_category}"
