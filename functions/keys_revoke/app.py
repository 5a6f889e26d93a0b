"""DELETE /api/keys/{keyId}"""

from agent_memory.api.models.common import Ok
from agent_memory.api.requests import Request
from agent_memory.api.responses import Response
from agent_memory.api.routes import ADMIN, route
from agent_memory.api.writes import write_of
from agent_memory.wiring import wiring


@route("DELETE", "/api/keys/{keyId}", roles=ADMIN, answers={200: Ok})
def handler(request: Request) -> Response:
    """Revoke an API key; it acts no longer after five minutes at most."""
    key_id = request.id("keyId")
    write = write_of(request, answer)
    wiring().api_keys.revoke(request.caller.org_id, key_id, write)
    return answer(key_id)


def answer(key_id: str) -> Response:
    """Done."""
    del key_id
    return Response(200, Ok())
