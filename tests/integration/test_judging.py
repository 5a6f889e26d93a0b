"""The second model call of a batch: only when rules leave something open, about the pairs shown, and never trusted blindly."""

from __future__ import annotations

import json
from typing import Any

import psycopg
import pytest

from tests.support.model_endpoint import ModelEndpoint, Reply, remembers, says
from tests.support.service import USER, Service

OLD, NEW = "用户周末常去城西的公园散步放松心情", "用户周末常去城西的公园散步放松身心"


@pytest.fixture
def known(modelled: Service) -> str:
    """The id of a memory that `NEW` resembles."""
    return modelled.create(OLD)["id"]


def say(service: Service, model: ModelEndpoint, *contents: str) -> list[Any]:
    model.chat.append(remembers(*({"content": content} for content in contents)))
    job = service.say("我周末常去城西的公园散步放松身心")
    assert job["status"] == "succeeded"
    return job["results"]


def decision(action: str, statement: int = 1, note: int = 1) -> Reply:
    return says(json.dumps({"decisions": [{"statement": statement, "note": note, "action": action}]}))


def outcomes(results: list[Any]) -> list[tuple[str, str]]:
    return [(result["action"], result["reason"]) for result in results]


def test_a_model_is_asked_once_about_what_is_alike(modelled: Service, model: ModelEndpoint, known: str) -> None:
    model.judging.append(decision("update"))
    assert outcomes(say(modelled, model, NEW)) == [("superseded", "correction")]
    [asked] = model.asked("judging")
    shown = asked["messages"][1]["content"]
    assert (OLD in shown, NEW in shown, known in shown) == (True, True, False)
    assert modelled.contents() == {NEW}
    assert [memory["id"] for memory in modelled.list(status="superseded")] == [known]


def test_a_repetition_is_merged_and_a_difference_kept(modelled: Service, model: ModelEndpoint, known: str) -> None:
    model.judging.append(decision("distinct"))
    assert outcomes(say(modelled, model, NEW)) == [("stored", "new")]
    assert modelled.contents() == {OLD, NEW}


def test_nothing_alike_means_no_second_call(modelled: Service, model: ModelEndpoint, known: str) -> None:
    say(modelled, model, "The user plays chess on Thursdays with a retired pilot")
    assert model.asked("judging") == []
    assert known in [memory["id"] for memory in modelled.list()]


def test_what_rules_settle_is_not_asked(modelled: Service, model: ModelEndpoint) -> None:
    modelled.create("用户住在上海")
    assert outcomes(say(modelled, model, "用户住在北京")) == [("superseded", "correction")]
    assert model.asked("judging") == []


@pytest.mark.parametrize(
    "answer",
    [says("no JSON"), says(None, refusal="no"), decision("update", note=7), decision("update", statement=0), says("")],
    ids=["prose", "refusal", "another-note", "another-statement", "empty"],
)
def test_an_answer_of_no_use_leaves_it_to_the_rules(
    modelled: Service, model: ModelEndpoint, known: str, answer: Reply
) -> None:
    model.judging.append(answer)
    results = say(modelled, model, NEW)
    assert outcomes(results)[0][0] in ("stored", "merged")
    assert modelled.call("GET", modelled.memories(known)).body["status"] == "active"


def test_both_calls_are_paid_for(modelled: Service, model: ModelEndpoint, known: str) -> None:
    del known
    model.judging.append(decision("distinct"))
    model.chat.append(remembers({"content": NEW}))
    usage = modelled.say("我周末常去城西的公园散步放松身心")["usage"]
    assert usage == {"modelCalls": 2, "inputTokens": 200, "outputTokens": 40}


def test_a_memory_that_goes_while_the_model_thinks_does_not_come_back(
    modelled: Service, model: ModelEndpoint, known: str
) -> None:
    original = model.answer

    def answer(path: str, request: dict[str, Any]) -> Reply:
        if "free of repetitions" in str(request.get("messages", [{}])[0].get("content")):
            with psycopg.connect(modelled.address.admin) as connection:
                connection.execute("DELETE FROM memory WHERE memory_id = %s", [known])
            return decision("update")
        return original(path, request)

    model.answer = answer  # type: ignore[method-assign]
    assert outcomes(say(modelled, model, NEW)) == [("stored", "new")]
    assert modelled.contents(userId=USER) == {NEW}
    assert modelled.call("GET", modelled.memories(known)).status == 404
