"""Governance on the wire: what starts a run, and what runs did."""

from __future__ import annotations

from datetime import datetime

from pydantic import Field, StrictBool

from agent_memory.api.models.common import (
    ExternalId,
    Moment,
    PageQuery,
    RequestModel,
    ResourceId,
    ResponseModel,
    Timestamp,
    VisibleText,
)
from agent_memory.api.models.policies import TiersOut
from agent_memory.governance.archive import ArchivedMemory, ArchiveFilter
from agent_memory.governance.model import Run, RunRequest, RunStatus, Tier
from agent_memory.governance.tiers import Calibration, Thresholds
from agent_memory.memories.model import Status


class GovernanceEvent(RequestModel):
    """What the schedule, or somebody by hand, sends to the function."""

    scheduled_time: Moment | None = None
    """When the schedule fired. A run goes by the clock all the same: it may come late."""
    now: Moment | None = None
    """The time to go by instead of the present."""
    dry_run: StrictBool = False
    org_id: ResourceId | None = None
    """Of one org only."""

    def to_request(self, present: datetime) -> RunRequest:
        """As the domain knows it."""
        return RunRequest(now=self.now or present, dry_run=self.dry_run)


class RunListQuery(PageQuery):
    """Query of `GET /api/governance/runs`."""


class RunOut(ResponseModel):
    """What a run did in the org."""

    run_id: str
    status: RunStatus
    dry_run: bool
    effective_at: Timestamp
    """The time it went by."""
    started_at: Timestamp
    finished_at: Timestamp | None
    counts: dict[str, int]
    """What was done, or in a dry run would be: `archived`, `extended`, `forgotten`, `turnsDropped`, `tier.hot` …"""
    failure: str | None

    @classmethod
    def of(cls, run: Run) -> RunOut:
        """From the domain."""
        return cls(
            run_id=run.run_id,
            status=run.status,
            dry_run=run.request.dry_run,
            effective_at=run.request.now,
            started_at=run.started_at,
            finished_at=run.finished_at,
            counts=dict(sorted(run.counts.items())),
            failure=run.failure,
        )


class CalibrationOut(ResponseModel):
    """How an agent's memories are spread over tiers, and thresholds that would spread them as intended."""

    memories: int
    current: TiersOut
    counts: dict[Tier, int]
    suggested: TiersOut
    """For three tenths hot, five tenths warm, two tenths cold, as near as equal scores allow."""
    expected: dict[Tier, int]

    @classmethod
    def of(cls, calibration: Calibration) -> CalibrationOut:
        """From the domain."""
        return cls(
            memories=calibration.memories,
            current=_tiers(calibration.current),
            counts=dict(calibration.counts),
            suggested=_tiers(calibration.suggested),
            expected=dict(calibration.expected),
        )


def _tiers(thresholds: Thresholds) -> TiersOut:
    return TiersOut(hot=thresholds.hot, warm=thresholds.warm)


class ArchiveQuery(PageQuery):
    """Query of `GET …/archive`."""

    user_id: ExternalId
    q: VisibleText | None = None
    since: Moment | None = Field(default=None, alias="from")
    until: Moment | None = Field(default=None, alias="to")

    def to_filter(self) -> ArchiveFilter:
        """As the domain knows it."""
        return ArchiveFilter(text=self.q, since=self.since, until=self.until)


class ArchivedOut(ResponseModel):
    """An archived memory, by its headline."""

    id: str
    user_id: str
    headline: str
    """At most 30 characters."""
    headline_by: str
    """`offline` for the beginning of the text, else the model that wrote it."""
    status: Status
    version: int
    created_at: Timestamp
    archived_at: Timestamp

    @classmethod
    def of(cls, archived: ArchivedMemory) -> ArchivedOut:
        """From the domain."""
        return cls(
            id=archived.id,
            user_id=archived.user_id,
            headline=archived.headline.text,
            headline_by=archived.headline.by,
            status=archived.status,
            version=archived.version,
            created_at=archived.created_at,
            archived_at=archived.archived_at,
        )
