"""Vectors that could not be computed when their memory was written."""

from __future__ import annotations

from dataclasses import replace

from agent_memory.conversations import store as conversation_store
from agent_memory.conversations.model import Job, JobStatus
from agent_memory.core.clock import Clock
from agent_memory.core.errors import NotFoundError
from agent_memory.memories import store as memory_store
from agent_memory.memories.indexing import Index, Indexer
from agent_memory.memories.model import Memory, MemoryPlace
from agent_memory.memories.reading import MemoryReader
from agent_memory.platform import vectors
from agent_memory.platform.postgres import Database, Query
from agent_memory.platform.subject_keys import SubjectKey, SubjectKeys


class EmbeddingBackfill:
    """Computes a missing vector and writes it, if the text is still the one it was computed from."""

    def __init__(
        self, database: Database, keys: SubjectKeys, reader: MemoryReader, indexer: Indexer, clock: Clock
    ) -> None:
        self._database = database
        self._keys = keys
        self._reader = reader
        self._indexer = indexer
        self._clock = clock

    def run(self, job: Job) -> None:
        """Do one embedding job.

        Raises:
            DependencyUnavailableError: the embedder is still down; worth another delivery.
        """
        scope = job.scope
        key = self._keys.existing(scope.org_id, scope.user_id)
        done = replace(job, status=JobStatus.SUCCEEDED, finished_at=self._clock.now())
        statements = [conversation_store.job_writing(done, key)]
        try:
            memory = self._reader.get(MemoryPlace(scope.org_id, scope.agent_id, job.memory_id or ""))
        except NotFoundError:
            memory = None  # deleted meanwhile: nothing left to do
        if memory is not None:
            [index] = self._indexer.index_all([memory.content])
            statements = [*_fill(memory, index, key), *statements]
        with self._database.transaction(scope.org_id) as transaction:
            transaction.run(*statements)


def _fill(memory: Memory, index: Index, key: SubjectKey) -> list[Query]:
    return [
        memory_store.statement(
            "fill_embedding",
            memory.scope,
            memory_id=memory.id,
            chunk=number,
            content_hash=memory_store.content_hash(key, memory.content),
            embedding_model=index.model,
            embedding=vectors.dense(chunk.vector),
        )
        for number, chunk in enumerate(index.chunks)
        if chunk.vector is not None
    ]
