"""Verify API keys, and provision tenants with them."""

from __future__ import annotations

from datetime import timedelta
from typing import Final, Protocol

from agent_memory.audit.model import AuditEvent
from agent_memory.audit.store import record
from agent_memory.core.clock import Clock
from agent_memory.core.errors import NotFoundError, UnauthenticatedError, ValidationFailedError
from agent_memory.core.ids import random_suffix
from agent_memory.credentials.model import KEY_PREFIX, ApiKey, Caller, KeyRequest, Role, key_hash, new_api_key
from agent_memory.idempotency.service import Write
from agent_memory.platform.postgres import Database, Query, Row
from agent_memory.platform.sql import load_statements

USE_NOTED_EVERY: Final = timedelta(minutes=5)
"""How precise `lastUsedAt` is."""

_NO_ORG = ""
_BEARER = "bearer "
_MAX_HEADER = 4096


class TokenVerifier(Protocol):
    """Verifies tokens of an identity provider."""

    def verify(self, token: str) -> Caller:
        """The caller a token proves.

        Raises:
            UnauthenticatedError: it proves nobody.
            DependencyUnavailableError: the provider's keys cannot be had.
        """
        ...


class Credentials:
    """Verifies callers. Its database role sees one row: the key whose hash it presents."""

    def __init__(self, database: Database, clock: Clock, tokens: TokenVerifier | None = None) -> None:
        """Without `tokens`, only API keys are accepted."""
        self._database = database
        self._clock = clock
        self._tokens = tokens
        self._statements = load_statements("agent_memory.credentials")

    def authenticate(self, authorization: str) -> Caller:
        """The caller behind an `Authorization` header.

        Raises:
            UnauthenticatedError: it proves nobody; why is not said.
            DependencyUnavailableError: it cannot be checked at the moment.
        """
        if not authorization[: len(_BEARER)].lower() == _BEARER or len(authorization) > _MAX_HEADER:
            raise UnauthenticatedError
        token = authorization[len(_BEARER) :].strip()
        if token.startswith(KEY_PREFIX):
            return self._by_key(token)
        if self._tokens is None:
            raise UnauthenticatedError
        return self._tokens.verify(token)

    def _by_key(self, api_key: str) -> Caller:
        hashed, now = key_hash(api_key), self._clock.now()
        _, rows = self._database.read(
            _NO_ORG,
            self._statements("present_key_hash", key_hash=hashed),
            self._statements("find_key_across_orgs", key_hash=hashed, now=now),
        )
        if not rows:
            raise UnauthenticatedError
        [row] = rows
        if row["last_used_at"] is None or row["last_used_at"] < now - USE_NOTED_EVERY:
            note = self._statements("note_use", org_id=row["org_id"], key_id=row["key_id"], now=now)
            with self._database.transaction(row["org_id"]) as transaction:
                transaction.run(note)
        return Caller(row["org_id"], Role(row["role"]), row["key_id"], row["user_id"])


class ApiKeys:
    """Makes, lists and revokes keys of an org. Two live keys at once are how a key is rotated."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock
        self._statements = load_statements("agent_memory.credentials")

    def create(self, org_id: str, wanted: KeyRequest, write: Write[tuple[ApiKey, str]]) -> tuple[ApiKey, str]:
        """A new key and its secret, which is shown this once; a retry under one `Idempotency-Key` gets it again.

        Raises:
            ValidationFailedError: it would have expired already, or is not a user's and names one, or the reverse.
        """
        secret, now = new_api_key(), self._clock.now()
        if (wanted.role is Role.USER) != (wanted.user_id is not None):
            raise ValidationFailedError.of("userId", "is for keys of the role 'user', and needed there")
        if wanted.expires_at is not None and wanted.expires_at <= now:
            raise ValidationFailedError.of("expiresAt", "must be in the future")
        made = ApiKey(
            key_id=f"key-{random_suffix()}",
            role=wanted.role,
            user_id=wanted.user_id,
            label=wanted.label,
            created_at=now,
            expires_at=wanted.expires_at,
            revoked_at=None,
            last_used_at=None,
        )
        event = AuditEvent("key.create", write.actor, target=made.key_id, detail={"role": made.role})
        with self._database.transaction(org_id) as transaction:
            write.begin(transaction, [] if made.user_id is None else [made.user_id])
            transaction.run(_insertion(org_id, made, secret), record(org_id, event, now))
            write.end(transaction, (made, secret))
        return made, secret

    def list(self, org_id: str) -> list[ApiKey]:
        """All keys, newest first, without their secrets."""
        rows = self._database.read(org_id, self._statements("list_keys", org_id=org_id))[0]
        return [_shown(row) for row in rows]

    def revoke(self, org_id: str, key_id: str, write: Write[str]) -> None:
        """Take a key's power away; it acts no longer once authorizer answers have aged, at most five minutes.

        Raises:
            NotFoundError: the org has no such key.
        """
        now = self._clock.now()
        event = AuditEvent("key.revoke", write.actor, target=key_id)
        with self._database.transaction(org_id) as transaction:
            write.begin(transaction)
            revoked, _ = transaction.run(
                self._statements("revoke_key", org_id=org_id, key_id=key_id, now=now), record(org_id, event, now)
            )
            if not revoked:
                raise NotFoundError
            write.end(transaction, key_id)


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
        """Let a given key act for a tenant; does nothing when it already does."""
        now = self._clock.now()
        key = ApiKey(
            key_id=f"key-{random_suffix()}",
            role=role,
            user_id=None,
            label=None,
            created_at=now,
            expires_at=None,
            revoked_at=None,
            last_used_at=None,
        )
        with self._database.transaction(org_id) as transaction:
            transaction.run(_insertion(org_id, key, api_key))


def _shown(row: Row) -> ApiKey:
    return ApiKey(
        key_id=row["key_id"],
        role=Role(row["role"]),
        user_id=row["user_id"],
        label=row["label"],
        created_at=row["created_at"],
        expires_at=row["expires_at"],
        revoked_at=row["revoked_at"],
        last_used_at=row["last_used_at"],
    )


def _insertion(org_id: str, key: ApiKey, secret: str) -> Query:
    return load_statements("agent_memory.credentials")(
        "insert_key",
        org_id=org_id,
        key_id=key.key_id,
        key_hash=key_hash(secret),
        role=key.role,
        user_id=key.user_id,
        label=key.label,
        now=key.created_at,
        expires_at=key.expires_at,
    )
