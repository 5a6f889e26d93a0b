"""POST /api/agents/{agentId}/conversations"""

from agent_memory.api.models.conversations import ConversationCreate, JobAccepted
from agent_memory.api.requests import Request
from agent_memory.api.responses import Response
from agent_memory.api.routes import PEOPLE, route
from agent_memory.api.writes import write_of
from agent_memory.conversations.model import Job
from agent_memory.core.errors import ValidationFailedError
from agent_memory.wiring import wiring


@route(
    "POST",
    "/api/agents/{agentId}/conversations",
    roles=PEOPLE,
    body=ConversationCreate,
    answers={202: JobAccepted},
    headers=("Location",),
)
def handler(request: Request) -> Response:
    """Keep a piece of conversation and extract from it in the background."""
    body = request.body(ConversationCreate)
    scope = request.scope(body.user_id)
    if body.job_id is not None and request.caller.user_id is not None:
        # Jobs of an agent share one space of names: whoever may choose one could find out which are taken.
        raise ValidationFailedError.of("jobId", "is not chosen by a person's own credential")

    def answer(job: Job) -> Response:
        location = request.path.removesuffix("/conversations") + f"/jobs/{job.job_id}"
        return Response(202, JobAccepted(job_id=job.job_id, status=job.status), {"Location": location})

    conversation = body.to_conversation(scope.org_id, scope.agent_id)
    conversations = wiring().conversations
    job = conversations.accept(conversation, write_of(request, answer), job_id=body.job_id)
    if not job.status.is_final:
        conversations.announce(job)
    return answer(job)
