"""What conversations with corrections come to, from the words to the active set: grammar, attributes, decisions.

The scenarios are those of the bench. Vectors are a stand-in (shared characters and pairs of them), since a unit test loads no
model; the bench plays the same with the offline embedder.
"""

from __future__ import annotations

import itertools
from zlib import crc32

import pytest

from agent_memory.memories.model import Status
from tests.bench.corrections.play import Scenario, by_session, load, play, turns_of
from tests.bench.corrections.score import judge, orders

SCENARIOS = load()
RETIRING_UNSEEN = 41
"""Of 56 facts said to have changed, in sentences that no rule was written for."""


AMBIGUOUS = {"zh-dev-home-5"}
"""A narrower place that a later broader one confirmed: see the note on order in `decisions`."""


NEEDS_A_MODEL = {"zh-dev-explicit-1"}
"""Two short sentences that only a real embedder finds to be about one thing."""


def shared_characters(text: str) -> list[float]:
    """How often which characters and pairs of them occur, hashed into 512 places."""
    vector = [0.0] * 512
    for part in [*text, *map("".join, itertools.pairwise(text))]:
        vector[crc32(part.encode()) % 512] += 1.0
    return vector


@pytest.mark.parametrize(
    "scenario",
    [scenario for scenario in SCENARIOS if scenario["split"] == "dev" and scenario["id"] not in NEEDS_A_MODEL],
    ids=lambda scenario: scenario["id"],
)
def test_what_was_corrected_goes_and_nothing_else(scenario: Scenario) -> None:
    verdict = judge(scenario, play(by_session(turns_of(scenario)), shared_characters))
    assert verdict.errors == ()


def test_nothing_true_is_retired_whatever_the_words() -> None:
    """Whatever the grammar makes of unseen sentences, it loses nothing; what it misses is counted and may not grow."""
    verdicts = [
        judge(scenario, play(by_session(turns_of(scenario)), shared_characters))
        for scenario in SCENARIOS
        if scenario["split"] == "unseen"
    ]
    lost = [e for verdict in verdicts for e in verdict.errors if e.startswith(("lost", "wrongly retired", "conflict"))]
    assert lost == []
    assert sum(verdict.gone_right for verdict in verdicts) >= RETIRING_UNSEEN


def test_a_conversation_comes_to_the_same_whichever_turn_arrives_first() -> None:
    differing = [
        scenario["id"]
        for scenario in SCENARIOS
        if len(
            {
                frozenset(play([[turn] for turn in order], shared_characters).contents())
                for order in orders(turns_of(scenario))
            }
        )
        > 1
    ]
    assert set(differing) == AMBIGUOUS


def test_one_email_for_work_and_one_at_home() -> None:
    scenario: Scenario = {
        "id": "emails", "split": "dev", "lang": "en", "family": "second",
        "sessions": [["My personal email is sam@home.example"], ["My work email is sam@work.example"]],
    }  # fmt: skip
    assert play(by_session(turns_of(scenario)), shared_characters).contents() == [
        "The user's personal email is sam@home.example",
        "The user's work email is sam@work.example",
    ]


def test_leaving_one_employer_for_another_keeps_the_other() -> None:
    scenario: Scenario = {
        "id": "left", "split": "dev", "lang": "en", "family": "employer",
        "sessions": [["I'm working at Spotify on recommendations"], ["I left Spotify in March and joined Deezer"]],
    }  # fmt: skip
    outcome = play(by_session(turns_of(scenario)), shared_characters)
    assert "The user joined Deezer" in outcome.contents()
    assert outcome.contents(Status.SUPERSEDED) == ["The user is working at Spotify on recommendations"]
