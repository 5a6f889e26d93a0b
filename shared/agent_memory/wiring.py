"""The one place that builds the object graph: lazily, once per execution environment."""

from __future__ import annotations

import json
from functools import cached_property
from typing import Any

from psycopg.conninfo import make_conninfo

from agent_memory.agents.service import Agents
from agent_memory.conversations.service import Conversations, EmbeddingJobs, JobSweep
from agent_memory.core.clock import Clock, SystemClock
from agent_memory.core.embedding import Embedder
from agent_memory.core.tokens import TokenCounter
from agent_memory.credentials.service import Credentials
from agent_memory.extraction.backfill import EmbeddingBackfill
from agent_memory.extraction.model import Extractor
from agent_memory.extraction.model_extractor import ModelExtractor
from agent_memory.extraction.service import ConversationWorker
from agent_memory.extraction.writing import BatchWriter
from agent_memory.memories.access import AccessCounters
from agent_memory.memories.indexing import Indexer
from agent_memory.memories.service import Memories
from agent_memory.platform.key_files import FileKeyStore
from agent_memory.platform.migrator import create_roles
from agent_memory.platform.models.chat import ChatModel
from agent_memory.platform.postgres import Database
from agent_memory.platform.queue import AccessReporter, SqsQueue
from agent_memory.platform.settings import (
    AccessQueueSettings,
    AdminSettings,
    DatabaseSettings,
    DeadLetterSettings,
    KeySettings,
    ModelSettings,
    QueueSettings,
    RecallSettings,
)
from agent_memory.platform.subject_keys import KeyStore, SubjectKeys
from agent_memory.recall.service import Recall, RecallDeadlines
from agent_memory.subjects.service import Subjects

_RECALL_CONNECT_SECONDS = 2  # libpq's smallest
MINIMUM_CHARACTERS = 10  # shorter user messages are skipped (requirement B3)


