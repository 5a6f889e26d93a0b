"""Who may do what: credentials, roles, and the wall between orgs."""

from __future__ import annotations

import psycopg
import pytest

from tests.support.service import AGENT, USER, Service

ROUTES = [
    ("GET", "/api/agents"),
    ("PUT", "/api/agents/x"),
    ("GET", "/api/agents/x"),
    ("POST", "/api/agents/x/memories"),
    ("GET", "/api/agents/x/memories"),
    ("DELETE", "/api/agents/x/memories"),
    ("GET", "/api/agents/x/memories/stats"),
    ("GET", "/api/agents/x/memories/mem-1"),
    ("PATCH", "/api/agents/x/memories/mem-1"),
    ("DELETE", "/api/agents/x/memories/mem-1"),
    ("GET", "/api/agents/x/memories/mem-1/versions"),
    ("POST", "/api/agents/x/memories/batch"),
    ("POST", "/api/agents/x/memories/mem-1/rollback"),
    ("GET", "/api/agents/x/reviews"),
    ("POST", "/api/agents/x/reviews/mem-1"),
    ("POST", "/api/agents/x/extract:dryRun"),
    ("POST", "/api/agents/x/conversations"),
    ("GET", "/api/agents/x/conversations"),
    ("GET", "/api/agents/x/jobs"),
    ("GET", "/api/agents/x/jobs/1"),
    ("POST", "/api/agents/x/recall"),
    ("POST", "/api/agents/x/signals"),
    ("POST", "/api/keys"),
    ("GET", "/api/keys"),
    ("DELETE", "/api/keys/key-1"),
    ("GET", "/api/governance/runs"),
    ("GET", "/api/agents/x/archive"),
    ("POST", "/api/agents/x/archive/mem-1/restore"),
    ("GET", "/api/agents/x/tiers"),
    ("GET", "/api/policy"),
    ("PUT", "/api/policy"),
    ("GET", "/api/agents/x/policy"),
    ("PUT", "/api/agents/x/policy"),
]


def test_the_list_of_routes_is_the_templates(service: Service) -> None:
    declared = {(route.method, route.resource) for route in service.application.api.routes if route.authorizer}
    assert {(method, path.count("/")) for method, path in ROUTES} == {(m, p.count("/")) for m, p in declared}
    assert len(ROUTES) == len(declared)


@pytest.mark.parametrize(("method", "path"), ROUTES)
@pytest.mark.parametrize("key", [None, "amk_" + "0" * 40, "nonsense", ""])
def test_without_a_valid_key_every_route_answers_401(quiet: Service, method: str, path: str, key: str | None) -> None:
    answer = quiet.call(method, path, {} if method in ("POST", "PUT", "PATCH") else None, key=key)
    assert (answer.status, answer.code) == (401, "unauthenticated")
    assert answer.headers["content-type"] == "application/problem+json"


def test_health_needs_no_key(quiet: Service) -> None:
    answer = quiet.call("GET", "/health", key=None)
    assert (answer.status, answer.body["status"]) == (200, "ok")


@pytest.mark.parametrize("scheme", ["Basic", "bearer", "BEARER", ""])
def test_only_bearer_tokens_count(quiet: Service, scheme: str) -> None:
    header = {"Authorization": f"{scheme} {quiet.keys['admin']}".strip()}
    answer = quiet.call("GET", "/api/agents", key=None, headers=header)
    assert answer.status == (200 if scheme.lower() == "bearer" else 401)


@pytest.mark.parametrize("column", ["revoked_at", "expires_at"])
def test_a_revoked_or_expired_key_is_no_key(service: Service, column: str) -> None:
    with psycopg.connect(service.address.admin) as connection:
        connection.execute(f"UPDATE api_key SET {column} = now() - interval '1 second' WHERE role = 'agent'")
    assert service.call("GET", service.memories(), key="agent").status == 401
    assert service.call("GET", service.memories(), key="admin").status == 200


@pytest.mark.parametrize(
    ("method", "path", "query"),
    [
        ("PUT", "/api/agents/new-agent", {}),
        ("GET", "/api/agents", {}),
        ("GET", f"/api/agents/{AGENT}", {}),
        ("DELETE", f"/api/agents/{AGENT}/memories", {"userId": USER}),
    ],
)
def test_agents_may_not_administer(service: Service, method: str, path: str, query: dict[str, str]) -> None:
    service.create("一")
    answer = service.call(method, path, {} if method == "PUT" else None, key="agent", query=query)
    assert (answer.status, answer.code) == (403, "forbidden")
    assert len(service.list()) == 1


def test_agents_may_do_their_work(service: Service) -> None:
    memory = service.create("一", key="agent")
    path = service.memories(memory["id"])
    assert service.call("GET", path, key="agent").status == 200
    assert service.call("PATCH", path, {"pinned": True}, key="agent").status == 200
    assert service.call("GET", service.memories(), key="agent").status == 200
    assert service.call("GET", service.memories("stats"), key="agent").status == 200
    assert service.call("DELETE", path, key="agent").status == 200


