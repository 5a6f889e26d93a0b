"""From a request that writes to what makes it happen once."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from agent_memory.api.requests import Request
from agent_memory.api.responses import Response
from agent_memory.idempotency.model import StoredAnswer
from agent_memory.idempotency.service import Write
from agent_memory.wiring import wiring

Result = TypeVar("Result")


def write_of(request: Request, answer: Callable[[Result], Response]) -> Write[Result]:
    """The write a request asks for; with an `Idempotency-Key`, a retry gets `answer` of the first try again.

    Raises:
        ValidationFailedError: the key is not one.
    """
    key, actor = request.idempotency_key, request.caller.actor
    if key is None:
        return Write(actor)
    return Write(actor, wiring().once(request.caller, key, request.fingerprint), lambda result: _kept(answer(result)))


def _kept(response: Response) -> StoredAnswer:
    return StoredAnswer(response.status, response.body_text, response.all_headers)
