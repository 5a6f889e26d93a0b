"""GET /openapi.json"""

from agent_memory.api.contract import contract_text
from agent_memory.api.requests import Request
from agent_memory.api.responses import TextResponse
from agent_memory.api.routes import PUBLIC, Text, route


@route("GET", "/openapi.json", roles=PUBLIC, answers={200: Text("application/json")})
def handler(request: Request) -> TextResponse:
    """The generated contract."""
    del request
    return TextResponse(200, contract_text(), "application/json")
