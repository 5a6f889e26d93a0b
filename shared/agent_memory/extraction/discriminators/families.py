"""One rule per family of difference. Each looks at two readings and says what it found."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from agent_memory.extraction.discriminators.coverage import covered, narrower, uncovered_words
from agent_memory.extraction.discriminators.names import name_like, names_conflict
from agent_memory.extraction.discriminators.order import swapped
from agent_memory.extraction.discriminators.statement import StatementReading
from agent_memory.extraction.discriminators.subject import other_owner, other_subject
from agent_memory.extraction.discriminators.words import PLACE, UNKNOWN, Word
from agent_memory.memories.attributes.reading.lexicon import NEGATION, STANCE, STATUS, STOP, WORD
from agent_memory.memories.attributes.reading.lexicon_words import CONTRASTS
from agent_memory.memories.attributes.reading.quantities import NumberMatch, match_quantities
from agent_memory.memories.attributes.reading.text import has_cjk


@dataclass(frozen=True, slots=True)
class Finding:
    """What one family says: named differences, and which side says more."""

    names: frozenset[str] = frozenset()
    left_more: bool = False
    right_more: bool = False


NOTHING: Final = Finding()
Family = Callable[[StatementReading, StatementReading], Finding]


T = TypeVar("T")


def _differs(name: str) -> Finding:
    return Finding(frozenset([name]))


def _by_size(left: Sequence[object] | frozenset[str], right: Sequence[object] | frozenset[str]) -> Finding:
    return Finding(left_more=len(left) > len(right), right_more=len(right) > len(left))


def _sets(name: str, left: frozenset[str], right: frozenset[str]) -> Finding:
    """Both name something and neither has all of the other: a difference. Else the larger set says more."""
    if left and right and not (left <= right or right <= left):
        return _differs(name)
    return _by_size(left, right)


def _paired(left: Sequence[T], right: Sequence[T], conflict: Callable[[T, T], bool]) -> bool:
    """Whether every item of the shorter list finds its own counterpart in the longer one."""
    short, rest = (left, list(right)) if len(left) <= len(right) else (right, list(left))
    for item in short:
        twin = next((other for other in rest if not conflict(item, other)), None)
        if twin is None:
            return False
        rest.remove(twin)
    return True


def dates(a: StatementReading, b: StatementReading) -> Finding:
    """Calendar dates and periods: 6月30日 is June 30, and 2026-06-30 says more than both."""
    if a.dates and b.dates:
        if not _paired(a.dates, b.dates, lambda x, y: x.conflicts(y)):
            return _differs("date")
        left = any(not any(y.within(x) for y in b.dates) for x in a.dates)
        right = any(not any(x.within(y) for x in a.dates) for y in b.dates)
        more = Finding(left_more=left, right_more=right)
    else:
        more = _by_size(a.dates, b.dates)
    periods = _sets("date", a.periods, b.periods)
    apart = (a.dates and not b.dates and b.periods > a.periods) or (b.dates and not a.dates and a.periods > b.periods)
    if periods.names or apart:
        return _differs("date")
    return Finding(left_more=more.left_more or periods.left_more, right_more=more.right_more or periods.right_more)


_LATE: Final = frozenset(["afternoon", "evening"])


def times(a: StatementReading, b: StatementReading) -> Finding:
    """The time of day. A clock time with a known half of the day implies its part of the day."""
    if a.clocks and b.clocks and not _paired(a.clocks, b.clocks, lambda x, y: x.conflicts(y)):
        return _differs("time")
    left, right = a.day_parts - _implied(b), b.day_parts - _implied(a)
    if (left and right and not left & right) or _half_conflict(a, b) or _half_conflict(b, a):
        return _differs("time")
    clocks = _by_size(a.clocks, b.clocks)
    return Finding(
        left_more=clocks.left_more or bool(left - b.day_parts),
        right_more=clocks.right_more or bool(right - a.day_parts),
    )


def _implied(reading: StatementReading) -> frozenset[str]:
    halves = {clock.late for clock in reading.clocks}
    return frozenset((["noon", *_LATE] if True in halves else []) + (["morning"] if False in halves else []))


def _half_conflict(a: StatementReading, b: StatementReading) -> bool:
    """A clock time in one half of the day against a part of the day in the other half."""
    if b.clocks or not a.clocks or not b.day_parts:
        return False
    return all(clock.late is not None for clock in a.clocks) and not b.day_parts & (_implied(a) | {"noon"})


def identifiers(a: StatementReading, b: StatementReading) -> Finding:
    """A code pins down one thing: even one that only one side names makes two facts."""
    return _differs("identifier") if a.identifiers != b.identifiers else NOTHING


def numbers(a: StatementReading, b: StatementReading) -> Finding:
    """Amounts with their units. A number on one side only is a detail, unless the other side says one."""
    if a.quantities and b.quantities:
        match = match_quantities(a.quantities, b.quantities)
        return NOTHING if match is NumberMatch.SAME else _differs(match.value)
    for some, none in ((a, b), (b, a)):
        counts = [q for q in some.quantities if not q.dimension and q.value != 1]
        if counts and none.says_one and not some.says_one:
            return _differs("number")
    return _by_size(a.quantities, b.quantities)


def titles(a: StatementReading, b: StatementReading) -> Finding:
    """《Titles》 and quoted names."""
    if not a.titles or not b.titles or a.titles & b.titles:
        return NOTHING
    one_script = len({has_cjk(title) for title in a.titles | b.titles}) == 1
    return _differs("name") if one_script else NOTHING


def negation(a: StatementReading, b: StatementReading) -> Finding:
    """An odd number of negations on one side only."""
    return _differs("negation") if a.negated != b.negated else NOTHING


_POLES: Final = {
    **dict.fromkeys(("like", "prefer", "want", "support", "trust", "satisfied"), "for"),
    **dict.fromkeys(("dislike", "oppose", "distrust", "dissatisfied"), "against"),
    "allergic": "allergic",
    "afraid-of": "afraid",
}


def polarity(a: StatementReading, b: StatementReading) -> Finding:
    """Likes, dislikes, is allergic to, is afraid of: all of the same thing, all different facts."""
    left, right = (frozenset(_POLES[w.name] for w in r.words if w.group == STANCE) for r in (a, b))
    return _differs("polarity") if left and right and not left & right else NOTHING


_FIRM: Final = frozenset(["plan", "past", "finished"])


def plan_done(a: StatementReading, b: StatementReading) -> Finding:
    """Planned, over, or finished on one side and not on the other."""
    left, right = a.statuses & _FIRM, b.statuses & _FIRM
    if "done" in a.statuses | b.statuses:  # "has already finished" needs no "finished" on the other side
        left, right = left - {"finished"}, right - {"finished"}
        if ("going on" in a.statuses) != ("going on" in b.statuses) and "finished" in a.statuses | b.statuses:
            return _differs("plan_done")
    return _differs("plan_done") if left != right else NOTHING


def subject(a: StatementReading, b: StatementReading) -> Finding:
    """Whom or what the statement is about: the user, the user's wife, the project, someone named."""
    return _differs("name") if other_subject(a, b) else NOTHING


