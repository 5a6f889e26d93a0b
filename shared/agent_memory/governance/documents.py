"""A memory with its history as one document: what the archive seals, and what comes back from it unchanged."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from agent_memory.core.clock import iso_format
from agent_memory.memories import store
from agent_memory.memories.model import Memory
from agent_memory.platform.postgres import Query, Row
from agent_memory.platform.subject_keys import Place, SubjectKey
from agent_memory.subjects.model import Scope

FORMAT: Final = 1
_BODY: Final = "body"
_NOT_KEPT: Final = frozenset({"org_id", "content_hash", "attribute", "tier", "read_only", "forget_at"})
"""Columns that belong to the place or are made anew."""


def payload_place(memory_id: str, version: int) -> Place:
    """Where a payload is sealed: the same in the table and in an object."""
    return Place(table="memory_archive", column="payload", row_id=memory_id, row_version=version)


def headline_place(memory_id: str, version: int) -> Place:
    """Where a headline is sealed."""
    return Place(table="memory_archive", column="headline", row_id=memory_id, row_version=version)


def sealed_payload(row: Row, versions: Sequence[Row], key: SubjectKey) -> bytes:
    """A row of `memory` with its history, sealed for the archive.

    Raises:
        SealBrokenError: a row was tampered with.
    """
    document = {"format": FORMAT, "memory": _plain(row, key), "versions": [_plain(each, key) for each in versions]}
    return key.seal_json(document, payload_place(row["memory_id"], row["version"]))


def opened_payload(sealed: bytes, memory_id: str, version: int, key: SubjectKey) -> tuple[Row, list[Row]]:
    """The row of `memory` and its history, bodies sealed for their tables again.

    Raises:
        SealBrokenError: it is not what was sealed.
    """
    document = key.open_json(sealed, payload_place(memory_id, version))
    return _row(document["memory"], key), [_row(each, key) for each in document["versions"]]


def reading(row: Row, scope: Scope, key: SubjectKey) -> Memory:
    """A restored row as a memory, before it is written back."""
    whole = {"org_id": scope.org_id, "tier": "warm", "read_only": False, "forget_at": None, **row}
    return store.read_memory(whole, key)


def version_insertion(row: Row, scope: Scope) -> Query:
    """The statement that writes a line of history back."""
    owned = {name: value for name, value in row.items() if name not in ("agent_id", "user_id")}
    return store.statement("insert_version", scope, **owned)


def _plain(row: Row, key: SubjectKey) -> dict[str, Any]:
    """A row with its body opened, fit for JSON."""
    body = key.open_json(row[_BODY], store.body_place(row["memory_id"], row["version"]))
    kept = {name: _told(value) for name, value in row.items() if name not in _NOT_KEPT and name != _BODY}
    return {**kept, _BODY: body}


def _row(document: dict[str, Any], key: SubjectKey) -> Row:
    row = {name: _read(name, value) for name, value in document.items() if name != _BODY}
    row[_BODY] = key.seal_json(document[_BODY], store.body_place(document["memory_id"], document["version"]))
    return row


def _told(value: object) -> object:
    return iso_format(value) if isinstance(value, datetime) else value


def _read(name: str, value: Any) -> Any:
    return datetime.fromisoformat(value) if name.endswith("_at") and isinstance(value, str) else value
