"""Whom a statement is about, as a chain of possession from the user: `()` the user, `("wife",)` the user's wife."""

from __future__ import annotations

import re
from typing import Final

from agent_memory.extraction.discriminators.coverage import covered
from agent_memory.extraction.discriminators.statement import StatementReading
from agent_memory.extraction.discriminators.words import UNKNOWN, Word
from agent_memory.memories.attributes.reading.lexicon import STOP, lexicon

_USER: Final = frozenset(["用户", "该用户", "user", "users", "我", "我的", "本人", "i", "my", "me"])
_PERSONS: Final = frozenset(
    ["他", "她", "he", "she", "we", "our", "我们", "我们的", "咱们", "his", "her", "their", "自己"]
)
_LINKS: Final = frozenset(["的", "the", "this", "that", "'s", "s", "这个", "该", "那个", "a", "an", "of", "家"])
_POSSESSIVE: Final = re.compile(r"(?:的|'s)$")
_OF_USER: Final = re.compile(r"(?:用户|我|本人|user)(?:的|'s)$")
_ANIMAL: Final = "animal"
_ROLES: Final = frozenset(["relation", "occupation", _ANIMAL])


def other_subject(a: StatementReading, b: StatementReading) -> bool:
    """Whether the two are about somebody or something else. Two unknown openings are left to the wording."""
    left, right = subject_of(a), subject_of(b)
    if (
        left is None
        or right is None
        or left == right
        or all(chain[:1] and chain[0][0] == "~" for chain in (left, right))
    ):
        return False
    if len(left) == len(right):
        return not all(covered(x, [y]) for x, y in zip(left, right, strict=True))
    return not (_mentions_pet(left, b) or _mentions_pet(right, a))


def _mentions_pet(chain: tuple[str, ...], other: StatementReading) -> bool:
    """ "The user has a corgi named X" is about the dog of "the user's dog is called X"."""
    if len(chain) != 1 or (entry := lexicon().by_name.get(chain[0])) is None or entry.group != _ANIMAL:
        return False
    return covered(chain[0], [word.name for word in other.words if word.group == _ANIMAL])


def other_owner(word: Word, reading: StatementReading) -> bool:
    """Whether a family word belongs to somebody else than the user: 李四的父母, Bob's parents."""
    before = reading.text[: word.span[0]].rstrip()
    return _POSSESSIVE.search(before) is not None and _OF_USER.search(before) is None


def subject_of(reading: StatementReading) -> tuple[str, ...] | None:
    """The chain, or None when the statement does not open with somebody we can place.

    A statement that names no user at all and opens with an unknown word is about that word: 张三常用金蝶.
    """
    chain: list[str] = []
    user_seen = False
    for word in reading.words:
        if word.text in _USER or word.text in _PERSONS:
            if chain and word.text not in _USER:
                break
            user_seen = True
        elif word.group in _ROLES:
            chain.append(word.name)
        elif word.group != STOP or word.text not in _LINKS:
            if not chain and not user_seen:
                return _named(word, reading)
            break
    return tuple(chain) if chain or user_seen else None


def _named(first: Word, reading: StatementReading) -> tuple[str, ...] | None:
    if first.group == UNKNOWN and not any(w.text in _USER or w.text in _PERSONS for w in reading.words):
        return (f"~{first.name}",)
    return None
