"""From candidates to memories: what a batch comes to among what is known of its user. Nothing is written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from agent_memory.audit.model import Actor
from agent_memory.conversations.model import JobResult, Turn
from agent_memory.core.embedding import EmbeddingModel
from agent_memory.core.ids import new_memory_id
from agent_memory.core.text import normal_form
from agent_memory.extraction import store
from agent_memory.extraction.decisions import Proposal, Workspace, statement_of
from agent_memory.extraction.judging import Judgements, Question
from agent_memory.extraction.model import Candidate, ExtractorInfo
from agent_memory.extraction.relation import Thresholds, relation
from agent_memory.limits.model import OrgLimits
from agent_memory.limits.service import memory_count
from agent_memory.memories.indexing import Index
from agent_memory.memories.model import Kind, Memory, Source, Status, expiry, memory_type_of
from agent_memory.platform.postgres import Query, Row
from agent_memory.platform.subject_keys import SubjectKey
from agent_memory.subjects.model import Scope

WORKER: Final = "worker"


@dataclass(frozen=True, slots=True)
class CandidateMemory:
    """A candidate as a memory, and the job that its result belongs to."""

    job_id: str
    memory: Memory
    index: Index


def candidate_memories(
    candidates: Sequence[Candidate],
    indexes: Sequence[Index],
    turns: Mapping[str, Turn],
    fresh: Sequence[Turn],
    extractor: ExtractorInfo,
    ttl_days: Mapping[Kind, int | None],
    now: datetime,
) -> list[CandidateMemory]:
    """Candidates with a source among the turns that are read now, in the order they were said.

    `turns` are those that count, by id: the fresh ones, and older ones that helped to understand them. `ttl_days` says
    how long each kind lives where a candidate does not say so itself; None for ever.
    """
    jobs = {turn.id: turn.job_id for turn in fresh}
    made: list[CandidateMemory] = []
    for candidate, index in zip(candidates, indexes, strict=True):
        sources = sorted(
            (turns[turn_id] for turn_id in candidate.source_message_ids if turn_id in turns),
            key=lambda turn: (turn.occurred_at, turn.sequence, turn.id),
        )
        job_id = next((jobs[turn.id] for turn in sources if turn.id in jobs), None)
        if job_id is not None:
            lives = candidate.ttl_days or ttl_days[candidate.kind]
            made.append(CandidateMemory(job_id, _memory(candidate, sources, extractor, lives, now), index))
    return sorted(made, key=lambda one: (one.memory.observed_at, one.memory.observed_sequence))


def neighbour_queries(
    scope: Scope,
    made: Sequence[CandidateMemory],
    model: EmbeddingModel,
    key: SubjectKey,
    limits: OrgLimits,
    now: datetime,
) -> list[Query]:
    """The statements that `decided` needs the rows of, for one round trip."""
    queries = [memory_count(scope, limits)]
    for one in made:
        queries += store.neighbour_queries(one.memory, one.index, model, key, now)
    return queries


def open_questions(
    made: Sequence[CandidateMemory], found: Sequence[list[Row]], model: EmbeddingModel, key: SubjectKey
) -> list[Question]:
    """What to ask a model: candidates with memories that are near, and that no rule settles them with."""
    thresholds = _thresholds(model)
    questions: list[Question] = []
    for one, (stored, cosines) in zip(made, _neighbours(found, key), strict=True):
        statement = statement_of(one.memory)
        near = [memory for memory in stored if memory.status is Status.ACTIVE and memory.id in cosines]
        related = [
            (memory, relation(statement, statement_of(memory), cosine=cosines[memory.id], thresholds=thresholds))
            for memory in near
        ]
        is_known = any(normal_form(memory.content) == normal_form(one.memory.content) for memory in stored)
        unsettled = tuple(memory for memory, how in related if how.is_open)
        if unsettled and not is_known:
            questions.append(Question(one.memory.content, one.memory.observed_at, unsettled))
    return questions


def decided(
    made: Sequence[CandidateMemory],
    found: Sequence[list[Row]],
    model: EmbeddingModel,
    key: SubjectKey,
    limits: OrgLimits,
    now: datetime,
    judgements: Judgements | None = None,
) -> tuple[Workspace, list[tuple[str, JobResult]]]:
    """Work the candidates in; the workspace, and results by job. `found` are the rows of `neighbour_queries`."""
    [counted], *_ = found
    workspace = workspace_for(model, now, room=limits.memories_per_user - counted["count"])
    workspace.judgements = judgements or Judgements()
    proposals: list[tuple[str, Proposal]] = []
    for one, (stored, cosines) in zip(made, _neighbours(found, key), strict=True):
        workspace.add_stored(stored)
        proposals.append((one.job_id, Proposal(one.memory, one.index, cosines)))
    return workspace, [(job_id, workspace.decide(proposal)) for job_id, proposal in proposals]


def workspace_for(model: EmbeddingModel, now: datetime, *, room: int) -> Workspace:
    """A workspace with nothing in it, that judges by a model's thresholds."""
    return Workspace(_thresholds(model), now, room=room)


def _thresholds(model: EmbeddingModel) -> Thresholds:
    return Thresholds(model.duplicate_threshold, model.candidate_threshold)


def _neighbours(found: Sequence[list[Row]], key: SubjectKey) -> list[tuple[list[Memory], dict[str, float]]]:
    """Per candidate, the memories it may touch, and the cosines of those that are near."""
    rows, step = found[1:], store.QUERIES_PER_CANDIDATE
    return [store.read_neighbours(rows[start : start + step], key) for start in range(0, len(rows), step)]


def _memory(
    candidate: Candidate,
    sources: Sequence[Turn],
    extractor: ExtractorInfo,
    ttl_days: int | None,
    now: datetime,
) -> Memory:
    latest = sources[-1]
    # A plan with a date dies some days after that date, however late we hear of it; other kinds live from now on.
    born = latest.occurred_at if candidate.is_dated else now
    return Memory(
        id=new_memory_id(now),
        scope=latest.scope,
        memory_type=memory_type_of(candidate.kind),
        source=Source.AUTO,
        content=candidate.content,
        confidence=candidate.confidence,
        kind=candidate.kind,
        importance=candidate.importance,
        entities=candidate.entities,
        source_snippet=candidate.source_snippet,
        source_message_ids=tuple(turn.message_id for turn in sources),
        replaces=candidate.replaces,
        session_id=latest.session_id,
        language=candidate.language,
        observed_at=latest.occurred_at,
        observed_sequence=latest.sequence,
        updated_by=str(Actor(WORKER, extractor.name)),
        update_reason="extracted",
        ttl_days=ttl_days,
        expires_at=expiry(ttl_days, born),
        created_at=now,
        updated_at=now,
    )
