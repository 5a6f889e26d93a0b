"""Lambda authorizers: who may call a method, asked of the template's own function and kept for its time to live."""

import re
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol, cast
from urllib.parse import parse_qsl

from agent_memory_local import policies
from agent_memory_local.environments import InvocationResult
from agent_memory_local.errors import LocalStackError
from agent_memory_local.events import (
    HttpRequest,
    Matched,
    RequestIds,
    method_arn,
    request_authorizer_event,
    token_authorizer_event,
)
from agent_memory_local.gateway_responses import GatewayError
from agent_memory_local.model import Authorizer, Json, RestApi


class Invoker(Protocol):
    """Runs a function with an event."""

    async def invoke(self, name: str, event: object, /) -> InvocationResult:
        """See `Runtime.invoke`."""
        ...


@dataclass(frozen=True)
class _Verdict:
    policy: object
    principal: str
    context: dict[str, str]


@dataclass
class Gatekeeper:
    """Asks the authorizers of one API.

    Args:
        clock: seconds that only go forward.
    """

    api: RestApi
    invoker: Invoker
    clock: Callable[[], float] = time.monotonic
    _kept: dict[tuple[str, ...], tuple[float, _Verdict]] = field(
        default_factory=dict[tuple[str, ...], tuple[float, "_Verdict"]], init=False
    )

    async def admit(self, name: str, request: HttpRequest, matched: Matched, ids: RequestIds) -> Json:
        """Lets a request through an authorizer and returns `requestContext.authorizer`.

        Errors: GatewayError UNAUTHORIZED, ACCESS_DENIED, AUTHORIZER_FAILURE or AUTHORIZER_CONFIGURATION_ERROR.
        """
        authorizer = self.api.authorizers[name]
        identity = identity_of(authorizer, request, ids)
        if identity is None:
            raise GatewayError("UNAUTHORIZED")
        began = self.clock()
        verdict = await self._verdict(authorizer, identity, request, matched, ids)
        latency_ms = int((self.clock() - began) * 1000)
        arn = method_arn(self.api, request.method, request.raw_path)
        try:
            allowed = policies.allows(verdict.policy, arn)
        except policies.MalformedPolicyError as error:
            raise GatewayError("AUTHORIZER_CONFIGURATION_ERROR") from error
        if allowed is False:
            text = "User is not authorized to access this resource with an explicit deny in an identity-based policy"
            raise GatewayError("ACCESS_DENIED", text)
        if allowed is None:
            raise GatewayError("ACCESS_DENIED")
        return {**verdict.context, "principalId": verdict.principal, "integrationLatency": latency_ms}

    async def _verdict(
        self,
        authorizer: Authorizer,
        identity: tuple[str, ...],
        request: HttpRequest,
        matched: Matched,
        ids: RequestIds,
    ) -> _Verdict:
        key = (authorizer.name, *identity)
        expires, kept = self._kept.get(key, (0.0, None))
        if kept is not None and self.clock() < expires:
            return kept
        if authorizer.kind == "TOKEN":
            event = token_authorizer_event(self.api, request, identity[0])
        else:
            event = request_authorizer_event(self.api, request, matched, ids)
        try:
            verdict = verdict_of(await self.invoker.invoke(authorizer.function, event))
        except LocalStackError as error:
            raise GatewayError("AUTHORIZER_FAILURE") from error
        if authorizer.ttl_seconds > 0:
            self._forget_expired()
            self._kept[key] = (self.clock() + authorizer.ttl_seconds, verdict)
        return verdict

    def _forget_expired(self) -> None:
        now = self.clock()
        for key in [key for key, (expires, _) in self._kept.items() if expires <= now]:
            del self._kept[key]


def identity_of(authorizer: Authorizer, request: HttpRequest, ids: RequestIds) -> tuple[str, ...] | None:
    """The values that say who calls, None when one is missing or empty, or does not look like a token."""
    values = [_identity_value(place, name, request, ids) for place, name in authorizer.identity_sources]
    if not all(values):
        return None
    if authorizer.validation is not None and not re.fullmatch(authorizer.validation, values[0]):
        return None
    return tuple(values)


def verdict_of(result: InvocationResult) -> _Verdict:
    """Reads an authorizer's answer. Errors: GatewayError when it failed or is not one."""
    if result.failed:
        refused = result.json().get("errorMessage") == "Unauthorized"
        raise GatewayError("UNAUTHORIZED" if refused else "AUTHORIZER_FAILURE")
    try:
        answer: object = result.json()
    except ValueError as error:
        raise GatewayError("AUTHORIZER_CONFIGURATION_ERROR") from error
    if not isinstance(answer, dict):
        raise GatewayError("AUTHORIZER_CONFIGURATION_ERROR")
    fields = cast("dict[str, Any]", answer)
    context: object = fields.get("context") or {}
    principal = fields.get("principalId")
    if not isinstance(principal, str) or not isinstance(context, dict) or "policyDocument" not in fields:
        raise GatewayError("AUTHORIZER_CONFIGURATION_ERROR")
    return _Verdict(fields["policyDocument"], principal, _context(cast("dict[str, Any]", context)))


def _context(context: dict[str, Any]) -> dict[str, str]:
    """The context as functions get it: every value as text. Lists and objects are not allowed."""
    spelled: dict[str, str] = {}
    for name, value in context.items():
        if isinstance(value, bool):
            spelled[name] = "true" if value else "false"
        elif isinstance(value, str | int | float):
            spelled[name] = str(value)
        elif value is not None:
            raise GatewayError("AUTHORIZER_CONFIGURATION_ERROR")
    return spelled


def _identity_value(place: str, name: str, request: HttpRequest, ids: RequestIds) -> str:
    if place == "header":
        return request.header(name) or ""
    if place == "querystring":
        return _query_value(request, name)
    known = {"httpMethod": request.method, "path": request.raw_path, "identity.sourceIp": request.source_ip}
    return {**known, "requestId": ids.request_id}.get(name, "") if place == "context" else ""


def _query_value(request: HttpRequest, name: str) -> str:
    return dict(parse_qsl(request.query, errors="replace")).get(name, "")
