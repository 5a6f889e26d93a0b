"""GET /api/agents/{agentId}"""

from agent_memory.api.models.agents import AgentOut
from agent_memory.api.requests import Request
from agent_memory.api.responses import Response
from agent_memory.api.routes import ADMIN, route
from agent_memory.wiring import wiring


@route("GET", "/api/agents/{agentId}", roles=ADMIN, answers={200: AgentOut})
def handler(request: Request) -> Response:
    """One agent of the caller's org."""
    agent = wiring().agents.get(request.caller.org_id, request.id("agentId"))
    return Response(200, AgentOut.of(agent))
