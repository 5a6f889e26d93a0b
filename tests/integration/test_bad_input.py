"""Bad input: a clear answer that names the field, and nothing written."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.service import AGENT, USER, Service

GOOD = {"userId": USER, "content": "用户住在苏州"}


def without_nothing(body: dict[str, Any], **changes: Any) -> dict[str, Any]:
    return {name: value for name, value in {**body, **changes}.items() if value is not ...}


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"userId": ...}, "userId"),
        ({"content": ...}, "content"),
        ({"content": ""}, "content"),
        ({"content": " \u200b\n"}, "content"),
        ({"content": None}, "content"),
        ({"content": 5}, "content"),
        ({"content": ["a"]}, "content"),
        ({"content": "a\x00b"}, "content"),
        ({"content": "x" * 32_769}, "content"),
        ({"content": "字" * 11_000}, "content"),
        ({"userId": "  "}, "userId"),
        ({"userId": "a\nb"}, "userId"),
        ({"userId": "x" * 129}, "userId"),
        ({"userId": 7}, "userId"),
        ({"memoryType": "secret"}, "memoryType"),
        ({"tags": "vip"}, "tags"),
        ({"tags": ["ok", ""]}, "tags[1]"),
        ({"tags": ["ok", 5]}, "tags[1]"),
        ({"tags": ["x"] * 51}, "tags"),
        ({"tags": ["a\x00"]}, "tags[0]"),
        ({"pinned": "yes"}, "pinned"),
        ({"pinned": 1}, "pinned"),
        ({"importance": 6}, "importance"),
        ({"importance": 2.5}, "importance"),
        ({"ttlDays": 0}, "ttlDays"),
        ({"ttlDays": -3}, "ttlDays"),
        ({"kind": "rumour"}, "kind"),
        ({"orgId": "other-org"}, "orgId"),
        ({"source": "auto"}, "source"),
        ({"id": "mem-1"}, "id"),
        ({"memory_type": "core"}, "memory_type"),
        ({"confidence": 0.1}, "confidence"),
    ],
)
def test_a_bad_create_names_the_field_and_writes_nothing(quiet: Service, changes: dict[str, Any], field: str) -> None:
    answer = quiet.call("POST", quiet.memories(), without_nothing(GOOD, **changes))
    assert (answer.status, answer.code) == (400, "validation_failed")
    assert field in answer.fields
    assert answer.headers["content-type"] == "application/problem+json"
    assert quiet.list() == []


@pytest.mark.parametrize(
    "raw",
    [b"", b"not json", b"[]", b"null", b'"x"', b"{", b'{"userId": "u", "content": "\\ud800"}', b"\xff\xfe", b"[" * 50_000,
     b'{"userId":"u","content":"a","content\\u0000":1}', b'{"userId": "u", "content": NaN}'],
)  # fmt: skip
def test_a_body_that_is_no_request_is_refused(quiet: Service, raw: bytes) -> None:
    answer = quiet.call("POST", quiet.memories(), raw=raw)
    assert (answer.status, answer.code) == (400, "validation_failed")
    assert answer.fields
    assert quiet.list() == []


def test_a_body_over_one_megabyte_is_too_large(quiet: Service) -> None:
    answer = quiet.call("POST", quiet.memories(), {**GOOD, "content": "x" * 1_000_001})
    assert (answer.status, answer.code) == (413, "payload_too_large")


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"content": ""}, "content"),
        ({"content": None}, "content"),
        ({"tags": None}, "tags"),
        ({"pinned": None}, "pinned"),
        ({"userId": "user-2"}, "userId"),
        ({"agentId": "support-agent"}, "agentId"),
        ({"version": 9}, "version"),
        ({"memoryType": "CORE"}, "memoryType"),
    ],
)
def test_a_bad_patch_names_the_field_and_changes_nothing(quiet: Service, changes: dict[str, Any], field: str) -> None:
    memory = quiet.create("用户住在苏州")
    answer = quiet.call("PATCH", quiet.memories(memory["id"]), changes)
    assert (answer.status, answer.fields) == (400, [field])
    assert quiet.list() == [memory]
    quiet.call("DELETE", quiet.memories(memory["id"]))


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ({"limit": "0"}, "limit"),
        ({"limit": "-1"}, "limit"),
        ({"limit": "201"}, "limit"),
        ({"limit": "999999999999999999999"}, "limit"),
        ({"limit": "ten"}, "limit"),
        ({"limit": ""}, "limit"),
        ({"cursor": "broken"}, "cursor"),
        ({"cursor": "W10"}, "cursor"),
        ({"memoryType": "x"}, "memoryType"),
        ({"pinned": "perhaps"}, "pinned"),
        ({"status": "gone"}, "status"),
        ({"userId": ""}, "userId"),
        ({"usrId": USER}, "usrId"),
        ({"tag": ""}, "tag"),
    ],
)
def test_a_bad_list_names_the_parameter(quiet: Service, query: dict[str, str], field: str) -> None:
    answer = quiet.call("GET", quiet.memories(), query=query)
    assert (answer.status, answer.fields) == (400, [field])


def test_a_parameter_given_twice_is_refused(quiet: Service) -> None:
    answer = quiet.call("GET", quiet.memories(), query={})
    assert answer.status == 200
    twice = quiet.call("GET", f"{quiet.memories()}", query=[("userId", "a"), ("userId", "b")])  # type: ignore[arg-type]
    assert (twice.status, twice.fields) == (400, ["userId"])


@pytest.mark.parametrize(
    "agent", ["a..b", "a%20b", "a%26b", "%F0%9F%98%80", "%E5%B0%8F", "a%2Fb", "%00", "x" * 129, "-a"]
)
def test_a_malformed_agent_id_is_named(quiet: Service, agent: str) -> None:
    answer = quiet.call("GET", f"/api/agents/{agent}/memories")
    assert (answer.status, answer.fields) == (400, ["agentId"])


@pytest.mark.parametrize("memory_id", ["a..b", "a%2Fb", "%F0%9F%98%80", "mem%00", "%FF"])
@pytest.mark.parametrize("method", ["GET", "PATCH", "DELETE"])
def test_a_malformed_memory_id_is_named(quiet: Service, method: str, memory_id: str) -> None:
    body = {"pinned": True} if method == "PATCH" else None
    answer = quiet.call(method, f"{quiet.memories()}/{memory_id}", body)
    assert (answer.status, answer.fields) == (400, ["memoryId"])


@pytest.mark.parametrize(
    "path", ["/", "/api", "/api/agents//memories", "/api/agents/a/b/c/d", "/api/agents/../health", "/%00"]
)
def test_odd_paths_are_problem_documents_too(quiet: Service, path: str) -> None:
    answer = quiet.call("GET", path)
    assert answer.status in (400, 403, 404)
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.code


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"userId": ...}, "userId"),
        ({"sessionId": ...}, "sessionId"),
        ({"sessionId": ""}, "sessionId"),
        ({"messages": ...}, "messages"),
        ({"messages": []}, "messages"),
        ({"messages": "hello"}, "messages"),
        ({"messages": [{"role": "user", "content": "x"}] * 201}, "messages"),
        ({"messages": [{"role": "boss", "content": "x"}]}, "messages[0].role"),
        ({"messages": [{"role": "user"}]}, "messages[0].content"),
        ({"messages": [{"role": "user", "content": " "}]}, "messages[0].content"),
        ({"messages": [{"role": "user", "content": "a\x00"}]}, "messages[0].content"),
        ({"messages": [{"role": "user", "content": "x", "occurredAt": "yesterday"}]}, "messages[0].occurredAt"),
        ({"messages": [{"role": "user", "content": "x", "occurredAt": "2026-04-01T10:00:00"}]}, "messages[0].occurredAt"),
        ({"messages": [{"role": "user", "content": "x", "messageId": ""}]}, "messages[0].messageId"),
        ({"messages": [{"role": "user", "content": "x", "extra": 1}]}, "messages[0].extra"),
        ({"timeZone": "Mars/Olympus"}, "timeZone"),
        ({"timeZone": "../../etc/passwd"}, "timeZone"),
        ({"orgId": "demo-org"}, "orgId"),
        ({"jobId": "a/b"}, "jobId"),
        ({"endOfSession": "no"}, "endOfSession"),
        ({"metadata": {"mood": "good"}}, "metadata.mood"),
    ],
)  # fmt: skip
def test_a_bad_conversation_names_the_field_and_is_not_kept(
    quiet: Service, changes: dict[str, Any], field: str
) -> None:
    good = {"userId": USER, "sessionId": "s1", "messages": [{"role": "user", "content": "我住在苏州工业园区"}]}
    answer = quiet.call("POST", f"/api/agents/{AGENT}/conversations", without_nothing(good, **changes))
    assert (answer.status, answer.code) == (400, "validation_failed")
    assert field in answer.fields
    turns = quiet.call("GET", f"/api/agents/{AGENT}/conversations", query={"userId": USER})
    assert turns.body == []


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"userId": ...}, "userId"),
        ({"query": ...}, "body"),
        ({"query": ""}, "query"),
        ({"query": "a\x00"}, "query"),
        ({"messages": [{"role": "user", "content": "x"}]}, "body"),
        ({"topK": -1}, "topK"),
        ({"topK": "8"}, "topK"),
        ({"maxTokens": 1e9}, "maxTokens"),
        ({"layers": ["L9"]}, "layers[0]"),
        ({"strategy": "magic"}, "strategy"),
        ({"trigger": "never"}, "trigger"),
    ],
)
def test_a_bad_recall_names_the_field(quiet: Service, changes: dict[str, Any], field: str) -> None:
    good = {"userId": USER, "query": "我住在哪里"}
    answer = quiet.call("POST", f"/api/agents/{AGENT}/recall", without_nothing(good, **changes))
    assert (answer.status, answer.code) == (400, "validation_failed")
    assert field in answer.fields


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"name": 5}, "name"),
        ({"timeZone": "nowhere"}, "timeZone"),
        ({"writePolicy": "never"}, "writePolicy"),
        ({"instructions": "x" * 4001}, "instructions"),
        ({"orgId": "x"}, "orgId"),
    ],
)
def test_a_bad_agent_names_the_field(quiet: Service, body: dict[str, Any], field: str) -> None:
    answer = quiet.call("PUT", "/api/agents/new-agent", body)
    assert (answer.status, answer.fields) == (400, [field])
    assert quiet.call("GET", "/api/agents/new-agent").status == 403
