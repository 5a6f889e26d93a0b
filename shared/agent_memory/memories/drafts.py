"""From what a caller says of a memory to the memory itself. Pure."""

from __future__ import annotations

from datetime import datetime

from agent_memory.audit.model import Actor
from agent_memory.core.ids import new_memory_id
from agent_memory.core.text import language_of
from agent_memory.memories.model import Memory, NewMemory, Source, settled
from agent_memory.subjects.model import Scope


def drafted(scope: Scope, draft: NewMemory, source: Source, actor: Actor, now: datetime) -> Memory:
    """A memory that somebody states through the API: certain, verified, and without an end unless one is given."""
    memory = Memory(
        id=new_memory_id(now),
        scope=scope,
        memory_type=draft.memory_type,
        source=source,
        content=draft.content,
        tags=draft.tags,
        confidence=1.0,
        pinned=draft.pinned,
        kind=draft.kind,
        importance=draft.importance,
        session_id=draft.session_id,
        language=language_of(draft.content),
        observed_at=now,
        verified=True,
        updated_by=str(actor),
        update_reason="created",
        ttl_days=draft.ttl_days,
        created_at=now,
        updated_at=now,
    )
    return settled(memory, now)
