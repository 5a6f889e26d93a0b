"""GET /api/agents/{agentId}/jobs/{jobId}"""

from agent_memory.api.models.conversations import JobOut
from agent_memory.api.requests import Request
from agent_memory.api.responses import Response
from agent_memory.api.routes import EVERYBODY, route
from agent_memory.wiring import wiring


@route("GET", "/api/agents/{agentId}/jobs/{jobId}", roles=EVERYBODY, answers={200: JobOut})
def handler(request: Request) -> Response:
    """One job, with what became of every candidate."""
    job = wiring().conversations.job(request.caller.org_id, request.id("agentId"), request.id("jobId"))
    return Response(200, JobOut.of(job))
