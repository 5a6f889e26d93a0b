"""GET /api/agents/{agentId}/memories/{memoryId}"""

from agent_memory.api.models.memories import MemoryOut
from agent_memory.api.requests import Request
from agent_memory.api.responses import Response, etag
from agent_memory.api.routes import PEOPLE, route
from agent_memory.wiring import wiring


@route("GET", "/api/agents/{agentId}/memories/{memoryId}", roles=PEOPLE, answers={200: MemoryOut}, headers=("ETag",))
def handler(request: Request) -> Response:
    """One memory, whatever its status."""
    memory = wiring().memory_reader.get(request.memory_place)
    return Response(200, MemoryOut.of(memory), etag(memory.version))
