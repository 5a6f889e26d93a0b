"""The files under `events/` are what AWS sends, and there is one for every function.

Sources: the API Gateway developer guide ("Input format of a Lambda function for proxy integration", "Input to a Lambda
authorizer") and the Lambda developer guide ("Using Lambda with Amazon SQS").
"""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime
from typing import Any

import pytest

from agent_memory.platform.queue import fairness_group
from agent_memory_local.events import schedule_event
from tests.support.event_files import SOURCES, EventFile, all_files, event_file, md5
from tests.support.template_facts import Template

PROXY = [item for item in all_files() if item.source == "api" and item.folder != "requests_authorize"]
QUEUED = [item for item in all_files() if item.source == "sqs"]

PROXY_MEMBERS = {
    "resource", "path", "httpMethod", "headers", "multiValueHeaders", "queryStringParameters",
    "multiValueQueryStringParameters", "pathParameters", "stageVariables", "requestContext", "body", "isBase64Encoded",
}  # fmt: skip
CONTEXT_MEMBERS = {
    "accountId", "apiId", "deploymentId", "domainName", "domainPrefix", "extendedRequestId", "httpMethod", "identity",
    "path", "protocol", "requestId", "requestTime", "requestTimeEpoch", "resourceId", "resourcePath", "stage",
}  # fmt: skip
IDENTITY_MEMBERS = {
    "accessKey", "accountId", "caller", "cognitoAuthenticationProvider", "cognitoAuthenticationType",
    "cognitoIdentityId", "cognitoIdentityPoolId", "principalOrgId", "sourceIp", "user", "userAgent", "userArn",
}  # fmt: skip
AUTHORIZER_MEMBERS = {"orgId", "role", "credentialId", "principalId", "integrationLatency"}
RECORD_MEMBERS = {
    "messageId", "receiptHandle", "body", "attributes", "messageAttributes", "md5OfBody", "eventSource",
    "eventSourceARN", "awsRegion",
}  # fmt: skip
ATTRIBUTES = {"ApproximateReceiveCount", "SentTimestamp", "SenderId", "ApproximateFirstReceiveTimestamp"}
OPTIONAL_ATTRIBUTES = {"AWSTraceHeader", "MessageGroupId"}


@pytest.fixture(scope="module")
def template() -> Template:
    return Template()


def named(item: EventFile) -> str:
    return item.name


def test_every_function_of_the_template_has_an_event(template: Template) -> None:
    folders = {template.folder(name) for name in template.functions}

    assert folders - {item.folder for item in all_files()} == set()


def test_every_event_belongs_to_a_function_of_the_template(template: Template) -> None:
    folders = {template.folder(name) for name in template.functions}

    assert [item.name for item in all_files() if item.folder not in folders] == []
    assert {item.source for item in all_files()} <= set(SOURCES)


@pytest.mark.parametrize("item", PROXY, ids=named)
def test_a_proxy_event_has_exactly_the_members_that_a_rest_api_sends(item: EventFile) -> None:
    event = item.read()
    context = event["requestContext"]

    assert set(event) == PROXY_MEMBERS
    assert set(context) - {"authorizer"} == CONTEXT_MEMBERS
    assert set(context["identity"]) == IDENTITY_MEMBERS
    assert set(context.get("authorizer", AUTHORIZER_MEMBERS)) == AUTHORIZER_MEMBERS


@pytest.mark.parametrize("item", PROXY, ids=named)
def test_a_proxy_event_goes_through_the_route_of_its_function(item: EventFile, template: Template) -> None:
    event = item.read()
    context = event["requestContext"]
    api = template.application.api
    assert api is not None
    [route] = [route for route in api.routes if route.function == item.function]

    assert (event["httpMethod"], event["resource"]) == (route.method, route.resource)
    assert (context["httpMethod"], context["resourcePath"]) == (route.method, route.resource)
    assert ("authorizer" in context) == (route.authorizer is not None)
    path = re.sub(r"\{(\w+)\}", lambda match: event["pathParameters"][match[1]], route.resource)
    assert event["path"] == path
    assert context["path"] == f"/{context['stage']}{path}"


