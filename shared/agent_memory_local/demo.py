"""`make demo`: a conversation of three months played through the service, and what it remembers of it."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from typing import Any, Final

from agent_memory_client import AgentMemory
from agent_memory_local.progress import TerminalProgress
from agent_memory_local.provision import DEMO_AGENT, DEMO_ORG, read_development_keys
from agent_memory_local.queue_service import sqs_client
from agent_memory_local.service import LocalService, LocalSettings
from agent_memory_local.stack import running_stack

_QUEUE: Final = "ConversationQueue"
_TOKENS: Final = 600

Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Doors:
    """The two ways into a running stack: its API, and its queue as a chat backend sees it."""

    url: str
    queue_endpoint: str
    queue_url: str
    admin_key: str


def demo(settings: LocalSettings) -> None:
    """Play the conversation against the stack of the data directory; without one, start and stop one."""
    note = running_stack(settings.data_dir)
    if note is not None:
        print(f"Using the stack at {note['url']}")
        play(_doors(note, settings))
        return
    service = LocalService(settings, TerminalProgress())
    try:
        asyncio.run(_play_alone(service, settings))
    finally:
        service.stop_database()


async def _play_alone(service: LocalService, settings: LocalSettings) -> None:
    async with service.stack as stack:
        queues = stack.application.queues
        doors = Doors(stack.url, stack.queues.endpoint, queues[_QUEUE].url, service.keys["admin"])
        await asyncio.to_thread(play, doors)


def _doors(note: Json, settings: LocalSettings) -> Doors:
    keys = read_development_keys(settings.data_dir)
    return Doors(note["url"], note["queue_endpoint"], note["queues"][_QUEUE], keys["admin"])


def play(doors: Doors) -> None:
    """The conversation, the memories it left, and a few questions."""
    script = json.loads(
        resources.files("agent_memory_local").joinpath("demo_data/conversation.json").read_text("utf-8")
    )
    client = AgentMemory(doors.url, doors.admin_key)
    user_id = f"demo-{int(time.time())}"
    print(f"\nA new user: {user_id}, talking to {DEMO_AGENT}")
    for number, session in enumerate(script["sessions"], start=1):
        _play_session(client, doors, user_id, number, session)
    _show_memories(client, user_id)
    for question in script["questions"]:
        _ask(client, user_id, question)


def _play_session(client: AgentMemory, doors: Doors, user_id: str, number: int, session: dict[str, Any]) -> None:
    through = session.pop("through")
    way = "POST …/conversations" if through == "api" else "the queue, as a chat backend would send it"
    print(f"\n── Session {number}: {session['sessionId']} (through {way})")
    for message in session["messages"]:
        print(f"   {message['role']:>9}: {message['content']}")
    started = time.perf_counter()
    if through == "api":
        job_id = client.send_conversation(DEMO_AGENT, {"userId": user_id, **session})["jobId"]
    else:
        job_id = f"{user_id}-{session['sessionId']}"
        _send_to_queue(doors, {"userId": user_id, "jobId": job_id, **session})
    print("   … remembering", end="", flush=True)
    job = client.wait_for_job(DEMO_AGENT, job_id)
    print(f"\r   job {job['status']} after {time.perf_counter() - started:.1f} s, read by the {_named(job)} extractor")
    for result in job["results"]:
        print(f"     {result['action']:<10} {result['reason']:<17} {result.get('content', '')}")


def _send_to_queue(doors: Doors, conversation: Json) -> None:
    message = {"type": "conversation", "version": 1, "orgId": DEMO_ORG, "agentId": DEMO_AGENT, **conversation}
    body = json.dumps(message, ensure_ascii=False)
    sqs_client(doors.queue_endpoint).send_message(QueueUrl=doors.queue_url, MessageBody=body)


def _named(job: Json) -> str:
    extractor: Json = job.get("extractor", {"name": "no", "model": "none"})
    return f"{extractor['name']} ({extractor['model']})"


def _show_memories(client: AgentMemory, user_id: str) -> None:
    print("\n── What is remembered now")
    for memory in client.memories(DEMO_AGENT, userId=user_id):
        print(f"   {memory['memoryType']:<10} {memory['importance']}/5 {memory['confidence']:.2f}  {memory['content']}")
    overruled = list(client.memories(DEMO_AGENT, userId=user_id, status="superseded"))
    print("   overruled, kept as history:" if overruled else "   nothing was overruled")
    for memory in overruled:
        print(f"     {memory['content']}")


def _ask(client: AgentMemory, user_id: str, question: str) -> None:
    answer = client.recall(DEMO_AGENT, user_id, question, maxTokens=_TOKENS, topK=3)
    context = answer["context"]
    print(f"\n── Recall: {question}")
    print(f"   {context['tokens']} tokens, {answer['tookMs']:.0f} ms, embedder {answer['embedder']['name']}")
    block = "\n".join(filter(None, [context["system"], context["turn"]]))
    print("\n".join(f"   │ {line}" for line in block.splitlines()) if block else "   │ (nothing relevant)")
