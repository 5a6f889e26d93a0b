"""POST /api/agents/{agentId}/recall"""

import time

from agent_memory.api.models.recall import RecallAsk, RecallOut
from agent_memory.api.requests import Request
from agent_memory.api.responses import Response
from agent_memory.api.routes import PEOPLE, route
from agent_memory.wiring import wiring


@route("POST", "/api/agents/{agentId}/recall", roles=PEOPLE, body=RecallAsk, answers={200: RecallOut})
def handler(request: Request) -> Response:
    """What the agent should know of the user for this question."""
    started = time.perf_counter()
    body = request.body(RecallAsk)
    scope = request.scope(body.user_id)
    detection = body.read_signals()
    answer = wiring().recall.recall(scope, body.to_question(detection.depth))
    return Response(200, RecallOut.of(answer, body, detection, (time.perf_counter() - started) * 1000))
