"""Counting tokens and spending a budget of them. The tokenizer itself is loaded by the platform."""

from __future__ import annotations

from typing import Protocol


class TokenCounter(Protocol):
    """Counts the tokens a model would see. Special-token text counts as plain text."""

    def count(self, text: str) -> int:
        """Tokens in the text; never negative."""
        ...
