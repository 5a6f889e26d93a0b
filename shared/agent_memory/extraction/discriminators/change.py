"""Statements that something has changed: "the meeting has been moved to Friday" is about an earlier "the meeting is on
Wednesday", whatever sort of thing it is."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from agent_memory.memories.attributes.reading.text import read_form

_CHANGED: Final = tuple(
    re.compile(pattern)
    for pattern in (
        (
            r"(?P<s>(?:该?用户|我)的?[^，,;]{1,24}?)(?:从[^，,;]{1,16})?(?:已经?|现在|最近|又)*(?:改成|改为|改到|换成|换到|换为|变成|变为|调整为|调整到|调到|提高到|加到"
            r"|涨到|升到|降到|减到|推迟到|延期到|延到|推到|提前到|更新为)了? ?(?P<v>[^，,;]{1,40})"
        ),
        (
            r"(?P<s>(?:the user's|my|the) [^,;]{2,40}?) (?:is now|are now|(?:has|have) been (?:changed|moved|raised|increased|reduced|lowered|cut|pushed"
            r"|extended|postponed|updated|rescheduled)(?: back| up| forward)?(?: from [^,;]+?)? (?:to|until)|(?:has )?(?:changed|moved) to)"
            r"(?: on| at)? (?P<v>[^;]{1,60})"
        ),
    )
)
_STATED_ZH: Final = re.compile(
    r"(?:现在|目前|已经|就|一直|都|大概|大约|约)*(?:是|为|在|叫|有|定在|定于|:|改为|改成|改到|换成|推迟到|提前到)了? ?(?P<v>.+)"
)
_STATED_EN: Final = re.compile(
    r" (?:(?:is|are|was)(?: now| currently)?(?: on| at| in| by)?|has been (?:changed|moved) to) (?P<v>.+)"
)


@dataclass(frozen=True, slots=True)
class Change:
    """Something that has become something else."""

    thing: str
    value: str
    stated: re.Pattern[str]
    """How a statement of the thing goes on in that language."""

    def is_of(self, form: str) -> bool:
        """Whether a statement (in its read form) gives another value of the very same thing."""
        rest = form.removeprefix(self.thing)
        told = self.stated.fullmatch(rest) if rest != form else None
        return told is not None and told["v"] != self.value


def read_change(statement: str) -> Change | None:
    """The change, when that is all that a statement says; None otherwise."""
    text = read_form(statement)
    for pattern, stated in zip(_CHANGED, (_STATED_ZH, _STATED_EN), strict=True):
        match = pattern.fullmatch(text)
        if match is not None:
            return Change(match["s"], match["v"], stated)
    return None
