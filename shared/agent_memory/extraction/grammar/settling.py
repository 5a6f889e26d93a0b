"""What the statements of one message come to: a slip of the tongue is forgotten, a part of a place is told in full."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from agent_memory.extraction.grammar.drafts import Draft
from agent_memory.memories.attributes import Agreement, Attribute, agreement, single_valued


def settled(drafts: Sequence[Draft]) -> list[Draft]:
    """Drafts of one message that do not contradict each other: what was said last counts."""
    kept: list[Draft] = []
    for draft in drafts:
        told = _placed(draft, kept)
        attribute = single_valued(told.content)
        for other in list(kept):
            if attribute is not None and _contradicts(attribute, other):
                kept.remove(other)
                old = other.origin.value if other.origin is not None else None
                told = replace(told, replaces=told.replaces or old)
        kept.append(told)
    return kept


def _contradicts(attribute: Attribute, other: Draft) -> bool:
    before = single_valued(other.content)
    return before is not None and agreement(before, attribute) is Agreement.CONFLICT


def _placed(draft: Draft, earlier: Sequence[Draft]) -> Draft:
    """ "I moved to Suzhou, I live in the Industrial Park": a part of the place just named belongs to it."""
    attribute, part = single_valued(draft.content), _place_name(draft)
    if attribute is None or attribute.name != "home" or not attribute.value.startswith("~") or part is None:
        return draft
    for other in reversed(earlier):
        whole, place = single_valued(other.content), _place_name(other)
        if whole is None or whole.name != "home" or whole.value.startswith("~") or place is None:
            continue
        full = f"{place}{part}" if draft.language == "zh" else f"{part}, {place}"
        told = draft.content.replace(part, full, 1)
        found = single_valued(told)
        if found is not None and found.value.startswith(whole.value):
            return replace(draft, content=told)
    return draft


def _place_name(draft: Draft) -> str | None:
    return next((entity.name for entity in draft.entities if entity.type == "location"), None)
