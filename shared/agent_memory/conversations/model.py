"""Pure types of a conversation."""

from __future__ import annotations

from enum import StrEnum


class Role(StrEnum):
    """Who spoke a turn. Only the user's words are a source of memories; the rest is context."""

    USER = "user"
    ASSISTANT = "assistant"
    SYSTEM = "system"
    TOOL = "tool"
