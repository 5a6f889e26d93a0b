"""Hostile text through every write path of the API: back unchanged, or refused with the field named and nothing kept.

Conversations, which also come in by the queue, are in `test_hostile_conversations.py`.
"""

from __future__ import annotations

import re
from itertools import count
from typing import Any
from urllib.parse import quote

import pytest

from tests.support.hostile_texts import (
    CONTENT,
    IDENTIFIER,
    LABEL,
    MESSAGE,
    NAME,
    TAG,
    HostileText,
    Kept,
    every_hostile_text,
    silent_logs,
)
from tests.support.service import AGENT, USER, Answer, Service

_numbers = count()

quiet_logs = pytest.fixture(autouse=True)(silent_logs)


@pytest.fixture
def user() -> str:
    """Somebody new, about whom nothing is known."""
    return f"user-{next(_numbers)}"


@pytest.fixture(scope="module")
def kept(quiet: Service) -> Kept:
    return Kept(quiet)


class Attempt:
    """One write with a hostile text in it."""

    def __init__(self, service: Service, kept: Kept) -> None:
        self._service = service
        self._kept = kept

    def __call__(
        self, hostile: HostileText, kind: str, field: str, method: str, path: str, body: object, **more: Any
    ) -> Answer | None:
        """The answer when the text was taken; None when it was refused, for that field and without a trace."""
        before = self._kept.rows()
        raw = hostile.as_json(body).encode()
        answer = self._service.call(method, path, raw=raw, **more)
        if kind not in hostile.refused_as:
            assert answer.status in (200, 201, 202), answer.text
            return answer
        assert (answer.status, answer.code) == (400, "validation_failed")
        assert answer.fields == [field]
        assert self._kept.rows() == before
        return None


@pytest.fixture
def attempt(quiet: Service, kept: Kept) -> Attempt:
    return Attempt(quiet, kept)


# ------------------------------------------------------------------------------------------------------------ memories
@every_hostile_text
def test_the_content_of_a_new_memory(quiet: Service, attempt: Attempt, user: str, hostile: HostileText) -> None:
    body = {"userId": user, "content": hostile.text}
    made = attempt(hostile, CONTENT, "content", "POST", quiet.memories(), body)
    if made is None:
        return
    assert made.body["content"] == hostile.text
    assert quiet.call("GET", quiet.memories(made.body["id"])).body == made.body
    assert quiet.list(userId=user) == [made.body]
    [version] = quiet.call("GET", quiet.memories(made.body["id"], "versions")).body
    assert version["content"] == hostile.text
    again = quiet.call("POST", quiet.memories(), raw=hostile.as_json(body).encode())
    assert (again.status, again.body["existingId"]) == (409, made.body["id"])


@every_hostile_text
def test_a_tag(quiet: Service, attempt: Attempt, user: str, hostile: HostileText) -> None:
    body = {"userId": user, "content": "一", "tags": ["vip", hostile.text]}
    made = attempt(hostile, TAG, "tags[1]", "POST", quiet.memories(), body)
    if made is None:
        return
    assert made.body["tags"] == ["vip", hostile.text]
    assert quiet.list(userId=user, tag=hostile.text) == [made.body]
    assert quiet.list(userId=user, tag=hostile.text + "x") == []


@every_hostile_text
@pytest.mark.parametrize("field", ["userId", "sessionId"])
def test_an_id_of_a_new_memory(quiet: Service, attempt: Attempt, user: str, field: str, hostile: HostileText) -> None:
    body = {"userId": user, "content": f"{field} {user}", field: hostile.text}
    made = attempt(hostile, IDENTIFIER, field, "POST", quiet.memories(), body)
    if made is None:
        return
    assert made.body[field] == hostile.text
    assert quiet.list(**{field: hostile.text}) == [made.body]


@every_hostile_text
@pytest.mark.parametrize("field", ["memoryType", "kind"])
def test_a_word_of_a_closed_list(quiet: Service, kept: Kept, user: str, field: str, hostile: HostileText) -> None:
    before = kept.rows()
    raw = hostile.as_json({"userId": user, "content": "一", field: hostile.text}).encode()
    answer = quiet.call("POST", quiet.memories(), raw=raw)
    assert (answer.status, answer.fields) == (400, [field])
    assert kept.rows() == before


@every_hostile_text
def test_a_field_nobody_knows(quiet: Service, kept: Kept, user: str, hostile: HostileText) -> None:
    before = kept.rows()
    raw = hostile.as_json({"userId": user, "content": "一", hostile.text: 1}).encode()
    answer = quiet.call("POST", quiet.memories(), raw=raw)
    assert (answer.status, answer.code) == (400, "validation_failed")
    assert answer.fields in ([hostile.text], ["body"])
    assert kept.rows() == before


