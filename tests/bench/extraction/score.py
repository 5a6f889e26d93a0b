"""Precision and recall of the offline extractor on our own labelled turns.

    python -m tests.bench.extraction.score [--split dev|unseen|all] [--errors] [--family NAME]

`labelled.jsonl`: one record a conversation. `turns` are [role, text]; `expect` are the facts that have to come out,
`allow` those that may, `forbid` those that must not. A fact is {has: substrings that a statement must all contain
("a|b" = either), not: substrings it must not contain, kind: allowed kinds}. A record without `expect` is a negative.
The families of the split `unseen` were written before the rules and were not used to tune them.
"""

from __future__ import annotations

import argparse
import json
import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from agent_memory.conversations.model import Role
from agent_memory.extraction.grammar import GrammarExtractor
from agent_memory.extraction.model import Candidate, SpokenTurn

LABELLED = Path(__file__).with_name("labelled.jsonl")
SAID_AT = datetime(2026, 3, 18, 2, 0, tzinfo=UTC)
"""Wednesday, 10:00 in Shanghai."""
ZONE = "Asia/Shanghai"

Fact = dict[str, Any]
Record = dict[str, Any]

_FIRST_PERSON = re.compile(r"我|\bI\b|\bI'm\b|\bmy\b|\bme\b|\bour\b|￼")
_RELATIVE = re.compile(
    r"今天|昨天|明天|后天|前天|[上下这]个?(?:周|月|星期)|去年|今年|明年|后年|前年"
    r"|\b(?:yesterday|today|tomorrow|tonight|next (?:week|month|year|\w+day)|last (?:week|month|year|\w+day))\b"
)


@dataclass
class Tally:
    """Counts of one family, language or split."""

    expected: int = 0
    found: int = 0
    candidates: int = 0
    right: int = 0
    negatives: int = 0
    clean: int = 0
    errors: dict[str, int] = field(default_factory=lambda: defaultdict(int))

    @property
    def precision(self) -> float:
        return self.right / self.candidates if self.candidates else 1.0

    @property
    def recall(self) -> float:
        return self.found / self.expected if self.expected else 1.0

    @property
    def f1(self) -> float:
        total = self.precision + self.recall
        return 2 * self.precision * self.recall / total if total else 0.0


@dataclass(frozen=True)
class Error:
    """One mistake, for the list."""

    family: str
    sort: str
    text: str
    detail: str


def load(path: Path = LABELLED) -> list[Record]:
    """The labelled records."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line]


def fits(fact: Fact, candidate: Candidate) -> bool:
    """Whether a statement says a labelled fact."""
    content = candidate.content
    has = all(any(option in content for option in part.split("|")) for part in fact["has"])
    return has and not any(part in content for part in fact.get("not", ()))


def turns_of(record: Record) -> tuple[SpokenTurn, ...]:
    """A record as an extractor reads it."""
    return tuple(
        SpokenTurn(f"m{index}", Role(role), text, SAID_AT + timedelta(minutes=index))
        for index, (role, text) in enumerate(record["turns"])
    )


def judge(record: Record, candidates: Iterable[Candidate]) -> tuple[Tally, list[Error]]:
    """Counts and mistakes of one record."""
    made = list(candidates)
    tally = Tally(expected=len(record["expect"]), candidates=len(made))
    errors: list[Error] = []
    text = " / ".join(text for _, text in record["turns"])

    def note(sort: str, detail: str) -> None:
        tally.errors[sort] += 1
        errors.append(Error(record["family"], sort, text, detail))

    for fact in record["expect"]:
        fitting = [c for c in made if fits(fact, c)]
        tally.found += bool(fitting)
        if not fitting:
            note("missed", " + ".join(fact["has"]))
        elif "kind" in fact and not any(c.kind.value in fact["kind"] for c in fitting):
            note("kind", f"{fitting[0].content} is {fitting[0].kind.value}")
    for candidate in made:
        right = any(fits(fact, candidate) for fact in (*record["expect"], *record.get("allow", ())))
        tally.right += right
        if not right:
            note("false", candidate.content)
        if _FIRST_PERSON.search(candidate.content) or _RELATIVE.search(candidate.content):
            note("form", candidate.content)
        if any(fits(fact, candidate) for fact in record.get("forbid", ())):
            note("forbidden", candidate.content)
    if not record["expect"]:
        tally.negatives, tally.clean = 1, not made
    return tally, errors


def score(records: Iterable[Record], extractor: GrammarExtractor | None = None) -> tuple[dict[str, Tally], list[Error]]:
    """Tallies by family, by split and by split and language, and every mistake."""
    reader = extractor or GrammarExtractor()
    tallies: dict[str, Tally] = defaultdict(Tally)
    mistakes: list[Error] = []
    for record in records:
        made = reader.extract(turns_of(record), time_zone=ZONE).candidates
        tally, errors = judge(record, made)
        mistakes += errors
        for key in (f"family {record['family']}", record["split"], f"{record['split']} {record['lang']}"):
            _add(tallies[key], tally)
    return dict(tallies), mistakes


def _add(total: Tally, part: Tally) -> None:
    for name in ("expected", "found", "candidates", "right", "negatives", "clean"):
        setattr(total, name, getattr(total, name) + getattr(part, name))
    for sort, count in part.errors.items():
        total.errors[sort] += count


def report(tallies: dict[str, Tally]) -> str:
    """The table that goes into the bench results."""
    lines = [f"{'':34}{'facts':>6}{'P':>7}{'R':>7}{'F1':>7}  clean negatives   errors"]
    for name, tally in sorted(tallies.items(), key=lambda item: (item[0].startswith("family"), item[0])):
        errors = ", ".join(f"{sort} {count}" for sort, count in sorted(tally.errors.items()))
        clean = f"{tally.clean}/{tally.negatives}" if tally.negatives else "-"
        lines.append(
            f"{name:34}{tally.expected:6}{tally.precision:7.3f}{tally.recall:7.3f}{tally.f1:7.3f}  {clean:>15}   {errors}"
        )
    return "\n".join(lines)


def main() -> None:
    """Prints the report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--split", default="all", choices=["dev", "unseen", "all"])
    parser.add_argument("--family", default="")
    parser.add_argument("--errors", action="store_true", help="list every mistake by class")
    options = parser.parse_args()
    records = [
        record
        for record in load()
        if options.split in ("all", record["split"]) and record["family"].startswith(options.family)
    ]
    tallies, mistakes = score(records)
    print(report(tallies))
    if options.errors:
        for error in sorted(mistakes, key=lambda e: (e.sort, e.family)):
            print(f"{error.sort:10}{error.family:24}{error.text[:90]!r}  ->  {error.detail}")


if __name__ == "__main__":
    main()
