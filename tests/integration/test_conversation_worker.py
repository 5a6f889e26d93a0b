"""From a queued conversation to memories, with a scripted model behind the real client."""

from __future__ import annotations

import json
from typing import Any

import psycopg
import pytest

from tests.support.model_endpoint import ModelEndpoint, Reply, embeds, remembers, says
from tests.support.service import AGENT, USER, Service

HOME = "我住在苏州工业园区，做外贸采购"


def conversation(*contents: str, **more: Any) -> dict[str, Any]:
    messages = [{"role": "user", "content": content, "messageId": f"m{n}"} for n, content in enumerate(contents)]
    envelope = {"type": "conversation", "version": 1, "orgId": "demo-org", "agentId": AGENT}
    return {**envelope, "userId": USER, "sessionId": "s1", "messages": messages, **more}


def actions(job: dict[str, Any]) -> list[tuple[str, str]]:
    return [(result["action"], result["reason"]) for result in job["results"]]


def test_a_conversation_becomes_memories(modelled: Service, model: ModelEndpoint) -> None:
    model.chat.append(
        remembers(
            {"content": "用户住在苏州工业园区", "importance": 4, "entities": [{"name": "苏州", "type": "location"}]},
            {"content": "用户从事外贸采购", "kind": "knowledge"},
        )
    )
    answer = {"role": "assistant", "content": "好的，已了解"}
    job = modelled.say({"role": "user", "content": HOME, "messageId": "m1"}, answer, metadata={"platform": "web"})
    assert job["status"] == "succeeded"
    assert actions(job) == [("stored", "new"), ("stored", "new")]
    assert job["extractor"] == {"name": "openai", "model": "qwen-plus", "promptVersion": "extract-2"}
    assert job["usage"] == {"modelCalls": 1, "inputTokens": 100, "outputTokens": 20}
    by_content = {memory["content"]: memory for memory in modelled.list(userId=USER)}
    home = by_content["用户住在苏州工业园区"]
    assert (home["source"], home["memoryType"], home["kind"], home["importance"]) == ("auto", "fact", "fact", 4)
    assert (home["sourceMessageId"], home["sourceSnippet"], home["sessionId"]) == ("m1", HOME, "s1")
    assert home["entities"] == [{"name": "苏州", "type": "location"}]
    assert (home["ttlDays"], home["language"], home["verified"]) == (180, "zh", False)
    assert by_content["用户从事外贸采购"]["ttlDays"] == 365
    [turn] = [t for t in modelled.call("GET", f"/api/agents/{AGENT}/conversations", query={"userId": USER}).body
              if t["role"] == "user"]  # fmt: skip
    assert (turn["content"], turn["platform"], turn["jobId"]) == (HOME, "web", job["jobId"])
    assert turn["tokenCount"] > 5


def test_a_chat_backend_may_send_it_through_the_queue(modelled: Service, model: ModelEndpoint) -> None:
    model.chat.append(remembers({"content": "用户住在苏州工业园区"}))
    modelled.send(conversation(HOME, jobId="job-from-backend"))
    modelled.work_off()
    assert actions(modelled.job("job-from-backend")) == [("stored", "new")]
    assert modelled.contents() == {"用户住在苏州工业园区"}


def test_the_same_delivery_twice_changes_nothing(modelled: Service, model: ModelEndpoint) -> None:
    model.chat.append(remembers({"content": "用户住在苏州工业园区"}))
    for _ in range(3):
        modelled.send(conversation(HOME))
    modelled.work_off()
    assert len(model.asked("chat/completions")) == 1
    [memory] = modelled.list()
    assert memory["version"] == 1
    assert memory["sourceMessageIds"] == ["m0"]


def test_a_message_in_two_jobs_is_read_once(modelled: Service, model: ModelEndpoint) -> None:
    model.chat.append(remembers({"content": "用户住在苏州工业园区"}))
    modelled.send(conversation(HOME, jobId="first"))
    modelled.send(conversation(HOME, jobId="second"))
    modelled.work_off()
    assert actions(modelled.job("first")) == [("stored", "new")]
    second = modelled.job("second")
    assert (second["status"], actions(second)) == ("succeeded", [("skipped", "duplicate_message")])


def test_ten_turns_cost_one_model_call(modelled: Service, model: ModelEndpoint) -> None:
    for number in range(10):
        body = {
            "userId": USER,
            "sessionId": "s1",
            "messages": [{"role": "user", "content": f"我家第 {number} 个孩子叫小明{number}"}],
        }
        assert modelled.call("POST", f"/api/agents/{AGENT}/conversations", body).status == 202
    modelled.work_off()
    assert len(model.asked("chat/completions")) == 1


