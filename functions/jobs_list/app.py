"""GET /api/agents/{agentId}/jobs?userId="""

from agent_memory.api.models.conversations import JobListQuery, JobOut
from agent_memory.api.requests import Request
from agent_memory.api.responses import Response, next_link
from agent_memory.api.routes import PEOPLE, route
from agent_memory.core.paging import Cursor
from agent_memory.wiring import wiring


@route("GET", "/api/agents/{agentId}/jobs", roles=PEOPLE, query=JobListQuery, answers={200: list[JobOut]})
def handler(request: Request) -> Response:
    """A page of a user's jobs, newest first."""
    query = request.query(JobListQuery)
    page = wiring().conversations.jobs(
        request.scope(query.user_id),
        session_id=query.session_id,
        status=query.status,
        limit=query.limit,
        after=None if query.cursor is None else Cursor.decode(query.cursor),
    )
    return Response(200, [JobOut.of(job) for job in page.items], next_link(request, page.next))
