"""What went to the archive is listed by headline, found by keyword, and comes back as it was."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.governance import change, expire, govern, recalled, rows
from tests.support.model_endpoint import ModelEndpoint, Reply, embeds
from tests.support.service import AGENT, USER, Answer, Service

ARCHIVE = f"/api/agents/{AGENT}/archive"


def listed(service: Service, **query: object) -> list[Any]:
    answer = service.call("GET", ARCHIVE, query={"userId": USER, **query})
    assert answer.status == 200, answer.text
    return answer.body


def restore(service: Service, memory_id: str, **more: Any) -> Answer:
    return service.call("POST", f"{ARCHIVE}/{memory_id}/restore", **more)


def put_away(service: Service, content: str, **fields: Any) -> Any:
    """A memory that is in the archive, as it was before."""
    memory = service.create(content, ttlDays=7, **fields)
    expire(service, memory["id"])
    govern(service)
    return memory


def test_a_list_shows_headlines_and_who_wrote_them(service: Service) -> None:
    long = "用户是外贸采购经理，常用金蝶做账，每周三和供应商开会，地点在上海浦东"
    first = put_away(service, long)
    put_away(service, "用户在学吉他", user="somebody")
    [item] = listed(service)
    assert (item["id"], item["headlineBy"], item["status"]) == (first["id"], "offline", "active")
    assert item["headline"] == "用户是外贸采购经理，常用金蝶做账，每周三和供应商开会…"
    assert item["createdAt"] == first["createdAt"]


def test_a_list_finds_by_keyword_and_time(service: Service) -> None:
    guitar, cat = (put_away(service, f"用户{what}")["id"] for what in ("在学吉他", "养了一只猫"))
    assert [item["id"] for item in listed(service)] == [cat, guitar]
    assert [item["id"] for item in listed(service, q="吉他")] == [guitar]
    assert listed(service, q="钢琴") == []
    newest = listed(service)[0]["archivedAt"]
    assert [item["id"] for item in listed(service, to=newest)] == [guitar]
    assert [item["id"] for item in listed(service, **{"from": newest})] == [cat]
    answer = service.call("GET", ARCHIVE, query={"userId": USER, "limit": 1})
    assert [item["id"] for item in answer.body] == [cat]
    assert 'rel="next"' in answer.headers["link"]


@pytest.mark.parametrize(
    ("query", "field"),
    [({}, "userId"), ({"userId": USER, "q": " "}, "q"), ({"userId": USER, "from": "x"}, "from"),
     ({"userId": USER, "limit": 0}, "limit"), ({"userId": USER, "cursor": "x"}, "cursor")],
)  # fmt: skip
def test_a_question_that_makes_no_sense_is_refused(service: Service, query: dict[str, object], field: str) -> None:
    answer = service.call("GET", ARCHIVE, query=query)
    assert (answer.status, answer.fields) == (400, [field])


def test_a_memory_comes_back_as_it_was(service: Service) -> None:
    """All of it but the end of its life, when it was last wanted, and marks that the next run makes anew."""
    memory = service.create("用户在学吉他", ttlDays=7, tags=["音乐"], kind="preference", importance=4, sessionId="s1")
    path = service.memories(memory["id"])
    service.call("PATCH", path, {"content": "用户在学古典吉他"})
    recalled(service, memory["id"], 3)
    expire(service, memory["id"])
    before = service.call("GET", path).body
    history = service.call("GET", f"{path}/versions").body
    govern(service)
    answer = restore(service, memory["id"])
    assert answer.status == 200
    after = service.call("GET", path).body
    again = ("expiresAt", "lastAccessedAt", "tier")
    assert {k: v for k, v in after.items() if k not in again} == {k: v for k, v in before.items() if k not in again}
    assert after["expiresAt"] > before["expiresAt"]
    assert service.call("GET", f"{path}/versions").body == history
    assert [found["id"] for found in service.list(tag="音乐")] == [memory["id"]]
    assert [found["id"] for found in service.recall("古典吉他")["memories"]] == [memory["id"]]
    assert listed(service) == []
    assert restore(service, memory["id"]).status == 404
    assert govern(service, days=6).get("archived") is None
    assert govern(service, days=8)["archived"] == 1


def test_an_overruled_memory_comes_back_overruled(service: Service) -> None:
    service.say("我住在北京朝阳区，离公司很近")
    service.say("我已经从北京搬到上海浦东新区了")
    [old] = service.list(userId=USER, status="superseded")
    expire(service, old["id"])
    govern(service)
    assert restore(service, old["id"]).body["status"] == "superseded"
    assert old["id"] not in {memory["id"] for memory in service.list(userId=USER)}
    assert [memory["id"] for memory in service.list(userId=USER, status="superseded")] == [old["id"]]


def test_what_is_said_again_meanwhile_is_not_doubled(service: Service) -> None:
    memory = put_away(service, "用户在学吉他")
    twin = service.create("用户在学吉他。")
    answer = restore(service, memory["id"])
    assert (answer.status, answer.code, answer.body["existingId"]) == (409, "duplicate_memory", twin["id"])
    assert [item["id"] for item in listed(service)] == [memory["id"]]
    assert [found["id"] for found in service.list()] == [twin["id"]]


def test_a_restore_happens_once_under_its_key(service: Service) -> None:
    memory = put_away(service, "用户在学吉他")
    headers = {"Idempotency-Key": "r1"}
    first = restore(service, memory["id"], headers=headers)
    assert restore(service, memory["id"], headers=headers).body == first.body
    assert rows(service, "SELECT count(*) FROM audit_event WHERE action = 'memory.restore'") == [(1,)]


def test_only_an_admin_looks_into_the_archive_and_restores(service: Service) -> None:
    memory = put_away(service, "用户在学吉他")
    assert service.call("GET", ARCHIVE, query={"userId": USER}, key="agent").status == 403
    assert restore(service, memory["id"], key="agent").status == 403
    assert restore(service, memory["id"], key="other_org_admin").status == 403
    assert service.call("POST", f"/api/agents/support-agent/archive/{memory['id']}/restore").status == 404
    assert len(listed(service)) == 1


def test_a_payload_of_another_memory_does_not_open(service: Service) -> None:
    first, second = (put_away(service, f"用户在学{what}")["id"] for what in ("吉他", "钢琴"))
    change(
        service,
        "UPDATE memory_archive SET payload = (SELECT payload FROM memory_archive WHERE memory_id = %s)"
        " WHERE memory_id = %s",
        first,
        second,
    )
    assert restore(service, second).status == 500
    assert restore(service, first).status == 200


def test_a_restored_memory_waits_for_its_vector_while_the_embedder_is_down(
    modelled: Service, model: ModelEndpoint
) -> None:
    memory = put_away(modelled, "用户在学吉他")
    model.embedding = lambda _: Reply(503, {"error": {}})
    answer = restore(modelled, memory["id"])
    assert (answer.status, answer.body["embedding"]) == (200, "pending")
    model.embedding = embeds
    modelled.work_off()
    assert rows(modelled, "SELECT embedding IS NOT NULL FROM memory_search") == [(True,)]
