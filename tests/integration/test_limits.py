"""Quotas and rate limits of an org."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import psycopg
import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent_memory.core.clock import ManualClock
from agent_memory.core.errors import RateLimitedError
from agent_memory.limits.model import OrgLimits
from agent_memory.limits.service import Limits, RateLimiter
from agent_memory.platform.postgres import Database
from agent_memory_local.provision import DatabaseAddress
from tests.support.service import USER, Service


def limit(address: DatabaseAddress, **limits: int) -> None:
    """Give the demo org limits of its own."""
    names = ", ".join(limits)
    marks = ", ".join("%s" for _ in limits)
    with psycopg.connect(address.admin) as connection:
        connection.execute(
            f"INSERT INTO org_limit (org_id, {names}) VALUES ('demo-org', {marks})".encode(), list(limits.values())
        )


def test_too_many_requests_are_told_when_to_come_back(service: Service) -> None:
    limit(service.address, requests_per_minute=6)
    answers = [service.call("GET", "/api/agents") for _ in range(3)]
    assert [answer.status for answer in answers] == [200, 429, 429]
    refused = answers[-1]
    assert refused.code == "rate_limited"
    assert 1 <= int(refused.headers["retry-after"]) <= 10
    assert refused.headers["ratelimit-limit"].startswith("6")
    assert refused.headers["ratelimit-remaining"] == "0"


def test_a_limited_org_does_not_hold_up_another(service: Service) -> None:
    limit(service.address, requests_per_minute=6)
    assert [service.call("GET", "/api/agents").status for _ in range(2)] == [200, 429]
    assert service.call("GET", "/api/agents", key="other_org_admin").status == 200


def test_refused_requests_write_nothing(service: Service) -> None:
    limit(service.address, requests_per_minute=6)
    service.create("用户喜欢喝龙井茶")
    answer = service.call("POST", service.memories(), {"userId": USER, "content": "用户养了一只猫"})
    assert answer.status == 429
    with psycopg.connect(service.address.admin) as connection:
        [row] = connection.execute("SELECT count(*) FROM memory").fetchall()
    assert row[0] == 1


def test_whoever_may_not_is_counted_too(service: Service) -> None:
    limit(service.address, requests_per_minute=6)
    assert [service.call("GET", "/api/agents", key="agent").status for _ in range(2)] == [403, 429]


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(datetime(2026, 3, 1, tzinfo=UTC))


def limiter(address: DatabaseAddress, clock: ManualClock, requests_per_minute: int) -> tuple[Database, RateLimiter]:
    database = Database(lambda: address.as_role("app"))
    limits = Limits(database, OrgLimits(requests_per_minute=requests_per_minute))
    return database, RateLimiter(database, limits, clock, monotonic=lambda: clock.now().timestamp())


def admitted(one: RateLimiter, attempts: int) -> int:
    count = 0
    for _ in range(attempts):
        try:
            one.admit("demo-org")
        except RateLimitedError:
            continue
        count += 1
    return count


def test_a_bucket_refills_with_time_and_never_overflows(database: DatabaseAddress, clock: ManualClock) -> None:
    connection, one = limiter(database, clock, 60)
    assert admitted(one, 15) == 10
    clock.advance(timedelta(seconds=3))
    assert admitted(one, 15) == 3
    clock.advance(timedelta(seconds=3600))
    assert admitted(one, 15) == 10
    connection.close()


def test_environments_share_the_bucket_of_an_org(database: DatabaseAddress, clock: ManualClock) -> None:
    pairs = [limiter(database, clock, 60) for _ in range(3)]
    assert sum(admitted(one, 10) for _, one in pairs) == 10
    for connection, _ in pairs:
        connection.close()


def test_a_busy_org_costs_one_statement_per_block(database: DatabaseAddress, clock: ManualClock) -> None:
    connection, one = limiter(database, clock, 12_000)
    taken: list[str] = []
    take = connection.transaction
    connection.transaction = lambda org_id: (taken.append(org_id), take(org_id))[1]
    assert admitted(one, 400) == 400
    assert len(taken) == 400 // OrgLimits(requests_per_minute=12_000).block
    connection.close()


def test_a_clock_that_goes_back_gives_nothing(database: DatabaseAddress, clock: ManualClock) -> None:
    connection, one = limiter(database, clock, 60)
    assert admitted(one, 10) == 10
    clock.advance(timedelta(seconds=-30))
    assert admitted(one, 5) == 0
    clock.advance(timedelta(seconds=30))
    assert admitted(one, 5) == 0
    connection.close()


@given(requests_per_minute=st.integers(1, 1_000_000), tokens=st.floats(0, 0.999))
def test_after_the_time_named_there_is_a_token(requests_per_minute: int, tokens: float) -> None:
    limits = OrgLimits(requests_per_minute=requests_per_minute)
    assert tokens + limits.seconds_until(tokens) * limits.rate >= 1 - 1e-9
    assert 1 <= limits.block <= limits.burst


def test_a_user_has_as_many_memories_as_allowed(service: Service) -> None:
    limit(service.address, memories_per_user=2)
    first = service.create("用户喜欢喝龙井茶")
    service.create("用户养了一只猫")
    answer = service.call("POST", service.memories(), {"userId": USER, "content": "用户住在杭州"})
    assert (answer.status, answer.code, answer.fields) == (422, "quota_exceeded", ["userId"])
    service.create("用户住在杭州", user="user-2")
    assert service.call("DELETE", service.memories(first["id"])).status == 200
    service.create("用户住在杭州")
    assert len(service.list(userId=USER)) == 2


def test_a_large_memory_is_refused_and_the_old_one_stays(service: Service) -> None:
    limit(service.address, content_bytes=60, tags_per_memory=2)
    memory = service.create("用户喜欢喝龙井茶", tags=["茶"])
    path = service.memories(memory["id"])
    for change, field in ({"content": "茶" * 21}, "content"), ({"tags": ["一", "二", "三"]}, "tags"):
        answer = service.call("PATCH", path, change)
        assert (answer.status, answer.code, answer.fields) == (422, "quota_exceeded", [field])
        answer = service.call("POST", service.memories(), {"userId": USER, "content": "新", **change})
        assert (answer.status, answer.fields) == (422, [field])
    assert service.call("GET", path).body == memory


def test_items_of_a_batch_fail_alone(service: Service) -> None:
    limit(service.address, memories_per_user=2, content_bytes=60)
    items = [{"userId": USER, "content": text} for text in ("一", "茶" * 21, "二", "三")]
    answer = service.call("POST", service.memories("batch"), {"items": items})
    assert answer.status == 200
    codes = [item.get("error", {}).get("code") for item in answer.body["results"]]
    assert codes == [None, "quota_exceeded", None, "quota_exceeded"]
    assert {memory["content"] for memory in service.list()} == {"一", "二"}


def test_a_conversation_says_what_found_no_room(service: Service) -> None:
    limit(service.address, memories_per_user=1)
    service.create("用户喜欢喝龙井茶")
    job = service.say("我住在苏州工业园区，我对花生过敏")
    assert job["status"] == "succeeded"
    assert {(r["action"], r["reason"]) for r in job["results"]} == {("skipped", "quota_exceeded")}
    assert len(service.list()) == 1


def test_a_full_user_may_still_correct_themselves(service: Service) -> None:
    limit(service.address, memories_per_user=1)
    service.say("我住在苏州工业园区很久了")
    service.say("我现在搬到杭州西湖区住了")
    assert [memory["content"] for memory in service.list()] == ["用户现在搬到杭州西湖区住了"]
