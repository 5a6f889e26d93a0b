"""Serves an ASGI application on a socket that listens already."""

import asyncio
import contextlib
import socket
from collections.abc import Generator
from typing import Any, cast

import uvicorn

from agent_memory_local.errors import StartupError

_GRACE_SECONDS = 5
_KEEP_ALIVE_SECONDS = 75  # longer than clients keep theirs, so that they never write into a closing connection
_POLL_SECONDS = 0.01


class _Server(uvicorn.Server):
    """A server that leaves signals to the stack."""

    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None]:
        yield


class HttpServer:
    """One HTTP server in the running event loop.

    Args:
        application: what to serve.
        listener: a listening socket; the server closes it when it stops.
    """

    def __init__(self, application: object, listener: socket.socket) -> None:
        self._listener = listener
        self._server = _Server(
            uvicorn.Config(
                cast("Any", application),
                http="h11",
                ws="none",
                lifespan="off",
                log_config=None,
                access_log=False,
                server_header=False,
                timeout_keep_alive=_KEEP_ALIVE_SECONDS,
                timeout_graceful_shutdown=_GRACE_SECONDS,
            )
        )
        self._serving: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Returns when requests are answered. Errors: StartupError."""
        self._serving = asyncio.create_task(self._server.serve(sockets=[self._listener]))
        while not self._server.started:
            if self._serving.done():
                raise StartupError("the HTTP server ended while it was starting") from self._serving.exception()
            await asyncio.sleep(_POLL_SECONDS)

    async def stop(self) -> None:
        """Takes no more requests and lets those that run end, for a few seconds at most."""
        self._server.should_exit = True
        if self._serving is not None:
            await self._serving
