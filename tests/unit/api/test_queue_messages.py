"""How a batch of records is worked off: when a failed one comes back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from agent_memory.api.queue_messages import work_off
from agent_memory.core.errors import DependencyUnavailableError


class Postponed(dict[str, int]):
    """A queue that notes for how many seconds each record was put back, and refuses to set anything aside."""

    def postpone(self, receipt_handle: str, seconds: int) -> None:
        self[receipt_handle] = seconds

    def set_aside(self, body: str, reason: str) -> None:
        raise AssertionError(reason)


def records(*receives: int) -> dict[str, Any]:
    return {
        "Records": [
            {
                "messageId": f"m{number}",
                "receiptHandle": f"r{number}",
                "body": "{}",
                "attributes": {"ApproximateReceiveCount": str(count)},
            }
            for number, count in enumerate(receives)
        ]
    }


def failing(error: Exception, *receives: int) -> Postponed:
    """What is put back when every record fails like this."""

    def work(body: str, record: Mapping[str, Any]) -> None:
        raise error

    queue = Postponed()
    work_off(records(*receives), work, aside=queue, queue=queue, remaining_ms=lambda: 100_000, needed_ms=30_000)
    return queue


@pytest.mark.parametrize(("asked", "least", "most"), [(None, 0, 5), (0.2, 1, 5), (120.0, 120, 120), (1e9, 900, 900)])
def test_a_record_comes_back_when_its_dependency_asked_for_and_within_a_quarter_of_an_hour(
    asked: float | None, least: int, most: int
) -> None:
    [seconds] = failing(DependencyUnavailableError("chat", retry_after_seconds=asked), 1).values()
    assert least <= seconds <= most


def test_pauses_grow_with_every_delivery_and_are_not_the_same_for_all() -> None:
    seconds = failing(ValueError(), *[5] * 50)
    assert max(seconds.values()) <= 80
    assert len(set(seconds.values())) > 5


def test_a_record_there_is_no_time_for_is_not_begun() -> None:
    queue = Postponed()

    def work(body: str, record: Mapping[str, Any]) -> None:
        raise AssertionError("begun")

    answer = work_off(records(1, 1), work, aside=queue, queue=queue, remaining_ms=lambda: 1, needed_ms=2)
    assert [item["itemIdentifier"] for item in answer["batchItemFailures"]] == ["m0", "m1"]
    assert queue == {}
