"""GET /api/agents"""

from agent_memory.api.models.agents import AgentOut
from agent_memory.api.requests import Request
from agent_memory.api.responses import Response
from agent_memory.api.routes import ADMIN, route
from agent_memory.wiring import wiring


@route("GET", "/api/agents", roles=ADMIN, answers={200: list[AgentOut]})
def handler(request: Request) -> Response:
    """All agents of the caller's org."""
    agents = wiring().agents.list(request.caller.org_id)
    return Response(200, [AgentOut.of(agent) for agent in agents])
