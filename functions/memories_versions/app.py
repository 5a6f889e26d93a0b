"""GET /api/agents/{agentId}/memories/{memoryId}/versions"""

from agent_memory.api.models.memories import MemoryVersionOut
from agent_memory.api.requests import Request
from agent_memory.api.responses import Response
from agent_memory.api.routes import PEOPLE, route
from agent_memory.wiring import wiring


@route("GET", "/api/agents/{agentId}/memories/{memoryId}/versions", roles=PEOPLE, answers={200: list[MemoryVersionOut]})
def handler(request: Request) -> Response:
    """The memory as it is and was, newest first."""
    versions = wiring().memory_reader.versions(request.memory_place)
    return Response(200, [MemoryVersionOut.of(version) for version in versions])
