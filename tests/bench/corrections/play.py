"""Plays sessions of user turns through the offline extractor and the decisions, without a database.

What the neighbour queries of `extraction/store.py` and `queries.sql` find is found here in a dictionary: memories with
the same text, memories of the same attribute, and the nearest by cosine. Every batch gets a workspace of its own, as
in the conversation worker.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import cache
from math import sqrt
from pathlib import Path
from typing import Any, Final

from agent_memory.conversations.model import JobResult, Role
from agent_memory.core.text import language_of, normal_form
from agent_memory.extraction.decisions import Proposal, Workspace
from agent_memory.extraction.grammar import GrammarExtractor
from agent_memory.extraction.model import Candidate, SpokenTurn
from agent_memory.extraction.relation import Thresholds
from agent_memory.memories.attributes import single_valued
from agent_memory.memories.indexing import Index, IndexedChunk
from agent_memory.memories.model import Memory, Source, Status, memory_type_of
from agent_memory.subjects.model import Scope

SCENARIOS: Final = Path(__file__).with_name("scenarios.jsonl")
FIRST_SESSION: Final = datetime(2026, 3, 18, 2, 0, tzinfo=UTC)
"""Wednesday, 10:00 in Shanghai."""
ZONE: Final = "Asia/Shanghai"
THRESHOLDS: Final = Thresholds(duplicate=0.85, candidate=0.60)
NEIGHBOURS: Final = 5

Embed = Callable[[str], Sequence[float] | None]
Scenario = dict[str, Any]
_EXTRACTOR: Final = GrammarExtractor()
_SCOPE: Final = Scope("org-1", "agent-1", "user-1")


@dataclass(frozen=True)
class Said:
    """One user turn of a scenario."""

    session: int
    sequence: int
    text: str

    @property
    def message_id(self) -> str:
        return f"s{self.session}m{self.sequence}"

    @property
    def occurred_at(self) -> datetime:
        return FIRST_SESSION + timedelta(days=7 * self.session, minutes=self.sequence)

    def spoken(self) -> SpokenTurn:
        """The turn as an extractor reads it."""
        return SpokenTurn(self.message_id, Role.USER, self.text, self.occurred_at)


@dataclass
class Outcome:
    """What a user's memories have come to."""

    memories: dict[str, Memory] = field(default_factory=dict[str, Memory])
    results: list[JobResult] = field(default_factory=list[JobResult])

    def contents(self, status: Status = Status.ACTIVE) -> list[str]:
        """Statements by status, in order of time."""
        found = [memory for memory in self.memories.values() if memory.status is status]
        return [m.content for m in sorted(found, key=lambda m: (m.observed_at, m.observed_sequence, m.content))]


