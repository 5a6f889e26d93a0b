"""DELETE /api/agents/{agentId}/memories?userId="""

from agent_memory.api.models.memories import DeletedOut, UserQuery
from agent_memory.api.requests import Request
from agent_memory.api.responses import Response
from agent_memory.api.routes import ADMIN, route
from agent_memory.subjects.model import Scope
from agent_memory.wiring import wiring


@route("DELETE", "/api/agents/{agentId}/memories", roles=ADMIN)
def handler(request: Request) -> Response:
    """Delete everything the agent remembers of a user."""
    agent_id, query = request.id("agentId"), request.query(UserQuery)
    scope = Scope(request.caller.org_id, agent_id, query.user_id)
    return Response(200, DeletedOut.of(wiring().memories.delete_all(scope, request.caller.actor)))
