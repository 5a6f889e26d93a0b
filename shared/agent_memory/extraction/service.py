"""The conversation worker's rules: claim a user's unread turns, extract once, decide, write once.

No transaction is open while a model works. Everything a batch of turns gives - memories, versions, search rows, job
results, the audit event, the mark that the turns were read - is written in one transaction under the scope's lock.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from typing import Final

from agent_memory.audit.model import Actor
from agent_memory.breakers.service import Breakers
from agent_memory.conversations import store as conversation_store
from agent_memory.conversations.model import Conversation, Job, JobKind, JobStatus, Turn
from agent_memory.conversations.service import Conversations
from agent_memory.core.clock import Clock
from agent_memory.core.context_block import strip_blocks
from agent_memory.core.errors import ModelError, ModelRefusalError, ModelTooLongError, OrgBusyError
from agent_memory.extraction import store
from agent_memory.extraction.backfill import EmbeddingBackfill
from agent_memory.extraction.judging import Judge, Judgements
from agent_memory.extraction.model import Candidate, Extraction, Extractor, Passed, SpokenTurn, Usage
from agent_memory.extraction.spending import Spending
from agent_memory.extraction.writing import Batch, BatchWriter, LeaseLostError
from agent_memory.idempotency.service import Write
from agent_memory.memories.indexing import Index, Indexer
from agent_memory.platform.postgres import Database
from agent_memory.platform.subject_keys import SubjectKeys
from agent_memory.subjects.model import Scope
from agent_memory.subjects.service import Subjects

BATCH_TURNS: Final = 10
"""Turns read by one model call."""

CONTEXT_TURNS: Final = 6
"""Turns on either side of a batch, read before, that may be needed to understand it: "no, 8,000"."""

LEASE: Final = timedelta(seconds=150)
"""Longer than a worker may run, so that a lease only runs out when its worker died."""

_ACTOR: Final = Actor("worker", "conversation")
_NOTHING: Final = Usage()


class ConversationWorker:
    """Turns stored conversations into memories."""

    def __init__(
        self,
        database: Database,
        subjects: Subjects,
        keys: SubjectKeys,
        conversations: Conversations,
        extractor: Extractor,
        indexer: Indexer,
        writer: BatchWriter,
        backfill: EmbeddingBackfill,
        *,
        judge: Judge | None,
        breakers: Breakers,
        spending: Spending,
        workers_per_org: int,
        clock: Clock,
    ) -> None:
        """`workers_per_org`: how many may read for one org at once, so that others find one too."""
        self._database = database
        self._subjects = subjects
        self._keys = keys
        self._conversations = conversations
        self._extractor = extractor
        self._judge = judge
        self._indexer = indexer
        self._writer = writer
        self._backfill = backfill
        self._breakers = breakers
        self._spending = spending
        self._workers_per_org = workers_per_org
        self._clock = clock

    def take_in(self, conversation: Conversation, job_id: str | None) -> Job:
        """Store a conversation that came straight from a chat backend.

        Raises:
            ForbiddenError, SubjectForgottenError: it may not be stored.
            DependencyUnavailableError: worth another delivery.
        """
        return self._conversations.accept(conversation, Write(_ACTOR), job_id=job_id)

    def recorded(self, org_id: str, agent_id: str, job_id: str) -> Job:
        """A job that was recorded before.

        Raises:
            NotFoundError: there is no such job any more.
        """
        return self._conversations.recorded((org_id, agent_id), job_id)

    def work_on(self, job: Job, holder: str) -> None:
        """Do a job. `holder` names this delivery: a delivery that died keeps nobody else out for long.

        Raises:
            DependencyPausedError, OutOfTimeError, OrgBusyError: nothing is wrong with the job; put it off.
            DependencyUnavailableError, ModelAnswerError: worth another delivery; nothing is lost or doubled by it.
        """
        if job.status is JobStatus.FAILED:
            self._reopen(job)
        elif job.status.is_final and job.kind is JobKind.EMBEDDING:
            return
        self._breakers.enter(*job.kind.needs)
        if job.kind is JobKind.EMBEDDING:
            self._backfill.run(job)
        else:
            self.extract(job.scope, holder)
            self._writer.close_if_read(job)

    def _reopen(self, job: Job) -> None:
        """A failed job that comes again was sent back by somebody: what it passed over is unread again."""
        with self._database.transaction(job.scope.org_id) as transaction:
            self._subjects.lock(transaction, job.scope)
            transaction.run(
                conversation_store.job_statement("unpass_turns_of_job", job, failed_at=job.finished_at),
                conversation_store.job_statement("reopen_job", job),
            )

    def put_off(self, job: Job) -> None:
        """Nothing came of a job, by no fault of its own: the sweep sends it again. Its turns are still unread."""
        with self._database.transaction(job.scope.org_id) as transaction:
            transaction.run(conversation_store.job_statement("unsend_job", job))

    def give_up(self, job: Job, failure: str) -> None:
        """A job failed for good: say so, and let its turns not stand in the way of later ones."""
        now = self._clock.now()
        with self._database.transaction(job.scope.org_id) as transaction:
            self._subjects.lock(transaction, job.scope)
            transaction.run(
                conversation_store.job_statement("fail_job", job, failure=failure, now=now),
                conversation_store.job_statement("pass_turns_of_job", job, now=now),
            )

    def extract(self, scope: Scope, holder: str) -> None:
        """Read the user's unread turns, batch by batch, until none is left.

        When another worker holds the user's lease there is nothing to do: it looks again before it lets go. A lease
        that was lost is no failure either, or a job would fail whose turns somebody else is reading: look again.
        """
        try:
            while (batch := self._claim(scope, holder)) is not None:
                with suppress(LeaseLostError):
                    self._process(batch)
        except BaseException:
            self._release(scope, holder)
            raise

    def _claim(self, scope: Scope, holder: str) -> Batch | None:
        now = self._clock.now()
        with self._database.transaction(scope.org_id) as transaction:
            [others], locked = transaction.run(
                store.statement("count_leases", scope, holder=holder, now=now),
                store.statement("lock_lease", scope, holder=holder, now=now),
            )
            if not locked:
                return None
            # The lease's row is locked now, so whoever stores a turn after this look finds the lease free again. It is
            # written once at most: what is written twice in a transaction makes Postgres look at the subject's row as
            # well, which others lock before this one.
            rows, [agent] = transaction.run(
                conversation_store.statement("unextracted_turns", scope, count=BATCH_TURNS),
                store.statement("find_instructions", scope),
            )
            if not rows:
                transaction.run(store.statement("release_lease", scope, holder=holder))
                return None
            if others["count"] >= self._workers_per_org:
                raise OrgBusyError
            key = self._keys.existing(scope.org_id, scope.user_id)
            turns = [conversation_store.read_turn(row, key) for row in rows]
            batch = tuple(turn for turn in turns if _belongs(turn, turns[0]))
            _, beside, *_ = transaction.run(
                store.statement("take_lease", scope, holder=holder, until=now + LEASE),
                conversation_store.statement(
                    "turns_beside",
                    scope,
                    session_id=turns[0].session_id,
                    first=min(turn.sequence for turn in batch) - CONTEXT_TURNS,
                    last=max(turn.sequence for turn in batch) + CONTEXT_TURNS,
                    epoch=locked[0]["epoch"],
                ),
                *(
                    conversation_store.statement(
                        "start_job", org_id=scope.org_id, agent_id=scope.agent_id, job_id=job_id, now=now
                    )
                    for job_id in dict.fromkeys(turn.job_id for turn in batch)
                ),
            )
            context = _adjoining([conversation_store.read_turn(row, key) for row in beside], batch)
        return Batch(scope, holder, locked[0]["epoch"], batch, context, agent["instructions"])

    def _release(self, scope: Scope, holder: str) -> None:
        with self._database.transaction(scope.org_id) as transaction:
            transaction.run(store.statement("release_lease", scope, holder=holder))

    def _process(self, batch: Batch, spent: Usage = _NOTHING) -> None:
        """Read a batch and write what it gave. `spent` is what was paid for it when it was part of a longer one.

        A refusal is final and recorded. What is too long is read in parts; a turn that is too long by itself is passed
        over, which its job says: it is still there, as a turn.
        """
        try:
            extraction = self._extracted(batch)
        except ModelRefusalError as error:
            batch, _ = self._indexed(batch, ())
            self._writer.write(batch, _unread(batch, "refused", spent + _cost(error)), [], JobStatus.REFUSED)
        except ModelTooLongError as error:
            spent += _cost(error)
            for part in batch.parts():
                self._process(part, spent)
                spent = _NOTHING
            if not batch.parts():
                batch, _ = self._indexed(batch, ())
                self._writer.write(batch, _unread(batch, "too_long", spent), [])
        else:
            batch, indexes = self._indexed(batch, extraction.candidates)
            judgements = self._judged(batch, extraction, indexes)
            usage = spent + extraction.usage + judgements.usage
            self._writer.write(replace(batch, judgements=judgements), replace(extraction, usage=usage), indexes)

    def _indexed(self, batch: Batch, candidates: Sequence[Candidate]) -> tuple[Batch, list[Index]]:
        """The batch with its turns indexed, and the candidates' indexes: one call of the embedder for both."""
        said = batch.said
        indexes = self._indexer.index_all([*(candidate.content for candidate in candidates), *said.values()])
        turns = dict(zip(said, indexes[len(candidates) :], strict=True))
        return replace(batch, indexes=turns), indexes[: len(candidates)]

    def _judged(self, batch: Batch, extraction: Extraction, indexes: Sequence[Index]) -> Judgements:
        """What a model, if there is one, says of candidates and memories that resemble each other."""
        if self._judge is None:
            return Judgements()
        questions = self._writer.open_questions(batch, extraction, indexes)
        if not questions:
            return Judgements()
        judgements = self._judge.judge(questions)
        self._spending.record(batch.scope.org_id, judgements.usage)
        return judgements

    def _extracted(self, batch: Batch) -> Extraction:
        if not batch.live:
            return Extraction((), ())
        turns = sorted([*batch.context, *batch.live], key=lambda turn: turn.sequence)
        try:
            extraction = self._extractor.extract(
                tuple(SpokenTurn(turn.id, turn.role, strip_blocks(turn.content), turn.occurred_at) for turn in turns),
                time_zone=batch.live[0].time_zone,
                instructions=batch.instructions,
                read_before=frozenset(turn.id for turn in batch.context),
            )
        except ModelError as error:
            self._spending.record(batch.scope.org_id, _cost(error))
            raise
        self._spending.record(batch.scope.org_id, extraction.usage)
        return extraction


def _unread(batch: Batch, reason: str, spent: Usage) -> Extraction:
    """What is said of a batch that the model would not, or could not read."""
    return Extraction((), tuple(Passed(turn.id, reason) for turn in batch.spoken), spent)


def _cost(error: ModelError) -> Usage:
    return Usage(error.model_calls, error.input_tokens, error.output_tokens)


def _belongs(turn: Turn, first: Turn) -> bool:
    """Whether a turn can be read together with the first: one conversation, one clock."""
    return turn.session_id == first.session_id and turn.time_zone == first.time_zone


def _adjoining(beside: Sequence[Turn], batch: Sequence[Turn]) -> tuple[Turn, ...]:
    """Of the turns beside a batch, those that follow on from it without a gap, in their order."""
    known = {turn.sequence: turn for turn in beside}
    found: dict[int, Turn] = {}
    for turn in batch:
        for step in (-1, 1):
            at = turn.sequence + step
            while at in known:
                found[at] = known[at]
                at += step
    return tuple(found[at] for at in sorted(found))
