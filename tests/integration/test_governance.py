"""The daily run: what expires, what stays, what goes, and what is told of it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.governance import change, expire, govern, govern_all, later, recalled, rows
from tests.support.service import AGENT, USER, Service

POLICY = f"/api/agents/{AGENT}/policy"
RUNS = "/api/governance/runs"


def set_policy(service: Service, **policy: Any) -> None:
    assert service.call("PUT", POLICY, policy).status == 200


def archived(service: Service) -> list[str]:
    return [memory_id for (memory_id,) in rows(service, "SELECT memory_id FROM memory_archive ORDER BY 1")]


def get(service: Service, memory_id: str) -> Any:
    answer = service.call("GET", service.memories(memory_id))
    return answer.body if answer.status == 200 else answer.status


def several(service: Service, count: int, **fields: Any) -> list[str]:
    return [service.create(f"用户的第{number}件事", **fields)["id"] for number in range(count)]


def test_what_expired_is_archived_and_the_rest_stays(service: Service) -> None:
    short, long, forever = (service.create(f"用户在学{what}", **more)["id"] for what, more in (
        ("吉他", {"ttlDays": 7}), ("钢琴", {"ttlDays": 30}), ("二胡", {})))  # fmt: skip
    assert govern(service, days=6.9) == {"tier.cold": 3}
    assert govern(service, days=7.1) == {"archived": 1}
    assert archived(service) == [short]
    assert get(service, short) == 404
    assert {memory["id"] for memory in service.list()} == {long, forever}
    assert rows(service, "SELECT count(*) FROM memory_search WHERE memory_id = %s", short) == [(0,)]


def test_a_second_run_finds_nothing_to_do(service: Service) -> None:
    several(service, 3, ttlDays=7)
    assert govern(service, days=8) == {"archived": 3}
    assert govern(service, days=8) == {}
    assert len(archived(service)) == 3


def test_what_expired_and_is_wanted_lives_twice_as_long(service: Service) -> None:
    wanted, unwanted = (service.create(f"用户在学{what}", ttlDays=7)["id"] for what in ("吉他", "钢琴"))
    recalled(service, wanted, 6)
    recalled(service, unwanted, 5)
    counts = govern(service, days=8)
    assert (counts["extended"], counts["archived"]) == (1, 1)
    assert archived(service) == [unwanted]
    memory = get(service, wanted)
    assert memory["ttlDays"] == 14
    assert memory["version"] == 1
    [(here, there)] = rows(
        service, "SELECT m.expires_at, s.expires_at FROM memory AS m JOIN memory_search AS s USING (memory_id)"
    )
    assert here == there > later(21.9)
    assert govern(service, days=21) == {}
    assert govern(service, days=23)["extended"] == 1


def test_a_policy_says_from_how_many_recalls_on(service: Service) -> None:
    set_policy(service, extendAboveAccesses=1)
    memory = service.create("用户在学吉他", ttlDays=7)
    recalled(service, memory["id"], 2)
    assert govern(service, days=8)["extended"] == 1


@pytest.mark.parametrize("fields", [{"memoryType": "core"}, {"memoryType": "note"}, {"pinned": True}])
def test_what_is_protected_never_goes(service: Service, fields: dict[str, object]) -> None:
    set_policy(service, decay={"enabled": True})
    memory = service.create("用户在学吉他", ttlDays=7, **fields)
    change(service, "UPDATE memory SET expires_at = %s", later(-400))  # as rows of before were
    for days in (0, 70, 3000):
        assert "archived" not in govern(service, days=days)
    assert get(service, memory["id"])["status"] == "active"


def test_held_memories_wait_for_whoever_decides(service: Service) -> None:
    held = service.hold(service.create("用户在学吉他", ttlDays=7)["id"])
    assert govern(service, days=400) == {}
    assert get(service, held)["status"] == "held"


def test_a_text_that_came_back_lets_its_expired_twin_go_to_the_archive(service: Service) -> None:
    first = service.create("用户在学吉他", ttlDays=7)["id"]
    expire(service, first)
    second = service.create("用户在学吉他")["id"]
    assert get(service, first)["status"] == "archived"
    assert govern(service)["archived"] == 1
    assert archived(service) == [first]
    assert [memory["id"] for memory in service.list()] == [second]


def test_more_than_four_fifths_of_a_users_memories_do_not_go_at_once(service: Service) -> None:
    going = several(service, 5, ttlDays=7)
    service.create("用户喜欢喝龙井茶")
    assert govern(service, days=8) == {"memoriesRefused": 5, "usersRefused": 1, "tier.cold": 6}
    assert archived(service) == []
    service.create("用户养了一只猫", ttlDays=400)
    assert govern(service, days=8)["archived"] == 5
    assert archived(service) == sorted(going)


def test_one_users_many_do_not_save_anothers(service: Service) -> None:
    for user in ("a", "b"):
        several(service, 5, ttlDays=7, user=user)
    service.create("用户喜欢喝龙井茶", user="b")
    service.create("用户养了一只猫", user="b")
    counts = govern(service, days=8)
    assert (counts["usersRefused"], counts["archived"]) == (1, 5)


def test_of_few_memories_all_may_go(service: Service) -> None:
    several(service, 4, ttlDays=7)
    assert govern(service, days=8)["archived"] == 4


def test_a_policy_says_how_large_a_share_may_go(service: Service) -> None:
    set_policy(service, refuseAboveShare=1)
    several(service, 6, ttlDays=7)
    assert govern(service, days=8)["archived"] == 6


def test_a_dry_run_counts_and_changes_nothing(service: Service) -> None:
    set_policy(service, turnRetentionDays=5, versionRetentionDays=5)
    several(service, 3, ttlDays=7)
    wanted = service.create("用户养了一只猫", ttlDays=7)["id"]
    recalled(service, wanted, 9)
    service.call("PATCH", service.memories(wanted), {"content": "用户养了两只猫"})
    service.say("我住在苏州工业园区")
    tables = ("memory", "memory_search", "memory_version", "memory_archive", "turn", "job", "memory_access")
    before = [rows(service, f"SELECT t::text FROM {table} AS t ORDER BY 1") for table in tables]
    counts = govern(service, days=8, dryRun=True)
    assert [rows(service, f"SELECT t::text FROM {table} AS t ORDER BY 1") for table in tables] == before
    assert (counts["due"], counts["extended"], counts["turnsDropped"], counts["versionsDropped"]) == (3, 1, 1, 1)
    [report] = service.call("GET", RUNS).body
    assert (report["dryRun"], report["counts"]) == (True, counts)


def test_a_legal_hold_stops_every_clock(service: Service) -> None:
    set_policy(service, legalHold=True, turnRetentionDays=1, versionRetentionDays=1, decay={"enabled": True})
    memory = service.create("用户在学吉他", ttlDays=7)["id"]
    service.call("PATCH", service.memories(memory), {"content": "用户在学钢琴"})
    service.say("我住在苏州工业园区")
    counts = govern(service, days=500)
    assert set(counts) <= {"tier.cold", "tier.warm"}
    assert rows(service, "SELECT count(*) FROM turn") == [(1,)]
    assert rows(service, "SELECT count(*) FROM memory_version") == [(1,)]


def test_what_was_overruled_goes_to_the_archive_when_its_own_time_is_up(service: Service) -> None:
    service.say("我住在北京朝阳区，离公司很近")
    service.say("我已经从北京搬到上海浦东新区了")
    [old] = service.list(userId=USER, status="superseded")
    expire(service, old["id"])
    assert govern(service)["archived"] == 1
    assert rows(service, "SELECT status, superseded_by FROM memory_archive") == [("superseded", old["supersededBy"])]
    assert service.call("DELETE", service.memories(old["supersededBy"])).status == 200
    assert archived(service) == []


def test_the_archive_holds_no_readable_text(service: Service) -> None:
    memory = service.create("用户对蓝莓过敏", ttlDays=7, tags=["隐秘"])["id"]
    service.call("PATCH", service.memories(memory), {"content": "用户对蓝莓和花生过敏"})
    govern(service, days=8)
    for (row,) in rows(service, "SELECT a::text FROM memory_archive AS a"):
        for word in ("蓝莓", "隐秘"):
            assert word not in row
            assert word.encode().hex() not in row


def test_an_archived_memory_can_be_deleted(service: Service) -> None:
    memory = service.create("用户在学吉他", ttlDays=7)["id"]
    govern(service, days=8)
    assert service.call("DELETE", service.memories(memory)).status == 200
    assert archived(service) == []
    assert service.call("DELETE", service.memories(memory)).status == 404


def test_deleting_everything_of_a_user_takes_the_archive_along(service: Service) -> None:
    several(service, 2, ttlDays=7)
    service.create("用户养了一只猫")
    service.create("用户养了一只狗", user="other", ttlDays=7)
    govern(service, days=8)
    answer = service.call("DELETE", service.memories(), query={"userId": USER})
    assert answer.body["deleted"] == 3
    assert rows(service, "SELECT user_id FROM memory_archive") == [("other",)]


@pytest.mark.parametrize("days", [None, 30])
def test_turns_go_when_they_have_been_kept_long_enough(service: Service, days: int | None) -> None:
    if days is not None:
        set_policy(service, turnRetentionDays=days)
    kept = days or 90
    service.say("我住在苏州工业园区", "我对花生过敏")
    assert "turnsDropped" not in govern(service, days=kept - 0.1)
    counts = govern(service, days=kept + 0.1)
    assert (counts["turnsDropped"], counts["jobsDropped"]) == (2, 1)
    for table in ("turn", "turn_search", "job"):
        assert rows(service, f"SELECT count(*) FROM {table}") == [(0,)]
    assert service.call("GET", f"/api/agents/{AGENT}/conversations", query={"userId": USER}).body == []


def test_turns_may_be_kept_for_ever(service: Service) -> None:
    set_policy(service, turnRetentionDays=None)
    service.say("我住在苏州工业园区")
    assert "turnsDropped" not in govern(service, days=9000)


def test_a_turn_that_nobody_has_read_stays(service: Service) -> None:
    body = {"userId": USER, "sessionId": "s", "messages": [{"role": "user", "content": "我住在苏州工业园区"}]}
    assert service.call("POST", f"/api/agents/{AGENT}/conversations", body).status == 202
    assert govern(service, days=400) == {}
    assert rows(service, "SELECT count(*) FROM turn") == [(1,)]
    service.work_off()
    assert govern(service, days=400)["turnsDropped"] == 1


def test_a_turn_under_review_stays_until_it_is_decided(service: Service) -> None:
    service.say("我住在苏州工业园区")
    [memory] = service.list(userId=USER)
    change(service, "UPDATE memory SET expires_at = NULL")
    service.hold(memory["id"])
    assert "turnsDropped" not in govern(service, days=400)
    change(service, "UPDATE memory SET status = 'active'")
    assert govern(service, days=400)["turnsDropped"] == 1


def test_versions_go_thirty_days_after_another_took_their_place(service: Service) -> None:
    memory = service.create("用户在学吉他")["id"]
    path = service.memories(memory)
    for content in ("用户在学钢琴", "用户在学二胡"):
        assert service.call("PATCH", path, {"content": content}).status == 200
    # The first was overruled forty days ago, the second just now.
    change(service, "UPDATE memory_version SET updated_at = updated_at - interval '40 days'")
    assert govern(service) == {"tier.cold": 1, "versionsDropped": 1}
    assert [item["version"] for item in service.call("GET", f"{path}/versions").body] == [3, 2]
    assert service.call("POST", f"{path}/rollback", {"version": 1}).status == 404
    assert govern(service, days=29) == {}
    assert govern(service, days=31) == {"versionsDropped": 1}
    assert get(service, memory)["content"] == "用户在学二胡"


def test_a_run_is_reported_and_leaves_an_event(service: Service) -> None:
    several(service, 3, ttlDays=7)
    govern(service)
    govern(service, days=8)
    newest, oldest = service.call("GET", RUNS).body
    assert (newest["status"], newest["counts"], newest["dryRun"]) == ("succeeded", {"archived": 3}, False)
    assert oldest["startedAt"] < newest["startedAt"] <= newest["finishedAt"] < newest["effectiveAt"]
    events = rows(service, "SELECT target, detail FROM audit_event WHERE action = 'governance.run' ORDER BY 1")
    assert events[-1] == (newest["runId"], {"archived": 3, "status": "succeeded"})
    assert rows(service, "SELECT detail FROM audit_event WHERE action = 'memory.archive'") == [({"memories": 3},)]
    answer = service.call("GET", RUNS, query={"limit": 1})
    assert [run["runId"] for run in answer.body] == [newest["runId"]]
    assert 'rel="next"' in answer.headers["link"]


def test_reports_are_for_admins_and_auditors(service: Service) -> None:
    auditor = service.call("POST", "/api/keys", {"role": "auditor"}).body["key"]
    assert service.call("GET", RUNS, key=auditor).status == 200
    assert service.call("GET", RUNS, key="agent").status == 403


def test_every_org_has_a_run_and_sees_only_its_own(service: Service) -> None:
    runs = govern_all(service)
    assert {org: run["status"] for org, run in runs.items()} == {"demo-org": "succeeded", "other-org": "succeeded"}
    [theirs] = service.call("GET", RUNS, key="other_org_admin").body
    assert theirs["runId"] == runs["other-org"]["runId"]


def test_a_failure_in_one_org_holds_up_no_other(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    from agent_memory.governance.sweep import Sweep

    whole = Sweep.run

    def failing(self: Sweep, task: Any) -> None:
        if task.agent.org_id == "demo-org":
            raise RuntimeError("用户在学吉他")
        whole(self, task)

    monkeypatch.setattr(Sweep, "run", failing)
    runs = govern_all(service)
    assert (runs["demo-org"]["status"], runs["demo-org"]["failure"]) == ("failed", "RuntimeError")
    assert runs["other-org"]["status"] == "succeeded"
    [report] = service.call("GET", RUNS).body
    assert report["failure"] == "RuntimeError"


def test_a_run_without_time_says_so_and_the_next_goes_on(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.support.service import FakeContext

    several(service, 3, ttlDays=7)
    with monkeypatch.context() as short:
        short.setattr(FakeContext, "get_remaining_time_in_millis", lambda _: 1000)
        run = govern_all(service, days=8)["demo-org"]
    assert (run["status"], run["counts"]) == ("unfinished", {})
    assert govern(service, days=8)["archived"] == 3


def test_a_run_that_died_is_closed_by_a_later_one(service: Service) -> None:
    govern(service)
    change(service, "UPDATE governance_run SET status = 'running', started_at = started_at - interval '1 hour'")
    govern(service)
    _, dead = service.call("GET", RUNS).body
    assert (dead["status"], dead["failure"]) == ("failed", "interrupted")


def test_batches_are_bounded_and_all_is_done(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    from agent_memory.governance import sweep

    monkeypatch.setattr(sweep, "BATCH", 2)
    monkeypatch.setattr(sweep, "PAGE", 2)
    for user in "abcde":
        several(service, 3, user=user, ttlDays=7)
        service.say("我住在苏州工业园区", user=user)
    counts = govern(service, days=120)
    assert (counts["archived"], counts["turnsDropped"]) == (15, 5)
    assert len(archived(service)) == 15


def test_what_was_tampered_with_stays_and_stops_nothing(service: Service) -> None:
    bad, *_ = several(service, 3, ttlDays=7)
    change(service, "UPDATE memory SET body = overlay(body PLACING '\\x00' FROM 20) WHERE memory_id = %s", bad)
    assert govern(service, days=8)["archived"] == 2
    assert rows(service, "SELECT memory_id FROM memory") == [(bad,)]


@pytest.mark.parametrize(
    "event", [{"now": "tomorrow"}, {"now": 5}, {"dryRun": "yes"}, {"orgId": "../x"}, {"force": True}]
)
def test_an_event_that_makes_no_sense_is_refused(service: Service, event: dict[str, object]) -> None:
    several(service, 3, ttlDays=7)
    with pytest.raises(ValueError, match="GovernanceEvent"):
        service.invoke("GovernanceDaily", event)
    assert rows(service, "SELECT count(*) FROM governance_run") == [(0,)]


def test_what_happens_while_texts_are_titled_is_respected(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """Between reading and moving no transaction is open: what was pinned, changed or deleted meanwhile is not archived."""
    from agent_memory.governance.headlines import OwnBeginnings

    pinned, changed, deleted, left = several(service, 4, ttlDays=7)
    titled = OwnBeginnings.write

    def meanwhile(self: OwnBeginnings, contents: Any) -> Any:
        monkeypatch.undo()
        assert service.call("PATCH", service.memories(pinned), {"pinned": True}).status == 200
        assert service.call("PATCH", service.memories(changed), {"content": "用户换了一件事"}).status == 200
        assert service.call("DELETE", service.memories(deleted)).status == 200
        return titled(self, contents)

    monkeypatch.setattr(OwnBeginnings, "write", meanwhile)
    govern(service, days=8)
    assert get(service, pinned)["pinned"] is True
    assert (get(service, changed), get(service, deleted), get(service, left)) == (404, 404, 404)
    assert archived(service) == sorted([changed, left])
    versions = rows(service, "SELECT version FROM memory_archive WHERE memory_id = %s", changed)
    assert versions == [(2,)], "it went in a later batch of the same run, as it is now"


def test_a_user_who_is_being_written_about_waits_for_another_run(service: Service) -> None:
    import psycopg

    several(service, 2, ttlDays=7)
    several(service, 2, ttlDays=7, user="other")
    with psycopg.connect(service.address.admin) as connection:
        connection.execute("SELECT 1 FROM subject WHERE user_id = %s FOR UPDATE", [USER])
        assert govern(service, days=8)["archived"] == 2
    assert rows(service, "SELECT DISTINCT user_id FROM memory_archive") == [("other",)]
    assert govern(service, days=8)["archived"] == 2


def test_a_crash_between_reading_and_moving_loses_and_doubles_nothing(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    from agent_memory.governance import archiving

    made = several(service, 3, ttlDays=7)
    with monkeypatch.context() as crashing:
        crashing.setattr(archiving.Archiver, "_events", lambda *_: 1 / 0)
        assert govern_all(service, days=8)["demo-org"]["failure"] == "ZeroDivisionError"
    assert sorted(memory["id"] for memory in service.list()) == sorted(made)
    assert archived(service) == []
    assert govern(service, days=8)["archived"] == 3
    assert archived(service) == sorted(made)
