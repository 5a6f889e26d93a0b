"""How two statements of one user relate: duplicate, correction, or two facts. Pure, and symmetric in its arguments.

The rules, first match decides:

1. **Same single-valued attribute, conflicting values** (`住在上海` / `住在北京`): the newer supersedes the older,
   at any cosine. So does another value an older "no longer" of the same attribute: who works at B need not be told to
   have left A.
2. **Same attribute, same or compatible values** (`住在上海` / `住在上海浦东`): duplicates, at any cosine. The text with
   the narrower value stays, whichever is newer, so nothing is lost; with equal values the fuller text, then the
   earlier. Where the text that would go says something else besides (another companion, another date), they stay two.
3. **An explicit correction**: one says which value it replaces, the other states that value, and they are about the
   same thing; or the newer says that the very thing the older speaks of *has become* something else. The newer
   supersedes the older.
4. **A change of heart** (`likes X` / `hates X`): the newer supersedes the older.
5. **Cosine at or above `duplicate`, and no discriminator speaks against it**: duplicates; the fuller text stays, then
   the earlier. Two *different* attributes never merge.
6. Otherwise they are distinct.

"Newer" is by `(observed_at, sequence)`, then by text, never by arrival. `settle` derives the active set of any number
of statements from these pairs; it is a function of the set, so the order of arrival cannot matter.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from functools import cached_property
from typing import Final

from agent_memory.extraction.discriminators import Change, Comparison, Side, Stance, compare, read_change, stance
from agent_memory.extraction.discriminators.statement import StatementReading, read_statement
from agent_memory.extraction.model import Judgement
from agent_memory.memories.attributes import DENIED, Agreement, Attribute, agreement, outdates
from agent_memory.memories.attributes.reading.dates import find_dates
from agent_memory.memories.attributes.reading.quantities import find_quantities
from agent_memory.memories.attributes.reading.text import read_form


@dataclass(frozen=True)
class Statement:
    """One statement, as far as its relation to others is concerned. What is read off it is read once."""

    text: str
    attribute: Attribute | None
    replaces: str | None
    """The old value, when the user corrected it in so many words."""
    observed_at: datetime
    """When it was said (aware UTC), not when it arrived."""
    sequence: int
    """Order among statements of one instant."""

    @property
    def moment(self) -> tuple[datetime, int, str, str]:
        """A total order of statements: by time, then sequence; the words only break ties."""
        return self.observed_at, self.sequence, self.text, self.replaces or ""

    @cached_property
    def form(self) -> str:
        """The text as rules read it."""
        return read_form(self.text)

    @cached_property
    def stance(self) -> Stance | None:
        """What it likes or dislikes, if that is all it says."""
        return stance(self.text)

    @cached_property
    def change(self) -> Change | None:
        """What it says has become something else, if that is all it says."""
        return read_change(self.text)


@dataclass(frozen=True, slots=True)
class Thresholds:
    """Cosines that belong to one embedding model; vectors of two models are never compared."""

    duplicate: float
    """From here on a pair is nominated as duplicate."""
    candidate: float
    """From here on two statements may be about the same thing."""


class Verdict(StrEnum):
    """What two statements are to each other."""

    DUPLICATE = "duplicate"
    SUPERSEDES = "supersedes"
    DISTINCT = "distinct"


class Reason(StrEnum):
    """The rule that decided."""

    SAME_VALUE = "same_value"
    NEAR_DUPLICATE = "near_duplicate"
    NEW_VALUE = "new_value"
    CORRECTION = "correction"
    CHANGE_OF_HEART = "change_of_heart"
    JUDGEMENT = "judgement"
    """Not a rule: what a model said of a pair that no rule decides."""
    NOTHING_SHARED = "nothing_shared"


@dataclass(frozen=True, slots=True)
class Relation:
    """The verdict, and which statement stays (None when both do)."""

    verdict: Verdict
    reason: Reason
    kept: Statement | None = None
    retired: Statement | None = None
    """Absorbed (duplicate) or superseded; None when both stay."""

    @property
    def is_open(self) -> bool:
        """Whether no rule spoke but the distance of the vectors: a model may know better."""
        return self.reason in (Reason.NEAR_DUPLICATE, Reason.NOTHING_SHARED)


_DISTINCT: Final = Relation(Verdict.DISTINCT, Reason.NOTHING_SHARED)


def relation(a: Statement, b: Statement, *, cosine: float | None, thresholds: Thresholds) -> Relation:
    """Decide how two statements of the same user relate. `relation(a, b) == relation(b, a)`.

    `cosine` is None when there is no comparable pair of vectors; the rules that need none still apply. Texts that are
    equal after normalisation are the caller's business (the database forbids them).
    """
    older, newer = sorted((a, b), key=lambda statement: statement.moment)
    return (
        _by_attribute(older, newer)
        or _by_correction(older, newer, cosine, thresholds)
        or _by_stance(older, newer)
        or _by_cosine(older, newer, cosine, thresholds)
        or _DISTINCT
    )


def judged(a: Statement, b: Statement, *, says: Judgement) -> Relation:
    """How two statements relate when a model says so. It cannot merge what a discriminator keeps apart."""
    older, newer = sorted((a, b), key=lambda statement: statement.moment)
    if says is Judgement.UPDATE:
        return Relation(Verdict.SUPERSEDES, Reason.JUDGEMENT, kept=newer, retired=older)
    if says is Judgement.DUPLICATE and not _other_attributes(older, newer) and not _other_values(older, newer):
        comparison = compare(older.text, newer.text)
        if comparison.mergeable:
            return _duplicates(older, newer, comparison, Reason.JUDGEMENT)
    return _DISTINCT


@dataclass(frozen=True, slots=True)
class Settlement:
    """What a set of statements comes to."""

    active: tuple[Statement, ...]
    """In order of time."""
    superseded: dict[Statement, Statement]
    """Each retired statement and a newer one that retires it."""
    absorbed: dict[Statement, Statement]
    """Each duplicate and the active statement that stands for it."""


def settle(
    statements: Iterable[Statement],
    *,
    cosine: Callable[[Statement, Statement], float | None],
    thresholds: Thresholds,
) -> Settlement:
    """The active set of a user's statements, whatever the order in which they came.

    First everything that a newer statement supersedes is out: also when that newer one is itself superseded, so that
    a late old statement is born retired. Then duplicates are absorbed, the fullest and earliest first, each only by an
    active statement that it is itself a duplicate of: similar pairs do not chain into one row of many topics.

    A store that wants exactly this has to remember absorbed statements with their time: after 浦东 (Monday), 上海
    (Wednesday, absorbed) and a late 北京 (Tuesday), only the remembered 上海 says that the user came back.
    """

    def decide(a: Statement, b: Statement) -> Relation:
        return relation(a, b, cosine=cosine(a, b), thresholds=thresholds)

    ordered = sorted(set(statements), key=lambda statement: statement.moment)
    superseded = _superseded(ordered, decide)
    active, absorbed = _absorbed([statement for statement in ordered if statement not in superseded], decide)
    return Settlement(tuple(sorted(active, key=lambda statement: statement.moment)), superseded, absorbed)


Decide = Callable[[Statement, Statement], Relation]


def _superseded(ordered: Sequence[Statement], decide: Decide) -> dict[Statement, Statement]:
    """Each statement that a newer one retires, with the newest that does."""
    found: dict[Statement, Statement] = {}
    for index, older in enumerate(ordered):
        newer = (
            later for later in reversed(ordered[index + 1 :]) if decide(older, later).verdict is Verdict.SUPERSEDES
        )
        if (by := next(newer, None)) is not None:
            found[older] = by
    return found


def _absorbed(statements: Sequence[Statement], decide: Decide) -> tuple[list[Statement], dict[Statement, Statement]]:
    """What stays active, and which of it stands for each of the rest."""
    active: list[Statement] = []
    absorbed: dict[Statement, Statement] = {}
    for statement in sorted(statements, key=lambda s: (-_fullness(s), s.moment)):
        twin = next((other for other in active if decide(other, statement).verdict is Verdict.DUPLICATE), None)
        if twin is None:
            active.append(statement)
        elif decide(twin, statement).kept is twin:
            absorbed[statement] = twin
        else:  # it says more than the longer text that came first in this order, and takes its place
            active[active.index(twin)] = statement
            absorbed = {lost: statement if by is twin else by for lost, by in absorbed.items()}
            absorbed[twin] = statement
    return active, absorbed


def _fullness(statement: Statement) -> int:
    """How much a statement says: the depth of its value, then its length."""
    depth = statement.attribute.value.count("/") if statement.attribute is not None else 0
    return depth * 1000 + len(statement.form)


# The families in which the value itself shows; they say nothing about the rest of the statement.
_VALUE_FAMILIES: Final[dict[str, frozenset[str]]] = {
    "home": frozenset(["place"]),
    **dict.fromkeys(("birthday", "deadline", "delivery", "launch"), frozenset(["date"])),
    "age": frozenset(["number", "unit"]),
    "children": frozenset(["number", "negation"]),
    "marital_state": frozenset(["negation"]),
}
_ELSEWHERE: Final = frozenset(["date", "negation", "plan_done"])
# What a statement of the attribute can say beside the value: with whom one lives, in what sort of firm one works.
_BESIDE: Final[dict[str, frozenset[str]]] = {
    **dict.fromkeys(
        ("home", "age", "birthday", "marital_state", "children", "budget", "deadline"), frozenset(["name"])
    ),
    "title": frozenset(["name", "content"]),
}


def _by_attribute(older: Statement, newer: Statement) -> Relation | None:
    if older.attribute is None or newer.attribute is None:
        return None
    agreed = agreement(older.attribute, newer.attribute)
    if agreed is Agreement.CONFLICT or outdates(newer.attribute, older.attribute):
        return Relation(Verdict.SUPERSEDES, Reason.NEW_VALUE, kept=newer, retired=older)
    if agreed is Agreement.UNKNOWN:
        return None
    kind = older.attribute.name.partition(":")[0]
    # "The budget" and "the renovation budget" of one amount differ in what they are for, and in nothing that is said.
    beside = _BESIDE.get(kind, frozenset()) if older.attribute.name == newer.attribute.name else frozenset[str]()
    return _same_value(older, newer, kind, _ELSEWHERE | beside, agreed)


def _same_value(older: Statement, newer: Statement, kind: str, watched: frozenset[str], agreed: Agreement) -> Relation:
    comparison = compare(older.text, newer.text)
    if comparison.differences & watched - _VALUE_FAMILIES.get(kind, frozenset()):
        return _DISTINCT
    if agreed is Agreement.SAME:
        return _duplicates(older, newer, comparison, Reason.SAME_VALUE)
    kept, lost = (older, newer) if agreed is Agreement.NARROWER else (newer, older)
    if _says_besides(lost, kept):
        return _DISTINCT
    return Relation(Verdict.DUPLICATE, Reason.SAME_VALUE, kept=kept, retired=lost)


def _says_besides(lost: Statement, kept: Statement) -> bool:
    """Whether the broader statement names somebody, or a time, that the narrower one does not."""
    left, right = read_statement(lost.text), read_statement(kept.text)
    return not _company(left) <= _company(right) or (len(left.dates) > len(right.dates) and bool(left.dates))


def _company(reading: StatementReading) -> frozenset[str]:
    return frozenset(word.name for word in reading.words if word.group == "relation")


def _duplicates(older: Statement, newer: Statement, comparison: Comparison, reason: Reason) -> Relation:
    """The fuller text stays; between equals the earlier, so that nothing stored has to be rewritten."""
    if comparison.fuller is Side.RIGHT:
        return Relation(Verdict.DUPLICATE, reason, kept=newer, retired=older)
    return Relation(Verdict.DUPLICATE, reason, kept=older, retired=newer)


def _by_stance(older: Statement, newer: Statement) -> Relation | None:
    before, after = older.stance, newer.stance
    if before is None or after is None or before.object != after.object or before.likes is after.likes:
        return None
    return Relation(Verdict.SUPERSEDES, Reason.CHANGE_OF_HEART, kept=newer, retired=older)


def _by_cosine(older: Statement, newer: Statement, cosine: float | None, thresholds: Thresholds) -> Relation | None:
    if (
        cosine is None
        or cosine < thresholds.duplicate
        or _other_attributes(older, newer)
        or _other_values(older, newer)
    ):
        return None
    comparison = compare(older.text, newer.text)
    return _duplicates(older, newer, comparison, Reason.NEAR_DUPLICATE) if comparison.mergeable else None


def _other_attributes(a: Statement, b: Statement) -> bool:
    return a.attribute is not None and b.attribute is not None and a.attribute.name != b.attribute.name


def _other_values(a: Statement, b: Statement) -> bool:
    """Two values of one attribute that may or may not agree: two villages are not one for sounding alike."""
    return a.attribute is not None and b.attribute is not None and a.attribute.value != b.attribute.value


# What must not differ, beside the corrected value, for a correction to be about the other statement.
_ABOUT: Final = frozenset(["identifier", "name", "place", "polarity", "plan_done", "order"])


def _by_correction(older: Statement, newer: Statement, cosine: float | None, thresholds: Thresholds) -> Relation | None:
    near = cosine is not None and cosine >= thresholds.candidate
    corrected = _corrects(newer, older, near=near) or _corrects(older, newer, near=near)
    changed = newer.change is not None and newer.change.is_of(older.form)
    if corrected or (changed and not _other_attributes(older, newer)):
        return Relation(Verdict.SUPERSEDES, Reason.CORRECTION, kept=newer, retired=older)
    return None


def _corrects(corrector: Statement, other: Statement, *, near: bool) -> bool:
    """Whether `corrector` replaces a value that `other` states, and both are about the same thing."""
    old = read_form(corrector.replaces or "")
    if not old or _other_attributes(corrector, other) or _denies(other):
        return False
    stated, correction = (_without_denied(s.form, old) for s in (other, corrector))
    place = _find_value(stated, old)
    if place is None:
        return False
    if corrector.attribute is not None and other.attribute is not None:
        return True
    if _find_value(correction, old) is not None:  # it goes on stating the value: the word has another use
        return False
    before, after = stated[: place[0]], stated[place[1] :]
    return _value_swapped(correction, before, after) or (
        near and not compare(f"{before} {after}", correction).differences & _ABOUT
    )


def _denies(statement: Statement) -> bool:
    """Whether it says what is no longer so: "left A" does not state the A that "joined B" replaces."""
    return statement.attribute is not None and statement.attribute.value.startswith(DENIED)


def _value_swapped(correction: str, before: str, after: str) -> bool:
    """Whether the correction is the other text with something else where the value stood."""
    framed = correction.startswith(before) and correction.endswith(after)
    return bool(before.strip()) and framed and len(correction) > len(before) + len(after)


def _without_denied(text: str, old: str) -> str:
    """The text without the places that deny the old value: 从5000改成, not 5,000."""
    denied = (
        rf"(?:从|由|不是|不再是|而不是|并非|from|not|instead of|rather than|no longer) ?{re.escape(old)}(?![a-z0-9])"
    )
    return re.sub(denied, "", text)


def _find_value(text: str, value: str) -> tuple[int, int] | None:
    """Where the value stands: as written and whole (5000 is not in 50000), or as the same amount or date."""
    match = re.search(rf"(?<![a-z0-9.]){re.escape(value)}(?![a-z0-9]|[.,]\d)", text)
    if match is not None:
        return match.span()
    amounts = [quantity for _, quantity in find_quantities(value)]
    if len(amounts) == 1:
        return next((span for span, quantity in find_quantities(text) if quantity.same(amounts[0])), None)
    dates = [date for _, date in find_dates(value)]
    if len(dates) == 1:
        return next((span for span, date in find_dates(text) if not date.conflicts(dates[0])), None)
    return None
