"""Queues that feed functions, through the local queue service."""

import time
from typing import Any

from botocore.exceptions import BotoCoreError, ClientError

from tests.support.local.toy import RunningStack, eventually


def deliveries(toy: RunningStack, body: str) -> list[dict[str, Any]]:
    """Every time a function got a message with this body: the message and when."""
    return [
        {**message, "at": record["at"], "batch": [other["body"] for other in record["event"]["Records"]]}
        for record in toy.records()
        for message in record["event"].get("Records", [])
        if message["body"] == body
    ]


def test_a_message_is_delivered_promptly_and_once(toy: RunningStack) -> None:
    toy.send("warm-up")
    eventually(lambda: deliveries(toy, "warm-up"))
    sent = time.time()
    toy.send("once 花", MessageGroupId="org-1")

    (message,) = eventually(lambda: deliveries(toy, "once 花"))

    assert message["at"] - sent < 1  # about 20 ms on an idle machine
    assert message["eventSource"] == "aws:sqs"
    assert message["eventSourceARN"] == "arn:aws:sqs:us-east-1:000000000000:local-WorkQueue"
    assert message["attributes"]["ApproximateReceiveCount"] == "1"
    assert message["attributes"]["MessageGroupId"] == "org-1"
    time.sleep(1.2)  # longer than its visibility timeout
    assert len(deliveries(toy, "once 花")) == 1


def test_a_failed_message_comes_again_alone_and_ends_in_the_dead_letter_queue(toy: RunningStack) -> None:
    toy.send("good", "fail", "fine")

    (dead,) = eventually(lambda: toy.receive("DeadQueue"))

    assert dead["Body"] == "fail"
    first, second = deliveries(toy, "fail")
    assert (first["attributes"]["ApproximateReceiveCount"], second["attributes"]["ApproximateReceiveCount"]) == (
        "1",
        "2",
    )
    assert second["batch"] == ["fail"]
    assert 0.9 < second["at"] - first["at"] < 3
    assert len(deliveries(toy, "good")) == len(deliveries(toy, "fine")) == 1
    toy.stack.queues.client.purge_queue(QueueUrl=toy.stack.application.queues["DeadQueue"].url)


def test_a_batch_comes_again_as_a_whole(toy: RunningStack) -> None:
    toy.send("neighbour of an exception", "explode")
    eventually(lambda: len(deliveries(toy, "neighbour of an exception")) == 2)
    toy.send("neighbour of a foreign id", "foreign")
    eventually(lambda: len(deliveries(toy, "neighbour of a foreign id")) == 2)

    eventually(lambda: len(toy.receive("DeadQueue", seconds=0)) == 0 and len(deliveries(toy, "foreign")) == 2)


def test_no_more_than_the_maximum_run_at_once(toy: RunningStack) -> None:
    for part in range(3):
        toy.send(*(f"many {part} {place}" for place in range(10)))

    wanted = [f"many {part} {place}" for part in range(3) for place in range(10)]
    eventually(lambda: all(deliveries(toy, body) for body in wanted))

    batches = [len(record["event"]["Records"]) for record in toy.records() if "Records" in record["event"]]
    assert max(batches) == 5
    assert len({record["pid"] for record in toy.records()}) <= 10


def test_the_queue_service_is_started_again_when_it_dies(toy: RunningStack) -> None:
    process = toy.stack.queues._process
    assert process is not None
    process.kill()

    def delivered() -> list[dict[str, Any]]:
        try:
            toy.send("after the crash")
        except (BotoCoreError, ClientError):
            return []
        return deliveries(toy, "after the crash")

    assert eventually(delivered)


def test_a_schedule_fires_by_name(toy: RunningStack) -> None:
    ticked = toy.run(toy.stack.schedules.fire("WorkerTick"))
    toy.run(toy.stack.schedules.fire("nightly"))

    assert not ticked.failed
    events = [record["event"] for record in toy.records()]
    assert any(event.keys() == {"tick"} for event in events)
    assert any(event.get("detail-type") == "Scheduled Event" for event in events)
