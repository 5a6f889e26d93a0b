"""From a statement to its attribute."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from agent_memory.memories.attributes.model import DENIED, Attribute
from agent_memory.memories.attributes.reading.text import has_cjk, plain_form
from agent_memory.memories.attributes.rules import Rule, compile_rules
from agent_memory.memories.attributes.rules_en import EN
from agent_memory.memories.attributes.rules_zh import ZH
from agent_memory.memories.attributes.values import READERS

_LONGEST: Final = 160

# A correction says the new value and denies the old one; what is denied is not part of the fact.
_DENIED: Final = (
    (re.compile(r"\s*\((?:不是|不再|并非|之前|以前|原来|原先|not |no longer |previously |formerly |instead of |was )[^()]*\)$", re.IGNORECASE), ""),
    (re.compile(r"[，,]\s*(?:而)?(?:不是|不再是|不再|并不是|并非|而非)[^，,]*$"), ""),
    (re.compile(r"(?:并)?不(?:再)?(?:是|住在|在)[^，,]{1,24}?[，,]?\s*而?(?=是|住在|在)"), ""),
    (re.compile(r",? (?:and not|but not|not|no longer|rather than) [^,]+$", re.IGNORECASE), ""),
    (re.compile(r",? instead of [^,]+$", re.IGNORECASE), " now"),
    (re.compile(r"\b(is|lives|works) (?:not|no longer) (?:in |at |for )?[^,]{1,40}?,? but (?:rather )?", re.IGNORECASE), r"\1 "),
    (re.compile(r"^(?:actually|correction|update|更正|其实|实际上|注意)[,，:：]?\s*", re.IGNORECASE), ""),
)  # fmt: skip
_DAY_ZH: Final = r"(?:\d{4}年)?(?:\d{1,2}月(?:份)?)?(?:\d{1,2}[日号])?"

# When a change happened is no part of what it changed to. (Plans never come here: `_UNSURE` has refused them.)
_WHEN: Final = (
    (re.compile(rf"^(用户)(?:于|在)?\d{{4}}年{_DAY_ZH}(?:[至到]{_DAY_ZH})?(?:左右|前后|初|中旬|底)?[,，]?(?=搬|迁居|移居|改用|换成|换用|转用|结婚|离婚|订婚|领证|入职|加入|跳槽|就职|升任|升职|晋升|把|将|从)"), r"\1"),
    (re.compile(r" (?:in|during) the (?:week|weekend|month) of [^,]+,? \d{4}$", re.IGNORECASE), ""),
    (re.compile(r" (?:between|from) [^,]+,? (?:\d{4} )?(?:and|to) [^,]+,? \d{4}$", re.IGNORECASE), ""),
)  # fmt: skip
_ENGLISH_FRAME: Final = re.compile(r"(?:(?:the |this )?user(?:'s)?|my|i) ", re.IGNORECASE)
_UNSURE: Final = re.compile(
    r"可能|也许|大概是|好像|似乎|疑似|如果|假如|希望能|想要?(?:搬|换|住)|计划|打算|准备|即将|将要|曾经?|以前|过去|原来|之前[^完交提做]|临时|暂时|短期|"
    r"\b(?:maybe|perhaps|might|probably|possibly|seems|if|plans?|planning|intends?|will|would be|going to|used to|formerly|"
    r"previously|former|temporarily|considering|hopes?|was (?:living|working)|once)\b|\?|？",
    re.IGNORECASE,
)


def single_valued(statement: str) -> Attribute | None:
    """The single-valued attribute that the statement gives a value, or None.

    Recognised, in Chinese and English: home, employer (with the title there), title, name, form of address, age,
    birthday, birthplace, origin, hometown, nationality, marital state, number of children, names of spouse, partner,
    parents and manager, preferred reply language, length and tone, phone, e-mail, WeChat, school, degree, department,
    height, weight, salary, gender, blood type, time zone, budget and deadline (by their object), the main tool of a
    category (ERP, editor, browser …), and favourite colour, season and number.
    """
    text = plain_form(statement)
    if not text or len(text) > _LONGEST:
        return None
    chinese = has_cjk(text) and _ENGLISH_FRAME.match(text) is None
    return _first(text, chinese=chinese, denying=True) or _stated(text, chinese=chinese)


def _stated(text: str, *, chinese: bool) -> Attribute | None:
    for pattern, replacement in _DENIED:
        text = pattern.sub(replacement, text)
    if _UNSURE.search(text):
        return None
    for pattern, replacement in _WHEN:
        text = pattern.sub(replacement, text)
    return _first(text, chinese=chinese, denying=False)


def _first(text: str, *, chinese: bool, denying: bool) -> Attribute | None:
    """What the first rule says that fits and whose reader finds a value."""
    for rule in _rules(chinese=chinese, denying=denying):
        match = rule.pattern.fullmatch(text)
        if match is not None and (found := READERS[rule.reader](match)) is not None:
            target, value = found
            return Attribute(f"{rule.name}:{target}" if target else rule.name, f"{DENIED}{value}" if denying else value)
    return None


@cache
def _rules(*, chinese: bool, denying: bool) -> tuple[Rule, ...]:
    """Either kind of statement may hold names in the other script."""
    return tuple(rule for rule in compile_rules(ZH if chinese else EN) if rule.denies is denying)
