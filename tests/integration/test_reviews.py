"""A message that would retire more than three memories retires none until somebody decides."""

from __future__ import annotations

from typing import Any

import psycopg
import pytest

from tests.support.model_endpoint import ModelEndpoint, remembers
from tests.support.service import AGENT, USER, Answer, Service

REVIEWS = f"/api/agents/{AGENT}/reviews"
CITIES = ("上海", "北京", "广州", "深圳")
NEW = "用户住在苏州"


@pytest.fixture
def held(modelled: Service, model: ModelEndpoint) -> str:
    """The id of a memory that would retire four."""
    for city in CITIES:
        modelled.create(f"用户住在{city}")
    job = say(modelled, model, "我现在已经住在苏州啦，别再记错了")
    [result] = job["results"]
    assert (result["action"], result["reason"]) == ("held", "supersedes_many")
    return result["memoryId"]


def say(service: Service, model: ModelEndpoint, words: str, content: str = NEW) -> Any:
    model.chat.append(remembers({"content": content}))
    return service.say(words)


def decide(service: Service, review: str, decision: object, **more: Any) -> Answer:
    return service.call("POST", f"{REVIEWS}/{review}", {"decision": decision}, **more)


def reviews(service: Service, **query: object) -> list[Any]:
    answer = service.call("GET", REVIEWS, query=query)
    assert answer.status == 200, answer.text
    return answer.body


def test_what_is_held_is_shown_with_what_it_would_retire_and_changes_nothing(modelled: Service, held: str) -> None:
    [review] = reviews(modelled, userId=USER)
    assert (review["id"], review["content"], review["userId"]) == (held, NEW, USER)
    assert (review["reason"], review["memoryType"], review["kind"]) == ("supersedes_many", "fact", "fact")
    assert {item["content"] for item in review["wouldSupersede"]} == {f"用户住在{city}" for city in CITIES}
    assert reviews(modelled) == [review]
    assert reviews(modelled, userId="somebody") == []
    assert modelled.contents(userId=USER) == {f"用户住在{city}" for city in CITIES}
    assert held not in [memory["id"] for memory in modelled.recall("苏州")["memories"]]


def test_the_same_said_again_is_held_once(modelled: Service, model: ModelEndpoint, held: str) -> None:
    job = say(modelled, model, "再说一遍，我住在苏州，请改过来")
    assert [(result["action"], result["memoryId"]) for result in job["results"]] == [("held", held)]
    [review] = reviews(modelled)
    assert len(review["sourceMessageIds"]) == 2


def test_accepting_retires_what_was_shown(modelled: Service, held: str) -> None:
    before = {item["id"] for item in reviews(modelled)[0]["wouldSupersede"]}
    answer = decide(modelled, held, "accept")
    assert (answer.status, answer.body["decision"], set(answer.body["superseded"])) == (200, "accept", before)
    assert modelled.contents(userId=USER) == {NEW}
    assert reviews(modelled) == []
    memory = modelled.call("GET", modelled.memories(held)).body
    assert (memory["status"], memory["version"]) == ("active", 2)
    versions = modelled.call("GET", modelled.memories(held, "versions")).body
    assert [version["updateReason"] for version in versions] == ["accepted in review", "extracted"]
    assert {item["id"] for item in modelled.list(userId=USER, status="superseded")} == before
    assert [item["id"] for item in modelled.recall("苏州")["memories"]] == [held]
    assert [item["id"] for item in modelled.recall("住在北京")["memories"]] == [held]


def test_rejecting_leaves_everything_as_it_was(modelled: Service, held: str) -> None:
    answer = decide(modelled, held, "reject")
    assert (answer.status, answer.body) == (200, {"id": held, "decision": "reject", "superseded": []})
    assert modelled.contents(userId=USER) == {f"用户住在{city}" for city in CITIES}
    assert modelled.call("GET", modelled.memories(held)).status == 404
    assert reviews(modelled) == []


