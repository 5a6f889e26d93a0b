"""Runs of governance in tests, with a clock that is moved by days."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import psycopg

from agent_memory.core.clock import iso_format
from tests.support.service import Service

ORG = "demo-org"


def later(days: float = 0) -> datetime:
    """The present, moved by days."""
    return datetime.now(UTC) + timedelta(days=days)


def govern(service: Service, days: float = 0, **more: Any) -> dict[str, int]:
    """Run governance of the org so many days from now; what was done, without what was nothing."""
    run = govern_all(service, days, orgId=ORG, **more)[ORG]
    assert run["status"] == "succeeded", run
    return run["counts"]


def govern_all(service: Service, days: float = 0, **more: Any) -> dict[str, Any]:
    """Run governance as the schedule does; the reports by org."""
    return service.invoke("GovernanceDaily", {"now": iso_format(later(days)), **more})["runs"]


def rows(service: Service, sql: str, *parameters: object) -> list[Any]:
    """Rows of a query that sees everything."""
    with psycopg.connect(service.address.admin) as connection:
        return connection.execute(sql.encode(), parameters).fetchall()


def change(service: Service, sql: str, *parameters: object) -> None:
    """Change rows, seeing everything."""
    with psycopg.connect(service.address.admin) as connection:
        connection.execute(sql.encode(), parameters)


def expire(service: Service, memory_id: str, days_ago: float = 1) -> None:
    """Let a memory have expired so many days ago."""
    for table in ("memory", "memory_search"):
        change(service, f"UPDATE {table} SET expires_at = %s WHERE memory_id = %s", later(-days_ago), memory_id)


def recalled(service: Service, memory_id: str, times: int, days_ago: float = 0) -> None:
    """Count recalls of a memory, as the worker does."""
    report = {
        "type": "access",
        "version": 1,
        "orgId": ORG,
        "agentId": "demo-agent",
        "memoryIds": [memory_id] * times,
        "at": iso_format(later(-days_ago)),
    }
    service.send(report, "AccessQueue")
    service.work_off("AccessWorker")
