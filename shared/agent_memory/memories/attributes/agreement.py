"""Whether two values of one attribute agree. Every rule answers UNKNOWN rather than guess a conflict."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from agent_memory.memories.attributes.model import DENIED, Agreement, Attribute
from agent_memory.memories.attributes.reading.dates import parse_written
from agent_memory.memories.attributes.reading.lexicon import lexicon
from agent_memory.memories.attributes.reading.text import has_cjk

_FINE_UNIT: Final = re.compile(r"(市|区|县|镇|乡|村|国|省)$")
_WEDLOCK_COMPATIBLE: Final = {
    frozenset(pair) for pair in (("single", "unmarried"), ("engaged", "unmarried"), ("divorced", "single"))
}


def agreement(a: Attribute, b: Attribute) -> Agreement:
    """How the value of `a` stands to the value of `b`; UNKNOWN when they are different attributes."""
    if a.name != b.name:
        return _whole_and_part(a, b)
    if a.value == b.value:
        return Agreement.SAME
    compare = _COMPARISONS.get(a.name.partition(":")[0], _exact)
    denied = a.value.startswith(DENIED), b.value.startswith(DENIED)
    if any(denied):
        return Agreement.UNKNOWN if all(denied) else _denial(a.value, b.value, compare)
    agreed = compare(a.value, b.value)
    return Agreement.UNKNOWN if agreed is Agreement.CONFLICT and a.name in _OF_SOMETHING else agreed


_OF_SOMETHING: Final = frozenset(["deadline", "delivery", "launch"])
"""Without an object they may be of two different things."""


def _whole_and_part(a: Attribute, b: Attribute) -> Agreement:
    """ "The budget is 8,000" is what "the renovation budget is 8,000" says, who says the same of what."""
    (kind_a, _, object_a), (kind_b, _, object_b) = a.name.partition(":"), b.name.partition(":")
    if kind_a != kind_b or bool(object_a) == bool(object_b) or a.value != b.value:
        return Agreement.UNKNOWN
    return Agreement.NARROWER if object_a else Agreement.BROADER


def outdates(newer: Attribute, older: Attribute) -> bool:
    """Whether `newer` makes a "no longer" superfluous: another value of the same attribute."""
    if newer.name != older.name or not older.value.startswith(DENIED) or newer.value.startswith(DENIED):
        return False
    lost = Attribute(older.name, older.value.removeprefix(DENIED))
    return agreement(lost, newer) is Agreement.CONFLICT


def _denial(a: str, b: str, compare: Callable[[str, str], Agreement]) -> Agreement:
    """No longer in Shanghai conflicts with Shanghai and with Pudong; it says nothing of Beijing."""
    denied, stated = (a, b) if a.startswith(DENIED) else (b, a)
    value = denied.removeprefix(DENIED)
    lost = value == stated or compare(value, stated) in (Agreement.SAME, Agreement.BROADER)
    return Agreement.CONFLICT if lost else Agreement.UNKNOWN


def compatible(a: Attribute, b: Attribute) -> bool:
    """Whether both may be true of one user at once: 上海 and 上海浦东 are, 上海 and 北京 are not.

    True also when it cannot be known: only a certain conflict may retire a memory.
    """
    return agreement(a, b) is not Agreement.CONFLICT


def _exact(a: str, b: str) -> Agreement:
    return Agreement.SAME if a == b else Agreement.CONFLICT


def _place(a: str, b: str) -> Agreement:
    (path_a, rest_a), (path_b, rest_b) = _split_place(a), _split_place(b)
    if not path_a or not path_b:
        return _unknown_places(rest_a, rest_b) if not path_a and not path_b else Agreement.UNKNOWN
    shorter = min(len(path_a), len(path_b))
    if path_a[:shorter] != path_b[:shorter]:
        return Agreement.CONFLICT
    if len(path_a) == len(path_b):
        return _contained(rest_a, rest_b, within=lambda x, y: y in x)
    deeper_is_a, shallow_rest = (True, rest_b) if len(path_a) > len(path_b) else (False, rest_a)
    if shallow_rest:
        return Agreement.UNKNOWN
    return Agreement.NARROWER if deeper_is_a else Agreement.BROADER


def _address(a: str, b: str) -> Agreement:
    """One address may say more than the other; two that do not hold each other are two addresses."""
    held = _contained(a, b, within=lambda x, y: y in x)
    return Agreement.CONFLICT if held is Agreement.UNKNOWN else held


def _split_place(value: str) -> tuple[tuple[str, ...], str]:
    path, _, rest = value.partition("~")
    return tuple(filter(None, path.split("/"))), rest


def _unknown_places(a: str, b: str) -> Agreement:
    """Two places that no gazetteer knows conflict only as units of one level: 云溪县, 石桥县."""
    if (held := _contained(a, b, within=lambda x, y: y in x)) is not Agreement.UNKNOWN:
        return held
    levels = _FINE_UNIT.search(a), _FINE_UNIT.search(b)
    if levels[0] and levels[1] and levels[0][1] == levels[1][1]:
        return Agreement.CONFLICT
    return Agreement.UNKNOWN


def _contained(a: str, b: str, *, within: Callable[[str, str], bool]) -> Agreement:
    if a == b:
        return Agreement.SAME
    if within(a, b):
        return Agreement.NARROWER
    return Agreement.BROADER if within(b, a) else Agreement.UNKNOWN


def _name(a: str, b: str) -> Agreement:
    """Names in one script conflict unless one holds the other (小明 in 王小明); across scripts nobody can tell."""
    if has_cjk(a) != has_cjk(b):
        return Agreement.UNKNOWN
    if has_cjk(a):
        held = _contained(a, b, within=lambda x, y: y in x)
    else:
        words_a, words_b = frozenset(a.split()), frozenset(b.split())
        if words_a == words_b:
            return Agreement.SAME
        held = (
            Agreement.NARROWER if words_a > words_b else Agreement.BROADER if words_b > words_a else Agreement.UNKNOWN
        )
    return held if held is not Agreement.UNKNOWN else Agreement.CONFLICT


def _title(a: str, b: str) -> Agreement:
    """Job titles: a rank or a field more is narrower (senior backend engineer, engineer)."""
    (rank_a, core_a), (rank_b, core_b) = _rank(a), _rank(b)
    core = _title_core(core_a, core_b)
    if rank_a and rank_b and rank_a != rank_b:
        return Agreement.CONFLICT if core is not Agreement.UNKNOWN else core
    if rank_a == rank_b or core in (Agreement.CONFLICT, Agreement.UNKNOWN):
        return core
    by_rank = Agreement.NARROWER if rank_a else Agreement.BROADER
    return by_rank if core in (Agreement.SAME, by_rank) else Agreement.UNKNOWN


def _rank(title: str) -> tuple[str, str]:
    rank, mark, core = title.partition("|")
    return (rank, core) if mark else ("", title)


def _title_core(a: str, b: str) -> Agreement:
    if a == b:
        return Agreement.SAME
    kinds_a, kinds_b = lexicon().kinds(a), lexicon().kinds(b)
    if b in kinds_a or a in kinds_b:
        return Agreement.NARROWER if b in kinds_a else Agreement.BROADER
    if has_cjk(a) != has_cjk(b) and not (a in lexicon().by_name and b in lexicon().by_name):
        return _across_scripts(*((a, b) if has_cjk(a) else (b, a)), chinese_first=has_cjk(a))
    ends = _contained(a, b, within=lambda x, y: x.endswith((y, f" {y}")))
    if ends is not Agreement.UNKNOWN:
        return ends
    # Field and head may be in any order of words: "engineer, backend".
    return Agreement.CONFLICT if not set(a.split()) & set(b.split()) else Agreement.UNKNOWN


def _across_scripts(chinese: str, name: str, *, chinese_first: bool) -> Agreement:
    """A title that no list knows against one that a list does, by the latter's Chinese words: 采购总监, 采购经理."""
    forms = lexicon().chinese_forms(name)
    found = {_contained(chinese, form, within=lambda x, y: x.endswith(y)) for form in forms}
    held = next((agreed for agreed in found if agreed is not Agreement.UNKNOWN), None)
    if held is None:
        return Agreement.CONFLICT if forms else Agreement.UNKNOWN
    return held if chinese_first else held.turned()


