"""Chinese: amounts counted from now, durations, repetition, vague words, decades and centuries."""

from __future__ import annotations

import re
from datetime import date
from typing import Final

from agent_memory.core.time_expressions.model import Direction, Granularity
from agent_memory.core.time_expressions.numerals import zh_number
from agent_memory.core.time_expressions.slots import Build, Delta, Rule, Slots, rule
from agent_memory.core.time_expressions.zh_calendar import NUMBER, number

_UNITS: Final = {
    "年": "year", "季度": "quarter", "个月": "month", "月": "month", "周": "week", "星期": "week", "礼拜": "week",
    "天": "day", "日": "day", "工作日": "workday", "交易日": "workday", "小时": "hour", "钟头": "hour",
    "刻钟": "quarter hour", "分钟": "minute", "分": "minute", "秒钟": "second", "秒": "second",
}  # fmt: skip
_UNIT: Final = f"(?:{'|'.join(sorted(_UNITS, key=len, reverse=True))})"
# "三月" is March, "三个月" three months; "两月" can only be two months
_BARE_MONTH: Final = r"(?:(?<=[两俩仨半])月|(?<!月)月(?=[前后内]))"
_UNIT_WORD: Final = (
    rf"(?:{'|'.join(sorted((u for u in _UNITS if u not in ('月', '季度')), key=len, reverse=True))}|(?<=个)季度"
    rf"|{_BARE_MONTH})"
)
_ONE: Final = rf"(?:{NUMBER}|半) ?(?:个半|个)?{_UNIT_WORD}半?"
_AMOUNT: Final = rf"(?P<amount>{_ONE}(?:[又零余多加]?{_ONE}){{0,3}})"
_LONG: Final = (
    rf"(?P<amount>(?:{NUMBER}|半)个?(?:年|季度|个月|(?<=[两俩仨三])月|周|星期|礼拜|天|日|小时|钟头|分钟"
    r"|工作日)半?)(?!级|纪|代|薪)"
)
_COUNTED: Final = rf"{NUMBER}个?(?:季度|月|周|星期|天|日)"
_PARSED: Final = re.compile(rf"(?P<n>{NUMBER}|半) ?(?P<plus>个半)?个?(?P<unit>{_UNIT})(?P<half>半)?")
_FUZZY: Final = r"(?:几|好几|十几|几十|若干|多|好多|数)"


def amounts(text: str, sign: int) -> Delta | None:
    """ "一年半", "3天20小时" as (count, unit) pairs."""
    found: list[tuple[float, str]] = []
    for m in _PARSED.finditer(text):
        count = 0.5 if m["n"] == "半" else zh_number(m["n"])
        unit = _UNITS[m["unit"]]
        if count is None or count > (300 if unit == "year" else 10_000):
            return None
        half = 0.5 if m["plus"] or m["half"] else 0
        found.append((sign * (count + half), unit))
    return tuple(found) or None


def _moved(sign: int) -> Build:
    def build(m: re.Match[str]) -> Slots | None:
        delta = amounts(m["amount"], sign)
        return Slots(delta=delta) if delta else None

    return build


def _window(sign: int) -> Build:
    def build(m: re.Match[str]) -> Slots | None:
        delta = amounts(m["amount"], sign)
        return Slots(window=delta) if delta else None

    return build


def _duration(m: re.Match[str]) -> Slots:
    return Slots(timeless=Granularity.DURATION, delta=amounts(m["amount"], 1))


def _head(m: re.Match[str]) -> Slots | None:
    """ "前两天" after a period is its first two days; "后三月" its last three months."""
    delta = amounts(m["amount"], -1 if m["side"] == "后" else 1)
    return Slots(head=(int(delta[0][0]), delta[0][1])) if delta else None


def _vague(direction: Direction | None) -> Build:
    return lambda _: Slots(timeless=Granularity.VAGUE, vague=direction)


def _decade(m: re.Match[str]) -> Slots | None:
    decade = number(m["decade"])
    if decade % 10 or not 0 <= decade <= 90:
        return None
    century = number(m["century"]) - 1 if m["century"] else 20 if decade in (0, 10, 20) else 19
    first = century * 100 + decade
    start, end = {"初": (0, 2), "前": (0, 2), "中": (3, 6), "末": (7, 9), "后": (7, 9)}.get(m["edge"] or "", (0, 9))
    return Slots(span=(date(first + start, 1, 1), date(first + end, 12, 31), Granularity.DECADE))


def _century(m: re.Match[str]) -> Slots | None:
    first = (number(m["century"]) - 1) * 100
    if not 100 <= first <= 2200:
        return None
    start, end = {"初": (0, 19), "中": (40, 59), "末": (80, 99)}.get(m["edge"] or "", (0, 99))
    return Slots(span=(date(first + start, 1, 1), date(first + end, 12, 31), Granularity.CENTURY))


_NUMBER_CENTURY: Final = r"(?P<century>\d{1,2}|[一二三四五六七八九十]{1,3})世纪"
_EDGE: Final = r"(?:的?(?P<edge>初|中|末|前|后)[期叶]?)?"

