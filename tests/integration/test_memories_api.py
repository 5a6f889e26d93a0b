"""The memory API over HTTP, against a real database."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any
from urllib.parse import parse_qs, parse_qsl

import psycopg
import pytest

from agent_memory.core import paging
from tests.support.seeding import crowd, seed_memories
from tests.support.service import AGENT, USER, Service


def test_a_created_memory_has_the_contracts_shape(service: Service) -> None:
    body = {"userId": USER, "content": "VIP 客户，优先响应", "memoryType": "note", "tags": ["vip", "b"], "pinned": True}
    answer = service.call("POST", service.memories(), body)
    assert answer.status == 201
    memory = answer.body
    assert memory["id"].startswith("mem-")
    assert (memory["orgId"], memory["agentId"], memory["userId"]) == ("demo-org", AGENT, USER)
    assert (memory["memoryType"], memory["source"], memory["confidence"]) == ("note", "admin", 1.0)
    assert (memory["tags"], memory["pinned"], memory["accessCount"]) == (["vip", "b"], True, 0)
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", memory["createdAt"])
    assert "lastAccessedAt" not in memory
    assert "expiresAt" not in memory
    assert answer.headers["etag"] == '"1"'
    assert answer.headers["location"] == service.memories(memory["id"])
    assert service.call("GET", service.memories(memory["id"])).body == memory
    assert service.list(userId=USER) == [memory]


def test_defaults_are_those_of_the_contract(service: Service) -> None:
    memory = service.create("用户常用 ERP 系统是金蝶")
    assert (memory["memoryType"], memory["tags"], memory["pinned"]) == ("fact", [], False)


def test_the_role_decides_the_source(service: Service) -> None:
    assert service.create("a", key="admin")["source"] == "admin"
    assert service.create("b", key="agent")["source"] == "agent"


@pytest.mark.parametrize("content", ["字" * 600, "这是第几句话呢。" * 1250, "👨‍👩‍👧‍👦 ‮abc <|endoftext|> ＡＢＣ\t\x07"])
def test_any_text_comes_back_as_it_was_sent(service: Service, content: str) -> None:
    memory = service.create(content)
    assert service.call("GET", service.memories(memory["id"])).body["content"] == content


def test_text_is_sealed_in_the_database(service: Service) -> None:
    memory = service.create("用户的秘密是蓝莓派", tags=["隐秘标签"])
    with psycopg.connect(service.address.admin) as connection:
        for (table,) in connection.execute(
            "SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'schema_migration'"
        ).fetchall():
            for (row,) in connection.execute(f"SELECT t::text FROM {table} AS t"):
                assert "蓝莓" not in row
                assert "蓝莓".encode().hex() not in row
                assert "隐秘" not in row
        assert connection.execute("SELECT count(*) FROM memory WHERE memory_id = %s", [memory["id"]]).fetchone() == (1,)


def test_an_exact_duplicate_is_refused_with_the_existing_id(service: Service) -> None:
    memory = service.create("用户住在苏州。")
    answer = service.call("POST", service.memories(), {"userId": USER, "content": "用户住在苏州"})
    assert (answer.status, answer.code, answer.body["existingId"]) == (409, "duplicate_memory", memory["id"])
    assert len(service.list()) == 1


def test_the_same_text_is_no_duplicate_for_another_user_or_agent(service: Service) -> None:
    service.create("用户住在苏州")
    service.create("用户住在苏州", user="user-2")
    service.create("用户住在苏州", agent="support-agent")


def test_an_expired_memory_is_invisible_and_in_nobodys_way(service: Service) -> None:
    memory = service.create("用户的验证码是 1234", ttlDays=1)
    past = datetime.now(UTC) - timedelta(days=2)
    with psycopg.connect(service.address.admin) as connection:
        connection.execute("UPDATE memory SET expires_at = %s", [past])
        connection.execute("UPDATE memory_search SET expires_at = %s", [past])
    assert service.list() == []
    assert service.call("GET", service.memories("stats")).body["total"] == 0
    assert service.recall("验证码是多少")["memories"] == []
    again = service.create("用户的验证码是 1234")
    assert again["id"] != memory["id"]
    assert [found["id"] for found in service.list()] == [again["id"]]


def test_lists_filter(service: Service) -> None:
    service.create("一", memoryType="core", tags=["x"])
    service.create("二", pinned=True, tags=["x", "y"])
    service.create("三", user="user-2", key="agent", sessionId="s9")
    assert service.contents() == {"一", "二", "三"}
    assert service.contents(userId=USER) == {"一", "二"}
    assert service.contents(memoryType="core") == {"一"}
    assert service.contents(source="agent") == {"三"}
    assert service.contents(tag="x") == {"一", "二"}
    assert service.contents(tag="y", userId=USER) == {"二"}
    assert service.contents(pinned="true") == {"二"}
    assert service.contents(pinned="false") == {"一", "三"}
    assert service.contents(sessionId="s9") == {"三"}
    assert service.contents(status="archived") == set()
    assert service.contents(tag="nobody's") == set()


def pages(service: Service, between: Callable[[], object] = lambda: None, **query: object) -> list[list[Any]]:
    """All pages of a list of a user, by the links, with something done between any two of them."""
    found: list[list[Any]] = []
    wanted: dict[str, object] = {"userId": USER, **query}
    while True:
        answer = service.call("GET", service.memories(), query=wanted)
        assert answer.status == 200, answer.text
        found.append(answer.body)
        link = answer.headers.get("link")
        if link is None:
            return found
        cursor = re.fullmatch(r'<(?P<path>[^?]+)\?(?P<query>[^>]+)&cursor=(?P<cursor>[^>&]+)>; rel="next"', link)
        assert cursor is not None, link
        assert cursor["path"] == service.memories()
        assert dict(parse_qsl(cursor["query"])) == {
            name: str(value) for name, value in wanted.items() if name != "cursor"
        }
        wanted["cursor"] = cursor["cursor"]
        between()


@pytest.mark.parametrize("sort", ["createdAt", "importance"])
def test_pages_are_complete_while_rows_come_in(service: Service, sort: str) -> None:
    seeded = seed_memories(service.address, service.data_dir / "keys", crowd({USER: 1_205}))
    active = {memory["id"] for page in pages(service, limit=200) for memory in page}
    assert len(active) == 1_205 - seeded.superseded[USER]
    numbers = count()

    def come_in() -> None:
        for importance in (1, 3, 5):
            service.create(f"新来的第 {next(numbers)} 条", importance=importance)

    found = [memory for page in pages(service, come_in, limit=50, sort=sort) for memory in page]
    ids = [memory["id"] for memory in found]
    assert next(numbers) > 60
    assert len(ids) == len(set(ids))
    assert active <= set(ids)
    if sort == "importance":
        keys = [(memory["importance"], memory["createdAt"], memory["id"]) for memory in found]
        assert len({memory["importance"] for memory in found}) > 1
    else:
        keys = [(memory["createdAt"], memory["id"]) for memory in found]
        assert set(ids) == active
    assert keys == sorted(keys, reverse=True)


def test_the_most_important_comes_first(service: Service) -> None:
    for number, importance in enumerate([3, 5, 1, 5, 3]):
        service.create(f"第 {number} 条", importance=importance, tags=["even"] if number % 2 == 0 else [])
    service.create("别人的", user="somebody", importance=4)
    shown = [memory["content"] for memory in service.list(userId=USER, sort="importance")]
    assert shown == ["第 3 条", "第 1 条", "第 4 条", "第 0 条", "第 2 条"]
    assert [memory["content"] for memory in service.list(sort="importance")][2] == "别人的"
    assert [memory["content"] for memory in service.list(sort="importance", tag="even")] == [
        "第 4 条",
        "第 0 条",
        "第 2 条",
    ]
    assert service.list(sort="importance", tag="nobody's") == []


@pytest.mark.parametrize(("first", "second"), [("importance", "createdAt"), ("createdAt", "importance")])
def test_a_cursor_is_of_one_order(service: Service, first: str, second: str) -> None:
    for number in range(3):
        service.create(f"第 {number} 条")
    link = service.call("GET", service.memories(), query={"limit": 1, "sort": first}).headers["link"]
    cursor = parse_qs(link[1 : link.index(">")].partition("?")[2])["cursor"][0]
    answer = service.call("GET", service.memories(), query={"limit": 1, "sort": second, "cursor": cursor})
    assert (answer.status, answer.fields) == (400, ["cursor"])
    answer = service.call("GET", service.memories(), query={"sort": "tag"})
    assert (answer.status, answer.fields) == (400, ["sort"])


def test_a_page_of_large_memories_ends_early_and_says_so(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paging, "PAGE_BYTES", 5_000)
    for number in range(9):
        service.create(f"{number} " + "x" * 1_000)
    answer = service.call("GET", service.memories(), query={"limit": 200})
    assert len(answer.body) == 4
    assert 'rel="next"' in answer.headers["link"]


def test_a_patch_changes_what_it_names(service: Service) -> None:
    memory = service.create("用户住在苏州", tags=["home"])
    answer = service.call("PATCH", service.memories(memory["id"]), {"content": "用户住在杭州", "pinned": True})
    assert (answer.status, answer.headers["etag"]) == (200, '"2"')
    changed = answer.body
    assert (changed["content"], changed["pinned"], changed["tags"]) == ("用户住在杭州", True, ["home"])
    assert (changed["version"], changed["createdAt"]) == (2, memory["createdAt"])
    versions = service.call("GET", service.memories(memory["id"], "versions")).body
    assert [(v["version"], v["content"]) for v in versions] == [(2, "用户住在杭州"), (1, "用户住在苏州")]
    assert service.recall("苏州")["memories"] == [] or service.recall("苏州")["memories"][0]["reason"] == "pinned"
    assert service.recall("杭州")["memories"][0]["id"] == memory["id"]


def test_a_patch_moves_tags_in_the_filter(service: Service) -> None:
    memory = service.create("一", tags=["old"])
    service.call("PATCH", service.memories(memory["id"]), {"tags": ["new", "new"]})
    assert service.contents(tag="old") == set()
    assert service.list(tag="new")[0]["tags"] == ["new"]


def test_a_patch_that_changes_nothing_makes_no_version(service: Service) -> None:
    memory = service.create("一")
    for body in ({}, {"content": "一"}, {"pinned": False}):
        assert service.call("PATCH", service.memories(memory["id"]), body).body["version"] == 1


def test_a_stale_patch_is_refused(service: Service) -> None:
    memory = service.create("一")
    path = service.memories(memory["id"])
    assert service.call("PATCH", path, {"content": "二"}, headers={"If-Match": '"1"'}).status == 200
    stale = service.call("PATCH", path, {"content": "三"}, headers={"If-Match": '"1"'})
    assert (stale.status, stale.code) == (412, "precondition_failed")
    assert service.call("PATCH", path, {"content": "四"}, headers={"if-match": "*"}).status == 200
    broken = service.call("PATCH", path, {"content": "五"}, headers={"If-Match": "W/1"})
    assert (broken.status, broken.fields) == (400, ["If-Match"])


def test_a_patch_may_not_make_a_duplicate(service: Service) -> None:
    first = service.create("一")
    second = service.create("二")
    answer = service.call("PATCH", service.memories(second["id"]), {"content": "一。"})
    assert (answer.status, answer.body["existingId"]) == (409, first["id"])
    assert service.contents() == {"一", "二"}


def test_deleting_one_leaves_nothing_of_it(service: Service) -> None:
    memory = service.create("用户住在苏州", tags=["x"])
    service.call("PATCH", service.memories(memory["id"]), {"content": "用户住在杭州"})
    other = service.create("用户喜欢喝茶")
    answer = service.call("DELETE", service.memories(memory["id"]))
    assert (answer.status, answer.body) == (200, {"ok": True})
    assert service.call("GET", service.memories(memory["id"])).status == 404
    assert service.call("DELETE", service.memories(memory["id"])).status == 404
    assert [found["id"] for found in service.list()] == [other["id"]]
    assert all(item["id"] != memory["id"] for item in service.recall("用户住在哪里 杭州")["memories"])
    with psycopg.connect(service.address.admin) as connection:
        for table in ("memory", "memory_version", "memory_search", "memory_tag"):
            query = f"SELECT count(*) FROM {table} WHERE memory_id = %s"
            assert connection.execute(query, [memory["id"]]).fetchone() == (0,)


def test_deleting_all_of_a_user_counts_and_spares_others(service: Service) -> None:
    for number in range(5):
        service.create(f"第 {number} 条", tags=["x"])
    service.create("别人的", user="user-2")
    service.create("别处的", agent="support-agent")
    answer = service.call("DELETE", service.memories(), query={"userId": USER})
    assert answer.status == 200
    assert (answer.body["ok"], answer.body["deleted"]) == (True, 5)
    assert service.contents() == {"别人的"}
    assert service.contents(agent="support-agent") == {"别处的"}
    assert service.call("DELETE", service.memories(), query={"userId": USER}).body["deleted"] == 0


def test_deleting_all_needs_a_user(service: Service) -> None:
    service.create("一")
    for query in ({}, {"userId": ""}, {"userId": "  "}, {"userid": USER}):
        answer = service.call("DELETE", service.memories(), query=query)
        assert (answer.status, answer.code) == (400, "validation_failed")
    assert len(service.list()) == 1


def test_stats_count_what_lists_show(service: Service) -> None:
    service.create("一", memoryType="core")
    service.create("二")
    service.create("三", user="user-2", key="agent")
    assert service.call("GET", service.memories("stats")).body == {
        "total": 3,
        "byType": {"core": 1, "fact": 2},
        "bySource": {"admin": 2, "agent": 1},
        "userCount": 2,
    }
    empty = service.call("GET", service.memories("stats", agent="support-agent")).body
    assert empty == {"total": 0, "byType": {}, "bySource": {}, "userCount": 0}


def test_every_write_leaves_an_audit_event_without_content(service: Service) -> None:
    memory = service.create("用户的秘密是蓝莓派")
    service.call("PATCH", service.memories(memory["id"]), {"pinned": True})
    service.call("DELETE", service.memories(memory["id"]))
    service.call("DELETE", service.memories(), query={"userId": USER})
    with psycopg.connect(service.address.admin) as connection:
        events = connection.execute(
            "SELECT action, actor, target, t::text FROM audit_event AS t WHERE action LIKE 'memory.%' ORDER BY occurred_at"
        ).fetchall()
    actions = ["memory.create", "memory.update", "memory.delete", "memory.delete_all"]
    assert [event[0] for event in events] == actions
    assert all(event[1].startswith("admin:key-") for event in events)
    assert not any("蓝莓" in event[3] or USER in event[3] for event in events)
