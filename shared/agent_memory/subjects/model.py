"""Pure types of subjects and of the scope an agent has on them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Scope:
    """What one agent knows of one person: memories are deduplicated within it, never across."""

    org_id: str
    agent_id: str
    user_id: str
