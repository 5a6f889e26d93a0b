"""A local API Gateway: an ASGI application that serves the REST API of the template."""

import asyncio
import secrets
import time
import uuid
from collections.abc import Awaitable, Callable, Iterable
from datetime import UTC, datetime
from typing import Any, cast

from agent_memory_local.authorizer import Gatekeeper, Invoker
from agent_memory_local.environments import InvocationResult
from agent_memory_local.errors import LocalStackError
from agent_memory_local.events import HttpRequest, Matched, RequestIds, proxy_event, request_context, safe_path
from agent_memory_local.gateway_responses import GatewayError, HttpResponse, worded
from agent_memory_local.model import Json, RestApi, Route
from agent_memory_local.progress import silent
from agent_memory_local.proxy_responses import client_response
from agent_memory_local.routing import Router
from agent_memory_local.runtime import RequestTooLargeError

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]

BODY_LIMIT_BYTES = 10 * 1024 * 1024
# A client that sends more than this never gets to hear why.
_DRAIN_LIMIT_BYTES = 64 * 1024 * 1024
_NO_RESOURCE = Matched("/{proxy+}")


class ClientGoneError(Exception):
    """The client closed the connection before its request was complete."""


class Gateway:
    """Serves one REST API. Hand it to an ASGI server.

    Args:
        api: what to serve.
        invoker: runs the functions.
        access_log: gets one line per request.
        clock: seconds that only go forward; the authorizers' answers age by it.
    """

    def __init__(
        self,
        api: RestApi,
        invoker: Invoker,
        access_log: Callable[[str], None] = silent,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._api = api
        self._invoker = invoker
        self._access_log = access_log
        self._router = Router(api.routes)
        self._gatekeeper = Gatekeeper(api, invoker, clock)
        self._running: set[asyncio.Task[InvocationResult]] = set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One ASGI connection; only HTTP is served."""
        if scope["type"] != "http":
            return
        began = time.monotonic()
        ids = _fresh_ids()
        try:
            request = await _read(scope, receive)
        except ClientGoneError:
            return
        response = await self.respond(request, ids)
        took_ms = (time.monotonic() - began) * 1000
        self._access_log(f"{request.method} {request.raw_path} {response.status} {took_ms:.1f} ms {ids.request_id}")
        await _send(send, response, ids)

    async def respond(self, request: HttpRequest, ids: RequestIds) -> HttpResponse:
        """The answer to one request, whatever happens on the way."""
        found = self._router.find(request.method, request.raw_path)
        matched = _NO_RESOURCE if found is None else found[1]
        context = request_context(self._api, request, matched, ids)
        try:
            return await self._answered(request, ids, found, context)
        except GatewayError as error:
            return self._worded(error, request, context)
        except Exception as error:  # noqa: BLE001 - the outermost frame: a client gets a problem document in any case
            self._access_log(f"{ids.request_id} could not be answered: {type(error).__name__}: {error}")
            return self._worded(GatewayError("API_CONFIGURATION_ERROR"), request, context)

    async def _answered(
        self, request: HttpRequest, ids: RequestIds, found: tuple[Route, Matched] | None, context: Json
    ) -> HttpResponse:
        """The integration's answer, or none by GatewayError. What the authorizer says is added to `context`."""
        if len(request.body) > BODY_LIMIT_BYTES:
            raise GatewayError("REQUEST_TOO_LARGE")
        if found is None:
            raise GatewayError("MISSING_AUTHENTICATION_TOKEN")
        route, matched = found
        admitted = None
        if route.authorizer is not None:
            admitted = await self._gatekeeper.admit(route.authorizer, request, matched, ids)
            context["authorizer"] = admitted
        if route.function is None:
            return HttpResponse(route.canned_status, tuple(route.canned_headers.items()), b"")
        event = proxy_event(self._api, request, matched, ids, admitted)
        result = await self._invoke(route, route.function, event)
        return client_response(result, self._api.binary_media_types, request.header("accept"))

    def _worded(self, error: GatewayError, request: HttpRequest, context: Json) -> HttpResponse:
        headers = {name.lower(): value for name, value in request.headers}
        return worded(error, self._api.gateway_responses, context, headers)

    async def _invoke(self, route: Route, function: str, event: object) -> InvocationResult:
        """Runs the integration. When its time is over the client is told so; the function goes on, as on AWS."""
        running = asyncio.ensure_future(self._invoker.invoke(function, event))
        self._running.add(running)
        running.add_done_callback(self._over)
        await asyncio.wait([running], timeout=route.timeout_seconds)
        if not running.done():
            raise GatewayError("INTEGRATION_TIMEOUT")
        try:
            return running.result()
        except RequestTooLargeError as error:
            raise GatewayError("REQUEST_TOO_LARGE") from error
        except LocalStackError as error:
            raise GatewayError("INTEGRATION_FAILURE") from error

    def _over(self, task: asyncio.Task[InvocationResult]) -> None:
        self._running.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            self._access_log(f"invocation failed: {error}")

    async def close(self) -> None:
        """Gives up on functions that outlived their request."""
        for task in self._running:
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)


async def _read(scope: Scope, receive: Receive) -> HttpRequest:
    """The whole request. Of a body over the limit only one byte too much is kept."""
    body = bytearray()
    total = 0
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ClientGoneError
        chunk: bytes = message.get("body", b"")
        total += len(chunk)
        body += chunk[: BODY_LIMIT_BYTES + 1 - len(body)]
        if not message.get("more_body", False) or total > _DRAIN_LIMIT_BYTES:
            break
    client: tuple[str, int] = scope.get("client") or ("127.0.0.1", 0)
    server: tuple[str, int] = scope.get("server") or ("127.0.0.1", 80)
    headers = cast("Iterable[tuple[bytes, bytes]]", scope["headers"])
    return HttpRequest(
        method=scope["method"],
        raw_path=safe_path(scope.get("raw_path") or scope["path"].encode()),
        query=safe_path(scope.get("query_string", b"")),
        headers=tuple((name.decode("latin-1"), value.decode("latin-1")) for name, value in headers),
        body=bytes(body),
        source_ip=client[0],
        port=server[1],
        protocol=f"HTTP/{scope.get('http_version', '1.1')}",
    )


async def _send(send: Send, response: HttpResponse, ids: RequestIds) -> None:
    own = (("x-amzn-RequestId", ids.request_id), ("x-amz-apigw-id", ids.extended_id))
    headers = [(name.encode(), value.encode("utf-8", "replace")) for name, value in (*response.headers, *own)]
    headers.append((b"content-length", str(len(response.body)).encode()))
    await send({"type": "http.response.start", "status": response.status, "headers": headers})
    await send({"type": "http.response.body", "body": response.body})


def _fresh_ids() -> RequestIds:
    moment = datetime.now(UTC)
    trace_id = f"Root=1-{int(moment.timestamp()):08x}-{secrets.token_hex(12)}"
    return RequestIds(str(uuid.uuid4()), secrets.token_urlsafe(11) + "=", moment, trace_id)