def test_short_messages_and_nothing_memorable_are_said(modelled: Service, model: ModelEndpoint) -> None:
    job = modelled.say("好的", "今天的天气可真是不错啊哈哈")
    assert job["status"] == "succeeded"
    assert sorted(actions(job)) == [("skipped", "nothing_memorable"), ("skipped", "too_short")]
    only_short = modelled.say("嗯嗯", session="s2")
    assert actions(only_short) == [("skipped", "too_short")]
    assert len(model.asked("chat/completions")) == 1
    assert modelled.list() == []


def test_the_prompt_shows_time_and_numbers_but_no_ids(modelled: Service, model: ModelEndpoint) -> None:
    modelled.call("PUT", f"/api/agents/{AGENT}", {"instructions": "特别留意供应商", "timeZone": "Asia/Shanghai"})
    modelled.say({"role": "user", "content": HOME, "messageId": "secret-id", "occurredAt": "2026-04-01T20:00:00Z"})
    [request] = model.asked("chat/completions")
    prompt = json.dumps(request["messages"], ensure_ascii=False)
    assert "[1] 2026-04-02 04:00" in prompt
    assert "特别留意供应商" in prompt
    assert "secret-id" not in prompt
    assert USER not in prompt
    assert request["response_format"]["type"] == "json_schema"


def test_our_own_context_block_is_never_read(modelled: Service, model: ModelEndpoint) -> None:
    block = "<agent-memory>\n- [2026-01-01, auto] 用户住在杭州\n</agent-memory>"
    modelled.say({"role": "system", "content": block}, f"{block} 我喜欢喝龙井茶，每天都要喝")
    prompt = json.dumps(model.asked("chat/completions")[0]["messages"], ensure_ascii=False)
    assert "用户住在杭州" not in prompt
    assert "龙井茶" in prompt


@pytest.mark.parametrize(
    "text",
    [
        '```json\n{"memories": [{"content": "用户住在苏州工业园区", "messages": [1]}]}\n```',
        'Sure {here} it is: {"memories": [{"content": "用户住在苏州工业园区", "messages": [1], "confidence": "0.9"}]} done',
        '[{"content": "用户住在苏州工业园区", "messages": [1], "confidence": 95}]',
        '{"memories": [null, {"content": "  "}, {"content": "用户住在苏州工业园区", "confidence": NaN}]}',
    ],
)
def test_untidy_answers_are_read(modelled: Service, model: ModelEndpoint, text: str) -> None:
    model.chat.append(says(text))
    modelled.say(HOME)
    [memory] = modelled.list()
    assert memory["content"] == "用户住在苏州工业园区"
    assert 0 <= memory["confidence"] <= 1
    assert len(model.asked("chat/completions")) == 1


def test_an_unreadable_answer_is_repaired_once(modelled: Service, model: ModelEndpoint) -> None:
    model.chat += [says("I am sorry, here are the memories:"), remembers({"content": "用户住在苏州工业园区"})]
    job = modelled.say(HOME)
    assert actions(job) == [("stored", "new")]
    assert job["usage"]["modelCalls"] == 2


def test_a_refusal_is_final_and_recorded(modelled: Service, model: ModelEndpoint) -> None:
    model.chat.append(says(None, refusal="I cannot help with that"))
    job = modelled.say(HOME)
    assert (job["status"], actions(job)) == ("refused", [("skipped", "refused")])
    assert len(model.asked("chat/completions")) == 1
    assert modelled.list() == []


@pytest.mark.parametrize(
    "failure",
    [Reply(429, {"error": {"message": "slow down"}}), Reply(500, {"error": {}}), Reply(drop=True), says("no json"),
     says('{"memories": "x"}')],
)  # fmt: skip
def test_a_failed_answer_loses_and_doubles_nothing(modelled: Service, model: ModelEndpoint, failure: Reply) -> None:
    model.chat += [failure] * 3
    modelled.send(conversation(HOME, jobId="j"))
    [message] = modelled.receive("ConversationQueue")
    answer = modelled.deliver([message])
    assert answer == {"batchItemFailures": [{"itemIdentifier": message["MessageId"]}]}
    assert modelled.job("j")["status"] == "running"
    assert modelled.list() == []
    model.chat.clear()
    model.chat.append(remembers({"content": "用户住在苏州工业园区"}))
    assert modelled.deliver([message]) == {"batchItemFailures": []}
    assert actions(modelled.job("j")) == [("stored", "new")]


