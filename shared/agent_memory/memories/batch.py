"""Create many memories at once: one call of the embedder, one transaction, a result for each item."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from agent_memory.audit.model import AuditEvent
from agent_memory.audit.store import record
from agent_memory.core.clock import Clock
from agent_memory.core.errors import DuplicateMemoryError, QuotaExceededError, SubjectForgottenError
from agent_memory.idempotency.service import Write
from agent_memory.limits.model import OrgLimits
from agent_memory.limits.service import Limits, check_count, check_quota, memory_count
from agent_memory.memories import store
from agent_memory.memories.drafts import drafted
from agent_memory.memories.indexing import Index, Indexer
from agent_memory.memories.model import BatchItem, ItemResult, Memory, Source, WrittenMemory
from agent_memory.memories.service import PendingEmbeddings
from agent_memory.platform.postgres import Database, Query, Transaction
from agent_memory.platform.subject_keys import SubjectKeys
from agent_memory.subjects.model import Scope
from agent_memory.subjects.service import Subjects, accept_scope


@dataclass(frozen=True, slots=True)
class _Prepared:
    position: int
    memory: Memory
    index: Index


class MemoryBatches:
    """Creates memories in batches. Items succeed and fail one by one; what succeeds is written together."""

    def __init__(
        self,
        database: Database,
        subjects: Subjects,
        keys: SubjectKeys,
        indexer: Indexer,
        clock: Clock,
        pending_embeddings: PendingEmbeddings,
        limits: Limits,
    ) -> None:
        self._database = database
        self._subjects = subjects
        self._keys = keys
        self._indexer = indexer
        self._clock = clock
        self._pending_embeddings = pending_embeddings
        self._limits = limits

    def create(
        self, agent: tuple[str, str], items: Sequence[BatchItem], source: Source, write: Write[list[ItemResult]]
    ) -> list[ItemResult]:
        """A result per item, in order. An item fails alone when its text exists already or its user is forgotten.

        Raises:
            ForbiddenError: the agent is not registered.
        """
        results: list[ItemResult] = [ItemResult()] * len(items)
        scopes = self._usable_scopes(agent, sorted({item.user_id for item in items}))
        now = self._clock.now()
        indexes = self._indexer.index_tolerantly([item.draft.content for item in items])
        prepared: list[_Prepared] = []
        limits = self._limits.of(agent[0])
        for position, (item, index) in enumerate(zip(items, indexes, strict=True)):
            scope = scopes.get(item.user_id)
            if scope is None:
                results[position] = ItemResult(error=SubjectForgottenError())
                continue
            try:
                check_quota(item.draft.content, len(item.draft.tags), limits)
            except QuotaExceededError as error:
                results[position] = ItemResult(error=error)
                continue
            memory = drafted(scope, item.draft, source, write.actor, now)
            prepared.append(_Prepared(position, memory, index))
        with self._database.transaction(agent[0]) as transaction:
            epochs = {scope: self._subjects.lock(transaction, scope) for scope in sorted(scopes.values())}
            write.begin(transaction, [scope.user_id for scope in scopes.values()])
            self._write(transaction, prepared, epochs, results, write, limits)
            write.end(transaction, results)
        for result in results:
            if result.written is not None and result.written.embedding_pending:
                self._pending_embeddings.announce(result.written.memory)
        return results

    def _usable_scopes(self, agent: tuple[str, str], user_ids: Sequence[str]) -> dict[str, Scope]:
        rows = self._database.read(agent[0], *(self._subjects.find(*agent, user_id) for user_id in user_ids))
        usable: dict[str, Scope] = {}
        for user_id, [row] in zip(user_ids, rows, strict=True):
            try:
                accept_scope(row)
            except SubjectForgottenError:
                continue
            usable[user_id] = Scope(*agent, user_id)
        return usable

    def _write(
        self,
        transaction: Transaction,
        prepared: Sequence[_Prepared],
        epochs: dict[Scope, int],
        results: list[ItemResult],
        write: Write[list[ItemResult]],
        limits: OrgLimits,
    ) -> None:
        known = self._known_texts(transaction, prepared)
        scopes = list(epochs)
        counted = transaction.run(*(memory_count(scope, limits) for scope in scopes))
        counts = {scope: rows[0]["count"] for scope, rows in zip(scopes, counted, strict=True)}
        statements: list[Query] = []
        for item in prepared:
            scope, memory = item.memory.scope, item.memory
            key = self._keys.for_writing(scope.org_id, scope.user_id)
            text = (scope, store.content_hash(key, memory.content))
            if text in known:
                results[item.position] = ItemResult(error=DuplicateMemoryError(known[text]))
                continue
            try:
                check_count(counts[scope], limits)
            except QuotaExceededError as error:
                results[item.position] = ItemResult(error=error)
                continue
            counts[scope] += 1
            known[text] = memory.id
            statements += store.insertion(memory, key, self._keys.for_org(scope.org_id), item.index)
            subject = key.blind("subject", scope.user_id)
            event = AuditEvent("memory.create", write.actor, scope.agent_id, subject, memory.id)
            statements.append(record(scope.org_id, event, memory.created_at))
            if item.index.pending:
                statements.append(self._pending_embeddings.plan(memory, epochs[scope]))
            results[item.position] = ItemResult(written=WrittenMemory(memory, item.index.pending))
        transaction.run(*statements)

    def _known_texts(self, transaction: Transaction, prepared: Sequence[_Prepared]) -> dict[tuple[Scope, bytes], str]:
        """Ids of the active memories that say what an item says; expired ones are moved out of the way first."""
        queries: list[Query] = []
        texts: list[tuple[Scope, bytes]] = []
        for item in prepared:
            scope = item.memory.scope
            key = self._keys.for_writing(scope.org_id, scope.user_id)
            hashed = store.content_hash(key, item.memory.content)
            texts.append((scope, hashed))
            queries.append(store.room_for(item.memory, key, item.memory.created_at))
            queries.append(store.statement("find_active_text", scope, content_hash=hashed))
        found = transaction.run(*queries)[1::2]
        return {text: rows[0]["memory_id"] for text, rows in zip(texts, found, strict=True) if rows}
