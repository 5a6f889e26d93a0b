"""GET /api/agents/{agentId}/memories/stats"""

from agent_memory.api.models.memories import StatsOut
from agent_memory.api.requests import Request
from agent_memory.api.responses import Response
from agent_memory.api.routes import COUNTERS, route
from agent_memory.wiring import wiring


@route("GET", "/api/agents/{agentId}/memories/stats", roles=COUNTERS, answers={200: StatsOut})
def handler(request: Request) -> Response:
    """Counts of the agent's active memories."""
    stats = wiring().memory_reader.stats(request.caller.org_id, request.id("agentId"))
    return Response(200, StatsOut.of(stats))
