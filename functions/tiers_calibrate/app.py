"""GET /api/agents/{agentId}/tiers"""

from agent_memory.api.models.governance import CalibrationOut
from agent_memory.api.requests import Request
from agent_memory.api.responses import Response
from agent_memory.api.routes import ADMIN, route
from agent_memory.wiring import wiring


@route("GET", "/api/agents/{agentId}/tiers", roles=ADMIN, answers={200: CalibrationOut})
def handler(request: Request) -> Response:
    """How an agent's memories are spread over the tiers, and thresholds that would spread them 30/50/20."""
    return Response(200, CalibrationOut.of(wiring().tiers.calibrate(*request.agent)))
