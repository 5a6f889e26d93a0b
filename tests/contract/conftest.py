"""Events played in this process, each function with the permissions of its role and nothing in memory."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from agent_memory_local.queue_service import QueueService
from tests.support.aws_emulator import key_store
from tests.support.event_files import register_key
from tests.support.permission_recorder import recorded
from tests.support.service import Service
from tests.support.template_facts import Template

pytest.register_assert_rewrite("tests.support.event_plays")
from tests.support.event_plays import Player  # noqa: E402


@pytest.fixture(scope="session")
def template() -> Template:
    return Template()


@pytest.fixture(scope="session")
def key_table(queue_service: QueueService) -> Iterator[dict[str, str]]:
    """A key table under a KMS key, as variables."""
    with key_store(queue_service.endpoint) as variables:
        yield variables


@pytest.fixture
def player(service: Service, template: Template, key_table: dict[str, str]) -> Player:
    """Plays events against the handlers, and refuses what a function's role would not allow it."""
    register_key(service.address)
    service.invoker.environment = {**service.invoker.environment, **key_table}
    urls = {queue.url: name for name, queue in service.application.queues.items()}

    def invoke(function: str, event: Any) -> Any:
        service.invoker.close()
        service.invoker.graphs.clear()  # a cold start: no connection, no key, nothing that saves a call
        with recorded(urls) as uses:
            answer = service.invoke(function, event)
        allowed = {(action, item.target) for item in template.statements(function) for action in item.actions}
        assert uses <= allowed, f"{function} needs {uses - allowed}"
        return answer

    return Player(invoke, service.received)
