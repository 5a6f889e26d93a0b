"""The comparison of two statements, family by family."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from agent_memory.extraction.discriminators.families import FAMILIES
from agent_memory.extraction.discriminators.statement import read_statement
from agent_memory.memories.attributes.reading.text import read_form

DETAIL: Final = "detail"
"""One statement says all the other says and something more: they merge, and the fuller text is kept."""

CONTENT: Final = "content"
"""Each statement says something the other does not, in words that no family names."""

_LONGEST: Final = 1000
"""Characters. A longer text is no single statement, and only itself is its duplicate."""


class Side(StrEnum):
    """Which of two statements."""

    LEFT = "left"
    RIGHT = "right"


@dataclass(frozen=True, slots=True)
class Comparison:
    """What sets two statements apart.

    `differences` holds names of families: `number`, `unit`, `identifier`, `date`, `time`, `frequency`, `negation`,
    `polarity`, `plan_done`, `modality` (maybe / must / can), `name` (people, organisations, products, foods, titles,
    family words), `place`, `opposite` (dark / light), `order` (A over B / B over A), `content` and `detail`.
    """

    differences: frozenset[str]
    fuller: Side | None
    """The side with the detail that the other lacks; None when neither or both have one."""

    @property
    def mergeable(self) -> bool:
        """Whether nothing speaks against one text standing for both."""
        return mergeable(self.differences)


def compare(left: str, right: str) -> Comparison:
    """Compare two statements about the same user.

    A number, date, place, name or word on one side only is a `detail`: the fuller text entails the other, so keeping
    it loses nothing. Three things are never mere details: a code (it pins down one thing), a negation, and whether
    something is planned, past or uncertain. Details on *both* sides are `content`: either text alone would lose one.
    """
    if max(len(left), len(right)) > _LONGEST:
        return Comparison(frozenset() if read_form(left) == read_form(right) else frozenset([CONTENT]), None)
    a, b = read_statement(left), read_statement(right)
    findings = [family(a, b) for family in FAMILIES]
    names = set[str]().union(*(finding.names for finding in findings))
    left_more = any(finding.left_more for finding in findings)
    right_more = any(finding.right_more for finding in findings)
    if left_more and right_more:
        names.add(CONTENT)
    elif left_more or right_more:
        names.add(DETAIL)
    fuller = None if left_more == right_more else Side.LEFT if left_more else Side.RIGHT
    return Comparison(frozenset(names), fuller)


def differences(a: str, b: str) -> frozenset[str]:
    """Names of what makes two similar statements different facts (see `Comparison`); symmetric in its arguments."""
    return compare(a, b).differences


def mergeable(differences: frozenset[str]) -> bool:
    """Whether the differences leave a merge possible: none at all, or only a detail on one side."""
    return differences <= {DETAIL}
