"""API keys: made, used, rotated, revoked."""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime, timedelta
from typing import Any

import psycopg
import pytest

from tests.support.service import USER, Answer, Service

REAUTHORIZED_AFTER = 300
"""Seconds the gateway keeps what the authorizer said of a key."""


def make(service: Service, **wanted: Any) -> Any:
    """A key that was made."""
    answer = service.call("POST", "/api/keys", wanted)
    assert answer.status == 201, answer.text
    return answer.body


def shown(service: Service, key_id: str) -> Any:
    """A key as the list shows it."""
    [key] = [key for key in service.call("GET", "/api/keys").body if key["keyId"] == key_id]
    return key


def test_a_made_key_acts_for_its_org_in_its_role(service: Service) -> None:
    key = make(service, role="agent", label="Chat backend")
    memory = service.create("一", key=key["key"])
    [version] = service.call("GET", service.memories(memory["id"], "versions")).body
    assert (memory["orgId"], version["updatedBy"]) == ("demo-org", f"agent:{key['keyId']}")
    assert service.call("GET", "/api/agents", key=key["key"]).status == 403


def test_the_secret_is_shown_once_and_kept_as_a_hash(service: Service) -> None:
    key = make(service, role="agent")
    assert key["key"] not in service.call("GET", "/api/keys").text
    with psycopg.connect(service.address.admin) as connection:
        found = connection.execute("SELECT key_hash FROM api_key WHERE key_id = %s", [key["keyId"]]).fetchall()
        everything = connection.execute("SELECT string_agg(api_key::text, '') FROM api_key").fetchall()
    assert found == [(hashlib.sha256(key["key"].encode()).digest(),)]
    assert key["key"] not in str(everything)


def test_a_retry_makes_one_key_and_gets_the_same_secret(service: Service) -> None:
    before = len(service.call("GET", "/api/keys").body)
    answers = [
        service.call("POST", "/api/keys", {"role": "agent"}, headers={"Idempotency-Key": "make-1"}) for _ in range(2)
    ]
    assert answers[0].body == answers[1].body
    assert len(service.call("GET", "/api/keys").body) == before + 1
    with psycopg.connect(service.address.admin) as connection:
        kept = connection.execute("SELECT encode(answer, 'escape') FROM idempotency_key").fetchall()
    assert answers[0].body["key"] not in str(kept)


def test_rotation_two_keys_at_once_then_one(service: Service) -> None:
    old = make(service, role="agent", label="Chat backend")
    new = make(service, role="agent", label="Chat backend")
    for key in old, new:
        assert service.call("GET", service.memories(), key=key["key"]).status == 200
    assert service.call("DELETE", f"/api/keys/{old['keyId']}").body == {"ok": True}
    service.clock.skip(REAUTHORIZED_AFTER)
    assert service.call("GET", service.memories(), key=old["key"]).status == 401
    assert service.call("GET", service.memories(), key=new["key"]).status == 200


def test_revoking_twice_keeps_the_first_time(service: Service) -> None:
    key = make(service, role="agent")
    service.call("DELETE", f"/api/keys/{key['keyId']}")
    first = shown(service, key["keyId"])["revokedAt"]
    assert service.call("DELETE", f"/api/keys/{key['keyId']}").status == 200
    assert shown(service, key["keyId"])["revokedAt"] == first


def test_an_expired_key_is_no_key(service: Service) -> None:
    soon = datetime.now(UTC) + timedelta(hours=1)
    key = make(service, role="agent", expiresAt=soon.isoformat())
    assert service.call("GET", service.memories(), key=key["key"]).status == 200
    with psycopg.connect(service.address.admin) as connection:
        connection.execute("UPDATE api_key SET expires_at = now() WHERE key_id = %s", [key["keyId"]])
    service.clock.skip(REAUTHORIZED_AFTER)
    assert service.call("GET", service.memories(), key=key["key"]).status == 401


