"""Pure types of a policy: what governs the life of memories and turns (requirements H1-H4, D2)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final, cast

from agent_memory.core.errors import FieldError, ValidationFailedError
from agent_memory.memories.model import TTL_DAYS, Kind

Overrides = Mapping[str, Any]
"""What an org or an agent sets itself, by the names of the API; a group (`tiers`) is a mapping of its own."""

DEFAULTS: Final[dict[str, Any]] = {
    "ttlDays": {kind.value: days for kind, days in TTL_DAYS.items()},
    "extendAboveAccesses": 5,
    "refuseAboveShare": 0.8,
    "turnRetentionDays": 90,
    "versionRetentionDays": 30,
    "decay": {"enabled": False, "readOnlyAfterDays": 30, "forgetAfterDays": 60, "noticeDays": 7},
    "tiers": {"hot": 10.0, "warm": 3.0},
    "legalHold": False,
}
"""What holds where neither the agent nor its org says otherwise."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Decay:
    """What becomes of memories that nobody reads (requirement H2). Days count from the last recall or change."""

    enabled: bool
    read_only_after_days: int
    forget_after_days: int | None
    """None: they become read-only and stay."""
    notice_days: int
    """A memory says `forgetAt` at least so many days before it is forgotten."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """What holds for an agent."""

    ttl_days: Mapping[Kind, int | None]
    """Life of an extracted memory by its kind; None for ever."""
    extend_above_accesses: int
    """An expired memory that was recalled more often than this lives twice as long instead of being archived."""
    refuse_above_share: float
    """Of a user's memories, the most that one run may take away."""
    turn_retention_days: int | None
    """How long what was said is kept after it has been read; None for ever."""
    version_retention_days: int
    """How long a version is kept after another one took its place."""
    decay: Decay
    hot_score: float
    warm_score: float
    legal_hold: bool
    """Nothing is archived, forgotten or dropped while it lasts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PolicyState:
    """A policy as it is shown: what holds, and which of it is set here and not inherited."""

    policy: Policy
    own: Overrides = field(default_factory=dict[str, Any])
    updated_at: datetime | None = None

    @property
    def overrides(self) -> tuple[str, ...]:
        """Names of what is set here: `tiers.hot`."""
        return tuple(sorted(name for name, _ in _leaves(self.own)))


def effective(*layers: Overrides) -> Policy:
    """The policy that several layers of settings come to, the later the stronger, over the defaults.

    Raises:
        ValidationFailedError: naming what contradicts something else.
    """
    merged: dict[str, Any] = {
        name: dict(cast("Overrides", value)) if isinstance(value, dict) else value for name, value in DEFAULTS.items()
    }
    for layer in layers:
        for name, value in layer.items():
            merged[name] = {**merged[name], **value} if isinstance(merged[name], dict) else value
    policy = _policy(merged)
    problems = tuple(_problems(policy))
    if problems:
        raise ValidationFailedError(*problems)
    return policy


def _policy(merged: Mapping[str, Any]) -> Policy:
    decay, tiers = merged["decay"], merged["tiers"]
    return Policy(
        ttl_days={kind: merged["ttlDays"][kind.value] for kind in Kind},
        extend_above_accesses=merged["extendAboveAccesses"],
        refuse_above_share=merged["refuseAboveShare"],
        turn_retention_days=merged["turnRetentionDays"],
        version_retention_days=merged["versionRetentionDays"],
        decay=Decay(
            enabled=decay["enabled"],
            read_only_after_days=decay["readOnlyAfterDays"],
            forget_after_days=decay["forgetAfterDays"],
            notice_days=decay["noticeDays"],
        ),
        hot_score=float(tiers["hot"]),
        warm_score=float(tiers["warm"]),
        legal_hold=merged["legalHold"],
    )


def _problems(policy: Policy) -> Iterator[FieldError]:
    decay = policy.decay
    if policy.hot_score <= policy.warm_score:
        yield FieldError("tiers.hot", "must be greater than tiers.warm")
    if decay.forget_after_days is not None:
        if decay.forget_after_days <= decay.read_only_after_days:
            yield FieldError("decay.forgetAfterDays", "must be greater than decay.readOnlyAfterDays")
        if decay.notice_days >= decay.forget_after_days:
            yield FieldError("decay.noticeDays", "must be less than decay.forgetAfterDays")


def _leaves(overrides: Overrides, prefix: str = "") -> Iterator[tuple[str, Any]]:
    for name, value in overrides.items():
        if isinstance(value, dict):
            yield from _leaves(cast("Overrides", value), f"{prefix}{name}.")
        else:
            yield f"{prefix}{name}", value
