"""Whether two statements name the same things in the opposite order."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Sequence
from typing import Final

from agent_memory.extraction.discriminators.statement import StatementReading
from agent_memory.extraction.discriminators.words import UNKNOWN, Word
from agent_memory.memories.attributes.reading.lexicon import NEGATION, STANCE, STATUS, STOP, WORD
from agent_memory.memories.attributes.reading.text import has_cjk

_DIRECTION: Final = re.compile(
    r"从|到|比|先|再|后|而不是|而非|换成|改成|改为|替换|取代|由|被|向|给|把|为|\b(?:from|to|over|than|before|after|instead|rather|into|replaced?|then|by)\b"
)
_WAYS: Final = {
    **dict.fromkeys(("从", "由", "from", "out of"), "from"),
    **dict.fromkeys(("到", "至", "往", "to"), "to"),
    "给": "to somebody",
    "向": "towards",
}
_WAY: Final = re.compile(r"[从由到至往给向]|\b(?:from|to|out of)\b")
_LIST: Final = re.compile(r"[\s,，、&/]*(?:和|与|跟|及|以及|或|and|or|or the|and the)?[\s,，、&/]*")
_PERSON: Final = "person"
_PLAIN: Final = frozenset([STOP, NEGATION, STANCE, STATUS])


def swapped(a: StatementReading, b: StatementReading) -> bool:
    """Whether two like things that both statements name exactly once change places.

    Members of a plain list (A and B) may stand in any order. Names, places and known things may swap without any
    word of direction (A manages B); other words only beside one (from A to B, A rather than B), or beside several
    numbers or dates, which then go with the wrong words. The numbers and dates themselves must keep their order.
    """
    if _reordered(a.quantities, b.quantities) or _reordered(a.dates, b.dates) or _turned(a.text, b.text):
        return True
    figures = min(len(r.quantities) + len(r.dates) + len(r.clocks) for r in (a, b))
    directed = figures > 1 or all(_DIRECTION.search(r.text) for r in (a, b))
    left, right = _anchors(a.words, directed=directed), _anchors(b.words, directed=directed)
    shared = sorted(left.keys() & right.keys(), key=lambda key: left[key].span)
    for first, second in itertools.combinations(shared, 2):
        if _sort(left[first]) != _sort(left[second]) or right[first].span < right[second].span:
            continue
        listed = _listed(left[first], left[second], a.text) or _listed(right[second], right[first], b.text)
        if not listed and (
            _sort(left[first]) != _PERSON
            or directed
            or (_acting(a, left, first, second) and _acting(b, right, second, first))
        ):
            return True
    return False


def _anchors(words: Sequence[Word], *, directed: bool) -> dict[str, Word]:
    """The things of a statement by name; those named twice are left out."""
    seen: dict[str, Word] = {}
    twice: set[str] = set()
    for word in words:
        if not _is_anchor(word, directed=directed):
            continue
        if word.name in seen:
            twice.add(word.name)
        seen[word.name] = word
    return {name: word for name, word in seen.items() if name not in twice}


def _is_anchor(word: Word, *, directed: bool) -> bool:
    if word.group in _PLAIN:
        return False
    if word.group == UNKNOWN and not has_cjk(word.text):
        return word.capital or directed
    return word.group not in (WORD, UNKNOWN) or (directed and has_cjk(word.text))


def _turned(a: str, b: str) -> bool:
    """From Bob on one side, to Bob on the other."""
    left, right = ({_WAYS[word] for word in _WAY.findall(text)} for text in (a, b))
    return bool(left and right) and not left & right


def _reordered(left: Sequence[object], right: Sequence[object]) -> bool:
    """The same values in another order."""
    return left != right and len(left) == len(right) and Counter(left) == Counter(right)


def _sort(word: Word) -> str:
    """Only things of one sort can change places; Chinese words without a group are one sort, known or not."""
    if word.group in ("relation", "occupation") or (word.capital and word.group == UNKNOWN):
        return _PERSON
    return UNKNOWN if word.group == WORD else word.group


def _acting(reading: StatementReading, anchors: dict[str, Word], first: str, second: str) -> bool:
    """Whether something happens between two persons: "Mary is the wife" may be turned round, "Mary calls the wife" not."""
    start, end = anchors[first].span[1], anchors[second].span[0]
    between = (word for word in reading.words if start <= word.span[0] < end)
    return any(word.group != STOP and word.name != "name" for word in between)


def _listed(first: Word, second: Word, text: str) -> bool:
    return _LIST.fullmatch(text[first.span[1] : second.span[0]]) is not None
