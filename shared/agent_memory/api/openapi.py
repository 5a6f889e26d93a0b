"""The OpenAPI 3.1 document, generated from the routes that the handlers declare and their own models."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, Final, get_args, get_origin

from pydantic import BaseModel
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaMode, models_json_schema

from agent_memory import __version__
from agent_memory.api.models.common import PageQuery
from agent_memory.api.problems import INTERNAL, MEDIA_TYPE, PROBLEMS, Problem
from agent_memory.api.routes import Route
from agent_memory.core.ids import RESOURCE_ID_PATTERN

_REF: Final = "#/components/schemas/{model}"
_PARAMETER: Final = re.compile(r"\{(\w+)\}")

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
        "code": {"type": "string", "enum": sorted(p.code for p in (*PROBLEMS.values(), INTERNAL))},
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
    outputs = {_item(answer) for route in routes for answer in route.answers.values() if answer is not None}
    wanted: list[tuple[type[BaseModel], JsonSchemaMode]] = []
    for model in inputs:
        wanted.append((model, "validation"))  # noqa: PERF401  # a comprehension loses the literal's type
    for model in outputs:
        wanted.append((model, "serialization"))  # noqa: PERF401
    wanted.sort(key=lambda pair: (pair[0].__name__, pair[1]))
    _, document = models_json_schema(wanted, ref_template=_REF, schema_generator=GenerateJsonSchema)
    return dict(sorted(document.get("$defs", {}).items()))


def _operation(route: Route, schemas: dict[str, Any]) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "operationId": _operation_id(route),
        "summary": route.summary,
        "parameters": [*_path_parameters(route), *_query_parameters(route, schemas), *_headers(route)],
        "responses": {
            **{str(status): _answer(answer, route) for status, answer in sorted(route.answers.items())},
            **_problems(route),
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
    words = [word for word in re.split(r"[/{}.]", route.path) if word and word != "api"]
    return "_".join([route.method.lower(), *words])


def _path_parameters(route: Route) -> list[dict[str, Any]]:
    schema = {"type": "string", "pattern": RESOURCE_ID_PATTERN}
    return [{"name": name, "in": "path", "required": True, "schema": schema} for name in _PARAMETER.findall(route.path)]


def _query_parameters(route: Route, schemas: dict[str, Any]) -> list[dict[str, Any]]:
    if route.query is None:
        return []
    schema = schemas[route.query.__name__]
    required = schema.get("required", [])
    return [
        {"name": name, "in": "query", "required": name in required, "schema": shape}
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
    if answer is None:
        return {"description": route.summary}
    shape: dict[str, Any] = {"$ref": _REF.format(model=_item(answer).__name__)}
    if get_origin(answer) is list:
        shape = {"type": "array", "items": shape}
    described: dict[str, Any] = {"description": route.summary, "content": {"application/json": {"schema": shape}}}
    if route.query is not None and issubclass(route.query, PageQuery):
        text = {"type": "string"}
        described["headers"] = {"Link": {"description": 'The next page, `rel="next"`.', "schema": text}}
    return described


def _problems(route: Route) -> dict[str, Any]:
    possible = {problem.code: problem for problem in (*PROBLEMS.values(), INTERNAL)}
    codes = {"internal_error", "dependency_unavailable"}
    if route.roles:
        codes |= {"validation_failed", "unauthenticated", "forbidden", "rate_limited"}
    if "memoryId" in route.path or "jobId" in route.path:
        codes.add("not_found")
    if route.query is not None or route.body is not None:
        codes.add("subject_forgotten")
    if route.body is not None:
        codes |= {"payload_too_large", "duplicate_memory"}
    if route.writes:
        codes.add("idempotency_conflict")
    if route.method == "PATCH":
        codes.add("precondition_failed")
    by_status: dict[int, list[Problem]] = {}
    for code in sorted(codes & set(possible)):
        by_status.setdefault(possible[code].status, []).append(possible[code])
    content = {MEDIA_TYPE: {"schema": {"$ref": _REF.format(model="Problem")}}}
    return {
        str(status): {"description": " or ".join(problem.title for problem in problems), "content": content}
        for status, problems in sorted(by_status.items())
    }


def _item(answer: Any) -> type[BaseModel]:
    return get_args(answer)[0] if get_origin(answer) is list else answer
