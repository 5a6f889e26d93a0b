"""What extraction reads and writes in Postgres beside the memories themselves: leases and neighbours."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from agent_memory.core.embedding import EmbeddingModel
from agent_memory.extraction.decisions import Entry, Workspace
from agent_memory.memories import store as memory_store
from agent_memory.memories.indexing import Index
from agent_memory.memories.model import Memory, Status, is_new_version
from agent_memory.platform import vectors
from agent_memory.platform.postgres import Query, Row
from agent_memory.platform.sql import load_statements
from agent_memory.platform.subject_keys import SubjectKey
from agent_memory.subjects.model import Scope

NEIGHBOURS = 5
"""Nearest memories looked at per candidate."""

QUERIES_PER_CANDIDATE = 3


def statement(name: str, scope: Scope, /, **parameters: object) -> Query:
    """A statement of this capability about one scope."""
    return load_statements("agent_memory.extraction")(name, **memory_store.owner_of(scope), **parameters)


def neighbour_queries(
    memory: Memory, index: Index, model: EmbeddingModel, key: SubjectKey, now: datetime
) -> list[Query]:
    """The statements that find what a candidate may touch: same text, same attribute, nearest by vector."""
    scope, vector = memory.scope, index.vector
    return [
        statement("same_text", scope, content_hash=memory_store.content_hash(key, memory.content), now=now),
        statement("same_attribute", scope, attribute=memory_store.attribute_hash(key, memory.content), now=now),
        statement(
            "nearest",
            scope,
            embedding=None if vector is None else vectors.dense(vector),
            embedding_model=model.model,
            floor=model.candidate_threshold,
            count=NEIGHBOURS,
            now=now,
        ),
    ]


def read_neighbours(results: Sequence[list[Row]], key: SubjectKey) -> tuple[list[Memory], dict[str, float]]:
    """The memories the statements found, and the cosines of those that were near."""
    memories = {row["memory_id"]: memory_store.read_memory(row, key) for rows in results for row in rows}
    cosines = {row["memory_id"]: float(row["cosine"]) for rows in results for row in rows if "cosine" in row}
    return list(memories.values()), cosines


def workspace_writes(workspace: Workspace, updated_by: str, key: SubjectKey, org_key: SubjectKey) -> list[Query]:
    """The statements that write a workspace back: changes first, so that a retired text is free for its successor."""
    writes: list[Query] = []
    for entry, stored in workspace.changed():
        writes += _change(entry, stored, updated_by, workspace.now, key)
    for entry in workspace.created():
        if entry.index is None:
            raise ValueError("a new memory needs an index")
        writes += memory_store.insertion(entry.memory, key, org_key, entry.index)
        if entry.ancestor is not None:
            writes.append(memory_store.inherited_version(entry.memory, entry.ancestor, key))
    return writes


def _change(entry: Entry, stored: Memory, updated_by: str, now: datetime, key: SubjectKey) -> list[Query]:
    if not is_new_version(stored, entry.memory):
        return memory_store.refresh(entry.memory, key)
    reason = "superseded" if entry.memory.status is Status.SUPERSEDED else "merged"
    memory = replace(
        entry.memory, version=stored.version + 1, updated_by=updated_by, update_reason=reason, updated_at=now
    )
    writes = memory_store.update(memory, key)
    if memory.status is not Status.ACTIVE:
        return [*writes, *memory_store.search_removal(memory)]
    if entry.index is not None:
        return [*writes, *memory_store.search_replacement(memory, key, entry.index)]
    return [*writes, memory_store.search_renewal(memory)]
