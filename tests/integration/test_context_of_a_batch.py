"""What was said before a batch: it helps to understand the batch, and is not extracted from a second time."""

from __future__ import annotations

import json
from typing import Any

from tests.support.model_endpoint import ModelEndpoint, remembers
from tests.support.service import AGENT, USER, Service

BUDGET = "装修预算是5000元，含家电"


def prompt(request: dict[str, Any]) -> str:
    return json.dumps(request["messages"][-1], ensure_ascii=False)


def test_a_slip_put_right_in_the_next_request_is_put_right(quiet: Service) -> None:
    quiet.say(BUDGET, user="slip")
    job = quiet.say("不对，是8000元，我看错了", user="slip")
    assert [(result["action"], result["reason"]) for result in job["results"]] == [("superseded", "correction")]
    [memory] = [m for m in quiet.list(userId="slip") if "预算" in m["content"]]
    assert "8000" in memory["content"]
    assert len(memory["sourceMessageIds"]) == 2


def test_another_session_is_no_context(quiet: Service) -> None:
    quiet.say(BUDGET, user="sessions", session="monday")
    before = quiet.contents(userId="sessions")
    quiet.say("不对，是8000元，我看错了", user="sessions", session="tuesday")
    assert quiet.contents(userId="sessions") == before


def test_sessions_that_wait_together_are_read_apart(modelled: Service, model: ModelEndpoint) -> None:
    for session in ("monday", "tuesday"):
        body = {
            "userId": USER,
            "sessionId": session,
            "messages": [{"role": "user", "content": f"{session}：我住在苏州工业园区"}],
        }
        assert modelled.call("POST", f"/api/agents/{AGENT}/conversations", body).status == 202
    modelled.work_off()
    prompts = [prompt(request) for request in model.asked("chat/completions")]
    assert [("monday" in text, "tuesday" in text) for text in prompts] == [(True, False), (False, True)]


def test_a_model_is_shown_what_was_said_before_and_told_so(modelled: Service, model: ModelEndpoint) -> None:
    modelled.say(BUDGET, {"role": "assistant", "content": "好的，5000元"})
    model.chat.append(remembers({"content": "用户的装修预算是8000元", "messages": [1], "replaces": "5000元"}))
    modelled.say("不对，是8000元，我看错了")
    first, second = (prompt(request) for request in model.asked("chat/completions"))
    assert "[seen]" not in first
    assert second.count("[seen]") == 2
    assert (BUDGET in second, "好的，5000元" in second) == (True, True)
    [memory] = modelled.list()
    assert memory["content"] == "用户的装修预算是8000元"


def test_what_a_model_says_of_old_turns_alone_is_not_taken(modelled: Service, model: ModelEndpoint) -> None:
    modelled.say(BUDGET)
    model.chat.append(remembers({"content": "用户的装修预算是5000元", "messages": [2]}))
    modelled.say("今天的天气可真是不错啊哈哈")
    assert modelled.list() == []


def test_turns_before_a_delete_all_are_no_context(modelled: Service, model: ModelEndpoint) -> None:
    modelled.say(BUDGET)
    assert modelled.call("DELETE", modelled.memories(), query={"userId": USER}).status == 200
    modelled.say("不对，是8000元，我看错了")
    _, second = (prompt(request) for request in model.asked("chat/completions"))
    assert BUDGET not in second
