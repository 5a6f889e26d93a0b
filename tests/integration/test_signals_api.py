"""Read triggers over HTTP: their own route, and `trigger: auto` of recall."""

from __future__ import annotations

import pytest

from tests.support.service import AGENT, USER, Service

PATH = f"/api/agents/{AGENT}/signals"


def test_a_message_answers_its_signals_and_its_depth(service: Service) -> None:
    answer = service.call("POST", PATH, {"query": "上次我的合同编号是多少？"})
    assert (answer.status, answer.body["depth"]) == (200, "deep")
    assert {each["signal"] for each in answer.body["signals"]} == {"temporal", "personal"}
    assert all(0.5 <= each["confidence"] <= 1 for each in answer.body["signals"])
    assert service.call("POST", PATH, {"query": "谢谢"}).body == {"signals": [], "depth": "core"}


def test_of_a_dialogue_the_last_turns_of_the_user_count(service: Service) -> None:
    said = [
        {"role": "user", "content": "我的血型是什么"},
        {"role": "assistant", "content": "上次您说的是 A 型"},
        {"role": "user", "content": "谢谢"},
    ]
    answer = service.call("POST", PATH, {"messages": said})
    assert ([each["signal"] for each in answer.body["signals"]], answer.body["depth"]) == (["personal"], "search")


@pytest.mark.parametrize("body", [{}, {"query": "a", "messages": [{"role": "user", "content": "a"}]}, {"query": " "}])
def test_exactly_one_question_is_asked(service: Service, body: dict[str, object]) -> None:
    answer = service.call("POST", PATH, body)
    assert (answer.status, answer.code) == (400, "validation_failed")


def test_an_agent_of_nobody_is_forbidden(service: Service) -> None:
    answer = service.call("POST", "/api/agents/unknown/signals", {"query": "谢谢"})
    assert (answer.status, answer.code) == (403, "forbidden")


def recalled(service: Service, query: str, **more: object) -> tuple[list[str], dict[str, object]]:
    body = service.call("POST", f"/api/agents/{AGENT}/recall", {"userId": USER, "query": query, **more}).body
    return [item["reason"] for item in body["memories"]], body


def test_what_needs_no_memory_gets_core_alone(service: Service) -> None:
    service.create("用户叫李伟", memoryType="core")
    service.create("用户喜欢听别人说谢谢")
    assert recalled(service, "谢谢")[0] == ["core", "relevant"]
    reasons, body = recalled(service, "谢谢", trigger="auto")
    assert (reasons, body["signals"], body["degraded"]) == (["core"], [], False)


def test_what_needs_memory_gets_what_always_gets_and_says_why(service: Service) -> None:
    service.create("用户的血型是 A 型")
    reasons, body = recalled(service, "我的血型是什么", trigger="auto")
    assert (reasons, [each["signal"] for each in body["signals"]]) == (["relevant"], ["personal"])  # type: ignore[index]
    assert recalled(service, "我的血型是什么")[1]["signals"] == []


def test_what_was_said_before_is_sought_in_turns_too_unless_layers_forbid(service: Service) -> None:
    for content in ("用户常用 ERP 系统是金蝶", "用户的 ERP 系统每月对账", "用户的 ERP 系统由王总管理"):
        service.create(content)
    service.say({"role": "user", "content": "我们聊聊 ERP 系统的报表怎么做吧"})
    query = "上次说的用户常用 ERP 系统是哪个"
    assert recalled(service, query)[1]["conversations"] == []
    found = recalled(service, query, trigger="auto")[1]
    assert [turn["content"] for turn in found["conversations"]] == ["我们聊聊 ERP 系统的报表怎么做吧"]  # type: ignore[index]
    assert recalled(service, query, trigger="auto", layers=["L1"])[1]["conversations"] == []
