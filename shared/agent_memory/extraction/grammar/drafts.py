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
_HAN: Final = re.compile("[一-鿿]+")
_NUMERALS: Final = "零一二两三四五六七八九十百千万"
_CARRIED: Final = 0.1
"""A statement whose subject was left out is that much less certain."""


@dataclass(frozen=True, slots=True)
class Origin:
    """The clause a draft was read from: enough to read it again with another value in one of its slots."""

    rule: Rule
    subject: Subject
    text: str
    """What the clause says of its subject, as written."""
    spans: tuple[tuple[int, int], ...]
    """The slots in `text`, the last first."""

    @property
    def value(self) -> str | None:
        """What the clause says of its subject that could have been something else."""
        return without_preposition(self.text[slice(*self.spans[0])]) if self.spans else None

    def with_value(self, span: tuple[int, int], value: str) -> str:
        """The clause with another value in a slot. What the value repeats of the words around it is not doubled
        ("对花生过敏" and "对腰果过敏"), and a preposition that it leaves out stays ("in Boston" and "Salem")."""
        before, old, rest = self.text[: span[0]], self.text[slice(*span)], self.text[span[1] :]
        lead = _PREPOSITION.match(old)
        kept = lead[0] if lead and not _PREPOSITION.match(value) else old[: len(old) - len(old.lstrip())]
        return before + kept + _fitted(before.rstrip(), value, rest) + rest


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
    origin: Origin | None = None
    turn: int = -1
    """Number of the turn it was read from."""
    basis: int | None = None
    """Number of the earlier turn without which it would not be understood ("no, 8,000")."""


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
        origin=Origin(rule, subject, dated.text, _slots(match)),
    )


_NO_SLOTS: Final = frozenset({"adv", "old", "old2", "what", "deed", "how", "mod", "tail", "more", "half", "n"})
"""Groups that say how or of what something is so; they are slots only where there is no other."""


def _slots(match: re.Match[str]) -> tuple[tuple[int, int], ...]:
    """The slots of a match, those that carry values first, the last of them first."""
    names = [
        name
        for name, value in match.groupdict().items()
        if value and value.strip() and name not in ("adv", "old", "old2")
    ]
    values = [name for name in names if name not in _NO_SLOTS] or names
    return tuple(sorted((match.span(name) for name in values), reverse=True))


def rests_on(draft: Draft) -> int | None:
    """The first of the earlier turns that a statement about this draft cannot do without."""
    return draft.basis if draft.basis is not None else draft.turn if draft.turn >= 0 else None


def old_value(match: re.Match[str], dated: DatedText) -> str | None:
    """The value that a clause says is no longer true, as the user wrote it."""
    groups = match.groupdict()
    group = next((name for name in ("old", "old2") if groups.get(name)), None)
    return dated.text[slice(*match.span(group))].strip().removesuffix("了") if group else None


def is_outing(draft: Draft) -> bool:
    """ "我想去故宫玩，怎么走？" is asked for today; a dated plan or a bigger wish is not."""
    return draft.kind is Kind.INTENT and draft.last_day is None and _OUTING.search(draft.content) is not None


def with_value(content: str, old: str, new: str) -> str:
    """A statement with another value; a unit that both have is not doubled ("5000" + "元" and "8000元")."""
    start = content.index(old)
    rest = content[start + len(old) :]
    return content[:start] + _fitted("", new, rest) + rest


_PREPOSITION: Final = re.compile(r"^\s*(?:in|at|on|for|as|near|by|to|from)\s+", re.I)


def without_preposition(slot: str) -> str:
    """What a slot holds, without the preposition it may begin with."""
    return _PREPOSITION.sub("", slot, count=1).strip()


def _fitted(before: str, value: str, rest: str) -> str:
    """A value without what stands before and after its place already: "在京东" after "在", "7岁" before "岁"."""
    rest = rest.lstrip()
    for size in range(min(3, len(value) - 1), 0, -1):
        if before.endswith(value[:size]) and _HAN.fullmatch(value[:size]):
            value = value[size:]
            break
    for size in range(min(len(value) - 1, len(rest)), 0, -1):
        if value.endswith(rest[:size]) and (size > 1 or value[-2:-1].isdigit() or value[-2:-1] in _NUMERALS):
            return value[:-size].rstrip()
    return value


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
