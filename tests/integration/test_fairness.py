"""One org's backlog does not hold up another org's one job."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from queue import SimpleQueue

import psycopg
import pytest

from agent_memory.audit.model import Actor
from agent_memory.conversations.model import Conversation, Job, Message, Role
from agent_memory.conversations.sweep import JobSweep
from agent_memory.core.errors import OrgBusyError
from agent_memory.extraction.model import Extraction, ExtractorInfo, SpokenTurn
from agent_memory.idempotency.service import Write
from agent_memory.platform.settings import LimitSettings
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
    assert sweep.run(lambda: True).sent == BACKLOG + 1
    assert queue.orgs.index(QUIET.org_id) == 50
    assert queue.orgs.count(BUSY.org_id) == BACKLOG
    assert unsent(service) == 0


def test_a_sweep_that_runs_out_of_time_leaves_the_rest_to_the_next(service: Service, graphs: dict[str, Wiring]) -> None:
    accept_unsent(service, graphs["app"], [BUSY] * BACKLOG)
    scheduler, queue, turns = graphs["scheduler"], Recorder(), iter([True, False])
    sweep = JobSweep(scheduler.database, queue, scheduler.breakers, scheduler.clock)
    assert sweep.run(lambda: next(turns)).sent == 50
    assert unsent(service) == BACKLOG - 50
    assert sweep.run(lambda: True).sent == BACKLOG - 50


class Gate:
    """An extractor that keeps the busy org waiting; `waiting` is released by everybody who begins to wait."""

    def __init__(self) -> None:
        self.info = ExtractorInfo("gate", "gate", "1")
        self.waiting = threading.Semaphore(0)
        self.opened = threading.Event()

    def extract(self, turns: tuple[SpokenTurn, ...], **options: object) -> Extraction:
        del options
        if turns[0].content.startswith(BUSY.org_id):
            self.waiting.release()
            assert self.opened.wait(60)
        return Extraction((), ())


def test_an_org_with_a_long_backlog_leaves_workers_to_others(service: Service) -> None:
    """Ten workers, as many as the template allows, and two hundred jobs of one org before the one of another."""
    service.list()  # sets the environment variables that all functions share
    os.environ["DATABASE_URL"] = service.address.as_role("worker")
    gate, quiet_served = Gate(), threading.Event()
    jobs = [Scope(BUSY.org_id, BUSY.agent_id, f"u{number}") for number in range(200)] + [QUIET]
    queue = SimpleQueue[tuple[int, Scope]]()
    for item in enumerate(jobs):
        queue.put(item)

    def work() -> int:
        graph, put_off = Wiring(), 0
        vars(graph)["patient_extractor"] = gate
        worker = graph.conversation_worker
        while not queue.empty():
            number, scope = queue.get()
            message = Message(role=Role.USER, content=f"{scope.org_id} 说了一句很长的话", message_id="m")
            job = worker.take_in(Conversation(scope=scope, session_id="s", messages=(message,)), None)
            try:
                worker.work_on(job, f"delivery-{number}")
            except OrgBusyError:
                worker.put_off(job)
                put_off += 1
            if scope == QUIET:
                quiet_served.set()
        graph.database.close()
        return put_off

    with ThreadPoolExecutor(10) as pool:
        try:
            workers = [pool.submit(work) for _ in range(8)]
            assert all(gate.waiting.acquire(timeout=60) for _ in workers)
            workers += [pool.submit(work) for _ in range(2)]
            assert quiet_served.wait(60), "it waits behind a backlog that nobody works off"
        finally:
            gate.opened.set()
    waited = [worker.result() for worker in workers]
    assert sum(waited) == unsent(service), "what was put off is left to the sweep"
    assert sum(waited) >= 190


def test_an_org_may_have_fewer_workers_than_there_are(service: Service) -> None:
    [source] = [item for item in service.application.event_sources if item.function == "ConversationWorker"]
    assert source.maximum_concurrency is not None
    assert LimitSettings().workers_per_org < source.maximum_concurrency
