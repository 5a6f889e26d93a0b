"""Agents on the wire."""

from __future__ import annotations

from pydantic import Field, field_validator

from agent_memory.agents.model import Agent, AgentSettings, WritePolicy
from agent_memory.api.models.common import RequestModel, ResponseModel, Timestamp, TimeZone


class AgentPut(RequestModel):
    """Body of `PUT /api/agents/{agentId}`."""

    name: str | None = Field(default=None, max_length=200)
    description: str | None = Field(default=None, max_length=2000)
    instructions: str | None = Field(default=None, max_length=4000)
    write_policy: WritePolicy = Field(default=WritePolicy.AUTO, json_schema_extra={"enum": ["auto"]})
    time_zone: TimeZone = "UTC"

    @field_validator("write_policy")
    @classmethod
    def _only_auto_yet(cls, value: WritePolicy) -> WritePolicy:
        if value is not WritePolicy.AUTO:
            raise ValueError("only 'auto' is supported so far")
        return value

    def to_settings(self) -> AgentSettings:
        """As the domain knows it."""
        return AgentSettings(
            name=self.name,
            description=self.description,
            instructions=self.instructions,
            write_policy=self.write_policy,
            time_zone=self.time_zone,
        )


class AgentOut(ResponseModel):
    """An agent."""

    agent_id: str
    org_id: str
    name: str | None
    description: str | None
    instructions: str | None
    write_policy: WritePolicy
    time_zone: str
    created_at: Timestamp
    updated_at: Timestamp

    @classmethod
    def of(cls, agent: Agent) -> AgentOut:
        """From the domain."""
        settings = agent.settings
        return cls(
            agent_id=agent.agent_id,
            org_id=agent.org_id,
            name=settings.name,
            description=settings.description,
            instructions=settings.instructions,
            write_policy=settings.write_policy,
            time_zone=settings.time_zone,
            created_at=agent.created_at,
            updated_at=agent.updated_at,
        )
