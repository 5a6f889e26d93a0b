"""From a route function to a Lambda handler: who may call, what went wrong, what is logged."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from aws_lambda_powertools.metrics import MetricUnit

from agent_memory.api.models.common import RequestModel
from agent_memory.api.problems import document_of, headers_of, problem_of
from agent_memory.api.requests import Request
from agent_memory.api.responses import Response, TextResponse, json_text, proxy_result
from agent_memory.core.errors import ForbiddenError
from agent_memory.credentials.model import Role
from agent_memory.idempotency.service import AlreadyAnsweredError
from agent_memory.platform.observability import logger, metrics, trace_of
from agent_memory.wiring import wiring


class UndeclaredAnswerError(Exception):
    """A route function answers with a status that its route does not declare, or without a header that it does."""


@dataclass(frozen=True, slots=True)
class Text:
    """An answer that is a text of some media type instead of a model."""

    media_type: str


RouteFunction = Callable[[Request], Response | TextResponse]

ADMIN: Final = frozenset({Role.ADMIN})
WORKERS: Final = frozenset({Role.ADMIN, Role.AGENT})
PEOPLE: Final = frozenset({Role.ADMIN, Role.AGENT, Role.USER})
"""A user only where the route asks for a scope, a place or a filter of their own: see `Request.scope`."""
OWNERS: Final = frozenset({Role.ADMIN, Role.USER})
COUNTERS: Final = frozenset({Role.ADMIN, Role.AGENT, Role.AUDITOR})
AUDITORS: Final = frozenset({Role.ADMIN, Role.AUDITOR})
PUBLIC: Final[frozenset[Role]] = frozenset()
"""No credential is asked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Route:
    """A route as the contract names it: the one source of the OpenAPI document."""

    method: str
    path: str
    roles: frozenset[Role]
    summary: str
    query: type[RequestModel] | None = None
    body: type[RequestModel] | None = None
    answers: Mapping[int, Any]
    """The model of each successful answer by status; `list[X]` for an array, a `Text` for what is no model."""
    headers: tuple[str, ...] = ()
    """Headers of its own that every successful answer carries."""

    @property
    def writes(self) -> bool:
        """Whether the route takes an `Idempotency-Key`."""
        return self.method != "GET" and not self.path.endswith(("/recall", "/signals", ":dryRun"))


def route(
    method: str,
    path: str,
    *,
    roles: frozenset[Role],
    answers: Mapping[int, Any],
    query: type[RequestModel] | None = None,
    body: type[RequestModel] | None = None,
    headers: tuple[str, ...] = (),
) -> Callable[[RouteFunction], Endpoint]:
    """Make a Lambda handler of a route function. The handler carries its `Route` as `handler.route`."""

    def decorate(function: RouteFunction) -> Endpoint:
        summary = (function.__doc__ or "").strip().splitlines()[0]
        declared = Route(
            method=method,
            path=path,
            roles=roles,
            summary=summary,
            query=query,
            body=body,
            answers=answers,
            headers=headers,
        )
        return Endpoint(declared, function)

    return decorate


class Endpoint:
    """A route function as a Lambda handler."""

    def __init__(self, route: Route, function: RouteFunction) -> None:
        self.route = route
        self._function = function
        self.__name__ = function.__name__

    def __call__(self, event: Mapping[str, Any], context: Any) -> dict[str, Any]:
        started = time.perf_counter()
        request = Request(event, query=self.route.query, body=self.route.body)
        logger().set_correlation_id(request.correlation_id)
        try:
            if self.route.roles:
                wiring().deadline.begin(context.get_remaining_time_in_millis)
            return self._answer(request)
        finally:
            metrics().add_dimension(name="Route", value=f"{self.route.method} {self.route.path}")
            elapsed = (time.perf_counter() - started) * 1000
            metrics().add_metric(name="Latency", unit=MetricUnit.Milliseconds, value=elapsed)
            metrics().flush_metrics()

    def _admit(self, request: Request) -> None:
        """Refuse callers whose role may not, and orgs that have asked too often. Public routes are the gateway's."""
        if not self.route.roles:
            return
        wiring().rate_limiter.admit(request.caller.org_id)
        if request.caller.role not in self.route.roles:
            raise ForbiddenError

    def _answer(self, request: Request) -> dict[str, Any]:
        try:
            self._admit(request)
            response = self._function(request)
            if response.status not in self.route.answers or not set(self.route.headers) <= set(response.headers):
                raise UndeclaredAnswerError(response.status)
            return response.as_proxy_result(request.correlation_id)
        except AlreadyAnsweredError as before:
            kept = before.answer
            return proxy_result(kept.status, kept.body, kept.headers, request.correlation_id)
        except Exception as error:  # noqa: BLE001  # the boundary: every failure becomes an answer, ours are logged
            problem = problem_of(error)
            if problem.status >= 500:
                logger().error("request failed", code=problem.code, trace=trace_of(error))
                metrics().add_metric(name="ServerErrors", unit=MetricUnit.Count, value=1)
            document = document_of(error, problem, request.correlation_id)
            return proxy_result(problem.status, json_text(document), headers_of(error, problem), request.correlation_id)
