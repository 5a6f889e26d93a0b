"""What a fresh data directory needs before it can serve: database, schema, two orgs, agents and keys.

Everything here is safe to run again and never overwrites what a user changed.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from agent_memory.agents.model import AgentSettings
from agent_memory.agents.service import Agents
from agent_memory.audit.model import Actor
from agent_memory.core.clock import SystemClock
from agent_memory.credentials.model import Role, new_api_key
from agent_memory.credentials.service import Provisioner
from agent_memory.idempotency.service import Write
from agent_memory.platform.migrator import create_roles, migrate
from agent_memory.platform.postgres import Database

DATABASE: Final = "agent_memory"
KEYS_FILE: Final = "dev-keys.json"
DEMO_ORG: Final = "demo-org"
OTHER_ORG: Final = "other-org"
DEMO_AGENT: Final = "demo-agent"

_SEEDER: Final = Actor("local", "seed")
_KEY_OWNERS: Final = {
    "admin": (DEMO_ORG, Role.ADMIN),
    "agent": (DEMO_ORG, Role.AGENT),
    "other_org_admin": (OTHER_ORG, Role.ADMIN),
}
_AGENTS: Final = {
    DEMO_ORG: {
        DEMO_AGENT: AgentSettings(
            name="Demo assistant", description="The agent of `make demo`", time_zone="Asia/Shanghai"
        ),
        "support-agent": AgentSettings(name="Support assistant", time_zone="Europe/London"),
    },
    OTHER_ORG: {"other-agent": AgentSettings(name="An agent of another tenant")},
}


@dataclass(frozen=True, slots=True)
class DatabaseAddress:
    """How to reach the service's database as any of its roles."""

    admin: str
    """Connection string of the administrator, in the service's database."""
    by_login: bool
    """Whether roles log in as themselves (our own server trusts its socket) or are assumed after login."""

    def as_role(self, role: str) -> str:
        """The connection string of a role."""
        if self.by_login:
            return make_conninfo(self.admin, user=role)
        options = conninfo_to_dict(self.admin).get("options") or ""
        return make_conninfo(self.admin, options=f"{options} -c role={role}".strip())


def own_database(admin_conninfo: str) -> DatabaseAddress:
    """The service's database in our own server; made when missing."""
    with psycopg.connect(admin_conninfo, autocommit=True) as connection:
        if not connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [DATABASE]).fetchone():
            connection.execute(f"CREATE DATABASE {DATABASE}".encode())
    return DatabaseAddress(make_conninfo(admin_conninfo, dbname=DATABASE), by_login=True)


def given_database(url: str) -> DatabaseAddress:
    """A database of somebody else's server; its user must be allowed to make roles."""
    return DatabaseAddress(make_conninfo(url), by_login=False)


def provision(address: DatabaseAddress, data_dir: Path) -> dict[str, str]:
    """Bring a database up to date and seed it; the development keys by name."""
    create_roles(address.admin)
    migrate(address.as_role("owner"))
    keys = _development_keys(data_dir / KEYS_FILE)
    database = Database(lambda: address.as_role("owner"))
    clock = SystemClock()
    provisioner, agents = Provisioner(database, clock), Agents(database, clock)
    for org_id, wanted in _AGENTS.items():
        provisioner.create_org(org_id, org_id)
        known = {agent.agent_id for agent in agents.list(org_id)}
        for agent_id, settings in wanted.items():
            if agent_id not in known:
                agents.put(org_id, agent_id, settings, Write(_SEEDER))
    for name, (org_id, role) in _KEY_OWNERS.items():
        provisioner.register_key(org_id, role, keys[name])
    database.close()
    return keys


def read_development_keys(data_dir: Path) -> dict[str, str]:
    """The keys of a data directory that was provisioned before."""
    return json.loads((data_dir / KEYS_FILE).read_text(encoding="utf-8"))


def _development_keys(path: Path) -> dict[str, str]:
    if path.exists():
        return json.loads(path.read_text(encoding="utf-8"))
    keys = {name: new_api_key() for name in _KEY_OWNERS}
    draft = path.with_suffix(".draft")
    draft.touch(mode=0o600)
    draft.write_text(json.dumps(keys, indent=2) + "\n", encoding="utf-8")
    draft.replace(path)
    return keys
