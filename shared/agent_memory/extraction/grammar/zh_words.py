"""Chinese pattern pieces shared by the rule tables, and the helper that makes a row."""

from __future__ import annotations

from typing import Final

from agent_memory.extraction.grammar.rules import Rule, Who, compile_pattern
from agent_memory.extraction.grammar.vocabulary_zh import (
    BODY,
    BRANDS,
    CLOSE,
    DIPLOMAS,
    DISEASES,
    EMPLOYERS,
    FAMILY,
    JOBS,
    PETS,
    PLACE_ENDINGS,
    PLACES,
)
from agent_memory.memories.model import Kind

ADVERBS: Final = (
    r"(?:从[PTF]+(?:开始|起)?|[和跟](?:女朋友|男朋友|老婆|老公|妻子|丈夫|太太|对象|爸妈|父母|孩子|朋友|同事|同学|儿子"
    r"|女儿|闺蜜|客户)们?(?:一起)?|P+(?!P)|T+(?!T)|F+(?!F)|R+(?!R)|D+(?!D)|,|是(?=[PTF])|一直以来|一直都?|平时|平常|日常|通常|一般|经常|时常|常常|常年"
    r"|长期|每次|总是|总|老是|现在|目前|如今|当前|暂时"
    r"|已经|已|早就|早已|刚刚|刚|才|最近|近来|近期|从小|打小|向来|其实|确实|的确|真的|真心|真是|实在|本来|原来|原先"
    r"|主要|平均|大多|多数|基本上?"
    r"|几乎|完全|绝对|坚决|严格|特别|非常|十分|超级|超|极其|相当|挺|蛮|很|最(?!近|后|终)|更加?|比较|稍微|都|也|还(?!钱"
    r"|款|清)|又|就|只(?=对|喝|吃|用)|仅|正在|正(?=[读学在])"
    r"|自己|个人|本身|以前|之前|曾经?|后来|将来|周末|晚上|早上|上午|下午|中午|白天|夜里|业余|闲暇|空闲|有空就?|没事就?"
    r"|一个人|[和跟]家人|全家|今后|以后|之后"
    r"|的时候|反正|毕竟|一向|一般来说|算是)*"
)
"""What may stand between a subject and its verb."""

_ADVERBS: Final = f"(?P<adv>{ADVERBS})"
CLOSING: Final = "(?:了|的|啦|呢|啊|哦|呀|哈|嘛|哒|～|~)*$"
COUNT: Final = r"(?:\d[\d,.]*|[一二两三四五六七八九十百千万几半]+)"
MEASURE: Final = "[个名位只条匹头辆台部套间家双对口款把张座]"
# An object that only this conversation understands: "这个方案", "你说的方法", "第二个版本".
HERE: Final = (
    r"(?:这|那(?!种)|它|你|您|上面|下面|上述|以下|刚才|刚刚|前面|后面|第[一二三四五\d]|方案|版本|写法|怎么|什么(?!的$))"
)
SORTS: Final = {
    "NAME": r"[一-鿿](?:[一-鿿]|·){0,6}?|[a-z][a-z.'-]*(?: [a-z][a-z.'-]*){0,3}",
    "NUMBER": r"\d{1,3}|[一二两三四五六七八九十百]{1,4}",
    "COUNT": COUNT,
    "PLACE": rf"(?:{PLACES})[^,了]{{0,16}}?|[^,了]{{1,16}}?(?:{PLACE_ENDINGS})",
    "KNOWN_PLACE": rf"(?:{PLACES})[^,了的]{{0,10}}?",
    "JOB": rf"[^,]{{0,18}}?(?:{JOBS})",
    "ORG": rf"[^,在于找学做正很]{{0,14}}?(?:{EMPLOYERS})|(?:{BRANDS})[^,在做]{{0,4}}?|(?:{PLACES})[^,在做]{{0,6}}?|[a-z][a-z0-9 .&-]+",
    "FAMILY": FAMILY,
    "CLOSE": CLOSE,
    "PET": rf"[^,的]{{0,6}}?(?:{PETS})",
    "DISEASE": rf"[^,]{{0,8}}?(?:{DISEASES})|[^,]{{1,8}}(?:病|症|炎|癌)",
    "BODY": BODY,
    "DIPLOMA": DIPLOMAS,
    "BRAND": BRANDS,
}

PERSON: Final = frozenset({Who.SELF, Who.FAMILY})
WHO: Final[dict[str, frozenset[Who]]] = {
    "self": frozenset({Who.SELF}),
    "person": PERSON,
    "family": frozenset({Who.FAMILY}),
    "team": frozenset({Who.TEAM}),
    "worker": frozenset({Who.SELF, Who.TEAM}),
    "contact": frozenset({Who.CONTACT}),
    "any": frozenset({Who.SELF, Who.FAMILY, Who.TEAM}),
    "attribute": frozenset({Who.ATTRIBUTE}),
    "assistant": frozenset({Who.ASSISTANT}),
    "owner": frozenset({Who.SELF, Who.FAMILY, Who.TEAM, Who.ATTRIBUTE}),
    "named": frozenset({Who.SELF, Who.FAMILY, Who.CONTACT}),
}


def pairs(text: str) -> tuple[tuple[str, str], ...]:
    """ "name:person place:location" as pairs."""
    return tuple((item.split(":")[0], item.split(":")[1]) for item in text.split())


def row(
    name: str,
    cues: str,
    pattern: str,
    kind: Kind,
    importance: int,
    confidence: float,
    say: str = "{s}{p}",
    *,
    who: str = "person",
    entities: str = "",
    sets: str | None = None,
    ends: str | None = None,
    keep_dates: bool = False,
    ttl_days: int | None = None,
    needs_subject: bool = False,
    after_end: bool = False,
    introduces: str | None = None,
    only: dict[str, str] | None = None,
    never: dict[str, str] | None = None,
) -> Rule:
    """A row of a Chinese table; the adverbs before the predicate are added here."""
    return Rule(
        name=name,
        cues=tuple(cues.split()),
        pattern=f"{'' if who == 'attribute' else _ADVERBS}(?:{compile_pattern(pattern, SORTS, CLOSING)})",
        kind=kind,
        importance=importance,
        confidence=confidence,
        say=say,
        who=WHO[who],
        entities=pairs(entities),
        sets=sets,
        ends=ends,
        keep_dates=keep_dates,
        ttl_days=ttl_days,
        needs_subject=needs_subject,
        after_end=after_end,
        introduces=introduces,
        only=only or {},
        never=never or {},
    )
