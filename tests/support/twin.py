"""An org and its twin: another tenant with rows under the very same names and ids, which must make no difference.

`walk` makes every kind of request in one org. What it is answered must not depend on the twin, and what the twin has
must be the same afterwards. That holds with both locks, and with either of them alone.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any, Final, LiteralString

import psycopg

from agent_memory.core.clock import iso_format
from tests.support.comparing import comparable
from tests.support.service import Answer, Service

ORG: Final = "other-org"
TWIN: Final = "demo-org"
"""Comes first in every index that starts with the org: a statement that asks for any org's row meets this one."""

AGENT: Final = "other-agent"
USER: Final = "user-1"

_FLIPPED: Final = "overlay({0} PLACING set_byte(substring({0} FROM 13 FOR 1), 0, get_byte({0}, 12) # 255) FROM 13)"
_DIFFERENT: Final[dict[str, dict[str, str]]] = {
    "agent": {"name": "'twin'", "instructions": "'twin'", "time_zone": "'Pacific/Chatham'"},
    "api_key": {"label": "'twin'", "key_hash": "sha256(key_hash)"},
    "idempotency_key": {"answer": _FLIPPED.format("answer"), "fingerprint": "sha256(fingerprint)"},
    "agent_policy": {"overrides": '\'{"turnRetentionDays": 2, "tiers": {"hot": 99}}\'::jsonb'},
    "org_policy": {"overrides": '\'{"ttlDays": {"fact": 1}}\'::jsonb'},
    "governance_run": {"counts": "'{\"archived\": 77}'::jsonb"},
    "memory_access": {"times": "times + 70"},
    "memory_archive": {"headline": _FLIPPED.format("headline"), "payload": _FLIPPED.format("payload")},
    "job": {"status": "'failed'", "failure": "'twin'", "results": "NULL"},
    "memory": {"body": _FLIPPED.format("body"), "pinned": "NOT pinned", "access_count": "access_count + 70"},
    "memory_scope": {"epoch": "epoch + 9", "lease_holder": "'twin'", "lease_until": "'2126-01-01'"},
    "memory_version": {"body": _FLIPPED.format("body"), "version": "version + 50"},
    "subject": {"state": "'forgotten'", "epoch": "epoch + 9"},
    "turn": {"body": _FLIPPED.format("body"), "epoch": "epoch + 9"},
}
"""What a twin's row has of its own: a body that cannot be opened, settings that would show."""


def populate(service: Service) -> None:
    """Give the org something of every kind."""
    keep = {"Idempotency-Key": "kept"}
    service.call("POST", "/api/keys", {"role": "agent", "label": "backend"}, key="other_org_admin")
    for content in ("用户喜欢喝龙井茶", "用户养了一只猫", "用户在学吉他"):
        _in(service)("POST", "/memories", {"userId": USER, "content": content, "tags": ["生活"]})
    _in(service)("POST", "/memories", {"userId": "user-2", "content": "用户喜欢爬山"})
    _in(service)("POST", "/memories", {"userId": USER, "content": "用户爱看电影"}, headers=keep)
    for content in ("我住在北京朝阳区，离公司很近", "我已经从北京搬到上海浦东新区了"):
        said = {"userId": USER, "sessionId": "s1", "messages": [{"role": "user", "content": content}]}
        assert _in(service)("POST", "/conversations", said).status == 202
        service.work_off()
    assert _in(service)("PUT", "/policy", {"turnRetentionDays": 80, "decay": {"enabled": True}}).status == 200
    assert _in(service)("PUT", "/api/policy", {"tiers": {"warm": 2}, "ttlDays": {"knowledge": 300}}).status == 200
    for content in ("用户上周在学滑雪", "用户上个月借了一辆车"):
        _in(service)("POST", "/memories", {"userId": USER, "content": content, "ttlDays": 1})
    service.received("AccessQueue")
    _in(service)("POST", "/recall", {"userId": USER, "query": "龙井茶"})
    service.work_off("AccessWorker")
    _govern(service, days=2)
    waiting = {"userId": USER, "sessionId": "s2", "messages": [{"role": "user", "content": "我对花生过敏，千万别忘了"}]}
    assert _in(service)("POST", "/conversations", {**waiting, "jobId": "job-waiting"}).status == 202
    service.received("ConversationQueue")


