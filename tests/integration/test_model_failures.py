"""Every way a model can fail a conversation, over HTTP: nothing lost, nothing doubled, nothing taken for empty."""

from __future__ import annotations

import json
from typing import Any

import psycopg
import pytest

from tests.conftest import MakeService
from tests.support.model_endpoint import HANG, ModelEndpoint, Reply, refuses, remembers, says
from tests.support.service import AGENT, USER, FakeContext, Service

HOME = "我住在苏州工业园区，做外贸采购"
KEPT = "用户住在苏州工业园区"
ONE = json.dumps({"memories": [{"content": KEPT, "messages": [1]}]}, ensure_ascii=False)


def conversation(*contents: str, **more: Any) -> dict[str, Any]:
    messages = [{"role": "user", "content": content, "messageId": f"m{n}"} for n, content in enumerate(contents)]
    envelope = {"type": "conversation", "version": 1, "orgId": "demo-org", "agentId": AGENT}
    return {**envelope, "userId": USER, "sessionId": "s1", "messages": messages, "jobId": "j", **more}


def outcomes(job: dict[str, Any]) -> list[tuple[str, str]]:
    return [(result["action"], result["reason"]) for result in job["results"]]


def unread(service: Service) -> int:
    with psycopg.connect(service.address.admin) as connection:
        [count] = connection.execute("SELECT count(*) FROM turn WHERE extracted_at IS NULL").fetchone() or (-1,)
    return count


READABLE = {
    "fenced": f"```json\n{ONE}\n```",
    "prefixed with prose and braces": f"Sure {{as asked}}, here {{it}} is: {ONE} Anything {{else}}?",
    "nested backticks": f"````markdown\n```json\n{ONE}\n```\n````",
    "top-level array": f'[{{"content": "{KEPT}", "messages": [1]}}]',
    "null and blank items": f'{{"memories": [null, {{"content": " "}}, {{"content": "{KEPT}", "messages": [1]}}, {{}}]}}',
    "confidence as text": ONE.replace('"messages"', '"confidence": "0.9", "messages"'),
    "confidence 95": ONE.replace('"messages"', '"confidence": 95, "messages"'),
    "confidence NaN": ONE.replace('"messages"', '"confidence": NaN, "messages"'),
    "trailing comma after the last memory": ONE.replace("]}", "],}"),
    "the same memory twice": f'{{"memories": [{{"content": "{KEPT}"}}, {{"content": "{KEPT}"}}]}}',
    "the same answer twice": f"{ONE}\n{ONE}",
}
EMPTY = {"null list": '{"memories": null}', "empty list": '{"memories": []}', "empty array": "[]"}
UNREADABLE = {
    "null": "null",
    "empty": "",
    "prose": "I found nothing worth keeping.",
    "a bare list inside something broken": '{"memories": [{"content": "x", "entities": [], "kind": "fa',
    "another object": '{"facts": []}',
    "cut off": ONE[:-8],
}


@pytest.mark.parametrize("text", READABLE.values(), ids=READABLE)
def test_untidy_answers_are_read_at_the_first_try(modelled: Service, model: ModelEndpoint, text: str) -> None:
    model.chat.append(says(text))
    job = modelled.say(HOME)
    assert job["status"] == "succeeded"
    [memory] = modelled.list()
    assert memory["content"] == KEPT
    assert 0 <= memory["confidence"] <= 1
    assert len(model.asked("chat/completions")) == 1


@pytest.mark.parametrize("text", EMPTY.values(), ids=EMPTY)
def test_nothing_to_remember_is_a_success_with_a_reason(modelled: Service, model: ModelEndpoint, text: str) -> None:
    model.chat.append(says(text))
    job = modelled.say(HOME)
    assert (job["status"], outcomes(job)) == ("succeeded", [("skipped", "nothing_memorable")])
    assert (len(model.asked("chat/completions")), unread(modelled)) == (1, 0)


@pytest.mark.parametrize("text", UNREADABLE.values(), ids=UNREADABLE)
def test_garbage_is_asked_about_once_and_then_a_failure_never_an_empty_success(
    modelled: Service, model: ModelEndpoint, text: str
) -> None:
    model.chat += [says(text)] * 2
    modelled.send(conversation(HOME))
    [message] = modelled.receive("ConversationQueue")
    assert modelled.deliver([message])["batchItemFailures"]
    assert (modelled.job("j")["status"], unread(modelled), modelled.list()) == ("running", 1, [])
    assert len(model.asked("chat/completions")) == (1 if text == "" else 2)
    model.chat.clear()
    model.chat.append(says(ONE))
    assert modelled.deliver([message]) == {"batchItemFailures": []}
    assert (outcomes(modelled.job("j")), modelled.contents()) == ([("stored", "new")], {KEPT})


