"""Numbers with their units: `5000元` = `¥5,000` = `5k yuan`; `5 km` is not `5 miles`."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import Final

from agent_memory.memories.attributes.reading.numbers import (
    ARABIC,
    EN_NUMERAL,
    EN_ORDINAL,
    ZH_NUMERAL,
    number,
    show_number,
)
from agent_memory.memories.attributes.reading.text import Span, blank_out

# dimension: (unit, size in the smallest sensible base unit, its names). Months and days stay apart: no month has
# a fixed number of days. Currencies are dimensions of their own: nothing is converted at a rate.
_UNITS: Final = (
    ("length", "1/1000", "毫米 mm millimetre millimetres millimeter millimeters"),
    ("length", "1/100", "厘米 公分 cm centimetre centimetres centimeter centimeters"),
    ("length", "1", "米 m metre metres meter meters"),
    ("length", "1000", "公里 千米 km kms kilometre kilometres kilometer kilometers"),
    ("length", "0.0254", "英寸 inch inches"),
    ("length", "0.3048", "英尺 foot feet ft"),
    ("length", "0.9144", "yard yards"),
    ("length", "1609.344", "英里 mile miles mi"),
    ("area", "1", "平米 平方米 平方 平 sqm m2 m²"),
    ("area", "0.09290304", "sqft"),
    ("mass", "1", "克 g gram grams"),
    ("mass", "500", "斤"),
    ("mass", "1000", "公斤 千克 kg kgs kilo kilos kilogram kilograms"),
    ("mass", "1000000", "吨 ton tons tonne tonnes"),
    ("mass", "453.59237", "磅 lb lbs"),
    ("volume", "1", "毫升 ml millilitre millilitres"),
    ("volume", "1000", "升 litre litres liter liters"),
    ("duration", "1", "秒 秒钟 seconds secs"),
    ("duration", "60", "分钟 minute minutes min mins"),
    ("duration", "3600", "小时 个小时 个钟头 钟头 hour hours hr hrs"),
    ("duration", "86400", "天 day days"),
    ("duration", "604800", "周 个星期 个礼拜 week weeks"),
    ("months", "1", "个月 month months"),
    ("months", "3", "个季度 quarters"),
    ("months", "12", "年 year years yr yrs"),
    ("age", "1", "岁 周岁 years-old year-old years old year old"),
    ("cny", "1", "元 块 块钱 人民币 元人民币 rmb cny yuan"),
    ("usd", "1", "美元 美金 usd dollar dollars us dollars"),
    ("eur", "1", "欧元 欧 eur euro euros"),
    ("gbp", "1", "英镑 gbp pound pounds quid"),
    ("jpy", "1", "日元 jpy yen"),
    ("hkd", "1", "港币 港元 hkd"),
    ("twd", "1", "台币 新台币 twd"),
    ("krw", "1", "韩元 krw won"),
    ("inr", "1", "卢比 inr rupee rupees"),
    ("data", "1", "kb"),
    ("data", "1024", "mb"),
    ("data", "1048576", "gb"),
    ("data", "1073741824", "tb"),
    ("percent", "1", "% percent per cent 个百分点"),
    ("discount", "1", "折"),
    ("times", "1", "次 回 times"),
    ("celsius", "1", "度 摄氏度 °c"),
)
_MULTIWORD: Final = {"years old", "year old", "us dollars", "per cent"}


def _unit_names() -> dict[str, tuple[str, Fraction]]:
    table: dict[str, tuple[str, Fraction]] = {}
    for dimension, size, names in _UNITS:
        for phrase in _MULTIWORD:
            if phrase in names:
                table[phrase] = (dimension, Fraction(size))
                names = names.replace(phrase, "")  # noqa: PLW2901 - what is left is read word by word
        table |= dict.fromkeys(names.split(), (dimension, Fraction(size)))
    return table


_UNIT_OF: Final = _unit_names()
_CURRENCY_SIGN: Final = {"¥": "cny", "$": "usd", "€": "eur", "£": "gbp", "us$": "usd", "hk$": "hkd", "₹": "inr"}
# The first character of a longer word is no unit: 二年级 is a school year, 周三 a weekday.
_NOT_BEFORE: Final = {
    "年": "级代底初", "周": "一二三四五六日末边围", "天": "气津河猫然", "元": "旦素宵", "米": "饭粉其兰线其",
    "度": "假过", "升": "级职学", "回": "家到答复来", "欧": "洲美", "块": "链", "克": "服", "折": "叠磨",
}  # fmt: skip
_ALTERNATIVES: Final = sorted(_UNIT_OF, key=len, reverse=True)
_UNIT: Final = "|".join(
    re.escape(u) + (r"(?![a-z])" if u[0] < "\u0100" else f"(?![{_NOT_BEFORE[u]}])" if u in _NOT_BEFORE else "")
    for u in _ALTERNATIVES
)
_NO_NUMBERS: Final = re.compile(
    "两口子|小两口|万一|统一|唯一|一一|百度|三亚|四川|三明治|三星|千万别|七夕|五一|十一假期|双十一|九寨沟|八卦|"
    "一[直般些样起定边切旦共向再致面贯律流概方]|第一时间|三文鱼|五花肉|九江|六安|三国|三体|百合|千岛湖|万科|万达|(?<![零〇一二两三四五六七八九百千万亿])十分(?!钟)"
)
_CLASSIFIERS: Final = "个名位只条头匹口人套辆本张家间份件台部杯瓶款种门层篇支双座棵把场"
_COUNTED: Final = rf"(?:[{_CLASSIFIERS}]|年级|楼|班|号|字|页|级|倍|单|期|代|等|线|行|集|步|千卡|章|轮|室|厅|居室|星|餐|顿|遍|趟|项|点|秒杀)"

_SIGNED: Final = (
    rf"(?P<sign>us\$|hk\$|[¥$€£₹]) ?(?P<signed>{ARABIC}) ?(?P<scale>k\b|m\b|bn\b|thousand|million|百万|千万|千|万|亿)?"
)
_PERCENT: Final = rf"百分之(?P<percent>{ARABIC}|{ZH_NUMERAL}+)"
_DIGITS: Final = (
    rf"(?<![a-z0-9_.])(?P<digits>{ARABIC})(?P<multiplier> ?(?:k(?![a-z])|bn\b|thousand|million|billion|hundred)|百万|千万|百|千|万|亿)?"
    rf"(?P<ordinal>st\b|nd\b|rd\b|th\b)?(?: |-)?(?P<digits_unit>{_UNIT})?"
)
_CHINESE: Final = rf"(?P<rank>第)?(?P<zh>{ZH_NUMERAL}+)(?: ?(?P<zh_unit>{_UNIT})|(?P<counted>{_COUNTED}))?"
_ENGLISH: Final = rf"\b(?P<en>{EN_NUMERAL}|{EN_ORDINAL})\b(?:[ -](?P<en_unit>{_UNIT}))?"
_TIMES: Final = r"\b(?P<twice>once|twice|thrice)\b"
_AND_HALF: Final = (
    rf"(?P<whole>{ARABIC}|{ZH_NUMERAL}+)(?:个半(?P<half_of>小时|钟头|月)|(?P<of_half>年|天|公斤|斤|小时)半)"
)
_HALF: Final = (
    r"(?<!一)半(?:个)?(?P<half_unit>小时|钟头|月|年|天|公斤|斤)|\bhalf an? (?P<en_half>hour|day|year|month)\b"
)
_ARTICLE: Final = rf"(?P<one>一[{_CLASSIFIERS}])|\b(?P<a>an?) (?![a-z]+ly\b|lot\b|few\b|bit\b|little\b)"

_FINDERS: Final = [re.compile(p) for p in (_SIGNED, _PERCENT, _AND_HALF, _HALF, _DIGITS, _TIMES, _ENGLISH, _CHINESE)]
_ARTICLES: Final = re.compile(_ARTICLE)


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number in base units of its dimension (`""` when it only counts)."""

    value: Fraction
    dimension: str = ""
    size: Fraction = Fraction(1)
    """How many base units the unit as written holds."""

    def same(self, other: Quantity) -> bool:
        """Equal amounts. A bare number equals the same number with a unit: people leave units out."""
        if self.dimension == other.dimension:
            return self.value * self.size == other.value * other.size
        return self.value == other.value and "" in (self.dimension, other.dimension)

    def written(self) -> str:
        """`8000 cny`, `3`; in base units."""
        return f"{show_number(self.value * self.size)} {self.dimension}".strip()


