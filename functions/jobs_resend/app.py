"""Every minute: jobs that never reached the queue are sent again, and how long jobs wait becomes a metric."""

from collections.abc import Mapping
from typing import Any, Final

from aws_lambda_powertools.metrics import MetricUnit

from agent_memory.conversations.model import JobKind
from agent_memory.platform.observability import metrics
from agent_memory.wiring import wiring

_NEEDED_MS: Final = 10_000
"""For one more turn of an org: fifty messages."""

_LAG_METRICS: Final = {JobKind.CONVERSATION: "ConversationLag", JobKind.EMBEDDING: "EmbeddingLag"}
"""From what was said to memories, and from what was written to its vectors: the age of the oldest that waits."""


def handler(event: Mapping[str, Any], context: Any) -> dict[str, int]:
    """Re-send what is due; how many jobs that was."""
    del event
    swept = wiring().job_sweep.run(lambda: context.get_remaining_time_in_millis() > _NEEDED_MS)
    metrics().add_metric(name="JobsResent", unit=MetricUnit.Count, value=swept.sent)
    for kind, lag in swept.lag.items():
        metrics().add_metric(name=_LAG_METRICS[kind], unit=MetricUnit.Seconds, value=lag.total_seconds())
    metrics().flush_metrics()
    return {"resent": swept.sent}
