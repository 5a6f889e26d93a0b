"""Every day: memories, turns and versions are brought to the state that policies say."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from aws_lambda_powertools.metrics import MetricUnit

from agent_memory.api.models.governance import GovernanceEvent, RunOut
from agent_memory.governance.model import RunStatus
from agent_memory.platform.observability import metrics
from agent_memory.wiring import wiring

_NEEDED_MS = 60_000
"""For one more batch, with a call of a model for its headlines."""


def handler(event: Mapping[str, Any], context: Any) -> dict[str, Any]:
    """Run governance for every org there is time for; what was done, by org."""
    wiring().deadline.begin(context.get_remaining_time_in_millis)
    asked = GovernanceEvent.model_validate(dict(event))
    runs = wiring().governance.run(
        asked.to_request(wiring().clock.now()),
        lambda: context.get_remaining_time_in_millis() > _NEEDED_MS,
        asked.org_id,
    )
    statuses = Counter(run.status for run in runs)
    if not asked.dry_run:
        metrics().add_metric(name="GovernanceRuns", unit=MetricUnit.Count, value=1)
        for status in (RunStatus.FAILED, RunStatus.UNFINISHED):
            metrics().add_metric(name=f"Governance{status.capitalize()}", unit=MetricUnit.Count, value=statuses[status])
        for name, count in sum((run.counts for run in runs), Counter[str]()).items():
            metrics().add_metric(name=f"Governance.{name}", unit=MetricUnit.Count, value=count)
        metrics().flush_metrics()
    return {"runs": {run.org_id: RunOut.of(run).model_dump(mode="json", by_alias=True) for run in runs}}