def reach(service: Service, agent: str, key: str) -> list[tuple[int, str, object]]:
    """What every route answers for an agent: status, code, and what is left when the correlation id is gone."""
    conversation = {"userId": USER, "sessionId": "s", "messages": [{"role": "user", "content": "我住在苏州工业园区"}]}
    calls: list[tuple[str, str, object, dict[str, str]]] = [
        ("GET", "", None, {}),
        ("POST", "/memories", {"userId": USER, "content": "入侵"}, {}),
        ("POST", "/memories/batch", {"items": [{"userId": USER, "content": "入侵"}]}, {}),
        ("GET", "/memories", None, {"userId": USER}),
        ("GET", "/memories", None, {}),
        ("DELETE", "/memories", None, {"userId": USER}),
        ("GET", "/memories/stats", None, {}),
        ("GET", "/memories/mem-1", None, {}),
        ("PATCH", "/memories/mem-1", {"pinned": True}, {}),
        ("DELETE", "/memories/mem-1", None, {}),
        ("GET", "/memories/mem-1/versions", None, {}),
        ("POST", "/memories/mem-1/rollback", {"version": 1}, {}),
        ("POST", "/conversations", conversation, {}),
        ("GET", "/conversations", None, {"userId": USER}),
        ("GET", "/jobs", None, {"userId": USER}),
        ("GET", "/jobs/job-1", None, {}),
        ("POST", "/recall", {"userId": USER, "query": "秘密"}, {}),
        ("GET", "/policy", None, {}),
        ("GET", "/tiers", None, {}),
        ("GET", "/archive", None, {"userId": USER}),
        ("POST", "/archive/mem-1/restore", None, {}),
        ("PUT", "/policy", {"legalHold": True}, {}),
    ]
    answers = []
    for method, path, body, query in calls:
        answer = service.call(method, f"/api/agents/{agent}{path}", body, query=query, key=key)
        shown = {name: value for name, value in answer.body.items() if name != "correlationId"}
        headers = {name: value for name, value in answer.headers.items() if "id" not in name and name != "date"}
        answers.append((answer.status, answer.code, (shown, headers)))
    return answers


def test_a_foreign_agent_and_an_unknown_one_answer_alike(service: Service) -> None:
    service.create("秘密")
    foreign = reach(service, AGENT, "other_org_admin")
    unknown = reach(service, "no-such-agent", "other_org_admin")
    assert foreign == unknown
    assert {(status, code) for status, code, _ in foreign} == {(403, "forbidden")}
    assert service.contents() == {"秘密"}


def test_an_agent_of_the_same_name_in_another_org_shares_nothing(service: Service) -> None:
    memory = service.create("秘密")
    assert service.call("PUT", f"/api/agents/{AGENT}", {}, key="other_org_admin").status == 201
    assert service.list(key="other_org_admin") == []
    for method in ("GET", "PATCH", "DELETE"):
        body = {"pinned": True} if method == "PATCH" else None
        assert service.call(method, service.memories(memory["id"]), body, key="other_org_admin").status == 404
    assert service.call("GET", service.memories("stats"), key="other_org_admin").body["total"] == 0
    recalled = service.call(
        "POST", f"/api/agents/{AGENT}/recall", {"userId": USER, "query": "秘密"}, key="other_org_admin"
    )
    assert recalled.body["memories"] == []
    gone = service.call("DELETE", service.memories(), query={"userId": USER}, key="other_org_admin")
    assert gone.body["deleted"] == 0
    assert service.contents() == {"秘密"}


def test_a_memory_of_another_agent_is_not_found(service: Service) -> None:
    memory = service.create("一")
    for method in ("GET", "PATCH", "DELETE"):
        body = {"pinned": True} if method == "PATCH" else None
        path = service.memories(memory["id"], agent="support-agent")
        assert service.call(method, path, body).status == 404


def test_a_forgotten_user_answers_410_by_name_and_404_by_id(service: Service) -> None:
    memory = service.create("一")
    job = service.say("好的，就这么定了吧，谢谢")
    with psycopg.connect(service.address.admin) as connection:
        connection.execute("UPDATE subject SET state = 'forgotten' WHERE user_id = %s", [USER])
    base = f"/api/agents/{AGENT}"
    conversation = {"userId": USER, "sessionId": "s", "messages": [{"role": "user", "content": "我住在苏州工业园区"}]}
    named = [
        service.call("POST", f"{base}/memories", {"userId": USER, "content": "二"}),
        service.call("GET", f"{base}/memories", query={"userId": USER}),
        service.call("DELETE", f"{base}/memories", query={"userId": USER}),
        service.call("POST", f"{base}/conversations", conversation),
        service.call("GET", f"{base}/conversations", query={"userId": USER}),
        service.call("GET", f"{base}/jobs", query={"userId": USER}),
        service.call("POST", f"{base}/recall", {"userId": USER, "query": "一"}),
    ]
    assert [(answer.status, answer.code) for answer in named] == [(410, "subject_forgotten")] * len(named)
    by_id = [
        service.call("GET", f"{base}/memories/{memory['id']}"),
        service.call("PATCH", f"{base}/memories/{memory['id']}", {"pinned": True}),
        service.call("DELETE", f"{base}/memories/{memory['id']}"),
        service.call("GET", f"{base}/memories/{memory['id']}/versions"),
        service.call("GET", f"{base}/jobs/{job['jobId']}"),
    ]
    assert [answer.status for answer in by_id] == [404] * len(by_id)
    assert service.list() == []
    assert service.call("GET", f"{base}/memories/stats").body["total"] == 0


def test_agents_are_registered_replaced_and_listed(service: Service) -> None:
    body = {"name": "采购助手", "description": "x", "instructions": "记住供应商", "timeZone": "Asia/Shanghai"}
    created = service.call("PUT", "/api/agents/purchasing", body)
    assert created.status == 201
    assert {name: created.body[name] for name in body} == body
    assert (created.body["agentId"], created.body["writePolicy"]) == ("purchasing", "auto")
    replaced = service.call("PUT", "/api/agents/purchasing", {})
    assert replaced.status == 200
    assert "name" not in replaced.body
    assert replaced.body["createdAt"] == created.body["createdAt"]
    listed = service.call("GET", "/api/agents").body
    assert [agent["agentId"] for agent in listed] == [AGENT, "purchasing", "support-agent"]
    assert service.call("GET", "/api/agents/purchasing").body == replaced.body
