"""GET /api/agents/{agentId}/memories"""

from agent_memory.api.models.memories import MemoryListQuery, MemoryOut
from agent_memory.api.requests import Request
from agent_memory.api.responses import Response, next_link
from agent_memory.api.routes import PEOPLE, route
from agent_memory.core.paging import Cursor
from agent_memory.memories.model import MemoryOrder
from agent_memory.wiring import wiring


@route("GET", "/api/agents/{agentId}/memories", roles=PEOPLE, query=MemoryListQuery, answers={200: list[MemoryOut]})
def handler(request: Request) -> Response:
    """A page of memories, newest or most important first."""
    agent_id, query = request.id("agentId"), request.query(MemoryListQuery)
    wanted = query.to_filter(request.caller.user_id)
    ranked = wanted.order is MemoryOrder.IMPORTANCE
    after = None if query.cursor is None else Cursor.decode(query.cursor, ranked=ranked)
    page = wiring().memory_reader.list(request.caller.org_id, agent_id, wanted, limit=query.limit, after=after)
    return Response(200, [MemoryOut.of(memory) for memory in page.items], next_link(request, page.next))
