"""JSON schemas of our models, as strict and as lenient as what reads and writes them."""

from __future__ import annotations

from typing import Any

from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core import core_schema

from agent_memory.api.models.common import TEXT_PATTERN, ResponseModel


class JsonSchemas(GenerateJsonSchema):
    """pydantic's schemas without the titles it makes up, and with what is common to all our models."""

    def field_title_should_be_set(self, schema: Any) -> bool:
        """Never: the title of `userId` would be "Userid"."""
        del schema
        return False

    def str_schema(self, schema: core_schema.StringSchema) -> JsonSchemaValue:
        """A text; one that comes in has no NUL."""
        shape = super().str_schema(schema)
        if self.mode == "validation":
            shape.setdefault("pattern", TEXT_PATTERN)
        return shape

    def model_schema(self, schema: core_schema.ModelSchema) -> JsonSchemaValue:
        """A model; one that goes out leaves out what is None."""
        shape = super().model_schema(schema)
        model = schema["cls"]
        if issubclass(model, ResponseModel):
            _as_sent(model, shape)
        return shape


def without_null(shape: dict[str, Any]) -> dict[str, Any]:
    """A schema for where there is no null: a query parameter, or a field that is left out instead."""
    rest = {name: value for name, value in shape.items() if name != "anyOf" and (name, value) != ("default", None)}
    alternatives = [item for item in shape.get("anyOf", []) if item != {"type": "null"}]
    if len(alternatives) == 1:
        return {**alternatives[0], **rest}
    return {**rest, "anyOf": alternatives} if alternatives else rest


def _as_sent(model: type[ResponseModel], shape: dict[str, Any]) -> None:
    always: list[str] = []
    for shown, item in shape["properties"].items():
        if {"type": "null"} in item.get("anyOf", []) and shown not in model.nullable:
            shape["properties"][shown] = without_null(item)
        else:
            always.append(shown)
    shape["required"] = always
