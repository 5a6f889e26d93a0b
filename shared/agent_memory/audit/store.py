"""Audit events in Postgres. They are written in the transaction of the deed they record."""

from __future__ import annotations

import json
from datetime import datetime

from agent_memory.audit.model import AuditEvent
from agent_memory.core.ids import new_event_id
from agent_memory.platform.postgres import Query
from agent_memory.platform.sql import load_statements


def record(org_id: str, event: AuditEvent, now: datetime) -> Query:
    """The statement that records an event."""
    statements = load_statements("agent_memory.audit")
    return statements(
        "insert_event",
        org_id=org_id,
        event_id=new_event_id(now),
        occurred_at=now,
        actor=str(event.actor),
        action=event.action,
        agent_id=event.agent_id,
        subject_hmac=event.subject_hmac,
        target=event.target,
        detail=json.dumps(dict(event.detail)),
    )
