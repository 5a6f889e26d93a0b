"""Chat completions that must answer in JSON, from any OpenAI-compatible endpoint."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, Literal, TypedDict

from agent_memory.core.errors import ModelAnswerError, ModelRefusalError
from agent_memory.platform.models.endpoint import make_client, translated
from agent_memory.platform.settings import ModelSettings

if TYPE_CHECKING:
    from openai import OpenAI

_DEPENDENCY: Final = "chat"


class ChatMessage(TypedDict):
    """One message of a prompt."""

    role: Literal["system", "user"]
    content: str


@dataclass(frozen=True, slots=True)
class ChatAnswer:
    """What the model said, and what it cost in tokens."""

    text: str
    input_tokens: int
    output_tokens: int


class ChatModel:
    """Asks the configured chat model."""

    def __init__(self, settings: ModelSettings) -> None:
        self._settings = settings

    @property
    def name(self) -> str:
        """The model's own name."""
        return self._settings.chat_model

    @cached_property
    def _client(self) -> OpenAI:
        return make_client(self._settings)

    def ask(self, messages: Sequence[ChatMessage]) -> ChatAnswer:
        """One answer in JSON mode at temperature 0.

        Raises:
            ModelRefusalError: the model declined; asking again would not help.
            ModelAnswerError: the answer was cut off or empty.
            DependencyUnavailableError: no answer, or not in time.
        """
        prompt: Any = list(messages)
        with translated(_DEPENDENCY):
            answer = self._client.chat.completions.create(
                model=self._settings.chat_model,
                messages=prompt,
                response_format={"type": "json_object"},
                temperature=0,
                timeout=self._settings.chat_timeout_seconds,
            )
        if not answer.choices:
            raise ModelAnswerError("The model gave no answer")
        choice = answer.choices[0]
        if choice.message.refusal or choice.finish_reason == "content_filter":
            raise ModelRefusalError
        if choice.finish_reason == "length" or not choice.message.content:
            raise ModelAnswerError("The model's answer was cut off or empty")
        usage = answer.usage
        return ChatAnswer(
            choice.message.content,
            usage.prompt_tokens if usage is not None else 0,
            usage.completion_tokens if usage is not None else 0,
        )
