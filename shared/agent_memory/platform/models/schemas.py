"""JSON schemas as strict structured output wants them, from the pydantic model that reads the answer."""

from __future__ import annotations

from typing import Any, Final, cast

from pydantic import BaseModel

_KEPT: Final = frozenset(["type", "properties", "items", "enum", "const", "anyOf", "$ref", "$defs", "description"])
"""The keywords that every endpoint with strict schemas understands. Bounds are checked by the model that reads."""


def strict_schema(model: type[BaseModel]) -> dict[str, Any]:
    """The schema of an answer: every property required, none besides, no keyword beyond the common ones."""
    return cast("dict[str, Any]", _strict(model.model_json_schema()))


def _strict(node: object) -> object:
    if isinstance(node, list):
        return [_strict(item) for item in cast("list[object]", node)]
    if not isinstance(node, dict):
        return node
    kept: dict[str, object] = {}
    for name, value in cast("dict[str, object]", node).items():
        if name in ("properties", "$defs"):
            kept[name] = {key: _strict(inner) for key, inner in cast("dict[str, object]", value).items()}
        elif name in _KEPT:
            kept[name] = _strict(value)
    if isinstance(kept.get("properties"), dict):
        kept["required"] = list(cast("dict[str, object]", kept["properties"]))
        kept["additionalProperties"] = False
    return kept
