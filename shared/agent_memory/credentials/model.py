"""Pure types of credentials."""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

from agent_memory.audit.model import Actor

KEY_PREFIX: Final = "amk_"
_SECRET_BYTES: Final = 20


class Role(StrEnum):
    """What a credential may do."""

    ADMIN = "admin"
    """Everything of the org."""
    AGENT = "agent"
    """The work of an agent: memories one by one, conversations, jobs, recall."""
    USER = "user"
    """One person, and only what is about them."""
    AUDITOR = "auditor"
    """Counts and the audit trail."""


@dataclass(frozen=True, slots=True)
class Caller:
    """A verified credential. The org of every request comes from here and from nowhere else."""

    org_id: str
    role: Role
    credential_id: str
    user_id: str | None = None
    """The one person a `user` credential is for."""

    @property
    def actor(self) -> Actor:
        """The caller as the audit trail names it."""
        return Actor(self.role, self.credential_id)


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyRequest:
    """What a new key shall be."""

    role: Role
    user_id: str | None = None
    label: str | None = None
    expires_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ApiKey:
    """A key as it may be shown: never the secret itself."""

    key_id: str
    role: Role
    user_id: str | None
    label: str | None
    created_at: datetime
    expires_at: datetime | None
    revoked_at: datetime | None
    last_used_at: datetime | None


def new_api_key() -> str:
    """A key with 160 random bits. Shown once; only its hash is kept."""
    return KEY_PREFIX + secrets.token_hex(_SECRET_BYTES)


def key_hash(api_key: str) -> bytes:
    """SHA-256 of a key. No salt and no stretching: nobody can guess 160 random bits."""
    return hashlib.sha256(api_key.encode("utf-8", "surrogatepass")).digest()
