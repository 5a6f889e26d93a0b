"""How long what was said waits to be read, as the sweep sees it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import psycopg
import pytest

from agent_memory.core.clock import ManualClock
from agent_memory.wiring import Wiring
from tests.conftest import MakeService
from tests.support.model_endpoint import ModelEndpoint, Reply, remembers
from tests.support.service import AGENT, USER, Service

DOWN = Reply(503, {"error": {}})
NOON = datetime(2026, 4, 1, 12, tzinfo=UTC)
HOME = remembers({"content": "用户住在苏州工业园区"})


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(NOON)


@pytest.fixture
def service(
    make_service: MakeService, model: ModelEndpoint, tmp_path: Path, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Service]:
    monkeypatch.setattr("agent_memory.api.queue_messages.backoff_seconds", lambda _: 0)
    with make_service(tmp_path, OPENAI_BASE_URL=model.url, MODEL_ATTEMPTS="1", BREAKER_FAILURES="1") as service:
        for role in ("app", "worker", "scheduler"):
            vars(service.invoker.graphs.setdefault(role, Wiring()))["clock"] = clock
        yield service


def tell(service: Service, text: str = "我住在苏州工业园区") -> None:
    body = {"userId": USER, "sessionId": "s1", "messages": [{"role": "user", "content": text}]}
    service.call("POST", f"/api/agents/{AGENT}/conversations", body)


def lags(service: Service, capsys: pytest.CaptureFixture[str]) -> tuple[float, float]:
    """Seconds of conversations and of vectors, as one sweep publishes them."""
    capsys.readouterr()
    service.invoke("JobsResend", {})
    (document,) = (
        document
        for line in capsys.readouterr().out.splitlines()
        if line.startswith("{") and "ConversationLag" in (document := json.loads(line))
    )
    units = {metric["Name"]: metric["Unit"] for metric in document["_aws"]["CloudWatchMetrics"][0]["Metrics"]}
    assert (units["ConversationLag"], units["EmbeddingLag"]) == ("Seconds", "Seconds")
    assert document["_aws"]["CloudWatchMetrics"][0]["Dimensions"] == [["service"]]
    return document["ConversationLag"][0], document["EmbeddingLag"][0]


def test_lag_is_the_age_of_the_oldest_and_ends_when_it_is_read(
    service: Service, model: ModelEndpoint, clock: ManualClock, capsys: pytest.CaptureFixture[str]
) -> None:
    model.answer_chat = lambda _: HOME
    assert lags(service, capsys) == (0, 0)
    tell(service)
    clock.advance(timedelta(seconds=40))
    tell(service, "我对花生过敏，请记住")
    clock.advance(timedelta(seconds=20))
    assert lags(service, capsys) == (60, 0)
    service.work_off()
    assert lags(service, capsys) == (0, 0)


def test_lag_grows_while_a_model_is_down_though_jobs_are_sent_again(
    service: Service, model: ModelEndpoint, clock: ManualClock, capsys: pytest.CaptureFixture[str]
) -> None:
    model.answer_chat = lambda _: DOWN
    tell(service)
    seen: list[float] = []
    for _ in range(3):
        service.work_off()
        clock.advance(timedelta(minutes=20))
        seen.append(lags(service, capsys)[0])
    assert seen == [1200, 2400, 3600]
    model.answer_chat = lambda _: HOME
    service.work_off()
    assert lags(service, capsys) == (0, 0)


def test_another_orgs_backlog_is_seen_and_its_name_is_not(
    service: Service, clock: ManualClock, capsys: pytest.CaptureFixture[str]
) -> None:
    tell(service)
    with psycopg.connect(service.address.admin) as connection:
        connection.execute("SET session_replication_role = replica")
        connection.execute("UPDATE job SET org_id = 'other-org', agent_id = 'other-agent'")
    clock.advance(timedelta(minutes=2))
    assert lags(service, capsys) == (120, 0)
    assert "other-org" not in capsys.readouterr().out


def test_vectors_that_are_missing_have_a_lag_of_their_own(
    service: Service, model: ModelEndpoint, clock: ManualClock, capsys: pytest.CaptureFixture[str]
) -> None:
    model.embedding = lambda _: DOWN
    service.call(
        "POST",
        f"/api/agents/{AGENT}/memories",
        {"userId": USER, "memoryType": "note", "content": "VIP 客户，优先响应"},
    )
    clock.advance(timedelta(minutes=10))
    assert lags(service, capsys) == (0, 600)
