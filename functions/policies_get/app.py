"""GET /api/agents/{agentId}/policy"""

from agent_memory.api.models.policies import PolicyOut
from agent_memory.api.requests import Request
from agent_memory.api.responses import Response
from agent_memory.api.routes import ADMIN, route
from agent_memory.wiring import wiring


@route("GET", "/api/agents/{agentId}/policy", roles=ADMIN, answers={200: PolicyOut})
def handler(request: Request) -> Response:
    """What governs the life of an agent's memories and turns."""
    return Response(200, PolicyOut.of(wiring().policies.get(*request.agent)))
