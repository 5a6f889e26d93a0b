"""The whole service inside the test's process: the template's gateway in front, a real database and queue behind.

Requests pass the local API Gateway (routes, authorizer and gateway responses of `template.yaml`), so handlers see the
events they would see in AWS; the handlers themselves are called as functions, one object graph per database role.
"""

from __future__ import annotations

import asyncio
import importlib
import json
import os
import time
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

import psycopg
from botocore.client import BaseClient

from agent_memory.wiring import Wiring, use
from agent_memory_local.environments import InvocationResult
from agent_memory_local.events import HttpRequest, RequestIds, sqs_event
from agent_memory_local.gateway import Gateway
from agent_memory_local.model import Application, Function
from agent_memory_local.provision import DatabaseAddress
from agent_memory_local.queues import failed_messages

AGENT = "demo-agent"
USER = "user-1"


class FakeContext:
    """A Lambda context with plenty of time left."""

    def __init__(self, remaining_ms: int = 100_000) -> None:
        self._remaining = remaining_ms

    def get_remaining_time_in_millis(self) -> int:
        return self._remaining


class SkippingClock:
    """The gateway's seconds, which a test may let pass: its authorizer's answers age by them."""

    def __init__(self) -> None:
        self._skipped = 0.0

    def __call__(self) -> float:
        return time.monotonic() + self._skipped

    def skip(self, seconds: float) -> None:
        self._skipped += seconds


@dataclass(frozen=True)
class Answer:
    """What a client got."""

    status: int
    headers: Mapping[str, str]
    text: str

    @property
    def body(self) -> Any:
        return json.loads(self.text)

    @property
    def code(self) -> str:
        return self.body["code"]

    @property
    def fields(self) -> list[str]:
        return [error["field"] for error in self.body["errors"]]


@dataclass
class Invoker:
    """Runs handlers in this process, with the environment of their function and the graph of its role."""

    application: Application
    address: DatabaseAddress
    environment: Mapping[str, str]
    graphs: dict[str, Wiring] = field(default_factory=dict)
    invocations: list[str] = field(default_factory=list)
    failures: list[Exception] = field(default_factory=list)
    """What handlers raised. A handler that raises is a defect, so the fixture fails its test."""

    async def invoke(self, name: str, event: object) -> InvocationResult:
        """As the Lambda runtime would: JSON in, JSON out, an exception is an error document."""
        function = self.application.functions[name]
        self.invocations.append(name)
        try:
            answer = self.call(function, json.loads(json.dumps(event)))
        except Exception as error:  # noqa: BLE001  # the runtime's own boundary
            if str(error) != "Unauthorized":
                self.failures.append(error)
            document = {"errorType": type(error).__name__, "errorMessage": str(error)}
            return InvocationResult("r", json.dumps(document).encode(), failed=True)
        return InvocationResult("r", json.dumps(answer).encode())

    def call(self, function: Function, event: object) -> Any:
        role = function.environment["DATABASE_ROLE"]
        own = {"DATABASE_URL": self.address.as_role(role)}
        os.environ.update({**function.environment, **self.environment, **own})
        use(self.graphs.setdefault(role, Wiring()))
        package, _, attribute = function.handler.rpartition(".")
        handler = getattr(importlib.import_module(package), attribute)
        return handler(event, FakeContext())

    def close(self) -> None:
        for graph in self.graphs.values():
            graph.database.close()
            if "recall" in vars(graph):
                graph.recall._database.close()
        use(None)


