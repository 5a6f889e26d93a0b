"""Extraction by a language model behind any OpenAI-compatible endpoint."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from pydantic import BaseModel

from agent_memory.conversations.model import Role
from agent_memory.core.errors import ModelAnswerError, ModelError
from agent_memory.core.text import language_of, weight
from agent_memory.extraction.answers import read_answer
from agent_memory.extraction.model import (
    Candidate,
    Entity,
    Extraction,
    ExtractorInfo,
    Passed,
    SpokenTurn,
    Usage,
)
from agent_memory.extraction.prompts import (
    PROMPT_VERSION,
    Answer,
    AnsweredMemory,
    extraction_messages,
    repair_message,
)
from agent_memory.platform.models.chat import ChatAnswer, ChatMessage

_SNIPPET = 200
_ENTITY_TYPES = frozenset(["person", "organization", "location", "product", "event", "other"])


class Chat(Protocol):
    """A chat model that answers in JSON."""

    @property
    def name(self) -> str: ...

    def ask(self, messages: Sequence[ChatMessage], answer: type[BaseModel]) -> ChatAnswer: ...


@dataclass(frozen=True, slots=True)
class _Readable:
    answer: Answer
    usage: Usage


class ModelExtractor:
    """Asks the model once, and once more when the first answer cannot be read."""

    def __init__(self, chat: Chat, minimum_characters: int) -> None:
        self._chat = chat
        self._minimum = minimum_characters

    @property
    def info(self) -> ExtractorInfo:
        return ExtractorInfo(name="openai", model=self._chat.name, prompt_version=PROMPT_VERSION)

    def extract(
        self,
        turns: tuple[SpokenTurn, ...],
        *,
        time_zone: str,
        instructions: str | None = None,
        read_before: frozenset[str] = frozenset(),
    ) -> Extraction:
        """Candidates from the user's turns. Turns named in `read_before` are shown, and are no source of their own.

        Raises:
            ModelRefusalError: the model declined.
            ModelTooLongError: this is more than the model can read, or say, at once.
            ModelAnswerError: two answers could not be read.
            DependencyUnavailableError: no answer, or not in time.
        """
        fresh = [turn for turn in turns if turn.message_id not in read_before]
        short = {turn.message_id for turn in fresh if _is_short(turn, self._minimum)}
        spoken = [turn for turn in fresh if turn.role is Role.USER and turn.message_id not in short]
        passed = [Passed(turn.message_id, "too_short") for turn in fresh if turn.message_id in short]
        if not spoken:
            return Extraction((), tuple(passed))
        readable = self._ask(extraction_messages(turns, time_zone, instructions, read_before))
        candidates = [
            candidate for item in readable.answer.memories if (candidate := _candidate(item, fresh, short)) is not None
        ]
        used = {message_id for candidate in candidates for message_id in candidate.source_message_ids}
        passed += [Passed(turn.message_id, "nothing_memorable") for turn in spoken if turn.message_id not in used]
        return Extraction(tuple(candidates), tuple(passed), readable.usage)

    def _ask(self, messages: list[ChatMessage]) -> _Readable:
        spent = Usage()
        try:
            first = self._chat.ask(messages, Answer)
            spent += Usage(1, first.input_tokens, first.output_tokens)
            try:
                return _Readable(read_answer(first.text), spent)
            except ModelAnswerError as error:
                problem = str(error)
            second = self._chat.ask([*messages, repair_message(problem)], Answer)
            spent += Usage(1, second.input_tokens, second.output_tokens)
            return _Readable(read_answer(second.text), spent)
        except ModelError as error:
            error.model_calls += spent.model_calls
            error.input_tokens += spent.input_tokens
            error.output_tokens += spent.output_tokens
            raise


def _is_short(turn: SpokenTurn, minimum: int) -> bool:
    return turn.role is Role.USER and weight(turn.content.strip()) < minimum


def _candidate(item: AnsweredMemory, turns: Sequence[SpokenTurn], short: set[str]) -> Candidate | None:
    """An answered memory as a candidate; None when its sources are not words of the user.

    A model that names no source at all is taken to mean the whole conversation: losing the fact would be worse.
    """
    named = [turns[number - 1] for number in dict.fromkeys(item.messages) if 1 <= number <= len(turns)]
    named = named if item.messages else list(turns)
    sources = [turn for turn in named if turn.role is Role.USER and turn.message_id not in short]
    if not sources:
        return None
    content = item.content.strip()
    return Candidate(
        content=content,
        kind=item.kind,
        importance=item.importance,
        confidence=item.confidence,
        source_message_ids=tuple(turn.message_id for turn in sources),
        source_snippet=sources[0].content[:_SNIPPET],
        language=language_of(content),
        entities=tuple(
            Entity(entity.name, entity.type if entity.type in _ENTITY_TYPES else "other")
            for entity in item.entities
            if entity.name.strip()
        ),
        replaces=item.replaces or None,
    )
