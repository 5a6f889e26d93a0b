"""GET /api/agents/{agentId}/archive?userId="""

from agent_memory.api.models.governance import ArchivedOut, ArchiveQuery
from agent_memory.api.requests import Request
from agent_memory.api.responses import Response, next_link
from agent_memory.api.routes import ADMIN, route
from agent_memory.core.paging import Cursor
from agent_memory.wiring import wiring


@route("GET", "/api/agents/{agentId}/archive", roles=ADMIN, query=ArchiveQuery, answers={200: list[ArchivedOut]})
def handler(request: Request) -> Response:
    """A page of a user's archived memories by their headlines, last archived first."""
    query = request.query(ArchiveQuery)
    page = wiring().archive.list(
        request.scope(query.user_id),
        query.to_filter(),
        limit=query.limit,
        after=None if query.cursor is None else Cursor.decode(query.cursor),
    )
    return Response(200, [ArchivedOut.of(item) for item in page.items], next_link(request, page.next))
