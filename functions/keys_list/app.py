"""GET /api/keys"""

from agent_memory.api.models.keys import KeyOut
from agent_memory.api.requests import Request
from agent_memory.api.responses import Response
from agent_memory.api.routes import ADMIN, route
from agent_memory.wiring import wiring


@route("GET", "/api/keys", roles=ADMIN, answers={200: list[KeyOut]})
def handler(request: Request) -> Response:
    """All API keys of the caller's org, newest first, without their secrets."""
    return Response(200, [KeyOut.of(key) for key in wiring().api_keys.list(request.caller.org_id)])
