"""The health check on the wire."""

from __future__ import annotations

from typing import Literal

from agent_memory.api.models.common import ResponseModel


class HealthOut(ResponseModel):
    """The service answers."""

    status: Literal["ok"]
    version: str