class Wiring:
    """Every part of the service, made when it is first asked for."""

    @cached_property
    def clock(self) -> Clock:
        """The machine's clock."""
        return SystemClock()

    @cached_property
    def database(self) -> Database:
        """The connection of this environment, as the role its function was given."""
        settings = DatabaseSettings()
        return Database(lambda: _conninfo(settings))

    @cached_property
    def subjects(self) -> Subjects:
        """Checks and locks."""
        return Subjects(self.database, self.clock)

    @cached_property
    def keys(self) -> SubjectKeys:
        """Subject keys from the configured store."""
        return SubjectKeys(_key_store(KeySettings()))

    @cached_property
    def agents(self) -> Agents:
        """The agent registry."""
        return Agents(self.database, self.clock)

    @cached_property
    def credentials(self) -> Credentials:
        """Verifies callers."""
        return Credentials(self.database, self.clock)

    @cached_property
    def embedder(self) -> Embedder:
        """The configured endpoint's embedder, else the offline one."""
        settings = ModelSettings()
        if settings.has_endpoint:
            from agent_memory.platform.models.embeddings import EndpointEmbedder  # noqa: PLC0415  # heavy

            return EndpointEmbedder(settings)
        from agent_memory.platform.models.offline.embedder import OfflineEmbedder  # noqa: PLC0415  # heavy

        return OfflineEmbedder()

    @cached_property
    def token_counter(self) -> TokenCounter:
        """Counts tokens with the configured encoding."""
        from agent_memory.platform.models.tokens import TiktokenCounter  # noqa: PLC0415  # heavy

        return TiktokenCounter(RecallSettings().token_encoding)

    @cached_property
    def job_queue(self) -> SqsQueue:
        """Where jobs are announced."""
        settings = QueueSettings()  # pyright: ignore[reportCallIssue]  # from the environment
        return SqsQueue(settings.conversation_queue_url, delay_seconds=settings.gathering_delay_seconds)

    @cached_property
    def dead_letters(self) -> SqsQueue:
        """Where messages go that can never be processed."""
        return SqsQueue(DeadLetterSettings().dead_letter_queue_url)  # pyright: ignore[reportCallIssue]

    @cached_property
    def memories(self) -> Memories:
        """The memory API."""
        return Memories(
            self.database,
            self.subjects,
            self.keys,
            Indexer(self.embedder),
            self.clock,
            EmbeddingJobs(self.keys, self.job_queue, self.clock),
        )

    @cached_property
    def access_counters(self) -> AccessCounters:
        """Applies reports of recalls."""
        return AccessCounters(self.database)

    @cached_property
    def conversations(self) -> Conversations:
        """Turns and jobs."""
        return Conversations(self.database, self.subjects, self.keys, self.job_queue, self.clock)

    @cached_property
    def job_sweep(self) -> JobSweep:
        """Re-sends unsent jobs."""
        return JobSweep(self.database, self.job_queue, self.clock)

    @cached_property
    def extractor(self) -> Extractor:
        """The configured endpoint's extractor, else the offline one."""
        settings = ModelSettings()
        if settings.has_endpoint:
            return ModelExtractor(ChatModel(settings), MINIMUM_CHARACTERS)
        from agent_memory.extraction.grammar import GrammarExtractor  # noqa: PLC0415  # compiles many patterns

        return GrammarExtractor()

    @cached_property
    def conversation_worker(self) -> ConversationWorker:
        """Turns conversations into memories."""
        indexer = Indexer(self.embedder)
        return ConversationWorker(
            self.database,
            self.subjects,
            self.keys,
            self.conversations,
            self.extractor,
            indexer,
            BatchWriter(
                self.database,
                self.subjects,
                self.keys,
                self.embedder.model,
                self.extractor.info,
                self.token_counter,
                self.clock,
            ),
            EmbeddingBackfill(self.database, self.keys, self.memories, indexer, self.clock),
            self.clock,
        )

    @property
    def max_receive_count(self) -> int:
        """How often the conversation queue delivers a message before its dead-letter queue gets it."""
        return DeadLetterSettings().max_receive_count  # pyright: ignore[reportCallIssue]  # from the environment

    def owner_conninfo(self) -> str:
        """Where migrations run, as the schema's owner."""
        return _conninfo(DatabaseSettings())

    def create_roles(self) -> None:
        """Make the database roles, where this function was given the administrator's secret."""
        admin = AdminSettings()
        if admin.admin_secret_arn is not None:
            create_roles(_admin_conninfo(DatabaseSettings(), admin.admin_secret_arn))

    @cached_property
    def recall(self) -> Recall:
        """Recall with the configured deadlines, on a connection that does not wait long."""
        settings, access = RecallSettings(), AccessQueueSettings()  # pyright: ignore[reportCallIssue]
        where = DatabaseSettings()
        database = Database(lambda: _conninfo(where), connect_timeout_seconds=_RECALL_CONNECT_SECONDS)
        queue = SqsQueue(access.access_queue_url, timeout_seconds=settings.access_send_timeout_seconds)
        return Recall(
            database,
            self.subjects,
            self.keys,
            self.embedder,
            self.token_counter,
            AccessReporter(queue),
            self.clock,
            RecallDeadlines(settings.recall_database_timeout_ms, settings.recall_embedding_timeout_seconds),
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


def _key_store(settings: KeySettings) -> KeyStore:
    if settings.key_directory is not None:
        return FileKeyStore(settings.key_directory)
    from agent_memory.platform.key_table import KmsKeyStore  # noqa: PLC0415  # brings boto3

    return KmsKeyStore(settings.key_table or "", settings.kms_key_id or "")


def _conninfo(settings: DatabaseSettings) -> str:
    if settings.database_url is not None:
        return settings.database_url.get_secret_value()
    return make_conninfo(
        host=settings.database_host,
        port=settings.database_port,
        dbname=settings.database_name,
        user=settings.database_role,
        password=_iam_token(settings),
        sslmode="require",
    )


def _admin_conninfo(settings: DatabaseSettings, secret_arn: str) -> str:
    import boto3  # noqa: PLC0415  # only at deploy

    sdk: Any = boto3
    secret = json.loads(sdk.client("secretsmanager").get_secret_value(SecretId=secret_arn)["SecretString"])
    return make_conninfo(
        host=settings.database_host,
        port=settings.database_port,
        dbname=settings.database_name,
        user=secret["username"],
        password=secret["password"],
        sslmode="require",
    )


def _iam_token(settings: DatabaseSettings) -> str:
    """A password good for 15 minutes, signed here: no secret is stored, none has to be rotated."""
    import boto3  # noqa: PLC0415  # heavy, and only where there is no DATABASE_URL

    sdk: Any = boto3
    return sdk.client("rds", region_name=settings.aws_region).generate_db_auth_token(
        DBHostname=settings.database_host,
        Port=settings.database_port,
        DBUsername=settings.database_role,
        Region=settings.aws_region,
    )
