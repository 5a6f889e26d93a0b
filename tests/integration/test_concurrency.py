"""Many at once: one row, nobody blocked for ever, nothing lost."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import psycopg
import pytest

from agent_memory.audit.model import Actor
from agent_memory.conversations.model import Conversation, Message, Role
from agent_memory.core.errors import DuplicateMemoryError, PreconditionFailedError
from agent_memory.idempotency.service import Write
from agent_memory.memories.model import MemoryPatch, MemoryPlace, NewMemory, Source
from agent_memory.subjects.model import Scope
from agent_memory.wiring import Wiring
from tests.support.model_endpoint import ModelEndpoint, Reply, remembers
from tests.support.service import AGENT, USER, Service

ACTOR = Actor("admin", "key-1")
SCOPE = Scope("demo-org", AGENT, USER)


def at_once(service: Service, count: int, work: Callable[[Wiring, int], Any], *, role: str = "app") -> list[Any]:
    """The results, or the errors, of `count` execution environments that start together."""
    service.list()  # sets the environment variables that all functions share
    os.environ["DATABASE_URL"] = service.address.as_role(role)
    os.environ["WORKERS_PER_ORG"] = "100"  # what an org may have is another matter: see test_fairness
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


def deliver_for_user(graph: Wiring, number: int) -> None:
    """Take in and work off what user `number` said."""
    scope = Scope("demo-org", AGENT, f"user-{number}")
    message = Message(role=Role.USER, content="我住在苏州工业园区，做外贸采购", message_id="m1")
    worker = graph.conversation_worker
    job = worker.take_in(Conversation(scope=scope, session_id="s1", messages=(message,)), None)
    worker.work_on(job, f"delivery-{number}")


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

    results = at_once(modelled, 20, deliver, role="worker")
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


def test_twenty_users_are_inside_the_model_at_once(modelled: Service, model: ModelEndpoint) -> None:
    inside = threading.Barrier(20)

    def answer(_: dict[str, Any]) -> Reply:
        inside.wait(60)  # breaks unless all twenty come
        return remembers({"content": "用户住在苏州工业园区"})

    model.answer_chat = answer
    assert at_once(modelled, 20, deliver_for_user, role="worker") == [None] * 20
    assert [memory["content"] for memory in modelled.list()] == ["用户住在苏州工业园区"] * 20


def test_jobs_that_wait_for_a_model_hold_up_nobody_else(modelled: Service, model: ModelEndpoint) -> None:
    waiting, released = threading.Barrier(51), threading.Event()

    def answer(_: dict[str, Any]) -> Reply:
        waiting.wait(60)
        released.wait(60)
        return remembers({"content": "用户住在苏州工业园区"})

    model.answer_chat = answer
    modelled.create("用户喜欢喝龙井茶")
    with ThreadPoolExecutor(1) as pool:
        jobs = pool.submit(at_once, modelled, 50, deliver_for_user, role="worker")
        try:
            waiting.wait(60)
            recalled, listed = modelled.recall("喜欢喝什么茶"), modelled.contents()
            with psycopg.connect(modelled.address.admin) as connection:
                [(held,)] = connection.execute(
                    "SELECT count(*) FROM pg_stat_activity WHERE usename = 'worker' AND state <> 'idle'"
                ).fetchall()
        finally:
            released.set()
        assert jobs.result() == [None] * 50
    assert (recalled["memories"][0]["content"], recalled["degraded"]) == ("用户喜欢喝龙井茶", False)
    assert listed == {"用户喜欢喝龙井茶"}, "none of the fifty had written anything"
    assert held == 0, "none of them had a transaction open"
    assert len(modelled.list(limit=100)) == 51


def test_ten_turns_among_two_hundred_other_users_cost_one_call(modelled: Service, model: ModelEndpoint) -> None:
    def say(user: str, content: str) -> None:
        body = {"userId": user, "sessionId": "s1", "messages": [{"role": "user", "content": content}]}
        assert modelled.call("POST", f"/api/agents/{AGENT}/conversations", body).status == 202

    for turn in range(10):
        say(USER, f"我第 {turn} 次说我喜欢乌龙茶")
        for other in range(20):
            say(f"other-{turn * 20 + other}", "我住在苏州工业园区，做外贸采购")
    modelled.work_off()
    prompts = [json.dumps(request, ensure_ascii=False) for request in model.asked("chat/completions")]
    [about_user] = [prompt for prompt in prompts if "乌龙茶" in prompt]
    assert all(f"我第 {turn} 次说我喜欢乌龙茶" in about_user for turn in range(10))
    assert len(prompts) == 201
