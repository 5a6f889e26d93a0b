"""Employers and job titles: what is one, and under which name."""

from __future__ import annotations

import re
from typing import Final

from agent_memory.memories.attributes.reading.lexicon import lexicon
from agent_memory.memories.attributes.reading.places import look_up, read_place
from agent_memory.memories.attributes.reading.text import has_cjk, lower_form

_LIST: Final = re.compile(r"[、/,，;]|和|与|或|兼|\b(?:and|or)\b|&")
_FIRM_ENDING: Final = re.compile(
    r"(?:公司|集团|银行|证券|保险|基金|科技|股份|事务所|研究院|研究所|设计院|大学|学院|中学|小学|医院|律所|出版社|电视台|报社|汽车|电子|"
    r"制药|药业|软件|网络|传媒|物流|地产|酒店集团|委员会|法院|检察院)$"
    r"|\b(?:inc|corp|corporation|ltd|llc|gmbh|group|bank|university|college|hospital|institute|labs?|technologies|"
    r"consulting|partners|systems|software|school|company|co|ag|plc|foundation|agency)\.?$"
)
_INDEFINITE: Final = re.compile(
    r"^(?:一[家所个间]|某|这家|那家|家里|家中|自己的?|多家|几家|an? |his |her |their |my |the (?:same|company|office|family)|home\b|"
    r"night\b|himself|herself|themselves|someone|remote)"
    r"|^(?:公司|集团|银行|医院|学校|大学|工厂|外企|国企|央企|私企|民企|政府|事业单位|互联网公司|外贸公司|电商公司|创业公司|科技公司|"
    r"金融公司|广告公司|贸易公司|制造企业|律师事务所|会计师事务所|研究所|小学|中学|事务所|大公司|小公司|上市公司|世界500强|家|这里|那里)$"
    r"|^[^ ]{0,6}(?:行业|领域|部门|一线|现场|岗位)$"
)
_SIDE_ROLES: Final = frozenset(
    "writer student college-student graduate-student phd-student coach personal-trainer photographer painter musician singer "
    "volunteer freelancer founder cofounder blogger investor father mother parent customer member".split()
)
_HEAD_ZH: Final = re.compile(
    r"(?:工程师|设计师|架构师|分析师|会计师|律师|教师|老师|医师|医生|护士|程序员|经理|总监|主管|主任|专员|助理|秘书|顾问|教授|讲师|研究员|"
    r"总裁|总经理|销售|采购|会计|出纳|记者|编辑|翻译|司机|厨师|警察|公务员|科学家|飞行员|店长|厂长|校长|院长|董事长|首席\w{1,6}官|产品运营|运营)$"
)
_HEAD_EN: Final = re.compile(
    r"\b(?:engineer|developer|programmer|manager|designer|analyst|consultant|accountant|auditor|lawyer|attorney|doctor|"
    r"physician|surgeon|nurse|dentist|pharmacist|teacher|professor|lecturer|researcher|scientist|architect|director|"
    r"officer|ceo|cto|cfo|coo|secretary|assistant|administrator|technician|journalist|reporter|editor|translator|"
    r"interpreter|chef|driver|pilot|plumber|electrician|mechanic|salesperson|salesman|buyer|recruiter|librarian|"
    r"firefighter|paralegal|therapist|psychologist|veterinarian|barber|hairdresser|carpenter|supervisor|president|"
    r"vice president|specialist|coordinator|clerk|cashier|bartender|waiter|waitress|actuary|economist|farmer)$"
)
_RANK: Final = re.compile(
    r"^(?:(?P<junior>初级|助理级|junior|entry-level)|(?P<senior>高级|资深|senior|sr\.?)|(?P<lead>首席|lead|principal|staff)) ?(?=\S{2})"
)
_NO_TITLE: Final = re.compile(
    r"不|没|的|\b(?:not|as|if|though|hard|possible|usual|planned|expected|team|group|well)$|^(?:as|if|hard|part of)\b"
)
_ARTICLE: Final = re.compile(r"^(?:an? |the |一?[名位个])")


def read_firm(written: str, *, certain: bool) -> str | None:
    """The employer's name, or None when it is none, or only described ("a startup").

    With `certain` the verb has said that it is an employer; otherwise the name itself must show it: a firm of the
    lexicon, an ending such as 集团 or Inc, or (in English) capital letters on something that is no place.
    """
    name = re.sub(r"[了]$", "", written.strip()).strip("\"'《》")
    text = _ARTICLE.sub("", lower_form(name)) if not _INDEFINITE.match(lower_form(name)) else ""
    if not text or _LIST.search(text) or len(text) > 40:
        return None
    if _INDEFINITE.match(_without_place(text)):
        return None
    entry = lexicon().look_up(text) or lexicon().look_up(re.sub(r"(?:公司|集团)$", "", text))
    if entry is not None:
        return entry.name if entry.group in ("organisation", "software") else None
    if read_place(text) is not None and not _FIRM_ENDING.search(text):
        return None
    if certain or (_FIRM_ENDING.search(text) and len(text) > 3):
        return text if has_cjk(text) or name[:1].isupper() or name[:1].isdigit() else None
    capital = not has_cjk(text) and all(w[:1].isupper() or w in ("of", "and", "the", "for") for w in name.split())
    return text if capital else None


def _without_place(text: str) -> str:
    """上海公司 is as nameless as 公司."""
    return next((text[n:] for n in (2, 3, 4) if len(text) > n and look_up(text[:n]) is not None), text)


def read_title(written: str) -> str | None:
    """A job title as `core` or `rank|core`, the core under its name in the lexicon where it has one."""
    text = _ARTICLE.sub("", lower_form(written).strip()).strip().removesuffix("了").strip()
    if not text or _LIST.search(text) or len(text) > 40 or len(text.split()) > 5 or _NO_TITLE.search(text):
        return None
    entry = lexicon().look_up(text)
    if entry is not None:
        return entry.name if entry.group == "occupation" else None
    ranked = _RANK.match(text)
    if ranked is None:
        return text
    core = text[ranked.end() :].strip()
    known = lexicon().look_up(core)
    return f"{ranked.lastgroup}|{known.name if known is not None and known.group == 'occupation' else core}"


def read_occupation(written: str) -> str | None:
    """A title that is certainly an occupation: known to the lexicon, or ending in the name of a trade.

    Roles that people have beside a job (writer, coach, student) are left out: they retire nothing.
    """
    title = read_title(written)
    if title is None:
        return None
    core = title.partition("|")[2] or title
    if core in _SIDE_ROLES:
        return None
    entry = lexicon().by_name.get(core)
    if entry is not None:
        return title if entry.group == "occupation" else None
    return title if (_HEAD_ZH if has_cjk(core) else _HEAD_EN).search(core) else None
