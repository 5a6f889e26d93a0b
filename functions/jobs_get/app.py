"""GET /api/agents/{agentId}/jobs/{jobId}"""

from agent_memory.api.models.conversations import JobOut
from agent_memory.api.requests import Request
from agent_memory.api.responses import Response
from agent_memory.api.routes import PEOPLE, route
from agent_memory.wiring import wiring


@route("GET", "/api/agents/{agentId}/jobs/{jobId}", roles=PEOPLE, answers={200: JobOut})
def handler(request: Request) -> Response:
    """One job, with what became of every candidate."""
    job = wiring().conversations.job(request.agent, request.id("jobId"), request.caller.user_id)
    return Response(200, JobOut.of(job))
