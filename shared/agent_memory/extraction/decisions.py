"""What becomes of a candidate, given what is remembered already. Pure: the caller reads and writes.

Everything happens on a `Workspace` of memories in the order of the candidates, so that candidates of one batch meet
each other as they meet what is stored.

The order of arrival does not matter: who overrules whom is a matter of when things were said. So a candidate is
compared with overruled memories too (what overruled them may have nothing against the candidate), one that is born
overruled still overrules what is older than itself, and the same words said again carry what they replace to what is
there already. One thing cannot be told apart afterwards: a narrower statement that a later broader one confirmed
(Pudong on Monday, Shanghai on Wednesday) stands for both, so a late Beijing of Tuesday leaves Pudong, not Shanghai.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Final

from agent_memory.conversations.model import JobResult
from agent_memory.core.text import normal_form
from agent_memory.extraction.judging import Judgements
from agent_memory.extraction.relation import Statement, Thresholds, Verdict, judged, relation
from agent_memory.extraction.secrets import is_secret
from agent_memory.memories.attributes import single_valued
from agent_memory.memories.indexing import Index
from agent_memory.memories.model import Memory, Source, Status, expiry, standing

MAX_SUPERSEDED_PER_MESSAGE: Final = 3
"""A message that would overrule more memories than this is held for review (requirement B6)."""

_MAX_CONFIDENCE: Final = 0.99


@dataclass(frozen=True, slots=True)
class Proposal:
    """A candidate as the memory it would become, with its index and its cosines to stored memories."""

    memory: Memory
    index: Index
    cosines: Mapping[str, float]


@dataclass(slots=True)
class Entry:
    """A memory in the workspace."""

    memory: Memory
    stored: Memory | None
    """As it was read; None for one that is new."""
    index: Index | None = None
    """Set when what search knows of it has to be written."""
    ancestor: Memory | None = None
    """The overruled memory a new one starts its history from."""


@dataclass(frozen=True, slots=True)
class _Related:
    """How a candidate relates to a memory, and whether the candidate is the one that stays."""

    entry: Entry
    verdict: Verdict
    candidate_wins: bool


@dataclass(slots=True)
class Workspace:
    """Memories that may be touched, by id, in a stable order."""

    thresholds: Thresholds
    now: datetime
    judgements: Judgements = field(default_factory=Judgements)
    """What a model said of pairs that rules leave open."""
    room: int = sys.maxsize
    """How many more memories the user may have."""
    entries: dict[str, Entry] = field(default_factory=dict[str, Entry])
    _read: dict[str, tuple[Memory, Statement]] = field(default_factory=dict[str, tuple[Memory, Statement]])

    def add_stored(self, memories: Iterable[Memory]) -> None:
        """Memories as they are stored now."""
        for memory in memories:
            self.entries.setdefault(memory.id, Entry(memory, memory))

    def changed(self) -> list[tuple[Entry, Memory]]:
        """The stored memories that are no longer what they were, and what they were."""
        return [
            (entry, entry.stored)
            for entry in self.entries.values()
            if entry.stored is not None and entry.stored != entry.memory
        ]

    def created(self) -> list[Entry]:
        """The new memories."""
        return [entry for entry in self.entries.values() if entry.stored is None]

    def decide(self, proposal: Proposal) -> JobResult:
        """Work one candidate in; what became of it."""
        if (refused := self._refused(proposal.memory)) is not None:
            return refused
        same = self._same_text(proposal.memory)
        if same is not None and _is_active(same):
            return self._confirm(same, proposal)
        if (waiting := self._held_text(proposal.memory)) is not None:
            return self._hold_again(waiting, proposal)
        if same is not None and _order(same.memory) >= _order(proposal.memory):
            return _result("skipped", "outdated", same.memory, proposal)
        related = [self._relate(proposal, entry) for entry in self._known(besides=same)]
        older, newer = _overruled(related, candidate_wins=True), _overruled(related, candidate_wins=False)
        older = [entry for entry in older if _is_active(entry)]
        twins = [item for item in related if item.verdict is Verdict.DUPLICATE and _is_active(item.entry)]
        if len(older) > MAX_SUPERSEDED_PER_MESSAGE:
            return self._hold(proposal, older)
        if newer:
            return self._store_overruled(proposal, older, _latest(newer), same)
        if twins:
            return self._merge(twins, older, proposal)
        return self._store(proposal, older)

    def _refused(self, memory: Memory) -> JobResult | None:
        """What becomes of a memory that is not to be kept at all; None when nothing speaks against it."""
        if is_secret(memory.content):
            return JobResult("skipped", "secret", message_ids=memory.source_message_ids)
        if memory.expires_at is not None and memory.expires_at <= self.now:  # a plan of last year: its day is over
            return JobResult("skipped", "expired", None, memory.content, memory.source_message_ids)
        return None

    def _known(self, *, besides: Entry | None = None) -> list[Entry]:
        """What a candidate may overrule, join or be overruled by."""
        return [
            entry
            for entry in self.entries.values()
            if entry is not besides and entry.memory.status in (Status.ACTIVE, Status.SUPERSEDED)
        ]

    def _same_text(self, memory: Memory) -> Entry | None:
        """The memory that says exactly this: the active one, else the last that was overruled."""
        wanted = normal_form(memory.content)
        same = [entry for entry in self._known() if normal_form(entry.memory.content) == wanted]
        return max(same, key=lambda entry: (_is_active(entry), _order(entry.memory), entry.memory.id), default=None)

    def _confirm(self, entry: Entry, proposal: Proposal) -> JobResult:
        """The same words again. They may be told now what they replace, and overrule it."""
        entry.memory = self._merged(entry.memory, proposal.memory)
        if proposal.memory.replaces:
            said = replace(proposal, memory=entry.memory)
            related = [self._relate(said, other) for other in self._known(besides=entry) if _is_active(other)]
            older = _overruled(related, candidate_wins=True)
            if len(older) <= MAX_SUPERSEDED_PER_MESSAGE:
                self._retire(older, entry.memory.id)
        return _result("merged", "exact_duplicate", entry.memory, proposal)

    def _relate(self, proposal: Proposal, entry: Entry) -> _Related:
        cosine = proposal.cosines.get(entry.memory.id)
        if cosine is None and entry.index is not None:
            cosine = proposal.index.cosine(entry.index)
        candidate = self._statement(proposal.memory)
        found = relation(candidate, self._statement(entry.memory), cosine=cosine, thresholds=self.thresholds)
        says = self.judgements.of(proposal.memory.content, entry.memory) if found.is_open else None
        if says is not None:
            found = judged(candidate, self._statement(entry.memory), says=says)
        return _Related(entry, found.verdict, candidate_wins=found.kept == candidate)

    def _statement(self, memory: Memory) -> Statement:
        """What a memory says, read once for as long as it stays as it is."""
        known = self._read.get(memory.id)
        if known is None or known[0] is not memory:
            known = self._read[memory.id] = memory, statement_of(memory)
        return known[1]

    def _store(self, proposal: Proposal, older: Sequence[Entry]) -> JobResult:
        memory = proposal.memory
        if not older and self.room <= 0:
            return JobResult("skipped", "quota_exceeded", None, memory.content, memory.source_message_ids)
        self.room -= 1 - len(older)
        ancestor = None
        if older:
            previous = _latest(older)
            ancestor = previous.memory
            memory = replace(memory, version=2, **standing([ancestor], memory))
            self._retire(older, memory.id)
        self.entries[memory.id] = Entry(memory, None, proposal.index, ancestor)
        return _result("superseded" if older else "stored", "correction" if older else "new", memory, proposal)

    def _store_overruled(
        self, proposal: Proposal, older: Sequence[Entry], successor: Entry, same: Entry | None
    ) -> JobResult:
        """It comes too late to count, but not to overrule what is older still."""
        if same is not None:  # these words were overruled before; now they were said last at another time
            same.memory = replace(
                same.memory,
                observed_at=proposal.memory.observed_at,
                observed_sequence=proposal.memory.observed_sequence,
                superseded_by=successor.memory.id,
            )
            self._retire(older, same.memory.id)
            return _result("skipped", "outdated", same.memory, proposal)
        memory = replace(proposal.memory, status=Status.SUPERSEDED, superseded_by=successor.memory.id)
        self.entries[memory.id] = Entry(memory, None, proposal.index)
        self._retire(older, memory.id)
        return _result("superseded", "outdated", memory, proposal)

    def _held_text(self, memory: Memory) -> Entry | None:
        """A memory that says exactly this and waits for a decision."""
        wanted = normal_form(memory.content)
        held = (entry for entry in self.entries.values() if entry.memory.status is Status.HELD)
        return next((entry for entry in held if normal_form(entry.memory.content) == wanted), None)

    def _hold_again(self, entry: Entry, proposal: Proposal) -> JobResult:
        sources = dict.fromkeys([*entry.memory.source_message_ids, *proposal.memory.source_message_ids])
        entry.memory = replace(entry.memory, source_message_ids=tuple(sources))
        return _result("held", "exact_duplicate", entry.memory, proposal)

    def _hold(self, proposal: Proposal, older: Sequence[Entry]) -> JobResult:
        memory = replace(proposal.memory, status=Status.HELD, overrules=tuple(entry.memory.id for entry in older))
        self.entries[memory.id] = Entry(memory, None, proposal.index)
        return _result("held", "supersedes_many", memory, proposal)

    def _merge(self, twins: Sequence[_Related], older: Sequence[Entry], proposal: Proposal) -> JobResult:
        """Join the nearest twin. Its text changes only where the new one says more and nobody chose the old one."""
        nearest = max(twins, key=lambda twin: (self._nearness(proposal, twin.entry), twin.entry.memory.id))
        entry = nearest.entry
        merged = self._merged(entry.memory, proposal.memory)
        others = [other for other in self._known() if _is_active(other) and other is not entry and other not in older]
        agrees = all(self._relate(proposal, other).verdict is Verdict.DISTINCT for other in others)
        # Merging must not chain topics together: the new text may contradict or repeat nothing else that is active.
        if nearest.candidate_wins and entry.memory.source is Source.AUTO and agrees:
            merged = replace(merged, content=proposal.memory.content, language=proposal.memory.language)
            entry.index = proposal.index
        entry.memory = merged
        self._retire([other for other in older if other is not entry], merged.id)
        return _result("merged", "near_duplicate", merged, proposal)

    def _nearness(self, proposal: Proposal, entry: Entry) -> float:
        return proposal.cosines.get(entry.memory.id, 0.0)

    def _merged(self, kept: Memory, said_again: Memory) -> Memory:
        """`kept` with the sources of both: more certain, at least as important, its time to live started anew."""
        sources = tuple(dict.fromkeys([*kept.source_message_ids, *said_again.source_message_ids]))
        later = max(kept.observed_at, said_again.observed_at)
        is_later = _order(said_again) > _order(kept)
        doubt = (1 - kept.confidence) * (1 - said_again.confidence)
        confidence = kept.confidence if kept.source is not Source.AUTO else min(_MAX_CONFIDENCE, 1 - doubt)
        return replace(
            kept,
            source_message_ids=sources,
            confidence=max(kept.confidence, confidence),
            importance=max(kept.importance, said_again.importance),
            entities=tuple(dict.fromkeys([*kept.entities, *said_again.entities])),
            verified=True,
            replaces=kept.replaces or said_again.replaces,
            observed_at=later,
            observed_sequence=said_again.observed_sequence if is_later else kept.observed_sequence,
            expires_at=_later_expiry(kept, said_again, self.now),
        )

    def _retire(self, entries: Sequence[Entry], successor_id: str) -> None:
        for entry in entries:
            entry.memory = replace(entry.memory, status=Status.SUPERSEDED, superseded_by=successor_id)


def _overruled(related: Sequence[_Related], *, candidate_wins: bool) -> list[Entry]:
    return [
        item.entry for item in related if item.verdict is Verdict.SUPERSEDES and item.candidate_wins is candidate_wins
    ]


def _later_expiry(kept: Memory, said_again: Memory, now: datetime) -> datetime | None:
    if kept.expires_at is None:
        return None
    renewed = expiry(kept.ttl_days, now)
    return max(filter(None, [kept.expires_at, renewed, said_again.expires_at]))


def statement_of(memory: Memory) -> Statement:
    """A memory as far as its relation to others is concerned."""
    return Statement(
        text=memory.content,
        attribute=single_valued(memory.content),
        replaces=memory.replaces,
        observed_at=memory.observed_at,
        sequence=memory.observed_sequence,
    )


def _is_active(entry: Entry) -> bool:
    return entry.memory.status is Status.ACTIVE


def _order(memory: Memory) -> tuple[datetime, int]:
    return memory.observed_at, memory.observed_sequence


def _latest(entries: Sequence[Entry]) -> Entry:
    """The last said of some, of those that count if any does."""
    return max(entries, key=lambda entry: (_is_active(entry), *_order(entry.memory), entry.memory.id))


def _result(action: str, reason: str, memory: Memory, proposal: Proposal) -> JobResult:
    return JobResult(action, reason, memory.id, proposal.memory.content, proposal.memory.source_message_ids)
