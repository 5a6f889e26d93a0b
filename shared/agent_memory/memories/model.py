"""Pure types of a memory. Field names follow the API contract (section A of the requirements)."""

from __future__ import annotations

from enum import StrEnum


class MemoryType(StrEnum):
    """What a memory is for; decides how it is injected into the context."""

    CORE = "core"
    FACT = "fact"
    PREFERENCE = "preference"
    SUMMARY = "summary"
    NOTE = "note"


class Source(StrEnum):
    """How a memory came to be."""

    AUTO = "auto"
    AGENT = "agent"
    ADMIN = "admin"


class Kind(StrEnum):
    """What sort of statement an extracted memory is; refines `MemoryType` and sets the default TTL."""

    FACT = "fact"
    PREFERENCE = "preference"
    CONSTRAINT = "constraint"
    INTENT = "intent"
    KNOWLEDGE = "knowledge"
    RELATIONSHIP = "relationship"


TTL_DAYS: dict[Kind, int] = {
    Kind.FACT: 180,
    Kind.PREFERENCE: 365,
    Kind.CONSTRAINT: 30,
    Kind.INTENT: 7,
    Kind.KNOWLEDGE: 365,
    Kind.RELATIONSHIP: 730,
}
"""Default time to live of an extracted memory, in days (requirement B4)."""


def memory_type_of(kind: Kind) -> MemoryType:
    """The memory type that extraction gives a statement of this kind (requirement B4)."""
    return MemoryType.PREFERENCE if kind is Kind.PREFERENCE else MemoryType.FACT