_LABELS: Final = {"frequency": "frequency", "modality": "modality", PLACE: "place"}
_NO_THING: Final = frozenset([STOP, NEGATION, STANCE, STATUS, WORD, UNKNOWN])
# Words that make another fact of the same one, even when only one side has them.
_LIMITING: Final = frozenset(["maybe", "only", "except", "almost", "less"])
_QUIET: Final = frozenset(["can", "should", "often", "all", "more", "himself"])
_RARE: Final = frozenset(["sometimes", "rarely"])


def things(a: StatementReading, b: StatementReading) -> Finding:
    """Members of one group (two foods, two places, two frequencies) that differ."""
    names: set[str] = set()
    left_more = right_more = False
    for group in sorted({word.group for word in (*a.words, *b.words)} - _NO_THING):
        left, right = _members(a.words, group), _members(b.words, group)
        if group == "frequency" and not (left | right) & _RARE:
            left, right = left - {"often"}, right - {"often"}
        if (left ^ right) & _LIMITING:
            names.add("modality")
        lonely_left = {x for x in left if not _place_or_sense_covered(x, right, group)}
        lonely_right = {x for x in right if not _place_or_sense_covered(x, left, group)}
        if group == "relation" and (_others(a, lonely_left) or _others(b, lonely_right)):
            names.add("name")
        if lonely_left and lonely_right:
            names.add(_LABELS.get(group, "opposite" if group in CONTRASTS else "name"))
        if a.chinese == b.chinese or group == PLACE:
            left_more |= bool(lonely_left - _QUIET) or any(_finer(x, right, group) for x in left)
            right_more |= bool(lonely_right - _QUIET) or any(_finer(x, left, group) for x in right)
    return Finding(frozenset(names), left_more, right_more)


