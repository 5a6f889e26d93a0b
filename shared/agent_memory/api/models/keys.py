"""API keys on the wire."""

from __future__ import annotations

from typing import Final

from pydantic import ConfigDict, Field
from pydantic.config import JsonDict

from agent_memory.api.models.common import ExternalId, Moment, RequestModel, ResponseModel, Timestamp, VisibleText
from agent_memory.credentials.model import ApiKey, KeyRequest, Role

_ONE_PERSON: Final[JsonDict] = {
    "oneOf": [
        {
            "required": ["userId"],
            "properties": {"role": {"const": "user"}, "userId": {"type": "string"}},
        },
        {"properties": {"role": {"enum": ["admin", "agent", "auditor"]}, "userId": {"type": "null"}}},
    ]
}


class KeyCreate(RequestModel):
    """Body of `POST /api/keys`."""

    model_config = ConfigDict(json_schema_extra=_ONE_PERSON)

    role: Role
    user_id: ExternalId | None = Field(default=None, description="The one person a `user` key is for.")
    label: VisibleText | None = Field(default=None, max_length=200)
    expires_at: Moment | None = Field(default=None, description="In the future.")

    def to_request(self) -> KeyRequest:
        """As the domain knows it."""
        return KeyRequest(role=self.role, user_id=self.user_id, label=self.label, expires_at=self.expires_at)


class KeyOut(ResponseModel):
    """A key, without its secret."""

    key_id: str
    role: Role
    user_id: str | None
    label: str | None
    created_at: Timestamp
    expires_at: Timestamp | None
    revoked_at: Timestamp | None
    last_used_at: Timestamp | None = Field(description="Precise to five minutes.")

    @classmethod
    def of(cls, key: ApiKey) -> KeyOut:
        """From the domain."""
        return cls(
            key_id=key.key_id,
            role=key.role,
            user_id=key.user_id,
            label=key.label,
            created_at=key.created_at,
            expires_at=key.expires_at,
            revoked_at=key.revoked_at,
            last_used_at=key.last_used_at,
        )


class KeyMadeOut(KeyOut):
    """A key that was just made."""

    key: str = Field(description="The secret, shown this once.")

    @classmethod
    def made(cls, key: ApiKey, secret: str) -> KeyMadeOut:
        """From the domain."""
        return cls(**KeyOut.of(key).model_dump(by_alias=False), key=secret)
