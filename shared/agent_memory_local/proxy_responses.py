"""What a function's answer becomes for the client of a Lambda proxy integration. Pure.

Source: API Gateway developer guide, "Output format of a Lambda function for proxy integration".
"""

import base64
import binascii
import re
from collections.abc import Iterable
from typing import Any, cast

from agent_memory_local.environments import InvocationResult
from agent_memory_local.events import is_binary
from agent_memory_local.gateway_responses import GatewayError, HttpResponse

_TOKEN = re.compile(r"[!#$%&'*+\-.^_`|~0-9A-Za-z]+")
_VALUE = re.compile(r"[^\x00\r\n]*")
# The connection is the gateway's own business.
_DROPPED = {"connection", "content-length", "keep-alive", "te", "trailer", "transfer-encoding", "upgrade"}
# API Gateway keeps these names for itself and passes the function's values under another one.
_REMAPPED = {"authorization", "content-md5", "date", "host", "server", "user-agent", "www-authenticate"}


def client_response(result: InvocationResult, binary_media_types: Iterable[str], accept: str | None) -> HttpResponse:
    """The client's response.

    Args:
        result: of the route's function.
        binary_media_types: of the API; base64 bodies are decoded only for them, by the client's first `accept` type.

    Errors: GatewayError INTEGRATION_FAILURE when the function failed, timed out, or answered something else than a
    proxy response.
    """
    if result.failed:
        raise GatewayError("INTEGRATION_FAILURE")
    try:
        answer: object = result.json()
    except ValueError as error:
        raise GatewayError("INTEGRATION_FAILURE") from error
    if not isinstance(answer, dict):
        raise GatewayError("INTEGRATION_FAILURE")
    fields = cast("dict[str, Any]", answer)
    headers = _headers(fields)
    body = fields.get("body")
    if body is not None and not isinstance(body, str):
        raise GatewayError("INTEGRATION_FAILURE")
    decode = bool(fields.get("isBase64Encoded")) and is_binary(binary_media_types, (accept or "").split(",")[0])
    if not any(name.lower() == "content-type" for name, _ in headers):
        headers.append(("Content-Type", "application/json"))
    return HttpResponse(_status(fields), tuple(headers), _body(body or "", decode=decode))


def _status(fields: dict[str, Any]) -> int:
    value = fields.get("statusCode")
    try:
        status = int(value) if isinstance(value, int | str) and not isinstance(value, bool) else 0
    except ValueError:
        status = 0
    if not 200 <= status <= 599:
        raise GatewayError("INTEGRATION_FAILURE")
    return status


def _headers(fields: dict[str, Any]) -> list[tuple[str, str]]:
    single = _object(fields.get("headers"))
    multiple = _object(fields.get("multiValueHeaders"))
    repeated = {name.lower() for name in multiple}
    pairs = [(name, value) for name, value in single.items() if name.lower() not in repeated]
    pairs += [(name, value) for name, values in multiple.items() for value in _values(values)]
    return [_header(name, value) for name, value in pairs if name.lower() not in _DROPPED]


def _object(value: object) -> dict[str, Any]:
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise GatewayError("INTEGRATION_FAILURE")
    return cast("dict[str, Any]", value)


def _values(value: object) -> list[Any]:
    if not isinstance(value, list):
        raise GatewayError("INTEGRATION_FAILURE")
    return cast("list[Any]", value)


def _header(name: str, value: object) -> tuple[str, str]:
    if isinstance(value, bool):
        text = "true" if value else "false"
    elif isinstance(value, str | int | float):
        text = str(value).strip()
    else:
        raise GatewayError("INTEGRATION_FAILURE")
    if not _TOKEN.fullmatch(name) or not _VALUE.fullmatch(text):
        raise GatewayError("INTEGRATION_FAILURE")
    return (f"x-amzn-Remapped-{name}" if name.lower() in _REMAPPED else name), text


def _body(body: str, *, decode: bool) -> bytes:
    if not decode:
        return body.encode("utf-8", errors="replace")
    try:
        return base64.b64decode(body, validate=True)
    except binascii.Error as error:
        raise GatewayError("INTEGRATION_FAILURE") from error