def find_quantities(text: str) -> list[tuple[Span, Quantity]]:
    """Every number in the text with its unit and place. `a`/`an`/`一个` are not here, see `says_one`."""
    text = blank_out(text, (m.span() for m in _NO_NUMBERS.finditer(text)))
    found: list[tuple[Span, Quantity]] = []
    for pattern in _FINDERS:
        here = [(m.span(), q) for m in pattern.finditer(text) if (q := _quantity(m)) is not None]
        found += here
        text = blank_out(text, (span for span, _ in here))
    return sorted(found, key=lambda item: item[0])


def find_articles(text: str) -> list[Span]:
    """Where `a`, `an`, `一个`, `一只` … stand: a one that is often only grammar."""
    return [m.span() for m in _ARTICLES.finditer(text)]


class NumberMatch(Enum):
    """How the numbers of two texts relate."""

    SAME = "same"
    OTHER_NUMBER = "number"
    OTHER_UNIT = "unit"


def match_quantities(a: Sequence[Quantity], b: Sequence[Quantity]) -> NumberMatch:
    """Whether both name the same amounts, in any order. Same figures under other units are named as that."""
    left = list(b)
    for quantity in a:
        twin = next((other for other in left if quantity.same(other)), None)
        if twin is None:
            return _why_different(a, b)
        left.remove(twin)
    return _why_different(a, b) if left else NumberMatch.SAME


