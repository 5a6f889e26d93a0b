"""POST /api/agents/{agentId}/signals"""

from agent_memory.api.models.signals import SignalsAsk, SignalsOut
from agent_memory.api.requests import Request
from agent_memory.api.responses import Response
from agent_memory.api.routes import WORKERS, route
from agent_memory.wiring import wiring


@route("POST", "/api/agents/{agentId}/signals", roles=WORKERS, body=SignalsAsk, answers={200: SignalsOut})
def handler(request: Request) -> Response:
    """Whether answering a message needs memory, why, and how deep to recall. Nothing of a user is read."""
    body = request.body(SignalsAsk)
    wiring().agents.get(request.caller.org_id, request.id("agentId"))
    return Response(200, SignalsOut.of(body.detection()))
