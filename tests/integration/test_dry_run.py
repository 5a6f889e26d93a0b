"""What a conversation would come to: the same as when it is sent, and nothing of it is written."""

from __future__ import annotations

from typing import Any

import psycopg
import pytest

from tests.support.hostile_texts import Kept
from tests.support.model_endpoint import ModelEndpoint, remembers, says
from tests.support.service import AGENT, USER, Answer, Service

PATH = f"/api/agents/{AGENT}/extract:dryRun"
HOME = "我住在苏州工业园区，做外贸采购"


def body(*contents: str, user: str = USER, **more: Any) -> dict[str, Any]:
    messages = [{"role": "user", "content": content, "messageId": f"m{n}"} for n, content in enumerate(contents)]
    return {"userId": user, "sessionId": "s1", "messages": messages, **more}


def dry_run(service: Service, *contents: str, **more: Any) -> Answer:
    return service.call("POST", PATH, body(*contents, **more))


def test_it_says_what_would_be_stored_and_writes_nothing(quiet: Service) -> None:
    kept, user = Kept(quiet), "dry-new"
    before = kept.rows()
    answer = dry_run(quiet, HOME, "对花生过敏，千万别忘了", "好的", user=user)
    assert answer.status == 200
    assert answer.body["extractor"]["name"] == "offline"
    results = answer.body["results"]
    assert [result["action"] for result in results].count("stored") >= 2
    home = next(result for result in results if "苏州" in (result["content"] or ""))
    assert (home["action"], home["reason"], home["kind"], home["messageIds"]) == ("stored", "new", "fact", ["m0"])
    assert home["ttlDays"] == 180
    assert "memoryId" not in home
    short = next(result for result in results if result["messageIds"] == ["m2"])
    assert (short["action"], short["reason"]) == ("skipped", "too_short")
    assert kept.rows() == before
    assert quiet.call("GET", quiet.memories(), query={"userId": user}).body == []


def test_it_decides_as_the_worker_does(quiet: Service) -> None:
    user = "dry-known"
    said = ["我住在上海浦东", "我对花生过敏，千万别忘了"]
    quiet.say(*said, user=user)
    [peanuts] = [memory for memory in quiet.list(userId=user) if "花生" in memory["content"]]
    again = ["我已经搬到苏州工业园区了", "再说一遍，我对花生过敏，千万别忘了", "我喜欢喝龙井茶，每天都喝"]
    kept = Kept(quiet)
    before = kept.rows()
    preview = dry_run(quiet, *again, user=user).body["results"]
    assert kept.rows() == before
    merged = next(result for result in preview if result["action"] == "merged")
    assert merged["memoryId"] == peanuts["id"]
    job = quiet.say(*again, user=user, session="s2")

    def told(results: list[Any]) -> list[tuple[str, str, str | None]]:
        return sorted((result["action"], result["reason"], result.get("content")) for result in results)

    assert told(preview) == told(job["results"])


def test_a_slip_in_an_earlier_batch_is_understood(quiet: Service) -> None:
    filler = ["今天的天气可真是不错啊哈哈"] * 9
    results = dry_run(quiet, *filler, "装修预算是5000元，含家电", "不对，是8000元，我看错了", user="dry-slip").body[
        "results"
    ]
    stored = [result["content"] for result in results if result["action"] in ("stored", "superseded")]
    assert any("8000" in content for content in stored)


def test_a_models_instructions_and_cost(modelled: Service, model: ModelEndpoint) -> None:
    modelled.call("PUT", f"/api/agents/{AGENT}", {"instructions": "特别留意供应商"})
    model.chat.append(remembers({"content": "用户住在苏州工业园区", "importance": 4}))
    answer = dry_run(modelled, HOME)
    assert [(result["content"], result["importance"]) for result in answer.body["results"]] == [
        ("用户住在苏州工业园区", 4)
    ]
    assert answer.body["usage"]["modelCalls"] == 1
    assert "特别留意供应商" in str(model.asked("chat/completions")[0]["messages"])


def test_a_refusal_is_said(modelled: Service, model: ModelEndpoint) -> None:
    model.chat.append(says(None, refusal="I would rather not"))
    answer = dry_run(modelled, HOME)
    assert [(result["action"], result["reason"]) for result in answer.body["results"]] == [("skipped", "refused")]


def test_an_answer_that_cannot_be_read_is_no_empty_preview(modelled: Service, model: ModelEndpoint) -> None:
    model.chat += [says("no JSON at all")] * 2
    answer = dry_run(modelled, HOME)
    assert (answer.status, answer.code) == (503, "dependency_unavailable")


@pytest.mark.parametrize(
    ("change", "field"),
    [({"jobId": "j"}, "jobId"), ({"userId": ""}, "userId"), ({"messages": []}, "messages"), ({"x": 1}, "x")],
)
def test_bad_input_is_named(quiet: Service, change: dict[str, Any], field: str) -> None:
    answer = quiet.call("POST", PATH, {**body(HOME), **change})
    assert (answer.status, answer.fields) == (400, [field])


def test_a_forgotten_person_is_not_tried_out(service: Service) -> None:
    service.create("一")
    with psycopg.connect(service.address.admin) as connection:
        connection.execute("UPDATE subject SET state = 'forgotten'")
    assert dry_run(service, HOME).status == 410
