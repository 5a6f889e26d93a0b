"""Hostile text in conversations, by the API and by the queue: kept as it was said, or refused whole with the field
named; and never a worker that fails on it.
"""

from __future__ import annotations

import json
from itertools import count
from typing import Any

import pytest

from tests.support.hostile_texts import (
    IDENTIFIER,
    MESSAGE,
    NAME,
    HostileText,
    Kept,
    every_hostile_text,
    silent_logs,
)
from tests.support.service import AGENT, Service

_numbers = count()
_PATH = f"/api/agents/{AGENT}/conversations"
_MOST_AS_ESCAPES = 40_000
"""Characters; a queue takes 256 KB, and an escape is six bytes."""

quiet_logs = pytest.fixture(autouse=True)(silent_logs)


@pytest.fixture
def user() -> str:
    """Somebody new, about whom nothing is known."""
    return f"talker-{next(_numbers)}"


@pytest.fixture(scope="module")
def kept(quiet: Service) -> Kept:
    return Kept(quiet)


def said(user: str, **changes: Any) -> dict[str, Any]:
    message = {"role": "user", "content": "我住在苏州工业园区，做外贸采购", **changes}
    return {"userId": user, "sessionId": "s1", "messages": [message]}


def turns(service: Service, user: str) -> list[Any]:
    answer = service.call("GET", _PATH, query={"userId": user})
    assert answer.status == 200, answer.text
    return answer.body


def send(service: Service, hostile: HostileText, job: str, body: dict[str, Any]) -> None:
    """As a chat backend would."""
    envelope = {"type": "conversation", "version": 1, "orgId": "demo-org", "agentId": AGENT, "jobId": job, **body}
    service.send(json.dumps(envelope, ensure_ascii=len(hostile.text) < _MOST_AS_ESCAPES))


@every_hostile_text
def test_what_somebody_says(quiet: Service, kept: Kept, user: str, hostile: HostileText) -> None:
    before = kept.rows()
    answer = quiet.call("POST", _PATH, raw=hostile.as_json(said(user, content=hostile.text)).encode())
    if MESSAGE in hostile.refused_as:
        assert (answer.status, answer.fields) == (400, ["messages[0].content"])
        assert kept.rows() == before
        return
    assert answer.status == 202, answer.text
    quiet.work_off()
    assert quiet.job(answer.body["jobId"])["status"] == "succeeded"
    [turn] = turns(quiet, user)
    assert turn["content"] == hostile.text


@every_hostile_text
def test_what_a_chat_backend_queues(quiet: Service, kept: Kept, user: str, hostile: HostileText) -> None:
    before, job = kept.rows(), f"queued-{next(_numbers)}"
    send(quiet, hostile, job, said(user, content=hostile.text))
    quiet.work_off()
    aside = quiet.received("ConversationDeadLetters")
    if MESSAGE in hostile.refused_as:
        [message] = aside
        assert "messages[0].content" in message["MessageAttributes"]["reason"]["StringValue"]
        assert kept.rows() == before
        return
    assert aside == []
    assert quiet.job(job)["status"] == "succeeded"
    [turn] = turns(quiet, user)
    assert turn["content"] == hostile.text


@every_hostile_text
@pytest.mark.parametrize("field", ["userId", "sessionId", "messageId"])
def test_an_id(quiet: Service, kept: Kept, user: str, field: str, hostile: HostileText) -> None:
    body, shown = said(user), field
    if field == "messageId":
        body["messages"][0]["messageId"], shown = hostile.text, "messages[0].messageId"
    else:
        body[field] = hostile.text
    before = kept.rows()
    answer = quiet.call("POST", _PATH, raw=hostile.as_json(body).encode())
    if IDENTIFIER in hostile.refused_as:
        assert (answer.status, answer.fields) == (400, [shown])
        assert kept.rows() == before
        return
    assert answer.status == 202, answer.text
    quiet.work_off()
    mine = turns(quiet, hostile.text if field == "userId" else user)
    assert hostile.text in [turn[field] for turn in mine]


@every_hostile_text
@pytest.mark.parametrize("field", ["name", "mediaType", "url"])
def test_a_text_of_an_attachment(quiet: Service, kept: Kept, user: str, field: str, hostile: HostileText) -> None:
    before = kept.rows()
    raw = hostile.as_json(said(user, attachments=[{field: hostile.text}])).encode()
    answer = quiet.call("POST", _PATH, raw=raw)
    if NAME in hostile.refused_as:
        assert (answer.status, answer.fields) == (400, [f"messages[0].attachments[0].{field}"])
        assert kept.rows() == before
        return
    assert answer.status == 202, answer.text
    quiet.work_off()
    [turn] = turns(quiet, user)
    assert turn["attachments"] == [{field: hostile.text}]


@every_hostile_text
@pytest.mark.parametrize("field", ["platform", "intent"])
def test_what_is_known_of_a_conversation(
    quiet: Service, kept: Kept, user: str, field: str, hostile: HostileText
) -> None:
    before = kept.rows()
    raw = hostile.as_json({**said(user), "metadata": {field: hostile.text}}).encode()
    answer = quiet.call("POST", _PATH, raw=raw)
    if NAME in hostile.refused_as or len(hostile.text) > (100 if field == "platform" else 200):
        assert (answer.status, answer.fields) == (400, [f"metadata.{field}"])
        assert kept.rows() == before
        return
    assert answer.status == 202, answer.text
    quiet.work_off()
    [turn] = turns(quiet, user)
    assert turn[field] == hostile.text
