"""PATCH /api/agents/{agentId}/memories/{memoryId}"""

from agent_memory.api.models.memories import MemoryChange, MemoryOut
from agent_memory.api.requests import Request
from agent_memory.api.responses import Response, etag
from agent_memory.api.routes import EVERYBODY, route
from agent_memory.wiring import wiring


@route("PATCH", "/api/agents/{agentId}/memories/{memoryId}", roles=EVERYBODY)
def handler(request: Request) -> Response:
    """Change some fields of a memory; what was becomes a version."""
    agent_id, memory_id = request.id("agentId"), request.id("memoryId")
    body, caller = request.body(MemoryChange), request.caller
    written = wiring().memories.update(
        caller.org_id, agent_id, memory_id, body.to_patch(), caller.actor, if_version=request.if_match
    )
    return Response(200, MemoryOut.written(written), etag(written.memory.version))
