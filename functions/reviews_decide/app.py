"""POST /api/agents/{agentId}/reviews/{reviewId}"""

from agent_memory.api.models.reviews import ReviewDecide, ReviewedOut
from agent_memory.api.requests import Request
from agent_memory.api.responses import Response
from agent_memory.api.routes import ADMIN, route
from agent_memory.api.writes import write_of
from agent_memory.memories.model import MemoryPlace, Reviewed
from agent_memory.wiring import wiring


@route(
    "POST",
    "/api/agents/{agentId}/reviews/{reviewId}",
    roles=ADMIN,
    body=ReviewDecide,
    answers={200: ReviewedOut},
)
def handler(request: Request) -> Response:
    """Accept a held memory, which retires what it overrules, or reject it, which deletes it."""
    body = request.body(ReviewDecide)
    place = MemoryPlace(request.caller.org_id, request.id("agentId"), request.id("reviewId"))
    return answer(wiring().reviews.decide(place, body.decision, write_of(request, answer)))


def answer(reviewed: Reviewed) -> Response:
    """What became of it."""
    return Response(200, ReviewedOut.of(reviewed))
