"""How to call every route, with the ids it takes as parameters: the rows of the isolation matrix."""

from __future__ import annotations

import importlib
import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from agent_memory.api.routes import Endpoint, Route

_FUNCTIONS: Final = Path(__file__).resolve().parents[2] / "functions"


@dataclass(frozen=True)
class Ids:
    """Everything that requests name, by the parameter that names it."""

    agentId: str  # noqa: N815  # as the parameter is called
    userId: str  # noqa: N815
    sessionId: str  # noqa: N815
    memoryId: str  # noqa: N815
    jobId: str  # noqa: N815
    keyId: str  # noqa: N815
    reviewId: str  # noqa: N815
    archivedId: str  # noqa: N815

    def with_(self, parameter: str, value: str) -> Ids:
        """The same, but for one."""
        return replace(self, **{parameter: value})


@dataclass(frozen=True)
class Call:
    """A row: what a request of a route holds.

    Args:
        takes: every id parameter of the route, wherever it stands.
        query: which of them stand in the query.
        body: makes the body from the ids.
        names: which of them name something that the request makes when it is not there.
    """

    takes: tuple[str, ...] = ()
    query: tuple[str, ...] = ()
    body: Callable[[Ids], Any] | None = None
    names: tuple[str, ...] = ("userId", "sessionId")


_A, _AM, _AJ = ("agentId",), ("agentId", "memoryId"), ("agentId", "jobId")


def _memory(ids: Ids) -> dict[str, Any]:
    return {"userId": ids.userId, "sessionId": ids.sessionId, "content": f"用户喜欢喝龙井茶 {uuid.uuid4()}"}


def _said(ids: Ids) -> dict[str, Any]:
    message = {"role": "user", "content": f"我住在苏州工业园区 {uuid.uuid4()}"}
    named = {"jobId": ids.jobId} if ids.jobId else {}
    return {"userId": ids.userId, "sessionId": ids.sessionId, "messages": [message], **named}


def _would_say(ids: Ids) -> dict[str, Any]:
    return {name: value for name, value in _said(ids).items() if name != "jobId"}


CALLS: Final[Mapping[tuple[str, str], Call]] = {
    ("GET", "/api/agents"): Call(),
    ("GET", "/api/agents/{agentId}"): Call(_A),
    ("PUT", "/api/agents/{agentId}"): Call(_A, body=lambda _: {}, names=_A),
    ("GET", "/api/keys"): Call(),
    ("POST", "/api/keys"): Call(("userId",), body=lambda ids: {"role": "user", "userId": ids.userId}),
    ("DELETE", "/api/keys/{keyId}"): Call(("keyId",)),
    ("POST", "/api/agents/{agentId}/memories"): Call((*_A, "userId", "sessionId"), body=_memory),
    ("POST", "/api/agents/{agentId}/memories/batch"): Call(
        (*_A, "userId", "sessionId"), body=lambda ids: {"items": [_memory(ids)]}
    ),
    ("GET", "/api/agents/{agentId}/memories"): Call((*_A, "userId", "sessionId"), ("userId", "sessionId")),
    ("DELETE", "/api/agents/{agentId}/memories"): Call((*_A, "userId"), ("userId",)),
    ("GET", "/api/agents/{agentId}/memories/stats"): Call(_A),
    ("GET", "/api/agents/{agentId}/memories/{memoryId}"): Call(_AM),
    ("PATCH", "/api/agents/{agentId}/memories/{memoryId}"): Call(_AM, body=lambda _: {"pinned": True}),
    ("DELETE", "/api/agents/{agentId}/memories/{memoryId}"): Call(_AM),
    ("GET", "/api/agents/{agentId}/memories/{memoryId}/versions"): Call(_AM),
    ("POST", "/api/agents/{agentId}/memories/{memoryId}/rollback"): Call(_AM, body=lambda _: {"version": 1}),
    ("GET", "/api/agents/{agentId}/reviews"): Call((*_A, "userId"), ("userId",)),
    ("POST", "/api/agents/{agentId}/reviews/{reviewId}"): Call(
        (*_A, "reviewId"), body=lambda _: {"decision": "accept"}
    ),
    ("POST", "/api/agents/{agentId}/conversations"): Call(
        (*_A, "userId", "sessionId", "jobId"), body=_said, names=("userId", "sessionId", "jobId")
    ),
    ("POST", "/api/agents/{agentId}/extract:dryRun"): Call((*_A, "userId", "sessionId"), body=_would_say),
    ("GET", "/api/agents/{agentId}/conversations"): Call((*_A, "userId", "sessionId"), ("userId", "sessionId")),
    ("GET", "/api/agents/{agentId}/jobs"): Call((*_A, "userId", "sessionId"), ("userId", "sessionId")),
    ("GET", "/api/agents/{agentId}/jobs/{jobId}"): Call(_AJ),
    ("GET", "/api/governance/runs"): Call(),
    ("GET", "/api/agents/{agentId}/archive"): Call((*_A, "userId"), ("userId",)),
    ("POST", "/api/agents/{agentId}/archive/{archivedId}/restore"): Call((*_A, "archivedId")),
    ("GET", "/api/agents/{agentId}/tiers"): Call(_A),
    ("GET", "/api/policy"): Call(),
    ("PUT", "/api/policy"): Call(body=lambda _: {}),
    ("GET", "/api/agents/{agentId}/policy"): Call(_A),
    ("PUT", "/api/agents/{agentId}/policy"): Call(_A, body=lambda _: {"legalHold": False}),
    ("POST", "/api/agents/{agentId}/recall"): Call(
        (*_A, "userId"), body=lambda ids: {"userId": ids.userId, "query": "喜欢喝什么茶"}
    ),
    ("POST", "/api/agents/{agentId}/signals"): Call(_A, body=lambda _: {"query": "喜欢喝什么茶"}),
}
"""By method and path. A route that is missing here fails the matrix."""


def routes() -> dict[tuple[str, str], Route]:
    """Every route that asks for a credential, from the handlers themselves."""
    found: dict[tuple[str, str], Route] = {}
    for folder in sorted(_FUNCTIONS.glob("*/app.py")):
        handler = importlib.import_module(f"{folder.parent.name}.app").handler
        if isinstance(handler, Endpoint) and handler.route.roles:
            found[handler.route.method, handler.route.path] = handler.route
    return found