def test_accepting_retires_only_what_is_still_there(modelled: Service, held: str) -> None:
    first, *_ = reviews(modelled)[0]["wouldSupersede"]
    assert modelled.call("DELETE", modelled.memories(first["id"])).status == 200
    assert len(reviews(modelled)[0]["wouldSupersede"]) == 3
    assert len(decide(modelled, held, "accept").body["superseded"]) == 3
    assert modelled.contents(userId=USER) == {NEW}


def test_what_stood_in_layer_one_stays_there(modelled: Service, held: str) -> None:
    first, second, *_ = reviews(modelled)[0]["wouldSupersede"]
    assert modelled.call("PATCH", modelled.memories(first["id"]), {"pinned": True}).status == 200
    assert modelled.call("PATCH", modelled.memories(second["id"]), {"memoryType": "core"}).status == 200
    assert decide(modelled, held, "accept").status == 200
    memory = modelled.call("GET", modelled.memories(held)).body
    assert (memory["pinned"], memory["memoryType"]) == (True, "core")


def test_a_decision_is_taken_once(modelled: Service, held: str) -> None:
    key = {"Idempotency-Key": "decided"}
    first = decide(modelled, held, "accept", headers=key)
    again = decide(modelled, held, "accept", headers=key)
    assert (first.status, again.status, again.body) == (200, 200, first.body)
    assert decide(modelled, held, "accept").status == 404
    assert decide(modelled, held, "reject").status == 404
    assert decide(modelled, held, "reject", headers=key).status == 409
    assert modelled.contents(userId=USER) == {NEW}


def test_who_says_it_meanwhile_makes_it_a_duplicate(modelled: Service, held: str) -> None:
    other = modelled.create(NEW)
    answer = decide(modelled, held, "accept")
    assert (answer.status, answer.body["existingId"]) == (409, other["id"])
    assert modelled.contents(userId=USER) == {NEW, *(f"用户住在{city}" for city in CITIES)}
    assert decide(modelled, held, "reject").status == 200


@pytest.mark.parametrize("decision", ["", "Accept", "maybe", None, True, 1, ["accept"]])
def test_anything_else_is_no_decision(modelled: Service, held: str, decision: object) -> None:
    answer = decide(modelled, held, decision)
    assert (answer.status, answer.fields) == (400, ["decision"])
    assert [review["id"] for review in reviews(modelled)] == [held]


@pytest.mark.parametrize("key", ["agent"])
def test_only_an_admin_decides(modelled: Service, held: str, key: str) -> None:
    assert modelled.call("GET", REVIEWS, key=key).status == 403
    assert decide(modelled, held, "accept", key=key).status == 403
    assert [review["id"] for review in reviews(modelled)] == [held]


def test_a_decision_leaves_an_event_without_content(modelled: Service, held: str) -> None:
    decide(modelled, held, "accept")
    with psycopg.connect(modelled.address.admin) as connection:
        rows = connection.execute(
            "SELECT action, target, e::text FROM audit_event AS e WHERE action LIKE 'review.%'"
        ).fetchall()
    assert [row[:2] for row in rows] == [("review.accept", held)]
    assert "苏州" not in rows[0][2]


def test_pages_of_reviews(modelled: Service, model: ModelEndpoint) -> None:
    for user in ("a", "b", "c"):
        for city in CITIES:
            modelled.create(f"用户住在{city}", user=user)
        model.chat.append(remembers({"content": NEW}))
        modelled.say("我现在已经住在苏州啦，别再记错了", user=user)
    first = modelled.call("GET", REVIEWS, query={"limit": 2})
    cursor = first.headers["link"].partition("cursor=")[2].partition(">")[0]
    second = modelled.call("GET", REVIEWS, query={"limit": 2, "cursor": cursor})
    assert [review["userId"] for review in (*first.body, *second.body)] == ["c", "b", "a"]
    assert "link" not in second.headers
    assert all(len(review["wouldSupersede"]) == 4 for review in first.body)
