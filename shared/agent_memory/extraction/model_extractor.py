"""Extraction by a language model behind any OpenAI-compatible endpoint."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from agent_memory.conversations.model import Role
from agent_memory.core.errors import ModelAnswerError
from agent_memory.core.text import language_of
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

    def ask(self, messages: Sequence[ChatMessage]) -> ChatAnswer: ...


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
            ModelAnswerError: two answers could not be read.
            DependencyUnavailableError: no answer, or not in time.
        """
        short = {turn.message_id for turn in turns if _is_short(turn, self._minimum)} - read_before
        no_source = short | read_before
        spoken = [turn for turn in turns if turn.role is Role.USER and turn.message_id not in no_source]
        passed = [Passed(turn.message_id, "too_short") for turn in turns if turn.message_id in short]
        if not spoken:
            return Extraction((), tuple(passed))
        readable = self._ask(extraction_messages(turns, time_zone, instructions, read_before))
        candidates = [
            candidate
            for item in readable.answer.memories
            if (candidate := _candidate(item, turns, no_source)) is not None
        ]
        used = {message_id for candidate in candidates for message_id in candidate.source_message_ids}
        passed += [Passed(turn.message_id, "nothing_memorable") for turn in spoken if turn.message_id not in used]
        return Extraction(tuple(candidates), tuple(passed), readable.usage)

    def _ask(self, messages: list[ChatMessage]) -> _Readable:
        first = self._chat.ask(messages)
        try:
            return _Readable(read_answer(first.text), Usage(1, first.input_tokens, first.output_tokens))
        except ModelAnswerError as error:
            second = self._chat.ask([*messages, repair_message(str(error))])
            usage = Usage(2, first.input_tokens + second.input_tokens, first.output_tokens + second.output_tokens)
            return _Readable(read_answer(second.text), usage)


def _is_short(turn: SpokenTurn, minimum: int) -> bool:
    return turn.role is Role.USER and len(turn.content.strip()) < minimum


def _candidate(item: AnsweredMemory, turns: Sequence[SpokenTurn], no_source: set[str]) -> Candidate | None:
    """An answered memory as a candidate; None when its sources are not words of the user that are read now.

    A model that names no source at all is taken to mean the whole conversation: losing the fact would be worse.
    """
    named = [turns[number - 1] for number in dict.fromkeys(item.messages) if 1 <= number <= len(turns)]
    named = named if item.messages else list(turns)
    sources = [turn for turn in named if turn.role is Role.USER and turn.message_id not in no_source]
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
