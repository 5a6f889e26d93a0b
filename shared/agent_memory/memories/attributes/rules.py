"""How the sentence patterns of the attributes are written, and how they become regular expressions.

A block opens with `attribute / reader`; its patterns follow, indented by two spaces, one pattern a line, and a line
indented by four goes on with the one before. A pattern has to fit the whole statement. It names the value `v` and,
where the attribute has an object, `o`. Short forms in angle brackets are those below. The reader (in
`values.READERS`) turns the matched words into the value, or refuses them; then the next pattern is tried. A reader
`no home` reads the value that holds no longer.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from agent_memory.memories.attributes.tables import CODES, TOOLS_EN, TOOLS_ZH

_DATE_ZH: Final = (
    r"(?:于|在|自|从)?(?:\d{4}年(?:\d{1,2}月(?:\d{1,2}[日号])?)?|\d{1,2}月(?:\d{1,2}[日号])?)(?:起|开始|以来)?"
)
_MONTHS: Final = (
    "(?:january|february|march|april|may|june|july|august|september|october|november|december|"
    "jan|feb|mar|apr|jun|jul|aug|sept|sep|oct|nov|dec)"
)
_SINCE: Final = rf"(?: now)?(?: (?:since|in|on|as of|from|starting)(?: (?:early|late|mid|{_MONTHS}|\d{{1,4}}(?:st|nd|rd|th)?),?){{1,4}})?"

# Repetitions are possessive (`*+`): what they have taken they keep, so that no text can make the search explode.
SHORT_FORMS: Final = {
    "我": r"(?:该?用户(?:本人)?|我|本人)",
    "现": (
        r"(?:目前|现在|如今|当前|现(?![任居])|最近|近期|今年|刚(?!好)|已经|已(?!婚)|一直|仍然?|还|就(?![职读])|也|常年|长期|"
        rf"{_DATE_ZH})*+"
    ),
    "我方": r"(?:该?用户(?:本人)?|我|本人)(?:的?(?:公司|团队|部门|单位|企业|工厂|厂|店|学校|工作室|项目组|组))?",
    "是": r"(?:(?:现在|目前|已经|已)*+(?:是|为|叫|叫做|:|应该?是) ?)",
    "改": r"(?:(?:现在|目前|已经|已)*+(?:从[^，,]+?)?(?:已经?)?(?:改成|改为|改用|改到|调整为|调整到|调到|调成|提高到|提升到|增加到|加到|涨到|升到|上调到|上调至|降到|降至|"
    r"降低到|减少到|减到|压到|下调到|变成|变为|换成|换为|换到|切换到|切到|迁移到|迁到|升级到|转到|定为|更新为|推迟到|推到|延期到|延后到|延长到|延到|提前到)了? ?)",
    "I": r"(?:(?:the |this )?user|i)",
    "my": r"(?:(?:the |this )?user's|my)",
    "we": r"(?:(?:the |this )?user|i|(?:(?:the |this )?user's|my) (?:company|team|firm|office|department|employer|business|startup|organi[sz]ation))",
    "our": r"(?:(?:(?:the |this )?user's|my)(?: (?:company|team|firm|office|department|employer|business|startup|organi[sz]ation)(?:'s)?)?)",
    "now": r"(?:(?:,? ?(?:currently|now|presently|still|recently|already|just|at present)),? )?",
    "their": r"(?:his|her|their|my|our|its|the|an?)",
    "is": r"(?:is now|is currently|is|'s|am|'m)",
    "since": _SINCE,
    "became": r"(?:is now|is|has been (?:changed|raised|increased|cut|reduced|lowered|updated|moved|extended|pushed|"
    r"set|postponed)(?: back)? (?:from .+? )?(?:to|until|at)|was (?:changed|raised|increased|cut|reduced|lowered|updated|"
    r"moved|extended|pushed|postponed)(?: back)? (?:from .+? )?(?:to|until)|(?:changed|increased|moved) (?:from .+? )?to)",
    "named": r"(?:is (?:called|named)|is|'s name is)",
    "want_zh": r"(?:希望|要求|想要|喜欢|偏好|更喜欢|倾向于|习惯)",
    "want": r"(?:prefers?|wants?|would like|likes?|asked for|asks for|requested|requests)",
    "reply_zh": r"(?:回答|回复|答复|交流|沟通|对话|作答|回(?=用户|我|他|她))",
    "reply": r"(?:replies|answers|responses|communication|explanations)",
    "category": rf"(?P<o>{TOOLS_ZH}|{TOOLS_EN})",
    "code": "(?P<o>" + "|".join(name for names in CODES.values() for name in names) + ")",
}


@dataclass(frozen=True, slots=True)
class Rule:
    """One compiled pattern."""

    name: str
    pattern: re.Pattern[str]
    reader: str
    denies: bool = False
    """The statement says that the value holds no longer."""


def compile_rules(source: str) -> tuple[Rule, ...]:
    """The rules of one language, in order."""
    found: list[tuple[str, str, str]] = []
    name = reader = ""
    for line in source.strip("\n").splitlines():
        if line.startswith("    "):
            found[-1] = (*found[-1][:2], found[-1][2] + line[4:])
        elif line.startswith("  "):
            found.append((name, reader, line[2:]))
        else:
            name, reader = line.split(" / ")
    return tuple(
        Rule(name, re.compile(_fill(pattern), re.IGNORECASE), reader.removeprefix("no "), reader.startswith("no "))
        for name, reader, pattern in found
    )


def _fill(pattern: str) -> str:
    for _ in range(2):  # a short form may use another
        pattern = re.sub(r"<(?![=!])([^<>]+)>", lambda m: SHORT_FORMS.get(m[1], m[0]), pattern)
    return pattern
