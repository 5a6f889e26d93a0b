"""Types of the single-valued attributes."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

DENIED: Final = "!"
"""Before a value that holds no longer: "does not work at Tencent any more" is `employer`, `!tencent`."""


@dataclass(frozen=True, slots=True)
class Attribute:
    """Something of which a user has one at a time, and what it is.

    `name` may carry an object: `budget:renovation`, `deadline:project`. `value` is normalised, so that the same
    value in other words (or in the other language, where that is certain) is the same string: places are paths
    (`china/jiangsu/suzhou`), amounts `8000 cny`, dates ISO. Values are for comparing, not for showing.
    """

    name: str
    value: str


class Agreement(StrEnum):
    """How two values of one attribute stand to each other."""

    SAME = "same"
    NARROWER = "narrower"
    """The first says all the second says, and more: Pudong against Shanghai."""
    BROADER = "broader"
    """The second says all the first says, and more."""
    CONFLICT = "conflict"
    """Both cannot be true at once."""
    UNKNOWN = "unknown"
    """Nobody can tell: 李梅 against Mary, a village against a city that the gazetteer does not connect."""

    def turned(self) -> Agreement:
        """The same agreement with the arguments exchanged."""
        return {Agreement.NARROWER: Agreement.BROADER, Agreement.BROADER: Agreement.NARROWER}.get(self, self)
