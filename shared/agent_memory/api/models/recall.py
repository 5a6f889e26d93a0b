"""Recall on the wire."""

from __future__ import annotations

from enum import StrEnum
from typing import Any, ClassVar, Literal

from pydantic import Field

from agent_memory.api.models.common import (
    ExternalId,
    Occurrence,
    ResponseModel,
    Timestamp,
    TimeZone,
    WholeNumber,
)
from agent_memory.api.models.signals import Asking, SignalOut, signals_out
from agent_memory.conversations.model import Role
from agent_memory.memories.model import Kind, MemoryType
from agent_memory.recall.model import (
    DEFAULT_MAX_TOKENS,
    DEFAULT_TOP_K,
    Context,
    Question,
    Reason,
    RecallAnswer,
    Recalled,
    RecalledTurn,
    Strategy,
    TurnSearch,
)
from agent_memory.signals.model import ALWAYS, Depth, Detection


class Layer(StrEnum):
    """The layers of memory, from raw turns up."""

    L0 = "L0"
    L1 = "L1"
    L2 = "L2"
    L3 = "L3"


class RecallAsk(Asking):
    """Body of `POST …/recall`."""

    user_id: ExternalId
    top_k: WholeNumber = Field(default=DEFAULT_TOP_K, ge=0, le=100)
    max_tokens: WholeNumber = Field(default=DEFAULT_MAX_TOKENS, ge=0, le=100_000)
    layers: list[Layer] = Field(default_factory=lambda: [Layer.L3, Layer.L2, Layer.L1], max_length=4)
    """L2 and L3 answer empty so far. With L0 what was said is searched beside the memories; without `layers`, when the
    memories say little; with other layers only, never."""
    strategy: Strategy = Strategy.WEIGHTED
    trigger: Literal["always", "auto"] = "always"
    """`auto` reads the signals of the question first, and recalls as deep as they ask."""
    include_source_snippet: bool = False
    explain: bool = False
    time_zone: TimeZone | None = None
    asked_at: Occurrence | None = None
    """The moment of the question, for a history that is played again; now when it is not given."""

    def read_signals(self) -> Detection:
        """How deep to recall; `always` asks no signals."""
        return self.detection() if self.trigger == "auto" else ALWAYS

    def to_question(self, depth: Depth = ALWAYS.depth) -> Question:
        """As the domain knows it. Of a dialogue, the last turns are the question."""
        dialogue = [message.content for message in self.dialogue]
        return Question(
            text=self.query or "\n".join(dialogue),
            top_k=self.top_k,
            max_tokens=self.max_tokens,
            strategy=self.strategy,
            searches=Layer.L1 in self.layers and depth is not Depth.CORE,
            turns=self._turns(depth),
            utterance=dialogue[-1] if dialogue else None,
            time_zone=self.time_zone,
            asked_at=self.asked_at,
        )

    def _turns(self, depth: Depth) -> TurnSearch:
        if depth is Depth.CORE:
            return TurnSearch.NEVER
        if depth is Depth.DEEP and "layers" not in self.model_fields_set:
            return TurnSearch.ALWAYS
        if Layer.L0 in self.layers:
            return TurnSearch.ALWAYS
        return TurnSearch.NEVER if "layers" in self.model_fields_set else TurnSearch.FALLBACK


class LegScoresOut(ResponseModel):
    """How a hit did in each leg."""

    vector: float | None
    keyword: float | None


class RecalledOut(ResponseModel):
    """A recalled memory."""

    id: str
    layer: str = "L1"
    content: str
    memory_type: MemoryType
    kind: Kind | None
    reason: Reason
    score: float | None
    scores: LegScoresOut | None
    source_snippet: str | None
    excerpt: str | None
    """What stands for a long memory in the context."""
    created_at: Timestamp

    @classmethod
    def of(cls, item: Recalled, ask: RecallAsk) -> RecalledOut:
        """From the domain, with what was asked for."""
        legs = item.legs if ask.explain else None
        return cls(
            id=item.memory.id,
            content=item.memory.content,
            memory_type=item.memory.memory_type,
            kind=item.memory.kind,
            reason=item.reason,
            score=None if item.score is None else round(item.score, 4),
            scores=None if legs is None else LegScoresOut(vector=legs.vector, keyword=legs.keyword),
            source_snippet=item.memory.source_snippet if ask.include_source_snippet else None,
            excerpt=item.excerpt,
            created_at=item.memory.created_at,
        )


class RecalledTurnOut(ResponseModel):
    """Something said that was recalled."""

    id: str
    layer: str = "L0"
    message_id: str
    session_id: str
    role: Role
    content: str
    score: float
    scores: LegScoresOut | None
    excerpt: str | None
    """What stands for a long turn in the context."""
    occurred_at: Timestamp

    @classmethod
    def of(cls, item: RecalledTurn, ask: RecallAsk) -> RecalledTurnOut:
        """From the domain, with what was asked for."""
        turn = item.turn
        return cls(
            id=turn.id,
            message_id=turn.message_id,
            session_id=turn.session_id,
            role=turn.role,
            content=turn.content,
            score=round(item.score, 4),
            scores=LegScoresOut(vector=item.legs.vector, keyword=item.legs.keyword) if ask.explain else None,
            excerpt=item.excerpt,
            occurred_at=turn.occurred_at,
        )


class ContextOut(ResponseModel):
    """Text for a prompt."""

    system: str
    turn: str
    tokens: int
    etag: str

    @classmethod
    def of(cls, context: Context) -> ContextOut:
        """From the domain."""
        return cls(system=context.system, turn=context.turn, tokens=context.tokens, etag=context.etag)


class EmbedderOut(ResponseModel):
    """Which embedder answered."""

    name: str
    model: str


class RecallOut(ResponseModel):
    """Everything recall found. Scenes and persona stay empty until those layers exist."""

    nullable: ClassVar = ("persona",)

    memories: list[RecalledOut]
    persona: None = None
    scenes: list[dict[str, Any]] = Field(default_factory=list[dict[str, Any]])
    conversations: list[RecalledTurnOut]
    context: ContextOut
    signals: list[SignalOut]
    truncated: bool
    degraded: bool
    degraded_reasons: list[str]
    embedder: EmbedderOut
    took_ms: float

    @classmethod
    def of(cls, answer: RecallAnswer, ask: RecallAsk, detection: Detection, took_ms: float) -> RecallOut:
        """From the domain."""
        return cls(
            memories=[RecalledOut.of(item, ask) for item in answer.memories],
            conversations=[RecalledTurnOut.of(item, ask) for item in answer.turns],
            context=ContextOut.of(answer.context),
            signals=signals_out(detection),
            truncated=answer.truncated,
            degraded=bool(answer.degraded_reasons),
            degraded_reasons=list(answer.degraded_reasons),
            embedder=EmbedderOut(name=answer.embedder.name, model=answer.embedder.model),
            took_ms=round(took_ms, 1),
        )
