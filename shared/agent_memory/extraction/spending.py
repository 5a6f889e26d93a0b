"""What model calls cost, by org: as metrics, without a word of what was said."""

from __future__ import annotations

from dataclasses import dataclass

from aws_lambda_powertools.metrics import EphemeralMetrics, MetricUnit

from agent_memory.extraction.model import Usage
from agent_memory.platform.observability import NAMESPACE


@dataclass(frozen=True, slots=True)
class Prices:
    """What an endpoint charges per million tokens, in the operator's currency."""

    input: float
    output: float

    def cost_of(self, usage: Usage) -> float:
        """An estimate: (input tokens · input price + output tokens · output price) / 1,000,000.

        Discounts, cached prompts and free quotas are the endpoint's bookkeeping.
        """
        return (usage.input_tokens * self.input + usage.output_tokens * self.output) / 1_000_000


class Spending:
    """Records what was spent for whom."""

    def __init__(self, prices: Prices | None) -> None:
        """`prices` is None where the operator named none: then tokens are counted and no cost is guessed."""
        self._prices = prices

    def record(self, org_id: str, usage: Usage) -> None:
        """Publish the calls, tokens and estimated cost of an org; nothing when no model was called."""
        if usage.model_calls == 0:
            return
        metrics = EphemeralMetrics(namespace=NAMESPACE)
        metrics.add_dimension("Org", org_id)
        metrics.add_metric("ModelCalls", MetricUnit.Count, usage.model_calls)
        metrics.add_metric("InputTokens", MetricUnit.Count, usage.input_tokens)
        metrics.add_metric("OutputTokens", MetricUnit.Count, usage.output_tokens)
        if self._prices is not None:
            metrics.add_metric("EstimatedCost", MetricUnit.NoUnit, self._prices.cost_of(usage))
        metrics.flush_metrics()
