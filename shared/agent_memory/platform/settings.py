"""Configuration, as small models that are validated when the part they configure is first used.

Nothing else reads the environment, but libraries that read their own variables (Powertools, tiktoken, boto3).
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal, Self

from pydantic import BaseModel, ConfigDict, Field, SecretStr, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict


class Settings(BaseSettings):
    """Base of all settings: variables are upper case and never empty by accident."""

    model_config = SettingsConfigDict(frozen=True, extra="ignore", env_ignore_empty=True)


class DatabaseSettings(Settings):
    """Where Postgres is. `DATABASE_URL` wins; without it, host and role with an IAM token as the password."""

    database_url: SecretStr | None = None
    database_host: str | None = None
    database_port: int = 5432
    database_name: str = "agent_memory"
    database_role: str = "app"
    aws_region: str = "us-east-1"


class AdminSettings(Settings):
    """The database administrator's secret; only the schema migrator has it."""

    admin_secret_arn: str | None = None


class KeySettings(Settings):
    """Where subject keys are kept: a directory of this machine, or a DynamoDB table under a KMS key."""

    key_directory: Path | None = None
    key_table: str | None = None
    kms_key_id: str | None = None

    @model_validator(mode="after")
    def _one_store(self) -> KeySettings:
        if self.key_directory is None and (self.key_table is None or self.kms_key_id is None):
            raise ValueError("set KEY_DIRECTORY, or both KEY_TABLE and KMS_KEY_ID")
        return self


class EmbeddingCalibration(BaseModel):
    """The cosines of an endpoint's embedding model, as `core.embedding.EmbeddingModel` explains them.

    `memctl calibrate` measures them. The defaults of the first two are the product's documented ones for
    text-embedding-v3; floor, mean and deviation are starting values that no live endpoint has confirmed yet.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    model: str
    """Whose cosines these are."""
    duplicate_threshold: float = Field(default=0.92, gt=0, le=1)
    candidate_threshold: float = Field(default=0.75, gt=0, le=1)
    relevance_floor: float = Field(default=0.45, ge=-1, le=1)
    cosine_mean: float = Field(default=0.40, ge=-1, le=1)
    cosine_deviation: float = Field(default=0.12, gt=0, le=1)

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        if self.candidate_threshold > self.duplicate_threshold:
            raise ValueError("candidate_threshold must not be above duplicate_threshold")
        return self


class ModelSettings(Settings):
    """Which models answer. Without a base URL or key, the offline stand-ins do."""

    openai_base_url: str | None = None
    openai_api_key: SecretStr | None = None
    chat_model: str = "qwen-plus"
    embedding_model: str = "text-embedding-v3"
    embedding_calibration: EmbeddingCalibration | None = None
    """As JSON; must name `embedding_model`, so that nobody changes the model and keeps another one's thresholds."""
    chat_timeout_seconds: float = Field(default=60.0, gt=0)
    embedding_timeout_seconds: float = Field(default=10.0, gt=0)
    model_attempts: int = Field(default=3, ge=1)
    """How often a worker tries a call that fails in passing, if there is time."""
    chat_input_price: float | None = Field(default=None, ge=0)
    """Per million tokens, in any currency: only for the metric of estimated cost."""
    chat_output_price: float | None = Field(default=None, ge=0)
    model_retry_base_seconds: float = Field(default=0.5, ge=0)
    model_retry_cap_seconds: float = Field(default=20.0, ge=0)

    @model_validator(mode="after")
    def _calibrated_for_its_model(self) -> Self:
        if self.embedding_calibration is not None and self.embedding_calibration.model != self.embedding_model:
            raise ValueError("EMBEDDING_CALIBRATION is not of EMBEDDING_MODEL; run `memctl calibrate` for that model")
        return self

    @property
    def calibration(self) -> EmbeddingCalibration:
        """The calibration of the endpoint's embedding model."""
        return self.embedding_calibration or EmbeddingCalibration(model=self.embedding_model)

    @property
    def has_endpoint(self) -> bool:
        """Whether a model endpoint is configured."""
        return self.openai_base_url is not None or self.openai_api_key is not None


class BreakerSettings(Settings):
    """When a model endpoint that fails is left alone."""

    breaker_failures: int = Field(default=5, ge=1)
    """Failed calls in a row, of all workers together."""
    breaker_pause_seconds: float = Field(default=60.0, gt=0)


class TokenSettings(Settings):
    """The identity provider whose tokens are accepted beside API keys; none without an issuer."""

    jwt_issuer: str | None = None
    jwt_audience: str | None = None
    jwt_jwks_url: str | None = None
    jwt_algorithms: tuple[Literal["RS256", "RS512", "PS256", "ES256", "ES384", "EdDSA"], ...] = ("RS256", "ES256")
    jwt_org_claim: str = "org_id"
    jwt_role_claim: str = "role"

    @model_validator(mode="after")
    def _complete(self) -> TokenSettings:
        if self.jwt_issuer is not None and self.jwt_audience is None:
            raise ValueError("JWT_ISSUER needs JWT_AUDIENCE")
        return self

    @property
    def jwks_url(self) -> str:
        """Where the provider publishes its keys."""
        return self.jwt_jwks_url or f"{(self.jwt_issuer or '').rstrip('/')}/.well-known/jwks.json"


class QueueSettings(Settings):
    """The queues, by URL."""

    conversation_queue_url: str = Field(default=...)
    gathering_delay_seconds: int = Field(default=2, ge=0, le=300)
    """How long a job waits for more turns of its user, to share one model call with them."""


class AccessQueueSettings(Settings):
    """The queue of recalled memories' counters."""

    access_queue_url: str = Field(default=...)


class DeadLetterSettings(Settings):
    """Where messages go that can never be processed."""

    dead_letter_queue_url: str = Field(default=...)
    max_receive_count: int = Field(default=5, ge=1)


class LimitSettings(Settings):
    """What an org may use unless its own limits say otherwise."""

    requests_per_minute: int = Field(default=12_000, ge=1)
    memories_per_user: int = Field(default=100_000, ge=1)
    workers_per_org: int = Field(default=8, ge=1)
    """Workers that may read conversations of one org at once; fewer than there may be, so that others find one too."""


class RecallSettings(Settings):
    """Defaults and deadlines of recall."""

    token_encoding: str = Field(default="o200k_base", pattern="^(o200k_base|cl100k_base)$")
    recall_database_timeout_ms: int = Field(default=200, ge=1)
    recall_embedding_timeout_seconds: float = Field(default=0.8, gt=0)
    access_send_timeout_seconds: float = Field(default=0.05, gt=0)