def load(path: Path = SCENARIOS) -> list[Scenario]:
    """The scenarios."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line]


def turns_of(scenario: Scenario) -> list[Said]:
    """The user turns of a scenario, in the order they were said."""
    return [
        Said(session, sequence, text)
        for session, texts in enumerate(scenario["sessions"])
        for sequence, text in enumerate(texts)
    ]


def by_session(turns: Iterable[Said]) -> list[list[Said]]:
    """One batch a session: what a worker gathers."""
    batches: dict[int, list[Said]] = {}
    for turn in turns:
        batches.setdefault(turn.session, []).append(turn)
    return list(batches.values())


def play(batches: Iterable[Sequence[Said]], embed: Embed) -> Outcome:
    """Work batches in as they arrive; turns that were read before are there as context of their session."""
    outcome = Outcome()
    read: list[Said] = []
    for batch in batches:
        _work_in(batch, context_of(batch, read), outcome, embed)
        read += batch
    return outcome


def context_of(batch: Sequence[Said], read: Sequence[Said]) -> list[Said]:
    """The turns read before that stand next to the batch in its session, without a gap."""
    known = {(turn.session, turn.sequence): turn for turn in read}
    found: dict[str, Said] = {}
    for turn in batch:
        for step in (-1, 1):
            at = turn.sequence + step
            while (neighbour := known.get((turn.session, at))) is not None:
                found[neighbour.message_id] = neighbour
                at += step
            # A turn of the batch itself does not end the run.
    return [turn for turn in found.values() if turn not in batch]


def _work_in(batch: Sequence[Said], context: Sequence[Said], outcome: Outcome, embed: Embed) -> None:
    turns = sorted([*batch, *context], key=lambda turn: (turn.session, turn.sequence))
    extraction = _EXTRACTOR.extract(
        tuple(turn.spoken() for turn in turns),
        time_zone=ZONE,
        read_before=frozenset(turn.message_id for turn in context),
    )
    by_id = {turn.message_id: turn for turn in turns}
    now = max(turn.occurred_at for turn in turns)
    drafts = [
        _memory(c, by_id, f"mem-{len(outcome.memories):03}-{n:02}", now) for n, c in enumerate(extraction.candidates)
    ]
    drafts.sort(key=lambda memory: (memory.observed_at, memory.observed_sequence))
    workspace = Workspace(THRESHOLDS, now)
    proposals: list[Proposal] = []
    for memory in drafts:
        vector = embed(memory.content)
        found, cosines = _neighbours(memory, vector, outcome, embed)
        workspace.add_stored(found)
        proposals.append(Proposal(memory, Index("test", (IndexedChunk(vector, {}),)), cosines))
    outcome.results += [workspace.decide(proposal) for proposal in proposals]
    outcome.memories |= {entry.memory.id: entry.memory for entry in workspace.entries.values()}
    _check(outcome)


def _memory(candidate: Candidate, turns: dict[str, Said], memory_id: str, now: datetime) -> Memory:
    latest = max((turns[m] for m in candidate.source_message_ids), key=lambda turn: (turn.occurred_at, turn.sequence))
    return Memory(
        id=memory_id,
        scope=_SCOPE,
        memory_type=memory_type_of(candidate.kind),
        source=Source.AUTO,
        content=candidate.content,
        confidence=candidate.confidence,
        kind=candidate.kind,
        importance=candidate.importance,
        source_message_ids=candidate.source_message_ids,
        replaces=candidate.replaces,
        session_id=f"s{latest.session}",
        language=language_of(candidate.content),
        observed_at=latest.occurred_at,
        observed_sequence=latest.sequence,
        updated_by="worker:offline",
        update_reason="extracted",
        created_at=now,
        updated_at=now,
    )


def _neighbours(
    memory: Memory, vector: Sequence[float] | None, outcome: Outcome, embed: Embed
) -> tuple[list[Memory], dict[str, float]]:
    """What the three queries give: same text, same attribute, nearest."""
    attribute = _attribute_name(memory.content)
    live = [m for m in outcome.memories.values() if m.status in (Status.ACTIVE, Status.SUPERSEDED)]
    same = [
        m
        for m in live
        if normal_form(m.content) == normal_form(memory.content)
        or (attribute is not None and _attribute_name(m.content) == attribute and m.status is Status.ACTIVE)
    ]
    cosines = {
        m.id: cosine
        for m in live
        if m.status is Status.ACTIVE and (cosine := _cosine(vector, embed(m.content))) is not None
    }
    nearest = sorted(cosines, key=lambda i: (-cosines[i], i))[:NEIGHBOURS]
    near = {i: cosines[i] for i in nearest if cosines[i] >= THRESHOLDS.candidate}
    return [*same, *(outcome.memories[i] for i in near)], near


@cache
def _attribute_name(content: str) -> str | None:
    attribute = single_valued(content)
    return None if attribute is None else attribute.name


def _cosine(a: Sequence[float] | None, b: Sequence[float] | None) -> float | None:
    if a is None or b is None:
        return None
    return sum(x * y for x, y in zip(a, b, strict=True)) / sqrt(sum(x * x for x in a) * sum(y * y for y in b))


def _check(outcome: Outcome) -> None:
    """What the database forbids: two active memories with one text, a successor that is not there."""
    active = [normal_form(m.content) for m in outcome.memories.values() if m.status is Status.ACTIVE]
    assert len(active) == len(set(active)), active
    for memory in outcome.memories.values():
        if memory.status is Status.SUPERSEDED:
            assert memory.superseded_by in outcome.memories


def fits(fact: Sequence[str], content: str) -> bool:
    """Whether a statement says a labelled fact: all parts ("a|b" = either), none of the parts marked "!"."""
    return all(
        part[1:] not in content if part.startswith("!") else any(option in content for option in part.split("|"))
        for part in fact
    )


def without_context(outcome: Outcome) -> Outcome:
    """A copy, for tests that go on from one state in several ways."""
    return Outcome({key: replace(memory) for key, memory in outcome.memories.items()}, list(outcome.results))
