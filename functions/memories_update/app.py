"""PATCH /api/agents/{agentId}/memories/{memoryId}"""

from agent_memory.api.models.memories import MemoryChange, MemoryOut
from agent_memory.api.requests import Request
from agent_memory.api.responses import Response, etag
from agent_memory.api.routes import PEOPLE, route
from agent_memory.api.writes import write_of
from agent_memory.memories.model import WrittenMemory
from agent_memory.wiring import wiring


@route(
    "PATCH",
    "/api/agents/{agentId}/memories/{memoryId}",
    roles=PEOPLE,
    body=MemoryChange,
    answers={200: MemoryOut},
    headers=("ETag",),
)
def handler(request: Request) -> Response:
    """Change some fields of a memory; what was becomes a version."""
    place, body = request.memory_place, request.body(MemoryChange)
    write = write_of(request, answer)
    return answer(wiring().memories.update(place, body.to_patch(), write, if_version=request.if_match))


def answer(written: WrittenMemory) -> Response:
    """The memory as it is now."""
    return Response(200, MemoryOut.written(written), etag(written.memory.version))
