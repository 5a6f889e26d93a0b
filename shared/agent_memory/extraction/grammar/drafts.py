"""Statements on their way to becoming candidates."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from typing import Final

from agent_memory.extraction.grammar.dates import DatedText
from agent_memory.extraction.grammar.entities import entity_name
from agent_memory.extraction.grammar.rules import Rule, Subject, Who
from agent_memory.extraction.model import Entity
from agent_memory.memories.model import Kind

_OUTING: Final = re.compile(
    r"(?:打算|计划|准备|想|要)(?:先|在[^,]{1,12})?(?:去|找|玩|吃|逛|坐|搭|打车|住|叫|呼叫|订|尝|出去|安排|外出|就餐"
    r"|游玩|乘|散步|转转)"
)
_CARRIED: Final = 0.1
"""A statement whose subject was left out is that much less certain."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A statement before it becomes a candidate."""

    content: str
    kind: Kind
    importance: int
    confidence: float
    snippet: str
    language: str
    entities: tuple[Entity, ...] = ()
    replaces: str | None = None
    ttl_days: int | None = None
    last_day: date | None = None
    """The latest day that it names."""
    sets: str | None = None
    """The attribute that it gives a value to."""


def draft_of(rule: Rule, match: re.Match[str], content: str, dated: DatedText, subject: Subject, snippet: str) -> Draft:
    """A draft of what a rule made of a clause. Facts about relations are relationship facts, never identity."""
    about_family = subject.who in (Who.FAMILY, Who.CONTACT) or subject.of_relation
    certain = subject.said or rule.who == frozenset({Who.ASSISTANT})
    return Draft(
        content=content,
        kind=Kind.RELATIONSHIP if about_family else rule.kind,
        importance=min(rule.importance, 4) if about_family else rule.importance,
        confidence=rule.confidence if certain else rule.confidence - _CARRIED,
        snippet=snippet,
        language="zh" if dated.chinese else "en",
        entities=_entities(rule, match, dated),
        ttl_days=None if about_family else rule.ttl_days,
        last_day=None if rule.keep_dates else dated.last_day(),
        sets=rule.sets,
    )


def old_value(match: re.Match[str], dated: DatedText) -> str | None:
    """The value that a clause says is no longer true, as the user wrote it."""
    groups = match.groupdict()
    group = next((name for name in ("old", "old2") if groups.get(name)), None)
    return dated.text[slice(*match.span(group))] if group else None


def is_outing(draft: Draft) -> bool:
    """ "我想去故宫玩，怎么走？" is asked for today; a dated plan or a bigger wish is not."""
    return draft.kind is Kind.INTENT and draft.last_day is None and _OUTING.search(draft.content) is not None


def with_value(content: str, old: str, new: str) -> str:
    """A statement with another value; a unit that both have is not doubled ("5000" + "元" and "8000元")."""
    start = content.index(old)
    rest = content[start + len(old) :]
    unit = re.search(r"\D*$", new)
    if unit and unit[0].strip() and rest.lstrip().startswith(unit[0].strip()):
        new = new[: unit.start()]
    return content[:start] + new + rest


def _entities(rule: Rule, match: re.Match[str], dated: DatedText) -> tuple[Entity, ...]:
    groups = match.groupdict()
    found: list[Entity] = []
    for group, sort in rule.entities:
        if groups.get(group):
            span = slice(*match.span(group))
            name = entity_name(dated.text[span], dated.mask[span])
            if name:
                found.append(Entity(name, sort))
    return tuple(found)
