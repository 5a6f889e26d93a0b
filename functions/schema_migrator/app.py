"""Invoked at deploy, before and after the code: roles, then the migrations of one phase."""

from collections.abc import Mapping
from typing import Any

from agent_memory.platform.migrator import migrate
from agent_memory.wiring import wiring


def handler(event: Mapping[str, Any], context: object) -> dict[str, list[str]]:
    """Apply the missing migrations; `{"phase": "pre" | "post"}` limits them, nothing means all."""
    del context
    wiring().create_roles()
    return {"applied": migrate(wiring().owner_conninfo(), phase=event.get("phase"))}
