"""Memories in Postgres: domain type ↔ row, sealing on the way in and opening on the way out.

Writes are lists of statements, so that a service can send them together with others in one transaction.
"""

from __future__ import annotations

from dataclasses import asdict, replace
from datetime import datetime
from typing import Any

from agent_memory.core.segmentation import SEGMENTER_VERSION
from agent_memory.core.text import normal_form
from agent_memory.memories.indexing import Index
from agent_memory.memories.model import Entity, Kind, Memory, MemoryType, MemoryVersion, Source, Status
from agent_memory.platform import vectors
from agent_memory.platform.postgres import Query, Row
from agent_memory.platform.sql import load_statements
from agent_memory.platform.subject_keys import Place, SubjectKey
from agent_memory.subjects.model import Scope

UNIQUE_TEXT = "memory_active_text"
"""The constraint that refuses a second active memory of one user with one text."""


def statement(name: str, scope: Scope | None = None, /, **parameters: object) -> Query:
    """A statement of this capability; a scope fills in org, agent and user."""
    owner = {} if scope is None else owner_of(scope)
    return load_statements("agent_memory.memories")(name, **owner, **parameters)


def owner_of(scope: Scope) -> dict[str, str]:
    """A scope as statement parameters."""
    return {"org_id": scope.org_id, "agent_id": scope.agent_id, "user_id": scope.user_id}


def content_hash(key: SubjectKey, content: str) -> bytes:
    """What two memories with the same text share, and what nobody without the key can tell apart from noise."""
    return key.blind("text", normal_form(content))


def attribute_hash(key: SubjectKey, content: str) -> bytes | None:
    """The blinded name of the single-valued attribute a statement is about, or None."""
    from agent_memory.memories.attributes import single_valued  # noqa: PLC0415  # its tables take 0.1 s; readers need none

    attribute = single_valued(content)
    return None if attribute is None else key.blind("attribute", attribute.name)


def tag_hash(org_key: SubjectKey, tag: str) -> bytes:
    """The blinded form of a tag: the same for all users of an org, so that a filter needs one value."""
    return org_key.blind("tag", tag)


def insertion(memory: Memory, key: SubjectKey, org_key: SubjectKey, index: Index) -> list[Query]:
    """The statements that store a new memory; only an active one becomes searchable."""
    statements = [statement("insert_memory", memory.scope, **_columns(memory, key), created_at=memory.created_at)]
    if memory.status is Status.ACTIVE:
        statements += search_rows(memory, key, index)
        statements += _tag_rows(memory, org_key)
    return statements


def update(memory: Memory, key: SubjectKey) -> list[Query]:
    """The statements that write the next version over version − 1, which becomes history.

    The second one returns no row when the stored version was another: somebody else was faster.
    """
    return [
        statement("keep_version", memory.scope, memory_id=memory.id),
        statement("update_memory", memory.scope, **_columns(memory, key)),
    ]


def refresh(memory: Memory, key: SubjectKey) -> list[Query]:
    """The statements that write what is no part of a version; the version stays."""
    columns = _columns(memory, key)
    wanted = (
        "memory_id",
        "body",
        "source_message_ids",
        "confidence",
        "verified",
        "observed_at",
        "observed_sequence",
        "expires_at",
        "version",
    )
    return [
        statement("refresh_memory", memory.scope, **{name: columns[name] for name in wanted}),
        search_renewal(memory),
    ]


def room_for(memory: Memory, key: SubjectKey, now: datetime) -> Query:
    """The statement that archives an expired memory with the same text, which would otherwise be a duplicate."""
    return statement("archive_expired_text", memory.scope, content_hash=content_hash(key, memory.content), now=now)


def search_rows(memory: Memory, key: SubjectKey, index: Index) -> list[Query]:
    """The statements that make a memory searchable."""
    return [
        statement(
            "insert_search_row",
            memory.scope,
            memory_id=memory.id,
            chunk=number,
            expires_at=memory.expires_at,
            segmenter_version=SEGMENTER_VERSION,
            embedding_model=None if chunk.vector is None else index.model,
            embedding=None if chunk.vector is None else vectors.dense(chunk.vector),
            terms=vectors.sparse(key.blind_terms(chunk.terms, vectors.TERM_SPACE)),
        )
        for number, chunk in enumerate(index.chunks)
    ]


def search_replacement(memory: Memory, key: SubjectKey, index: Index) -> list[Query]:
    """The statements that replace what search knows of a memory; only an active one is searchable."""
    rows = search_rows(memory, key, index) if memory.status is Status.ACTIVE else []
    return [*search_removal(memory), *rows]


def search_renewal(memory: Memory) -> Query:
    """The statement that keeps the expiry of search rows in step with their memory's."""
    return statement("renew_search_rows", memory.scope, memory_id=memory.id, expires_at=memory.expires_at)


def search_removal(memory: Memory) -> list[Query]:
    """The statements that take a memory out of search."""
    return [statement("delete_search_rows", memory.scope, memory_id=memory.id)]


