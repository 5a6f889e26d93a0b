"""GET /api/policy"""

from agent_memory.api.models.policies import PolicyOut
from agent_memory.api.requests import Request
from agent_memory.api.responses import Response
from agent_memory.api.routes import ADMIN, route
from agent_memory.wiring import wiring


@route("GET", "/api/policy", roles=ADMIN, answers={200: PolicyOut})
def handler(request: Request) -> Response:
    """What holds for the agents of the org that set nothing themselves."""
    return Response(200, PolicyOut.of(wiring().policies.defaults(request.caller.org_id)))
