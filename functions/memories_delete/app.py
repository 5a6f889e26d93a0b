"""DELETE /api/agents/{agentId}/memories/{memoryId}"""

from agent_memory.api.models.common import Ok
from agent_memory.api.requests import Request
from agent_memory.api.responses import Response
from agent_memory.api.routes import EVERYBODY, route
from agent_memory.wiring import wiring


@route("DELETE", "/api/agents/{agentId}/memories/{memoryId}", roles=EVERYBODY)
def handler(request: Request) -> Response:
    """Delete one memory and everything derived from it."""
    agent_id, memory_id = request.id("agentId"), request.id("memoryId")
    wiring().memories.delete(request.caller.org_id, agent_id, memory_id, request.caller.actor)
    return Response(200, Ok())
