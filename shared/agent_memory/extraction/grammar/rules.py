"""What a rule is: a pattern over a predicate, and the statement it makes. The tables are in `zh_*` and `en_*`.

Patterns are regular expressions over lower-case text in which upper-case letters stand for what was read before:
P, T, F a time expression in the past, around now, in the future; R one that repeats ("every Monday"); D a duration;
X what is not the user's own words. Shorthands, expanded by
`compile_pattern`: `<place>` a free slot, `<place+>` a slot to the end of the clause, `<name:NAME>` a slot of a named
sort, `~` the particles that may close a clause.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from typing import Final

from agent_memory.memories.model import Kind

PAST: Final = "P"
PRESENT: Final = "T"
FUTURE: Final = "F"
RECURRING: Final = "R"
LENGTH: Final = "D"
FILLER: Final = "X"
DECORATION: Final = "\U0001f000-\U0001faff\u2600-\u27bf\u200b-\u200f\u2060\ufe0f\ufffd"
"""Emoji, broken and invisible characters, for a character class."""


class Who(StrEnum):
    """Whom a clause is about."""

    SELF = "self"
    FAMILY = "family"
    """A relative or a pet of the user."""
    CONTACT = "contact"
    """A colleague, a boss, a friend: only their names are kept."""
    TEAM = "team"
    """The user's company, team or project."""
    ATTRIBUTE = "attribute"
    """"My budget", "my birthday"."""
    ASSISTANT = "assistant"
    """Nobody is spoken of: the clause tells the assistant what to do."""
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Subject:
    """Whom a clause is about, and how a statement names them."""

    who: Who
    label: str
    """"用户的妻子李梅", "The user's wife"."""
    noun: str = ""
    """The bare noun of a relation or an attribute, as in the view."""
    plural: bool = False
    said: bool = True
    """False when the clause leaves it out and it was carried over."""
    of_relation: bool = False
    """An attribute of a relation: "my wife's name"."""
    bare: bool = False
    """An attribute of which is not said what it belongs to ("the budget")."""


Found = tuple[Subject, tuple[int, int]]
"""A subject and the span of the words that name it."""
NOBODY: Final[Found] = (Subject(Who.OTHER, ""), (0, 0))
"""Somebody we keep no facts of."""
SELF_ONLY: Final = frozenset({Who.SELF})


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    """A pattern, compiled when a clause first needs it: compiling all the tables takes a second."""
    return re.compile(pattern)


@dataclass(frozen=True, slots=True)
class Rule:
    """One row of a table. The pattern is matched where a predicate begins."""

    name: str
    cues: tuple[str, ...]
    """One of these is in the clause, else the pattern is not tried."""
    pattern: str
    kind: Kind
    importance: int
    confidence: float
    say: str
    """Template of the statement: {s} the subject, {p} the predicate retold, {said} the same without its adverbs, {when}
    a date taken out of it, {group} a slot."""
    who: frozenset[Who]
    entities: tuple[tuple[str, str], ...] = ()
    """(group, entity type)."""
    sets: str | None = None
    """The single-valued attribute that the statement gives a value to."""
    ends: str | None = None
    """The attribute whose old value (group `old`) the statement ends."""
    keep_dates: bool = False
    """Dates stay as said ("my birthday is August 15")."""
    ttl_days: int | None = None
    needs_subject: bool = False
    """Not for clauses that leave their subject out."""
    after_end: bool = False
    """Only where the clauses before have said that the old value of what it sets holds no longer."""
    introduces: str | None = None
    """The group with a relation that the next clause may go on about ("I have a brother, he lives in Oslo")."""
    only: Mapping[str, str] = field(default_factory=dict[str, str])
    """Group -> what it has to contain."""
    never: Mapping[str, str] = field(default_factory=dict[str, str])
    """Group -> what it must not contain."""

    def match(self, predicate: str, subject: Subject) -> re.Match[str] | None:
        """The rule applied to a predicate. In `only` and `never`, p is the whole predicate and s the subject's noun."""
        found = _compiled(self.pattern).match(predicate)
        if found is None:
            return None
        groups = {**found.groupdict(), "p": predicate, "s": subject.noun}
        if any(not _compiled(pattern).search(groups.get(name) or "") for name, pattern in self.only.items()):
            return None
        if any(_compiled(pattern).search(groups.get(name) or "") for name, pattern in self.never.items()):
            return None
        return found


def compile_pattern(pattern: str, sorts: Mapping[str, str], closing: str) -> str:
    """The shorthands of a row written out; `sorts` are the named slots, `closing` the particles of the language."""
    written = re.sub(r"<(\w+):(\w+)>", lambda m: f"(?P<{m[1]}>{sorts[m[2]]})", pattern)
    written = re.sub(r"<(\w+)\+>", r"(?P<\1>[^,X]+)", written)
    written = re.sub(r"(?<!\?P)<(\w+)>", r"(?P<\1>[^,X]{1,40}?)", written)
    return written.replace("~", closing)


@dataclass(frozen=True, slots=True)
class Table:
    """Rules by cue, so that a clause meets only the few that can match it."""

    rules: tuple[Rule, ...]
    _always: tuple[int, ...]
    _cue: re.Pattern[str]
    _by_cue: Mapping[str, tuple[int, ...]]

    def candidates(self, view: str) -> list[Rule]:
        """The rules with a cue in `view`, in table order."""
        found = set(self._always)
        for cue in {m[1] for m in self._cue.finditer(view)}:
            found.update(self._by_cue[cue])
        return [self.rules[index] for index in sorted(found)]


def table(*parts: Iterable[Rule]) -> Table:
    """A table over rows in order: the first row that matches a clause wins."""
    rows = tuple(rule for part in parts for rule in part)
    by_cue: dict[str, set[int]] = {}
    for index, rule in enumerate(rows):
        for cue in rule.cues:
            by_cue.setdefault(cue, set()).add(index)
    # At one position only the longest cue is found, so it answers for the shorter ones it begins with too.
    longest_first = sorted(by_cue, key=len, reverse=True)
    complete = {
        cue: tuple(sorted(set[int]().union(*(by_cue[other] for other in longest_first if cue.startswith(other)))))
        for cue in longest_first
    }
    always = tuple(index for index, rule in enumerate(rows) if not rule.cues)
    pattern = re.compile(f"(?=({'|'.join(map(re.escape, longest_first))}))" if longest_first else r"(?!)()")
    return Table(rows, always, pattern, complete)
