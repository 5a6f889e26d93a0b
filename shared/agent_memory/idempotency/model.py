"""Pure types of idempotent writes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class StoredAnswer:
    """An HTTP answer as it was given the first time."""

    status: int
    body: str
    headers: Mapping[str, str]
