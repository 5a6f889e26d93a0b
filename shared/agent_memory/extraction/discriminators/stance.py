"""What the user says they like or dislike, when that is all the statement says."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from agent_memory.memories.attributes.reading.lexicon import lexicon
from agent_memory.memories.attributes.reading.text import read_form

_WHO_ZH: Final = r"(?:该?用户|我|本人)(?:现在|目前|已经|如今|变得|开始|一直|仍然|还是|也|就|很|非常|特别|十分|最|超级?|挺|比较|真的|有点|越来越)*"
_DO_ZH: Final = r"(?:吃|喝|看|玩|用|使用|听|做|打)?"
_WHO_EN: Final = (
    r"(?:(?:the |this )?user|i) "
    r"(?:(?:now|really|absolutely|also|still|generally|actually|just|truly|strongly) )*"
)
_DO_EN: Final = r"(?:(?:to )?(?:drink|eat|watch|play|us|listen to|do)(?:e|ing)? )?"
_END_EN: Final = r"(?: (?:a lot|very much|so much|now|anymore|any more|at all))*"
_NOT_EN: Final = r"(?:does not|doesn't|do not|don't|no longer)(?: really| actually)?"

# The first pattern that fits decides; 不喜欢 is tried before 喜欢.
_PATTERNS: Final = tuple(
    (re.compile(pattern), likes)
    for pattern, likes in (
        (rf"{_WHO_ZH}(?:不再|不太|不怎么|不是很|不)(?:喜欢|喜爱|热爱|爱){_DO_ZH}(?P<o>.+?)了?", False),
        (rf"{_WHO_ZH}(?:讨厌|厌恶|反感|痛恨|憎恨|恨|受不了|嫌弃){_DO_ZH}(?P<o>.+?)了?", False),
        (rf"{_WHO_ZH}(?:喜欢|喜爱|热爱|爱|钟爱)(?:上了?)?{_DO_ZH}(?P<o>.+?)了?", True),
        (rf"{_WHO_EN}{_NOT_EN} (?:likes?|loves?|enjoys?|care for) {_DO_EN}(?P<o>.+?){_END_EN}", False),
        (rf"{_WHO_EN}(?:hates?|dislikes?|detests?|loathes?|can(?:'|no|)t stand|can not stand) {_DO_EN}(?P<o>.+?){_END_EN}", False),
        (rf"{_WHO_EN}(?:likes?|loves?|enjoys?|adores?|is fond of|am fond of) {_DO_EN}(?P<o>.+?){_END_EN}", True),
    )
)  # fmt: skip
_ALLERGY: Final = tuple(
    (re.compile(pattern), suffers)
    for pattern, suffers in (
        (rf"{_WHO_ZH}对(?P<o>.+?)(?:其实|并|已经|都|再也)*(?:不再|不会|不|没有|没)过敏了?", False),
        (rf"{_WHO_ZH}对(?P<o>.+?)(?:严重|重度|轻度|有点|特别|会|都)*过敏", True),
        (rf"{_WHO_EN}(?:is|am)(?: actually| really| in fact)? (?:not|no longer)(?: actually| really)? allergic to (?P<o>.+?){_END_EN}", False),
        (rf"{_WHO_EN}(?:is|am) (?:(?:also|very|severely|highly|deathly|mildly|extremely|really) )*allergic to (?P<o>.+?)", True),
    )
)  # fmt: skip
_MORE_THAN_ONE: Final = re.compile(
    r"[，,;、]|和|与|或|但|而|\b(?:and|or|but|because|when|if|more than|than|over)\b|因为|的时候"
)


@dataclass(frozen=True, slots=True)
class Stance:
    """One liking or disliking of the user, or one allergy that they have or have not."""

    object: str
    """Under its name in the lexicon where it has one, so that 咖啡 and coffee are one object."""
    likes: bool
    """Or suffers from, of an allergy: its object starts with `allergy:`."""


def stance(statement: str) -> Stance | None:
    """The stance, when the whole statement is "the user likes (hates) one thing"; None otherwise."""
    text = read_form(statement)
    for prefix, patterns in (("allergy:", _ALLERGY), ("", _PATTERNS)):
        for pattern, likes in patterns:
            match = pattern.fullmatch(text)
            if match is not None:
                thing = _one_thing(match["o"])
                return None if thing is None else Stance(prefix + thing, likes)
    return None


def _one_thing(written: str) -> str | None:
    """Its name; None when it is more than one thing."""
    thing = re.sub(r"^(?:the|a|an|his|her|their|my) ", "", written.strip())
    if not thing or len(thing) > 40 or _MORE_THAN_ONE.search(thing):
        return None
    entry = lexicon().look_up(thing)
    return entry.name if entry is not None else thing
