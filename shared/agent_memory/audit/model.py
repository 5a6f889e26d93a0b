"""Pure types of the audit trail."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Actor:
    """Who acts: a role and the credential or component behind it."""

    role: str
    """`admin`, `agent` or `worker`."""
    id: str

    def __str__(self) -> str:
        return f"{self.role}:{self.id}"


@dataclass(frozen=True, slots=True)
class AuditEvent:
    """One deed. `detail` carries counts and reasons only."""

    action: str
    actor: Actor
    agent_id: str | None = None
    subject_hmac: bytes | None = None
    """The user, blinded under the subject's key: unlinkable once that key is destroyed."""
    target: str | None = None
    detail: Mapping[str, str | int] = field(default_factory=dict[str, "str | int"])
