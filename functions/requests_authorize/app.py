"""The authorizer of the REST API: from an `Authorization` header to a verified caller."""

from agent_memory.api.authorizer import authorize
from agent_memory.wiring import wiring


def handler(event: dict[str, str], context: object) -> dict[str, object]:
    """A policy for the whole stage, with the caller in its context."""
    del context
    return authorize(event, wiring().credentials)
