"""What a reader of attribute values answers."""

from __future__ import annotations

import re
from typing import Final

Found = tuple[str | None, str] | None
"""`(object, value)`: the object is None for attributes that have none. None when the words are no such value."""

LIST: Final = re.compile(r"[、/;；]|和|与|或者?|以及|\b(?:and|or)\b|[,，]")
"""More than one thing: no single value."""


def value_only(value: str | None) -> Found:
    """The answer for an attribute without an object."""
    return (None, value) if value else None
