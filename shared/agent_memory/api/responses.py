"""Answers: status, body and headers, as API Gateway wants them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from agent_memory.api.models.common import ResponseModel
from agent_memory.api.requests import Request
from agent_memory.core.paging import Cursor

Body = ResponseModel | Sequence[ResponseModel]


@dataclass(frozen=True, slots=True)
class Response:
    """What a route function returns."""

    status: int
    body: Body
    headers: dict[str, str] = field(default_factory=dict[str, str])

    def as_proxy_result(self, correlation_id: str) -> dict[str, Any]:
        """The answer in the form of a REST proxy integration."""
        document = _dump(self.body) if isinstance(self.body, ResponseModel) else [_dump(item) for item in self.body]
        return proxy_result(self.status, document, {"Content-Type": "application/json", **self.headers}, correlation_id)


def proxy_result(status: int, document: object, headers: dict[str, str], correlation_id: str) -> dict[str, Any]:
    """A JSON document in the form of a REST proxy integration."""
    return {
        "statusCode": status,
        "headers": {**headers, "X-Correlation-Id": correlation_id, "Cache-Control": "no-store"},
        "body": json.dumps(document, ensure_ascii=False, separators=(",", ":")),
        "isBase64Encoded": False,
    }


def etag(version: int) -> dict[str, str]:
    """The `ETag` of a version."""
    return {"ETag": f'"{version}"'}


def next_link(request: Request, cursor: Cursor | None) -> dict[str, str]:
    """The `Link` to the next page, while there is one."""
    if cursor is None:
        return {}
    query = urlencode({**request.query_parameters, "cursor": cursor.encode()})
    return {"Link": f'<{request.path}?{query}>; rel="next"'}


def _dump(body: ResponseModel) -> dict[str, Any]:
    shown = body.model_dump(mode="json", by_alias=True, exclude_none=True)
    return {**dict.fromkeys(body.nullable), **shown}