def _employer(a: str, b: str) -> Agreement:
    """`employer` or `employer/title`: another employer conflicts, another title at the same one does too."""
    (firm_a, _, title_a), (firm_b, _, title_b) = a.partition("/"), b.partition("/")
    firm = Agreement.SAME if firm_a == firm_b else _name(firm_a, firm_b)
    if firm in (Agreement.CONFLICT, Agreement.UNKNOWN) or title_a == title_b:
        return firm
    if not title_a or not title_b:
        by_title = Agreement.NARROWER if title_a else Agreement.BROADER
        return by_title if firm in (Agreement.SAME, by_title) else Agreement.UNKNOWN
    title = _title(title_a, title_b)
    return title if firm in (Agreement.SAME, title) or title is Agreement.CONFLICT else Agreement.UNKNOWN


def _date(a: str, b: str) -> Agreement:
    left, right = parse_written(a), parse_written(b)
    if left is None or right is None:
        return Agreement.CONFLICT if left is None and right is None else Agreement.UNKNOWN
    said = [(x, y) for x, y in zip(left.parts(), right.parts(), strict=True) if x is not None and y is not None]
    if any(x != y for x, y in said):
        return Agreement.CONFLICT
    if left.within(right):
        return Agreement.NARROWER
    return Agreement.BROADER if right.within(left) else Agreement.UNKNOWN


def _amount(a: str, b: str) -> Agreement:
    """Amounts: the same figure with its currency says more than without; anything else is another amount."""
    (figure_a, _, unit_a), (figure_b, _, unit_b) = a.partition(" "), b.partition(" ")
    if figure_a != figure_b or (unit_a and unit_b):
        return Agreement.CONFLICT
    return Agreement.NARROWER if unit_a else Agreement.BROADER


def _kind_of(a: str, b: str) -> Agreement:
    """Senses of the lexicon: simplified Chinese is Chinese."""
    if b in lexicon().kinds(a):
        return Agreement.NARROWER
    return Agreement.BROADER if a in lexicon().kinds(b) else Agreement.CONFLICT


def _wedlock(a: str, b: str) -> Agreement:
    return Agreement.UNKNOWN if frozenset((a, b)) in _WEDLOCK_COMPATIBLE else Agreement.CONFLICT


def _tool(a: str, b: str) -> Agreement:
    return _name(a, b) if not (a in lexicon().by_name and b in lexicon().by_name) else _exact(a, b)


_COMPARISONS: Final[dict[str, Callable[[str, str], Agreement]]] = {
    **dict.fromkeys(("home", "hometown", "birthplace", "origin", "nationality"), _place),
    "address": _address,
    **dict.fromkeys(("name", "form_of_address", "department", "school"), _name),
    **dict.fromkeys(("spouse_name", "partner_name", "father_name", "mother_name", "manager_name"), _name),
    **dict.fromkeys(("birthday", "deadline", "delivery", "launch"), _date),
    **dict.fromkeys(("budget", "salary", "rent", "height", "weight"), _amount),
    "title": _title,
    "employer": _employer,
    "reply_language": _kind_of,
    "marital_state": _wedlock,
    "tool": _tool,
}
"""How values are compared, by the attribute's name before `:`; the rest are the same or they are not."""
