"""What the statements of one message come to: a slip of the tongue is forgotten, a part of a place is told in full."""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from agent_memory.extraction.grammar.drafts import Draft
from agent_memory.memories.attributes import Agreement, Attribute, agreement, single_valued

_JUST_NAMED: Final = 8
"""How many homes back a place may have been named for a part to belong to it."""

_COMPARED: Final = 200
"""Statements of one attribute that another is compared with, the latest; the store compares what comes of it again."""


@dataclass(frozen=True, slots=True)
class _Told:
    draft: Draft
    attribute: Attribute | None


def settled(drafts: Sequence[Draft]) -> list[Draft]:
    """Drafts of one message that do not contradict each other: what was said last counts, and once.

    A pasted document may have thousands of sentences, so each is compared only with what may contradict it.
    """
    kept: dict[str, _Told] = {}
    by_name: dict[str, dict[str, _Told]] = defaultdict(dict)
    for draft in drafts:
        told = _placed(_Told(draft, single_valued(draft.content)), by_name["home"])
        if told.draft.content in kept:
            continue
        if told.attribute is not None:
            same = by_name[told.attribute.name]
            recent = itertools.islice(reversed(same.values()), _COMPARED)
            for other in [other for other in recent if _contradict(other, told)]:
                del kept[other.draft.content], same[other.draft.content]
                old = other.draft.origin.value if other.draft.origin is not None else None
                told = replace(told, draft=replace(told.draft, replaces=told.draft.replaces or old))
            same[told.draft.content] = told
        kept[told.draft.content] = told
    return [told.draft for told in kept.values()]


def _contradict(before: _Told, after: _Told) -> bool:
    if before.attribute is None or after.attribute is None:
        return False
    return agreement(before.attribute, after.attribute) is Agreement.CONFLICT


def _placed(told: _Told, homes: dict[str, _Told]) -> _Told:
    """ "I moved to Suzhou, I live in the Industrial Park": a part of the place just named belongs to it."""
    attribute, part = told.attribute, _place_name(told.draft)
    if attribute is None or attribute.name != "home" or not attribute.value.startswith("~") or part is None:
        return told
    for other in itertools.islice(reversed(homes.values()), _JUST_NAMED):
        place = _place_name(other.draft)
        if other.attribute is None or other.attribute.value.startswith("~") or place is None:
            continue
        full = f"{place}{part}" if told.draft.language == "zh" else f"{part}, {place}"
        content = told.draft.content.replace(part, full, 1)
        found = single_valued(content)
        if found is not None and found.value.startswith(other.attribute.value):
            return _Told(replace(told.draft, content=content), found)
    return told


def _place_name(draft: Draft) -> str | None:
    return next((entity.name for entity in draft.entities if entity.type == "location"), None)
