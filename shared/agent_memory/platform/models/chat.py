"""Chat completions that must answer in JSON, from any OpenAI-compatible endpoint."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, Literal, TypedDict

from pydantic import BaseModel

from agent_memory.core.dependencies import CHAT
from agent_memory.core.errors import (
    DependencyUnavailableError,
    ModelAnswerError,
    ModelError,
    ModelRefusalError,
    ModelTooLongError,
)
from agent_memory.platform.models.calls import ModelCalls
from agent_memory.platform.models.endpoint import make_client, speaks_of
from agent_memory.platform.models.schemas import strict_schema
from agent_memory.platform.settings import ModelSettings

if TYPE_CHECKING:
    from openai import OpenAI
    from openai.types.chat import ChatCompletion

_FORMATS: Final = ("json_schema", "json_object", "none")
"""How an answer in JSON is asked for, from the strictest to what every endpoint takes."""


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

    def __init__(self, settings: ModelSettings, calls: ModelCalls | None = None) -> None:
        self._settings = settings
        self._calls = calls or ModelCalls(CHAT)
        self._format = 0

    @property
    def name(self) -> str:
        """The model's own name."""
        return self._settings.chat_model

    @cached_property
    def _client(self) -> OpenAI:
        return make_client(self._settings)

    def ask(self, messages: Sequence[ChatMessage], answer: type[BaseModel]) -> ChatAnswer:
        """One answer in JSON at temperature 0, in the schema of `answer` if the endpoint can hold itself to one.

        Raises:
            ModelRefusalError: the model declined; asking again would not help.
            ModelTooLongError: the prompt, or the answer, is longer than the model takes.
            ModelAnswerError: the answer was empty, or the endpoint rejects the request.
            DependencyUnavailableError: no answer, or not in time, or not before the invocation ends.
        """
        completion = self._calls.run(
            lambda timeout: self._complete(list(messages), answer, timeout), self._settings.chat_timeout_seconds
        )
        usage = completion.usage
        spent = (0, 0) if usage is None else (usage.prompt_tokens, usage.completion_tokens)
        choice = completion.choices[0] if completion.choices else None
        text = None if choice is None else choice.message.content
        kind: type[ModelError] | None = None
        if choice is not None and (choice.message.refusal or choice.finish_reason == "content_filter"):
            kind = ModelRefusalError
        elif choice is not None and choice.finish_reason == "length":
            kind = ModelTooLongError
        elif not text:
            kind = ModelAnswerError
        if kind is not None or text is None:
            raise (kind or ModelAnswerError)(model_calls=1, input_tokens=spent[0], output_tokens=spent[1])
        return ChatAnswer(text, *spent)

    def _complete(self, messages: Any, answer: type[BaseModel], timeout: float) -> ChatCompletion:
        """One completion. An endpoint that refuses a way of asking for JSON is asked in a simpler one from now on."""
        import openai  # noqa: PLC0415  # see endpoint.py
        from openai.types.chat import ChatCompletion  # noqa: PLC0415

        create: Any = self._client.chat.completions.create
        while True:
            try:
                completion = create(
                    model=self._settings.chat_model,
                    messages=messages,
                    temperature=0,
                    timeout=timeout,
                    **self._asked_format(answer),
                )
            except (openai.BadRequestError, openai.UnprocessableEntityError) as error:
                if self._format + 1 == len(_FORMATS) or not speaks_of(error, "response_format", _FORMATS[self._format]):
                    raise
                self._format += 1
            else:
                if not isinstance(completion, ChatCompletion):  # a proxy's page, sent with status 200
                    raise DependencyUnavailableError(CHAT, "The model's answer is no completion")
                return completion

    def _asked_format(self, answer: type[BaseModel]) -> Any:
        match _FORMATS[self._format]:
            case "json_schema":
                schema = {"name": answer.__name__, "strict": True, "schema": strict_schema(answer)}
                return {"response_format": {"type": "json_schema", "json_schema": schema}}
            case "json_object":
                return {"response_format": {"type": "json_object"}}
            case _:
                return {}
