"""What makes two similar statements two facts: numbers, dates, codes, negation, plans, names, places and words.

Discriminators only ever *prevent* a merge. An empty set means that nothing speaks against the two being
duplicates; it does not mean that they are: that is for the cosine, or a model, to say.
"""

from agent_memory.extraction.discriminators.change import Change, read_change
from agent_memory.extraction.discriminators.compare import (
    DETAIL,
    Comparison,
    Side,
    compare,
    differences,
    mergeable,
)
from agent_memory.extraction.discriminators.stance import Stance, stance

__all__ = [
    "DETAIL",
    "Change",
    "Comparison",
    "Side",
    "Stance",
    "compare",
    "differences",
    "mergeable",
    "read_change",
    "stance",
]
