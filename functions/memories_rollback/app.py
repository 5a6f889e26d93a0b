"""POST /api/agents/{agentId}/memories/{memoryId}/rollback"""

from agent_memory.api.models.memories import MemoryOut, RollbackAsk
from agent_memory.api.requests import Request
from agent_memory.api.responses import Response, etag
from agent_memory.api.routes import PEOPLE, route
from agent_memory.api.writes import write_of
from agent_memory.memories.model import WrittenMemory
from agent_memory.wiring import wiring


@route(
    "POST",
    "/api/agents/{agentId}/memories/{memoryId}/rollback",
    roles=PEOPLE,
    body=RollbackAsk,
    answers={200: MemoryOut},
    headers=("ETag",),
)
def handler(request: Request) -> Response:
    """Say again what the memory said at an earlier version, as a new version."""
    place, body = request.memory_place, request.body(RollbackAsk)
    return answer(wiring().memories.rollback(place, body.version, write_of(request, answer)))


def answer(written: WrittenMemory) -> Response:
    """The memory as it is now."""
    return Response(200, MemoryOut.written(written), etag(written.memory.version))