def test_a_job_that_fails_for_good_says_so_and_blocks_nobody(modelled: Service, model: ModelEndpoint) -> None:
    model.chat += [Reply(500, {"error": {}})] * 3
    modelled.send(conversation(HOME, jobId="j"))
    [message] = modelled.receive("ConversationQueue")
    message["Attributes"]["ApproximateReceiveCount"] = "5"
    assert modelled.deliver([message])["batchItemFailures"]
    job = modelled.job("j")
    assert (job["status"], job["failure"]) == ("failed", "DependencyUnavailableError")
    model.chat.append(remembers({"content": "用户喜欢喝龙井茶"}))
    modelled.say("我喜欢喝龙井茶，每天都要喝", session="s2")
    assert modelled.contents() == {"用户喜欢喝龙井茶"}
    assert "苏州" not in json.dumps(model.asked("chat/completions")[-1]["messages"], ensure_ascii=False)


def test_embeddings_down_means_later_not_never(modelled: Service, model: ModelEndpoint) -> None:
    model.chat += [remembers({"content": "用户住在苏州工业园区"})] * 2
    model.embedding = lambda request: Reply(503, {"error": {}})
    modelled.send(conversation(HOME, jobId="j"))
    [message] = modelled.receive("ConversationQueue")
    assert modelled.deliver([message])["batchItemFailures"]
    model.embedding = embeds
    assert modelled.deliver([message]) == {"batchItemFailures": []}
    assert len(modelled.list()) == 1


def test_create_without_embeddings_is_pending_and_filled_in_later(modelled: Service, model: ModelEndpoint) -> None:
    model.embedding = lambda request: Reply(503, {"error": {}})
    memory = modelled.create("用户常用 ERP 系统是金蝶")
    assert memory["embedding"] == "pending"
    found = modelled.recall("ERP 是哪个")
    assert [item["id"] for item in found["memories"]] == [memory["id"]]
    assert (found["degraded"], found["degradedReasons"]) == (True, ["embedding_unavailable"])
    model.embedding = embeds
    modelled.work_off()
    with psycopg.connect(modelled.address.admin) as connection:
        rows = connection.execute("SELECT embedding_model, embedding IS NULL FROM memory_search").fetchall()
    assert rows == [("text-embedding-v3", False)]
    assert modelled.recall("ERP 是哪个")["degraded"] is False


def test_a_message_that_can_never_be_processed_is_set_aside_alone(modelled: Service, model: ModelEndpoint) -> None:
    model.chat.append(remembers({"content": "用户住在苏州工业园区"}))
    good = conversation(HOME)
    broken = ["not json", "[]", '{"type": "conversation"}', json.dumps({**good, "userId": None}),
              json.dumps({**good, "agentId": "no-such-agent"}), json.dumps({**good, "orgId": "no-such-org"}),
              json.dumps({**good, "version": 2}), json.dumps({**good, "messages": [{"role": "user", "content": "\x00"}]}),
              json.dumps({"type": "job", "version": 1, "orgId": "demo-org", "agentId": AGENT, "jobId": "unknown"})]  # fmt: skip
    for message in [*broken[:5], json.dumps(good), *broken[5:]]:
        modelled.send(message)
    modelled.work_off()
    assert modelled.contents() == {"用户住在苏州工业园区"}
    aside = modelled.received("ConversationDeadLetters")
    assert sorted(message["Body"] for message in aside) == sorted(broken)
    reasons = {message["Body"]: message["MessageAttributes"]["reason"]["StringValue"] for message in aside}
    assert all(reasons.values())
    assert reasons["not json"] == "body is not valid JSON"
    assert "userId" in reasons[broken[3]]


def test_a_forgotten_users_message_is_set_aside(modelled: Service) -> None:
    modelled.create("一")
    with psycopg.connect(modelled.address.admin) as connection:
        connection.execute("UPDATE subject SET state = 'forgotten'")
    modelled.send(conversation(HOME))
    modelled.work_off()
    [message] = modelled.received("ConversationDeadLetters")
    assert message["MessageAttributes"]["reason"]["StringValue"] == "SubjectForgottenError"