@pytest.mark.parametrize(
    "failure",
    [refuses(429, "slow down", retry_after="0"), Reply(503, {"error": {}}), Reply(drop=True), HANG],
    ids=["429", "503", "dropped", "hang"],
)
def test_what_passes_costs_no_delivery(
    make_service: MakeService, model: ModelEndpoint, tmp_path: Any, failure: Reply
) -> None:
    fast = {"MODEL_RETRY_BASE_SECONDS": "0.01", "CHAT_TIMEOUT_SECONDS": "0.3"}
    with make_service(tmp_path, OPENAI_BASE_URL=model.url, **fast) as service:
        model.chat += [failure, failure, says(ONE)]
        job = service.say(HOME)
        assert (job["attempts"], outcomes(job), service.contents()) == (1, [("stored", "new")], {KEPT})
        assert len(model.asked("chat/completions")) == 3


def test_an_answer_that_came_too_late_is_not_doubled(
    make_service: MakeService, model: ModelEndpoint, tmp_path: Any
) -> None:
    late = Reply(body=says(ONE).body, delay_seconds=0.5)
    with make_service(tmp_path, OPENAI_BASE_URL=model.url, CHAT_TIMEOUT_SECONDS="0.2", MODEL_ATTEMPTS="1") as service:
        model.chat += [late, says(ONE)]
        service.send(conversation(HOME))
        [message] = service.receive("ConversationQueue")
        assert service.deliver([message])["batchItemFailures"]
        assert service.deliver([message]) == service.deliver([message]) == {"batchItemFailures": []}
        assert (outcomes(service.job("j")), service.contents()) == ([("stored", "new")], {KEPT})


@pytest.mark.parametrize(
    "refusal", [says(None, refusal="I cannot help with that"), says("", finish_reason="content_filter")]
)
def test_a_refusal_is_final_recorded_and_paid_for(modelled: Service, model: ModelEndpoint, refusal: Reply) -> None:
    model.chat.append(refusal)
    job = modelled.say(HOME, "我对花生过敏，请记住这一点")
    assert (job["status"], outcomes(job)) == ("refused", [("skipped", "refused")] * 2)
    assert job["usage"] == {"modelCalls": 1, "inputTokens": 100, "outputTokens": 20}
    assert (len(model.asked("chat/completions")), unread(modelled), modelled.list()) == (1, 0, [])


def shown(request: dict[str, Any]) -> str:
    return request["messages"][-1]["content"]


class Narrow:
    """Makes the endpoint refuse prompts of more than so many messages, and remember each message it reads."""

    def __init__(self, model: ModelEndpoint, most: int, too_long: Reply) -> None:
        self._most = most
        self._too_long = too_long
        model.answer_chat = self

    def __call__(self, request: dict[str, Any]) -> Reply:
        lines = [line for line in shown(request).splitlines() if "user: " in line]
        if len(lines) > self._most:
            return self._too_long
        fresh = [line.partition("user: ")[2] for line in lines if not line.startswith("[seen]")]
        return remembers(*({"content": f"用户说{text}", "messages": [n]} for n, text in enumerate(fresh, start=1)))


FACTS = (
    "我住在苏州工业园区附近",
    "我的宠物狗名字叫豆豆",
    "我对花生严重过敏请记住",
    "我每周三晚上去打羽毛球",
    "我的工号是 CN-A10293",
)


@pytest.mark.parametrize(
    "too_long",
    [
        refuses(400, "maximum context length is 8192 tokens", "context_length_exceeded"),
        says('{"memories": [{"cont', finish_reason="length"),
    ],
    ids=["prompt", "answer"],
)
@pytest.mark.parametrize("most", [1, 2, 3])
def test_what_is_too_long_together_is_read_in_parts(
    modelled: Service, model: ModelEndpoint, too_long: Reply, most: int
) -> None:
    Narrow(model, most, too_long)
    job = modelled.say(*FACTS)
    assert job["status"] == "succeeded"
    assert outcomes(job) == [("stored", "new")] * len(FACTS)
    assert modelled.contents() == {f"用户说{text}" for text in FACTS}
    assert job["usage"]["modelCalls"] == len(model.asked("chat/completions"))
    assert (job["attempts"], unread(modelled)) == (1, 0)


