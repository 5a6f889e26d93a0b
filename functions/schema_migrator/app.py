"""Invoked at deploy, before and after the code: roles, then the migrations of one phase."""

from collections.abc import Mapping
from typing import Any

from agent_memory.platform.addresses import admin_conninfo, conninfo
from agent_memory.platform.migrator import create_roles, migrate
from agent_memory.platform.settings import AdminSettings, DatabaseSettings


def handler(event: Mapping[str, Any], context: object) -> dict[str, list[str]]:
    """Apply the missing migrations; `{"phase": "pre" | "post"}` limits them, nothing means all."""
    del context
    database, admin = DatabaseSettings(), AdminSettings()
    if admin.admin_secret_arn is not None and database.database_url is None:
        create_roles(admin_conninfo(database, admin.admin_secret_arn))
    return {"applied": migrate(conninfo(database), phase=event.get("phase"))}
