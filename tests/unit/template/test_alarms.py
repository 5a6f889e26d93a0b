"""What wakes somebody up."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from agent_memory.conversations.sweep import LOST_AFTER
from agent_memory.platform.observability import NAMESPACE
from agent_memory.platform.settings import QueueSettings
from tests.support.template_facts import ROOT, Template

OURS = [{"Name": "service", "Value": "agent-memory"}]
ON_RECALL = [{"Name": "Route", "Value": "POST /api/agents/{agentId}/recall"}, *OURS]


def alarms(template: Template) -> dict[str, dict[str, Any]]:
    return {name: item["Properties"] for name, item in template.of_type("AWS::CloudWatch::Alarm").items()}


def on(template: Template, metric: str) -> dict[str, Any]:
    (found,) = (properties for properties in alarms(template).values() if properties["MetricName"] == metric)
    return found


def emitted() -> set[str]:
    """Names of metrics, as literals anywhere in the code that is deployed."""
    files = [*(ROOT / "shared/agent_memory").rglob("*.py"), *(ROOT / "functions").glob("*/app.py")]
    return {name for path in files for name in re.findall(r"\"([A-Z][A-Za-z]+)\"", Path(path).read_text("utf-8"))}


def test_every_alarm_of_ours_is_on_a_metric_that_is_emitted_with_the_dimension_it_has(template: Template) -> None:
    ours = [properties for properties in alarms(template).values() if properties["Namespace"] == NAMESPACE]
    variables = next(iter(template.application.functions.values())).environment

    assert variables["POWERTOOLS_METRICS_NAMESPACE"] == NAMESPACE
    assert variables["POWERTOOLS_SERVICE_NAME"] == OURS[0]["Value"]
    assert len(ours) >= 4
    for properties in ours:
        name = properties["MetricName"]
        assert name in emitted() or name == "GovernanceFailed"  # made of the status of a run
        assert properties["Dimensions"] == (ON_RECALL if name == "DegradedRecalls" else OURS), name


@pytest.mark.parametrize(
    ("metric", "statistic", "missing"),
    [
        ("ConversationLag", "Maximum", "breaching"),
        ("EmbeddingLag", "Maximum", "breaching"),
        ("ModelConfigurationFaults", "Sum", "notBreaching"),
        ("DependencyPauses", "Sum", "notBreaching"),
        ("DegradedRecalls", "Sum", "notBreaching"),
    ],
)
def test_what_nobody_would_notice_has_an_alarm(template: Template, metric: str, statistic: str, missing: str) -> None:
    alarm = on(template, metric)

    assert (alarm["Statistic"], alarm["TreatMissingData"]) == (statistic, missing)
    assert alarm["ComparisonOperator"] == "GreaterThanOrEqualToThreshold"


def test_lag_alarms_leave_time_for_gathering_and_a_second_sending(template: Template) -> None:
    gathering = QueueSettings.model_fields["gathering_delay_seconds"].metadata

    for metric in ("ConversationLag", "EmbeddingLag"):
        assert on(template, metric)["Threshold"] >= LOST_AFTER.total_seconds(), metric
    assert max(limit.le for limit in gathering if hasattr(limit, "le")) < on(template, "ConversationLag")["Threshold"]


def test_lag_is_looked_at_as_often_as_the_sweep_runs(template: Template) -> None:
    (schedule,) = (one for one in template.application.schedules if one.function == "JobsResend")

    assert "1 minute" in str(schedule)
    assert {on(template, metric)["Period"] for metric in ("ConversationLag", "EmbeddingLag")} == {60}


def test_every_dead_letter_queue_has_an_alarm_for_one_message(template: Template) -> None:
    dead = {queue.dead_letter_queue for queue in template.application.queues.values()} - {None}
    watched = {
        properties["Dimensions"][0]["Value"]["Fn::GetAtt"][0]: properties["Threshold"]
        for properties in alarms(template).values()
        if properties["Namespace"] == "AWS/SQS"
    }

    assert watched == dict.fromkeys(dead, 1)


def test_the_topic_is_told_when_there_is_one(template: Template) -> None:
    told = {"Fn::If": ["HasAlarmTopic", [{"Ref": "AlarmTopicArn"}], {"Ref": "AWS::NoValue"}]}

    for name, item in template.source["Resources"].items():
        if item["Type"] == "AWS::CloudWatch::Alarm":
            assert (item["Properties"]["AlarmActions"], item["Properties"]["OKActions"]) == (told, told), name
