"""Read triggers on the wire."""

from __future__ import annotations

from typing import Final

from pydantic import ConfigDict, Field, model_validator
from pydantic.config import JsonDict
from pydantic_core import PydanticCustomError

from agent_memory.api.models.common import RequestModel, ResponseModel, VisibleText
from agent_memory.conversations.model import Role
from agent_memory.signals.model import Depth, Detection, Signal
from agent_memory.signals.service import read

DIALOGUE_TURNS: Final = 6
"""Messages of a dialogue, from the last one back, that make the question."""
SIGNAL_TURNS: Final = 3
"""Of these, the last ones whose signals are read: what was asked before has been answered."""

_ONE_QUESTION: Final[JsonDict] = {
    "oneOf": [
        {"required": ["query"], "properties": {"query": {"type": "string"}}},
        {"required": ["messages"], "properties": {"messages": {"type": "array"}}},
    ]
}


class DialogueMessage(RequestModel):
    """One message of the recent dialogue."""

    role: Role
    content: VisibleText


class Asking(RequestModel):
    """What has a question: a text, or the recent dialogue."""

    model_config = ConfigDict(json_schema_extra=_ONE_QUESTION)

    query: VisibleText | None = None
    messages: list[DialogueMessage] | None = Field(default=None, min_length=1, max_length=100)

    @model_validator(mode="after")
    def _one_question(self) -> Asking:
        if (self.query is None) == (self.messages is None):
            raise PydanticCustomError("one_question", "give either query or messages")
        return self

    @property
    def dialogue(self) -> list[DialogueMessage]:
        """The turns that are the question."""
        return (self.messages or [])[-DIALOGUE_TURNS:]

    def detection(self) -> Detection:
        """What the user's part of the question says about the memory it needs."""
        last = self.dialogue[-SIGNAL_TURNS:]
        said = [message.content for message in last if message.role is Role.USER]
        texts = [self.query] if self.query is not None else said or [message.content for message in last]
        return read(*texts)


class SignalsAsk(Asking):
    """Body of `POST …/signals`."""


class SignalOut(ResponseModel):
    """A signal that fired."""

    signal: Signal
    confidence: float


class SignalsOut(ResponseModel):
    """What was read in a message, and how deep `trigger: auto` would recall."""

    signals: list[SignalOut]
    depth: Depth

    @classmethod
    def of(cls, detection: Detection) -> SignalsOut:
        """From the domain."""
        return cls(signals=signals_out(detection), depth=detection.depth)


def signals_out(detection: Detection) -> list[SignalOut]:
    """Surest first."""
    return [SignalOut(signal=each.signal, confidence=each.confidence) for each in detection.signals]
