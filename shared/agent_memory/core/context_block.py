"""The envelope around recalled text in a prompt, and how to find it again.

Recall writes it, extraction strips it: what we injected must never come back as a new memory.
"""

from __future__ import annotations

import re
from typing import Final

OPENING: Final = "<agent-memory>"
CLOSING: Final = "</agent-memory>"

_BLOCK: Final = re.compile(r"<agent-memory\b[^>]*>.*?(?:</agent-memory\s*>|\Z)", re.DOTALL | re.IGNORECASE)
_ESCAPES: Final = str.maketrans({"<": "‹", ">": "›", "\r": " ", "\n": " ", "\u2028": " ", "\u2029": " "})


def escape(text: str) -> str:
    """Recalled text as one line that cannot open or close an envelope."""
    return text.translate(_ESCAPES)


def strip_blocks(text: str) -> str:
    """The text without our envelopes and what is in them; an unclosed one reaches to the end."""
    return _BLOCK.sub("", text)