def test_a_turn_too_long_by_itself_is_said_to_be_and_kept(modelled: Service, model: ModelEndpoint) -> None:
    Narrow(model, 0, refuses(413, "Request Entity Too Large"))
    job = modelled.say(*FACTS[:2])
    assert (job["status"], outcomes(job)) == ("succeeded", [("skipped", "too_long")] * 2)
    turns = modelled.call("GET", f"/api/agents/{AGENT}/conversations", query={"userId": USER}).body
    assert {turn["content"] for turn in turns} == set(FACTS[:2])
    assert (unread(modelled), modelled.list()) == (0, [])


def test_parts_that_were_written_stay_written_when_a_later_one_fails(modelled: Service, model: ModelEndpoint) -> None:
    too_long = refuses(413, "Request Entity Too Large")
    first = remembers(*({"content": f"用户说{text}", "messages": [n]} for n, text in enumerate(FACTS[:1], start=1)))
    model.chat += [too_long, first, *[Reply(503, {"error": {}})] * 3]
    modelled.send(conversation(*FACTS[:2]))
    [message] = modelled.receive("ConversationQueue")
    assert modelled.deliver([message])["batchItemFailures"]
    assert (unread(modelled), modelled.contents()) == (1, {f"用户说{FACTS[0]}"})
    Narrow(model, 9, too_long)
    assert modelled.deliver([message]) == {"batchItemFailures": []}
    assert modelled.contents() == {f"用户说{text}" for text in FACTS[:2]}


def spent(printed: str) -> dict[str, float]:
    """The metrics of the org, added up."""
    total: dict[str, float] = {}
    for line in printed.splitlines():
        document = json.loads(line)
        if document.get("Org") == "demo-org":
            for metric in document["_aws"]["CloudWatchMetrics"][0]["Metrics"]:
                total[metric["Name"]] = total.get(metric["Name"], 0) + sum(document[metric["Name"]])
    return total


def test_calls_tokens_and_cost_are_counted_by_org_whatever_came_of_them(
    make_service: MakeService, model: ModelEndpoint, tmp_path: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    prices = {"CHAT_INPUT_PRICE": "2.5", "CHAT_OUTPUT_PRICE": "10"}
    with make_service(tmp_path, OPENAI_BASE_URL=model.url, **prices) as service:
        model.chat += [says("garbage"), says(ONE), says(None, refusal="no")]
        service.say(HOME)
        service.say("我对花生过敏，请记住这一点", session="s2")
    printed = capsys.readouterr().out
    assert spent(printed) == pytest.approx(
        {"ModelCalls": 3, "InputTokens": 300, "OutputTokens": 60, "EstimatedCost": (300 * 2.5 + 60 * 10) / 1e6}
    )
    assert "苏州" not in printed
    assert "花生" not in printed


def test_without_prices_no_cost_is_guessed(
    modelled: Service, model: ModelEndpoint, capsys: pytest.CaptureFixture[str]
) -> None:
    model.chat.append(says(ONE))
    modelled.say(HOME)
    modelled.say("嗯嗯", session="s2")
    assert spent(capsys.readouterr().out) == {"ModelCalls": 1, "InputTokens": 100, "OutputTokens": 20}


def test_a_dry_run_is_paid_for_and_ends_in_time(
    modelled: Service, model: ModelEndpoint, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    body = {"userId": USER, "sessionId": "s1", "messages": [{"role": "user", "content": HOME}]}
    model.chat += [says(ONE), says("garbage"), says("garbage")]
    answers = [modelled.call("POST", f"/api/agents/{AGENT}/extract:dryRun", body).status for _ in range(2)]
    assert (answers, spent(capsys.readouterr().out)["ModelCalls"]) == ([200, 503], 3)
    monkeypatch.setattr(FakeContext, "get_remaining_time_in_millis", lambda _: 6_000)
    late = modelled.call("POST", f"/api/agents/{AGENT}/extract:dryRun", body)
    assert (late.status, late.code, len(model.asked("chat/completions"))) == (503, "dependency_unavailable", 3)
