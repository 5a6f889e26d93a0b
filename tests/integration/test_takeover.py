"""Two workers at the turns of one user: whoever comes second writes nothing, and nothing fails because of it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from datetime import timedelta

import psycopg
import pytest

from agent_memory.conversations.model import Conversation, Message, Role
from agent_memory.core.clock import ManualClock, SystemClock
from agent_memory.extraction.model import Extraction, Extractor
from agent_memory.extraction.service import LEASE, ConversationWorker
from agent_memory.subjects.model import Scope
from agent_memory.wiring import Wiring
from tests.support.model_endpoint import ModelEndpoint, remembers
from tests.support.service import AGENT, USER, Service

SCOPE = Scope("demo-org", AGENT, USER)
HOME = "我住在苏州工业园区，做外贸采购"


class Interrupted:
    """An extractor during whose work something else happens, once."""

    def __init__(self, extractor: Extractor, meanwhile: Callable[[], None]) -> None:
        self._extractor = extractor
        self._meanwhile = [meanwhile]
        self.info = extractor.info

    def extract(self, *arguments: object, **options: object) -> Extraction:
        found = self._extractor.extract(*arguments, **options)  # type: ignore[arg-type]
        if self._meanwhile:
            self._meanwhile.pop()()
        return found

    @property
    def interrupted(self) -> bool:
        return not self._meanwhile


def interrupt(graph: Wiring, meanwhile: Callable[[], None]) -> Interrupted:
    """Let something happen while the graph's worker waits for its model."""
    extractor = Interrupted(graph.patient_extractor, meanwhile)
    vars(graph)["patient_extractor"] = extractor
    return extractor


@pytest.fixture
def graphs(modelled: Service) -> Iterator[tuple[Wiring, Wiring]]:
    """Two environments of the worker on one clock; each with a connection of its own."""
    modelled.list()  # sets the environment variables that all functions share
    os.environ["DATABASE_URL"] = modelled.address.as_role("worker")
    first, second = Wiring(), Wiring()
    clock = ManualClock(SystemClock().now())
    for graph in (first, second):
        vars(graph)["clock"] = clock
    yield first, second
    for graph in (first, second):
        graph.database.close()


def said(*contents: str) -> Conversation:
    messages = [Message(role=Role.USER, content=text, message_id=f"m{n}") for n, text in enumerate(contents)]
    return Conversation(scope=SCOPE, session_id="s1", messages=tuple(messages))


def dying_before_release(worker: ConversationWorker, holder: str) -> None:
    """Read one batch and end before anything else is done."""
    batch = worker._claim(SCOPE, holder)
    assert batch is not None
    worker._process(batch)


@pytest.mark.parametrize("holders", [("message-1", "message-1"), ("message-1", "message-2")])
def test_one_delivered_twice_at_once_is_counted_once(
    modelled: Service, model: ModelEndpoint, graphs: tuple[Wiring, Wiring], holders: tuple[str, str]
) -> None:
    model.chat += [remembers({"content": "用户住在苏州工业园区"})] * 2
    slow, other = graphs

    def meanwhile() -> None:
        if holders[0] != holders[1]:
            slow.clock.advance(LEASE + timedelta(seconds=1))  # type: ignore[attr-defined]
        dying_before_release(other.conversation_worker, holders[1])

    extractor = interrupt(slow, meanwhile)
    job = slow.conversation_worker.take_in(said(HOME), "j")
    slow.conversation_worker.work_on(job, holders[0])
    assert extractor.interrupted
    [memory] = modelled.list()
    assert (memory["version"], memory["verified"], memory["confidence"]) == (1, False, 0.9)
    assert memory["sourceMessageIds"] == ["m0"]
    shown = modelled.job("j")
    assert (shown["status"], shown["usage"]["modelCalls"]) == ("succeeded", 1)
    assert [result["action"] for result in shown["results"]] == ["stored"]


def test_a_worker_that_lost_its_lease_reads_what_is_left(
    modelled: Service, model: ModelEndpoint, graphs: tuple[Wiring, Wiring]
) -> None:
    slow, other = graphs
    extractor = interrupt(slow, lambda: dying_before_release(other.conversation_worker, "message-1"))
    turns = [f"这是第 {number} 条很长的消息内容" for number in range(15)]
    job = slow.conversation_worker.take_in(said(*turns), "j")
    slow.conversation_worker.work_on(job, "message-1")
    assert extractor.interrupted
    assert modelled.job("j")["status"] == "succeeded"
    assert len(modelled.job("j")["results"]) == 15
    assert len(model.asked("chat/completions")) == 3


def test_looking_for_turns_waits_for_nobody_who_has_locked_the_person(
    modelled: Service, graphs: tuple[Wiring, Wiring]
) -> None:
    """Writers lock the subject and then the scope; who holds the scope and waits for the subject would be a deadlock."""
    worker = graphs[0].conversation_worker
    worker.work_on(worker.take_in(said("好的"), "j"), "message-1")
    with psycopg.connect(modelled.address.admin) as connection:
        connection.execute("SELECT 1 FROM subject FOR UPDATE")
        worker.extract(SCOPE, "message-1")
        connection.execute("SELECT 1 FROM memory_scope FOR UPDATE NOWAIT")