def add_twin(admin: psycopg.Connection[Any]) -> None:
    """Copy every row of the org into its twin, and let each row differ where that would show."""
    admin.execute("SET session_replication_role = replica")
    for table in tables(admin):
        _run(admin, f"DELETE FROM {table} WHERE org_id = '{TWIN}'")
    for table in tables(admin):
        changes = {"org_id": f"'{TWIN}'", **_DIFFERENT.get(table, {})}
        names = columns(admin, table)
        values = ", ".join(changes.get(name, name) for name in names)
        _run(
            admin,
            f"INSERT INTO {table} ({', '.join(names)}) SELECT {values} FROM {table} WHERE org_id = '{ORG}'",
        )
    _run(admin, f"INSERT INTO org_limit VALUES ('{TWIN}', 1, 1, 1, 1)")
    admin.execute("SET session_replication_role = origin")


def remove_twin(admin: psycopg.Connection[Any]) -> None:
    """Leave the org alone in the database."""
    admin.execute("SET session_replication_role = replica")
    for table in tables(admin):
        _run(admin, f"DELETE FROM {table} WHERE org_id = '{TWIN}'")
    admin.execute("SET session_replication_role = origin")


def tables(admin: psycopg.Connection[Any]) -> list[str]:
    """Every table that belongs to orgs, but for the list of orgs itself."""
    rows = admin.execute(
        "SELECT table_name FROM information_schema.columns"
        " WHERE table_schema = 'public' AND column_name = 'org_id' AND table_name <> 'org' ORDER BY 1"
    ).fetchall()
    return [name for (name,) in rows]


def columns(admin: psycopg.Connection[Any], table: str) -> list[str]:
    rows = admin.execute(
        "SELECT column_name FROM information_schema.columns"
        " WHERE table_schema = 'public' AND table_name = %s ORDER BY ordinal_position",
        [table],
    ).fetchall()
    return [name for (name,) in rows]


def rows_of(admin: psycopg.Connection[Any], org_id: str = TWIN) -> dict[str, list[str]]:
    """Every row of an org, by table, as text."""
    return {
        table: [row for (row,) in _run(admin, f"SELECT t::text FROM {table} AS t WHERE org_id = '{org_id}' ORDER BY 1")]
        for table in tables(admin)
    }


def counts_of(admin: psycopg.Connection[Any], org_id: str = ORG) -> dict[str, int]:
    """How many rows of an org each table has."""
    return {table: len(rows) for table, rows in rows_of(admin, org_id).items()}


def _run(admin: psycopg.Connection[Any], sql: str) -> list[Any]:
    text: LiteralString = sql  # pyright: ignore[reportAssignmentType]  # names come from the catalog
    cursor = admin.execute(text)
    return cursor.fetchall() if cursor.description else []


def _in(service: Service) -> Callable[..., Answer]:
    def call(method: str, path: str, body: object = None, **more: Any) -> Answer:
        full = path if path.startswith("/api") else f"/api/agents/{AGENT}{path}"
        return service.call(method, full, body, key="other_org_admin", **more)

    return call


