"""Time expressions in Chinese and English text, resolved to dates: `resolve`."""

from agent_memory.core.time_expressions.model import Direction, Granularity, TimeExpression
from agent_memory.core.time_expressions.resolver import resolve

__all__ = ["Direction", "Granularity", "TimeExpression", "resolve"]
