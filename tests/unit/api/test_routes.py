"""From a route function to a Lambda handler."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any, cast

import pytest

from agent_memory.api.models.health import HealthOut
from agent_memory.api.requests import Request
from agent_memory.api.responses import Response
from agent_memory.api.routes import PUBLIC, route
from agent_memory.wiring import Wiring, use

EVENT: dict[str, Any] = {"headers": {}, "requestContext": {"requestId": "r-1"}, "queryStringParameters": None}


@pytest.fixture
def nothing() -> Iterator[None]:
    """A graph without any part: whoever asks for one fails."""
    use(cast("Wiring", SimpleNamespace()))
    yield
    use(None)


@route("GET", "/open", roles=PUBLIC, answers={200: HealthOut})
def open_to_all(request: Request) -> Response:
    """Say hello."""
    del request
    return Response(200, HealthOut(status="ok", version="1"))


@route("GET", "/undeclared", roles=PUBLIC, answers={201: HealthOut})
def undeclared(request: Request) -> Response:
    """Answer with a status nobody expects."""
    del request
    return Response(200, HealthOut(status="ok", version="1"))


@pytest.mark.usefixtures("nothing")
def test_a_public_route_asks_for_no_credential_and_counts_against_nobody() -> None:
    assert open_to_all(EVENT, None)["statusCode"] == 200


@pytest.mark.usefixtures("nothing")
def test_a_status_that_the_route_does_not_declare_is_our_fault() -> None:
    assert undeclared(EVENT, None)["statusCode"] == 500
