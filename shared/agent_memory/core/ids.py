"""Identifiers: how they are made and what they may look like. Ids are made here, never by a database sequence."""

from __future__ import annotations

import re
import secrets
import unicodedata
import uuid
from datetime import datetime
from typing import Final

_ALPHABET: Final = "0123456789abcdefghjkmnpqrstvwxyz"
_RANDOM_LENGTH: Final = 14
_NAMESPACE: Final = uuid.UUID("6f0d6c1e-6a34-5b57-9a53-0d6d6a0d3b11")

RESOURCE_ID_PATTERN: Final = r"^[A-Za-z0-9][A-Za-z0-9_:-]*(\.[A-Za-z0-9_:-]+)*\.?$"
"""`agentId`, `jobId`, `keyId` and memory ids: a letter or digit first, never two dots in a row."""

MAX_ID_LENGTH: Final = 128
"""Of every identifier, in code points."""

_RESOURCE_ID: Final = re.compile(RESOURCE_ID_PATTERN.rstrip("$") + r"\Z")


def random_suffix() -> str:
    """70 random bits in lower-case base 32 without look-alikes."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(_RANDOM_LENGTH))


def new_memory_id(now: datetime) -> str:
    """`mem-<epoch ms>-<random>` (requirement A1)."""
    return f"mem-{int(now.timestamp() * 1000)}-{random_suffix()}"


def new_event_id(now: datetime) -> str:
    """`evt-<epoch ms>-<random>`, the id of an audit event."""
    return f"evt-{int(now.timestamp() * 1000)}-{random_suffix()}"


def new_run_id(now: datetime) -> str:
    """`run-<epoch ms>-<random>`, the id of a run of governance."""
    return f"run-{int(now.timestamp() * 1000)}-{random_suffix()}"


def derived_id(*parts: str) -> str:
    """A UUIDv5 of several texts. Parts are length-prefixed, so `("a:b", "c")` and `("a", "b:c")` differ."""
    return str(uuid.uuid5(_NAMESPACE, "".join(f"{len(part)}:{part}" for part in parts)))


def is_resource_id(value: str) -> bool:
    """Whether a text may name an agent, a job or a memory."""
    return len(value) <= MAX_ID_LENGTH and _RESOURCE_ID.match(value) is not None


def external_id_problem(value: str) -> str | None:
    """Why a text may not be a `userId`, `sessionId` or `messageId`; None when it may."""
    if not value or not value.strip():
        return "must not be empty or blank"
    if len(value) > MAX_ID_LENGTH:
        return f"must have at most {MAX_ID_LENGTH} characters"
    if any(unicodedata.category(character) in ("Cc", "Cs") for character in value):
        return "must not contain control characters"
    if not unicodedata.is_normalized("NFC", value):
        return "must be in Unicode normalisation form C"
    return None