@every_hostile_text
def test_one_item_of_a_batch(quiet: Service, attempt: Attempt, user: str, hostile: HostileText) -> None:
    items = [{"userId": user, "content": "一"}, {"userId": user, "content": hostile.text, "tags": ["vip"]}]
    made = attempt(hostile, CONTENT, "items[1].content", "POST", quiet.memories("batch"), {"items": items})
    if made is None:
        return
    assert [result["status"] for result in made.body["results"]] == [201, 201]
    assert quiet.contents(userId=user) == {"一", hostile.text}


@every_hostile_text
def test_a_changed_memory(quiet: Service, attempt: Attempt, user: str, hostile: HostileText) -> None:
    memory = quiet.create("一", user=user, tags=["vip"])
    place = quiet.memories(memory["id"])
    changed = attempt(hostile, CONTENT, "content", "PATCH", place, {"content": hostile.text})
    if changed is None:
        assert quiet.list(userId=user) == [memory]
        return
    assert quiet.call("PATCH", place, {"content": "二"}).status == 200
    versions = quiet.call("GET", f"{place}/versions").body
    assert [version["content"] for version in versions] == ["二", hostile.text, "一"]
    back = quiet.call("POST", f"{place}/rollback", {"version": 2})
    assert (back.status, back.body["content"], back.body["tags"]) == (200, hostile.text, ["vip"])
    assert quiet.contents(userId=user) == {hostile.text}


@every_hostile_text
def test_a_changed_tag(quiet: Service, attempt: Attempt, user: str, hostile: HostileText) -> None:
    memory = quiet.create("一", user=user, tags=["vip"])
    place = quiet.memories(memory["id"])
    changed = attempt(hostile, TAG, "tags[0]", "PATCH", place, {"tags": [hostile.text]})
    if changed is None:
        assert quiet.list(userId=user) == [memory]
        return
    assert [item["id"] for item in quiet.list(userId=user, tag=hostile.text)] == [memory["id"]]
    assert quiet.list(userId=user, tag="vip") == []


# ------------------------------------------------------------------------------------------------------ agents and keys
@every_hostile_text
@pytest.mark.parametrize("field", ["name", "description", "instructions"])
def test_a_text_of_an_agent(quiet: Service, attempt: Attempt, field: str, hostile: HostileText) -> None:
    path = f"/api/agents/agent-{next(_numbers)}"
    put = attempt(hostile, NAME, field, "PUT", path, {field: hostile.text})
    if put is None:
        assert quiet.call("GET", path).status == 403
        return
    assert put.body[field] == hostile.text
    assert quiet.call("GET", path).body == put.body
    assert put.body in quiet.call("GET", "/api/agents").body


@every_hostile_text
def test_the_time_zone_of_an_agent(quiet: Service, kept: Kept, hostile: HostileText) -> None:
    before = kept.rows()
    raw = hostile.as_json({"timeZone": hostile.text}).encode()
    answer = quiet.call("PUT", f"/api/agents/agent-{next(_numbers)}", raw=raw)
    assert (answer.status, answer.fields) == (400, ["timeZone"])
    assert kept.rows() == before


@every_hostile_text
def test_the_label_of_a_key(quiet: Service, attempt: Attempt, hostile: HostileText) -> None:
    made = attempt(hostile, LABEL, "label", "POST", "/api/keys", {"role": "agent", "label": hostile.text})
    if made is None:
        return
    [shown] = [key for key in quiet.call("GET", "/api/keys").body if key["keyId"] == made.body["keyId"]]
    assert shown["label"] == made.body["label"] == hostile.text


@every_hostile_text
def test_the_person_a_key_is_for(quiet: Service, attempt: Attempt, hostile: HostileText) -> None:
    made = attempt(hostile, IDENTIFIER, "userId", "POST", "/api/keys", {"role": "user", "userId": hostile.text})
    if made is None:
        return
    raw = hostile.as_json({"userId": hostile.text, "content": f"用户有第{next(_numbers)}把钥匙"}).encode()
    own = quiet.call("POST", quiet.memories(), raw=raw, key=made.body["key"])
    assert (own.status, own.body["userId"]) == (201, hostile.text)
    others = quiet.call("POST", quiet.memories(), {"userId": USER, "content": "一"}, key=made.body["key"])
    assert others.status == 403


# --------------------------------------------------------------------------------------------------------------- recall
@every_hostile_text
@pytest.mark.parametrize("as_dialogue", [False, True])
def test_a_question(quiet: Service, attempt: Attempt, user: str, as_dialogue: bool, hostile: HostileText) -> None:
    memory = quiet.create("用户住在苏州", user=user, pinned=True)
    asked, field = {"query": hostile.text}, "query"
    if as_dialogue:
        asked, field = {"messages": [{"role": "user", "content": hostile.text}]}, "messages[0].content"
    answer = attempt(hostile, MESSAGE, field, "POST", f"/api/agents/{AGENT}/recall", {"userId": user, **asked})
    if answer is None:
        return
    assert [item["id"] for item in answer.body["memories"]] == [memory["id"]]
    assert answer.body["degraded"] is False
    assert hostile.name == "null-word" or hostile.text not in answer.text


