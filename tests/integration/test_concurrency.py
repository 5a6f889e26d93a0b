"""Many at once: one row, nobody blocked for ever, nothing lost."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from typing import Any

import pytest

from agent_memory.audit.model import Actor
from agent_memory.conversations.model import Conversation, Message, Role
from agent_memory.core.errors import DuplicateMemoryError, PreconditionFailedError
from agent_memory.idempotency.service import Write
from agent_memory.memories.model import MemoryPatch, MemoryPlace, NewMemory, Source
from agent_memory.subjects.model import Scope
from agent_memory.wiring import Wiring
from tests.support.model_endpoint import ModelEndpoint, remembers
from tests.support.service import AGENT, USER, Service

ACTOR = Actor("admin", "key-1")
SCOPE = Scope("demo-org", AGENT, USER)


def at_once(service: Service, count: int, work: Callable[[Wiring, int], Any], *, role: str = "app") -> list[Any]:
    """The results, or the errors, of `count` execution environments that start together."""
    service.list()  # sets the environment variables that all functions share
    os.environ["DATABASE_URL"] = service.address.as_role(role)
    barrier = threading.Barrier(count)
    results: list[Any] = [None] * count

    def run(number: int) -> None:
        graph = Wiring()
        graph.subjects.check(SCOPE)
        barrier.wait()
        try:
            results[number] = work(graph, number)
        except Exception as error:  # noqa: BLE001  # collected for the test to judge
            results[number] = error
        finally:
            graph.database.close()

    threads = [threading.Thread(target=run, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    return results


def test_the_same_memory_created_many_times_is_one(modelled: Service) -> None:
    results = at_once(
        modelled, 12, lambda graph, _: graph.memories.create(SCOPE, NewMemory(content="一"), Source.ADMIN, Write(ACTOR))
    )
    duplicates = [result for result in results if isinstance(result, DuplicateMemoryError)]
    assert len(duplicates) == 11
    [memory] = modelled.list()
    assert {duplicate.existing_id for duplicate in duplicates} == {memory["id"]}


def test_many_users_at_once_all_get_their_memory(modelled: Service) -> None:
    def create(graph: Wiring, number: int) -> Any:
        scope = Scope("demo-org", AGENT, f"user-{number}")
        return graph.memories.create(scope, NewMemory(content="一"), Source.ADMIN, Write(ACTOR))

    at_once(modelled, 12, create)
    assert len(modelled.list()) == 12


@pytest.mark.parametrize("same_job", [True, False])
def test_parallel_copies_of_one_conversation_are_read_once(
    modelled: Service, model: ModelEndpoint, same_job: bool
) -> None:
    model.chat.append(remembers({"content": "用户住在苏州工业园区"}))
    message = Message(role=Role.USER, content="我住在苏州工业园区，做外贸采购", message_id="m1")
    conversation = Conversation(scope=SCOPE, session_id="s1", messages=(message,))

    def deliver(graph: Wiring, number: int) -> None:
        worker = graph.conversation_worker
        job = worker.take_in(conversation, None if same_job else f"job-{number}")
        worker.work_on(job, f"delivery-{number}")

    results = at_once(modelled, 8, deliver, role="worker")
    assert [result for result in results if result is not None] == []
    assert [memory["content"] for memory in modelled.list()] == ["用户住在苏州工业园区"]
    assert len(model.asked("chat/completions")) == 1
    turns = modelled.call("GET", f"/api/agents/{AGENT}/conversations", query={"userId": USER}).body
    assert len(turns) == 1


def test_different_messages_of_one_user_are_all_kept(modelled: Service, model: ModelEndpoint) -> None:
    def deliver(graph: Wiring, number: int) -> None:
        message = Message(role=Role.USER, content=f"这是第 {number} 条很长的消息内容", message_id=f"m{number}")
        worker = graph.conversation_worker
        job = worker.take_in(Conversation(scope=SCOPE, session_id="s1", messages=(message,)), None)
        worker.work_on(job, f"delivery-{number}")

    results = at_once(modelled, 8, deliver, role="worker")
    assert [result for result in results if result is not None] == []
    turns = modelled.call("GET", f"/api/agents/{AGENT}/conversations", query={"userId": USER}).body
    assert sorted(turn["sequence"] for turn in turns) == list(range(1, 9))
    assert all("tokenCount" in turn for turn in turns), "every turn was read"
    jobs = modelled.call("GET", f"/api/agents/{AGENT}/jobs", query={"userId": USER}).body
    assert {job["status"] for job in jobs} == {"succeeded"}


def test_racing_patches_never_lose_one(modelled: Service) -> None:
    memory = modelled.create("一", tags=[])

    def patch(graph: Wiring, number: int) -> Any:
        change = MemoryPatch(importance=1 + number % 5, tags=(f"t{number}",))
        return graph.memories.update(MemoryPlace("demo-org", AGENT, memory["id"]), change, Write(ACTOR))

    results = at_once(modelled, 8, patch)
    written = [result for result in results if not isinstance(result, PreconditionFailedError)]
    versions = modelled.call("GET", modelled.memories(memory["id"], "versions")).body
    assert sorted(result.memory.version for result in written) == [v["version"] for v in reversed(versions)][1:]
    assert len(written) >= 4
