"""GET /api/agents/{agentId}/conversations?userId="""

from agent_memory.api.models.conversations import TurnListQuery, TurnOut
from agent_memory.api.requests import Request
from agent_memory.api.responses import Response, next_link
from agent_memory.api.routes import PEOPLE, route
from agent_memory.core.paging import Cursor
from agent_memory.wiring import wiring


@route("GET", "/api/agents/{agentId}/conversations", roles=PEOPLE, query=TurnListQuery, answers={200: list[TurnOut]})
def handler(request: Request) -> Response:
    """A page of a user's raw turns, newest first."""
    query = request.query(TurnListQuery)
    scope = request.scope(query.user_id)
    after = None if query.cursor is None else Cursor.decode(query.cursor)
    page = wiring().conversations.turns(scope, query.to_filter(), limit=query.limit, after=after)
    return Response(200, [TurnOut.of(turn) for turn in page.items], next_link(request, page.next))
