"""Jobs that compute a vector which could not be computed at once."""

from __future__ import annotations

from collections.abc import Callable

from agent_memory.conversations import store
from agent_memory.conversations.model import Job, JobKind, JobStatus
from agent_memory.conversations.service import JobQueue
from agent_memory.core.clock import Clock
from agent_memory.core.errors import DependencyUnavailableError
from agent_memory.core.ids import derived_id
from agent_memory.memories.model import Memory
from agent_memory.platform.postgres import Query
from agent_memory.platform.subject_keys import SubjectKeys


class EmbeddingJobs:
    """Records and announces such jobs."""

    def __init__(self, keys: SubjectKeys, queue: Callable[[], JobQueue], clock: Clock) -> None:
        """`queue` is asked for when a job is announced, and not before: it is slow to load."""
        self._keys = keys
        self._queue = queue
        self._clock = clock

    def plan(self, memory: Memory, epoch: int) -> Query:
        """The statement that records the job."""
        job = Job(
            scope=memory.scope,
            job_id=_job_id(memory),
            kind=JobKind.EMBEDDING,
            status=JobStatus.QUEUED,
            epoch=epoch,
            memory_id=memory.id,
            created_at=self._clock.now(),
        )
        return store.job_insertion(job, self._keys.existing(memory.scope.org_id, memory.scope.user_id))

    def announce(self, memory: Memory) -> None:
        """Put the job on the queue; if that fails, the sweep finds it."""
        try:
            self._queue().send_job(memory.scope.org_id, memory.scope.agent_id, _job_id(memory))
        except DependencyUnavailableError:
            return  # recorded as queued: the sweep sends what was not finished


def _job_id(memory: Memory) -> str:
    return derived_id("embedding", memory.id, str(memory.version))
