"""Broken object level authorisation: every route, every id it takes, whose thing it names, and who asks.

Whatever is not the caller's own answers like what does not exist: same status, same body, same headers.
"""

from __future__ import annotations

import re
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

import pytest

from agent_memory.api.routes import Route
from tests.conftest import MakeService
from tests.support.comparing import comparable
from tests.support.route_calls import CALLS, Ids, routes
from tests.support.service import AGENT, Answer, Service

ROUTES = routes()
ROLES = ("admin", "agent", "user", "auditor")
CANARY = "canary"
"""In everything that belongs to others."""

MALFORMED = {"userId": "a\u0000b", "sessionId": "a\u0000b"}
"""What no id of that kind can be; every other id is a resource id, in which there is no space."""


@dataclass(frozen=True)
class Other:
    """Things that are not the caller's: in whose hands they are, and what they are."""

    ids: Ids
    key: str

    def state(self, service: Service) -> list[Any]:
        """All there is of them."""
        paths = (f"memories/{self.ids.memoryId}", f"jobs/{self.ids.jobId}")
        found = [service.call("GET", f"/api/agents/{self.ids.agentId}/{path}", key=self.key) for path in paths]
        everything = service.call(
            "GET", service.memories(agent=self.ids.agentId), query={"userId": self.ids.userId}, key=self.key
        )
        keys = service.call("GET", "/api/keys", key=self.key).body
        return [
            *(answer.body for answer in found),
            everything.body,
            [key for key in keys if key["keyId"] == self.ids.keyId],
            service.call("GET", f"/api/agents/{self.ids.agentId}/memories/{self.ids.reviewId}", key=self.key).body,
            service.call(
                "GET", f"/api/agents/{self.ids.agentId}/archive", query={"userId": self.ids.userId}, key=self.key
            ).body,
        ]


@pytest.fixture(scope="module")
def service(make_service: MakeService, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """One for all, without a rate limit; every case makes things and users of its own."""
    with make_service(tmp_path_factory.mktemp("isolation"), REQUESTS_PER_MINUTE="1000000") as service:
        yield service


def make_key(service: Service, role: str, user: str) -> str:
    wanted = {"role": role, **({"userId": user} if role == "user" else {})}
    return service.call("POST", "/api/keys", wanted).body["key"]


def things(service: Service, agent: str, mark: str, key: str, *, archives: bool) -> Ids:
    """A user with a memory, a job in a session, and a key; where it matters, since a run looks at everybody's, an archive."""
    user, session = f"{mark}-user-{uuid.uuid4()}", f"{mark}-session-{uuid.uuid4()}"
    memory = service.create(f"{mark} 一", user=user, agent=agent, key=key)
    said = {"role": "user", "content": f"{mark} 我住在苏州工业园区"}
    conversation = {"userId": user, "sessionId": session, "messages": [said]}
    job = service.call("POST", f"/api/agents/{agent}/conversations", conversation, key=key).body
    made = service.call("POST", "/api/keys", {"role": "agent", "label": mark}, key=key).body
    held = service.hold(service.create(f"{mark} 二", user=user, agent=agent, key=key)["id"])
    archived = service.create(f"{mark} 三", user=user, agent=agent, key=key)["id"]
    if archives:
        service.archive(archived)
    return Ids(agent, user, session, memory["id"], job["jobId"], made["keyId"], held, archived)


def others(service: Service, name: str, role: str, *, archives: bool) -> list[Other]:
    """Who has things of the kind that a parameter names, which a caller of the role may not reach."""
    agent = f"{CANARY}-agent-{uuid.uuid4()}"
    assert service.call("PUT", f"/api/agents/{agent}", {}, key="other_org_admin").status == 201
    of_other_org = Other(things(service, agent, CANARY, "other_org_admin", archives=archives), "other_org_admin")
    if name in ("agentId", "keyId"):  # an org's credentials share its agents and keys
        return [of_other_org]
    of_other_agent = Other(things(service, "support-agent", CANARY, "admin", archives=archives), "admin")
    of_other_user = Other(things(service, AGENT, CANARY, "admin", archives=archives), "admin")
    return [of_other_org, of_other_agent, *([of_other_user] if role == "user" else [])]


def request(service: Service, route: Route, ids: Ids, key: str) -> Answer:
    row, path = CALLS[route.method, route.path], route.path
    for name in row.takes:
        path = path.replace(f"{{{name}}}", quote(getattr(ids, name), safe=""))
    query = {name: getattr(ids, name) for name in row.query}
    return service.call(route.method, path, row.body(ids) if row.body else None, query=query, key=key)


def cases() -> list[Any]:
    return [
        pytest.param(route, name, role, id=f"{route.method} {route.path} {name} {role}")
        for place, route in ROUTES.items()
        for name in CALLS[place].takes
        for role in ROLES
    ]


def test_every_route_has_a_row_and_every_row_a_route() -> None:
    assert set(ROUTES) == set(CALLS)


def test_a_row_names_every_id_that_its_route_takes() -> None:
    ids = set(Ids.__dataclass_fields__)
    for place, route in ROUTES.items():
        in_path = set(re.findall(r"{(\w+)}", route.path))
        models = [model for model in (route.query, route.body) if model is not None]
        named = {field.alias for model in models for field in model.model_fields.values()}
        missing = ((in_path | named) & ids) - set(CALLS[place].takes)
        assert not missing, (place, missing)


@pytest.mark.parametrize(("route", "name", "role"), cases())
def test_own_is_reached_and_nothing_else(service: Service, route: Route, name: str, role: str) -> None:
    archives = "archivedId" in CALLS[route.method, route.path].takes
    own = things(service, AGENT, "own", "admin", archives=archives)
    strangers = others(service, name, role, archives=archives)
    naming_jobs = "jobId" in CALLS[route.method, route.path].names
    if naming_jobs:
        own = own.with_("jobId", f"job-{uuid.uuid4()}" if name == "jobId" else "")
    key = make_key(service, role, own.userId)
    allowed = role in {each.value for each in route.roles}
    before = [stranger.state(service) for stranger in strangers]

    unknown = f"unknown-{uuid.uuid4()}"
    nothing = comparable(request(service, route, own.with_(name, unknown), key), unknown)
    for stranger in strangers:
        foreign = getattr(stranger.ids, name)
        answer = request(service, route, own.with_(name, foreign), key)
        assert CANARY not in answer.text.replace(foreign, "")
        assert comparable(answer, foreign) == nothing, "what is not ours must look like what is not there"
    assert [stranger.state(service) for stranger in strangers] == before
    assert nothing[0] == (status_of_unknown(route, name, role) if allowed else 403)

    malformed = request(service, route, own.with_(name, MALFORMED.get(name, "not an id")), key)
    assert malformed.status == (400 if allowed else 403)
    if allowed:
        assert all(field.endswith(name) for field in malformed.fields)

    reached = request(service, route, own, key)
    refused = [400] if naming_jobs and name == "jobId" and role == "user" else [403]
    assert reached.status in (route.answers if allowed and refused == [403] else refused), reached.text


def status_of_unknown(route: Route, name: str, role: str) -> int:
    """The status for a well-formed id that names nothing of the caller's."""
    if role == "user" and name == "userId":
        return 403
    names = CALLS[route.method, route.path].names
    if role == "user" and name == "jobId" and name in names:
        return 400  # a person's own credential names no jobs
    if name in names:
        return max(route.answers)  # it is made, or there is simply nothing under it
    return 403 if name == "agentId" else 404
