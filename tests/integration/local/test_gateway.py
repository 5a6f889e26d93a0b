"""The gateway over real HTTP, with real functions behind it."""

import socket
import threading
import time

import pytest

from tests.support.local.toy import RunningStack

CALLER = {"Authorization": "caller"}


def test_a_guarded_route_gets_the_event_and_the_callers_context(toy: RunningStack) -> None:
    response = toy.request("PUT", "/things/a%2Fb?x=1&x=2", '{"花":1}'.encode(), CALLER)

    assert response.status == 200
    assert response.header("content-type") == "application/json"
    event = response.json()["event"]
    assert (event["resource"], event["path"], event["httpMethod"]) == ("/things/{id}", "/things/a%2Fb", "PUT")
    assert event["pathParameters"] == {"id": "a%2Fb"}
    assert event["multiValueQueryStringParameters"] == {"x": ["1", "2"]}
    assert (event["body"], event["isBase64Encoded"]) == ('{"花":1}', False)
    context = event["requestContext"]
    assert {**context["authorizer"], "calls": "", "integrationLatency": 0} == {
        "orgId": "org-1",
        "admin": "true",
        "level": "3",
        "calls": "",
        "principalId": "caller",
        "integrationLatency": 0,
    }
    assert context["requestId"] == response.header("x-amzn-RequestId")
    assert context["identity"]["sourceIp"] == "127.0.0.1"


def test_the_authorizers_answer_is_kept(toy: RunningStack) -> None:
    first = toy.request("GET", "/things/a", headers={"Authorization": "kept"}).json()
    second = toy.request("GET", "/things/b", headers={"Authorization": "kept"}).json()
    fresh = [toy.request("GET", "/fresh", headers={"X-Token": "fresh"}).json() for _ in range(2)]

    calls = [answer["event"]["requestContext"]["authorizer"]["calls"] for answer in (first, second, *fresh)]
    assert calls[0] == calls[1]
    assert calls[2] != calls[3]


@pytest.mark.parametrize(
    ("path", "headers", "status", "code"),
    [
        ("/things/a", {}, 401, "UNAUTHORIZED"),
        ("/things/a", {"Authorization": "unauthorized"}, 401, "UNAUTHORIZED"),
        ("/things/a", {"Authorization": "deny"}, 403, "ACCESS_DENIED"),
        ("/things/a", {"Authorization": "elsewhere"}, 403, "ACCESS_DENIED"),
        ("/things/a", {"Authorization": "broken"}, 500, "AUTHORIZER_FAILURE"),
        ("/things/a", {"Authorization": "malformed"}, 500, "AUTHORIZER_CONFIGURATION_ERROR"),
        ("/fresh", {"X-Token": "NOT LOWER"}, 401, "UNAUTHORIZED"),
        ("/shapes/exception", {}, 502, "INTEGRATION_FAILURE"),
        ("/shapes/crash", {}, 502, "INTEGRATION_FAILURE"),
        ("/shapes/timeout", {}, 502, "INTEGRATION_FAILURE"),
        ("/shapes/large", {}, 502, "INTEGRATION_FAILURE"),
        ("/shapes/list", {}, 502, "INTEGRATION_FAILURE"),
        ("/shapes/text-status", {}, 502, "INTEGRATION_FAILURE"),
        ("/shapes/object-body", {}, 502, "INTEGRATION_FAILURE"),
        ("/shapes/split-header", {}, 502, "INTEGRATION_FAILURE"),
        ("/slow", {}, 504, "INTEGRATION_TIMEOUT"),
    ],
)
def test_the_gateways_own_errors_are_worded_by_the_template(
    toy: RunningStack, path: str, headers: dict[str, str], status: int, code: str
) -> None:
    response = toy.request("GET", path, headers=headers)

    assert (response.status, response.json()["code"]) == (status, code)
    assert response.header("content-type") == "application/problem+json"
    assert response.json()["correlationId"] == response.header("x-amzn-RequestId")


