"""Policies read and replaced. What an agent does not set it has from its org, and that from the defaults."""

from __future__ import annotations

import json
from typing import Any

from agent_memory.audit.model import AuditEvent
from agent_memory.audit.store import record
from agent_memory.core.clock import Clock
from agent_memory.core.errors import FieldError, ForbiddenError, ValidationFailedError
from agent_memory.idempotency.service import Write
from agent_memory.platform.postgres import Database, Query, Row, Transaction
from agent_memory.platform.sql import load_statements
from agent_memory.policies.model import Overrides, Policy, PolicyState, effective


class Policies:
    """The policies of an org and its agents."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    def of(self, org_id: str, agent_id: str) -> Policy:
        """What holds for an agent; the defaults for one that is not registered (any more)."""
        return self.all_of(org_id, agent_id).get(agent_id) or effective()

    def all_of(self, org_id: str, agent_id: str | None = None) -> dict[str, Policy]:
        """What holds for every agent of an org, or for one, by agent."""
        rows = self._database.read(org_id, _found(org_id, agent_id))[0]
        return {row["agent_id"]: _state(row).policy for row in rows}

    def get(self, org_id: str, agent_id: str) -> PolicyState:
        """The policy of an agent.

        Raises:
            ForbiddenError: the agent is not registered.
        """
        rows = self._database.read(org_id, _found(org_id, agent_id))[0]
        if not rows:
            raise ForbiddenError
        return _state(rows[0])

    def put(self, org_id: str, agent_id: str, own: Overrides, write: Write[PolicyState]) -> PolicyState:
        """Replace what an agent sets; what it leaves out it inherits.

        Raises:
            ForbiddenError: the agent is not registered.
            ValidationFailedError: with what is inherited it makes no sense.
        """
        now = self._clock.now()
        with self._database.transaction(org_id) as transaction:
            write.begin(transaction)
            row = transaction.row(_found(org_id, agent_id))
            if row is None:
                raise ForbiddenError
            state = PolicyState(policy=effective(row["of_org"] or {}, own), own=own, updated_at=now)
            put = _statement(
                "put_agent_policy", org_id=org_id, agent_id=agent_id, overrides=json.dumps(dict(own)), now=now
            )
            event = AuditEvent("policy.put", write.actor, agent_id=agent_id, detail=_told(state))
            transaction.run(put, record(org_id, event, now))
            write.end(transaction, state)
        return state

    def defaults(self, org_id: str) -> PolicyState:
        """What an agent of the org has that sets nothing itself."""
        rows = self._database.read(org_id, _statement("find_org_policy", org_id=org_id))[0]
        own: Overrides = rows[0]["overrides"] if rows else {}
        return PolicyState(policy=effective(own), own=own, updated_at=rows[0]["updated_at"] if rows else None)

    def put_defaults(self, org_id: str, own: Overrides, write: Write[PolicyState]) -> PolicyState:
        """Replace what the org sets for all its agents.

        Raises:
            ValidationFailedError: it makes no sense, or not together with what one of the agents sets.
        """
        now = self._clock.now()
        state = PolicyState(policy=effective(own), own=own, updated_at=now)
        with self._database.transaction(org_id) as transaction:
            write.begin(transaction)
            self._check_agents(transaction, org_id, own)
            put = _statement("put_org_policy", org_id=org_id, overrides=json.dumps(dict(own)), now=now)
            event = AuditEvent("policy.put", write.actor, detail=_told(state))
            transaction.run(put, record(org_id, event, now))
            write.end(transaction, state)
        return state

    def _check_agents(self, transaction: Transaction, org_id: str, own: Overrides) -> None:
        for row in transaction.rows(_found(org_id, None)):
            try:
                effective(own, row["of_agent"] or {})
            except ValidationFailedError as error:
                raise ValidationFailedError(
                    *(FieldError(item.field, f"{item.message} (of agent {row['agent_id']})") for item in error.errors)
                ) from error


def _found(org_id: str, agent_id: str | None) -> Query:
    return _statement("find_policies", org_id=org_id, agent_id=agent_id)


def _state(row: Row) -> PolicyState:
    own: Overrides = row["of_agent"] or {}
    return PolicyState(policy=effective(row["of_org"] or {}, own), own=own, updated_at=row["agent_updated_at"])


def _told(state: PolicyState) -> dict[str, str | int]:
    """What is set, for the audit trail: numbers, and no word of anybody."""
    return {"set": ", ".join(state.overrides)}


def _statement(name: str, **parameters: Any) -> Query:
    return load_statements("agent_memory.policies")(name, **parameters)
