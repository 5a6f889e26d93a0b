"""POST /api/agents/{agentId}/archive/{archivedId}/restore"""

from agent_memory.api.models.memories import MemoryOut
from agent_memory.api.requests import Request
from agent_memory.api.responses import Response, etag
from agent_memory.api.routes import ADMIN, route
from agent_memory.api.writes import write_of
from agent_memory.memories.model import MemoryPlace, WrittenMemory
from agent_memory.wiring import wiring


@route(
    "POST",
    "/api/agents/{agentId}/archive/{archivedId}/restore",
    roles=ADMIN,
    answers={200: MemoryOut},
    headers=("ETag",),
)
def handler(request: Request) -> Response:
    """Bring a memory back from the archive as it was; its time to live begins anew."""
    place = MemoryPlace(request.caller.org_id, request.id("agentId"), request.id("archivedId"))
    return answer(wiring().archive.restore(place, write_of(request, answer)))


def answer(written: WrittenMemory) -> Response:
    """The memory as it is now."""
    return Response(200, MemoryOut.written(written), etag(written.memory.version))
