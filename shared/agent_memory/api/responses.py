"""Answers: status, body and headers, as API Gateway wants them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
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

    @property
    def body_text(self) -> str:
        """The body as JSON text."""
        document = _dump(self.body) if isinstance(self.body, ResponseModel) else [_dump(item) for item in self.body]
        return json_text(document)

    @property
    def all_headers(self) -> dict[str, str]:
        """The headers with the content type."""
        return {"Content-Type": "application/json", **self.headers}

    def as_proxy_result(self, correlation_id: str) -> dict[str, Any]:
        """The answer in the form of a REST proxy integration."""
        return proxy_result(self.status, self.body_text, self.all_headers, correlation_id)


@dataclass(frozen=True, slots=True)
class TextResponse:
    """An answer that is a text of some media type instead of a model."""

    status: int
    text: str
    media_type: str
    headers: dict[str, str] = field(default_factory=dict[str, str])

    def as_proxy_result(self, correlation_id: str) -> dict[str, Any]:
        """The answer in the form of a REST proxy integration."""
        return proxy_result(self.status, self.text, {"Content-Type": self.media_type, **self.headers}, correlation_id)


def json_text(document: object) -> str:
    """A document as compact JSON."""
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"))


def proxy_result(status: int, body: str, headers: Mapping[str, str], correlation_id: str) -> dict[str, Any]:
    """A JSON text in the form of a REST proxy integration."""
    return {
        "statusCode": status,
        "headers": {**headers, "X-Correlation-Id": correlation_id, "Cache-Control": "no-store"},
        "body": body,
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
    return _with_nulls(body, body.model_dump(mode="json", by_alias=True, exclude_none=True))


def _with_nulls(body: ResponseModel, shown: dict[str, Any]) -> dict[str, Any]:
    """What is shown, with the fields that say null instead of being left out; so of the models directly inside."""
    inner = {
        field.alias or name: _with_nulls(value, shown[field.alias or name])
        for name, field in type(body).model_fields.items()
        if isinstance(value := getattr(body, name), ResponseModel)
    }
    return {**dict.fromkeys(body.nullable), **shown, **inner}
