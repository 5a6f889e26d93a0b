"""The names of the models we depend on, as errors, metrics and breakers say them."""

from __future__ import annotations

from typing import Final

CHAT: Final = "chat"
EMBEDDING: Final = "embedding"
