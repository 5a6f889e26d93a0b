"""PUT /api/agents/{agentId}/policy"""

from agent_memory.api.models.policies import PolicyOut, PolicyPut
from agent_memory.api.requests import Request
from agent_memory.api.responses import Response
from agent_memory.api.routes import ADMIN, route
from agent_memory.api.writes import write_of
from agent_memory.policies.model import PolicyState
from agent_memory.wiring import wiring


@route("PUT", "/api/agents/{agentId}/policy", roles=ADMIN, body=PolicyPut, answers={200: PolicyOut})
def handler(request: Request) -> Response:
    """Replace what an agent sets; what is left out it inherits from its org."""
    org_id, agent_id = request.agent
    overrides, write = request.body(PolicyPut).to_overrides(), write_of(request, answer)
    return answer(wiring().policies.put(org_id, agent_id, overrides, write))


def answer(state: PolicyState) -> Response:
    """What holds now."""
    return Response(200, PolicyOut.of(state))
