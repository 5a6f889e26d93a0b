"""Workers die at every statement and every call, messages come twice and in any order, the database is restarted:
nothing is lost, nothing is doubled, and what is remembered is what would have been remembered without all that."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

import pytest

from agent_memory.extraction.relation import Statement, Thresholds, Verdict, relation
from agent_memory.memories.attributes import single_valued
from tests.simulation.faults import Faults, Point, Position
from tests.simulation.people import START, VOCABULARY, Saying, vector_of
from tests.simulation.run import Outcome, rounds, simulate, simulate_fresh
from tests.simulation.server import ROOT, Server

SEED = 7
SAMPLE, ALL = 5_000, 20_000
RESTARTS = 3

pytestmark = pytest.mark.filterwarnings("ignore:No application metrics")  # a process died before it counted anything


@dataclass(frozen=True)
class Twins:
    """The same story told twice."""

    faulty: Outcome
    calm: dict[str, set[str]]
    """What is remembered when nothing goes wrong."""


@pytest.fixture(scope="module")
def twins(simulation: Server, full: bool, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Twins]:
    messages = ALL if full else SAMPLE
    remembered = tmp_path_factory.mktemp("calm") / "active.json"
    with _calm_run(messages, remembered) as calm:
        [(seed, script)] = rounds(SEED, messages)
        with simulation.fresh() as place:
            faulty = simulate(place, script, seed, Faults(seed, restarts=RESTARTS))
        report, _ = calm.communicate(timeout=messages / 5)
    assert calm.returncode == 0, report
    with remembered.open(encoding="utf-8") as file:
        yield Twins(faulty, {user: set(contents) for user, contents in json.load(file).items()})


def _calm_run(messages: int, remembered: Path) -> subprocess.Popen[str]:
    """The same seed without faults, in a process and over a server of its own, at the same time."""
    program = [sys.executable, "-m", "tests.simulation.run", "--calm", f"--seed={SEED}", f"--messages={messages}"]
    return subprocess.Popen(
        [*program, f"--active={remembered}"],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": "shared"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def test_nothing_is_lost_and_nothing_is_doubled(twins: Twins) -> None:
    assert twins.faulty.problems == []
    assert twins.faulty.script.message_count >= SAMPLE


def test_faults_change_nothing_of_what_is_remembered(twins: Twins) -> None:
    assert twins.faulty.ledger.active == twins.calm


def test_a_worker_died_at_every_statement_and_every_call(twins: Twins) -> None:
    faults = twins.faulty.faults
    assert faults.survived("worker") == set()
    assert faults.survived("app") == set()
    wanted = ["COMMIT", "take_lease", "mark_extracted", "insert_memory", "write_job", "chat", "embedding", "judge"]
    points = {Point(f"worker {name}", position) for name in wanted for position in Position}
    assert points <= set(faults.killed)
    assert faults.failed[Point("worker COMMIT", Position.AFTER)] > 0, "an answer to a commit was lost"


def test_the_database_was_restarted(twins: Twins) -> None:
    assert len(twins.faulty.faults.restarted) == RESTARTS


def test_the_same_seed_tells_the_same_story(simulation: Server) -> None:
    first, second = (simulate_fresh(simulation, 200, SEED, Faults(SEED)) for _ in range(2))
    assert first.story == second.story
    assert first.faults.killed == second.faults.killed
    assert simulate_fresh(simulation, 200, SEED + 1, Faults(SEED + 1)).story != first.story


@pytest.mark.parametrize("language", ["zh", "en"])
def test_the_service_sees_the_statements_as_the_simulation_does(language: str) -> None:
    stated = [saying for saying in VOCABULARY[language] if saying.statement is not None]
    wrong = [
        (older.statement, newer.statement)
        for older, newer in combinations(stated, 2)
        if _verdict(older, newer) is not (Verdict.SUPERSEDES if older.slot == newer.slot else Verdict.DISTINCT)
    ]
    assert wrong == []


def _verdict(older: Saying, newer: Saying) -> Verdict:
    texts = [str(older.statement), str(newer.statement)]
    first, second = (Statement(text, single_valued(text), None, START, sequence) for sequence, text in enumerate(texts))
    cosine = sum(a * b for a, b in zip(vector_of(texts[0]), vector_of(texts[1]), strict=True))
    return relation(first, second, cosine=cosine, thresholds=Thresholds(0.85, 0.60)).verdict
