"""The REST API of a rendered template, read from the OpenAPI body that AWS itself would import."""

from collections.abc import Callable, Mapping
from typing import Any, cast

from agent_memory_local.errors import TemplateError
from agent_memory_local.model import GATEWAY_TIMEOUT_SECONDS, Authorizer, GatewayResponse, Json, RestApi, Route

_METHODS = {"get", "put", "post", "delete", "patch", "head", "options"}
_ANY = "x-amazon-apigateway-any-method"
_INTEGRATION = "x-amazon-apigateway-integration"
_AUTHORIZER = "x-amazon-apigateway-authorizer"
_DEFAULT_TTL_SECONDS = 300

FunctionIn = Callable[[str], str]
"""Logical id of the function that a URI or ARN names."""


def read_rest_api(logical_id: str, stage: str, properties: Json, function_in: FunctionIn) -> RestApi:
    """Reads one `AWS::ApiGateway::RestApi`, its values resolved.

    Errors: TemplateError for integrations, security or validation that the local gateway would not perform.
    """
    body: Json = properties.get("Body", {})
    schemes: Json = body.get("securityDefinitions") or body.get("components", {}).get("securitySchemes", {})
    authorizers = {
        name: _authorizer(name, scheme, function_in) for name, scheme in schemes.items() if _AUTHORIZER in scheme
    }
    routes = [
        _route(method, path, operation, schemes, authorizers, function_in)
        for path, item in body.get("paths", {}).items()
        for method, operation in item.items()
        if method in _METHODS or method == _ANY
    ]
    responses: Json = body.get("x-amazon-apigateway-gateway-responses", {})
    declared_types: list[str] = properties.get("BinaryMediaTypes", [])
    media_types: list[str] = body.get("x-amazon-apigateway-binary-media-types", declared_types)
    return RestApi(
        logical_id=logical_id,
        stage=stage,
        routes=tuple(routes),
        authorizers=authorizers,
        gateway_responses={name: _gateway_response(response) for name, response in responses.items()},
        binary_media_types=tuple(media_type.replace("~1", "/") for media_type in media_types),
    )


def _authorizer(name: str, scheme: Json, function_in: FunctionIn) -> Authorizer:
    described: Json = scheme[_AUTHORIZER]
    kind = str(described.get("type", "")).upper()
    if kind not in {"TOKEN", "REQUEST"}:
        raise TemplateError(f"authorizer {name}: the local gateway runs Lambda authorizers only, not {kind or scheme}")
    sources = str(described.get("identitySource", ""))
    if kind == "TOKEN" and not sources:
        sources = f"method.request.header.{scheme.get('name', 'Authorization')}"
    return Authorizer(
        name=name,
        function=function_in(described["authorizerUri"]),
        kind="TOKEN" if kind == "TOKEN" else "REQUEST",
        identity_sources=tuple(_identity_source(part.strip()) for part in sources.split(",") if part.strip()),
        ttl_seconds=int(described.get("authorizerResultTtlInSeconds", _DEFAULT_TTL_SECONDS)),
        validation=described.get("identityValidationExpression"),
    )


def _identity_source(text: str) -> tuple[str, str]:
    place, _, name = text.removeprefix("method.request.").partition(".")
    if place not in {"header", "querystring", "context", "stageVariables"} or not name:
        raise TemplateError(f"identity source {text} is not one the local gateway knows")
    return place, name


def _route(
    method: str,
    path: str,
    operation: Json,
    schemes: Json,
    authorizers: Mapping[str, Authorizer],
    function_in: FunctionIn,
) -> Route:
    where = f"{method.upper()} {path}"
    integration: Json = operation.get(_INTEGRATION, {})
    verb = "ANY" if method == _ANY else method.upper()
    authorizer = _guard(where, operation, schemes, authorizers)
    if "x-amazon-apigateway-request-validator" in operation:
        raise TemplateError(f"{where}: the local gateway does not validate requests")
    kind = str(integration.get("type", "")).lower()
    if kind == "mock":
        status, headers = _canned_answer(integration)
        return Route(verb, path, None, authorizer, canned_headers=headers, canned_status=status)
    if kind != "aws_proxy":
        raise TemplateError(f"{where}: the local gateway has Lambda proxy integrations only, not {kind or 'none'}")
    timeout = integration.get("timeoutInMillis")
    seconds = GATEWAY_TIMEOUT_SECONDS if timeout is None else int(timeout) / 1000
    return Route(verb, path, function_in(integration["uri"]), authorizer, timeout_seconds=seconds)


def _guard(where: str, operation: Json, schemes: Json, authorizers: Mapping[str, Authorizer]) -> str | None:
    """The Lambda authorizer of an operation. API keys of usage plans are not enforced here."""
    found: str | None = None
    for requirement in operation.get("security", []):
        for name in cast("dict[str, Any]", requirement):
            if name in authorizers:
                found = name
            elif name not in {"NONE", "api_key"} and schemes.get(name, {}).get("name") != "x-api-key":
                raise TemplateError(f"{where}: authorizer {name} is not one the local gateway runs")
    return found


def _canned_answer(integration: Json) -> tuple[int, dict[str, str]]:
    """Status and headers of a mock integration's default answer; SAM makes these for CORS preflights."""
    default: Json = integration.get("responses", {}).get("default", {})
    parameters: Json = default.get("responseParameters", {})
    prefix = "method.response.header."
    headers = {name.removeprefix(prefix): str(value).strip("'") for name, value in parameters.items()}
    return int(default.get("statusCode", 200)), headers


def _gateway_response(response: Json) -> GatewayResponse:
    status = response.get("statusCode")
    templates: Json = response.get("responseTemplates") or {}
    prefix = "gatewayresponse.header."
    parameters: Json = response.get("responseParameters") or {}
    return GatewayResponse(
        status=None if status is None else int(status),
        headers={
            name.removeprefix(prefix): str(value) for name, value in parameters.items() if name.startswith(prefix)
        },
        templates={kind: str(text) for kind, text in templates.items()},
    )
