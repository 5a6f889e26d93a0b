"""The packaged weights: made of the sentences, and as good as they are said to be on families kept from them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.bench.signals import score
from tests.bench.signals.corpus import families, sentences

ROOT = Path(__file__).resolve().parents[3]


@pytest.mark.slow
def test_the_same_sentences_give_the_same_bytes() -> None:
    done = subprocess.run([sys.executable, "tools/train_signals.py", "--check"], cwd=ROOT, check=False)
    assert done.returncode == 0, "run tools/train_signals.py"


def test_nothing_that_is_scored_was_learned() -> None:
    learned = {sentence.text for sentence in sentences("train")}
    scored = {sentence.text for sentence in sentences("unseen")}
    assert len(scored) > 400
    assert not learned & scored
    by_split = [{(f.language, f.name) for f in families() if f.split == split} for split in ("train", "unseen")]
    assert not by_split[0] & by_split[1]


def test_unseen_families_are_told_apart_as_well_as_was_measured() -> None:
    tallies = score.score(sentences("unseen"))
    least = {"temporal": 0.92, "personal": 0.90, "continuation": 0.62, "implicit": 0.72}
    found = {(tally.language, tally.signal.value): tally.f1 for tally in tallies}
    assert {key: f1 for key, f1 in found.items() if f1 < least[key[1]]} == {}


def test_the_families_of_another_author_are_not_learned_and_lose_few_answers() -> None:
    outside = sentences("outside")
    assert len(outside) > 800
    assert not {sentence.text for sentence in outside} & {sentence.text for sentence in sentences("train")}
    gate = score.gate(outside)
    assert gate.lost / gate.needing <= 0.03


def test_the_gate_loses_hardly_any_answer_and_saves_most_reads_of_what_needs_none() -> None:
    gate = score.gate(sentences("unseen"))
    assert gate.lost / gate.needing <= 0.02
    assert gate.saved / gate.needless >= 0.5
