"""Pure types of extraction: what goes into an extractor and what comes out of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Protocol

from agent_memory.conversations.model import Role
from agent_memory.memories.model import Entity, Kind


@dataclass(frozen=True, slots=True)
class SpokenTurn:
    """One turn as an extractor reads it: our own injected context is already stripped from `content`."""

    message_id: str
    role: Role
    content: str
    occurred_at: datetime
    """Aware UTC; relative dates ("tomorrow") are resolved from it in the user's `time_zone`."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """One self-contained statement about the user, in the user's own language."""

    content: str
    kind: Kind
    importance: int
    """1 (noise) to 5 (identity-level)."""
    confidence: float
    """0.0 to 1.0."""
    source_message_ids: tuple[str, ...]
    source_snippet: str
    """The user's own words this was taken from."""
    language: str
    """`zh` or `en`."""
    entities: tuple[Entity, ...] = ()
    replaces: str | None = None
    """The old value, when the user explicitly corrected it ("not 5,000 but 8,000"); else None."""
    ttl_days: int | None = None
    """Days to live when it differs from the default of the kind; else None."""
    is_dated: bool = False
    """Whether those days run from when it was said, since it is about a day; otherwise from when we hear of it."""


@dataclass(frozen=True, slots=True)
class Passed:
    """A user turn that gave no candidate, or not all it might have given, and why."""

    message_id: str
    reason: str
    """`too_short`, `nothing_memorable`, `too_many_statements`, `refused`, `too_long`"""


@dataclass(frozen=True, slots=True)
class Usage:
    """What a model call cost. All zero for the offline extractor."""

    model_calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0

    def __add__(self, other: Usage) -> Usage:
        return Usage(
            self.model_calls + other.model_calls,
            self.input_tokens + other.input_tokens,
            self.output_tokens + other.output_tokens,
        )


class Judgement(StrEnum):
    """How a new statement stands to a memory, as a model sees it."""

    DUPLICATE = "duplicate"
    UPDATE = "update"
    DISTINCT = "distinct"


@dataclass(frozen=True, slots=True)
class Extraction:
    """Everything one extractor call produced."""

    candidates: tuple[Candidate, ...]
    passed: tuple[Passed, ...]
    usage: Usage = field(default_factory=Usage)


@dataclass(frozen=True, slots=True)
class ExtractorInfo:
    """Which extractor answered; named in every response that used it."""

    name: str
    model: str
    prompt_version: str


class Extractor(Protocol):
    """Turns of one user, in order, to candidates."""

    @property
    def info(self) -> ExtractorInfo: ...

    def extract(
        self,
        turns: tuple[SpokenTurn, ...],
        *,
        time_zone: str,
        instructions: str | None = None,
        read_before: frozenset[str] = frozenset(),
    ) -> Extraction: ...
