"""The rules of the agent registry."""

from __future__ import annotations

from agent_memory.agents.model import Agent, AgentSettings, WritePolicy
from agent_memory.audit.model import AuditEvent
from agent_memory.audit.store import record
from agent_memory.core.clock import Clock
from agent_memory.core.errors import ForbiddenError
from agent_memory.idempotency.service import Write
from agent_memory.platform.postgres import Database, Row
from agent_memory.platform.sql import load_statements


class Agents:
    """Register, read and list the agents of an org."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock
        self._statements = load_statements("agent_memory.agents")

    def put(
        self, org_id: str, agent_id: str, settings: AgentSettings, write: Write[tuple[Agent, bool]]
    ) -> tuple[Agent, bool]:
        """Create or replace an agent; the agent, and whether it is new."""
        now = self._clock.now()
        put = self._statements(
            "put_agent",
            org_id=org_id,
            agent_id=agent_id,
            name=settings.name,
            description=settings.description,
            instructions=settings.instructions,
            write_policy=settings.write_policy,
            time_zone=settings.time_zone,
            now=now,
        )
        event = AuditEvent("agent.put", write.actor, agent_id=agent_id)
        with self._database.transaction(org_id) as transaction:
            write.begin(transaction)
            rows, _ = transaction.run(put, record(org_id, event, now))
            result = _agent(rows[0]), bool(rows[0]["created"])
            write.end(transaction, result)
        return result

    def get(self, org_id: str, agent_id: str) -> Agent:
        """One agent.

        Raises:
            ForbiddenError: it is not registered in this org, whether or not another org has one of that name.
        """
        rows = self._database.read(org_id, self._statements("find_agent", org_id=org_id, agent_id=agent_id))[0]
        if not rows:
            raise ForbiddenError
        return _agent(rows[0])

    def list(self, org_id: str) -> list[Agent]:
        """All agents of the org, by id."""
        return [_agent(row) for row in self._database.read(org_id, self._statements("list_agents", org_id=org_id))[0]]


def _agent(row: Row) -> Agent:
    return Agent(
        org_id=row["org_id"],
        agent_id=row["agent_id"],
        settings=AgentSettings(
            name=row["name"],
            description=row["description"],
            instructions=row["instructions"],
            write_policy=WritePolicy(row["write_policy"]),
            time_zone=row["time_zone"],
        ),
        created_at=row["created_at"],
        updated_at=row["updated_at"],
    )
