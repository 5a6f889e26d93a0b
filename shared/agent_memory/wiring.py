"""The one place that builds the object graph: lazily, once per execution environment.

Each part imports what it is made of when it is first asked for. A function that lists memories thus never imports the
extractor's grammar, the embedder or boto3: together they take longer to load than everything it needs.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from agent_memory.platform import settings
from agent_memory.wiring_models import ModelWiring

if TYPE_CHECKING:
    from agent_memory.agents.service import Agents
    from agent_memory.conversations.embedding_jobs import EmbeddingJobs
    from agent_memory.conversations.service import Conversations
    from agent_memory.conversations.sweep import JobSweep
    from agent_memory.credentials.model import Caller
    from agent_memory.credentials.service import ApiKeys, Credentials
    from agent_memory.extraction.dry_run import DryRun
    from agent_memory.extraction.service import ConversationWorker
    from agent_memory.governance.archive import Archive
    from agent_memory.governance.headlines import Headlines
    from agent_memory.governance.service import Governance, RunReports
    from agent_memory.governance.tiers import Tiers
    from agent_memory.idempotency.service import Once
    from agent_memory.limits.service import Limits, RateLimiter
    from agent_memory.memories.access import AccessCounters
    from agent_memory.memories.batch import MemoryBatches
    from agent_memory.memories.reading import MemoryReader
    from agent_memory.memories.reviews import Reviews
    from agent_memory.memories.service import Memories
    from agent_memory.platform.queue import SqsQueue
    from agent_memory.platform.subject_keys import SubjectKeys
    from agent_memory.policies.service import Policies
    from agent_memory.recall.service import Recall
    from agent_memory.subjects.service import Subjects

_RECALL_CONNECT_SECONDS = 2  # libpq's smallest
_WRITING_RESERVE_SECONDS = 30.0
"""Of a run of governance, what is kept for what comes after a call of a model."""


class Wiring(ModelWiring):
    """Every part of the service, made when it is first asked for."""

    @cached_property
    def subjects(self) -> Subjects:
        """Checks and locks."""
        from agent_memory.subjects.service import Subjects

        return Subjects(self.database, self.clock)

    @cached_property
    def keys(self) -> SubjectKeys:
        """Subject keys from the configured store."""
        from agent_memory.platform.subject_keys import SubjectKeys

        where = settings.KeySettings()
        if where.key_directory is not None:
            from agent_memory.platform.key_files import FileKeyStore

            return SubjectKeys(FileKeyStore(where.key_directory))
        from agent_memory.platform.key_table import KmsKeyStore

        return SubjectKeys(KmsKeyStore(where.key_table or "", where.kms_key_id or ""))

    @cached_property
    def agents(self) -> Agents:
        """The agent registry."""
        from agent_memory.agents.service import Agents

        return Agents(self.database, self.clock)

    @cached_property
    def policies(self) -> Policies:
        """What governs the life of memories."""
        from agent_memory.policies.service import Policies

        return Policies(self.database, self.clock)

    @cached_property
    def credentials(self) -> Credentials:
        """Verifies callers."""
        from agent_memory.credentials.service import Credentials

        provider = settings.TokenSettings()
        if provider.jwt_issuer is None:
            return Credentials(self.database, self.clock)
        from agent_memory.credentials.tokens import ClaimedCallers
        from agent_memory.platform.tokens import OidcTokens

        tokens = ClaimedCallers(OidcTokens(provider), provider.jwt_org_claim, provider.jwt_role_claim)
        return Credentials(self.database, self.clock, tokens)

    @cached_property
    def api_keys(self) -> ApiKeys:
        """Keys of an org."""
        from agent_memory.credentials.service import ApiKeys

        return ApiKeys(self.database, self.clock)

    @cached_property
    def job_queue(self) -> SqsQueue:
        """Where jobs are announced."""
        from agent_memory.platform.queue import SqsQueue

        queue = settings.QueueSettings()
        return SqsQueue(queue.conversation_queue_url, delay_seconds=queue.gathering_delay_seconds)

    @cached_property
    def dead_letters(self) -> SqsQueue:
        """Where messages go that can never be processed."""
        from agent_memory.platform.queue import SqsQueue

        return SqsQueue(settings.DeadLetterSettings().dead_letter_queue_url)

    @property
    def max_receive_count(self) -> int:
        """How often the conversation queue delivers a message before its dead-letter queue gets it."""
        return settings.DeadLetterSettings().max_receive_count

    @cached_property
    def limits(self) -> Limits:
        """What orgs may use."""
        from agent_memory.limits.model import OrgLimits
        from agent_memory.limits.service import Limits

        chosen = settings.LimitSettings()
        defaults = OrgLimits(requests_per_minute=chosen.requests_per_minute, memories_per_user=chosen.memories_per_user)
        return Limits(self.database, defaults)

    @cached_property
    def rate_limiter(self) -> RateLimiter:
        """Counts requests."""
        from agent_memory.limits.service import RateLimiter

        return RateLimiter(self.database, self.limits, self.clock)

    def once(self, caller: Caller, key: str, fingerprint: str) -> Once:
        """What makes a write under an idempotency key happen once."""
        from agent_memory.idempotency.service import Once

        return Once(self.keys, self.clock, (caller.org_id, caller.credential_id), key, fingerprint)

    @cached_property
    def memory_reader(self) -> MemoryReader:
        """The read side of the memory API."""
        from agent_memory.memories.reading import MemoryReader

        return MemoryReader(self.database, self.subjects, self.keys, self.clock)

    @cached_property
    def embedding_jobs(self) -> EmbeddingJobs:
        """Jobs for vectors that could not be computed at once."""
        from agent_memory.conversations.embedding_jobs import EmbeddingJobs

        return EmbeddingJobs(self.keys, lambda: self.job_queue, self.clock)

    @cached_property
    def memory_batches(self) -> MemoryBatches:
        """The write side of the memory API, many at once."""
        from agent_memory.memories.batch import MemoryBatches
        from agent_memory.memories.indexing import Indexer

        indexer = Indexer(lambda: self.embedder)
        return MemoryBatches(
            self.database, self.subjects, self.keys, indexer, self.clock, self.embedding_jobs, self.limits
        )

    @cached_property
    def memories(self) -> Memories:
        """The write side of the memory API."""
        from agent_memory.memories.indexing import Indexer
        from agent_memory.memories.service import Memories

        return Memories(
            self.database,
            self.subjects,
            self.keys,
            self.memory_reader,
            Indexer(lambda: self.embedder),
            self.clock,
            self.embedding_jobs,
            self.limits,
        )

    @cached_property
    def reviews(self) -> Reviews:
        """Held changes."""
        from agent_memory.memories.indexing import Indexer
        from agent_memory.memories.reviews import Reviews

        return Reviews(
            self.database,
            self.subjects,
            self.keys,
            self.memory_reader,
            Indexer(lambda: self.embedder),
            self.clock,
            self.embedding_jobs,
        )

    @cached_property
    def access_counters(self) -> AccessCounters:
        """Applies reports of recalls."""
        from agent_memory.memories.access import AccessCounters

        return AccessCounters(self.database)

    @cached_property
    def governance(self) -> Governance:
        """The daily run."""
        from agent_memory.governance.archiving import Archiver
        from agent_memory.governance.service import Governance
        from agent_memory.governance.sweep import Sweep
        from agent_memory.platform.observability import logger, trace_of

        archiver = Archiver(self.database, self.keys, self.headlines, self.clock)
        return Governance(
            self.database,
            self.policies,
            Sweep(self.database, self.keys, archiver, self.clock),
            self.clock,
            lambda error: logger().error("governance of an org failed", trace=trace_of(error)),
        )

    @cached_property
    def headlines(self) -> Headlines:
        """Who titles what goes to the archive: the configured model, else the texts' own beginnings."""
        models = settings.ModelSettings()
        if not models.has_endpoint:
            from agent_memory.governance.headlines import OwnBeginnings

            return OwnBeginnings()
        from agent_memory.core.dependencies import CHAT
        from agent_memory.governance.headlines import ModelHeadlines
        from agent_memory.platform.models.calls import ModelCalls, Patience
        from agent_memory.platform.models.chat import ChatModel

        patience = Patience(reserve_seconds=_WRITING_RESERVE_SECONDS)
        return ModelHeadlines(ChatModel(models, ModelCalls(CHAT, patience, deadline=self.deadline)))

    @cached_property
    def run_reports(self) -> RunReports:
        """What runs of governance did."""
        from agent_memory.governance.service import RunReports

        return RunReports(self.database)

    @cached_property
    def archive(self) -> Archive:
        """What was archived, and the way back."""
        from agent_memory.governance.archive import Archive
        from agent_memory.memories.indexing import Indexer

        return Archive(
            self.database,
            self.subjects,
            self.keys,
            self.memory_reader,
            Indexer(lambda: self.embedder),
            self.clock,
            self.embedding_jobs,
        )

    @cached_property
    def tiers(self) -> Tiers:
        """How memories are spread over tiers."""
        from agent_memory.governance.tiers import Tiers

        return Tiers(self.database, self.policies, self.clock)

    @cached_property
    def conversations(self) -> Conversations:
        """Turns and jobs."""
        from agent_memory.conversations.service import Conversations

        return Conversations(self.database, self.subjects, self.keys, lambda: self.job_queue, self.clock)

    @cached_property
    def job_sweep(self) -> JobSweep:
        """Re-sends unsent jobs."""
        from agent_memory.conversations.sweep import JobSweep

        return JobSweep(self.database, self.job_queue, self.breakers, self.clock)

    @cached_property
    def conversation_worker(self) -> ConversationWorker:
        """Turns conversations into memories."""
        from agent_memory.extraction.backfill import EmbeddingBackfill
        from agent_memory.extraction.service import ConversationWorker
        from agent_memory.extraction.writing import BatchWriter
        from agent_memory.memories.indexing import Indexer

        indexer = Indexer(lambda: self.patient_embedder)
        writer = BatchWriter(
            self.database,
            self.subjects,
            self.keys,
            self.embedder.model,
            self.patient_extractor.info,
            self.token_counter,
            self.clock,
            self.limits,
            self.policies,
        )
        return ConversationWorker(
            self.database,
            self.subjects,
            self.keys,
            self.conversations,
            self.patient_extractor,
            indexer,
            writer,
            EmbeddingBackfill(self.database, self.keys, self.memory_reader, indexer, self.clock),
            judge=self.judge,
            breakers=self.breakers,
            spending=self.spending,
            workers_per_org=settings.LimitSettings().workers_per_org,
            clock=self.clock,
        )

    @cached_property
    def dry_run(self) -> DryRun:
        """Extraction without writing."""
        from agent_memory.extraction.dry_run import DryRun
        from agent_memory.memories.indexing import Indexer

        return DryRun(
            self.database,
            self.keys,
            self.conversations,
            self.extractor,
            Indexer(lambda: self.embedder),
            self.embedder.model,
            self.limits,
            self.policies,
            spending=self.spending,
            clock=self.clock,
        )

    @cached_property
    def recall(self) -> Recall:
        """Recall with the configured deadlines, on a connection that does not wait long."""
        from agent_memory.platform.addresses import conninfo
        from agent_memory.platform.postgres import Database
        from agent_memory.platform.queue import AccessReporter, SqsQueue
        from agent_memory.recall.service import Recall, RecallDeadlines

        limits, access = settings.RecallSettings(), settings.AccessQueueSettings()
        where = settings.DatabaseSettings()
        queue = SqsQueue(access.access_queue_url, timeout_seconds=limits.access_send_timeout_seconds)
        return Recall(
            Database(lambda: conninfo(where), connect_timeout_seconds=_RECALL_CONNECT_SECONDS),
            self.subjects,
            self.keys,
            self.embedder,
            self.token_counter,
            AccessReporter(queue),
            self.clock,
            RecallDeadlines(limits.recall_database_timeout_ms, limits.recall_embedding_timeout_seconds),
        )


class _Current:
    graph: Wiring | None = None


def wiring() -> Wiring:
    """The object graph of this execution environment."""
    if _Current.graph is None:
        _Current.graph = Wiring()
    return _Current.graph


def use(graph: Wiring | None) -> None:
    """Take another graph from now on; None means one made afresh. For tests that play several environments at once."""
    _Current.graph = graph
