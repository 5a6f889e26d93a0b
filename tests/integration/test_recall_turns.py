"""What was said is recalled too: when the memories say little, or on request."""

from __future__ import annotations

from typing import Any

import pytest

from agent_memory.core.context_block import CLOSING, OPENING
from tests.support.service import AGENT, USER, Service

ORDER = {"role": "assistant", "content": "您的订单号是 ZX-7781，预计周五送到仓库", "messageId": "a1"}
ASKED = {"role": "user", "content": "帮我查一下那批茶叶什么时候能送到", "messageId": "u1"}


def said(answer: Any) -> list[str]:
    return [turn["content"] for turn in answer["conversations"]]


def test_what_nobody_remembers_is_found_in_what_was_said(service: Service) -> None:
    service.say(ASKED, ORDER)
    answer = service.recall("ZX-7781 这个订单什么时候送到", explain=True)
    assert answer["memories"] == []
    first = answer["conversations"][0]
    assert (first["content"], first["role"], first["layer"]) == (ORDER["content"], "assistant", "L0")
    assert (first["messageId"], first["sessionId"]) == ("a1", "s1")
    assert first["occurredAt"].endswith("Z")
    assert 0 < first["score"] <= 1
    assert set(first["scores"]) == {"vector", "keyword"}
    assert "assistant said] 您的订单号是 ZX-7781" in answer["context"]["turn"]
    assert answer["context"]["system"] == ""


def test_a_reply_is_found_by_the_words_it_replies_to(service: Service) -> None:
    service.say(
        {"role": "user", "content": "Where did I put the passport of my daughter?"},
        {"role": "assistant", "content": "In the blue folder on the shelf."},
        {"role": "user", "content": "Thanks, that is all for today then."},
    )
    answer = service.recall("passport of my daughter", layers=["L0"])
    assert "In the blue folder on the shelf." in said(answer)[:2]


def test_turns_stay_out_when_memories_answer(service: Service) -> None:
    for content in ("用户常用 ERP 系统是金蝶", "用户的 ERP 系统每月对账", "用户的 ERP 系统由王总管理"):
        service.create(content)
    service.say({"role": "user", "content": "我们聊聊 ERP 系统的报表怎么做吧"})
    assert said(service.recall("用户常用 ERP 系统是哪个")) == []
    assert said(service.recall("用户常用 ERP 系统是哪个", layers=["L1", "L0"])) == ["我们聊聊 ERP 系统的报表怎么做吧"]


def test_layers_say_what_is_searched(service: Service) -> None:
    service.say(ASKED, ORDER)
    service.create("茶叶订单一般周五送到")
    only_turns = service.recall("订单什么时候送到", layers=["L0"])
    assert only_turns["memories"] == []
    assert said(only_turns)
    assert said(service.recall("ZX-7781", layers=["L3", "L2", "L1"])) == []


def test_a_memory_and_the_turn_it_was_made_of_are_not_both_told(service: Service) -> None:
    service.say("我住在苏州工业园区")
    answer = service.recall("用户住在苏州工业园区", layers=["L1", "L0"])
    assert [memory["content"] for memory in answer["memories"]] == ["用户住在苏州工业园区"]
    assert said(answer) == []


@pytest.mark.parametrize("role", ["system", "tool"])
def test_what_tools_and_systems_said_is_nobodys_memory(service: Service, role: str) -> None:
    service.say(
        {"role": "user", "content": "帮我查一下库存还有多少"}, {"role": role, "content": "库存代码 QQ-9917 还有 30 件"}
    )
    answer = service.recall("QQ-9917 库存代码", layers=["L0"])
    assert all("QQ-9917" not in content for content in said(answer))


def test_our_own_context_is_not_what_was_said(service: Service) -> None:
    block = f"{OPENING}\n- 用户的合同编号是 CN-A10293\n{CLOSING}"
    service.say({"role": "user", "content": f"{block}今天下午一起开会讨论预算吧"})
    assert service.recall("CN-A10293", layers=["L0"])["conversations"] == []
    answer = service.recall("下午开会讨论预算", layers=["L0"])
    assert "CN-A10293" not in answer["context"]["turn"]
    assert "讨论预算" in answer["context"]["turn"]


def test_turns_of_others_are_not_seen(service: Service) -> None:
    service.say(ASKED, ORDER, user="user-2")
    service.say(ASKED, ORDER, agent="support-agent")
    assert service.recall("ZX-7781 订单什么时候送到", layers=["L0", "L1"])["conversations"] == []


def test_a_long_turn_is_told_by_the_part_that_answers(service: Service) -> None:
    filler = "这一段讲的是别的事情，没有什么特别。"
    service.say({"role": "assistant", "content": filler * 150 + "护照登记在蓝色文件夹里。" + filler * 150})
    [turn] = service.recall("护照登记在哪个文件夹", layers=["L0"])["conversations"]
    assert "蓝色文件夹" in turn["excerpt"]
    assert len(turn["excerpt"]) < 350


