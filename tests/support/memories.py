"""Factories of domain objects for tests."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from agent_memory.core.text import language_of
from agent_memory.memories.model import Memory, MemoryType, Source
from agent_memory.subjects.model import Scope

NOON = datetime(2026, 4, 1, 12, tzinfo=UTC)
SCOPE = Scope("org-1", "agent-1", "user-1")


def a_memory(content: str, **changes: Any) -> Memory:
    """A memory that says `content`; everything else is ordinary unless changed."""
    memory = Memory(
        id="mem-1",
        scope=SCOPE,
        memory_type=MemoryType.FACT,
        source=Source.AUTO,
        content=content,
        confidence=0.9,
        language=language_of(content),
        observed_at=NOON,
        updated_by="worker:offline",
        update_reason="extracted",
        created_at=NOON,
        updated_at=NOON,
    )
    return replace(memory, **changes)
