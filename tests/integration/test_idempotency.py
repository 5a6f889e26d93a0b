"""A retry under the same key has one effect and gets the first answer."""

from __future__ import annotations

import threading
from typing import Any

import psycopg
import pytest

from tests.support.model_endpoint import ModelEndpoint, Reply, embeds
from tests.support.service import AGENT, USER, Answer, Service

BASE = f"/api/agents/{AGENT}"
KEY = {"Idempotency-Key": "retry-1"}


def same(first: Answer, second: Answer) -> bool:
    names = ("etag", "location", "content-type")
    kept = [(answer.status, answer.text, [answer.headers.get(name) for name in names]) for answer in (first, second)]
    return kept[0] == kept[1]


def write(service: Service, what: str, headers: dict[str, str], **changes: Any) -> Answer:
    """One of the writes, always the same unless changed."""
    conversation = {"userId": USER, "sessionId": "s", "messages": [{"role": "user", "content": "我住在苏州工业园区"}]}
    calls: dict[str, tuple[str, str, Any, dict[str, str]]] = {
        "agent": ("PUT", "/api/agents/new-agent", {"name": "甲"}, {}),
        "create": ("POST", f"{BASE}/memories", {"userId": USER, "content": "一"}, {}),
        "patch": ("PATCH", f"{BASE}/memories/{changes.pop('id', '')}", {"content": "二"}, {}),
        "rollback": ("POST", f"{BASE}/memories/{changes.pop('rolled', '')}/rollback", {"version": 1}, {}),
        "delete": ("DELETE", f"{BASE}/memories/{changes.pop('doomed', '')}", None, {}),
        "delete-all": ("DELETE", f"{BASE}/memories", None, {"userId": USER}),
        "conversation": ("POST", f"{BASE}/conversations", conversation, {}),
    }
    method, path, body, query = calls[what]
    return service.call(method, path, {**body, **changes} if body is not None else None, query=query, headers=headers)


@pytest.mark.parametrize("what", ["agent", "create", "delete-all", "conversation"])
def test_a_retry_gets_the_first_answer(service: Service, what: str) -> None:
    first = write(service, what, KEY)
    assert first.status < 300, first.text
    assert same(first, write(service, what, KEY))


def test_a_retried_create_makes_one_memory(service: Service) -> None:
    first = write(service, "create", KEY)
    service.call("PATCH", f"{BASE}/memories/{first.body['id']}", {"pinned": True})
    assert same(first, write(service, "create", KEY))
    assert len(service.list()) == 1


def test_a_retried_patch_makes_one_version(service: Service) -> None:
    memory_id = service.create("一")["id"]
    first = write(service, "patch", KEY, id=memory_id)
    service.call("PATCH", f"{BASE}/memories/{memory_id}", {"content": "三"})
    assert same(first, write(service, "patch", KEY, id=memory_id))
    assert service.contents() == {"三"}
    with_precondition = {**KEY, "If-Match": '"1"'}
    assert same(first, write(service, "patch", with_precondition, id=memory_id))


def test_a_retried_rollback_makes_one_version(service: Service) -> None:
    memory_id = service.create("一")["id"]
    service.call("PATCH", f"{BASE}/memories/{memory_id}", {"content": "二"})
    first = write(service, "rollback", KEY, rolled=memory_id)
    assert (first.body["content"], first.body["version"]) == ("一", 3)
    assert same(first, write(service, "rollback", KEY, rolled=memory_id))
    versions = service.call("GET", f"{BASE}/memories/{memory_id}/versions").body
    assert [(v["version"], v["updateReason"]) for v in versions] == [
        (3, "rollback to version 1"), (2, "changed"), (1, "created")]  # fmt: skip
    assert service.recall("一")["memories"][0]["content"] == "一"


def test_a_retried_delete_is_not_a_404(service: Service) -> None:
    memory_id = service.create("一")["id"]
    first = write(service, "delete", KEY, doomed=memory_id)
    assert (first.status, first.body) == (200, {"ok": True})
    assert same(first, write(service, "delete", KEY, doomed=memory_id))
    assert write(service, "delete", {}, doomed=memory_id).status == 404


def test_a_retried_delete_all_does_not_delete_what_came_after(service: Service) -> None:
    service.create("一")
    first = write(service, "delete-all", KEY)
    assert first.body["deleted"] == 1
    service.create("二")
    assert same(first, write(service, "delete-all", KEY))
    assert service.contents() == {"二"}


