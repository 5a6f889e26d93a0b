"""GET /api/governance/runs"""

from agent_memory.api.models.governance import RunListQuery, RunOut
from agent_memory.api.requests import Request
from agent_memory.api.responses import Response, next_link
from agent_memory.api.routes import AUDITORS, route
from agent_memory.core.paging import Cursor
from agent_memory.wiring import wiring


@route("GET", "/api/governance/runs", roles=AUDITORS, query=RunListQuery, answers={200: list[RunOut]})
def handler(request: Request) -> Response:
    """What the daily runs of governance did in the org, newest first."""
    query = request.query(RunListQuery)
    after = None if query.cursor is None else Cursor.decode(query.cursor)
    page = wiring().run_reports.list(request.caller.org_id, limit=query.limit, after=after)
    return Response(200, [RunOut.of(run) for run in page.items], next_link(request, page.next))
