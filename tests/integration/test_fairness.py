"""One org's backlog does not hold up another org's one job."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import psycopg
import pytest

from agent_memory.audit.model import Actor
from agent_memory.conversations.model import Conversation, Job, Message, Role
from agent_memory.conversations.service import JobSweep
from agent_memory.idempotency.service import Write
from agent_memory.subjects.model import Scope
from agent_memory.wiring import Wiring
from tests.support.service import AGENT, Service

BACKLOG = 120
BUSY, QUIET = Scope("demo-org", AGENT, "u"), Scope("other-org", "other-agent", "u")


@dataclass
class Recorder:
    """A queue that remembers whose jobs were sent."""

    orgs: list[str] = field(default_factory=list[str])

    def send_job(self, org_id: str, agent_id: str, job_id: str) -> None:
        del agent_id, job_id
        self.orgs.append(org_id)


@pytest.fixture
def graphs(service: Service) -> Iterator[dict[str, Wiring]]:
    """An environment of the app and one of the scheduler."""
    service.list()  # sets the environment variables that all functions share
    found: dict[str, Wiring] = {}
    for role in ("app", "scheduler"):
        os.environ["DATABASE_URL"] = service.address.as_role(role)
        found[role] = Wiring()
        found[role].database.check()
    yield found
    for graph in found.values():
        graph.database.close()


def accept_unsent(service: Service, app: Wiring, scopes: Sequence[Scope]) -> None:
    """Accept a job for each scope while the queue is down, more than half a minute ago."""
    for number, scope in enumerate(scopes):
        message = Message(role=Role.USER, content="我住在苏州工业园区", message_id=f"m{number}")
        conversation = Conversation(scope=scope, session_id="s1", messages=(message,))
        app.conversations.accept(conversation, Write[Job](Actor("admin", "key-1")))
    with psycopg.connect(service.address.admin) as connection:
        connection.execute("UPDATE job SET sent_at = NULL, created_at = created_at - interval '1 minute'")


def unsent(service: Service) -> int:
    with psycopg.connect(service.address.admin) as connection:
        [(count,)] = connection.execute("SELECT count(*) FROM job WHERE sent_at IS NULL").fetchall()
    return count


def test_the_sweep_sends_some_jobs_of_each_org_in_turn(service: Service, graphs: dict[str, Wiring]) -> None:
    accept_unsent(service, graphs["app"], [BUSY] * BACKLOG + [QUIET])
    scheduler, queue = graphs["scheduler"], Recorder()
    sweep = JobSweep(scheduler.database, queue, scheduler.breakers, scheduler.clock)
    assert sweep.run(lambda: True) == BACKLOG + 1
    assert queue.orgs.index(QUIET.org_id) == 50
    assert queue.orgs.count(BUSY.org_id) == BACKLOG
    assert unsent(service) == 0


def test_a_sweep_that_runs_out_of_time_leaves_the_rest_to_the_next(service: Service, graphs: dict[str, Wiring]) -> None:
    accept_unsent(service, graphs["app"], [BUSY] * BACKLOG)
    scheduler, queue, turns = graphs["scheduler"], Recorder(), iter([True, False])
    sweep = JobSweep(scheduler.database, queue, scheduler.breakers, scheduler.clock)
    assert sweep.run(lambda: next(turns)) == 50
    assert unsent(service) == BACKLOG - 50
    assert sweep.run(lambda: True) == BACKLOG - 50
