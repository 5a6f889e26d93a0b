"""The Lambda Runtime API for one environment: the HTTP server that AWS's own runtime client asks for work.

Every environment has a server of its own on a port of its own, because the client cannot say who it is.
"""

import asyncio
import contextlib
from dataclasses import dataclass
from http import HTTPStatus

import h11

_VERSION = "/2018-06-01/runtime"
# The client sends a whole stack trace in one header when a handler fails.
_LARGEST_HEAD_BYTES = 4 * 1024 * 1024
_CHUNK_BYTES = 256 * 1024
RESPONSE_LIMIT_BYTES = 6 * 1024 * 1024 + 100  # AWS's own odd number


@dataclass(frozen=True)
class Invocation:
    """One event on its way to a function; `deadline_ms` is Unix time in milliseconds."""

    request_id: str
    payload: bytes
    deadline_ms: int
    function_arn: str
    trace_id: str


@dataclass(frozen=True)
class Answer:
    """What the runtime client posted: JSON text, and whether it is an error document."""

    payload: bytes
    failed: bool


@dataclass(frozen=True)
class _Reply:
    status: HTTPStatus
    headers: tuple[tuple[str, str], ...] = ()
    body: bytes = b""


class RuntimeApi:
    """Serves one runtime client. Use it within one event loop: `start`, then `deliver` one event at a time."""

    def __init__(self) -> None:
        self.ready = asyncio.Event()
        """Set while the client waits for an event."""
        self.init_error: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        """Gets the error document when the handler cannot be loaded."""
        self._server: asyncio.Server | None = None
        self._connections: set[asyncio.Task[None]] = set()
        self._inbox: asyncio.Queue[Invocation] = asyncio.Queue(maxsize=1)
        self._answer: asyncio.Future[Answer] | None = None
        self._request_id = ""

    async def start(self) -> str:
        """Listens on a free loopback port and returns the address for AWS_LAMBDA_RUNTIME_API."""
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        host, port = self._server.sockets[0].getsockname()
        return f"{host}:{port}"

    async def close(self) -> None:
        """Stops listening and drops the connections; an idle runtime client ends by itself then."""
        if self._server is not None:
            self._server.close()
        for task in self._connections:
            task.cancel()
        await asyncio.gather(*self._connections, return_exceptions=True)

    def deliver(self, invocation: Invocation) -> asyncio.Future[Answer]:
        """Hands over an event; the future gets what the function answers. Only while `ready` is set."""
        self._answer = asyncio.get_running_loop().create_future()
        self._request_id = invocation.request_id
        self._inbox.put_nowait(invocation)
        return self._answer

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.create_task(self._serve(reader, writer))
        self._connections.add(task)
        task.add_done_callback(self._connections.discard)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        connection = h11.Connection(h11.SERVER, max_incomplete_event_size=_LARGEST_HEAD_BYTES)
        try:
            while (request := await _read(connection, reader)) is not None:
                reply = await self._reply(*request)
                writer.write(_encoded(connection, reply))
                await writer.drain()
                if connection.our_state is not h11.DONE:
                    return
                connection.start_next_cycle()
        except (ConnectionError, h11.RemoteProtocolError):
            return  # the process is gone; whoever watches it says so
        finally:
            writer.close()
            with contextlib.suppress(ConnectionError):
                await writer.wait_closed()

    async def _reply(self, method: str, path: str, body: bytes) -> _Reply:
        if (method, path) == ("GET", f"{_VERSION}/invocation/next"):
            return await self._next()
        if method == "POST" and path == f"{_VERSION}/init/error":
            if not self.init_error.done():
                self.init_error.set_result(Answer(body, failed=True))
            return _accepted()
        if method == "POST" and path == f"{_VERSION}/invocation/{self._request_id}/response":
            self._finish(_within_limit(body))
            return _accepted()
        if method == "POST" and path == f"{_VERSION}/invocation/{self._request_id}/error":
            self._finish(Answer(body, failed=True))
            return _accepted()
        return _Reply(HTTPStatus.NOT_FOUND)

    async def _next(self) -> _Reply:
        self.ready.set()
        invocation = await self._inbox.get()
        self.ready.clear()
        headers = (
            ("Lambda-Runtime-Aws-Request-Id", invocation.request_id),
            ("Lambda-Runtime-Deadline-Ms", str(invocation.deadline_ms)),
            ("Lambda-Runtime-Invoked-Function-Arn", invocation.function_arn),
            ("Lambda-Runtime-Trace-Id", invocation.trace_id),
            ("Content-Type", "application/json"),
        )
        return _Reply(HTTPStatus.OK, headers, invocation.payload)

    def _finish(self, answer: Answer) -> None:
        if self._answer is not None and not self._answer.done():
            self._answer.set_result(answer)


def _within_limit(body: bytes) -> Answer:
    if len(body) <= RESPONSE_LIMIT_BYTES:
        return Answer(body, failed=False)
    text = f"Response payload size exceeded maximum allowed payload size ({RESPONSE_LIMIT_BYTES} bytes)."
    return Answer(f'{{"errorMessage": "{text}", "errorType": "Function.ResponseSizeTooLarge"}}'.encode(), failed=True)


def _accepted() -> _Reply:
    return _Reply(HTTPStatus.ACCEPTED)


async def _read(connection: h11.Connection, reader: asyncio.StreamReader) -> tuple[str, str, bytes] | None:
    """Method, path and body of the next request; None when the client closed the connection."""
    request: h11.Request | None = None
    body = bytearray()
    while True:
        event = connection.next_event()
        if event is h11.NEED_DATA:
            connection.receive_data(await reader.read(_CHUNK_BYTES))
        elif isinstance(event, h11.Request):
            request = event
        elif isinstance(event, h11.Data):
            body += event.data
        elif isinstance(event, h11.EndOfMessage) and request is not None:
            return request.method.decode(), request.target.decode(), bytes(body)
        else:
            return None


def _encoded(connection: h11.Connection, reply: _Reply) -> bytes:
    headers = [*reply.headers, ("Content-Length", str(len(reply.body)))]
    parts = (
        connection.send(h11.Response(status_code=reply.status, headers=headers)),
        connection.send(h11.Data(data=reply.body)),
        connection.send(h11.EndOfMessage()),
    )
    return b"".join(part or b"" for part in parts)