@dataclass
class Service:
    """The service under test."""

    application: Application
    address: DatabaseAddress
    keys: Mapping[str, str]
    sqs: BaseClient
    invoker: Invoker
    gateway: Gateway
    clock: SkippingClock
    data_dir: Path

    def call(
        self,
        method: str,
        path: str,
        body: object = None,
        *,
        key: str | None = "admin",
        query: Mapping[str, object] | None = None,
        headers: Mapping[str, str] | None = None,
        raw: bytes | None = None,
    ) -> Answer:
        """One request. `key` names a development key, None sends no credential; `raw` replaces the JSON body."""
        sent = [(name, value) for name, value in (headers or {}).items()]
        if key is not None:
            sent.append(("Authorization", f"Bearer {self.keys.get(key, key)}"))
        data = raw if raw is not None else b"" if body is None else json.dumps(body).encode()
        request = HttpRequest(method, path, urlencode(query or {}), tuple(sent), data)
        response = asyncio.run(self.gateway.respond(request, _ids()))
        named = {name.lower(): value for name, value in response.headers}
        return Answer(response.status, named, response.body.decode())

    def memories(self, *parts: str, agent: str = AGENT) -> str:
        """A path below the memories of an agent."""
        return "/".join([f"/api/agents/{quote(agent)}/memories", *map(quote, parts)])

    def create(self, content: str, *, user: str = USER, agent: str = AGENT, key: str = "admin", **more: Any) -> Any:
        """A memory that was created."""
        answer = self.call("POST", self.memories(agent=agent), {"userId": user, "content": content, **more}, key=key)
        assert answer.status == 201, answer.text
        return answer.body

    def hold(self, memory_id: str) -> str:
        """Make a memory one that waits for review, as the worker does when it would retire too many; its id."""
        with psycopg.connect(self.address.admin) as connection:
            connection.execute("UPDATE memory SET status = 'held' WHERE memory_id = %s", [memory_id])
            connection.execute("DELETE FROM memory_search WHERE memory_id = %s", [memory_id])
        return memory_id

    def archive(self, memory_id: str) -> str:
        """Let a memory expire, and run governance for its org; its id."""
        with psycopg.connect(self.address.admin) as connection:
            expire = "UPDATE memory SET expires_at = now() - interval '1 day' WHERE memory_id = %s RETURNING org_id"
            [(org_id,)] = connection.execute(expire, [memory_id]).fetchall()
        self.invoke("GovernanceDaily", {"orgId": org_id})
        return memory_id

    def list(self, key: str = "admin", agent: str = AGENT, **query: object) -> list[Any]:
        """One page of a list."""
        answer = self.call("GET", self.memories(agent=agent), query=query, key=key)
        assert answer.status == 200, answer.text
        return answer.body

    def contents(self, **query: object) -> set[str]:
        """What the listed memories say."""
        return {memory["content"] for memory in self.list(**query)}

    def say(self, *messages: Any, user: str = USER, session: str = "s1", agent: str = AGENT, **more: Any) -> Any:
        """Send a conversation through the API, work it off, and return its finished job.

        A message is what the user said, or a dictionary for everything else.
        """
        told = [message if isinstance(message, dict) else {"role": "user", "content": message} for message in messages]
        body = {"userId": user, "sessionId": session, "messages": told, **more}
        answer = self.call("POST", f"/api/agents/{agent}/conversations", body)
        assert answer.status == 202, answer.text
        self.work_off()
        return self.job(answer.body["jobId"], agent=agent)

    def job(self, job_id: str, agent: str = AGENT, key: str = "admin") -> Any:
        """A job as the API shows it."""
        answer = self.call("GET", f"/api/agents/{agent}/jobs/{job_id}", key=key)
        assert answer.status == 200, answer.text
        return answer.body

    def recall(self, query: str, *, user: str = USER, agent: str = AGENT, **more: Any) -> Any:
        """What recall answers."""
        answer = self.call("POST", f"/api/agents/{agent}/recall", {"userId": user, "query": query, **more})
        assert answer.status == 200, answer.text
        return answer.body

    def send(self, message: object, queue: str = "ConversationQueue") -> None:
        """Put a message on a queue, as a chat backend would."""
        body = message if isinstance(message, str) else json.dumps(message, ensure_ascii=False)
        self.sqs.send_message(QueueUrl=self.application.queues[queue].url, MessageBody=body)

    def received(self, queue: str) -> list[dict[str, Any]]:
        """The messages visible on a queue, taken from it."""
        url = self.application.queues[queue].url
        found: list[dict[str, Any]] = []
        while batch := self.receive(queue):
            for message in batch:
                self.sqs.delete_message(QueueUrl=url, ReceiptHandle=message["ReceiptHandle"])
            found += batch
        return found

    def receive(self, queue: str) -> list[dict[str, Any]]:
        """Up to ten visible messages of a queue, which become invisible."""
        return self.sqs.receive_message(
            QueueUrl=self.application.queues[queue].url,
            MaxNumberOfMessages=10,
            AttributeNames=["All"],
            MessageAttributeNames=["All"],
        ).get("Messages", [])

    def work_off(self, source: str = "ConversationWorker", rounds: int = 50) -> int:
        """Feed a queue to its worker until nothing is visible; how many messages were delivered."""
        [event_source] = [item for item in self.application.event_sources if item.function == source]
        queue = self.application.queues[event_source.queue]
        delivered = 0
        for _ in range(rounds):
            batch = self.receive(event_source.queue)
            if not batch:
                return delivered
            delivered += len(batch)
            result = asyncio.run(self.invoker.invoke(source, sqs_event(queue, batch)))
            failed = failed_messages(event_source, result, [message["MessageId"] for message in batch])
            for message in batch:
                if message["MessageId"] not in failed:
                    self.sqs.delete_message(QueueUrl=queue.url, ReceiptHandle=message["ReceiptHandle"])
        raise AssertionError(f"{source} is still busy after {rounds} rounds")

    def deliver(self, messages: list[dict[str, Any]], worker: str = "ConversationWorker") -> Any:
        """Hand received messages to a worker once; its partial batch response. They stay on the queue."""
        [source] = [item for item in self.application.event_sources if item.function == worker]
        return self.invoke(worker, sqs_event(self.application.queues[source.queue], messages))

    def invoke(self, function: str, event: object) -> Any:
        """Invoke a function with an event of one's own; raises what it raises."""
        return self.invoker.call(self.application.functions[function], event)


def _ids() -> RequestIds:
    from datetime import UTC, datetime

    return RequestIds(str(uuid.uuid4()), "extended", datetime.now(UTC), "Root=1-0-0")
