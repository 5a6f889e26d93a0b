"""Public sets of documents and questions, with the scorer and baselines that stand beside them. None of it is ours, so
none of it is here: what is absent is skipped."""

from __future__ import annotations

import os
import random
import sys
from collections import defaultdict
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parents[3]
SHARED: Final = Path(os.environ.get("AGENT_MEMORY_SHARED", ROOT.parent / "shared"))

_NOISE: Final = 200


@dataclass(frozen=True)
class Document:
    """One thing said, or one statement."""

    id: str
    text: str
    """With the speaker's name before it where there is one."""
    role: str
    session: str
    occurred_at: datetime | None


@dataclass(frozen=True)
class Question:
    """What is asked of a scope, and which documents answer."""

    scope: str
    text: str
    category: str
    gold: frozenset[str]
    excluded: frozenset[str]
    asked_at: datetime | None


@dataclass(frozen=True)
class BenchSet:
    """Documents by scope (one scope is one user), and questions. `language` is zh or en."""

    name: str
    language: str
    documents: dict[str, list[Document]]
    questions: list[Question]


@cache
def scorer() -> ModuleType:
    """The scorer's module, which has the baselines."""
    sys.path.insert(0, str(SHARED / "bench"))
    import membench

    return membench


NAMES: Final = (
    ("locomo", "en"),
    ("realtalk", "en"),
    ("beam100k", "en"),
    ("prefeval_en", "en"),
    ("madial_en", "en"),
    ("madial_zh", "zh"),
    ("memdaily_zh", "zh"),
    ("memorybank_zh_dates", "zh"),
    ("dulemon_zh_sample", "zh"),
)


def load(name: str, language: str, *, per_category: int | None = None) -> BenchSet:
    """A set; with `per_category`, a fixed sample of its questions and what they are asked of."""
    folder = SHARED / "data" / name / "public"
    rows = scorer().rows
    corpus, asked = rows(folder / "corpus.jsonl.gz"), rows(folder / "queries.jsonl.gz")
    asked = [row for row in asked if row["category"] != "adversarial"]  # there is nothing to find
    if per_category is not None:
        asked = _sample(asked, per_category)
        kept = {row["scope"] for row in asked}
        corpus = [row for row in corpus if row["scope"] in kept]
    documents: dict[str, list[Document]] = defaultdict(list)
    for row in corpus:
        documents[row["scope"]].append(_document(row))
    if name == "memdaily_zh":
        _add_noise(documents)
    return BenchSet(name, language, dict(documents), [_question(row) for row in asked])


def _document(row: dict[str, Any]) -> Document:
    role = "assistant" if row.get("speaker") == "assistant" else "user"
    session = row.get("session") or f"alone-{row['id']}"
    return Document(str(row["id"]), scorer().doc_text(row), role, session, _moment(row.get("time")))


def _question(row: dict[str, Any]) -> Question:
    return Question(
        row["scope"],
        row["query"],
        row["category"],
        frozenset(map(str, row["gold"])),
        frozenset(map(str, row.get("exclude", ()))),
        _moment(row.get("time")),
    )


def _moment(text: str | None) -> datetime | None:
    if not text:
        return None
    moment = datetime.fromisoformat(text)
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _sample(asked: list[dict[str, Any]], count: int) -> list[dict[str, Any]]:
    generator = random.Random(7)
    by_category: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for row in asked:
        by_category[row["category"]].append(row)
    return [
        row
        for category in sorted(by_category)
        for row in generator.sample(by_category[category], min(count, len(by_category[category])))
    ]


def _add_noise(documents: dict[str, list[Document]]) -> None:
    """Real utterances of other people between the few of a scope, as the scorer's own `--noise` does."""
    generator = random.Random(11)
    rows = scorer().rows(SHARED / "data" / "dedup_pairs" / "public" / "pairs.jsonl.gz")
    pool = sorted(
        {row[side] for row in rows if row["set"] in ("bustm", "lcqmc") for side in "ab" if len(row[side]) > 4}
    )
    pool = generator.sample(pool, 600)
    for scope, own in documents.items():
        local = random.Random(scope)
        moments = [document.occurred_at for document in own]
        own += [
            Document(f"noise{n}", text, "user", f"noise-{n}", local.choice(moments))
            for n, text in enumerate(local.sample(pool, _NOISE))
        ]
