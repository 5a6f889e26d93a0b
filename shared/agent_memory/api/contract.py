"""The committed OpenAPI document, as it is served. `tools/openapi.py` writes it; a check fails when it is stale."""

from __future__ import annotations

import json
from functools import lru_cache
from importlib import resources
from typing import Any


@lru_cache(maxsize=1)
def contract_text() -> str:
    """The document as JSON text."""
    return resources.files("agent_memory.api").joinpath("openapi.json").read_text(encoding="utf-8")


def contract() -> dict[str, Any]:
    """The document."""
    return json.loads(contract_text())
