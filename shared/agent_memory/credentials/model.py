"""Pure types of credentials."""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from agent_memory.audit.model import Actor

KEY_PREFIX: Final = "amk_"
_SECRET_BYTES: Final = 20


class Role(StrEnum):
    """What a credential may do."""

    ADMIN = "admin"
    AGENT = "agent"


@dataclass(frozen=True, slots=True)
class Caller:
    """A verified credential. The org of every request comes from here and from nowhere else."""

    org_id: str
    role: Role
    credential_id: str

    @property
    def actor(self) -> Actor:
        """The caller as the audit trail names it."""
        return Actor(self.role, self.credential_id)


def new_api_key() -> str:
    """A key with 160 random bits. Shown once; only its hash is kept."""
    return KEY_PREFIX + secrets.token_hex(_SECRET_BYTES)


def key_hash(api_key: str) -> bytes:
    """SHA-256 of a key. No salt and no stretching: nobody can guess 160 random bits."""
    return hashlib.sha256(api_key.encode("utf-8", "surrogatepass")).digest()
