"""Every minute: jobs that never reached the queue are sent again."""

from collections.abc import Mapping
from typing import Any

from aws_lambda_powertools.metrics import MetricUnit

from agent_memory.platform.observability import metrics
from agent_memory.wiring import wiring

_NEEDED_MS = 10_000
"""For one more turn of an org: fifty messages."""


def handler(event: Mapping[str, Any], context: Any) -> dict[str, int]:
    """Re-send what is due; how many jobs that was."""
    del event
    sent = wiring().job_sweep.run(lambda: context.get_remaining_time_in_millis() > _NEEDED_MS)
    metrics().add_metric(name="JobsResent", unit=MetricUnit.Count, value=sent)
    metrics().flush_metrics()
    return {"resent": sent}