def test_a_policy_for_some_paths_holds_for_them_only(toy: RunningStack) -> None:
    headers = {"Authorization": "things"}

    assert toy.request("GET", "/things/a", headers=headers).status == 200
    assert toy.request("GET", "/things/a/", headers=headers).status == 200


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/nothing"),
        ("GET", "/"),
        ("HEAD", "/things/a"),
        ("OPTIONS", "/things/a"),
        ("GET", "/things/special"),
        ("GET", "/things//"),
        ("GET", "/../things/a"),
        ("GET", "//"),
        ("GET", "/%00"),
        ("GET", "/%"),
    ],
)
def test_unknown_routes(toy: RunningStack, method: str, path: str) -> None:
    response = toy.request(method, path, headers=CALLER)

    assert response.status == 404
    assert response.body == (b"" if method == "HEAD" else b'{"title":"no such route"}')
    assert response.header("X-Path") == path


@pytest.mark.parametrize("segment", ["%2F", "..", "%FF%FE", "%F0%9F%98%80", "a:b", "%00", "%25", "a;b=c", "a%0Ab", "|"])
def test_odd_segments_reach_the_function_as_sent(toy: RunningStack, segment: str) -> None:
    event = toy.request("GET", f"/things/{segment}?q=%FF", headers=CALLER).json()["event"]

    assert event["pathParameters"] == {"id": segment}
    assert event["queryStringParameters"] == {"q": "\ufffd"}


def test_a_request_that_is_no_http_is_answered(toy: RunningStack) -> None:
    port = int(toy.stack.url.rsplit(":", 1)[1])
    with socket.create_connection(("127.0.0.1", port)) as connection:
        connection.sendall("GET /things/😀 HTTP/1.1\r\nHost: a\r\n\r\n".encode())
        assert connection.recv(1000).startswith(b"HTTP/1.1 4")


def test_any_method_and_greedy_paths(toy: RunningStack) -> None:
    event = toy.request("DELETE", "/open/a/b%20c/", b"x").json()["event"]

    assert (event["httpMethod"], event["pathParameters"]) == ("DELETE", {"proxy": "a/b%20c"})
    assert "authorizer" not in event["requestContext"]


def test_several_values_of_a_header(toy: RunningStack) -> None:
    response = toy.request("GET", "/shapes/multiple")

    assert (response.status, response.body.decode()) == (201, "花")
    assert [value for name, value in response.headers if name == "Set-Cookie"] == ["a=1", "b=2"]


def test_binary_bodies_both_ways(toy: RunningStack) -> None:
    event = toy.request("POST", "/open/x", b"\x89PNG", {"Content-Type": "image/png"}).json()["event"]
    response = toy.request("GET", "/shapes/binary", headers={"Accept": "image/png"})

    assert (event["body"], event["isBase64Encoded"]) == ("iVBORw==", True)
    assert response.body == b"\x89PNG\x00"


@pytest.mark.parametrize(("size", "status"), [(5_900_000, 200), (7_000_000, 413), (10_500_000, 413)])
def test_limits_of_the_body(toy: RunningStack, size: int, status: int) -> None:
    # The second is over Lambda's limit of events, the third over the gateway's own.
    response = toy.request("POST", "/open/x", b"x" * size)

    assert response.status == status


def test_requests_run_side_by_side(toy: RunningStack) -> None:
    statuses: list[int] = []
    threads = [
        threading.Thread(target=lambda: statuses.append(toy.request("GET", "/things/a", headers=CALLER).status))
        for _ in range(12)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert statuses == [200] * 12


def test_a_warm_request_is_quick(toy: RunningStack) -> None:
    toy.request("GET", "/things/a", headers=CALLER)
    times: list[float] = []
    for _ in range(20):
        began = time.perf_counter()
        toy.request("GET", "/things/a", headers=CALLER)
        times.append(time.perf_counter() - began)

    assert sorted(times)[10] < 0.1  # a few milliseconds on an idle machine


def test_a_client_that_leaves_early_hurts_nobody(toy: RunningStack) -> None:
    port = int(toy.stack.url.rsplit(":", 1)[1])
    with socket.create_connection(("127.0.0.1", port)) as connection:
        connection.sendall(b"POST /open/x HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nhalf")

    assert toy.request("GET", "/open/x").status == 200
