"""Time expressions inside a clause: masked for the rules, written out as absolute dates for the statements."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final
from zoneinfo import ZoneInfo

from agent_memory.core.time_expressions import Direction, Granularity, TimeExpression, resolve
from agent_memory.core.time_expressions.festivals import EN_NAMES, ZH_NAMES
from agent_memory.extraction.grammar.date_forms import en_form, with_preposition, zh_form
from agent_memory.extraction.grammar.rules import FILLER, FUTURE, LENGTH, PAST, PRESENT, RECURRING

_TENSE: Final = {Direction.PAST: PAST, Direction.PRESENT: PRESENT, Direction.FUTURE: FUTURE}
_DATED: Final = frozenset(_TENSE.values())
_KEEP: Final = frozenset(
    {Granularity.NOW, Granularity.VAGUE, Granularity.DECADE, Granularity.CENTURY, Granularity.PART}
)
_BARE_DAY: Final = re.compile(r"(?:周|星期|礼拜|週|禮拜)[一二三四五六日天末]|weekends?\b|the weekend", re.I)
_HABIT: Final = re.compile(
    r"都(?!要)|一般|通常|平时|经常|固定|从来|从不|总是|习惯|往往"
    r"|\b(?:usually|always|never|often|normally|generally|typically)\b"
)
_OLD: Final = re.compile(r"[ -]olds?\b|[ -]of age\b")
_ADDRESS: Final = re.compile(r"[路街道巷弄胡同里村园区栋楼]$")
_HOUSE: Final = re.compile(r"\d{1,3}号")
_NAMED_DAY: Final = re.compile("|".join(re.escape(name) for name in (*EN_NAMES, *ZH_NAMES)))
_WHICH: Final = re.compile(r"(?:this|next|last|coming|past)\b|.*[今明去后前]年")
_PREPOSITION: Final = re.compile(
    r"\b(?:on|at|by|before|after|since|until|till|for|during|over|around|in)\s+(?:the\s+)?$"
)


@dataclass(frozen=True, slots=True)
class DatedText:
    """A piece of text with its time expressions found."""

    text: str
    mask: str
    """The view with masks in place of time expressions."""
    expressions: tuple[TimeExpression, ...]
    """Those that name dates."""
    chinese: bool
    traditional: bool = False

    def last_day(self) -> date | None:
        """The latest day named."""
        return max((day for e in self.expressions if (day := e.last_day) is not None), default=None)

    def cut_by(self, match: re.Match[str]) -> bool:
        """Whether a slot of a match begins or ends inside a date."""
        if not self.expressions:
            return False
        edges = {edge for group in range(1, len(match.groups()) + 1) for edge in match.span(group)}
        return any(e.start_offset < edge < e.end_offset for e in self.expressions for edge in edges)

    def written(self, start: int, end: int, *, keep: bool = False) -> str:
        """The text between two offsets with its dates absolute; as it was said when `keep`."""
        out: list[str] = []
        position = start
        for expression in self.expressions:
            if keep or expression.start_offset < start or expression.end_offset > end:
                continue
            absolute = zh_form(expression) if self.chinese else en_form(expression)
            if absolute is not None:
                before = self.text[position : expression.start_offset]
                out += [before if self.chinese else with_preposition(before, expression), absolute]
                position = expression.end_offset
        return "".join([*out, self.text[position:end]])


def find_dates(
    text: str,
    view: str,
    anchor: datetime,
    zone: ZoneInfo,
    *,
    chinese: bool,
    prefer: Direction | None,
    traditional: bool = False,
) -> DatedText:
    """The time expressions of a clause. Days without a year are sought in the direction of its tense."""
    mask = list(view)
    dated: list[TimeExpression] = []
    for expression in resolve(text, anchor, zone, prefer=prefer, bounds=False):
        span = slice(expression.start_offset, expression.end_offset)
        addressed = _ADDRESS.search(view, max(0, span.start - 1), span.start) and _HOUSE.fullmatch(view[span])
        letter = None if FILLER in view[span] or addressed else _letter(expression, view, prefer, chinese=chinese)
        if letter is not None:
            mask[span] = letter * len(expression.text)
        if letter in _DATED:
            dated.append(expression)
    return DatedText(text, "".join(mask), tuple(dated), chinese, traditional)


def _letter(expression: TimeExpression, view: str, prefer: Direction | None, *, chinese: bool) -> str | None:
    """The mask of an expression; None where it is left as a word."""
    if expression.granularity is Granularity.RECURRING:
        return RECURRING
    if expression.granularity is Granularity.DURATION:  # "7 years old" is an age
        return None if _OLD.match(view, expression.end_offset) else LENGTH
    if not expression.names_day or expression.granularity in _KEEP or not expression.is_dated:
        return None
    if _is_name(expression) and not _says_when(expression, view, prefer, chinese=chinese):
        return None  # "Christmas decorations"
    if _BARE_DAY.match(expression.text) and expression.direction is not Direction.PAST:
        return _bare_day(expression, view, prefer)
    return _TENSE[expression.direction or Direction.PRESENT]


def _bare_day(expression: TimeExpression, view: str, prefer: Direction | None) -> str | None:
    """ "周三下午都没空" is every Wednesday; "周末" alone is no date unless something is planned for it."""
    if _HABIT.search(view):
        return RECURRING
    if expression.granularity is Granularity.WEEKEND and prefer is not Direction.FUTURE:
        return None
    return _TENSE[expression.direction or Direction.PRESENT]


def _is_name(expression: TimeExpression) -> bool:
    """Whether a day or season is named, not counted: "Christmas", "春节", "summer"."""
    if expression.granularity is Granularity.SEASON:
        return True
    return expression.granularity is Granularity.DAY and _NAMED_DAY.search(expression.text.lower()) is not None


def _says_when(expression: TimeExpression, view: str, prefer: Direction | None, *, chinese: bool) -> bool:
    """Whether a named day says when something is: after a preposition in English, with a tense in Chinese."""
    start = expression.start_offset
    if _WHICH.match(expression.text.lower()):
        return True
    if chinese:
        return prefer is not None or start < 2
    return _PREPOSITION.search(view, max(0, start - 9), start) is not None
