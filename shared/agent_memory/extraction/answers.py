"""Reading a model's JSON: through fences and prose, item by item, never taking garbage for an empty answer."""

from __future__ import annotations

import json
from typing import Any, Final, cast

from pydantic import ValidationError

from agent_memory.core.errors import ModelAnswerError
from agent_memory.core.text import is_blank, repair_text
from agent_memory.extraction.prompts import Answer, AnsweredMemory

_MAX_STARTS: Final = 100


def read_answer(text: str) -> Answer:
    """The first JSON object in the text that is an answer. Items that are null, blank or malformed are dropped,
    unless nothing else is left: then the answer was unusable, which is not the same as empty.

    Raises:
        ModelAnswerError: there is none.
    """
    for document in _objects(text):
        if "memories" in document:
            return _answer(document["memories"])
    raise ModelAnswerError("no JSON object with memories")


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


def _objects(text: str) -> list[dict[str, Any]]:
    """The JSON objects that start somewhere in the text, outermost first; a top-level list is one of memories.

    Tries a bounded number of places: a text of 100,000 brackets is no answer, however long one looks.
    """
    decoder = json.JSONDecoder()
    found: list[dict[str, Any]] = []
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
        if isinstance(value, dict):
            found.append(cast("dict[str, Any]", value))
        elif isinstance(value, list):
            found.append({"memories": value})
    return found


def _next_start(text: str, position: int) -> int:
    starts = [start for mark in "{[" if (start := text.find(mark, position)) >= 0]
    return min(starts, default=-1)
