"""Reading a model's JSON: through fences and prose, item by item, never taking garbage for an empty answer."""

from __future__ import annotations

import json
import re
from typing import Final, cast

from pydantic import ValidationError

from agent_memory.core.errors import ModelAnswerError
from agent_memory.core.text import is_blank, repair_text
from agent_memory.extraction.prompts import Answer, AnsweredMemory

_MAX_STARTS: Final = 100
_TRAILING_COMMA: Final = re.compile(r'("(?:\\.|[^"\\])*")|,(?=\s*[}\]])')
"""A string, to be kept as it is, or a comma with nothing after it."""


def read_answer(text: str) -> Answer:
    """The first answer in the text that says something, else one that says there is nothing to say.

    Items that are null, blank or malformed are dropped, unless nothing else is left: then the answer was unusable,
    which is not the same as empty.

    Raises:
        ModelAnswerError: there is none, or none that can be read.
    """
    problem = ModelAnswerError("no JSON object with memories")
    empty: Answer | None = None
    for listed in _listings(text) or _listings(_TRAILING_COMMA.sub(r"\1", text)):
        try:
            answer = _answer(listed)
        except ModelAnswerError as error:
            problem, empty = error, None
            continue
        if answer.memories:
            return answer
        empty = answer
    if empty is None:
        raise problem
    return empty


def _answer(listed: object) -> Answer:
    if listed is None:
        return Answer(memories=[])
    if not isinstance(listed, list):
        raise ModelAnswerError("memories is not a list")
    items = cast("list[object]", listed)
    readable = [memory for item in items if item is not None and (memory := _memory(item)) is not None]
    if any(item is not None for item in items) and not readable:
        raise ModelAnswerError("no readable memory in the list")
    return Answer(memories=[memory for memory in readable if not is_blank(memory.content)])


def _memory(item: object) -> AnsweredMemory | None:
    try:
        return AnsweredMemory.model_validate(_repaired(item))
    except ValidationError:
        return None


def _repaired(value: object) -> object:
    """A decoded document whose texts can be stored: escapes may have decoded to NUL or to half a character."""
    if isinstance(value, str):
        return repair_text(value)
    if isinstance(value, list):
        return [_repaired(item) for item in cast("list[object]", value)]
    if isinstance(value, dict):
        return {name: _repaired(item) for name, item in cast("dict[str, object]", value).items()}
    return value


def _listings(text: str) -> list[object]:
    """What may be the list of memories: the `memories` of JSON objects in the text, outermost first, or a bare list.

    Tries a bounded number of places: a text of 100,000 brackets is no answer, however long one looks.
    """
    decoder = json.JSONDecoder()
    found: list[object] = []
    position = 0
    for _ in range(_MAX_STARTS):
        start = _next_start(text, position)
        if start < 0:
            break
        try:
            value, position = decoder.raw_decode(text, start)
        except (ValueError, RecursionError):
            position = start + 1
            continue
        if isinstance(value, dict) and "memories" in value:
            found.append(cast("dict[str, object]", value)["memories"])
        elif isinstance(value, list) and _lists_memories(cast("list[object]", value), text[:start] + text[position:]):
            found.append(cast("list[object]", value))
    return found


def _lists_memories(items: list[object], around: str) -> bool:
    """Whether a bare list is an answer. `[]` is one by itself; inside something broken it may be anybody's."""
    if not items:
        return around.strip("` \r\n\t") in ("", "json")
    return any(isinstance(item, dict) and "content" in item for item in items)


def _next_start(text: str, position: int) -> int:
    starts = [start for mark in "{[" if (start := text.find(mark, position)) >= 0]
    return min(starts, default=-1)
