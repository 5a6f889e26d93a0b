"""What a correction refers to: the statement just made, in this message or in the turn before it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from agent_memory.extraction.grammar.drafts import Draft
from agent_memory.extraction.grammar.rules import Subject, Who
from agent_memory.memories.attributes import Agreement, agreement, single_valued

_FIGURE: Final = re.compile(
    r"\d|[一二两三四五六七八九十百千万]|\b(?:one|two|three|four|five|six|seven|eight|nine|ten)\b"
)
_LATIN: Final = re.compile(r"[a-z]{2}", re.I)
_HAN: Final = re.compile("[一-鿿]")
_CODE: Final = re.compile(r"[@\d]")
_LONGER: Final = 8
_PREPOSITIONS: Final = tuple("在对从跟和给把由")


def is_other_value(old: Draft, new: Draft, old_value: str, new_value: str) -> bool:
    """Whether `new` is `old` with another value in the same place: of the same attribute, or of the same sort."""
    if old.content == new.content:
        return False
    before, after = single_valued(old.content), single_valued(new.content)
    if before is not None:
        return after is not None and before.name == after.name and agreement(before, after) is not Agreement.SAME
    return after is None and _same_sort(old_value, new_value)


def _same_sort(a: str, b: str) -> bool:
    """Figures correct figures, words correct words: "8,000" is no other place than "Boston"."""
    if bool(_FIGURE.search(a)) != bool(_FIGURE.search(b)) or len(b) > 2 * len(a) + _LONGER:
        return False
    if _CODE.search(a) or _CODE.search(b):
        return bool(_CODE.search(a)) == bool(_CODE.search(b))
    return bool(_HAN.search(a)) == bool(_HAN.search(b)) or bool(_LATIN.search(a)) == bool(_LATIN.search(b))


_SHAPES: Final = (
    re.compile(r"\d{1,2}:\d\d(?: ?[ap]\.?m\.?)?", re.I),
    re.compile(r"[\d一二两三四五六七八九十]{1,3}点(?:半|一刻|三刻|[\d一二三四五六七八九十]{1,3}分?)?"),
    re.compile(r"\d{1,2}月\d{1,2}[日号]"),
    re.compile(r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]* \d{1,2}(?:st|nd|rd|th)?\b", re.I),
    re.compile(
        r"(?:下下|下|这|本)?(?:周|星期|礼拜)[一二三四五六日天]|(?:next |this )?(?:mon|tues|wednes|thurs|fri|satur|sun)day",
        re.I,
    ),
    re.compile(
        r"[$€£¥]?\d[\d,.]*(?<![,.]) ?(?:mg|g|kg|ml|l|km|cm|m|k|%|万|千|元|块|岁|天|年|个月|小时|分钟|公里|斤|公斤|hours?|minutes?|days?|weeks?|months?"
        r"|years?|miles?)?(?![\w-])",
        re.I,
    ),
    re.compile(r"(?:one|two|three|four|five|six|seven|eight|nine|ten)\b", re.I),
)
"""Values by which one part of a longer slot can be recognised: times, dates, amounts."""


def places_for(value: str, text: str, spans: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Where in a clause a value may belong: a time for the only time in a slot, else the whole of a slot."""
    found: list[tuple[int, int]] = []
    for start, end in spans:
        if value[:1] in _PREPOSITIONS and not text[:start].rstrip().endswith(value[:1]):
            continue  # "在京东" is no job and no name
        shape = next((pattern for pattern in _SHAPES if pattern.match(value)), None)
        alike = [m.span() for m in shape.finditer(text, start, end)] if shape is not None else []
        found += [*(alike if len(alike) == 1 else []), (start, end)]
    return list(dict.fromkeys(found))


def slip_of(draft: Draft, drafts: Sequence[Draft]) -> Draft | None:
    """The last of the drafts that says of the same subject, by the same rule, what a correction says otherwise."""
    return next((other for other in reversed(drafts) if _is_slip(other, draft)), None)


def _is_slip(other: Draft, draft: Draft) -> bool:
    if other.origin is None or draft.origin is None or other.content == draft.content:
        return False
    a, b = other.origin, draft.origin
    if (a.subject.who, a.subject.noun) != (b.subject.who, b.subject.noun):
        return False
    if draft.sets is not None and draft.sets != "s" and draft.sets == other.sets:
        return True
    return a.rule.name == b.rule.name


def without(drafts: list[Draft], draft: Draft) -> None:
    """Take one draft out of a list, by identity."""
    drafts[:] = [other for other in drafts if other is not draft]


def fuller_subject(subject: Subject, drafts: Iterable[Draft]) -> tuple[Subject, Draft] | None:
    """ "The budget" after "the budget for the kitchen": what is meant, and the draft that says so."""
    for draft in drafts:
        if draft.origin is None or draft.origin.subject.who is not Who.ATTRIBUTE:
            continue
        meant = draft.origin.subject
        same = _head(meant.noun) == _head(subject.noun) and meant.of_relation == subject.of_relation
        if same and meant.label != subject.label:
            return replace(meant, said=subject.said), draft
    return None


_TOOL_WORD: Final = re.compile(r" ?(?:系统|软件|平台|工具|app|应用)$| ")
_KINDS: Final = (
    (re.compile(r"截止|deadline|ddl|期限|due date"), "deadline"),
    (re.compile(r"预算|budget"), "budget"),
    (re.compile(r"交期|交付"), "delivery"),
    (re.compile(r"上线|launch"), "launch"),
    (re.compile(r"电话|手机号|号码|联系方式|phone|cell|mobile"), "phone"),
    (re.compile(r"邮箱|e-?mail"), "email"),
)


def _head(noun: str) -> str:
    """What sort of attribute a noun names."""
    if noun.startswith("系统:"):
        return _TOOL_WORD.sub("", noun)
    found = next((kind for pattern, kind in _KINDS if pattern.search(noun)), None)
    return found or noun.rpartition(" ")[2]
