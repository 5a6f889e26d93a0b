"""PUT /api/agents/{agentId}"""

from agent_memory.agents.model import Agent
from agent_memory.api.models.agents import AgentOut, AgentPut
from agent_memory.api.requests import Request
from agent_memory.api.responses import Response
from agent_memory.api.routes import ADMIN, route
from agent_memory.api.writes import write_of
from agent_memory.wiring import wiring


@route("PUT", "/api/agents/{agentId}", roles=ADMIN, body=AgentPut, answers={200: AgentOut, 201: AgentOut})
def handler(request: Request) -> Response:
    """Register an agent, or replace what is known of it."""
    agent_id, body = request.id("agentId"), request.body(AgentPut)

    def answer(put: tuple[Agent, bool]) -> Response:
        agent, created = put
        return Response(201 if created else 200, AgentOut.of(agent))

    write = write_of(request, answer)
    return answer(wiring().agents.put(request.caller.org_id, agent_id, body.to_settings(), write))
