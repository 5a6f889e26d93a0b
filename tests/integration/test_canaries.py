"""Whoever looks, by whatever route, sees the canaries of their own place, all of them, and no other."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from agent_memory.core.clock import SystemClock
from agent_memory.credentials.model import Role
from agent_memory.credentials.service import Provisioner
from agent_memory.platform.postgres import Database
from tests.conftest import MakeService
from tests.support.service import Service

ORGS, AGENTS, USERS = ("org-a", "org-b", "org-c"), ("desk", "travel"), ("li", "wang", "张伟")
CANARY = re.compile(r"canary\d+x")
_numbers = itertools.count(1)


@dataclass(frozen=True)
class Place:
    """Where something is remembered."""

    org: str
    agent: str
    user: str


places = st.builds(Place, st.sampled_from(ORGS), st.sampled_from(AGENTS), st.sampled_from(USERS))


def key_of(org: str) -> str:
    return f"amk_admin-of-{org}"


@pytest.fixture(scope="module")
def service(make_service: MakeService, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    with make_service(tmp_path_factory.mktemp("canaries"), REQUESTS_PER_MINUTE="1000000") as service:
        owner = Database(lambda: service.address.as_role("owner"))
        provisioner = Provisioner(owner, SystemClock())
        for org in ORGS:
            provisioner.create_org(org, org)
            provisioner.register_key(org, Role.ADMIN, key_of(org))
        owner.close()
        for org, agent in itertools.product(ORGS, AGENTS):
            assert service.call("PUT", f"/api/agents/{agent}", {}, key=key_of(org)).status == 201
        yield service


@pytest.fixture(scope="module")
def planted() -> dict[Place, set[str]]:
    """What was put where, by all examples so far."""
    return {}


def plant(service: Service, place: Place) -> set[str]:
    """A memory made by hand, and one that was said."""
    made, said = (f"canary{next(_numbers)}x" for _ in range(2))
    base = f"/api/agents/{place.agent}"
    memory = {"userId": place.user, "content": f"用户的暗号是 {made}"}
    assert service.call("POST", f"{base}/memories", memory, key=key_of(place.org)).status == 201
    words = {"role": "user", "content": f"请记住，我的航班号是 {said}"}
    conversation = {"userId": place.user, "sessionId": f"session-{said}", "messages": [words]}
    assert service.call("POST", f"{base}/conversations", conversation, key=key_of(place.org)).status == 202
    return {made, said}


def seen_of_user(service: Service, place: Place) -> dict[str, set[str]]:
    """The canaries in what each route says of a user."""
    base, key, user = f"/api/agents/{place.agent}", key_of(place.org), {"userId": place.user}
    asked = {**user, "query": "暗号 航班号", "topK": 100, "maxTokens": 100_000, "explain": True}
    texts = {
        "recall": service.call("POST", f"{base}/recall", asked, key=key).text,
        "jobs": service.call("GET", f"{base}/jobs", query={**user, "limit": 200}, key=key).text,
        "turns": service.call("GET", f"{base}/conversations", query={**user, "limit": 200}, key=key).text,
        "found turns": service.call("GET", f"{base}/conversations", query={**user, "q": "航班号"}, key=key).text,
    }
    listed = service.call("GET", f"{base}/memories", query={**user, "limit": 200}, key=key)
    texts["list"] = listed.text
    for memory in listed.body[:3]:
        for path in (memory["id"], f"{memory['id']}/versions"):
            texts[path] = service.call("GET", f"{base}/memories/{path}", key=key).text
    return {name: set(CANARY.findall(text)) for name, text in texts.items()}


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(new=st.lists(places, min_size=1, max_size=5))
def test_only_ones_own_canaries_are_seen(service: Service, planted: dict[Place, set[str]], new: list[Place]) -> None:
    for place in new:
        planted.setdefault(place, set()).update(plant(service, place))
    service.work_off()
    for place in {*new, Place("org-a", "desk", "li"), Place("org-b", "desk", "li")}:
        own = planted.get(place, set())
        for route, canaries in seen_of_user(service, place).items():
            assert canaries <= own, (route, place)
            if route == "list":
                assert canaries == own, place
    for org, agent in itertools.product(ORGS, AGENTS):
        of_agent = set[str]().union(*(found for at, found in planted.items() if (at.org, at.agent) == (org, agent)))
        base, key = f"/api/agents/{agent}", key_of(org)
        listed = service.call("GET", f"{base}/memories", query={"limit": 200}, key=key)
        assert set(CANARY.findall(listed.text)) == of_agent
        assert service.call("GET", f"{base}/memories/stats", key=key).body["total"] == len(listed.body)
