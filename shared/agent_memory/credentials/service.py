"""Verify API keys, and provision tenants with them."""

from __future__ import annotations

from agent_memory.core.clock import Clock
from agent_memory.core.errors import UnauthenticatedError
from agent_memory.core.ids import random_suffix
from agent_memory.credentials.model import KEY_PREFIX, Caller, Role, key_hash
from agent_memory.platform.postgres import Database
from agent_memory.platform.sql import load_statements

_NO_ORG = ""
_BEARER = "bearer "
_MAX_HEADER = 4096


class Credentials:
    """Verifies callers. Its database role sees one row: the key whose hash it presents."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock
        self._statements = load_statements("agent_memory.credentials")

    def authenticate(self, authorization: str) -> Caller:
        """The caller behind an `Authorization` header.

        Raises:
            UnauthenticatedError: no such key, or it is revoked or expired; which of them is not said.
        """
        if not authorization[: len(_BEARER)].lower() == _BEARER or len(authorization) > _MAX_HEADER:
            raise UnauthenticatedError
        token = authorization[len(_BEARER) :].strip()
        if not token.startswith(KEY_PREFIX):
            raise UnauthenticatedError
        hashed = key_hash(token)
        _, rows = self._database.read(
            _NO_ORG,
            self._statements("present_key_hash", key_hash=hashed),
            self._statements("find_key_across_orgs", key_hash=hashed, now=self._clock.now()),
        )
        if not rows:
            raise UnauthenticatedError
        return Caller(rows[0]["org_id"], Role(rows[0]["role"]), rows[0]["key_id"])


class Provisioner:
    """Makes tenants and keys. Runs as the owner of the schema, from a command line, never behind the API."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock
        self._statements = load_statements("agent_memory.credentials")

    def create_org(self, org_id: str, name: str) -> None:
        """A tenant; does nothing when it exists."""
        with self._database.transaction(org_id) as transaction:
            transaction.run(self._statements("insert_org", org_id=org_id, name=name, now=self._clock.now()))

    def register_key(self, org_id: str, role: Role, api_key: str) -> None:
        """Let a key act for a tenant; does nothing when it already does."""
        insert = self._statements(
            "insert_key",
            org_id=org_id,
            key_id=f"key-{random_suffix()}",
            key_hash=key_hash(api_key),
            role=role,
            now=self._clock.now(),
        )
        with self._database.transaction(org_id) as transaction:
            transaction.run(insert)
