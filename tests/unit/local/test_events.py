"""The events that functions get, compared with golden files that were checked against AWS's documentation."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from agent_memory_local.events import (
    HttpRequest,
    Matched,
    RequestIds,
    is_binary,
    method_arn,
    proxy_event,
    request_authorizer_event,
    safe_path,
    schedule_event,
    sqs_event,
    token_authorizer_event,
)
from agent_memory_local.model import Queue, RestApi, Schedule

GOLDEN = Path(__file__).parent / "golden"
API = RestApi("Api", "v1", routes=(), authorizers={}, gateway_responses={}, binary_media_types=("image/*",))
IDS = RequestIds("request-1", "extended-1", datetime(2026, 4, 1, 10, 0, 0, 123000, tzinfo=UTC), "Root=1-00000000-0")
MATCHED = Matched("/things/{id}", {"id": "a%2Fb"})
POST = HttpRequest(
    method="POST",
    raw_path="/things/a%2Fb",
    query="x=1&x=%E8%8A%B1&empty&plus=a+b",
    headers=(("host", "api.example.com:8787"), ("Accept", "a"), ("accept", "b"), ("connection", "close")),
    body='{"text":"花"}'.encode(),
    source_ip="127.0.0.1",
    port=8787,
)
QUEUE = Queue("Work", "local-Work", "http://127.0.0.1:4566/000000000000/local-Work", {})


def golden(name: str) -> object:
    return json.loads((GOLDEN / f"{name}.json").read_text())


def test_proxy_event_is_the_documented_one() -> None:
    event = proxy_event(API, POST, MATCHED, IDS, {"principalId": "p", "orgId": "o"})

    assert event == golden("proxy")


def test_proxy_event_spells_absent_parts_as_null() -> None:
    event = proxy_event(API, HttpRequest("GET", "/health"), Matched("/health"), IDS)

    absent = ("queryStringParameters", "multiValueQueryStringParameters", "pathParameters", "stageVariables", "body")
    assert {name: event[name] for name in absent} == dict.fromkeys(absent)
    assert event["isBase64Encoded"] is False
    assert "authorizer" not in event["requestContext"]


def test_proxy_event_encodes_binary_bodies_only() -> None:
    picture = HttpRequest("POST", "/p", headers=(("content-type", "image/png"),), body=b"\x89PNG")
    text = HttpRequest("POST", "/p", headers=(("content-type", "text/plain"),), body=b"\xff\xfe")

    as_picture = proxy_event(API, picture, Matched("/p"), IDS)
    as_text = proxy_event(API, text, Matched("/p"), IDS)

    assert (as_picture["body"], as_picture["isBase64Encoded"]) == ("iVBORw==", True)
    assert (as_text["body"], as_text["isBase64Encoded"]) == ("\ufffd\ufffd", False)


def test_proxy_event_adds_to_what_earlier_proxies_said() -> None:
    request = HttpRequest("GET", "/", headers=(("x-forwarded-for", "10.0.0.1"), ("x-forwarded-proto", "https")))

    headers = proxy_event(API, request, Matched("/"), IDS)["headers"]

    assert headers["X-Forwarded-For"] == "10.0.0.1, 127.0.0.1"
    assert headers["X-Forwarded-Proto"] == "http"
    assert "x-forwarded-for" not in headers


def test_request_authorizer_event_is_the_request_without_its_body() -> None:
    assert request_authorizer_event(API, POST, MATCHED, IDS) == golden("request_authorizer")


def test_token_authorizer_event_holds_three_values() -> None:
    assert token_authorizer_event(API, POST, "Bearer k") == {
        "type": "TOKEN",
        "methodArn": "arn:aws:execute-api:us-east-1:000000000000:local0011a/v1/POST/things/a%2Fb",
        "authorizationToken": "Bearer k",
    }


def test_method_arn_of_the_root_ends_with_a_slash() -> None:
    assert method_arn(API, "GET", "/").endswith("/v1/GET/")


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        (b"/a%2Fb/../c", "/a%2Fb/../c"),
        ("/花".encode(), "/%E8%8A%B1"),
        (b"/\xff\x00 ", "/%FF%00%20"),
        (b"/%", "/%"),
    ],
)
def test_safe_path_only_encodes_what_cannot_stay(raw: bytes, expected: str) -> None:
    assert safe_path(raw) == expected


@pytest.mark.parametrize(
    ("types", "content_type", "expected"),
    [
        (("image/*",), "image/png; q=1", True),
        (("*/*",), None, True),
        (("application/pdf",), "Application/PDF", True),
        (("image/*",), "application/json", False),
        ((), "image/png", False),
    ],
)
def test_binary_media_types(types: tuple[str, ...], content_type: str | None, *, expected: bool) -> None:
    assert is_binary(types, content_type) is expected


def test_sqs_event_is_the_documented_one() -> None:
    message = {
        "MessageId": "m-1",
        "ReceiptHandle": "r-1",
        "Body": "花",
        "MD5OfBody": "md5",
        "MD5OfMessageAttributes": "md5a",
        "Attributes": {
            "ApproximateReceiveCount": "2",
            "SentTimestamp": "1775037600000",
            "SenderId": "000000000000",
            "ApproximateFirstReceiveTimestamp": "1775037600001",
            "MessageGroupId": "g",
        },
        "MessageAttributes": {
            "Text": {"DataType": "String", "StringValue": "t"},
            "Bytes": {"DataType": "Binary", "BinaryValue": b"\x00\x01"},
        },
    }

    assert sqs_event(QUEUE, [message]) == golden("sqs")


AT = datetime(2026, 4, 1, 3, 0, tzinfo=UTC)


def schedule(text: str | None, source: str) -> Schedule:
    return Schedule("Tick", "tick", "rate(1 day)", "Worker", text, source)  # type: ignore[arg-type]


def test_scheduler_input_gets_its_placeholders_replaced() -> None:
    text = (
        '{"at":"<aws.scheduler.scheduled-time>","of":"<aws.scheduler.schedule-arn>","id":"<aws.scheduler.execution-id>",'
        '"try":<aws.scheduler.attempt-number>,"x":"<aws.scheduler.other>"}'
    )

    assert schedule_event(schedule(text, "scheduler"), AT, "e-1") == {
        "at": "2026-04-01T03:00:00Z",
        "of": "arn:aws:scheduler:us-east-1:000000000000:schedule/default/tick",
        "id": "e-1",
        "try": 1,
        "x": "<aws.scheduler.other>",
    }


def test_rule_input_is_sent_as_it_is() -> None:
    assert schedule_event(schedule('["<aws.scheduler.scheduled-time>"]', "events"), AT, "e-1") == [
        "<aws.scheduler.scheduled-time>"
    ]


@pytest.mark.parametrize("source", ["scheduler", "events"])
def test_default_schedule_events_are_the_documented_ones(source: str) -> None:
    assert schedule_event(schedule(None, source), AT, "e-1") == golden(f"schedule_{source}")