def tag_replacement(memory: Memory, org_key: SubjectKey) -> list[Query]:
    """The statements that replace the tags a filter sees."""
    return [statement("delete_tags", memory.scope, memory_id=memory.id), *_tag_rows(memory, org_key)]


def inherited_version(successor: Memory, overruled: Memory, key: SubjectKey) -> Query:
    """The statement that makes the overruled text the first line of its successor's history."""
    ancestor = replace(overruled, id=successor.id, version=1)
    return statement(
        "insert_version",
        successor.scope,
        memory_id=successor.id,
        version=1,
        body=_seal(ancestor, key),
        memory_type=overruled.memory_type,
        pinned=overruled.pinned,
        kind=overruled.kind,
        importance=overruled.importance,
        status=overruled.status,
        updated_by=overruled.updated_by,
        update_reason=overruled.update_reason,
        updated_at=overruled.updated_at,
    )


def read_memory(row: Row, key: SubjectKey) -> Memory:
    """A row as a memory.

    Raises:
        SealBrokenError: the row was tampered with.
    """
    body = key.open_json(row["body"], body_place(row["memory_id"], row["version"]))
    return Memory(
        id=row["memory_id"],
        scope=Scope(row["org_id"], row["agent_id"], row["user_id"]),
        memory_type=MemoryType(row["memory_type"]),
        source=Source(row["source"]),
        content=body["content"],
        tags=tuple(body["tags"]),
        confidence=row["confidence"],
        pinned=row["pinned"],
        kind=None if row["kind"] is None else Kind(row["kind"]),
        importance=row["importance"],
        entities=tuple(Entity(**entity) for entity in body["entities"]),
        source_snippet=body["snippet"],
        source_message_ids=tuple(row["source_message_ids"]),
        replaces=body["replaces"],
        overrules=tuple(body.get("overrules", ())),
        session_id=row["session_id"],
        language=row["language"],
        observed_at=row["observed_at"],
        observed_sequence=row["observed_sequence"],
        verified=row["verified"],
        status=Status(row["status"]),
        superseded_by=row["superseded_by"],
        version=row["version"],
        updated_by=row["updated_by"],
        update_reason=row["update_reason"],
        tier=row["tier"],
        ttl_days=row["ttl_days"],
        expires_at=row["expires_at"],
        access_count=row["access_count"],
        last_accessed_at=row["last_accessed_at"],
        created_at=row["created_at"],
        updated_at=row["updated_at"],
        read_only=row["read_only"],
        forget_at=row["forget_at"],
    )


def read_version(row: Row, memory_id: str, key: SubjectKey) -> MemoryVersion:
    """A row of history."""
    body = key.open_json(row["body"], body_place(memory_id, row["version"]))
    return MemoryVersion(
        version=row["version"],
        content=body["content"],
        updated_by=row["updated_by"],
        update_reason=row["update_reason"],
        created_at=row["updated_at"],
    )


def _columns(memory: Memory, key: SubjectKey) -> dict[str, object]:
    return {
        "memory_id": memory.id,
        "memory_type": memory.memory_type,
        "source": memory.source,
        "kind": memory.kind,
        "importance": memory.importance,
        "confidence": memory.confidence,
        "body": _seal(memory, key),
        "content_hash": content_hash(key, memory.content),
        "attribute": attribute_hash(key, memory.content),
        "language": memory.language,
        "session_id": memory.session_id,
        "source_message_ids": list(memory.source_message_ids),
        "observed_at": memory.observed_at,
        "observed_sequence": memory.observed_sequence,
        "verified": memory.verified,
        "pinned": memory.pinned,
        "status": memory.status,
        "superseded_by": memory.superseded_by,
        "version": memory.version,
        "updated_by": memory.updated_by,
        "update_reason": memory.update_reason,
        "tier": memory.tier,
        "ttl_days": memory.ttl_days,
        "expires_at": memory.expires_at,
        "updated_at": memory.updated_at,
    }


def _tag_rows(memory: Memory, org_key: SubjectKey) -> list[Query]:
    return [
        statement(
            "insert_tag",
            memory.scope,
            memory_id=memory.id,
            tag_hmac=tag_hash(org_key, tag),
            created_at=memory.created_at,
        )
        for tag in memory.tags
    ]


def _seal(memory: Memory, key: SubjectKey) -> bytes:
    body: dict[str, Any] = {
        "content": memory.content,
        "tags": list(memory.tags),
        "entities": [asdict(entity) for entity in memory.entities],
        "snippet": memory.source_snippet,
        "replaces": memory.replaces,
    }
    if memory.overrules:
        body["overrules"] = list(memory.overrules)
    return key.seal_json(body, body_place(memory.id, memory.version))


def body_place(memory_id: str, version: int) -> Place:
    """Where the body of a memory is sealed, in its row and in its history."""
    return Place(table="memory", column="body", row_id=memory_id, row_version=version)
