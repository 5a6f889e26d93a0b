"""Policies on the wire. What a request leaves out is inherited; null stands for "for ever" where it is allowed."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from pydantic import BeforeValidator, Field

from agent_memory.api.models.common import RequestModel, ResponseModel, Timestamp, whole
from agent_memory.api.models.memories import MAX_TTL_DAYS
from agent_memory.memories.model import Kind
from agent_memory.policies.model import PolicyState

MAX_SCORE = 1_000_000

Days = Annotated[int, Field(ge=1, le=MAX_TTL_DAYS), BeforeValidator(whole)]
_Count = Annotated[int, Field(ge=0, le=1_000_000), BeforeValidator(whole)]
_Score = Annotated[float, Field(gt=0, le=MAX_SCORE)]
_Share = Annotated[float, Field(gt=0, le=1)]


class TtlDaysPut(RequestModel):
    """Life of an extracted memory by its kind, in days; null for ever."""

    fact: Days | None = None
    preference: Days | None = None
    constraint: Days | None = None
    intent: Days | None = None
    knowledge: Days | None = None
    relationship: Days | None = None


class DecayPut(RequestModel):
    """What becomes of memories that nobody reads. Days count from the last recall or change."""

    enabled: bool = False
    read_only_after_days: Days = 30
    forget_after_days: Days | None = 60
    """Null: they become read-only and stay."""
    notice_days: Days = 7


class TiersPut(RequestModel):
    """From which score on a memory is hot, and from which it is warm; the rest is cold."""

    hot: _Score = 10.0
    warm: _Score = 3.0


class PolicyPut(RequestModel):
    """Body of `PUT …/policy`: what is set here."""

    ttl_days: TtlDaysPut = TtlDaysPut()
    extend_above_accesses: _Count = 5
    refuse_above_share: _Share = 0.8
    turn_retention_days: Days | None = 90
    """Null: what was said is kept for ever."""
    version_retention_days: Days = 30
    decay: DecayPut = DecayPut()
    tiers: TiersPut = TiersPut()
    legal_hold: bool = False

    def to_overrides(self) -> dict[str, Any]:
        """What is set, as the domain keeps it."""
        return self.model_dump(mode="json", by_alias=True, exclude_unset=True)


class DecayOut(ResponseModel):
    """What becomes of memories that nobody reads."""

    nullable: ClassVar = ("forgetAfterDays",)

    enabled: bool
    read_only_after_days: int
    forget_after_days: int | None
    notice_days: int


class TiersOut(ResponseModel):
    """From which score on a memory is hot, and from which it is warm."""

    hot: float
    warm: float


class PolicyOut(ResponseModel):
    """What holds, inherited or not."""

    nullable: ClassVar = ("turnRetentionDays",)

    ttl_days: dict[Kind, int | None]
    extend_above_accesses: int
    refuse_above_share: float
    turn_retention_days: int | None
    version_retention_days: int
    decay: DecayOut
    tiers: TiersOut
    legal_hold: bool
    overrides: list[str]
    """What of it is set here: `tiers.hot`."""
    updated_at: Timestamp | None

    @classmethod
    def of(cls, state: PolicyState) -> PolicyOut:
        """From the domain."""
        policy = state.policy
        return cls(
            ttl_days=dict(policy.ttl_days),
            extend_above_accesses=policy.extend_above_accesses,
            refuse_above_share=policy.refuse_above_share,
            turn_retention_days=policy.turn_retention_days,
            version_retention_days=policy.version_retention_days,
            decay=DecayOut(
                enabled=policy.decay.enabled,
                read_only_after_days=policy.decay.read_only_after_days,
                forget_after_days=policy.decay.forget_after_days,
                notice_days=policy.decay.notice_days,
            ),
            tiers=TiersOut(hot=policy.hot_score, warm=policy.warm_score),
            legal_hold=policy.legal_hold,
            overrides=list(state.overrides),
            updated_at=state.updated_at,
        )
