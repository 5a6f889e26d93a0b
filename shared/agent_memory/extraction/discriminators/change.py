"""Statements that something has changed: "the meeting has been moved to Friday" is about an earlier "the meeting is on
Wednesday", whatever sort of thing it is."""

from __future__ import annotations

import re
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
_STATED_ZH: Final = r"(?:现在|目前|已经|就|一直|都|大概|大约|约)*(?:是|为|在|叫|有|定在|定于|:|改为|改成|改到|换成|推迟到|提前到)了? ?(?P<v>.+)"
_STATED_EN: Final = (
    r" (?:(?:is|are|was)(?: now| currently)?(?: on| at| in| by)?|has been (?:changed|moved) to) (?P<v>.+)"
)


def changes(newer: str, older: str) -> bool:
    """Whether `newer` says that what `older` states of the very same thing has become something else."""
    after = read_form(newer)
    for pattern, stated in zip(_CHANGED, (_STATED_ZH, _STATED_EN), strict=True):
        match = pattern.fullmatch(after)
        if match is None:
            continue
        before = read_form(older)
        rest = before.removeprefix(match["s"])
        told = re.fullmatch(stated, rest) if rest != before else None
        return told is not None and told["v"] != match["v"]
    return False
