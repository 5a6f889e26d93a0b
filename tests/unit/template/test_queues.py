"""Queues and what feeds from them."""

from __future__ import annotations

from tests.support.template_facts import Template

MAX_RECEIVES = 5


def test_a_message_stays_hidden_for_six_runs_of_its_worker_and_the_batching_window(template: Template) -> None:
    queues, functions = template.application.queues, template.application.functions

    for source in template.application.event_sources:
        needed = 6 * functions[source.function].timeout_seconds + source.window_seconds
        assert queues[source.queue].visibility_timeout >= needed, source.queue


def test_workers_report_the_failed_messages_of_a_batch(template: Template) -> None:
    assert [source.logical_id for source in template.application.event_sources if not source.partial_failures] == []


def test_workers_leave_connections_to_others(template: Template) -> None:
    assert [
        source.logical_id for source in template.application.event_sources if source.maximum_concurrency is None
    ] == []


def test_every_queue_with_a_worker_has_a_dead_letter_queue_of_its_own(template: Template) -> None:
    queues = template.application.queues
    fed = {source.queue for source in template.application.event_sources}
    dead = [queues[name].dead_letter_queue for name in sorted(fed)]

    assert fed | set(dead) == set(queues)
    assert len(set(dead)) == len(dead)
    assert {queues[name].max_receive_count for name in fed} == {MAX_RECEIVES}


def test_the_worker_knows_how_often_its_queue_delivers() -> None:
    from agent_memory.platform.settings import DeadLetterSettings

    assert DeadLetterSettings.model_fields["max_receive_count"].default == MAX_RECEIVES


def test_what_nobody_could_process_is_kept_as_long_as_possible(template: Template) -> None:
    fourteen_days = 14 * 24 * 3600

    for queue in template.application.queues.values():
        if queue.dead_letter_queue is None:
            assert queue.attributes["MessageRetentionPeriod"] == str(fourteen_days), queue.logical_id


def test_queues_are_encrypted(template: Template) -> None:
    unencrypted = [
        name
        for name, item in template.of_type("AWS::SQS::Queue").items()
        if not item["Properties"]["SqsManagedSseEnabled"]
    ]

    assert unencrypted == []
