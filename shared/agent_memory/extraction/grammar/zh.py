"""Chinese."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from agent_memory.core.time_expressions import Direction
from agent_memory.extraction.grammar import zh_screen
from agent_memory.extraction.grammar.dates import DatedText
from agent_memory.extraction.grammar.language import Correction, Repairs
from agent_memory.extraction.grammar.person import in_script_of, zh_third_person
from agent_memory.extraction.grammar.rules import DECORATION, Rule, Subject, Table, Who, table
from agent_memory.extraction.grammar.vocabulary_zh import SURNAMES
from agent_memory.extraction.grammar.zh_attributes import ATTRIBUTES, CONTACTS
from agent_memory.extraction.grammar.zh_identity import HOMES, NAMES, PERSONAL, STUDIES
from agent_memory.extraction.grammar.zh_life import FAMILY, HEALTH, LIMITS
from agent_memory.extraction.grammar.zh_plans import EVENTS, PLANS
from agent_memory.extraction.grammar.zh_repairs import REPAIRS
from agent_memory.extraction.grammar.zh_requests import REQUESTS
from agent_memory.extraction.grammar.zh_subject import USER, find_subject
from agent_memory.extraction.grammar.zh_taste import FOOD, HABITS, LIKES
from agent_memory.extraction.grammar.zh_work import COMPANY, JOBS, SKILLS, TOOLS

_PERSON_TABLE: Final = table(
    NAMES,
    PLANS,
    REQUESTS,
    HOMES,
    STUDIES,
    HEALTH,
    FOOD,
    PERSONAL,
    FAMILY,
    JOBS,
    TOOLS,
    SKILLS,
    COMPANY,
    LIKES,
    HABITS,
    EVENTS,
    LIMITS,
)

_REMEMBER: Final = re.compile(
    r"(?:请|麻烦|劳烦|帮我|帮忙|你|您|给你?|务必|一定|要|得|也|先|那|再|千万)*(?:记住|记下来?|记一下|记着|记得(?=我"
    r"|[^,]{0,8}(?:是|叫))|记好|记牢|别忘了?|不要忘了?|备注(?:一下)?|备个注|存一下|存下来?|备忘)(?!了)(?:哈|啊|哦|呀"
    r"|一下|这一点|这一?条|这件事|这个|下|:|,|\s)*"
)
_FUTURE: Final = re.compile(
    r"(?:推迟|延期|延后|提前|推|延|改|顺延|挪)[到在至]|打算|计划|准备|决定|将|要(?!求)|会(?!计|议)|订|定了|预[定订约]|报名|截止|之前|以前|最晚|最迟|到期|下[个周]|目标"
    r"|必须"
)
_PAST: Final = re.compile(r"了(?!解)|过(?!敏|年|节)|已经|刚|曾")
_BEFORE: Final = re.compile(r"(?<![PTFRD])(?:以前|之前)|曾经?|原来|原先|小时候|过去")
_FILLER: Final = re.compile(
    r"^(?:其实|的(?!确)|反正|毕竟|也|又|就|那|真的|真心|真是|确实|的确|实在|可(?=喜|讨)|还(?!钱|款|清|有|在|没)"
    r"|一直都?(?=是)|算是|本人|自己(?=也)|,|\s)+"
)
_TRAIL: Final = re.compile(rf"(?:[{DECORATION}啊呢哦呀哈啦嘛哟～~!！。.,，、\s]|的说|来着|(?<!滴)滴(?=$))+$")
_NOT_BUT: Final = re.compile(
    r"(?P<head>[^,。X]{0,24}?)(?:改了|变了|有变动?|搞错了|弄错了|说错了|写错了)?,?(?:并?不是|不再是|不叫"
    r"|不在)(?P<old>[^,X]{1,20}?)(?:了)?(?:,我?)?(?:而是|应该是|应该叫|是|叫|改成了?|改为|在)(?P<new>[^,X]{1,24})"
)
_BUT_NOT: Final = re.compile(
    r"(?P<head>[^,。X]{0,24}?(?:是|叫|住在|住|在|用的是|改[到成为在]了?|定在|换成了?"
    r"|有))(?P<new>[^,X是叫]{1,24}?)了?,?(?:而不是|并不是|不是|不叫|不在|并非)(?P<old>[^,X]{1,20})"
)
_PROJECT: Final = re.compile(
    r"^(?:我们?|把|将)*(?:这次|本次|这个|此次|这趟)(?=[^,]{0,10}(?:预算|费|经费|截止|deadline|交付|工期))"
)
_WITH: Final = re.compile(r"[和跟][^,，和跟的]{1,6}?(?:一起|们|(?=$|[\d上下明后今周这五国春]))")
_ABOUT_THINGS: Final = re.compile(
    r"所有|全部|每次|金额|价格|时间|日期|代码|单位|数字|温度|长度|标题|报价|货币|重量|距离"
)
_SOFT: Final = re.compile(r"(?<![酒网水氧])吧$")
_QUOTES: Final = (("“", "”"), ('"', '"'), ("「", "」"))
_COPULA: Final = re.compile(r"是|叫|为|有|在|要|用|会|能|不|喜欢|:|[a-z0-9]{4}")


_TABLES: Final[Mapping[Who, Table]] = {
    Who.SELF: _PERSON_TABLE,
    Who.FAMILY: _PERSON_TABLE,
    Who.TEAM: table(COMPANY, TOOLS, PLANS, EVENTS, LIMITS),
    Who.ATTRIBUTE: table(ATTRIBUTES),
    Who.CONTACT: table(CONTACTS, NAMES),
    Who.ASSISTANT: table(REQUESTS),
}


class Chinese:
    """The Chinese grammar."""

    code = "zh"
    carries_over = True
    user = USER
    repairs: Repairs = REPAIRS

    @property
    def tables(self) -> Mapping[Who, Table]:
        return _TABLES

    def prepare(self, text: str, view: str) -> tuple[str, str]:
        return text, view

    def lead(self, view: str) -> int:
        position = 0
        while (m := zh_screen.LEADS.match(view, position)) and m.end() > position:
            position = m.end()
        talk = zh_screen.SELF_TALK.match(view, position)
        if talk:
            rest = re.compile(r"[\s,:]*").match(view, talk.end())
            return rest.end() if rest else talk.end()
        return position

    def remember(self, view: str) -> int:
        m = _REMEMBER.match(view)
        return m.end() if m else 0

    def unreal(self, view: str) -> bool:
        return zh_screen.unreal(view) or zh_screen.hearsay(view)

    def unsaid(self, view: str, *, asked: bool, explicit: bool) -> bool:
        if explicit:
            view = view.rstrip("吧 ")  # "以后叫我老王吧" asks for it, and guesses nothing
        if asked or zh_screen.question(view) or zh_screen.uncertain(view):
            return True
        return not explicit and (zh_screen.errand(view) or zh_screen.passing(_PROJECT.sub("", view)))

    def subject(
        self, view: str, text: str, carried: Subject | None, relation: Subject | None
    ) -> tuple[Subject | None, tuple[int, int]]:
        return find_subject(view, text, carried, relation)

    def away(self, view: str) -> bool:
        return zh_screen.AWAY.search(view) is not None

    def prefer(self, view: str) -> Direction | None:
        if _FUTURE.search(view):
            return Direction.FUTURE
        return Direction.PAST if _PAST.search(view) else None

    def correction(self, text: str, view: str) -> Correction | None:
        for pattern in (_NOT_BUT, _BUT_NOT):
            m = pattern.search(view)
            if m is None:
                continue
            old, new = (_clean(text[m.start(g) : m.end(g)]) for g in ("old", "new"))
            old = old.removesuffix("了")
            head = text[m.start("head") : m.end("head")]
            if pattern is _BUT_NOT:
                plain, seen = text[m.start("head") : m.end("new")], view[m.start("head") : m.end("new")]
            else:
                verb = "叫" if "叫" in view[m.end("head") : m.start("old")] else "是"
                plain = f"{head}{verb}{text[m.start('new') : m.end('new')]}"
                seen = f"{m['head']}{verb}{m['new']}"
            if not head.strip():
                plain = seen = ""
            return Correction(m.start(), m.end(), plain, seen, old, new)
        return None

    def plausible(self, rule: Rule, match: re.Match[str], subject: Subject, text: str) -> bool:
        if not subject.said and re.search("我(?!的|们的|家)", match.string):
            return False  # "定好酒店我想找…": the subject comes late, what stands before it is not understood
        if rule.sets != "name" or subject.said or subject.who is not Who.SELF:
            return True
        name = match["name"]  # "学了一道菜，叫回锅肉": only what begins like a name is one
        return name.isascii() or (name[0] in SURNAMES and 2 <= len(name) <= 4)

    def tell(self, rule: Rule, match: re.Match[str], subject: Subject, dated: DatedText) -> str | None:
        start = match.end("adv") if "adv" in match.groupdict() else 0
        values = {
            name: _spaced(
                dated, match.start(name), zh_third_person(dated.written(*match.span(name), keep=rule.keep_dates))
            )
            for name, value in match.groupdict().items()
            if value
        }
        when, taken = _when(dated, start, match)
        body = dated.written(start, len(dated.text), keep=rule.keep_dates)
        values |= {
            "p": _number_final(
                subject, _FILLER.sub("", zh_third_person(dated.written(0, len(dated.text), keep=rule.keep_dates)))
            ),
            "said": _clean(zh_third_person(body)),
            "when": in_script_of("于", traditional=dated.traditional) + when if when and not taken else when,
            "when_of": dated.written(0, start) if re.search("[PTF]", dated.mask[:start]) else "",
            "adv": "",
        }
        past = _BEFORE.search(dated.mask, 0, start) if "{p}" not in rule.say else None
        label = subject.label + (past[0] if past else "")
        values["s"] = label
        values["when"] += _company(dated.text[: match.start("v")] if match.groupdict().get("v") else "")
        say = rule.say
        if Who.ASSISTANT in rule.who and "what" in values:
            values["what"] = _SOFT.sub("", values["what"])
        if Who.ASSISTANT in rule.who and _ABOUT_THINGS.match(values.get("what", "")):
            say = say.replace("助手", "")  # "用户希望金额用美元显示"
        return _filled(say, values, traditional=dated.traditional)

    def restate(self, subject: Subject | None, dated: DatedText) -> str | None:
        view = dated.mask
        own = subject is not None and subject.said and subject.label
        if (
            not (own or _COPULA.search(view))
            or len(view) < 3
            or re.match(r"(?:不要|别|千万|务必|要(?!求)|提醒|帮|给)", view)
        ):
            return None
        told = _clean(zh_third_person(dated.written(0, len(dated.text))))
        if subject is not None and subject.said and subject.label:
            return in_script_of(subject.label, traditional=dated.traditional) + told
        return told

    def introduce(self, noun: str) -> Subject:
        return Subject(Who.FAMILY, f"用户的{noun}", noun)


def _company(lead: str) -> str:
    """ "跟女朋友" of "跟女朋友下个月订婚"."""
    m = _WITH.search(lead)
    return zh_third_person(m[0]) if m else ""


def _clean(text: str) -> str:
    """A slot without closing particles, stray punctuation and unpaired quotes."""
    text = _TRAIL.sub("", text).strip(" ,，、:：")
    for opening, closing in _QUOTES:
        if text.count(opening) + text.count(closing) == 1 or (text[:1], text[-1:]) == (opening, closing):
            text = text.strip(opening + closing)
    return text.strip()


def _spaced(dated: DatedText, start: int, slot: str) -> str:
    """A slot, with the blank before a code or a name that the user wrote: "会员号是 CN-A10293"."""
    text = _clean(slot)
    before = dated.text[: start + 1 if slot[:1].isspace() else start]
    beside_latin = (text[:1].isascii() and text[:1].isalnum()) or before.rstrip()[-1:].isascii()
    return f" {text}" if before[-1:].isspace() and before.strip() and beside_latin else text


def _number_final(subject: Subject, text: str) -> str:
    """ "我的预算是8000了" is stated without its 了."""
    text = _clean(text)
    return text.removesuffix("了") if subject.who is Who.ATTRIBUTE else text


def _when(dated: DatedText, start: int, match: re.Match[str]) -> tuple[str, bool]:
    """The date said among the adverbs, or before the verb of the plan; True when it takes no 于 ("年底前")."""
    verb = match.start("v") if match.groupdict().get("v") else start
    for expression in dated.expressions:
        if expression.end_offset <= verb and dated.mask[expression.start_offset] in "PTF":
            text = dated.written(expression.start_offset, expression.end_offset)
            after = re.compile(r"(?:之前|以前|前|之后|以后|后|左右|起|开始|期间)").match(
                dated.mask, expression.end_offset
            )
            return (text + after[0], True) if after else (text, False)
    return "", False


def _filled(template: str, values: dict[str, str], *, traditional: bool) -> str:
    out: list[str] = []
    for literal, name in re.findall(r"([^{}]*)(?:\{(\w+)\})?", template):
        out.append(in_script_of(literal, traditional=traditional))
        value = values.get(name, "")
        out.append(in_script_of(value, traditional=traditional) if name == "s" else value)
    return "".join(out).replace("  ", " ")


ZH: Final = Chinese()
