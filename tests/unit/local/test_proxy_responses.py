"""What a function's answer becomes for the client."""

import json

import pytest

from agent_memory_local.environments import InvocationResult
from agent_memory_local.gateway_responses import GatewayError, HttpResponse
from agent_memory_local.proxy_responses import client_response


def answered(answer: object, accept: str | None = None, binary: tuple[str, ...] = ()) -> HttpResponse:
    return client_response(InvocationResult("i", json.dumps(answer).encode()), binary, accept)


def test_a_plain_answer() -> None:
    response = answered({"statusCode": 201, "headers": {"Content-Type": "text/plain", "X-A": 1}, "body": "花"})

    assert response == HttpResponse(201, (("Content-Type", "text/plain"), ("X-A", "1")), "花".encode())


def test_the_least_answer_gets_the_gateways_content_type() -> None:
    assert answered({"statusCode": "204"}) == HttpResponse(204, (("Content-Type", "application/json"),), b"")


def test_multiple_values_replace_single_ones_of_the_same_name() -> None:
    response = answered(
        {
            "statusCode": 200,
            "headers": {"content-type": "a/b", "X-Two": "single", "X-Yes": True},
            "multiValueHeaders": {"x-two": ["1", "2"]},
        }
    )

    assert response.headers == (("content-type", "a/b"), ("X-Yes", "true"), ("x-two", "1"), ("x-two", "2"))


def test_names_that_belong_to_the_gateway_are_dropped_or_remapped() -> None:
    headers = {"Content-Type": "a/b", "Connection": "close", "Content-Length": "3", "WWW-Authenticate": "Bearer"}

    assert answered({"statusCode": 401, "headers": headers}).headers == (
        ("Content-Type", "a/b"),
        ("x-amzn-Remapped-WWW-Authenticate", "Bearer"),
    )


@pytest.mark.parametrize(
    ("accept", "binary", "expected"),
    [
        ("image/png", ("image/*",), b"\x00\x01"),
        ("image/png;q=1, text/html", ("image/png",), b"\x00\x01"),
        (None, ("*/*",), b"\x00\x01"),
        ("text/html, image/png", ("image/*",), b"AAE="),
        ("image/png", (), b"AAE="),
    ],
)
def test_base64_is_decoded_for_binary_media_types_only(
    accept: str | None, binary: tuple[str, ...], expected: bytes
) -> None:
    assert answered({"statusCode": 200, "body": "AAE=", "isBase64Encoded": True}, accept, binary).body == expected


@pytest.mark.parametrize(
    "answer",
    [
        None,
        [],
        "text",
        {},
        {"statusCode": "soon"},
        {"statusCode": True},
        {"statusCode": 99},
        {"statusCode": 200, "body": {"a": 1}},
        {"statusCode": 200, "headers": []},
        {"statusCode": 200, "headers": {"X": {}}},
        {"statusCode": 200, "headers": {"X Y": "1"}},
        {"statusCode": 200, "headers": {"X": "1\r\nY: 2"}},
        {"statusCode": 200, "multiValueHeaders": {"X": "1"}},
    ],
)
def test_anything_else_is_an_integration_failure(answer: object) -> None:
    with pytest.raises(GatewayError, match="INTEGRATION_FAILURE"):
        answered(answer)


@pytest.mark.parametrize(
    "result",
    [InvocationResult("i", b"{}", failed=True), InvocationResult("i", b"not json")],
)
def test_a_failed_function_is_an_integration_failure(result: InvocationResult) -> None:
    with pytest.raises(GatewayError, match="INTEGRATION_FAILURE"):
        client_response(result, (), None)


def test_bad_base64_is_an_integration_failure() -> None:
    with pytest.raises(GatewayError, match="INTEGRATION_FAILURE"):
        answered({"statusCode": 200, "body": "?", "isBase64Encoded": True}, "a/b", ("*/*",))
