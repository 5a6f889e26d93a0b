"""Pure types of the agent registry."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

DEFAULT_TIME_ZONE: Final = "UTC"


class WritePolicy(StrEnum):
    """How extracted memories become active (requirement I4)."""

    AUTO = "auto"
    CONFIRM = "confirm"
    EXPLICIT = "explicit"


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentSettings:
    """What a registration says."""

    name: str | None = None
    description: str | None = None
    instructions: str | None = None
    """Extra instructions for extraction."""
    write_policy: WritePolicy = WritePolicy.AUTO
    time_zone: str = DEFAULT_TIME_ZONE
    """Zone of users whose messages do not say one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Agent:
    """A registered agent."""

    org_id: str
    agent_id: str
    settings: AgentSettings
    created_at: datetime
    updated_at: datetime
