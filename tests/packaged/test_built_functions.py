"""Every built function answers its events, in the Lambda runtime client, with real data behind it."""

from __future__ import annotations

from pathlib import Path

import psycopg
import pytest

from tests.packaged.conftest import INSIDE, Lambda
from tests.support.built import BUILT, INTERPRETER, OWN_LAYERS, OWN_RUNTIME, PYTHON, ROOT
from tests.support.event_files import JOB, USER, event_file
from tests.support.event_plays import PLAYS, Player
from tests.support.service import Service


@pytest.fixture
def player(lambda_: Lambda, quiet: Service, request: pytest.FixtureRequest) -> Player:
    """Plays events, about a user and a job of this test's own: the functions stay warm and share a database."""
    number = abs(hash(request.node.name))
    return Player(lambda_.invoke, quiet.received, {USER: f"user-{number}", JOB: f"job-{number}"})


@pytest.mark.parametrize("name", PLAYS)
def test_the_built_function_answers_its_event(name: str, player: Player) -> None:
    PLAYS[name](player)


def test_a_created_memory_has_a_real_vector(player: Player, quiet: Service) -> None:
    memory = player.remember()

    with psycopg.connect(quiet.address.admin) as connection:
        norms = connection.execute(
            "SELECT -(embedding OPERATOR(public.<#>) embedding) FROM memory_search WHERE memory_id = %s", [memory["id"]]
        ).fetchall()

    assert [pytest.approx(1.0, abs=0.01)] == [norm for (norm,) in norms]


def test_a_question_in_another_language_finds_it(player: Player) -> None:
    """No word in common: only the vectors of the packaged model can bring the two together."""
    player.names["What must I not eat?"] = "Is the user allergic to peanuts?"
    player.names['\\"pinned\\": true'] = '\\"pinned\\": false'
    player.remember()
    player.names['\\"topK\\": 8'] = '\\"explain\\": true'

    [found] = player.call("memories_recall").body["memories"]

    assert found["content"] == "用户对花生过敏。"
    assert found["scores"]["vector"] > 0.15
    assert not found["scores"].get("keyword")


def test_nothing_but_built_code_layers_and_the_runtime_is_loaded(lambda_: Lambda, player: Player) -> None:
    player.remember()
    event = event_file("api/memories_recall").about(player.names)

    seen = lambda_.invoke("Inside", {"package": "memories_recall.app", "event": event})

    assert seen["answer"]["statusCode"] == 200
    assert seen["version"].startswith(f"{PYTHON}.")
    theirs = [BUILT / "MemoriesRecall", *OWN_LAYERS.values(), OWN_RUNTIME]
    inside = [Path(file) for file in seen["modules"].values() if file and Path(file).is_relative_to(ROOT)]
    assert [path for path in inside if not any(path.is_relative_to(folder) for folder in (*theirs, INSIDE))] == []
    outside = {file for file in seen["modules"].values() if file and not Path(file).is_relative_to(ROOT)}
    standard = INTERPRETER.resolve().parents[1] / "lib" / f"python{PYTHON}"
    assert [file for file in outside if not Path(file).is_relative_to(standard) or "site-packages" in file] == []
    origins = {name: seen["modules"][name] for name in ("agent_memory", "psycopg", "numpy", "tiktoken", "boto3")}
    assert Path(origins["agent_memory"]).is_relative_to(BUILT)
    assert Path(origins["psycopg"]).is_relative_to(OWN_LAYERS["CoreLayer"])
    assert Path(origins["numpy"]).is_relative_to(OWN_LAYERS["ModelsLayer"])
    assert Path(origins["tiktoken"]).is_relative_to(OWN_LAYERS["ModelsLayer"])
    assert Path(origins["boto3"]).is_relative_to(OWN_RUNTIME)