def test_delete_all_stops_what_was_accepted_before(modelled: Service, model: ModelEndpoint) -> None:
    body = {"userId": USER, "sessionId": "s1", "messages": [{"role": "user", "content": HOME}]}
    job_id = modelled.call("POST", f"/api/agents/{AGENT}/conversations", body).body["jobId"]
    modelled.call("DELETE", modelled.memories(), query={"userId": USER})
    modelled.work_off()
    assert actions(modelled.job(job_id)) == [("skipped", "memories_deleted")]
    assert modelled.list() == []
    assert model.asked("chat/completions") == []
    model.chat.append(remembers({"content": "用户喜欢喝龙井茶"}))
    assert actions(modelled.say("我喜欢喝龙井茶，每天都要喝", session="s2")) == [("stored", "new")]


def test_a_job_that_never_reached_the_queue_is_sent_again(modelled: Service, model: ModelEndpoint) -> None:
    model.chat.append(remembers({"content": "用户住在苏州工业园区"}))
    body = {"userId": USER, "sessionId": "s1", "messages": [{"role": "user", "content": HOME}]}
    job_id = modelled.call("POST", f"/api/agents/{AGENT}/conversations", body).body["jobId"]
    assert len(modelled.received("ConversationQueue")) == 1
    assert modelled.invoke("JobsResend", {}) == {"resent": 0}
    with psycopg.connect(modelled.address.admin) as connection:
        connection.execute("UPDATE job SET sent_at = NULL, created_at = created_at - interval '1 minute'")
    assert modelled.invoke("JobsResend", {}) == {"resent": 1}
    assert modelled.invoke("JobsResend", {}) == {"resent": 0}
    modelled.work_off()
    assert modelled.job(job_id)["status"] == "succeeded"


def test_another_workers_lease_is_respected(modelled: Service, model: ModelEndpoint) -> None:
    modelled.send(conversation(HOME, jobId="j"))
    modelled.create("一")
    with psycopg.connect(modelled.address.admin) as connection:
        connection.execute("UPDATE memory_scope SET lease_holder = 'other', lease_until = now() + interval '1 minute'")
    modelled.work_off()
    assert model.asked("chat/completions") == []
    assert modelled.job("j")["status"] == "queued"
    with psycopg.connect(modelled.address.admin) as connection:
        connection.execute("UPDATE memory_scope SET lease_until = now() - interval '1 second'")
    modelled.send({"type": "job", "version": 1, "orgId": "demo-org", "agentId": AGENT, "jobId": "j"})
    modelled.work_off()
    assert modelled.job("j")["status"] == "succeeded"


def test_recalls_are_counted_through_their_queue(modelled: Service) -> None:
    memory = modelled.create("用户常用 ERP 系统是金蝶")
    for _ in range(3):
        modelled.recall("ERP 是哪个")
    modelled.send("nonsense", queue="AccessQueue")
    assert "lastAccessedAt" not in modelled.list()[0]
    url = modelled.application.queues["AccessQueue"].url
    batch = modelled.receive("AccessQueue")
    answer = modelled.deliver(batch, "AccessWorker")
    assert len(answer["batchItemFailures"]) == 1
    counted = modelled.call("GET", modelled.memories(memory["id"])).body
    assert counted["accessCount"] == 3
    assert counted["lastAccessedAt"] >= counted["createdAt"]
    assert (counted["version"], counted["updatedAt"]) == (1, memory["updatedAt"])
    assert url


def test_a_job_tells_what_its_memories_say_now_and_nothing_of_deleted_ones(
    modelled: Service, model: ModelEndpoint
) -> None:
    model.chat.append(remembers({"content": "用户住在苏州工业园区"}, {"content": "用户从事外贸采购"}))
    job = modelled.say(HOME)
    told = {result["memoryId"]: result["content"] for result in job["results"]}
    assert set(told.values()) == {"用户住在苏州工业园区", "用户从事外贸采购"}
    changed, deleted = told
    modelled.call("PATCH", modelled.memories(changed), {"content": "用户住在苏州吴中区"})
    modelled.call("DELETE", modelled.memories(deleted))
    for shown in (
        modelled.job(job["jobId"]),
        modelled.call("GET", f"/api/agents/{AGENT}/jobs", query={"userId": USER}).body[0],
    ):
        contents = {result["memoryId"]: result.get("content") for result in shown["results"]}
        assert contents == {changed: "用户住在苏州吴中区", deleted: None}
    modelled.call("DELETE", modelled.memories(), query={"userId": USER})
    again = modelled.job(job["jobId"])
    assert all("content" not in result for result in again["results"])
    assert [result["action"] for result in again["results"]] == ["stored", "stored"]