def test_the_list_says_when_a_key_was_last_used(service: Service) -> None:
    key = make(service, role="agent")
    assert "lastUsedAt" not in shown(service, key["keyId"])
    service.call("GET", service.memories(), key=key["key"])
    first = shown(service, key["keyId"])["lastUsedAt"]
    service.clock.skip(REAUTHORIZED_AFTER)
    service.call("GET", service.memories(), key=key["key"])
    assert shown(service, key["keyId"])["lastUsedAt"] == first  # noted every five minutes, not at every request
    with psycopg.connect(service.address.admin) as connection:
        connection.execute("UPDATE api_key SET last_used_at = last_used_at - interval '6 minutes'")
    service.clock.skip(REAUTHORIZED_AFTER)
    service.call("GET", service.memories(), key=key["key"])
    assert shown(service, key["keyId"])["lastUsedAt"] >= first


def test_a_users_key_reaches_that_user_alone(service: Service) -> None:
    key = make(service, role="user", userId=USER)["key"]
    mine, other = service.create("一"), service.create("二", user="user-2")
    assert [memory["content"] for memory in service.list(key=key)] == ["一"]
    assert service.call("GET", service.memories(mine["id"]), key=key).status == 200
    assert service.call("GET", service.memories(other["id"]), key=key).status == 404
    gone = service.call("DELETE", service.memories(), key=key, query={"userId": USER})
    assert (gone.status, gone.body["deleted"]) == (200, 1)
    assert service.call("DELETE", service.memories(), key=key, query={"userId": "user-2"}).status == 403
    assert service.contents() == {"二"}


def test_an_auditor_counts_and_reads_no_memory(service: Service) -> None:
    key = make(service, role="auditor")["key"]
    service.create("一")
    assert service.call("GET", service.memories("stats"), key=key).body["total"] == 1
    assert service.call("GET", service.memories(), key=key).status == 403


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "role"),
        ({"role": "root"}, "role"),
        ({"role": "user"}, "userId"),
        ({"role": "agent", "userId": USER}, "userId"),
        ({"role": "user", "userId": "a\u0000b"}, "userId"),
        ({"role": "agent", "label": " "}, "label"),
        ({"role": "agent", "label": "x" * 201}, "label"),
        ({"role": "agent", "expiresAt": "2020-01-01T00:00:00Z"}, "expiresAt"),
        ({"role": "agent", "expiresAt": "2126-01-01"}, "expiresAt"),
        ({"role": "agent", "orgId": "other-org"}, "orgId"),
    ],
)
def test_a_bad_wish_makes_no_key(service: Service, body: object, field: str) -> None:
    before = service.call("GET", "/api/keys").body
    answer = service.call("POST", "/api/keys", body)
    assert (answer.status, answer.code) == (400, "validation_failed")
    assert answer.fields == [field]
    assert service.call("GET", "/api/keys").body == before


def test_keys_of_another_org_are_not_there(service: Service) -> None:
    key = make(service, role="agent")

    def revoke(key_id: str) -> Answer:
        return service.call("DELETE", f"/api/keys/{key_id}", key="other_org_admin")

    assert key["keyId"] not in service.call("GET", "/api/keys", key="other_org_admin").text
    foreign, unknown = revoke(key["keyId"]), revoke("key-nobody")
    assert (foreign.status, foreign.code) == (unknown.status, unknown.code) == (404, "not_found")
    assert service.call("GET", service.memories(), key=key["key"]).status == 200
    assert "revokedAt" not in shown(service, key["keyId"])


@pytest.mark.parametrize(("method", "path"), [("POST", "/api/keys"), ("GET", "/api/keys"), ("DELETE", "/api/keys/k")])
@pytest.mark.parametrize("role", ["agent", "user", "auditor"])
def test_only_admins_manage_keys(service: Service, method: str, path: str, role: str) -> None:
    wanted = {"role": role, **({"userId": USER} if role == "user" else {})}
    key = make(service, **wanted)["key"]
    answer = service.call(method, path, {"role": "admin"} if method == "POST" else None, key=key)
    assert (answer.status, answer.code) == (403, "forbidden")
