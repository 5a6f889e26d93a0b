"""POST /api/agents/{agentId}/memories"""

from agent_memory.api.models.memories import MemoryCreate, MemoryOut
from agent_memory.api.requests import Request
from agent_memory.api.responses import Response, etag
from agent_memory.api.routes import PEOPLE, route
from agent_memory.api.writes import write_of
from agent_memory.memories.model import WrittenMemory
from agent_memory.wiring import wiring


@route(
    "POST",
    "/api/agents/{agentId}/memories",
    roles=PEOPLE,
    body=MemoryCreate,
    answers={201: MemoryOut},
    headers=("ETag", "Location"),
)
def handler(request: Request) -> Response:
    """Store a memory of a user. Its source follows from the caller's role."""
    body = request.body(MemoryCreate)
    scope = request.scope(body.user_id)

    def answer(written: WrittenMemory) -> Response:
        headers = {**etag(written.memory.version), "Location": f"{request.path}/{written.memory.id}"}
        return Response(201, MemoryOut.written(written), headers)

    write = write_of(request, answer)
    return answer(wiring().memories.create(scope, body.to_draft(), request.source, write))
