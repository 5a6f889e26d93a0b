"""The one transaction that a batch of turns ends in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import timedelta
from typing import Final

from agent_memory.audit.model import Actor, AuditEvent
from agent_memory.audit.store import record
from agent_memory.conversations import store as conversation_store
from agent_memory.conversations.model import Job, JobResult, JobStatus, Role, Turn
from agent_memory.core.clock import Clock
from agent_memory.core.context_block import strip_blocks
from agent_memory.core.embedding import EmbeddingModel
from agent_memory.core.errors import DependencyUnavailableError
from agent_memory.core.tokens import TokenCounter
from agent_memory.extraction import store
from agent_memory.extraction.deciding import (
    WORKER,
    CandidateMemory,
    candidate_memories,
    decided,
    neighbour_queries,
    open_questions,
)
from agent_memory.extraction.decisions import Workspace
from agent_memory.extraction.judging import Judgements, Question
from agent_memory.extraction.model import Extraction, ExtractorInfo, Usage
from agent_memory.limits.model import OrgLimits
from agent_memory.limits.service import Limits
from agent_memory.memories.indexing import Index, Reply
from agent_memory.memories.model import Kind
from agent_memory.platform.postgres import Database, Query, Transaction
from agent_memory.platform.subject_keys import SubjectKey, SubjectKeys
from agent_memory.policies.service import Policies
from agent_memory.subjects.model import Scope
from agent_memory.subjects.service import Subjects

LEASE_EXTENSION: Final = timedelta(seconds=150)


class LeaseLostError(DependencyUnavailableError):
    """Another worker took the user over, or was faster; this one writes nothing."""

    def __init__(self) -> None:
        super().__init__("lease")


@dataclass(frozen=True, slots=True)
class Batch:
    """Turns of one user, claimed by one worker."""

    scope: Scope
    holder: str
    epoch: int
    turns: tuple[Turn, ...]
    """Of one session and one time zone."""
    context: tuple[Turn, ...]
    """Turns of that session that were read before and are there to understand the others."""
    instructions: str | None
    judgements: Judgements = field(default_factory=Judgements)
    """What a model said of statements and memories that resemble each other."""
    indexes: Mapping[str, Index] = field(default_factory=dict[str, Index])
    """How search will find the turns, by turn id; none for a turn that says nothing of its own."""

    @property
    def live(self) -> tuple[Turn, ...]:
        """The turns that no "delete all" has made void."""
        return tuple(turn for turn in self.turns if turn.epoch == self.epoch)

    @property
    def spoken(self) -> tuple[Turn, ...]:
        """Of the live turns, what the user said."""
        return tuple(turn for turn in self.live if turn.role is Role.USER)

    @property
    def said(self) -> dict[str, Reply]:
        """What search is to find of the turns, by turn id: their own words, in the light of the two turns before."""
        words = {turn.sequence: strip_blocks(turn.content).strip() for turn in (*self.context, *self.turns)}
        return {
            turn.id: Reply(words[turn.sequence], tuple(words.get(turn.sequence - back, "") for back in (2, 1)))
            for turn in self.turns
            if words[turn.sequence]
        }

    def parts(self) -> tuple[Batch, ...]:
        """The same turns in batches that are shorter to read; none when this one cannot be made shorter.

        Two halves, the second with the end of the first to understand it by; a turn by itself goes without context.
        """
        middle = len(self.turns) // 2
        if middle:
            first, second = self.turns[:middle], self.turns[middle:]
            beside = tuple(turn for turn in first[middle - middle // 2 :] if turn.epoch == self.epoch)
            return replace(self, turns=first), replace(self, turns=second, context=beside)
        return (replace(self, context=()),) if self.context else ()


class BatchWriter:
    """Decides and writes what a batch gave."""

    def __init__(
        self,
        database: Database,
        subjects: Subjects,
        keys: SubjectKeys,
        model: EmbeddingModel,
        extractor: ExtractorInfo,
        counter: TokenCounter,
        clock: Clock,
        limits: Limits,
        policies: Policies,
    ) -> None:
        self._database = database
        self._subjects = subjects
        self._keys = keys
        self._model = model
        self._extractor = extractor
        self._counter = counter
        self._clock = clock
        self._limits = limits
        self._policies = policies

    def write(
        self,
        batch: Batch,
        extraction: Extraction,
        indexes: Sequence[Index],
        status: JobStatus = JobStatus.SUCCEEDED,
    ) -> None:
        """Decide on every candidate and write everything; a job with no turn left to read is finished as `status`.

        Raises:
            LeaseLostError: another worker is at it.
            SubjectForgottenError: the person was forgotten meanwhile.
        """
        key, org_key = self._key(batch.scope), self._keys.for_org(batch.scope.org_id)
        reading, limits = self._reading(batch, key), self._limits.of(batch.scope.org_id)
        lives = self._lives(batch.scope)
        with self._database.transaction(batch.scope.org_id) as transaction:
            live = self._enter(transaction, batch)
            turns = {turn.id: turn for turn in (*batch.context, *batch.turns) if turn.id in live}
            now = self._clock.now()
            made = candidate_memories(extraction.candidates, indexes, turns, batch.turns, self._extractor, lives, now)
            workspace, outcomes = self._decide(transaction, batch, made, key, limits)
            results = [*outcomes, *_passed_results(batch, live, extraction)]
            actor = Actor(WORKER, self._extractor.name)
            event = AuditEvent(
                "conversation.extract",
                actor,
                batch.scope.agent_id,
                key.blind("subject", batch.scope.user_id),
                detail={"turns": len(batch.turns), "candidates": len(extraction.candidates)},
            )
            transaction.run(
                *store.workspace_writes(workspace, str(actor), key, org_key),
                *reading,
                record(batch.scope.org_id, event, self._clock.now()),
            )
            self._write_jobs(transaction, batch, results, extraction.usage, status, key)

    def open_questions(self, batch: Batch, extraction: Extraction, indexes: Sequence[Index]) -> list[Question]:
        """What rules leave open between the candidates of a batch and what is stored now. Nothing is locked."""
        live = {turn.id: turn for turn in (*batch.context, *batch.live)}
        now, limits = self._clock.now(), self._limits.of(batch.scope.org_id)
        lives = self._lives(batch.scope)
        made = candidate_memories(extraction.candidates, indexes, live, batch.live, self._extractor, lives, now)
        if not made:
            return []
        key = self._key(batch.scope)
        found = self._database.read(
            batch.scope.org_id, *neighbour_queries(batch.scope, made, self._model, key, limits, now)
        )
        return open_questions(made, found, self._model, key)

    def close_if_read(self, job: Job) -> None:
        """Finish a job all of whose messages were stored and read under other jobs."""
        with self._database.transaction(job.scope.org_id) as transaction:
            self._subjects.lock(transaction, job.scope)
            rows = transaction.rows(conversation_store.statement("unfinished_jobs", job.scope, job_ids=[job.job_id]))
            if rows and rows[0]["unread"] == 0:
                key = self._key(job.scope)
                finished = replace(
                    conversation_store.read_job(rows[0], key),
                    status=JobStatus.SUCCEEDED,
                    finished_at=self._clock.now(),
                    extractor=asdict(self._extractor),
                    usage=asdict(Usage()),
                )
                transaction.run(conversation_store.job_writing(finished, key))

    def _lives(self, scope: Scope) -> Mapping[Kind, int | None]:
        """How many days memories of each kind live, as the agent's policy says."""
        return self._policies.of(scope.org_id, scope.agent_id).ttl_days

    def _key(self, scope: Scope) -> SubjectKey:
        return self._keys.existing(scope.org_id, scope.user_id)

    def _enter(self, transaction: Transaction, batch: Batch) -> set[str]:
        """Lock, make sure the lease is still ours and the turns still unread, and say which turns still count.

        The lease alone is not enough: a queue may deliver one message to two workers at once, under one name. Whoever
        comes second finds the turns read.
        """
        epoch = self._subjects.lock(transaction, batch.scope)
        until = self._clock.now() + LEASE_EXTENSION
        kept, [unread] = transaction.run(
            store.statement("keep_lease", batch.scope, holder=batch.holder, until=until),
            conversation_store.statement("unread_turns", batch.scope, turn_ids=[turn.id for turn in batch.turns]),
        )
        if not kept or unread["count"] < len(batch.turns):
            raise LeaseLostError
        return {turn.id for turn in (*batch.context, *batch.turns) if turn.epoch == epoch}

    def _reading(self, batch: Batch, key: SubjectKey) -> list[Query]:
        """The statements that mark the turns as read and make them findable."""
        now = self._clock.now()
        statements: list[Query] = []
        for turn in batch.turns:
            count = self._counter.count(turn.content)
            statements.append(
                conversation_store.statement("mark_extracted", batch.scope, turn_id=turn.id, now=now, token_count=count)
            )
            if turn.id in batch.indexes:
                statements += conversation_store.turn_search_rows(turn, batch.indexes[turn.id], key)
        return statements

    def _decide(
        self,
        transaction: Transaction,
        batch: Batch,
        made: Sequence[CandidateMemory],
        key: SubjectKey,
        limits: OrgLimits,
    ) -> tuple[Workspace, list[tuple[str, JobResult]]]:
        """Work the candidates in, in the order they were said; the workspace, and results by job."""
        now = self._clock.now()
        found = transaction.run(*neighbour_queries(batch.scope, made, self._model, key, limits, now))
        return decided(made, found, self._model, key, limits, now, batch.judgements)

    def _write_jobs(
        self,
        transaction: Transaction,
        batch: Batch,
        results: Sequence[tuple[str, JobResult]],
        usage: Usage,
        status: JobStatus,
        key: SubjectKey,
    ) -> None:
        """Add the results to their jobs; a job with no unread turn left is finished. One job carries the usage."""
        job_ids = list(dict.fromkeys(turn.job_id for turn in batch.turns))
        rows = transaction.rows(conversation_store.statement("unfinished_jobs", batch.scope, job_ids=job_ids))
        now = self._clock.now()
        writes: list[Query] = []
        for row in rows:
            job = conversation_store.read_job(row, key)
            finished = row["unread"] == 0
            spent = usage if job.job_id == job_ids[0] else Usage()
            writes.append(
                conversation_store.job_writing(
                    replace(
                        job,
                        status=status if finished else JobStatus.RUNNING,
                        results=(*job.results, *(result for owner, result in results if owner == job.job_id)),
                        extractor=asdict(self._extractor),
                        usage=_added(job.usage, spent),
                        finished_at=now if finished else None,
                    ),
                    key,
                )
            )
        transaction.run(*writes)


def _passed_results(batch: Batch, live: set[str], extraction: Extraction) -> list[tuple[str, JobResult]]:
    """What to say of turns that gave nothing: why, or that they came before a "delete all"."""
    turns = {turn.id: turn for turn in batch.turns}
    passed = [(turns[item.message_id], item.reason) for item in extraction.passed if item.message_id in live] + [
        (turn, "memories_deleted") for turn in batch.turns if turn.id not in live and turn.role is Role.USER
    ]
    return [(turn.job_id, JobResult("skipped", reason, message_ids=(turn.message_id,))) for turn, reason in passed]


def _added(known: dict[str, int] | None, spent: Usage) -> dict[str, int]:
    before = known or {}
    return {name: before.get(name, 0) + value for name, value in asdict(spent).items()}
