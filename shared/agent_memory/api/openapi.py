"""The OpenAPI 3.1 document, generated from the routes that the handlers declare and their own models."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from typing import Any, Final, get_args, get_origin

from pydantic import BaseModel
from pydantic.json_schema import JsonSchemaMode, models_json_schema

from agent_memory import __version__
from agent_memory.api.json_schemas import JsonSchemas, without_null
from agent_memory.api.models.common import RESOURCE_ID_SCHEMA, PageQuery
from agent_memory.api.models.memories import MemoryOut
from agent_memory.api.problems import INTERNAL, MEDIA_TYPE, PROBLEMS, TIMEOUT, Problem
from agent_memory.api.routes import Route, Text

_REF: Final = "#/components/schemas/{model}"
_PARAMETER: Final = re.compile(r"\{(\w+)\}")
_QUALIFIED: Final = re.compile(r"agent_memory__(\w+?)__\w+?__(\w+)")
_KNOWN: Final = {problem.code: problem for problem in (*PROBLEMS.values(), INTERNAL)}

_TEXT: Final = {"type": "string"}
_SECONDS: Final = {"type": "integer", "minimum": 0}
_HEADERS: Final[dict[str, dict[str, Any]]] = {
    "ETag": {"description": "The version, for `If-Match`.", "schema": {"type": "string", "pattern": '^"[0-9]{1,9}"$'}},
    "Location": {
        "description": "Where to find it from now on.",
        "schema": {"type": "string", "format": "uri-reference"},
    },
    "Link": {"description": 'The next page, `rel="next"`, while there is one.', "schema": _TEXT},
    "X-Correlation-Id": {"description": "Names the request in our logs.", "schema": _TEXT},
    "WWW-Authenticate": {"description": "How to authenticate.", "schema": _TEXT},
    "Retry-After": {"description": "Seconds until it is worth another try.", "schema": _SECONDS},
    "RateLimit-Limit": {"description": "What the org may ask per minute.", "schema": _TEXT},
    "RateLimit-Remaining": {"description": "How much of that is left.", "schema": _SECONDS},
    "RateLimit-Reset": {"description": "Seconds until there is more.", "schema": _SECONDS},
}
_ALWAYS: Final = {401: ("WWW-Authenticate",), 429: ("Retry-After",), 503: ("Retry-After",), 504: ("Retry-After",)}
_SOMETIMES: Final = {429: ("RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset")}
"""Not where the gateway is the one that refuses."""

_PROBLEM_SCHEMA: Final[dict[str, Any]] = {
    "type": "object",
    "title": "Problem",
    "description": "RFC 9457 problem document.",
    "required": ["type", "title", "status", "detail", "code", "correlationId"],
    "properties": {
        "type": {"type": "string"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string"},
        "code": {"type": "string", "enum": sorted(_KNOWN)},
        "errors": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["field", "message"],
                "properties": {"field": {"type": "string"}, "message": {"type": "string"}},
            },
        },
        "existingId": {"type": "string"},
        "correlationId": {"type": "string"},
    },
}


def build(routes: Iterable[Route]) -> dict[str, Any]:
    """The document for these routes."""
    ordered = sorted(routes, key=lambda route: (route.path, route.method))
    schemas = _schemas(ordered)
    paths: dict[str, dict[str, Any]] = {}
    for route in ordered:
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(route, schemas)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Agent Memory",
            "version": __version__,
            "description": "Long-term memory of an AI agent's users: extraction, recall, management.",
        },
        "servers": [{"url": "/"}],
        "security": [{"bearer": []}],
        "paths": paths,
        "components": {
            "securitySchemes": {"bearer": {"type": "http", "scheme": "bearer", "description": "An API key."}},
            "schemas": {**schemas, "Problem": _PROBLEM_SCHEMA},
        },
    }


def _schemas(routes: Sequence[Route]) -> dict[str, Any]:
    inputs = {model for route in routes for model in (route.body, route.query) if model is not None}
    answers = [answer for route in routes for answer in route.answers.values()]
    outputs = {_item(answer) for answer in answers if not isinstance(answer, Text)}
    wanted: list[tuple[type[BaseModel], JsonSchemaMode]] = []
    for model in inputs:
        wanted.append((model, "validation"))  # noqa: PERF401  # a comprehension loses the literal's type
    for model in outputs:
        wanted.append((model, "serialization"))  # noqa: PERF401
    wanted.sort(key=lambda pair: (pair[0].__name__, pair[1]))
    _, document = models_json_schema(wanted, ref_template=_REF, schema_generator=JsonSchemas)
    # Two capabilities may have a type of one name; pydantic tells them apart by the modules they are in.
    renamed = _QUALIFIED.sub(lambda found: found[1].title() + found[2], json.dumps(document.get("$defs", {})))
    return dict(sorted(json.loads(renamed).items()))


def _operation(route: Route, schemas: dict[str, Any]) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "operationId": _operation_id(route),
        "summary": route.summary,
        "parameters": [*_path_parameters(route), *_query_parameters(route, schemas), *_headers(route)],
        "responses": {
            **{str(status): _answer(answer, route) for status, answer in sorted(route.answers.items())},
            **{str(status): _refusal(status, problems) for status, problems in sorted(_problems(route).items())},
        },
    }
    if route.body is not None:
        schema = {"$ref": _REF.format(model=route.body.__name__)}
        operation["requestBody"] = {"required": True, "content": {"application/json": {"schema": schema}}}
    if not route.roles:
        operation["security"] = []
    else:
        operation["x-roles"] = sorted(route.roles)
    return operation


def _operation_id(route: Route) -> str:
    words = [word for word in re.split(r"[/{}.:]", route.path) if word and word != "api"]
    return "_".join([route.method.lower(), *words])


def _path_parameters(route: Route) -> list[dict[str, Any]]:
    names: list[str] = _PARAMETER.findall(route.path)
    return [{"name": name, "in": "path", "required": True, "schema": RESOURCE_ID_SCHEMA} for name in names]


def _query_parameters(route: Route, schemas: dict[str, Any]) -> list[dict[str, Any]]:
    if route.query is None:
        return []
    schema = schemas[route.query.__name__]
    required = schema.get("required", [])
    return [
        {"name": name, "in": "query", "required": name in required, "schema": without_null(shape)}
        for name, shape in schema["properties"].items()
    ]


def _headers(route: Route) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    if route.writes:
        shape = {"type": "string", "pattern": "^[!-~]{1,255}$"}
        found.append({"name": "Idempotency-Key", "in": "header", "required": False, "schema": shape})
    if route.method == "PATCH":
        shape = {"type": "string", "pattern": '^(\\*|"[0-9]{1,9}")$'}
        found.append({"name": "If-Match", "in": "header", "required": False, "schema": shape})
    return found


def _answer(answer: Any, route: Route) -> dict[str, Any]:
    described: dict[str, Any] = {"description": route.summary}
    headers = _described(("X-Correlation-Id", *route.headers), required=True)
    if route.query is not None and issubclass(route.query, PageQuery):
        headers |= _described(("Link",), required=False)
    if isinstance(answer, Text):
        return {**described, "headers": headers, "content": {answer.media_type: {"schema": _text_schema(answer)}}}
    shape: dict[str, Any] = {"$ref": _REF.format(model=_item(answer).__name__)}
    if get_origin(answer) is list:
        shape = {"type": "array", "items": shape}
    return {**described, "headers": headers, "content": {"application/json": {"schema": shape}}}


def _text_schema(answer: Text) -> dict[str, Any]:
    return {"type": "object"} if answer.media_type == "application/json" else {"type": "string"}


def _described(names: Iterable[str], *, required: bool) -> dict[str, Any]:
    return {name: {**_HEADERS[name], "required": required} for name in names}


def _problems(route: Route) -> dict[int, list[Problem]]:
    """What may be wrong, by status."""
    codes = {"internal_error", "dependency_unavailable", "rate_limited"}
    if route.roles:
        codes |= {"validation_failed", "unauthenticated", "forbidden"}
    if set(_PARAMETER.findall(route.path)) - {"agentId"}:
        codes.add("not_found")
    if _names_a_user(route) or (route.writes and "memoryId" in route.path):
        codes.add("subject_forgotten")
    if route.body is not None:
        codes.add("payload_too_large")
    if route.writes:
        codes.add("idempotency_conflict")
    if any(answer is MemoryOut for answer in route.answers.values()) and route.writes:
        codes |= {"duplicate_memory", "quota_exceeded"}
    if route.method == "PATCH":
        codes.add("precondition_failed")
    by_status: dict[int, list[Problem]] = {TIMEOUT.status: [TIMEOUT]}
    for code in sorted(codes):
        by_status.setdefault(_KNOWN[code].status, []).append(_KNOWN[code])
    return by_status


def _names_a_user(route: Route) -> bool:
    """Whether a request is about a person it names. A key for a person says nothing about them."""
    return "{agentId}" in route.path and any(
        model is not None and "user_id" in model.model_fields for model in (route.query, route.body)
    )


def _refusal(status: int, problems: Sequence[Problem]) -> dict[str, Any]:
    headers = _described(_ALWAYS.get(status, ()), required=True)
    headers |= _described(_SOMETIMES.get(status, ()), required=False)
    return {
        "description": " or ".join(problem.title for problem in problems),
        **({"headers": headers} if headers else {}),
        "content": {MEDIA_TYPE: {"schema": {"$ref": _REF.format(model="Problem")}}},
    }


def _item(answer: Any) -> type[BaseModel]:
    return get_args(answer)[0] if get_origin(answer) is list else answer
