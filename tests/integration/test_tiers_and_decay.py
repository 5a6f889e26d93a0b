"""Tiers go by use, unread memories decay where a policy says so, and being recalled ends that."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.governance import change, expire, govern, later, recalled, rows
from tests.support.service import AGENT, Service

POLICY = f"/api/agents/{AGENT}/policy"
DECAY = {"decay": {"enabled": True}}


def set_policy(service: Service, policy: Any) -> None:
    assert service.call("PUT", POLICY, policy).status == 200


def get(service: Service, memory_id: str, key: str = "admin") -> Any:
    answer = service.call("GET", service.memories(memory_id), key=key)
    return answer.body if answer.status == 200 else answer.status


def test_recalls_are_counted_by_day(service: Service) -> None:
    memory = service.create("用户在学吉他")["id"]
    for days_ago, times in ((0, 2), (0, 1), (3, 4)):
        recalled(service, memory, times, days_ago)
    assert [times for (times,) in rows(service, "SELECT times FROM memory_access ORDER BY day")] == [4, 3]
    assert get(service, memory)["accessCount"] == 7


def test_tiers_follow_the_recalls_of_seven_days(service: Service) -> None:
    used, unused = (service.create(f"用户在学{what}")["id"] for what in ("吉他", "钢琴"))
    recalled(service, used, 13)
    recalled(service, unused, 50, days_ago=7)
    before = get(service, used)
    assert govern(service) == {"tier.cold": 1, "accessDaysDropped": 1}
    assert [get(service, each)["tier"] for each in (used, unused)] == ["hot", "cold"]
    assert govern(service, days=7)["tier.cold"] == 1
    after = get(service, used)
    assert (after["tier"], after["version"], after["updatedAt"]) == ("cold", 1, before["updatedAt"])
    assert rows(service, "SELECT count(*) FROM memory_access") == [(0,)]


def test_a_policy_says_where_tiers_begin(service: Service) -> None:
    memory = service.create("用户在学吉他")["id"]
    set_policy(service, {"tiers": {"hot": 2.4, "warm": 1}})
    govern(service)
    assert get(service, memory)["tier"] == "hot"
    set_policy(service, {"tiers": {"hot": 2.5, "warm": 1}})
    assert govern(service) == {"tier.warm": 1}


def test_what_is_cold_is_recalled_like_everything_else(service: Service) -> None:
    memory = service.create("用户在学吉他")["id"]
    govern(service)
    assert [found["id"] for found in service.recall("吉他")["memories"]] == [memory]


def test_nothing_decays_by_default(service: Service) -> None:
    memory = service.create("用户在学吉他")["id"]
    assert govern(service, days=500) == {"tier.cold": 1}
    assert "readOnly" not in get(service, memory)


def test_unread_memories_become_read_only_are_announced_and_go(service: Service) -> None:
    set_policy(service, DECAY)
    memory, kept = service.create("用户在学吉他")["id"], service.create("用户养了一只猫", pinned=True)["id"]
    assert "readOnly" not in govern(service, days=29)
    assert govern(service, days=31) == {"readOnly": 1}
    assert get(service, memory)["readOnly"] is True
    assert govern(service, days=54) == {"announced": 1}
    announced = get(service, memory)
    assert later(60.9).isoformat() < announced["forgetAt"] < later(61.1).isoformat()
    assert (announced["version"], announced["status"]) == (1, "active")
    assert "forgotten" not in govern(service, days=60.5)
    assert govern(service, days=61.5) == {"forgotten": 1}
    assert get(service, memory) == 404
    assert rows(service, "SELECT count(*) FROM memory_archive") == [(0,)]
    assert get(service, kept)["status"] == "active"
    events = rows(service, "SELECT target, detail FROM audit_event WHERE action = 'FORGET_EVENT'")
    assert events == [(memory, {"unreadDays": 60})]


def test_nothing_is_forgotten_without_notice(service: Service) -> None:
    """A policy that is switched on, or a run that comes late, announces first."""
    memory = service.create("用户在学吉他")["id"]
    set_policy(service, DECAY)
    assert govern(service, days=300) == {"announced": 1, "readOnly": 1, "tier.cold": 1}
    assert "forgotten" not in govern(service, days=306)
    assert govern(service, days=308)["forgotten"] == 1
    assert get(service, memory) == 404


def test_being_recalled_takes_all_marks_off(service: Service) -> None:
    set_policy(service, DECAY)
    memory = service.create("用户在学吉他")["id"]
    govern(service, days=54)
    recalled(service, memory, 1, days_ago=-54)
    shown = get(service, memory)
    assert ("readOnly" in shown, "forgetAt" in shown) == (False, False)
    assert "forgotten" not in govern(service, days=62)
    assert govern(service, days=85)["readOnly"] == 1


def test_switching_decay_off_takes_all_marks_off(service: Service) -> None:
    set_policy(service, DECAY)
    memory = service.create("用户在学吉他")["id"]
    govern(service, days=54)
    set_policy(service, {})
    govern(service, days=90)
    shown = get(service, memory)
    assert ("readOnly" in shown, "forgetAt" in shown) == (False, False)


def test_forgetting_comes_before_archiving(service: Service) -> None:
    set_policy(service, DECAY)
    memory = service.create("用户在学吉他", ttlDays=60)["id"]
    govern(service, days=54)
    assert govern(service, days=62)["forgotten"] == 1
    assert rows(service, "SELECT count(*) FROM memory_archive WHERE memory_id = %s", memory) == [(0,)]


def test_forgetting_refuses_to_empty_a_user_too(service: Service) -> None:
    set_policy(service, DECAY)
    for number in range(5):
        service.create(f"用户的第{number}件事")
    govern(service, days=54)
    assert govern(service, days=62)["memoriesRefused"] == 5
    assert len(service.list()) == 5


def test_what_a_forgotten_memory_had_overruled_goes_with_it(service: Service) -> None:
    set_policy(service, DECAY)
    service.say("我住在北京朝阳区，离公司很近")
    service.say("我已经从北京搬到上海浦东新区了")
    change(service, "UPDATE memory SET expires_at = NULL")
    govern(service, days=54)
    assert govern(service, days=62)["forgotten"] >= 1
    assert rows(service, "SELECT count(*) FROM memory") == [(0,)]


@pytest.fixture
def read_only(service: Service) -> str:
    set_policy(service, DECAY)
    memory = service.create("用户在学吉他")["id"]
    govern(service, days=31)
    return memory


def test_a_read_only_memory_is_not_changed_by_an_agent(service: Service, read_only: str) -> None:
    service.call("PATCH", service.memories(read_only), {"content": "用户在学二胡"})
    change(service, "UPDATE memory SET read_only = true")
    before = get(service, read_only)
    for method, path, body in (
        ("PATCH", service.memories(read_only), {"content": "用户在学钢琴"}),
        ("POST", service.memories(read_only, "rollback"), {"version": 1}),
    ):
        answer = service.call(method, path, body, key="agent")
        assert (answer.status, answer.code) == (409, "memory_read_only")
    assert get(service, read_only) == before


def test_an_admin_may_change_it_which_ends_it(service: Service, read_only: str) -> None:
    answer = service.call("PATCH", service.memories(read_only), {"content": "用户在学钢琴"})
    assert (answer.status, "readOnly" in answer.body) == (200, False)
    assert get(service, read_only) == answer.body


def test_a_read_only_memory_is_recalled_and_deleted_as_before(service: Service, read_only: str) -> None:
    assert [found["id"] for found in service.recall("吉他")["memories"]] == [read_only]
    assert service.call("DELETE", service.memories(read_only), key="agent").status == 200


def test_what_is_already_expired_is_not_read_only_for_long(service: Service, read_only: str) -> None:
    expire(service, read_only)
    assert govern(service)["archived"] == 1