AMOUNT_RULES: Final[tuple[Rule, ...]] = (
    rule(rf"(?<=[年月度周])的?(?P<side>前|后)(?P<amount>{NUMBER}个?(?:季度|月|周|星期|天|日))", _head),
    rule(rf"(?<![\d.第前近后来去过月]){_AMOUNT}(?:之前|以前|前)(?!面|台|端|者|任|提|进|途|几|{_COUNTED})", _moved(-1)),
    rule(rf"(?<![\d.第前近后来去月]){_AMOUNT}(?:之后|以后|过后|后)(?!面|台|端|者|期|续|悔)", _moved(1)),
    rule(rf"(?:再过|再有|(?<![一-鿿])过)(?!去){_LONG}(?:之后|以后|后)?(?![的多来级])", _moved(1)),
    rule(rf"(?:过去的?|最近的?|近|这)(?!这){_LONG}(?:以来|来|里|内|间)?(?!前|后|之)", _window(-1)),
    rule(rf"(?:前|之前|上)(?:的)?(?=\D?){_LONG}(?!前|后|之|以)", _window(-1)),
    rule(rf"(?:未来的?|今后的?|往后|接下来的?|后|下){_LONG}(?:里|内|间)?(?!前|后|之|以)", _window(1)),
    rule(rf"(?<![\d.第月]){_AMOUNT}(?:以来|(?<=[年月天周])来(?=$|[,，。我一都经变中发的]))", _window(-1)),
    rule(rf"(?<![\d.第月]){_AMOUNT}(?:之内|以内|内)", _window(1)),
    rule(rf"还?剩(?:下)? ?{_AMOUNT}", _window(1)),
    rule(rf"(?<![\d.第几月]){_AMOUNT}(?!级|纪|代|薪|饼|份)", _duration),
    rule(r"(?:整整|一整)(?:天|年|周|个月|夜)", lambda _: Slots(timeless=Granularity.DURATION)),
    rule(
        r"(?:上|这|下)个?(?:小时|钟头)",
        lambda m: Slots(window=((-1.0 if m[0][0] == "上" else 1.0, "hour"),)),
    ),
    rule(rf"{_NUMBER_CENTURY}(?P<decade>\d0|[一二三四五六七八九]十)年代{_EDGE}", _decade),
    rule(rf"(?P<century>)(?<!\d)(?P<decade>\d0|[一二三四五六七八九]十|[零〇]零)年代{_EDGE}", _decade),
    rule(rf"{_NUMBER_CENTURY}(?!\d|[一二三四五六七八九]十年代){_EDGE}", _century),
)  # fmt: skip

_EVERY_UNIT: Final = r"(?:天|日|周|星期|礼拜|个?月|年|季度?|晚上?|早上?|夜|次|逢|隔)"

RECURRING_RULES: Final[tuple[Rule, ...]] = (
    rule(
        rf"(?:每|逢)(?:隔)?(?:个|{NUMBER}个?)?(?:{_EVERY_UNIT}|工作日|周末|小时|分钟"
        r"|节假日)(?:[一二三四五六日末](?![点个]))?"
        r"(?:、?[一二三四五六日](?!点|个)){0,4}(?:\d{1,2}[日号])?",
        lambda _: Slots(timeless=Granularity.RECURRING),
    ),
    rule(r"天天|周周|月月|年年|隔天|逢年过节", lambda _: Slots(timeless=Granularity.RECURRING)),
    rule(
        r"[一二三四五六七八九十\d]{1,2}?个?(?:天|日|周|星期|个?月|年)[一二两三四五六七八九十\d几]{1,2}[次回趟遍顿杯]",
        lambda _: Slots(timeless=Granularity.RECURRING),
    ),
    rule(r"(?<!个)工作日(?![内后前])|平日|平时", lambda _: Slots(timeless=Granularity.RECURRING)),
)  # fmt: skip

_PAST_WORDS: Final = (
    "上次|上回|上一次|前几天|前两天|前些天|前几日|前些日子|前段时间|前阵子|前不久|不久前|几天前|刚才|刚刚|方才|从前"
    "|曾经|小时候|那时候?"
    "|早些时候|早前|先前|多年前|当时|前几年|近几年|这几年|近年来?|近些年|这些年|早年"
)
_PRESENT_WORDS: Final = "最近|近来|近期|近日|这几天|这两天|这阵子|这段时间|这些天|如今|现今|当下|眼下"
_FUTURE_WORDS: Final = (
    "下次|下回|下一次|改天|改日|过几天|过两天|过些天|过段时间|过阵子|过几年|将来|今后|往后|日后|未来|回头|不久之?后"
    "|迟早|有朝一日"
)

VAGUE_RULES: Final[tuple[Rule, ...]] = (
    rule(rf"(?:{_PAST_WORDS})", _vague(Direction.PAST)),
    rule(rf"{_FUZZY}(?:天|年|个月|周|个星期|小时|分钟|个小时)(?:之前|以前|前)", _vague(Direction.PAST)),
    rule(rf"{_FUZZY}(?:天|年|个月|周|个星期|小时|分钟|个小时)(?:之后|以后|后)", _vague(Direction.FUTURE)),
    rule(rf"(?:{_PRESENT_WORDS})", _vague(Direction.PRESENT)),
    rule(rf"(?:{_FUTURE_WORDS})", _vague(Direction.FUTURE)),
    rule(r"(?<![年月日天时点候周末节\d之])(?:以前|过去)(?![的]?[一二两三四五六七八九十\d])", _vague(Direction.PAST)),
    rule(r"(?<![年月日天时点候周末节\d之])以后", _vague(Direction.FUTURE)),
    rule(r"现在|此刻|目前|当前", lambda _: Slots(now=True)),
)
