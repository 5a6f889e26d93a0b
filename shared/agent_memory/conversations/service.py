"""Accept conversations, show turns and jobs. Extraction itself is a floor above."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from agent_memory.conversations import store
from agent_memory.conversations.model import (
    Conversation,
    Job,
    JobKind,
    JobResult,
    JobStatus,
    Turn,
    TurnFilter,
    job_id_of,
    message_id_of,
    turn_id_of,
)
from agent_memory.core.clock import Clock
from agent_memory.core.errors import DependencyUnavailableError, NotFoundError, ValidationFailedError
from agent_memory.core.paging import Cursor, Page, fitting
from agent_memory.core.segmentation import query_terms
from agent_memory.core.text import language_of
from agent_memory.idempotency.service import Write
from agent_memory.memories import store as memory_store
from agent_memory.platform import vectors
from agent_memory.platform.postgres import Database, Query, Row, Transaction
from agent_memory.platform.subject_keys import SubjectKeys
from agent_memory.subjects.model import Scope
from agent_memory.subjects.service import Subjects, accept_scope


class JobQueue(Protocol):
    """Carries the news that a job is waiting."""

    def send_job(self, org_id: str, agent_id: str, job_id: str) -> None:
        """Announce a recorded job.

        Raises:
            DependencyUnavailableError: the queue did not take it.
        """
        ...


@dataclass(frozen=True, slots=True)
class _Accepted:
    """A conversation ready to be stored: everything but what only the database knows."""

    turns: tuple[Turn, ...]
    job: Job


class Conversations:
    """Conversations of an org's agents with their users."""

    def __init__(
        self, database: Database, subjects: Subjects, keys: SubjectKeys, queue: Callable[[], JobQueue], clock: Clock
    ) -> None:
        """`queue` is asked for when a job is announced, and not before: it is slow to load."""
        self._database = database
        self._subjects = subjects
        self._keys = keys
        self._queue = queue
        self._clock = clock

    def accept(self, conversation: Conversation, write: Write[Job], *, job_id: str | None = None) -> Job:
        """Store the turns and a job for them, in one transaction. A message already stored is not stored again.

        Raises:
            ForbiddenError: the agent is not registered.
            SubjectForgottenError: the person has been forgotten.
        """
        scope = conversation.scope
        accepted = self._prepare(conversation, job_id, self._agent_zone(scope))
        with self._database.transaction(scope.org_id) as transaction:
            epoch = self._subjects.lock(transaction, scope)
            write.begin(transaction, [scope.user_id])
            job = self._store(transaction, accepted, epoch)
            write.end(transaction, job)
        return job

    def unstored(self, conversation: Conversation) -> tuple[Turn, ...]:
        """The turns of a conversation as they would be stored, numbered in their order. Nothing is written.

        Raises:
            ForbiddenError: the agent is not registered.
            SubjectForgottenError: the person has been forgotten.
        """
        turns = _once(self._prepare(conversation, None, self._agent_zone(conversation.scope)).turns)
        return tuple(replace(turn, sequence=number) for number, turn in enumerate(turns, start=1))

    def announce(self, job: Job) -> None:
        """Put an accepted job on the queue. If the queue is down, the sweep does it later: the job is safe."""
        try:
            self._queue().send_job(job.scope.org_id, job.scope.agent_id, job.job_id)
        except DependencyUnavailableError:
            with self._database.transaction(job.scope.org_id) as transaction:
                transaction.run(store.job_statement("unsend_job", job))

    def job(self, agent: tuple[str, str], job_id: str, user_id: str | None = None) -> Job:
        """One job of an agent (org, agent), telling what its memories say now; with a `user_id`, a job of anybody else
        is not found.

        Raises:
            ForbiddenError, NotFoundError: as `recorded`.
        """
        job = self.recorded(agent, job_id, user_id)
        return self._telling(job.scope, [job])[0]

    def recorded(self, agent: tuple[str, str], job_id: str, user_id: str | None = None) -> Job:
        """One job of an agent (org, agent) as it was recorded; with a `user_id`, a job of anybody else is not found.

        Raises:
            ForbiddenError: the agent is not registered.
            NotFoundError: the agent has no such job, or its person has been forgotten.
        """
        org_id, agent_id = agent
        [found], rows = self._database.read(
            org_id,
            self._subjects.find(org_id, agent_id, None),
            store.statement("find_job", org_id=org_id, agent_id=agent_id, job_id=job_id),
        )
        accept_scope(found)
        if not rows or user_id not in (None, rows[0]["user_id"]):
            raise NotFoundError
        return store.read_job(rows[0], self._keys.existing(org_id, rows[0]["user_id"]))

    def jobs(
        self, scope: Scope, *, session_id: str | None, status: JobStatus | None, limit: int, after: Cursor | None
    ) -> Page[Job]:
        """A page of a user's jobs, newest first.

        Raises:
            ForbiddenError: the agent is not registered.
            SubjectForgottenError: the person has been forgotten.
        """
        query = store.statement(
            "list_jobs", scope, session_id=session_id, status=status, count=limit + 1, **_after(after)
        )
        rows = self._page(scope, query)
        keys = self._keys.for_reading(scope.org_id, [scope.user_id])
        items = self._telling(scope, [store.read_job(row, keys[scope.user_id]) for row in rows[:limit]])
        more = len(rows) > limit
        return Page(items, Cursor(items[-1].created_at, items[-1].job_id) if more else None)

    def _telling(self, scope: Scope, jobs: Sequence[Job]) -> tuple[Job, ...]:
        """Jobs of a user whose results tell what their memories say now; of one that was deleted, nothing."""
        wanted = list(dict.fromkeys(r.memory_id for job in jobs for r in job.results if r.memory_id is not None))
        if not wanted:
            return tuple(jobs)
        [rows] = self._database.read(scope.org_id, memory_store.statement("find_memories", scope, memory_ids=wanted))
        keys = self._keys.for_reading(scope.org_id, [scope.user_id])
        told = {row["memory_id"]: memory_store.read_memory(row, keys[scope.user_id]).content for row in rows}
        return tuple(
            replace(job, results=tuple(replace(r, content=told.get(r.memory_id or "")) for r in job.results))
            for job in jobs
        )

    def turns(self, scope: Scope, wanted: TurnFilter, *, limit: int, after: Cursor | None) -> Page[Turn]:
        """A page of a user's turns, newest first; `text` keeps those that share a keyword with it.

        Raises:
            ForbiddenError: the agent is not registered.
            SubjectForgottenError: the person has been forgotten.
        """
        keys = self._keys.for_reading(scope.org_id, [scope.user_id])
        terms = None
        if wanted.text is not None and scope.user_id in keys:
            weights = keys[scope.user_id].blind_terms(query_terms(wanted.text), vectors.TERM_SPACE)
            terms = vectors.sparse(weights)
        query = store.statement(
            "list_turns",
            scope,
            session_id=wanted.session_id,
            since=wanted.since,
            until=wanted.until,
            terms=terms,
            count=limit + 1,
            **_after(after),
        )
        rows = self._page(scope, query)
        shown = fitting(rows[:limit])
        items = tuple(store.read_turn(row, keys[scope.user_id]) for row in shown)
        more = len(shown) < len(rows)
        return Page(items, Cursor(items[-1].occurred_at, items[-1].id) if more and items else None)

    def _page(self, scope: Scope, query: Query) -> list[Row]:
        check = self._subjects.find(scope.org_id, scope.agent_id, scope.user_id)
        [found], rows = self._database.read(scope.org_id, check, query)
        accept_scope(found)
        return rows

    def _agent_zone(self, scope: Scope) -> str:
        """The zone of the agent, which may keep something about this person."""
        [found], zones = self._database.read(
            scope.org_id,
            self._subjects.find(scope.org_id, scope.agent_id, scope.user_id),
            store.statement("find_agent_zone", org_id=scope.org_id, agent_id=scope.agent_id),
        )
        accept_scope(found)
        return zones[0]["time_zone"]

    def _prepare(self, conversation: Conversation, job_id: str | None, agent_zone: str) -> _Accepted:
        scope, now = conversation.scope, self._clock.now()
        named = [
            (message_id_of(message, conversation.session_id, position), message)
            for position, message in enumerate(conversation.messages)
        ]
        job = Job(
            scope=scope,
            job_id=job_id or job_id_of(scope, conversation.session_id, [name for name, _ in named]),
            kind=JobKind.CONVERSATION,
            status=JobStatus.QUEUED,
            epoch=0,
            session_id=conversation.session_id,
            created_at=now,
        )
        turns = tuple(
            Turn(
                id=turn_id_of(scope, conversation.session_id, name),
                scope=scope,
                session_id=conversation.session_id,
                message_id=name,
                sequence=0,
                role=message.role,
                content=message.content,
                language=language_of(message.content),
                time_zone=conversation.time_zone or agent_zone,
                occurred_at=message.occurred_at or now,
                job_id=job.job_id,
                platform=conversation.platform,
                intent=conversation.intent,
                satisfaction=conversation.satisfaction,
                attachments=message.attachments,
                created_at=now,
            )
            for name, message in named
        )
        return _Accepted(turns, job)

    def _store(self, transaction: Transaction, accepted: _Accepted, epoch: int) -> Job:
        scope = accepted.job.scope
        key = self._keys.for_writing(scope.org_id, scope.user_id)
        known_rows, [last] = transaction.run(
            store.statement("known_turns", scope, turn_ids=[turn.id for turn in accepted.turns]),
            store.statement("last_sequence", scope, session_id=accepted.job.session_id),
        )
        known = {row["turn_id"] for row in known_rows}
        fresh = [turn for turn in _once(accepted.turns) if turn.id not in known]
        repeated = tuple(
            JobResult("skipped", "duplicate_message", message_ids=(turn.message_id,))
            for turn in accepted.turns
            if turn.id in known
        )
        job = replace(accepted.job, epoch=epoch, results=repeated)
        if not transaction.rows(store.job_insertion(job, key)):
            [row] = transaction.rows(
                store.statement("find_job", org_id=scope.org_id, agent_id=scope.agent_id, job_id=job.job_id)
            )
            if row["user_id"] != scope.user_id:
                raise ValidationFailedError.of("jobId", "names a job of somebody else")
            job = store.read_job(row, key)
        numbered = [replace(turn, sequence=last["sequence"] + n, epoch=epoch) for n, turn in enumerate(fresh, start=1)]
        transaction.run(*(store.turn_insertion(turn, key) for turn in numbered))
        return job


def _once(turns: Sequence[Turn]) -> list[Turn]:
    """The turns without repetitions of a message id within one request; the first one counts."""
    return list({turn.id: turn for turn in reversed(turns)}.values())[::-1]


def _after(cursor: Cursor | None) -> dict[str, object]:
    return {
        "after_time": None if cursor is None else cursor.moment,
        "after_id": None if cursor is None else cursor.id,
    }
