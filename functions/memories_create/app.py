"""POST /api/agents/{agentId}/memories"""

from agent_memory.api.models.memories import MemoryCreate, MemoryOut
from agent_memory.api.requests import Request
from agent_memory.api.responses import Response, etag
from agent_memory.api.routes import EVERYBODY, route
from agent_memory.api.writes import write_of
from agent_memory.memories.model import WrittenMemory
from agent_memory.subjects.model import Scope
from agent_memory.wiring import wiring


@route("POST", "/api/agents/{agentId}/memories", roles=EVERYBODY, body=MemoryCreate, answers={201: MemoryOut})
def handler(request: Request) -> Response:
    """Store a memory of a user. Its source follows from the caller's role."""
    agent_id, body, caller = request.id("agentId"), request.body(MemoryCreate), request.caller

    def answer(written: WrittenMemory) -> Response:
        headers = {**etag(written.memory.version), "Location": f"{request.path}/{written.memory.id}"}
        return Response(201, MemoryOut.written(written), headers)

    scope = Scope(caller.org_id, agent_id, body.user_id)
    write = write_of(request, answer)
    return answer(wiring().memories.create(scope, body.to_draft(), request.source, write))
