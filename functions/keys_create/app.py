"""POST /api/keys"""

from agent_memory.api.models.keys import KeyCreate, KeyMadeOut
from agent_memory.api.requests import Request
from agent_memory.api.responses import Response
from agent_memory.api.routes import ADMIN, route
from agent_memory.api.writes import write_of
from agent_memory.credentials.model import ApiKey
from agent_memory.wiring import wiring


@route("POST", "/api/keys", roles=ADMIN, body=KeyCreate, answers={201: KeyMadeOut})
def handler(request: Request) -> Response:
    """Make an API key of the caller's org; its secret is shown this once."""
    body = request.body(KeyCreate)
    write = write_of(request, answer)
    return answer(wiring().api_keys.create(request.caller.org_id, body.to_request(), write))


def answer(made: tuple[ApiKey, str]) -> Response:
    """The key with its secret."""
    return Response(201, KeyMadeOut.made(*made))
