"""Whom a statement is about, as a chain of possession from the user: `()` the user, `("wife",)` the user's wife."""

from __future__ import annotations

from typing import Final

from agent_memory.extraction.discriminators.coverage import covered
from agent_memory.extraction.discriminators.statement import StatementReading
from agent_memory.extraction.discriminators.words import UNKNOWN, Word
from agent_memory.memories.attributes.reading.lexicon import STOP

_USER: Final = frozenset(["用户", "该用户", "user", "users", "我", "我的", "本人", "i", "my", "me"])
_PERSONS: Final = frozenset(
    ["他", "她", "he", "she", "we", "our", "我们", "我们的", "咱们", "his", "her", "their", "自己"]
)
_LINKS: Final = frozenset(["的", "the", "this", "that", "'s", "s", "这个", "该", "那个", "a", "an", "of", "家"])
_ROLES: Final = frozenset(["relation", "occupation"])


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
    return len(left) != len(right) or not all(covered(x, [y]) for x, y in zip(left, right, strict=True))


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
        elif word.group == STOP and word.text in _LINKS:
            continue
        else:
            return _chain(chain, user_seen, word, reading)
    return tuple(chain) if chain or user_seen else None


def _chain(chain: list[str], user_seen: bool, stopped_at: Word, reading: StatementReading) -> tuple[str, ...] | None:  # noqa: FBT001
    if chain or user_seen:
        return tuple(chain)
    if stopped_at.group == UNKNOWN and not any(w.text in _USER or w.text in _PERSONS for w in reading.words):
        return (f"~{stopped_at.name}",)
    return None
