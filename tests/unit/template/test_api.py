"""The REST API: who guards its routes, how long they may take, how the gateway words its own errors."""

from __future__ import annotations

import json

from agent_memory.api.problems import MEDIA_TYPE, PROBLEMS
from tests.support.template_facts import Template

GATEWAY_SECONDS = 29
# What anybody may read: that the service lives, and how to talk to it.
OPEN_ROUTES = {"/health", "/openapi.json", "/docs"}
# Source: API Gateway developer guide, "Gateway response types". Nothing else checks these names.
RESPONSE_TYPES = {
    "ACCESS_DENIED", "API_CONFIGURATION_ERROR", "AUTHORIZER_CONFIGURATION_ERROR", "AUTHORIZER_FAILURE",
    "BAD_REQUEST_BODY", "BAD_REQUEST_PARAMETERS", "DEFAULT_4XX", "DEFAULT_5XX", "EXPIRED_TOKEN", "INTEGRATION_FAILURE",
    "INTEGRATION_TIMEOUT", "INVALID_API_KEY", "INVALID_SIGNATURE", "MISSING_AUTHENTICATION_TOKEN", "QUOTA_EXCEEDED",
    "REQUEST_TOO_LARGE", "RESOURCE_NOT_FOUND", "THROTTLED", "UNAUTHORIZED", "UNSUPPORTED_MEDIA_TYPE", "WAF_FILTERED",
}  # fmt: skip
# Codes of the contract that only the gateway gives, beside the service's own.
GATEWAY_CODES = {"rate_limited", "internal_error"}


def test_every_route_asks_for_a_credential_but_those_that_name_no_tenant(template: Template) -> None:
    api = template.application.api
    assert api is not None

    assert {route.resource for route in api.routes if route.authorizer is None} <= OPEN_ROUTES
    assert "/health" in {route.resource for route in api.routes}


def test_the_authorizer_reads_the_authorization_header_and_its_answer_is_kept_five_minutes_at_most(
    template: Template,
) -> None:
    api = template.application.api
    assert api is not None
    [authorizer] = api.authorizers.values()

    assert (authorizer.function, authorizer.kind) == ("RequestsAuthorize", "TOKEN")
    assert authorizer.identity_sources == (("header", "Authorization"),)
    assert authorizer.ttl_seconds <= 300


def test_functions_of_the_api_give_up_before_the_gateway_does(template: Template) -> None:
    timeouts = {name: template.application.functions[name].timeout_seconds for name in template.api_functions}

    assert {name: seconds for name, seconds in timeouts.items() if seconds >= GATEWAY_SECONDS} == {}


def test_every_gateway_response_is_a_problem_document(template: Template) -> None:
    api = template.application.api
    assert api is not None
    codes = {problem.code for problem in PROBLEMS.values()} | GATEWAY_CODES

    for name, response in api.gateway_responses.items():
        assert response.headers["Content-Type"] == f"'{MEDIA_TYPE}'", name
        [text] = response.templates.values()
        document = json.loads(text)
        assert list(document) == ["type", "title", "status", "detail", "code", "correlationId"], name
        assert document["status"] == response.status, name
        assert document["code"] in codes, name
        assert document["type"] == f"urn:agent-memory:problem:{document['code']}", name
        assert document["correlationId"] == "$context.requestId", name


def test_a_gateway_response_has_the_status_of_its_code(template: Template) -> None:
    api = template.application.api
    assert api is not None
    statuses = {problem.code: problem.status for problem in PROBLEMS.values()}
    statuses |= {"rate_limited": 429, "internal_error": 500}

    found = {name: json.loads(*response.templates.values()) for name, response in api.gateway_responses.items()}
    found.pop("INTEGRATION_TIMEOUT")  # 504: the gateway's own, and the client may try again

    assert {name: item["status"] for name, item in found.items()} == {
        name: statuses[item["code"]] for name, item in found.items()
    }


def test_nothing_the_gateway_says_by_itself_is_worded_by_aws(template: Template) -> None:
    api = template.application.api
    assert api is not None

    assert set(api.gateway_responses) <= RESPONSE_TYPES
    own = {"UNAUTHORIZED", "ACCESS_DENIED", "MISSING_AUTHENTICATION_TOKEN", "REQUEST_TOO_LARGE", "THROTTLED"}
    assert own | {"AUTHORIZER_FAILURE", "INTEGRATION_TIMEOUT", "DEFAULT_4XX", "DEFAULT_5XX"} <= set(
        api.gateway_responses
    )


def test_an_unauthenticated_client_is_told_how_to_authenticate(template: Template) -> None:
    api = template.application.api
    assert api is not None

    assert api.gateway_responses["UNAUTHORIZED"].headers["WWW-Authenticate"] == "'Bearer'"
