"""Tokens of an identity provider, beside API keys."""

from __future__ import annotations

import base64
import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import jwt
import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from pydantic import ValidationError

from agent_memory.core.errors import DependencyUnavailableError, UnauthenticatedError
from agent_memory.platform.settings import TokenSettings
from agent_memory.platform.tokens import OidcTokens
from tests.conftest import MakeService
from tests.support.identity_provider import AUDIENCE, IdentityProvider
from tests.support.service import AGENT, USER, Service

Forge = Callable[[IdentityProvider], str]


@pytest.fixture
def provider() -> Iterator[IdentityProvider]:
    with IdentityProvider().running() as provider:
        yield provider


@pytest.fixture
def trusting(make_service: MakeService, tmp_path: Path, provider: IdentityProvider) -> Iterator[Service]:
    """The service, with that provider configured."""
    with make_service(tmp_path, JWT_ISSUER=provider.issuer, JWT_AUDIENCE=AUDIENCE) as service:
        yield service


def test_a_token_without_a_role_is_a_persons_own(trusting: Service, provider: IdentityProvider) -> None:
    trusting.create("一", user=USER)
    trusting.create("二", user="user-2")
    token = provider.token()
    assert [memory["content"] for memory in trusting.list(key=token)] == ["一"]
    assert trusting.call("GET", trusting.memories(), key=token, query={"userId": "user-2"}).status == 403
    assert trusting.call("GET", "/api/agents", key=token).status == 403


def test_a_token_may_name_a_role(trusting: Service, provider: IdentityProvider) -> None:
    assert trusting.call("GET", "/api/agents", key=provider.token(role="admin")).status == 200
    assert trusting.call("GET", "/api/agents", key=provider.token(role="agent")).status == 403
    assert trusting.call("GET", "/api/agents", key=provider.token(role="root")).status == 401


def test_who_did_it_is_the_subject_of_the_token(trusting: Service, provider: IdentityProvider) -> None:
    memory = trusting.create("一", key=provider.token(role="agent", sub="backend-7"))
    [version] = trusting.call("GET", trusting.memories(memory["id"], "versions")).body
    assert version["updatedBy"] == "agent:sub-backend-7"


def test_keys_still_work_beside_tokens(trusting: Service) -> None:
    assert trusting.call("GET", "/api/agents").status == 200


def test_a_token_is_nothing_where_no_provider_is_configured(service: Service, provider: IdentityProvider) -> None:
    assert service.call("GET", service.memories(), key=provider.token()).status == 401
    assert provider.fetches == 0


def _encoded(part: object) -> str:
    return base64.urlsafe_b64encode(json.dumps(part).encode()).rstrip(b"=").decode()


def _unsigned(provider: IdentityProvider) -> str:
    payload = provider.token().split(".")[1]
    return f"{_encoded({'alg': 'none', 'typ': 'JWT', 'kid': 'key-1'})}.{payload}."


def _signed_with_the_public_key(provider: IdentityProvider) -> str:
    """The algorithm confusion attack: HMAC with what everybody knows."""
    public = (
        provider.keys["key-1"]
        .public_key()
        .public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)
    )
    body = f"{_encoded({'alg': 'HS256', 'typ': 'JWT', 'kid': 'key-1'})}.{provider.token().split('.')[1]}"
    signature = jwt.get_algorithm_by_name("HS256").sign(body.encode(), public)
    return f"{body}.{base64.urlsafe_b64encode(signature).rstrip(b'=').decode()}"


def _signed_by_another(provider: IdentityProvider) -> str:
    claims = jwt.decode(provider.token(), options={"verify_signature": False})
    stranger = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    return jwt.encode(claims, stranger, algorithm="RS256", headers={"kid": "key-1"})


def _altered(provider: IdentityProvider) -> str:
    head, payload, signature = provider.token().split(".")
    claims = json.loads(base64.urlsafe_b64decode(payload + "=="))
    return f"{head}.{_encoded({**claims, 'org_id': 'other-org'})}.{signature}"