def _others(reading: StatementReading, names: set[str]) -> bool:
    return any(word.name in names and other_owner(word, reading) for word in reading.words if word.group == "relation")


def _members(words: Iterable[Word], group: str) -> set[str]:
    return {word.name for word in words if word.group == group}


def _place_or_sense_covered(name: str, others: set[str], group: str) -> bool:
    if group != PLACE:
        return covered(name, others)
    return any(f"{name}/".startswith(f"{o}/") or f"{o}/".startswith(f"{name}/") for o in others)


def _finer(name: str, others: set[str], group: str) -> bool:
    if group != PLACE:
        return narrower(name, others)
    return name not in others and any(name.startswith(f"{o}/") for o in others)


_NEGATIVE_PREFIX: Final = re.compile(r"^(?:un|in|im|ir|il|dis|non-?)(?=[a-z]{3})")
_ACTIONS: Final = frozenset(["trade", "switch", "begin", "answer", "outcome", "direction"])


def wording(a: StatementReading, b: StatementReading) -> Finding:
    """Words that only one side has. Across languages a word more on one side may only be a word we cannot match."""
    left = uncovered_words(a.words, b.words, b.text)
    right = uncovered_words(b.words, a.words, a.text)
    if a.chinese != b.chinese:  # a name is written in its own way in each language
        apart = all(any(not name_like(w, r) for w in more.telling) for r, more in ((a, left), (b, right)))
        return Finding(frozenset((["content"] if apart else []) + (["name"] if names_conflict(a, b) else [])))
    names: set[str] = set()
    if any(name_like(w, a) for w in left.telling) and any(name_like(w, b) for w in right.telling):
        names.add("name")
    if any(_negated_form(w, b) for w in left.telling) or any(_negated_form(w, a) for w in right.telling):
        names.add("opposite")
    if any(_grown_on(w, a, b) for w in left.telling) or any(_grown_on(w, b, a) for w in right.telling):
        names.add("content")
    if (left.light and (right.telling or _other_action(b, a))) or (
        right.light and (left.telling or _other_action(a, b))
    ):
        names.add("content")
    return Finding(frozenset(names), bool(left.telling), bool(right.telling))


def _negated_form(word: Word, other: StatementReading) -> bool:
    """`unreliable` where the other side has `reliable`."""
    bare = _NEGATIVE_PREFIX.sub("", word.text)
    return bare != word.text and any(bare == theirs.text for theirs in other.words)


def _other_action(a: StatementReading, b: StatementReading) -> bool:
    """Whether one statement has an action of a group of contrasts (sells, stops) where the other has none of it."""
    mine, theirs = ({w.group for w in r.words if w.group in _ACTIONS} for r in (a, b))
    return bool(mine - theirs)


def _grown_on(word: Word, reading: StatementReading, other: StatementReading) -> bool:
    """One more character makes another word of it: 咖啡 and 咖啡豆, 创想 and 创想家."""
    if word.known or not has_cjk(word.text):
        return False
    if len(word.text) > 1:
        return any(part in other.text for part in (word.text[1:], word.text[:-1]))
    neighbours = (w for w in reading.words if w.known and w.group not in (STOP, NEGATION, STATUS))
    return any(w.span[1] == word.span[0] or w.span[0] == word.span[1] for w in neighbours)


def order(a: StatementReading, b: StatementReading) -> Finding:
    """The same two things the other way round: from A to B, A over B, A manages B."""
    return _differs("order") if swapped(a, b) else NOTHING


FAMILIES: Final[tuple[Family, ...]] = (
    dates,
    times,
    identifiers,
    numbers,
    titles,
    negation,
    polarity,
    plan_done,
    subject,
    things,
    wording,
    order,
)
