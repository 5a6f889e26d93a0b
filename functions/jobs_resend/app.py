"""Every minute: jobs that never reached the queue are sent again."""

from collections.abc import Mapping
from typing import Any

from aws_lambda_powertools.metrics import MetricUnit

from agent_memory.platform.observability import metrics
from agent_memory.wiring import wiring


def handler(event: Mapping[str, Any], context: object) -> dict[str, int]:
    """Re-send what is due; how many jobs that was."""
    del event, context
    sent = wiring().job_sweep.run()
    metrics().add_metric(name="JobsResent", unit=MetricUnit.Count, value=sent)
    metrics().flush_metrics()
    return {"resent": sent}
