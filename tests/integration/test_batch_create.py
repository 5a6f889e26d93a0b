"""Many memories in one request."""

from __future__ import annotations

import psycopg

from tests.support.model_endpoint import ModelEndpoint, Reply, embeds
from tests.support.service import USER, Answer, Service


def batch(service: Service, *items: dict[str, object], key: str = "admin", **headers: str) -> Answer:
    return service.call("POST", service.memories("batch"), {"items": list(items)}, key=key, headers=headers)


def test_items_are_answered_one_by_one_and_in_order(service: Service) -> None:
    existing = service.create("一")
    answer = batch(
        service,
        {"userId": USER, "content": "一。"},
        {"userId": USER, "content": "二", "tags": ["x"]},
        {"userId": "user-2", "content": "一"},
        {"userId": USER, "content": "二"},
    )
    assert answer.status == 200
    results = answer.body["results"]
    assert [result["status"] for result in results] == [409, 201, 201, 409]
    assert results[0]["error"] == {
        "code": "duplicate_memory",
        "detail": "An active memory of this user already says exactly this.",
        "existingId": existing["id"],
    }
    assert results[3]["error"]["existingId"] == results[1]["memory"]["id"]
    assert service.contents(userId=USER) == {"一", "二"}
    assert service.contents(tag="x") == {"二"}
    assert service.contents(userId="user-2") == {"一"}
    assert service.recall("二")["memories"][0]["content"] == "二"


def test_the_role_decides_the_source(service: Service) -> None:
    result = batch(service, {"userId": USER, "content": "一"}, key="agent").body["results"][0]
    assert result["memory"]["source"] == "agent"


def test_a_bad_item_refuses_the_whole_batch_by_name(service: Service) -> None:
    answer = batch(service, {"userId": USER, "content": "一"}, {"userId": USER, "content": " "}, {"content": "三"})
    assert (answer.status, answer.fields) == (400, ["items[1].content", "items[2].userId"])
    assert batch(service).fields == ["items"]
    assert batch(service, *[{"userId": USER, "content": str(n)} for n in range(101)]).fields == ["items"]
    assert service.list() == []


def test_a_hundred_items_cost_one_embedding_round(modelled: Service, model: ModelEndpoint) -> None:
    answer = batch(modelled, *[{"userId": f"user-{n % 7}", "content": f"第 {n} 条"} for n in range(100)])
    assert [result["status"] for result in answer.body["results"]] == [201] * 100
    assert sum(len(request["input"]) for request in model.asked("embeddings")) == 100


def test_a_forgotten_user_fails_alone(service: Service) -> None:
    service.create("一", user="gone")
    with psycopg.connect(service.address.admin) as connection:
        connection.execute("UPDATE subject SET state = 'forgotten' WHERE user_id = 'gone'")
    answer = batch(service, {"userId": "gone", "content": "二"}, {"userId": USER, "content": "二"})
    assert [(r["status"], r.get("error", {}).get("code")) for r in answer.body["results"]] == [
        (410, "subject_forgotten"), (201, None)]  # fmt: skip


def test_embeddings_down_is_pending_for_all_and_filled_in_later(modelled: Service, model: ModelEndpoint) -> None:
    model.embedding = lambda request: Reply(503, {"error": {}})
    answer = batch(modelled, {"userId": USER, "content": "一"}, {"userId": USER, "content": "二"})
    assert [result["memory"]["embedding"] for result in answer.body["results"]] == ["pending", "pending"]
    model.embedding = embeds
    modelled.work_off()
    with psycopg.connect(modelled.address.admin) as connection:
        assert connection.execute("SELECT count(*) FROM memory_search WHERE embedding IS NULL").fetchone() == (0,)


def test_a_retried_batch_has_one_effect_and_its_answer_goes_with_each_user(service: Service) -> None:
    items = [{"userId": USER, "content": "一"}, {"userId": "user-2", "content": "二"}]
    first = batch(service, *items, **{"Idempotency-Key": "b1"})
    assert batch(service, *items, **{"Idempotency-Key": "b1"}).text == first.text
    assert len(service.list()) == 2
    service.call("DELETE", service.memories(), query={"userId": "user-2"})
    with psycopg.connect(service.address.admin) as connection:
        assert connection.execute("SELECT count(*) FROM idempotency_key").fetchone() == (0,)
