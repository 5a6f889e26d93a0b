"""What the rest of the object graph is made of: time, the database and the models. See `wiring.py`."""

from __future__ import annotations

from datetime import timedelta
from functools import cached_property
from typing import TYPE_CHECKING, Final

from agent_memory.platform import settings

if TYPE_CHECKING:
    from agent_memory.breakers.service import Breakers
    from agent_memory.core.clock import Clock
    from agent_memory.core.deadline import Deadline
    from agent_memory.core.embedding import Embedder
    from agent_memory.core.tokens import TokenCounter
    from agent_memory.extraction.judging import Judge
    from agent_memory.extraction.model import Extractor
    from agent_memory.extraction.spending import Spending
    from agent_memory.platform.models.calls import ModelCalls
    from agent_memory.platform.postgres import Database

MINIMUM_CHARACTERS: Final = 10
"""Shorter user messages are skipped by extraction (requirement B3)."""

_WRITING_SECONDS: Final = 5.0
"""Of an invocation's time, what is kept for what comes after the last call of a model."""


class ModelWiring:
    """Time, the database and the models, made when they are first asked for."""

    @cached_property
    def clock(self) -> Clock:
        """The machine's clock."""
        from agent_memory.core.clock import SystemClock

        return SystemClock()

    @cached_property
    def deadline(self) -> Deadline:
        """When the running invocation ends; handlers say so when it begins."""
        from agent_memory.core.deadline import Deadline

        return Deadline()

    @cached_property
    def database(self) -> Database:
        """The connection of this environment, as the role its function was given."""
        from agent_memory.platform.addresses import conninfo
        from agent_memory.platform.postgres import Database

        where = settings.DatabaseSettings()
        return Database(lambda: conninfo(where))

    @cached_property
    def embedder(self) -> Embedder:
        """The configured endpoint's embedder, else the offline one."""
        models = settings.ModelSettings()
        if models.has_endpoint:
            from agent_memory.platform.models.embeddings import EndpointEmbedder

            return EndpointEmbedder(models)
        from agent_memory.platform.models.offline.embedder import OfflineEmbedder

        return OfflineEmbedder()

    @cached_property
    def patient_embedder(self) -> Embedder:
        """The same embedder for work that nobody waits for: it tries again."""
        models = settings.ModelSettings()
        if not models.has_endpoint:
            return self.embedder
        from agent_memory.core.dependencies import EMBEDDING
        from agent_memory.platform.models.embeddings import EndpointEmbedder

        return EndpointEmbedder(models, self._patient_calls(EMBEDDING, _WRITING_SECONDS))

    @cached_property
    def extractor(self) -> Extractor:
        """The configured endpoint's extractor, else the offline one."""
        models = settings.ModelSettings()
        if models.has_endpoint:
            from agent_memory.core.dependencies import CHAT
            from agent_memory.extraction.model_extractor import ModelExtractor
            from agent_memory.platform.models.calls import ModelCalls, Patience
            from agent_memory.platform.models.chat import ChatModel

            calls = ModelCalls(CHAT, Patience(reserve_seconds=_WRITING_SECONDS), deadline=self.deadline)
            return ModelExtractor(ChatModel(models, calls), MINIMUM_CHARACTERS)
        from agent_memory.extraction.grammar import GrammarExtractor

        return GrammarExtractor(min_characters=MINIMUM_CHARACTERS)

    @cached_property
    def patient_extractor(self) -> Extractor:
        """The same extractor for work that nobody waits for: it tries again."""
        models = settings.ModelSettings()
        if not models.has_endpoint:
            return self.extractor
        from agent_memory.core.dependencies import CHAT
        from agent_memory.extraction.model_extractor import ModelExtractor
        from agent_memory.platform.models.chat import ChatModel

        calls = self._patient_calls(CHAT, models.embedding_timeout_seconds + _WRITING_SECONDS)
        return ModelExtractor(ChatModel(models, calls), MINIMUM_CHARACTERS)

    @cached_property
    def judge(self) -> Judge | None:
        """Whom to ask what rules leave open; nobody without a model."""
        models = settings.ModelSettings()
        if not models.has_endpoint:
            return None
        from agent_memory.core.dependencies import CHAT
        from agent_memory.extraction.judging import ModelJudge
        from agent_memory.platform.models.chat import ChatModel

        return ModelJudge(ChatModel(models, self._patient_calls(CHAT, _WRITING_SECONDS)))

    def _patient_calls(self, dependency: str, reserve_seconds: float) -> ModelCalls:
        """Calls that are tried again within what is left of the invocation, but for `reserve_seconds`."""
        from agent_memory.platform.models.calls import ModelCalls, Patience

        models = settings.ModelSettings()
        patience = Patience(
            models.model_attempts, models.model_retry_base_seconds, models.model_retry_cap_seconds, reserve_seconds
        )
        return ModelCalls(dependency, patience, deadline=self.deadline, watch=self.breakers.watch(dependency))

    @cached_property
    def breakers(self) -> Breakers:
        """The breakers of the model endpoint; the offline stand-ins need none."""
        from agent_memory.breakers.model import BreakerRules
        from agent_memory.breakers.service import Breakers
        from agent_memory.core.dependencies import CHAT, EMBEDDING

        chosen = settings.BreakerSettings()
        rules = BreakerRules(chosen.breaker_failures, timedelta(seconds=chosen.breaker_pause_seconds))
        watched = (CHAT, EMBEDDING) if settings.ModelSettings().has_endpoint else ()
        return Breakers(self.database, self.clock, rules, watched)

    @cached_property
    def spending(self) -> Spending:
        """What models cost; an estimate in money only where both prices are named."""
        from agent_memory.extraction.spending import Prices, Spending

        models = settings.ModelSettings()
        if models.chat_input_price is None or models.chat_output_price is None:
            return Spending(None)
        return Spending(Prices(models.chat_input_price, models.chat_output_price))

    @cached_property
    def token_counter(self) -> TokenCounter:
        """Counts tokens with the configured encoding."""
        from agent_memory.platform.models.tokens import TiktokenCounter

        return TiktokenCounter(settings.RecallSettings().token_encoding)
