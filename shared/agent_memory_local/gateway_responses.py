"""The gateway's own answers: which error it is, and how the template words it. Pure.

Source: API Gateway developer guide, "Gateway response types" (default statuses and messages).
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

from agent_memory_local.model import GatewayResponse, Json

_VARIABLE = re.compile(r"\$(?:\{context((?:\.[\w-]+)+)\}|context((?:\.[\w-]+)+))")
_DEFAULT_TEMPLATE = '{"message":$context.error.messageString}'


@dataclass(frozen=True)
class _Kind:
    status: int
    message: str | None
    error: str  # value of x-amzn-ErrorType


_KINDS = {
    "ACCESS_DENIED": _Kind(403, "User is not authorized to access this resource", "AccessDeniedException"),
    "API_CONFIGURATION_ERROR": _Kind(500, "Internal server error", "InternalServerErrorException"),
    "AUTHORIZER_CONFIGURATION_ERROR": _Kind(500, None, "AuthorizerConfigurationException"),
    "AUTHORIZER_FAILURE": _Kind(500, None, "AuthorizerConfigurationException"),
    "INTEGRATION_FAILURE": _Kind(502, "Internal server error", "InternalServerErrorException"),
    "INTEGRATION_TIMEOUT": _Kind(504, "Endpoint request timed out", "InternalServerErrorException"),
    "MISSING_AUTHENTICATION_TOKEN": _Kind(403, "Missing Authentication Token", "MissingAuthenticationTokenException"),
    "REQUEST_TOO_LARGE": _Kind(413, "Request Too Long", "RequestTooLongException"),
    "THROTTLED": _Kind(429, "Too Many Requests", "TooManyRequestsException"),
    "UNAUTHORIZED": _Kind(401, "Unauthorized", "UnauthorizedException"),
}


class GatewayError(Exception):
    """The gateway answers by itself.

    Args:
        kind: a gateway response type, such as `UNAUTHORIZED`.
        message: replaces the type's own message.
    """

    def __init__(self, kind: str, message: str | None = None) -> None:
        super().__init__(kind)
        self.kind = kind
        self.message = message if message is not None else _KINDS[kind].message


@dataclass(frozen=True)
class HttpResponse:
    """An answer to a client; header names may repeat."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes


def worded(
    error: GatewayError,
    responses: Mapping[str, GatewayResponse],
    context: Json,
    headers: Mapping[str, str],
) -> HttpResponse:
    """The gateway's answer to an error, as the template words it.

    The type's own entry counts, else DEFAULT_4XX or DEFAULT_5XX by the default status, else AWS's wording.

    Args:
        context: what `$context.…` refers to; `error` is added here.
        headers: the request's headers, names in lower case.
    """
    kind = _KINDS[error.kind]
    family = "DEFAULT_4XX" if kind.status < 500 else "DEFAULT_5XX"
    response = responses.get(error.kind) or responses.get(family) or GatewayResponse(None, {}, {})
    known = {**context, "error": _error_context(error)}
    media_type, template = _template(response, headers.get("accept", ""))
    own = {name: _header_value(text, known, headers) for name, text in response.headers.items()}
    if not any(name.lower() == "content-type" for name in own):
        own["Content-Type"] = media_type
    own.setdefault("x-amzn-ErrorType", kind.error)
    status = response.status if response.status is not None else kind.status
    return HttpResponse(status, tuple(own.items()), _substituted(template, known).encode())


def _error_context(error: GatewayError) -> Json:
    return {
        "message": error.message or "",
        "messageString": json.dumps(error.message, ensure_ascii=False),
        "responseType": error.kind,
    }


def _template(response: GatewayResponse, accept: str) -> tuple[str, str]:
    wanted = [part.split(";")[0].strip() for part in accept.split(",")]
    for media_type in (*wanted, "application/json", *response.templates):
        if media_type in response.templates:
            return media_type, response.templates[media_type]
    return "application/json", _DEFAULT_TEMPLATE


def _header_value(expression: str, context: Json, headers: Mapping[str, str]) -> str:
    if expression.startswith("'") and expression.endswith("'"):
        return expression[1:-1]
    source, _, name = expression.partition(".")
    if source == "context":
        return _looked_up(context, name.split("."))
    return headers.get(expression.removeprefix("method.request.header.").lower(), "")


def _substituted(template: str, context: Json) -> str:
    return _VARIABLE.sub(lambda match: _looked_up(context, (match[1] or match[2])[1:].split(".")), template)


def _looked_up(context: Json, path: list[str]) -> str:
    """The value at a path, spelled as API Gateway does; "" when there is none."""
    value: Any = context
    for name in path:
        value = cast("Json", value).get(name) if isinstance(value, dict) else None
    return "" if value is None else str(value)
