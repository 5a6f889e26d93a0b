"""What a language brings to the reader: the same steps, its own tables."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from agent_memory.core.time_expressions import Direction
from agent_memory.extraction.grammar.dates import DatedText
from agent_memory.extraction.grammar.rules import Rule, Subject, Table, Who


@dataclass(frozen=True, slots=True)
class Correction:
    """ "not X but Y" in a sentence, as the plain statement it makes."""

    start: int
    end: int
    """Where in the sentence it stands."""
    text: str
    view: str
    """The plain statement; empty when only the two values are named."""
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class RepairPatterns:
    """What a language says around a correction. Groups: `attr` in `renewed`, `home` in `ends`."""

    hedge: re.Pattern[str]
    changed: re.Pattern[str]
    renewed: re.Pattern[str]
    ends: re.Pattern[str]
    renamed: re.Pattern[str]
    new_one: re.Pattern[str]
    own: str
    """`{}` of the user."""
    new_name: str
    """The statement that the user has the new name `{}`."""


@dataclass(frozen=True, slots=True)
class Repairs(ABC):
    """How a language takes back what was said, and announces that something has changed."""

    patterns: RepairPatterns

    @abstractmethod
    def slips(self, lead: str, view: str) -> int:
        """2 when the words before a clause take something back, 1 when they may, else 0."""

    @abstractmethod
    def amended(self, view: str, *, bare: bool) -> tuple[int, int] | None:
        """Where the value stands in a clause that gives nothing but a value; `bare` when words alone may be one."""

    @abstractmethod
    def gapped(self, view: str) -> tuple[int, int] | None:
        """Where the object stands in a clause that leaves out the verb of the one before ("and Excel for reports")."""

    def hedge(self, view: str) -> int:
        """How much of a correcting clause only leads up to what is right ("it should have been")."""
        return _length(self.patterns.hedge, view)

    def announces(self, predicate: str) -> bool:
        """Whether all that a clause says of an attribute is that it has changed, or was wrong."""
        return self.patterns.changed.fullmatch(predicate) is not None

    def renewed(self, view: str, text: str) -> Subject | None:
        """The attribute that a clause announces anew ("I got a new number"): the next one gives a value to it."""
        m = self.patterns.renewed.match(view)
        return m and Subject(Who.ATTRIBUTE, self.patterns.own.format(text[slice(*m.span("attr"))]), m["attr"])

    def ends(self, view: str) -> str | None:
        """The attribute of which a clause says only that it has another value now ("I moved house")."""
        m = self.patterns.ends.match(view)
        return None if m is None else "home" if m["home"] else "employer"

    def renames(self, view: str) -> bool:
        """Whether a clause says that the user has a new name."""
        return self.patterns.renamed.match(view) is not None

    def renaming(self, name: str) -> str:
        """The statement that the user has a new name."""
        return self.patterns.new_name.format(name)

    def new_one(self, view: str) -> int:
        """How much of a clause only refers to what has just been announced ("the new one is …")."""
        return _length(self.patterns.new_one, view)


def _length(pattern: re.Pattern[str], view: str) -> int:
    m = pattern.match(view)
    return m.end() if m else 0


class Grammar(Protocol):
    """A language."""

    @property
    def repairs(self) -> Repairs:
        """How the language corrects."""
        ...

    @property
    def code(self) -> str:
        """zh or en."""
        ...

    @property
    def carries_over(self) -> bool:
        """Whether a sentence may leave out the subject that the one before had."""
        ...

    @property
    def tables(self) -> Mapping[Who, Table]:
        """The rules by whom a clause is about."""
        ...

    @property
    def user(self) -> Subject:
        """The user as a subject."""
        ...

    def prepare(self, text: str, view: str) -> tuple[str, str]:
        """Text and view, equally long, in the form that the tables expect (contractions written out)."""
        ...

    def lead(self, view: str) -> int:
        """How much of a clause is greeting, filler or connective."""
        ...

    def remember(self, view: str) -> int:
        """How much of a clause asks to remember what follows; 0 when it does not."""
        ...

    def unreal(self, view: str) -> bool:
        """Whether nothing is real from this clause to the end of the sentence."""
        ...

    def unsaid(self, view: str, *, asked: bool, explicit: bool) -> bool:
        """Whether a clause states nothing: a question, a guess, an errand, a passing mood."""
        ...

    def subject(
        self, view: str, text: str, carried: Subject | None, relation: Subject | None
    ) -> tuple[Subject | None, tuple[int, int]]:
        """Whom a clause is about, and the span of the words that say so."""
        ...

    def away(self, view: str) -> bool:
        """Whether a clause is about a trip: where one stays on it is no home."""
        ...

    def prefer(self, view: str) -> Direction | None:
        """The direction in which dates without a year are meant."""
        ...

    def correction(self, text: str, view: str) -> Correction | None:
        """An explicit correction in a sentence."""
        ...

    def plausible(self, rule: Rule, match: re.Match[str], subject: Subject, text: str) -> bool:
        """Whether a match holds for this subject; a last check where a pattern alone is too weak."""
        ...

    def tell(self, rule: Rule, match: re.Match[str], subject: Subject, dated: DatedText) -> str | None:
        """The statement that a rule makes; None when it cannot be told on its own."""
        ...

    def restate(self, subject: Subject | None, dated: DatedText) -> str | None:
        """What the user asked to remember, as stated, when no rule knows it."""
        ...

    def introduce(self, noun: str) -> Subject:
        """A relation that was just spoken of."""
        ...
