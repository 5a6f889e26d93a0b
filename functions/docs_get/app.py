"""GET /docs"""

from agent_memory.api.contract import contract
from agent_memory.api.docs_page import render
from agent_memory.api.requests import Request
from agent_memory.api.responses import TextResponse
from agent_memory.api.routes import PUBLIC, Text, route


@route("GET", "/docs", roles=PUBLIC, answers={200: Text("text/html")})
def handler(request: Request) -> TextResponse:
    """The contract as a readable page."""
    del request
    return TextResponse(200, render(contract()), "text/html; charset=utf-8")
