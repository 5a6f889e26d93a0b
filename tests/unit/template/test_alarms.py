"""Somebody is told: every dead-letter queue has an alarm, and every alarm looks at something that is really sent."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.support.template_facts import Template

ROOT = Path(__file__).resolve().parents[3]
CODE = "".join(
    path.read_text(encoding="utf-8")
    for folder in ("shared/agent_memory", "functions")
    for path in (ROOT / folder).glob("**/*.py")
)


def alarms(template: Template) -> dict[str, dict[str, Any]]:
    return {name: item["Properties"] for name, item in template.of_type("AWS::CloudWatch::Alarm").items()}


def dimensions(alarm: dict[str, Any]) -> dict[str, Any]:
    return {item["Name"]: item["Value"] for item in alarm["Dimensions"]}


def test_every_dead_letter_queue_has_an_alarm_for_its_first_message(template: Template) -> None:
    watched = {
        dimensions(alarm)["QueueName"]["Fn::GetAtt"][0]
        for alarm in alarms(template).values()
        if alarm["MetricName"] == "ApproximateNumberOfMessagesVisible" and alarm["Threshold"] == 1
    }
    assert watched == {name for name in template.application.queues if name.endswith("DeadLetters")}
    assert watched


def test_every_metric_of_ours_that_is_watched_is_emitted_under_its_dimensions(template: Template) -> None:
    ours = {name: alarm for name, alarm in alarms(template).items() if alarm["Namespace"] == "AgentMemory"}
    assert ours
    named = {name: alarm for name, alarm in ours.items() if name != "GovernanceFailedAlarm"}  # made of a status
    assert [name for name, alarm in named.items() if f'"{alarm["MetricName"]}"' not in CODE] == []
    routes = {"POST /api/agents/{agentId}/recall"}
    for name, alarm in ours.items():
        assert dimensions(alarm)["service"] == "agent-memory", name
        assert dimensions(alarm).get("Route") in routes | {None}, name


def test_recalls_without_a_part_and_models_that_fail_are_noticed(template: Template) -> None:
    watched = {alarm["MetricName"] for alarm in alarms(template).values()}
    assert {
        "DegradedRecalls",
        "DependencyPauses",
        "ModelConfigurationFaults",
        "ApproximateAgeOfOldestMessage",
    } <= watched
