"""Logs and metrics through Powertools. What people said, and who they are, never goes in."""

from __future__ import annotations

import traceback
from functools import lru_cache
from pathlib import Path

from aws_lambda_powertools import Logger, Metrics

NAMESPACE = "AgentMemory"


@lru_cache(maxsize=1)
def logger() -> Logger:
    """The structured logger of this execution environment."""
    return Logger(log_uncaught_exceptions=False)


@lru_cache(maxsize=1)
def metrics() -> Metrics:
    """The metrics of this execution environment; flushed at the end of every invocation."""
    return Metrics(namespace=NAMESPACE)


def trace_of(error: BaseException) -> list[str]:
    """Where an error came from, without its messages: drivers quote values in them."""
    lines: list[str] = []
    current: BaseException | None = error
    while current is not None:
        lines.append(type(current).__qualname__)
        lines += [
            f"  {Path(frame.filename).name}:{frame.lineno} {frame.name}"
            for frame in traceback.extract_tb(current.__traceback__)
        ]
        current = current.__cause__ or (None if current.__suppress_context__ else current.__context__)
    return lines
