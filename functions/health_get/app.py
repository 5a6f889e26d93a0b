"""GET /health"""

from agent_memory import __version__
from agent_memory.api.models.health import HealthOut
from agent_memory.api.requests import Request
from agent_memory.api.responses import Response
from agent_memory.api.routes import PUBLIC, route
from agent_memory.wiring import wiring


@route("GET", "/health", roles=PUBLIC, answers={200: HealthOut})
def handler(request: Request) -> Response:
    """Whether the service and its database answer."""
    del request
    wiring().database.check()
    return Response(200, HealthOut(status="ok", version=__version__))
