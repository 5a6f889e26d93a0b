"""Values as models write them, read by rule: a statement is not lost because something beside it is odd."""

from __future__ import annotations

import re
from typing import Final, cast

from agent_memory.memories.model import Kind

_NUMBER: Final = re.compile(r"\d{1,6}")


def read_confidence(value: object) -> float:
    """Models write 0.9, "0.9" or 95; what is not a number in range is doubtful (0.5), not wrong."""
    try:
        number = float(str(value))
    except ValueError:
        return 0.5
    if 1 < number <= 100:
        number /= 100
    return number if 0 <= number <= 1 else 0.5


def read_kind(value: object) -> Kind:
    """A kind of ours in any case; whatever else is a fact."""
    try:
        return Kind(str(value).strip().lower())
    except ValueError:
        return Kind.FACT


def read_importance(value: object) -> int:
    """Rounded into 1 to 5; ordinary (3) when it is no number."""
    try:
        return max(1, min(5, round(float(str(value)))))
    except (ValueError, OverflowError):
        return 3


def read_numbers(value: object) -> list[int]:
    """Message numbers: 1, "1", "[1]", "message 2"; nothing where none is named."""
    items = cast("list[object]", value) if isinstance(value, list) else [value]
    return [int(found.group()) for item in items if item is not None and (found := _NUMBER.search(str(item)))]


def read_text(value: object) -> str | None:
    """A text that says something, else None."""
    return value if isinstance(value, str) and value.strip() else None


def read_entities(value: object) -> list[object]:
    """Entities as objects; a bare name is one without a type, and what has no name is left out."""
    items = cast("list[object]", value) if isinstance(value, list) else []
    named = [{"name": item} if isinstance(item, str) else item for item in items]
    return [entity for item in named if (entity := _entity(item)) is not None]


def _entity(item: object) -> dict[str, str] | None:
    if not isinstance(item, dict):
        return None
    fields = cast("dict[str, object]", item)
    name, kind = read_text(fields.get("name")), read_text(fields.get("type"))
    return None if name is None else {"name": name, "type": (kind or "other").strip().lower()}
