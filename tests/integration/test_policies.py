"""Policies: what an agent does not set it has from its org, and what the org does not set from us."""

from __future__ import annotations

from typing import Any

import psycopg
import pytest

from tests.support.service import AGENT, Answer, Service

PATH = f"/api/agents/{AGENT}/policy"


def put(service: Service, body: object, path: str = PATH, **more: Any) -> Answer:
    return service.call("PUT", path, body, **more)


def test_the_defaults_are_those_of_the_requirements(service: Service) -> None:
    answer = service.call("GET", PATH)
    assert (answer.status, answer.body) == (
        200,
        {
            "ttlDays": {
                "fact": 180,
                "preference": 365,
                "constraint": 30,
                "intent": 7,
                "knowledge": 365,
                "relationship": 730,
            },
            "extendAboveAccesses": 5,
            "refuseAboveShare": 0.8,
            "turnRetentionDays": 90,
            "versionRetentionDays": 30,
            "decay": {"enabled": False, "readOnlyAfterDays": 30, "forgetAfterDays": 60, "noticeDays": 7},
            "tiers": {"hot": 10.0, "warm": 3.0},
            "legalHold": False,
            "overrides": [],
        },
    )


def test_an_agent_inherits_what_it_does_not_set(service: Service) -> None:
    assert put(service, {"turnRetentionDays": 30, "ttlDays": {"fact": 10, "intent": 3}}, "/api/policy").status == 200
    answer = put(service, {"ttlDays": {"fact": 20}, "tiers": {"hot": 5}})
    assert answer.status == 200
    policy = service.call("GET", PATH).body
    assert policy == answer.body
    assert (policy["turnRetentionDays"], policy["ttlDays"]["fact"], policy["ttlDays"]["intent"]) == (30, 20, 3)
    assert policy["tiers"] == {"hot": 5.0, "warm": 3.0}
    assert policy["overrides"] == ["tiers.hot", "ttlDays.fact"]
    other = service.call("GET", "/api/agents/support-agent/policy").body
    assert (other["ttlDays"]["fact"], other["tiers"]["hot"], other["overrides"]) == (10, 10.0, [])


def test_what_is_left_out_of_a_second_put_is_inherited_again(service: Service) -> None:
    put(service, {"extendAboveAccesses": 9, "legalHold": True})
    put(service, {"extendAboveAccesses": 8})
    policy = service.call("GET", PATH).body
    assert (policy["extendAboveAccesses"], policy["legalHold"]) == (8, False)
    assert policy["overrides"] == ["extendAboveAccesses"]


def test_null_stands_for_ever_where_it_may(service: Service) -> None:
    body = {"turnRetentionDays": None, "ttlDays": {"fact": None}, "decay": {"forgetAfterDays": None}}
    policy = put(service, body).body
    assert (policy["turnRetentionDays"], policy["ttlDays"]["fact"], policy["decay"]["forgetAfterDays"]) == (
        None,
        None,
        None,
    )
    assert service.call("GET", PATH).body == policy


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"ttlDays": {"fact": 0}}, "ttlDays.fact"),
        ({"ttlDays": {"fact": -1}}, "ttlDays.fact"),
        ({"ttlDays": {"fact": 1.5}}, "ttlDays.fact"),
        ({"ttlDays": {"fact": "30"}}, "ttlDays.fact"),
        ({"ttlDays": {"fact": 36_501}}, "ttlDays.fact"),
        ({"ttlDays": {"rumour": 3}}, "ttlDays.rumour"),
        ({"ttlDays": None}, "ttlDays"),
        ({"extendAboveAccesses": -1}, "extendAboveAccesses"),
        ({"extendAboveAccesses": None}, "extendAboveAccesses"),
        ({"refuseAboveShare": 0}, "refuseAboveShare"),
        ({"refuseAboveShare": 1.01}, "refuseAboveShare"),
        ({"turnRetentionDays": 0}, "turnRetentionDays"),
        ({"versionRetentionDays": 0}, "versionRetentionDays"),
        ({"versionRetentionDays": None}, "versionRetentionDays"),
        ({"decay": {"enabled": "yes"}}, "decay.enabled"),
        ({"decay": {"readOnlyAfterDays": 60}}, "decay.forgetAfterDays"),
        ({"decay": {"noticeDays": 60}}, "decay.noticeDays"),
        ({"decay": {"noticeDays": 0}}, "decay.noticeDays"),
        ({"tiers": {"hot": 3}}, "tiers.hot"),
        ({"tiers": {"warm": 11}}, "tiers.hot"),
        ({"tiers": {"warm": 0}}, "tiers.warm"),
        ({"tiers": {"hot": True}}, "tiers.hot"),
        ({"legalHold": 1}, "legalHold"),
        ({"writePolicy": "auto"}, "writePolicy"),
        ([], "body"),
    ],
)
@pytest.mark.parametrize("path", [PATH, "/api/policy"])
def test_what_makes_no_sense_is_refused_and_changes_nothing(
    service: Service, path: str, body: object, field: str
) -> None:
    before = service.call("GET", path).body
    answer = put(service, body, path)
    assert (answer.status, answer.fields) == (400, [field])
    assert service.call("GET", path).body == before