def _why_different(a: Sequence[Quantity], b: Sequence[Quantity]) -> NumberMatch:
    figures = sorted(q.value for q in a), sorted(q.value for q in b)
    return NumberMatch.OTHER_UNIT if figures[0] == figures[1] else NumberMatch.OTHER_NUMBER


Groups = dict[str, str]


def _quantity(match: re.Match[str]) -> Quantity | None:
    groups: Groups = {name: text for name, text in match.groupdict().items() if text is not None}
    return next(read(groups) for group, read in _READERS.items() if group in groups)


def _signed(groups: Groups) -> Quantity | None:
    value = number(groups["signed"] + groups.get("scale", ""))
    return Quantity(value, _CURRENCY_SIGN[groups["sign"]]) if value is not None else None


def _percent(groups: Groups) -> Quantity | None:
    value = number(groups["percent"])
    return Quantity(value, "percent") if value is not None else None


def _and_a_half(groups: Groups) -> Quantity | None:
    unit = groups.get("half_of") or groups["of_half"]
    whole = number(groups["whole"])
    return _with_unit(None if whole is None else whole + Fraction(1, 2), "个月" if unit == "月" else unit)


def _half(groups: Groups) -> Quantity | None:
    unit = groups.get("half_unit") or groups["en_half"]
    return _with_unit(Fraction(1, 2), "个月" if unit == "月" else unit)


def _times(groups: Groups) -> Quantity | None:
    return Quantity(Fraction({"once": 1, "twice": 2, "thrice": 3}[groups["twice"]]), "times")


def _chinese(groups: Groups) -> Quantity | None:
    """A Chinese numeral counts as a number only with a unit, a classifier or 第, or when it has two places:
    single numeral characters are parts of too many words (一直, 万一, 七夕)."""
    numeral, unit = groups["zh"], groups.get("zh_unit")
    known = unit is not None or "counted" in groups or "rank" in groups
    if (not known and len(numeral) < 2) or (numeral == "一" and groups.get("counted", "")[:1] in tuple(_CLASSIFIERS)):
        return None
    return _with_unit(number(numeral), unit)


_READERS: Final[dict[str, Callable[[Groups], Quantity | None]]] = {
    "sign": _signed,
    "percent": _percent,
    "whole": _and_a_half,
    "half_unit": _half,
    "en_half": _half,
    "twice": _times,
    "digits": lambda g: _with_unit(number(g["digits"] + g.get("multiplier", "")), g.get("digits_unit")),
    "en": lambda g: _with_unit(number(g["en"]), g.get("en_unit")),
    "zh": _chinese,
}
"""By the group that shows which finder matched."""


def _with_unit(value: Fraction | None, unit: str | None) -> Quantity | None:
    if value is None:
        return None
    dimension, size = _UNIT_OF[unit] if unit is not None else ("", Fraction(1))
    return Quantity(value, dimension, size)
