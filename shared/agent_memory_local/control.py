"""A back door for the person at the keyboard: fires schedules and reloads code in a running stack.

It exists beside the API, below `/_local/`, and wants the token of the data directory's `stack.lock`, which only the
owner of the stack can read. `POST /_local/schedules/NAME` fires a schedule and answers what its function answered;
`POST /_local/functions/NAME` invokes a function with the JSON object of the request; `POST /_local/recycle` makes the
next events run the code as it is on disk.
"""

import json
import secrets
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from urllib.parse import unquote

from agent_memory_local.environments import InvocationResult
from agent_memory_local.gateway import Receive, Scope, Send
from agent_memory_local.runtime import Runtime
from agent_memory_local.schedules import Schedules

PREFIX = "/_local/"
TOKEN_HEADER = "x-local-token"  # noqa: S105 - the header's name, not a token

App = Callable[[Scope, Receive, Send], Awaitable[None]]


class Control:
    """An ASGI application around another one: takes the requests below `/_local/`, passes everything else on."""

    def __init__(self, inner: App, schedules: Schedules, runtime: Runtime, token: str) -> None:
        self._inner = inner
        self._schedules = schedules
        self._runtime = runtime
        self._token = token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One ASGI connection."""
        if scope["type"] != "http" or not scope["path"].startswith(PREFIX):
            await self._inner(scope, receive, send)
            return
        status, answer = await self._answer(scope, receive)
        body = json.dumps(answer).encode()
        headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": body})

    async def _answer(self, scope: Scope, receive: Receive) -> tuple[HTTPStatus, object]:
        given = dict(scope["headers"]).get(TOKEN_HEADER.encode(), b"").decode("latin-1")
        if not secrets.compare_digest(given.encode(), self._token.encode()):
            return HTTPStatus.FORBIDDEN, {"error": f"send the token of stack.lock as {TOKEN_HEADER}"}
        if scope["method"] != "POST":
            return HTTPStatus.METHOD_NOT_ALLOWED, {"error": "use POST"}
        what, _, name = scope["path"].removeprefix(PREFIX).partition("/")
        if what == "recycle":
            await self._runtime.recycle()
            return HTTPStatus.OK, {}
        if what == "schedules":
            return await self._fire(unquote(name))
        if what == "functions":
            return await self._invoke(unquote(name), await _body(receive))
        return HTTPStatus.NOT_FOUND, {"error": f"no such command: {what}"}

    async def _fire(self, name: str) -> tuple[HTTPStatus, object]:
        try:
            result = await self._schedules.fire(name)
        except KeyError:
            return HTTPStatus.NOT_FOUND, {"error": f"no schedule {name}", "schedules": self._schedules.names}
        return _told(result)

    async def _invoke(self, name: str, body: bytes) -> tuple[HTTPStatus, object]:
        try:
            event = json.loads(body or b"{}")
            result = await self._runtime.invoke(name, event)
        except ValueError:
            return HTTPStatus.BAD_REQUEST, {"error": "the event is not JSON"}
        except KeyError:
            return HTTPStatus.NOT_FOUND, {"error": f"no function {name}"}
        return _told(result)


def _told(result: InvocationResult) -> tuple[HTTPStatus, object]:
    text = result.payload.decode(errors="replace")
    status = HTTPStatus.BAD_GATEWAY if result.failed else HTTPStatus.OK
    return status, {"requestId": result.request_id, "failed": result.failed, "payload": text}


async def _body(receive: Receive) -> bytes:
    """The whole body of a request."""
    pieces: list[bytes] = []
    while True:
        message = await receive()
        pieces.append(message.get("body", b""))
        if not message.get("more_body"):
            return b"".join(pieces)