def walk(service: Service) -> list[object]:
    """Every kind of request in the org; what was answered, settled."""
    send, seen = _in(service), list[object]()

    def call(*request: Any, **more: Any) -> Answer:
        answer = send(*request, **more)
        seen.append(comparable(answer))
        return answer

    _read(call)
    _write(call)
    said = {
        "userId": USER,
        "sessionId": "s3",
        "messages": [{"role": "user", "content": "我已经从上海搬到杭州西湖区了"}],
    }
    job = call("POST", "/conversations", said).body["jobId"]
    with psycopg.connect(service.address.admin) as admin:
        admin.execute("UPDATE job SET sent_at = now() - interval '1 hour' WHERE org_id = %s", [ORG])
    service.invoke("JobsResend", {})
    service.work_off()
    for name in (job, "job-waiting"):
        call("GET", f"/jobs/{name}")
    service.work_off("AccessWorker")
    _read(call)
    [restored, *_] = call("GET", "/archive", query={"userId": USER}).body
    call("POST", f"/archive/{restored['id']}/restore")
    for days in (0, 40, 100):
        seen.append(_govern(service, days))
        _read(call)
    [*_, oldest] = call("GET", "/memories", query={"userId": USER}).body
    call("DELETE", f"/memories/{oldest['id']}")
    call("DELETE", "/memories", query={"userId": USER})
    _read(call)
    with psycopg.connect(service.address.admin) as admin:
        seen.append(counts_of(admin))
    return seen


def _govern(service: Service, days: int) -> object:
    """The org's own run, so many days from now: how it ended and what it counted."""
    moment = iso_format(datetime.now(UTC) + timedelta(days=days))
    run = service.invoke("GovernanceDaily", {"now": moment, "orgId": ORG})["runs"][ORG]
    return [run["status"], run["counts"]]


def _read(call: Callable[..., Answer]) -> None:
    for path in ("/policy", "/api/policy", "/tiers"):
        call("GET", path)
    for query in ({}, {"q": "滑雪"}):
        call("GET", "/archive", query={"userId": USER, **query})
    call("GET", "/api/governance/runs")
    for path in ("/api/agents", "/api/keys", "", "/memories/stats"):
        call("GET", path)
    for query in (
        {},
        {"userId": USER},
        {"userId": USER, "limit": 2},
        {"userId": USER, "status": "superseded"},
        {"tag": "生活"},
        {"userId": USER, "tag": "生活", "memoryType": "fact"},
        {"sessionId": "s1"},
        {"source": "auto"},
        {"pinned": "false"},
    ):
        call("GET", "/memories", query=query)
    call("GET", "/conversations", query={"userId": USER})
    call("GET", "/conversations", query={"userId": USER, "q": "北京"})
    call("GET", "/jobs", query={"userId": USER})
    for strategy in ("weighted", "rrf"):
        call("POST", "/recall", {"userId": USER, "query": "喜欢喝什么茶，住在哪里", "strategy": strategy})


def _write(call: Callable[..., Answer]) -> None:
    [*_, memory] = call("GET", "/memories", query={"userId": USER}).body
    path = f"/memories/{memory['id']}"
    call("GET", path)
    call("PATCH", path, {"content": "用户只喝明前龙井", "pinned": True})
    call("PATCH", path, {"content": "用户养了一只猫"})  # says what another one says: 409
    call("GET", f"{path}/versions")
    call("POST", f"{path}/rollback", {"version": 1})
    call("POST", "/memories", {"userId": USER, "content": "用户养了一只猫"})  # 409
    for key in ("kept", "new"):
        made = {"userId": USER, "content": "用户爱看电影" if key == "kept" else "用户会说粤语"}
        call("POST", "/memories", made, headers={"Idempotency-Key": key})
        call("POST", "/memories", made, headers={"Idempotency-Key": key})
    items = [{"userId": USER, "content": text} for text in ("用户会弹钢琴", "用户养了一只猫")]
    call("POST", "/memories/batch", {"items": items})
    call("PUT", "", {"name": "renamed"})
    call("PUT", "/policy", {"turnRetentionDays": 90, "decay": {"enabled": True}})
    call("PUT", "/api/policy", {"tiers": {"warm": 2.5}})
    [key, *_] = call("GET", "/api/keys").body
    call("DELETE", f"/api/keys/{key['keyId']}")