@pytest.mark.parametrize("item", PROXY, ids=named)
def test_a_proxy_event_says_the_same_thing_wherever_it_says_it_twice(item: EventFile) -> None:
    event = item.read()
    context, headers = event["requestContext"], event["headers"]
    moment = datetime.fromtimestamp(context["requestTimeEpoch"] / 1000, UTC)

    assert {name: values[-1] for name, values in event["multiValueHeaders"].items()} == headers
    query = event["multiValueQueryStringParameters"]
    assert event["queryStringParameters"] == (query and {name: values[-1] for name, values in query.items()})
    assert headers["Host"] == context["domainName"]
    assert context["domainName"].startswith(f"{context['domainPrefix']}.")
    assert context["domainPrefix"] == context["apiId"]
    assert headers["User-Agent"] == context["identity"]["userAgent"]
    assert headers["X-Forwarded-For"].endswith(context["identity"]["sourceIp"])
    assert context["requestTime"] == moment.strftime("%d/%b/%Y:%H:%M:%S +0000")
    assert ("Content-Type" in headers) == (event["body"] is not None)


def test_every_event_of_the_api_carries_the_same_credential_and_is_a_call_of_its_own() -> None:
    events = [event for item in PROXY if "authorizer" in (event := item.read())["requestContext"]]
    token = event_file("api/requests_authorize").read()["authorizationToken"]

    assert {event["headers"]["Authorization"] for event in events} == {token}
    assert len({event["requestContext"]["requestId"] for event in events}) == len(events)


def test_the_authorizer_event_has_exactly_the_members_of_a_token_authorizer(template: Template) -> None:
    event = event_file("api/requests_authorize").read()
    api = template.application.api
    assert api is not None
    [authorizer] = api.authorizers.values()

    assert authorizer.kind == "TOKEN"
    assert set(event) == {"type", "methodArn", "authorizationToken"}
    assert re.fullmatch(r"arn:aws:execute-api:[a-z0-9-]+:\d{12}:[a-z0-9]{10}/dev/GET/api/.+", event["methodArn"])


@pytest.mark.parametrize("item", QUEUED, ids=named)
def test_a_queue_event_has_exactly_the_members_that_sqs_sends(item: EventFile) -> None:
    for record in item.read()["Records"]:
        assert set(record) == RECORD_MEMBERS
        assert ATTRIBUTES <= set(record["attributes"]) <= ATTRIBUTES | OPTIONAL_ATTRIBUTES
        assert all(isinstance(value, str) for value in record["attributes"].values())
        assert record["md5OfBody"] == md5(record["body"])
        assert record["eventSource"] == "aws:sqs"


@pytest.mark.parametrize("item", QUEUED, ids=named)
def test_a_queue_event_comes_from_the_queue_of_its_function(item: EventFile, template: Template) -> None:
    [source] = [source for source in template.application.event_sources if source.function == item.function]

    records = item.read()["Records"]
    assert {record["eventSourceARN"].rpartition("-")[2] for record in records} == {source.queue}
    assert len(records) <= source.batch_size


@pytest.mark.parametrize("item", QUEUED, ids=named)
def test_what_we_send_ourselves_is_in_the_fairness_group_of_its_org(item: EventFile) -> None:
    for record in item.read()["Records"]:
        group = record["attributes"].get("MessageGroupId")
        if group is not None:
            assert group == fairness_group(json.loads(record["body"])["orgId"])


def test_the_schedule_event_is_the_input_that_the_template_gives_the_schedule(template: Template) -> None:
    due = datetime(2026, 7, 1, 10, tzinfo=UTC)
    sent: dict[str, Any] = {
        schedule.function: schedule_event(schedule, due, "id") for schedule in template.application.schedules
    }

    files = {item.function: item.read() for item in all_files() if item.source == "schedule"}
    assert files == sent
