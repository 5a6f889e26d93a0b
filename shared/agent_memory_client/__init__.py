"""Client of the Agent Memory API, and its command line `memctl`."""

from agent_memory_client.client import AgentMemory, Answer, ApiError

__all__ = ["AgentMemory", "Answer", "ApiError"]
