"""DELETE /api/agents/{agentId}/memories?userId="""

from agent_memory.api.models.memories import DeletedOut, UserQuery
from agent_memory.api.requests import Request
from agent_memory.api.responses import Response
from agent_memory.api.routes import OWNERS, route
from agent_memory.api.writes import write_of
from agent_memory.memories.model import Deletion
from agent_memory.wiring import wiring


@route("DELETE", "/api/agents/{agentId}/memories", roles=OWNERS, query=UserQuery, answers={200: DeletedOut})
def handler(request: Request) -> Response:
    """Delete everything the agent remembers of a user."""
    scope = request.scope(request.query(UserQuery).user_id)
    return answer(wiring().memories.delete_all(scope, write_of(request, answer)))


def answer(deletion: Deletion) -> Response:
    """What was deleted."""
    return Response(200, DeletedOut.of(deletion))
