"""Duplicates merge, corrections overrule, and the order of arrival does not matter."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from tests.support.model_endpoint import ModelEndpoint, remembers
from tests.support.service import USER, Service

LIVES_IN_BEIJING = ("我住在北京朝阳区，离公司很近", "用户住在北京", "2026-03-01T10:00:00Z")
MOVED_TO_SUZHOU = ("我上周搬到苏州了，现在住工业园区", "用户住在苏州", "2026-05-01T10:00:00Z")
LIKES_TEA = ("我特别喜欢喝龙井茶，每天都要喝", "用户喜欢喝龙井茶", "2026-04-01T10:00:00Z")


def say(service: Service, model: ModelEndpoint, told: tuple[str, str, str], session: str = "s1", **more: Any) -> Any:
    said, remembered, at = told
    model.chat.append(remembers({"content": remembered, **more}))
    return service.say({"role": "user", "content": said, "occurredAt": at}, session=session)["results"][0]


def test_a_correction_leaves_one_active_memory_with_its_history(modelled: Service, model: ModelEndpoint) -> None:
    old = say(modelled, model, LIVES_IN_BEIJING)
    new = say(modelled, model, MOVED_TO_SUZHOU, session="s2")
    assert (new["action"], new["reason"]) == ("superseded", "correction")
    assert modelled.contents(userId=USER) == {"用户住在苏州"}
    versions = modelled.call("GET", modelled.memories(new["memoryId"], "versions")).body
    assert [(v["version"], v["content"]) for v in versions] == [(2, "用户住在苏州"), (1, "用户住在北京")]
    [retired] = modelled.list(userId=USER, status="superseded")
    assert (retired["id"], retired["supersededBy"]) == (old["memoryId"], new["memoryId"])
    recalled = [item["content"] for item in modelled.recall("我住在哪里 北京 苏州")["memories"]]
    assert recalled == ["用户住在苏州"]


@pytest.mark.parametrize("order", list(itertools.permutations([LIVES_IN_BEIJING, MOVED_TO_SUZHOU, LIKES_TEA])))
def test_any_order_of_arrival_gives_the_same_active_memories(
    modelled: Service, model: ModelEndpoint, order: tuple[tuple[str, str, str], ...]
) -> None:
    for number, told in enumerate(order):
        say(modelled, model, told, session=f"s{number}")
    assert modelled.contents(userId=USER) == {"用户住在苏州", "用户喜欢喝龙井茶"}


def test_both_in_one_message_settle_in_the_order_they_were_said(modelled: Service, model: ModelEndpoint) -> None:
    model.chat.append(
        remembers({"content": "用户住在苏州", "messages": [2]}, {"content": "用户住在北京", "messages": [1]})
    )
    job = modelled.say(
        {"role": "user", "content": LIVES_IN_BEIJING[0], "occurredAt": LIVES_IN_BEIJING[2]},
        {"role": "user", "content": MOVED_TO_SUZHOU[0], "occurredAt": MOVED_TO_SUZHOU[2]},
    )
    assert [result["action"] for result in job["results"]] == ["stored", "superseded"]
    assert modelled.contents() == {"用户住在苏州"}


def test_moving_back_is_a_correction_too(modelled: Service, model: ModelEndpoint) -> None:
    say(modelled, model, LIVES_IN_BEIJING)
    say(modelled, model, MOVED_TO_SUZHOU, session="s2")
    back = ("我又搬回北京了，还是老地方", "用户住在北京", "2026-07-01T10:00:00Z")
    assert say(modelled, model, back, session="s3")["reason"] == "correction"
    assert modelled.contents() == {"用户住在北京"}


def test_the_same_thing_said_again_merges(modelled: Service, model: ModelEndpoint) -> None:
    first = say(modelled, model, LIKES_TEA, importance=3, confidence=0.6)
    again = ("真的，我还是最喜欢喝龙井茶了", "用户喜欢喝龙井茶。", "2026-06-01T10:00:00Z")
    merged = say(modelled, model, again, session="s2", importance=4, confidence=0.5)
    assert (merged["action"], merged["reason"], merged["memoryId"]) == ("merged", "exact_duplicate", first["memoryId"])
    [memory] = modelled.list()
    assert memory["confidence"] == pytest.approx(0.8)
    assert (memory["importance"], memory["verified"], memory["version"]) == (4, True, 2)
    assert len(memory["sourceMessageIds"]) == 2


def test_a_merge_that_only_confirms_moves_no_version(modelled: Service, model: ModelEndpoint) -> None:
    say(modelled, model, LIKES_TEA)
    before = modelled.list()[0]
    again = ("我还是最喜欢喝龙井茶了，你懂的", "用户喜欢喝龙井茶", "2026-06-01T10:00:00Z")
    say(modelled, model, again, session="s2")
    after = modelled.list()[0]
    assert (after["version"], after["updatedAt"]) == (before["version"], before["updatedAt"])
    assert after["confidence"] > before["confidence"]
    assert after["expiresAt"] >= before["expiresAt"]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("用户的报价单编号是 CN-052", "用户的报价单编号是 CN-053"),
        ("用户的预算是 5000 元人民币整", "用户每月房租是 50000 元人民币整"),
        ("用户计划换用金蝶系统", "用户已经换用金蝶系统"),
        ("用户对花生过敏，非常严重", "用户对海鲜过敏，非常严重"),
        ("The user flies to Tokyo on May 3", "The user flies to Tokyo on May 13"),
    ],
)
def test_near_misses_stay_two(modelled: Service, model: ModelEndpoint, one: str, other: str) -> None:
    say(modelled, model, ("这里说了第一件很重要的事情", one, "2026-04-01T10:00:00Z"))
    say(modelled, model, ("这里说了第二件很重要的事情", other, "2026-04-02T10:00:00Z"), session="s2")
    assert modelled.contents() == {one, other}


def test_an_admins_words_stay_when_the_user_says_the_same(modelled: Service, model: ModelEndpoint) -> None:
    memory = modelled.create("用户喜欢喝龙井茶", memoryType="core", pinned=True)
    merged = say(modelled, model, LIKES_TEA)
    assert merged["memoryId"] == memory["id"]
    [kept] = modelled.list()
    assert (kept["memoryType"], kept["pinned"], kept["source"], kept["confidence"]) == ("core", True, "admin", 1.0)


def test_a_correction_of_a_core_memory_stays_in_layer_one(modelled: Service, model: ModelEndpoint) -> None:
    modelled.create("用户住在北京", memoryType="core")
    later = (MOVED_TO_SUZHOU[0], MOVED_TO_SUZHOU[1], "2099-05-01T10:00:00Z")
    say(modelled, model, later)
    [memory] = modelled.list()
    assert (memory["content"], memory["memoryType"]) == ("用户住在苏州", "core")
    assert modelled.recall("你好呀")["memories"][0]["reason"] == "core"


def test_deleting_the_new_deletes_what_it_overruled(modelled: Service, model: ModelEndpoint) -> None:
    say(modelled, model, LIVES_IN_BEIJING)
    new = say(modelled, model, MOVED_TO_SUZHOU, session="s2")
    assert modelled.call("DELETE", modelled.memories(new["memoryId"])).status == 200
    assert modelled.list(status="superseded") == []
    assert modelled.list() == []


def test_delete_all_counts_the_overruled_apart(modelled: Service, model: ModelEndpoint) -> None:
    say(modelled, model, LIVES_IN_BEIJING)
    say(modelled, model, MOVED_TO_SUZHOU, session="s2")
    gone = modelled.call("DELETE", modelled.memories(), query={"userId": USER}).body
    assert gone == {"ok": True, "deleted": 1, "superseded": 1}


def test_another_users_memories_are_never_touched(modelled: Service, model: ModelEndpoint) -> None:
    modelled.create("用户住在北京", user="user-2")
    say(modelled, model, MOVED_TO_SUZHOU)
    assert modelled.contents(userId="user-2") == {"用户住在北京"}