FORGED: dict[str, Forge] = {
    "not a token": lambda _: "e30.e30",
    "unsigned": _unsigned,
    "signed with the public key": _signed_with_the_public_key,
    "signed by another": _signed_by_another,
    "altered": _altered,
    "of another issuer": lambda provider: provider.token(iss="https://elsewhere.example"),
    "for another audience": lambda provider: provider.token(aud="another-service"),
    "expired": lambda provider: provider.token(exp=int(time.time()) - 60),
    "not yet valid": lambda provider: provider.token(nbf=int(time.time()) + 600),
    "without expiry": lambda provider: provider.token(without="exp"),
    "without audience": lambda provider: provider.token(without="aud"),
    "without subject": lambda provider: provider.token(without="sub"),
    "without org": lambda provider: provider.token(without="org_id"),
    "of many orgs": lambda provider: provider.token(org_id=["demo-org"]),
    "of a blank org": lambda provider: provider.token(org_id=""),
    "of a strange subject": lambda provider: provider.token(sub="a\u0000b"),
    "of another algorithm": lambda provider: jwt.encode(
        jwt.decode(provider.token(), options={"verify_signature": False}),
        provider.keys["key-1"],
        algorithm="RS512",
        headers={"kid": "key-1"},
    ),
}


@pytest.mark.parametrize("forge", FORGED.values(), ids=FORGED.keys())
def test_what_proves_nobody_is_refused(trusting: Service, provider: IdentityProvider, forge: Forge) -> None:
    answer = trusting.call("GET", trusting.memories(), key=forge(provider))
    assert (answer.status, answer.code) == (401, "unauthenticated")


def test_a_token_of_an_org_that_does_not_exist_reaches_nothing(trusting: Service, provider: IdentityProvider) -> None:
    answer = trusting.call("GET", "/api/agents", key=provider.token(org_id="no-such-org", role="admin"))
    assert (answer.status, answer.code) == (403, "forbidden")


def test_keys_that_cannot_be_fetched_are_said_to_be_missing(trusting: Service, provider: IdentityProvider) -> None:
    provider.down = True
    answer = trusting.call("POST", f"/api/agents/{AGENT}/recall", {"userId": USER, "query": "x"}, key=provider.token())
    assert (answer.status, answer.code) == (503, "dependency_unavailable")
    assert provider.issuer not in answer.text
    assert [type(failure) for failure in trusting.invoker.failures] == [DependencyUnavailableError]
    trusting.invoker.failures.clear()


class TestPublishedKeys:
    """How often the provider is asked for its keys."""

    @pytest.fixture
    def now(self) -> list[float]:
        return [1000.0]

    @pytest.fixture
    def tokens(self, provider: IdentityProvider, now: list[float]) -> OidcTokens:
        settings = TokenSettings(jwt_issuer=provider.issuer, jwt_audience=AUDIENCE)
        return OidcTokens(settings, monotonic=lambda: now[0])

    def test_they_are_kept(self, provider: IdentityProvider, tokens: OidcTokens, now: list[float]) -> None:
        for _ in range(5):
            tokens.claims(provider.token())
        assert provider.fetches == 1
        now[0] += 300
        tokens.claims(provider.token())
        assert provider.fetches == 2

    def test_new_ones_are_found(self, provider: IdentityProvider, tokens: OidcTokens, now: list[float]) -> None:
        tokens.claims(provider.token())
        provider.add_key("key-2")
        now[0] += 11
        assert tokens.claims(provider.token(key_id="key-2"))["sub"] == "user-1"
        assert provider.fetches == 2

    def test_a_withdrawn_one_ends(self, provider: IdentityProvider, tokens: OidcTokens, now: list[float]) -> None:
        token = provider.token()
        tokens.claims(token)
        provider.keys.clear()
        provider.add_key("key-2")
        now[0] += 300
        with pytest.raises(UnauthenticatedError):
            tokens.claims(token)

    def test_made_up_names_do_not_make_us_ask(self, provider: IdentityProvider, tokens: OidcTokens) -> None:
        tokens.claims(provider.token())
        for number in range(20):
            token = jwt.encode({}, provider.keys["key-1"], algorithm="RS256", headers={"kid": f"made-up-{number}"})
            with pytest.raises(UnauthenticatedError):
                tokens.claims(token)
        assert provider.fetches == 1


@pytest.mark.parametrize("algorithm", ["HS256", "none"])
def test_algorithms_that_anybody_can_sign_with_cannot_be_configured(algorithm: str) -> None:
    with pytest.raises(ValidationError):
        TokenSettings(jwt_issuer="https://i.example", jwt_audience="a", jwt_algorithms=(algorithm,))
