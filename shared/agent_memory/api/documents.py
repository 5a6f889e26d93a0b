"""JSON documents from outside - request bodies and queue messages - checked and turned into models."""

from __future__ import annotations

import json
from typing import Any, TypeVar, cast

from pydantic import TypeAdapter, ValidationError

from agent_memory.core.errors import FieldError, ValidationFailedError
from agent_memory.core.text import text_problem

Parsed = TypeVar("Parsed")


def parse_document(text: str, model: type[Parsed] | TypeAdapter[Parsed]) -> Parsed:
    """A JSON document as a model, strictly: no coercion, no unknown field, no text that cannot be taken in.

    Raises:
        ValidationFailedError: naming each bad field.
    """
    try:
        document = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ValidationFailedError.of("body", "is not valid JSON") from error
    problems = _problems(document)
    if problems:
        raise ValidationFailedError(*problems)
    adapter = model if isinstance(model, TypeAdapter) else TypeAdapter[Parsed](model)
    try:
        return adapter.validate_json(text, strict=True)
    except ValidationError as error:
        raise failed(error) from error


def failed(error: ValidationError) -> ValidationFailedError:
    """pydantic's findings as ours. Its messages may quote values, so only the kind of fault is told."""
    return ValidationFailedError(*(FieldError(_path(item["loc"]), _message(item)) for item in error.errors()))


def _problems(document: object) -> list[FieldError]:
    """What is wrong with the texts and names of a document, by path.

    Our names have no underscore. pydantic's JSON parser silently drops a field that is spelled like the Python
    attribute instead of its alias, so such names are refused here, as every other unknown field is.
    """
    found: list[FieldError] = []
    stack: list[tuple[object, str]] = [(document, "")]
    while stack:
        current, where = stack.pop()
        if isinstance(current, str):
            problem = text_problem(current)
            if problem:
                found.append(FieldError(where or "body", problem))
        elif isinstance(current, list):
            items = cast("list[object]", current)
            stack += [(item, f"{where}[{position}]") for position, item in enumerate(items)]
        elif isinstance(current, dict):
            for name, item in cast("dict[str, object]", current).items():
                bad_name = text_problem(name)
                path = where or "body" if bad_name else f"{where}.{name}" if where else name
                if bad_name:
                    found.append(FieldError(path, f"has a field name that {bad_name}"))
                elif "_" in name:
                    found.append(FieldError(path, "is not a known field"))
                else:
                    stack.append((item, path))
    return sorted(found, key=lambda error: error.field)


def _path(location: tuple[int | str, ...]) -> str:
    path = ""
    for part in location:
        path += f"[{part}]" if isinstance(part, int) else f".{part}" if path else part
    return path or "body"


def _message(item: Any) -> str:
    kind: str = item["type"]
    if kind == "extra_forbidden":
        return "is not a known field"
    if kind == "missing":
        return "is required"
    if kind == "value_error":
        return str(item["ctx"]["error"])
    return str(item["msg"])
