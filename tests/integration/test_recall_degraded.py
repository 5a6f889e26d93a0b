"""Recall answers whatever fails around it, in time, and says what failed and how."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import psycopg
import pytest

from agent_memory.core.errors import DependencyUnavailableError
from agent_memory.recall.pauses import FAILURES
from tests.conftest import MakeService
from tests.support.model_endpoint import HANG, ModelEndpoint, embeds, refuses, toy_vector
from tests.support.service import Service

STATEMENT = "用户常用 ERP 系统是金蝶"


def told(answer: dict[str, Any]) -> tuple[list[str], list[str]]:
    assert answer["degraded"] is bool(answer["degradedReasons"])
    return [memory["content"] for memory in answer["memories"]], answer["degradedReasons"]


def test_an_embedder_that_hangs_costs_its_deadline_and_words_still_answer(
    modelled: Service, model: ModelEndpoint
) -> None:
    modelled.create(STATEMENT)
    model.embedding = lambda request: HANG
    started = time.monotonic()
    assert told(modelled.recall("ERP 系统")) == ([STATEMENT], ["embedding_timeout"])
    assert time.monotonic() - started < 5  # 0.8 s are allowed; the endpoint would take 30


def test_an_embedder_that_fails_again_and_again_is_left_alone(modelled: Service, model: ModelEndpoint) -> None:
    modelled.create(STATEMENT)
    model.embedding = lambda request: refuses(500, "broken")
    for _ in range(FAILURES):
        assert told(modelled.recall("ERP 系统")) == ([STATEMENT], ["embedding_unavailable"])
    asked = len(model.asked("embeddings"))
    assert told(modelled.recall("ERP 系统")) == ([STATEMENT], ["embedding_paused"])
    assert len(model.asked("embeddings")) == asked
    model.embedding = embeds
    modelled.invoker.graphs["app"].recall._pauses._health.clear()  # ten seconds later
    assert told(modelled.recall("ERP 系统")) == ([STATEMENT], [])


@pytest.mark.parametrize("vector", [[], [0.0] * 1024, [float("nan")] * 1024, [0.1] * 2048])
def test_a_vector_that_is_none_is_a_failure(modelled: Service, model: ModelEndpoint, vector: list[float]) -> None:
    modelled.create(STATEMENT)

    def broken(request: dict[str, Any]) -> Any:
        reply = embeds(request)
        reply.body["data"][0]["embedding"] = vector
        return reply

    model.embedding = broken
    assert told(modelled.recall("ERP 系统")) == ([STATEMENT], ["embedding_unavailable"])
    assert len(toy_vector("x")) == 1024


def test_a_database_that_is_late_gives_an_empty_answer(make_service: MakeService, tmp_path: Path) -> None:
    with make_service(tmp_path, RECALL_DATABASE_TIMEOUT_MS="200") as service:
        _late(service)


def _late(service: Service) -> None:
    service.create(STATEMENT)
    service.recall("ERP 系统")
    with psycopg.connect(service.address.admin) as other:
        other.execute("LOCK TABLE memory_search IN ACCESS EXCLUSIVE MODE")
        started = time.monotonic()
        answer = service.recall("ERP 系统")
        taken = time.monotonic() - started
    assert told(answer) == ([], ["database_timeout"])
    assert answer["context"] == {"system": "", "turn": "", "tokens": 0, "etag": answer["context"]["etag"]}
    assert taken < 3  # 0.2 s are allowed
    recovered = told(service.recall("ERP 系统"))
    assert recovered == ([STATEMENT], [])


def test_what_was_said_may_be_late_and_memories_still_answer(make_service: MakeService, tmp_path: Path) -> None:
    with make_service(tmp_path, RECALL_DATABASE_TIMEOUT_MS="500") as service:
        _late_turns(service)


def _late_turns(service: Service) -> None:
    service.create(STATEMENT)
    service.recall("ERP 系统")
    with psycopg.connect(service.address.admin) as other:
        other.execute("LOCK TABLE turn_search IN ACCESS EXCLUSIVE MODE")
        assert told(service.recall("ERP 系统")) == ([STATEMENT], ["database_timeout"])


def test_keys_that_cannot_be_read_give_an_empty_answer(service: Service) -> None:
    service.create(STATEMENT)
    service.recall("ERP 系统")
    recall = service.invoker.graphs["app"].recall

    class NoKeys:
        def for_reading(self, org_id: str, user_ids: Sequence[str]) -> dict[str, object]:
            raise DependencyUnavailableError("keys")

    recall._keys, kept = NoKeys(), recall._keys
    try:
        assert told(service.recall("ERP 系统")) == ([], ["keys_unavailable"])
    finally:
        recall._keys = kept


def test_a_failure_is_no_way_around_the_checks(service: Service) -> None:
    """Whose agent it is, is not known when the database is away: the answer is empty, not somebody's memories."""
    service.create(STATEMENT)
    answer = service.call("POST", "/api/agents/no-such-agent/recall", {"userId": "user-1", "query": "ERP"})
    assert answer.status == 403
