"""POST /api/agents/{agentId}/memories/batch"""

from agent_memory.api.models.memories import BatchCreate, BatchItemOut, BatchOut
from agent_memory.api.requests import Request
from agent_memory.api.responses import Response
from agent_memory.api.routes import WORKERS, route
from agent_memory.api.writes import write_of
from agent_memory.memories.model import BatchItem, ItemResult
from agent_memory.wiring import wiring


@route("POST", "/api/agents/{agentId}/memories/batch", roles=WORKERS, body=BatchCreate, answers={200: BatchOut})
def handler(request: Request) -> Response:
    """Store up to 100 memories; each item succeeds or fails by itself."""
    agent = request.agent
    items = [BatchItem(item.user_id, item.to_draft()) for item in request.body(BatchCreate).items]
    write = write_of(request, answer)
    return answer(wiring().memory_batches.create(agent, items, request.source, write))


def answer(results: list[ItemResult]) -> Response:
    """What became of the items."""
    return Response(200, BatchOut(results=[BatchItemOut.of(result) for result in results]))