def test_the_budget_covers_turns_too(service: Service) -> None:
    for number in range(4):
        service.say(*({"role": "assistant", "content": f"{number}-{n} 茶叶的价格 " + "贵" * 200} for n in range(5)),
                    session=f"s{number}")  # fmt: skip
    answer = service.recall("茶叶的价格", layers=["L0"], topK=20, maxTokens=600)
    assert 0 < answer["context"]["tokens"] <= 600
    assert answer["truncated"] is True
    assert len(answer["conversations"]) == answer["context"]["turn"].count("said]")


def test_the_time_in_a_question_counts_and_hides_nothing(service: Service) -> None:
    for day, content in (("2026-03-05", "去了人民路的那家餐厅吃饭"), ("2026-03-09", "去了解放路的那家餐厅吃饭")):
        service.say({"role": "assistant", "content": content, "occurredAt": f"{day}T04:00:00.000Z"}, session=f"s-{day}")
    asked = {"layers": ["L0"], "askedAt": "2026-03-18T02:00:00.000Z", "timeZone": "Asia/Shanghai"}
    assert said(service.recall("3月5日去了哪家餐厅吃饭", **asked)) == [
        "去了人民路的那家餐厅吃饭",
        "去了解放路的那家餐厅吃饭",
    ]
    assert said(service.recall("3月9日去了哪家餐厅吃饭", **asked)) == [
        "去了解放路的那家餐厅吃饭",
        "去了人民路的那家餐厅吃饭",
    ]
    assert said(service.recall("上次去了哪家餐厅吃饭", **asked))[0] == "去了解放路的那家餐厅吃饭"
    assert len(said(service.recall("去年去了哪家餐厅吃饭", **asked))) == 2


def test_memories_of_the_time_that_is_asked_about_are_nominated(service: Service) -> None:
    service.create("用户对花生过敏")
    answer = service.recall("你还记得我昨天提到了什么吗", timeZone="Asia/Shanghai")
    assert answer["memories"] == []
    today = service.recall("你还记得我今天提到了什么吗", timeZone="Asia/Shanghai")
    assert [memory["content"] for memory in today["memories"]] == ["用户对花生过敏"]


@pytest.mark.parametrize("moment", ["2026-03-18T02:00:00", "yesterday", "0001-01-01T00:00:00Z", 5])
def test_a_moment_that_is_none_is_refused(service: Service, moment: object) -> None:
    answer = service.call("POST", f"/api/agents/{AGENT}/recall", {"userId": USER, "query": "ERP", "askedAt": moment})
    assert (answer.status, [error["field"] for error in answer.body["errors"]]) == (400, ["askedAt"])


def test_what_somebody_deleted_is_not_told_again_in_the_words_it_was_said_in(service: Service) -> None:
    service.say("我对花生过敏，很严重的那种")
    [memory] = service.list(userId=USER)
    answer = service.recall("用户对什么过敏 花生", layers=["L1", "L0"])
    assert [m["content"] for m in answer["memories"]] == [memory["content"]]
    service.call("DELETE", service.memories(memory["id"]))
    after = service.recall("用户对什么过敏 花生", layers=["L1", "L0"])
    assert (after["memories"], said(after)) == ([], [])
    kept = service.call("GET", f"/api/agents/{AGENT}/conversations", query={"userId": USER, "q": "花生"})
    assert [turn["content"] for turn in kept.body] == ["我对花生过敏，很严重的那种"]


def test_what_a_deleted_correction_overruled_is_not_told_again_either(service: Service) -> None:
    service.say("我住在上海浦东", session="s1")
    service.say("我搬家了，现在住在苏州工业园区", session="s2")
    [memory] = service.list(userId=USER)
    assert "苏州" in memory["content"]
    service.call("DELETE", service.memories(memory["id"]))
    assert said(service.recall("用户住在哪里 上海浦东 苏州", layers=["L0"])) == []


def test_what_was_corrected_since_is_not_told_as_it_was(service: Service) -> None:
    service.say("我住在上海浦东", session="s1")
    assert said(service.recall("住在上海浦东", layers=["L0"])) == ["我住在上海浦东"]
    service.say("我搬家了，现在住在苏州工业园区", session="s2")
    answer = service.recall("住在上海浦东", layers=["L0", "L1"])
    assert "我住在上海浦东" not in said(answer)
    assert "用户住在上海浦东" not in [memory["content"] for memory in answer["memories"]]


def test_deleting_everything_hides_all_that_was_said_before(service: Service) -> None:
    service.say(ASKED, ORDER)
    service.create("用户等一批茶叶")
    assert said(service.recall("ZX-7781 什么时候送到", layers=["L0"]))
    service.call("DELETE", service.memories(), query={"userId": USER})
    assert said(service.recall("ZX-7781 什么时候送到", layers=["L0"])) == []
    service.say({"role": "assistant", "content": "新的订单号是 ZX-9000，下周送到"}, session="s2")
    assert said(service.recall("ZX-9000 什么时候送到", layers=["L0"])) == ["新的订单号是 ZX-9000，下周送到"]
