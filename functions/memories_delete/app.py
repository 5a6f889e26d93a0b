"""DELETE /api/agents/{agentId}/memories/{memoryId}"""

from agent_memory.api.models.common import Ok
from agent_memory.api.requests import Request
from agent_memory.api.responses import Response
from agent_memory.api.routes import PEOPLE, route
from agent_memory.api.writes import write_of
from agent_memory.memories.model import Deletion
from agent_memory.wiring import wiring


@route("DELETE", "/api/agents/{agentId}/memories/{memoryId}", roles=PEOPLE, answers={200: Ok})
def handler(request: Request) -> Response:
    """Delete one memory and everything derived from it."""
    return answer(wiring().memories.delete(request.memory_place, write_of(request, answer)))


def answer(deletion: Deletion) -> Response:
    """That it is done."""
    del deletion
    return Response(200, Ok())
