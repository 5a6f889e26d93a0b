"""How the gateway words its own errors."""

import json

import pytest

from agent_memory_local.gateway_responses import GatewayError, worded
from agent_memory_local.model import GatewayResponse

CONTEXT = {"requestId": "r-1", "path": "/a", "identity": {"sourceIp": "127.0.0.1"}, "authorizer": {"orgId": "o"}}
NONE: dict[str, GatewayResponse] = {}


@pytest.mark.parametrize(
    ("kind", "status", "message"),
    [
        ("UNAUTHORIZED", 401, "Unauthorized"),
        ("ACCESS_DENIED", 403, "User is not authorized to access this resource"),
        ("MISSING_AUTHENTICATION_TOKEN", 403, "Missing Authentication Token"),
        ("REQUEST_TOO_LARGE", 413, "Request Too Long"),
        ("THROTTLED", 429, "Too Many Requests"),
        ("AUTHORIZER_FAILURE", 500, None),
        ("AUTHORIZER_CONFIGURATION_ERROR", 500, None),
        ("INTEGRATION_FAILURE", 502, "Internal server error"),
        ("INTEGRATION_TIMEOUT", 504, "Endpoint request timed out"),
    ],
)
def test_aws_has_a_wording_of_its_own(kind: str, status: int, message: str | None) -> None:
    response = worded(GatewayError(kind), NONE, CONTEXT, {})

    assert response.status == status
    assert json.loads(response.body) == {"message": message}
    assert dict(response.headers)["Content-Type"] == "application/json"


def test_the_types_own_entry_comes_before_the_family() -> None:
    responses = {
        "DEFAULT_4XX": GatewayResponse(None, {}, {"application/json": "family"}),
        "UNAUTHORIZED": GatewayResponse(418, {}, {"application/json": "own"}),
    }

    own = worded(GatewayError("UNAUTHORIZED"), responses, CONTEXT, {})
    family = worded(GatewayError("ACCESS_DENIED"), responses, CONTEXT, {})
    other = worded(GatewayError("INTEGRATION_TIMEOUT"), responses, CONTEXT, {})

    assert (own.status, own.body) == (418, b"own")
    assert (family.status, family.body) == (403, b"family")
    assert (other.status, other.body) == (504, b'{"message":"Endpoint request timed out"}')


def test_templates_name_the_context() -> None:
    template = (
        '{"a":$context.error.messageString,"b":"$context.error.message","c":"$context.error.responseType",'
        '"d":"${context.requestId}.","e":"$context.identity.sourceIp","f":"$context.authorizer.orgId",'
        '"g":"$context.nothing.here","h":"$other"}'
    )
    responses = {"DEFAULT_4XX": GatewayResponse(None, {}, {"application/json": template})}

    response = worded(GatewayError("ACCESS_DENIED", 'no "entry"'), responses, CONTEXT, {})

    assert response.body.decode() == (
        '{"a":"no \\"entry\\"","b":"no "entry"","c":"ACCESS_DENIED","d":"r-1.",'
        '"e":"127.0.0.1","f":"o","g":"","h":"$other"}'
    )


def test_headers_are_constants_or_expressions() -> None:
    headers = {
        "content-type": "'application/problem+json'",
        "X-Path": "context.path",
        "X-Origin": "method.request.header.Origin",
        "X-Gone": "method.request.header.Gone",
    }
    responses = {"DEFAULT_4XX": GatewayResponse(None, headers, {})}

    response = worded(GatewayError("UNAUTHORIZED"), responses, CONTEXT, {"origin": "http://o"})

    assert response.headers == (
        ("content-type", "application/problem+json"),
        ("X-Path", "/a"),
        ("X-Origin", "http://o"),
        ("X-Gone", ""),
        ("x-amzn-ErrorType", "UnauthorizedException"),
    )


@pytest.mark.parametrize(
    ("accept", "expected"),
    [
        ("text/html;q=1, application/json", "text/html"),
        ("*/*", "application/json"),
        ("", "application/json"),
        ("application/xml", "application/json"),
    ],
)
def test_the_clients_wish_chooses_the_template(accept: str, expected: str) -> None:
    templates = {"text/html": "<p>", "application/json": "{}"}
    responses = {"DEFAULT_4XX": GatewayResponse(None, {}, templates)}

    response = worded(GatewayError("UNAUTHORIZED"), responses, CONTEXT, {"accept": accept})

    assert dict(response.headers)["Content-Type"] == expected
    assert response.body.decode() == templates[expected]