def test_an_org_may_not_contradict_what_an_agent_sets(service: Service) -> None:
    assert put(service, {"tiers": {"warm": 8}}).status == 200
    answer = put(service, {"tiers": {"hot": 7}}, "/api/policy")
    assert (answer.status, answer.fields) == (400, ["tiers.hot"])
    assert AGENT in answer.body["errors"][0]["message"]
    assert service.call("GET", PATH).body["tiers"] == {"hot": 10.0, "warm": 8.0}


def test_what_an_agent_sets_must_fit_what_it_inherits(service: Service) -> None:
    assert put(service, {"tiers": {"hot": 7}}, "/api/policy").status == 200
    assert put(service, {"tiers": {"warm": 8}}).fields == ["tiers.hot"]


@pytest.mark.parametrize("path", [PATH, "/api/policy"])
@pytest.mark.parametrize("method", ["GET", "PUT"])
def test_only_an_admin_sees_and_sets_policies(service: Service, path: str, method: str) -> None:
    assert service.call(method, path, {} if method == "PUT" else None, key="agent").status == 403


def test_an_unknown_agent_has_no_policy(service: Service) -> None:
    assert service.call("GET", "/api/agents/nobody/policy").status == 403
    assert put(service, {}, "/api/agents/nobody/policy").status == 403


def test_a_put_happens_once_under_its_key_and_leaves_an_event(service: Service) -> None:
    headers = {"Idempotency-Key": "p1"}
    first = put(service, {"legalHold": True}, headers=headers)
    put(service, {"legalHold": False})
    assert put(service, {"legalHold": True}, headers=headers).body == first.body
    assert service.call("GET", PATH).body["legalHold"] is False
    assert put(service, {"legalHold": False}, headers=headers).status == 409
    with psycopg.connect(service.address.admin) as connection:
        rows = connection.execute("SELECT agent_id, detail FROM audit_event WHERE action = 'policy.put'").fetchall()
    assert rows == [(AGENT, {"set": "legalHold"}), (AGENT, {"set": "legalHold"})]


def test_what_is_extracted_lives_as_long_as_the_policy_says(service: Service) -> None:
    put(service, {"ttlDays": {"fact": 11, "constraint": None}})
    service.say("我住在苏州工业园区，是做外贸采购的", user="u1")
    assert {memory["ttlDays"] for memory in service.list(userId="u1")} == {11}


def test_pinning_ends_the_clock_of_a_memory_and_unpinning_starts_it_anew(service: Service) -> None:
    memory = service.create("用户在学吉他", ttlDays=7)
    path = service.memories(memory["id"])
    pinned = service.call("PATCH", path, {"pinned": True}).body
    assert (pinned["ttlDays"], "expiresAt" in pinned) == (7, False)
    assert service.call("GET", path).body == pinned
    with psycopg.connect(service.address.admin) as connection:
        assert connection.execute("SELECT expires_at FROM memory_search").fetchall() == [(None,)]
    loose = service.call("PATCH", path, {"pinned": False}).body
    assert loose["expiresAt"] > memory["expiresAt"]
    with psycopg.connect(service.address.admin) as connection:
        [(expires_at,)] = connection.execute("SELECT expires_at FROM memory_search").fetchall()
    assert expires_at is not None


@pytest.mark.parametrize("fields", [{"memoryType": "core"}, {"memoryType": "note"}, {"pinned": True}])
def test_what_is_protected_is_made_without_an_end(service: Service, fields: dict[str, object]) -> None:
    assert "expiresAt" not in service.create("用户在学吉他", ttlDays=7, **fields)
