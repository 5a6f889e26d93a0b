"""Which messages of a batch come again."""

import json

import pytest

from agent_memory_local.environments import InvocationResult
from agent_memory_local.model import EventSource
from agent_memory_local.queues import failed_messages

SOURCE = EventSource("S", "Queue", "Worker", partial_failures=True)
IDS = ["a", "b", "c"]


def reported(answer: object) -> set[str]:
    return failed_messages(SOURCE, InvocationResult("i", json.dumps(answer).encode()), IDS)


def item(identifier: object) -> dict[str, object]:
    return {"itemIdentifier": identifier}


@pytest.mark.parametrize("answer", [None, {}, {"batchItemFailures": []}, {"batchItemFailures": None}, {"other": 1}])
def test_nothing_reported_is_success(answer: object) -> None:
    assert reported(answer) == set()


def test_reported_messages_come_again() -> None:
    assert reported({"batchItemFailures": [item("a"), item("c"), item("a")]}) == {"a", "c"}


@pytest.mark.parametrize(
    "answer",
    [
        {"batchItemFailures": [item("a"), item("")]},
        {"batchItemFailures": [item(None)]},
        {"batchItemFailures": [item("somebody else's")]},
        {"batchItemFailures": [{"id": "a"}]},
        {"batchItemFailures": ["a"]},
        {"batchItemFailures": 5},
        "text",
        [],
    ],
)
def test_a_report_that_is_none_fails_the_whole_batch(answer: object) -> None:
    assert reported(answer) == set(IDS)


def test_a_failed_function_fails_the_whole_batch() -> None:
    assert failed_messages(SOURCE, InvocationResult("i", b"{}", failed=True), IDS) == set(IDS)
    assert failed_messages(SOURCE, InvocationResult("i", b"no json"), IDS) == set(IDS)


def test_without_partial_failures_the_report_is_not_read() -> None:
    source = EventSource("S", "Queue", "Worker", partial_failures=False)
    result = InvocationResult("i", b'{"batchItemFailures":[{"itemIdentifier":"a"}]}')

    assert failed_messages(source, result, IDS) == set()
