"""The name inside a slot: "in Suzhou with my wife" names Suzhou."""

from __future__ import annotations

import re
from typing import Final

_HAN: Final = re.compile("[一-鿿]")
_MASKED: Final = re.compile(r"[PTFRD]{2,}")
_EN_LEAD: Final = re.compile(
    r"^(?:(?:in|at|near|on|outside|around|for|as|from|to|by|of|a|an|the|my|our|his|her|their|own|just|close to"
    r"|out of)\s+)+",
    re.I,
)
_EN_TAIL: Final = re.compile(
    r"(?:,|;|\s-|\s(?:with|for|because|when|while|so|to|since|until|after|before|during|every|each|at|who|which|that"
    r"|on|as|and i|last|next|now|right|in (?=my|our|the|january|february|march|april|may|june|july|august|september"
    r"|october|november|december|\d)))\b.*$",
    re.I | re.S,
)
_ZH_NOISE: Final = re.compile(r"的|了|^[一两三这那]|^(?:做|学|干|搞|在|是|要)")
_LONGEST: Final = 40


def entity_name(text: str, mask: str) -> str | None:
    """The name in a slot; None when the slot holds a phrase instead of a name."""
    masked = _MASKED.search(mask)
    name = text[: masked.start()] if masked else text
    name = name.strip(" ,，、“”\"'《》「」。.!！")
    if _HAN.search(name):
        return name if 1 < len(name) <= 14 and not _ZH_NOISE.search(name) else None
    name = _EN_LEAD.sub("", _EN_TAIL.sub("", name)).strip(" ,.!'\"")
    return name if 1 < len(name) <= _LONGEST else None
