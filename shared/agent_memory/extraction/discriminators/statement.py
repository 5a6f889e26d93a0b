"""Everything two statements are compared by, read out of one statement."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from agent_memory.extraction.discriminators.words import Word, read_words
from agent_memory.memories.attributes.reading.clocks import Clock, find_clocks, find_day_parts
from agent_memory.memories.attributes.reading.dates import CalendarDate, find_dates, find_periods
from agent_memory.memories.attributes.reading.lexicon import NEGATION, STATUS, STOP
from agent_memory.memories.attributes.reading.quantities import Quantity, find_articles, find_quantities
from agent_memory.memories.attributes.reading.text import Span, blank_out, has_cjk, lower_form, plain_form

_NUMBER_WITH_UNIT: Final = re.compile(
    r"\d[\d,.]*(?:st|nd|rd|th|k|m|bn|am|pm|km|cm|mm|kg|g|gb|mb|tb|kb|ml|l|lb|lbs|mi|ft|h|hr|hrs|min|mins|yr|yrs|x|s|%|w)"
    r"|\d+(?:-(?:day|week|month|year|hour|minute|person|room|bedroom|page|inch|mile|year-old|km|kg|gb|cm)s?)+"
)
_CODE: Final = re.compile(r"(?<![a-z0-9])[a-z0-9]+(?:[-_./#:@+]+[a-z0-9]+)*(?![a-z0-9])")
_FIGURE: Final = re.compile(r"(?<![\w.])\d{1,3}(?:,\d{3})+(?:\.\d+)?|(?<![\w.])\d+\.\d+(?![.\w])")
_VERSION: Final = re.compile(r"v?\d+(?:\.\d+){2,}|v\d+(?:\.\d+)*|0\d+|\d{7,}|\d+(?:-\d+){2,}")
_TITLE: Final = re.compile(r"《([^》]+)》|\"([^\"]+)\"|「([^」]+)」|(?<![\w])'([^']{2,}?)'(?!\w)")
_QUOTES: Final = re.compile('[《》「」"]')
_ALLERGY: Final = re.compile(r"过敏|allerg")
_CANNOT_EAT: Final = re.compile(
    r"(?:不能|不可以|不会|不敢|不)吃|吃不了|can(?:no|'|)t eat|cannot eat|can not eat|avoids?\b|避免|忌"
)
_FINISHED: Final = re.compile(
    r"(?<!不)完了|完成了|已完成|已经完成|学会了|结束了|\b(?:has|have|had|already|user|i) (?:just |already )?(?:finished|completed)"
)
_PAST_HERE: Final = re.compile(r"(?:用户|^|，|,)(?:以前|之前|早前)")


@dataclass(frozen=True, slots=True)
class StatementReading:
    """One statement, read."""

    chinese: bool
    """Chinese in its frame; names may be in any script."""
    text: str
    dates: tuple[CalendarDate, ...]
    periods: frozenset[str]
    clocks: tuple[Clock, ...]
    day_parts: frozenset[str]
    identifiers: frozenset[str]
    quantities: tuple[Quantity, ...]
    says_one: bool
    """Has an article or `一个`: a one that is often only grammar."""
    titles: frozenset[str]
    words: tuple[Word, ...]
    negated: bool
    statuses: frozenset[str]


def read_statement(text: str) -> StatementReading:
    """Read one statement. What a reader has taken is gone for the next one: 六月三十日 is no number."""
    written = plain_form(text)
    lower = lower_form(written)
    titles = frozenset(next(g for g in m.groups() if g) for m in _TITLE.finditer(lower))
    rest = _QUOTES.sub(" ", lower)
    dates = find_dates(rest)
    rest = _take(rest, dates)
    periods = find_periods(rest)
    rest = _take(rest, periods)
    clocks, day_parts = find_clocks(rest), find_day_parts(rest)
    rest = _take(rest, [*clocks, *day_parts])
    identifiers = find_identifiers(rest)
    rest = _take(rest, identifiers)
    quantities = find_quantities(rest)
    rest = _take(rest, quantities)
    words = tuple(read_words(rest, written))
    return StatementReading(
        chinese=_is_chinese(words),
        text=lower,
        dates=tuple(date for _, date in dates),
        periods=frozenset(period for _, period in periods),
        clocks=tuple(clock for _, clock in clocks),
        day_parts=frozenset(part for _, part in day_parts),
        identifiers=frozenset(code for _, code in identifiers),
        quantities=tuple(quantity for _, quantity in quantities),
        says_one=bool(find_articles(rest)),
        titles=titles,
        words=words,
        negated=_negations(rest, words) % 2 == 1,
        statuses=_statuses(lower, words),
    )


def _is_chinese(words: tuple[Word, ...]) -> bool:
    """By the frame of the sentence, so that a name in the other script does not decide."""
    chinese = sum(has_cjk(word.text) for word in words)
    english = sum(word.group == STOP and not has_cjk(word.text) for word in words)
    return chinese > english


def find_identifiers(text: str) -> list[tuple[Span, str]]:
    """Codes: letters with digits (`e1042`, `cn-a10293`), versions, leading zeros, and long runs of digits."""
    found: list[tuple[Span, str]] = []
    for match in _CODE.finditer(_take(text, [(m.span(), None) for m in _FIGURE.finditer(text)])):
        code = match[0]
        if not any(c.isdigit() for c in code) or _NUMBER_WITH_UNIT.fullmatch(code):
            continue
        if any(c.isalpha() for c in code) or _VERSION.fullmatch(code):
            found.append((match.span(), code))
    return found


def _take(text: str, found: Iterable[tuple[Span, object]]) -> str:
    return blank_out(text, (span for span, _ in found))


def _negations(rest: str, words: tuple[Word, ...]) -> int:
    """How many negations there are. "Cannot eat X" beside an allergy only repeats the allergy."""
    skipped = [m.span() for m in _CANNOT_EAT.finditer(rest)] if _ALLERGY.search(rest) else []
    return sum(
        word.group == NEGATION and not any(start <= word.span[0] < end for start, end in skipped) for word in words
    )


def _statuses(lower: str, words: tuple[Word, ...]) -> frozenset[str]:
    found = {word.name for word in words if word.group == STATUS}
    if _FINISHED.search(lower):
        found.add("finished")
    if _PAST_HERE.search(lower):
        found.add("past")
    return frozenset(found)
