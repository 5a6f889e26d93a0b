"""Limits applied: a token bucket per org in the database, and quotas checked where something is written."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from agent_memory.core.clock import Clock
from agent_memory.core.errors import ForbiddenError, QuotaExceededError, RateLimitedError
from agent_memory.limits.model import OrgLimits
from agent_memory.platform.postgres import ConstraintViolationError, Database, Query, Row
from agent_memory.platform.sql import load_statements
from agent_memory.subjects.model import Scope

_LIMITS_KEPT_SECONDS: Final = 60.0
_BLOCK_KEPT_SECONDS: Final = 1.0


class Limits:
    """The limits of orgs, read once a minute."""

    def __init__(
        self, database: Database, defaults: OrgLimits, monotonic: Callable[[], float] = time.monotonic
    ) -> None:
        self._database = database
        self._defaults = defaults
        self._monotonic = monotonic
        self._known: dict[str, tuple[float, OrgLimits]] = {}

    def of(self, org_id: str) -> OrgLimits:
        """The limits of an org: its own where it has some, else the defaults."""
        cached = self._known.get(org_id)
        if cached is not None and self._monotonic() - cached[0] < _LIMITS_KEPT_SECONDS:
            return cached[1]
        rows = self._database.read(org_id, _statement("find_limits", org_id=org_id))[0]
        limits = _read(rows[0], self._defaults) if rows else self._defaults
        self._known[org_id] = (self._monotonic(), limits)
        return limits


@dataclass(slots=True)
class _Block:
    left: int
    taken_at: float


class RateLimiter:
    """Lets an org make so many requests.

    Tokens are taken from the org's bucket in blocks, so that a busy org costs one statement per block; a block that is
    not used up within a second is forgotten.
    """

    def __init__(
        self,
        database: Database,
        limits: Limits,
        clock: Clock,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._database = database
        self._limits = limits
        self._clock = clock
        self._monotonic = monotonic
        self._blocks: dict[str, _Block] = {}

    def admit(self, org_id: str) -> None:
        """Count one request.

        Raises:
            RateLimitedError: the org has used up what it may; says when to come back.
            ForbiddenError: a token names an org that is not ours.
        """
        block = self._blocks.get(org_id)
        if block is not None and block.left > 0 and self._monotonic() - block.taken_at < _BLOCK_KEPT_SECONDS:
            block.left -= 1
            return
        self._blocks[org_id] = _Block(self._take(org_id) - 1, self._monotonic())

    def _take(self, org_id: str) -> int:
        limits, now = self._limits.of(org_id), self._clock.now()
        refill = _statement("refill_bucket", org_id=org_id, burst=limits.burst, rate=limits.rate, now=now)
        with self._database.transaction(org_id) as transaction:
            try:
                [bucket] = transaction.rows(refill)
            except ConstraintViolationError as error:
                raise ForbiddenError from error
            taken = min(int(bucket["tokens"]), limits.block)
            if taken > 0:
                transaction.run(_statement("take_tokens", org_id=org_id, taken=taken))
        if taken == 0:
            raise RateLimitedError(limits.requests_per_minute, limits.seconds_until(bucket["tokens"]))
        return taken


def memory_count(scope: Scope, limits: OrgLimits) -> Query:
    """The statement that counts a user's memories, no further than the quota."""
    return _statement(
        "count_memories",
        org_id=scope.org_id,
        agent_id=scope.agent_id,
        user_id=scope.user_id,
        at_most=limits.memories_per_user,
    )


def check_quota(content: str, tags: int, limits: OrgLimits) -> None:
    """Refuse a memory that is larger than its org may keep.

    Raises:
        QuotaExceededError: naming the field.
    """
    if len(content.encode()) > limits.content_bytes:
        raise QuotaExceededError("content", f"at most {limits.content_bytes} bytes in UTF-8")
    if tags > limits.tags_per_memory:
        raise QuotaExceededError("tags", f"at most {limits.tags_per_memory} tags")


def check_count(count: int, limits: OrgLimits) -> None:
    """Refuse one memory more than a user may have.

    Raises:
        QuotaExceededError: the user has as many as allowed.
    """
    if count >= limits.memories_per_user:
        raise QuotaExceededError("userId", f"at most {limits.memories_per_user} memories of a user")


def _read(row: Row, defaults: OrgLimits) -> OrgLimits:
    own = {name: value for name, value in row.items() if value is not None}
    return OrgLimits(
        requests_per_minute=own.get("requests_per_minute", defaults.requests_per_minute),
        memories_per_user=own.get("memories_per_user", defaults.memories_per_user),
        content_bytes=own.get("content_bytes", defaults.content_bytes),
        tags_per_memory=own.get("tags_per_memory", defaults.tags_per_memory),
    )


def _statement(name: str, **parameters: object) -> Query:
    return load_statements("agent_memory.limits")(name, **parameters)
