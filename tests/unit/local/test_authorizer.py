"""Lambda authorizers, asked through a fake invoker. No event loop: the fake never waits."""

import json
from collections.abc import Coroutine
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, TypeVar

import pytest

from agent_memory_local.authorizer import Gatekeeper
from agent_memory_local.environments import InvocationResult
from agent_memory_local.events import HttpRequest, Matched, RequestIds
from agent_memory_local.gateway_responses import GatewayError
from agent_memory_local.model import Authorizer, RestApi

IDS = RequestIds("r", "e", datetime(2026, 4, 1, tzinfo=UTC), "t")
MATCHED = Matched("/things/{id}", {"id": "a"})
EVERYTHING = {"Statement": [{"Effect": "Allow", "Action": "execute-api:Invoke", "Resource": "*"}]}
T = TypeVar("T")


def done(coroutine: Coroutine[Any, Any, T]) -> T:
    try:
        coroutine.send(None)
    except StopIteration as end:
        return end.value
    raise AssertionError("it waited")


@dataclass
class FakeInvoker:
    answer: object = None
    error: str | None = None
    events: list[Any] = field(default_factory=list[Any])

    async def invoke(self, _name: str, event: object, /) -> InvocationResult:
        self.events.append(event)
        if self.error is not None:
            return InvocationResult("i", json.dumps({"errorMessage": self.error}).encode(), failed=True)
        return InvocationResult("i", json.dumps(self.answer).encode())


class Bench:
    """A gatekeeper with one authorizer of each kind, whose clock the test turns."""

    def __init__(self, answer: object = None, error: str | None = None, ttl: int = 300) -> None:
        self.now = 0.0
        self.invoker = FakeInvoker(answer or {"principalId": "p", "policyDocument": EVERYTHING}, error)
        sources = (("header", "Authorization"), ("querystring", "key"))
        authorizers = {
            "token": Authorizer("token", "A", "TOKEN", (("header", "Authorization"),), ttl, "Bearer .+"),
            "request": Authorizer("request", "A", "REQUEST", sources, ttl),
        }
        api = RestApi("Api", "v1", (), authorizers, {})
        self.gatekeeper = Gatekeeper(api, self.invoker, clock=lambda: self.now)

    def admit(self, name: str = "token", token: str = "Bearer k", query: str = "key=1", method: str = "GET") -> Any:
        headers = (("authorization", token),) if token else ()
        request = HttpRequest(method, "/things/a", query=query, headers=headers)
        return done(self.gatekeeper.admit(name, request, MATCHED, IDS))


def refusal(bench: Bench, **how: str) -> str:
    with pytest.raises(GatewayError) as caught:
        bench.admit(**how)
    return caught.value.kind


def test_context_reaches_the_function_as_text() -> None:
    context = {"orgId": "o", "admin": True, "level": 3, "rate": 1.5, "nothing": None}
    bench = Bench({"principalId": "p", "policyDocument": EVERYTHING, "context": context})

    assert bench.admit() == {
        "orgId": "o",
        "admin": "true",
        "level": "3",
        "rate": "1.5",
        "principalId": "p",
        "integrationLatency": 0,
    }


@pytest.mark.parametrize(
    "how",
    [
        {"token": ""},
        {"token": "Basic k"},
        {"name": "request", "query": ""},
        {"name": "request", "query": "key="},
        {"name": "request", "token": ""},
    ],
)
def test_missing_identity_is_refused_without_asking(how: dict[str, str]) -> None:
    bench = Bench()

    assert refusal(bench, **how) == "UNAUTHORIZED"
    assert bench.invoker.events == []


@pytest.mark.parametrize(
    ("error", "kind"),
    [("Unauthorized", "UNAUTHORIZED"), ("unauthorized", "AUTHORIZER_FAILURE"), ("db", "AUTHORIZER_FAILURE")],
)
def test_exceptions_of_the_authorizer(error: str, kind: str) -> None:
    assert refusal(Bench(error=error)) == kind


@pytest.mark.parametrize(
    "answer",
    [
        ["p"],
        {"principalId": "p"},
        {"policyDocument": EVERYTHING},
        {"principalId": "p", "policyDocument": {}},
        {"principalId": "p", "policyDocument": EVERYTHING, "context": {"a": {}}},
        {"principalId": "p", "policyDocument": EVERYTHING, "context": {"a": [1]}},
    ],
)
def test_answers_that_are_none(answer: object) -> None:
    assert refusal(Bench(answer)) == "AUTHORIZER_CONFIGURATION_ERROR"


@pytest.mark.parametrize("effect", ["Deny", "Allow"])
def test_a_policy_that_does_not_allow_denies(effect: str) -> None:
    policy = {"Statement": [{"Effect": effect, "Action": "*", "Resource": "*" if effect == "Deny" else "*/POST/*"}]}

    assert refusal(Bench({"principalId": "p", "policyDocument": policy})) == "ACCESS_DENIED"


def test_an_answer_is_kept_for_its_time_to_live() -> None:
    bench = Bench(ttl=300)

    bench.admit()
    bench.now = 299.0
    bench.admit()
    assert len(bench.invoker.events) == 1
    bench.now = 301.0
    bench.admit()
    assert len(bench.invoker.events) == 2


def test_a_kept_policy_is_applied_to_each_method() -> None:
    only_get = {"Statement": [{"Effect": "Allow", "Action": "*", "Resource": "*/GET/*"}]}
    bench = Bench({"principalId": "p", "policyDocument": only_get})

    bench.admit(method="GET")

    assert refusal(bench, method="POST") == "ACCESS_DENIED"
    assert len(bench.invoker.events) == 1


def test_answers_are_kept_apart_by_identity_and_authorizer() -> None:
    bench = Bench()

    bench.admit(token="Bearer a")
    bench.admit(token="Bearer b")
    bench.admit(name="request", token="Bearer a")
    bench.admit(name="request", token="Bearer a", query="key=2")

    assert [event["type"] for event in bench.invoker.events] == ["TOKEN", "TOKEN", "REQUEST", "REQUEST"]


def test_time_to_live_of_zero_keeps_nothing() -> None:
    bench = Bench(ttl=0)

    bench.admit()
    bench.admit()

    assert len(bench.invoker.events) == 2


def test_failures_are_not_kept() -> None:
    bench = Bench(error="db")

    refusal(bench)
    bench.invoker.error = None

    assert bench.admit()["principalId"] == "p"