def test_another_request_under_the_same_key_is_refused(service: Service) -> None:
    write(service, "create", KEY)
    for answer in (write(service, "create", KEY, content="别的"), write(service, "agent", KEY)):
        assert (answer.status, answer.code) == (409, "idempotency_conflict")
    assert service.contents() == {"一"}


def test_keys_belong_to_a_credential(service: Service) -> None:
    body = {"userId": USER, "content": "一"}
    assert service.call("POST", f"{BASE}/memories", body, headers=KEY).status == 201
    other = service.call("POST", f"{BASE}/memories", {**body, "content": "二"}, headers=KEY, key="agent")
    assert other.status == 201
    service.call("PUT", f"/api/agents/{AGENT}", {}, key="other_org_admin")
    foreign = service.call("POST", f"{BASE}/memories", body, headers=KEY, key="other_org_admin")
    assert (foreign.status, foreign.body["orgId"]) == (201, "other-org")


def test_a_refusal_is_not_kept(service: Service) -> None:
    assert write(service, "create", KEY, content="").status == 400
    assert write(service, "create", KEY).status == 201
    other = {"Idempotency-Key": "retry-2"}
    duplicate = write(service, "create", other)
    assert (duplicate.status, duplicate.code) == (409, "duplicate_memory")
    service.call("DELETE", f"{BASE}/memories", query={"userId": USER})
    assert write(service, "create", other).status == 201


def test_a_failed_try_may_be_repeated(modelled: Service, model: ModelEndpoint) -> None:
    model.embedding = lambda request: Reply(503, {"error": {}})
    first = write(modelled, "create", KEY)
    assert first.body["embedding"] == "pending"
    model.embedding = embeds
    assert same(first, write(modelled, "create", KEY))


@pytest.mark.parametrize("key", ["", " ", "a b", "钥匙", "x" * 256])
def test_a_key_that_is_none_is_named(service: Service, key: str) -> None:
    answer = write(service, "create", {"Idempotency-Key": key})
    assert (answer.status, answer.fields) == (400, ["Idempotency-Key"])


def test_answers_are_sealed_and_go_with_the_memory(service: Service) -> None:
    body = {"userId": USER, "content": "用户的秘密是蓝莓派"}
    memory = service.call("POST", f"{BASE}/memories", body, headers=KEY).body
    with psycopg.connect(service.address.admin, autocommit=True) as connection:
        [(row,)] = connection.execute("SELECT k::text FROM idempotency_key AS k").fetchall()
        assert "蓝莓".encode().hex() not in row
        assert "retry-1" not in row
        service.call("DELETE", f"{BASE}/memories/{memory['id']}", headers={"Idempotency-Key": "delete-1"})
        rows = connection.execute("SELECT user_ids FROM idempotency_key").fetchall()
        assert len(rows) == 1, "only the answer of the deletion itself is left"


def test_answers_are_kept_for_a_day(service: Service) -> None:
    write(service, "agent", KEY)
    with psycopg.connect(service.address.admin, autocommit=True) as connection:
        connection.execute("UPDATE idempotency_key SET expires_at = now() - interval '1 second'")
        assert write(service, "create", KEY).status == 201
        connection.execute("UPDATE idempotency_key SET expires_at = now() - interval '1 second'")
        service.invoke("JobsResend", {})
        assert connection.execute("SELECT count(*) FROM idempotency_key").fetchone() == (0,)


def test_two_at_once_have_one_effect(service: Service) -> None:
    from agent_memory.audit.model import Actor
    from agent_memory.idempotency.model import StoredAnswer
    from agent_memory.idempotency.service import AlreadyAnsweredError, Once, Write
    from agent_memory.memories.model import NewMemory, Source, WrittenMemory
    from agent_memory.subjects.model import Scope
    from agent_memory.wiring import Wiring

    service.list()
    barrier = threading.Barrier(6)
    outcomes: list[str] = []

    def create() -> None:
        graph = Wiring()
        once = Once(graph.keys, graph.clock, ("demo-org", "key-1"), "k", "same request")
        write: Write[WrittenMemory] = Write(
            Actor("admin", "key-1"), once, lambda written: StoredAnswer(201, written.memory.id, {})
        )
        graph.memories  # noqa: B018  # built before the race
        barrier.wait()
        try:
            made = graph.memories.create(Scope("demo-org", AGENT, USER), NewMemory(content="一"), Source.ADMIN, write)
            outcomes.append(made.memory.id)
        except AlreadyAnsweredError as before:
            outcomes.append(before.answer.body)
        graph.database.close()

    threads = [threading.Thread(target=create) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert len(outcomes) == 6
    assert set(outcomes) == {service.list()[0]["id"]}