@every_hostile_text
def test_what_is_recalled(quiet: Service, user: str, hostile: HostileText) -> None:
    if CONTENT in hostile.refused_as:
        return
    memory = quiet.create(hostile.text, user=user, pinned=True)
    answer = quiet.recall("苏州", user=user, maxTokens=100_000)
    [item] = answer["memories"]
    assert (item["id"], item["content"]) == (memory["id"], hostile.text)
    # In a prompt a memory is one line of data between our delimiters, and can neither end it nor start another.
    lines = answer["context"]["system"].split("\n")
    assert (lines[0], lines[-1], len(lines)) == ("<agent-memory>", "</agent-memory>", 4)
    inside = lines[2]
    assert not set("<>\r\u2028\u2029") & set(inside)
    neutral = str.maketrans({"<": "‹", ">": "›", "\r": " ", "\n": " ", "\u2028": " ", "\u2029": " "})
    assert inside.endswith(hostile.text.translate(neutral))


# ------------------------------------------------------------------------------------------------ paths, queries, headers
def _quoted(text: str) -> str:
    return quote(text.encode("utf-8", "surrogatepass"), safe="")


@every_hostile_text
@pytest.mark.parametrize(
    ("method", "path", "field"),
    [
        ("GET", "/api/agents/{}", "agentId"),
        ("PUT", "/api/agents/{}", "agentId"),
        ("POST", "/api/agents/{}/memories", "agentId"),
        ("POST", "/api/agents/{}/conversations", "agentId"),
        ("POST", "/api/agents/{}/recall", "agentId"),
        ("PATCH", f"/api/agents/{AGENT}/memories/{{}}", "memoryId"),
        ("DELETE", f"/api/agents/{AGENT}/memories/{{}}", "memoryId"),
        ("POST", f"/api/agents/{AGENT}/memories/{{}}/rollback", "memoryId"),
        ("GET", f"/api/agents/{AGENT}/jobs/{{}}", "jobId"),
        ("DELETE", "/api/keys/{}", "keyId"),
    ],
)
def test_an_id_in_a_path(quiet: Service, kept: Kept, method: str, path: str, field: str, hostile: HostileText) -> None:
    if hostile.name == "null-word":
        return  # a good name like any other
    bodies: dict[str, object] = {
        "conversations": {"userId": USER, "sessionId": "s", "messages": [{"role": "user", "content": "一"}]},
        "rollback": {"version": 1},
        "memories": {"userId": USER, "content": "一"},
        "recall": {"userId": USER, "query": "一"},
    }
    body = bodies.get(path.rpartition("/")[2], {"pinned": True} if method == "PATCH" else {})
    before = kept.rows()
    answer = quiet.call(method, path.format(_quoted(hostile.text)), body)
    assert (answer.status, answer.code) == (400, "validation_failed")
    assert answer.fields == [field]
    assert kept.rows() == before


@every_hostile_text
@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("memories", "userId"),
        ("memories", "sessionId"),
        ("memories", "tag"),
        ("memories", "cursor"),
        ("conversations", "userId"),
        ("conversations", "q"),
        ("jobs", "userId"),
    ],
)
def test_a_query_parameter(quiet: Service, path: str, name: str, hostile: HostileText) -> None:
    if not hostile.is_wellformed:
        return  # no URL can hold it: what stands for it there is replaced before anybody could tell
    kind = {"tag": TAG, "q": NAME, "cursor": None}.get(name, IDENTIFIER)
    needed = {"userId": USER} if path != "memories" else {}
    answer = quiet.call("GET", f"/api/agents/{AGENT}/{path}", query={**needed, name: hostile.text})
    if kind is None or kind in hostile.refused_as:
        assert (answer.status, answer.fields) == (400, [name])
    else:
        assert answer.status == 200, answer.text


@every_hostile_text
@pytest.mark.parametrize("name", ["Idempotency-Key", "If-Match"])
def test_a_header(quiet: Service, kept: Kept, user: str, name: str, hostile: HostileText) -> None:
    if name == "Idempotency-Key" and re.fullmatch("[!-~]{1,255}", hostile.text):
        return  # a good key like any other
    memory = quiet.create("一", user=user)
    before = kept.rows()
    value = hostile.text.encode("utf-8", "surrogatepass").decode("latin-1")  # as bytes arrive on a wire
    answer = quiet.call("PATCH", quiet.memories(memory["id"]), {"content": "二"}, headers={name: value})
    assert (answer.status, answer.fields) == (400, [name])
    assert kept.rows() == before


@every_hostile_text
def test_a_credential(quiet: Service, hostile: HostileText) -> None:
    value = hostile.text.encode("utf-8", "surrogatepass").decode("latin-1")
    for credential in (value, f"amk_{value}"):
        answer = quiet.call("GET", quiet.memories(), key=credential)
        assert (answer.status, answer.code) == (401, "unauthenticated")
