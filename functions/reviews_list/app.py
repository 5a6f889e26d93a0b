"""GET /api/agents/{agentId}/reviews"""

from agent_memory.api.models.reviews import ReviewListQuery, ReviewOut
from agent_memory.api.requests import Request
from agent_memory.api.responses import Response, next_link
from agent_memory.api.routes import ADMIN, route
from agent_memory.core.paging import Cursor
from agent_memory.wiring import wiring


@route("GET", "/api/agents/{agentId}/reviews", roles=ADMIN, query=ReviewListQuery, answers={200: list[ReviewOut]})
def handler(request: Request) -> Response:
    """Memories that wait for a decision because they would retire many others, newest first."""
    agent_id, query = request.id("agentId"), request.query(ReviewListQuery)
    page = wiring().reviews.list(
        request.caller.org_id,
        agent_id,
        query.user_id,
        limit=query.limit,
        after=None if query.cursor is None else Cursor.decode(query.cursor),
    )
    return Response(200, [ReviewOut.of(review) for review in page.items], next_link(request, page.next))
