"""POST /api/agents/{agentId}/extract:dryRun"""

from agent_memory.api.models.conversations import ConversationBody, DryRunOut
from agent_memory.api.requests import Request
from agent_memory.api.responses import Response
from agent_memory.api.routes import PEOPLE, route
from agent_memory.wiring import wiring


@route(
    "POST",
    "/api/agents/{agentId}/extract:dryRun",
    roles=PEOPLE,
    body=ConversationBody,
    answers={200: DryRunOut},
)
def handler(request: Request) -> Response:
    """Say what would be remembered of a piece of conversation, and write nothing."""
    body = request.body(ConversationBody)
    scope = request.scope(body.user_id)
    return Response(200, DryRunOut.of(wiring().dry_run.run(body.to_conversation(scope.org_id, scope.agent_id))))
