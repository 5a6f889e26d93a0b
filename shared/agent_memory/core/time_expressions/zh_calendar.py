"""Chinese: years, halves, quarters, seasons, months and days of the month.

Patterns run over Simplified, half-width, lower-case text.
"""

from __future__ import annotations

import re
from typing import Final

from agent_memory.core.time_expressions.numerals import ZH_DIGITS, zh_number
from agent_memory.core.time_expressions.slots import Rule, Slots, rule

NUMBER: Final = r"(?:\d{1,4}|[零〇一二两俩三仨四五六七八九十百廿卅]{1,5})"
SMALL: Final = r"(?:\d{1,2}|[一二三四五六七八九十廿卅]{1,3})"
TO: Final = r"\s*(?:[-~到至]|--)\s*"

_YEAR_SHIFT: Final = {
    "大前年": -3, "前年": -2, "去年": -1, "上一年": -1, "上年": -1, "昨年": -1, "今年": 0, "本年": 0, "这一年": 0,
    "这年": 0, "当年": 0, "明年": 1, "来年": 1, "次年": 1, "下一年": 1, "后年": 2, "大后年": 3,
}  # fmt: skip
SHIFT: Final = {
    "上上": -2, "上一": -1, "上": -1, "这一": 0, "这": 0, "本": 0, "当": 0, "下一": 1, "下": 1, "次": 1, "下下": 2,
}  # fmt: skip
_EDGE: Final = {
    "初": "start", "伊始": "start", "中": "middle", "底": "end", "末": "end", "尾": "end",
    "上旬": "first ten", "中旬": "middle ten", "下旬": "last ten",
}  # fmt: skip
_SEASONS: Final = {"春": "spring", "夏": "summer", "秋": "autumn", "冬": "winter"}
_FLAT_MONTHS: Final = {"正": 1, "冬": 11, "腊": 12}

_SHIFTS: Final = "|".join(sorted(SHIFT, key=len, reverse=True))
_YEARS: Final = "|".join(sorted(_YEAR_SHIFT, key=len, reverse=True))
_YEAR_EDGE: Final = r"(?:的?(?:年(?=[初中底末尾]))?(?P<edge>初|伊始|底|末|尾|中(?![国学间文的华秋]))(?!期|中))?"
_MONTH_EDGE: Final = r"(?:的?(?:月(?=[初底末]))?(?P<edge>初(?![一二三四五六七八九十])|[上中下]旬|底|末)(?!期))?"
_TWO: Final = rf"(?:\d\d|[零〇五六七八九][{ZH_DIGITS}]|[一二][{ZH_DIGITS}])"
_LUNAR_DAY: Final = r"初[一二三四五六七八九十]|[十廿][一二三四五六七八九]?|二十[一二三四五六七八九]?|三十"
# What follows a two-digit year when it is one: "15年3月", "07年第三季度", "24年国庆".
_AFTER_YEAR: Final = (
    r"(?=的?(?:\d{1,2}月|[一二三四五六七八九十]{1,2}月|第|前|首|[一二三四]季|[上下]半年|元旦|春节|端午|中秋|国庆))"
)


def number(text: str | None) -> int:
    """The value of a number, 0 when there is none."""
    return (zh_number(text) if text else None) or 0


def edge(unit: str, word: str | None) -> tuple[str, str] | None:
    """ "月底" as (month, end)."""
    return (unit, _EDGE[word]) if word else None


def year_of(text: str) -> int | None:
    """A year of two or four digits: 26 is 2026, 91 is 1991."""
    value = zh_number(text)
    if value is None or len(text) == 4:
        return value if value is not None and 1000 <= value <= 2200 else None
    return value + (2000 if value < 50 else 1900)


def _year(m: re.Match[str]) -> Slots | None:
    year = year_of(m["year"])
    return Slots(year=year, edge=edge("year", m["edge"])) if year else None


def _years(m: re.Match[str]) -> Slots | None:
    first, last = year_of(m["year"]), year_of(m["last"])
    return Slots(year=first, until=Slots(year=last)) if first and last else None


def _month(m: re.Match[str]) -> Slots | None:
    month = number(m["month"])
    return Slots(month=month, edge=edge("month", m["edge"])) if 1 <= month <= 12 else None


def _months(m: re.Match[str]) -> Slots | None:
    first, last = number(m["month"]), number(m["last"])
    valid = 1 <= first <= 12 and 1 <= last <= 12
    return Slots(month=first, until=Slots(month=last)) if valid else None


def _lunar(m: re.Match[str]) -> Slots | None:
    month = _FLAT_MONTHS.get(m["month"]) or number(m["month"])
    day = number(m["day"].removeprefix("初")) if m["day"] else None
    return Slots(month=month, lunar=True, leap=bool(m["leap"]) or None, day=day) if 1 <= month <= 12 else None


def _day_without_unit(m: re.Match[str]) -> Slots | None:
    """ "八月十五", "二月初二": traditional, so lunar; "十月31" is not."""
    month, day = number(m["month"]), number(m["day"].removeprefix("初"))
    if not (1 <= month <= 12 and 1 <= day <= 31):
        return None
    return Slots(month=month, day=day, lunar=None if m["day"].isascii() else True)


def _day(m: re.Match[str]) -> Slots | None:
    day = number(m["day"])
    return Slots(day=day) if 1 <= day <= 31 else None


def _days(m: re.Match[str]) -> Slots | None:
    first, last = number(m["day"]), number(m["last"])
    return Slots(day=first, until=Slots(day=last)) if 1 <= first <= 31 and 1 <= last <= 31 else None


def _quarter(m: re.Match[str]) -> Slots:
    return Slots(quarter=number(m["n"]), edge=edge("quarter", m["edge"]))


def _republic(m: re.Match[str]) -> Slots | None:
    year = number(m[1])
    return Slots(year=1911 + year) if 0 < year < 200 else None


def _half_month(m: re.Match[str]) -> Slots:
    return Slots(month_shift=0, edge=("month", "first half" if m[1] in "上前" else "second half"))


def _half_week(m: re.Match[str]) -> Slots:
    return Slots(week_shift=0, edge=("week", "first half" if m[1] in "上前" else "second half"))


_YEAR_RULES: Final = (
    rule(rf"(?<!\d)(?P<year>\d{{4}}|[一二][{ZH_DIGITS}]{{3}}) ?年(?![代级糕纪货]){_YEAR_EDGE}", _year),
    rule(rf"(?<![\d.第{ZH_DIGITS}])(?P<year>{_TWO})年{_YEAR_EDGE}{_AFTER_YEAR}", _year),
    rule(rf"(?<![\d.第])(?P<year>0\d|[零〇][{ZH_DIGITS}]) ?年{_YEAR_EDGE}", _year),
    # "24年入职" but neither "工作了24年" nor "10年经验"
    rule(
        r"(?:^|(?<=[在从自于到至是我他她,。;\s]))(?P<year>\d\d|[六七八九][零一二三四五六七八九])年(?P<edge>[初末底])?"
        r"(?=$|[^\d了来前后内间里多以没经工的半第个,])",
        _year,
    ),
    rule(
        rf"(?<!\d)(?P<year>\d{{4}}|[一二][{ZH_DIGITS}]{{3}})年?{TO}(?P<last>\d{{4}}|\d\d|[一二][{ZH_DIGITS}]{{3}})年",
        _years,
    ),
    rule(rf"民国({NUMBER})年", _republic),
    rule(
        rf"(?P<word>{_YEARS})(?!级){_YEAR_EDGE}",
        lambda m: Slots(year_shift=_YEAR_SHIFT[m["word"]], edge=edge("year", m["edge"])),
    ),
    rule(r"(?<![\d去今前明后])(?:年|岁(?=末))(?P<edge>初|中|底|末|尾)", lambda m: Slots(edge=edge("year", m["edge"]))),
    rule(r"今明两年", lambda _: Slots(year_shift=0, until=Slots(year_shift=1))),
    rule(r"(?:去今|今去)两年", lambda _: Slots(year_shift=-1, until=Slots(year_shift=0))),
)  # fmt: skip

_PART_RULES: Final = (
    rule(r"([上下前后])个?半年(?!内|之|以)", lambda m: Slots(half=1 if m[1] in "上前" else 2)),
    rule(r"(?:第?(?=[一二三四1-4]个?季度)|第)(?P<n>[一二三四1-4])个?季度?(?P<edge>初|末|底)?(?!节)", _quarter),
    rule(r"(?<![a-z])q(?P<n>[1-4])(?![\d.])(?P<edge>初|末|底)?", _quarter),
    rule(
        rf"(?P<shift>{_SHIFTS})个?季度?(?P<edge>初|末|底)?(?!节)",
        lambda m: Slots(quarter_shift=SHIFT[m["shift"]], edge=edge("quarter", m["edge"])),
    ),
    rule(r"([春夏秋冬])[天季]", lambda m: Slots(season=_SEASONS[m[1]])),
    rule(r"暑假|暑期", lambda _: Slots(season="summer break")),
    rule(r"寒假", lambda _: Slots(season="winter break")),
)

_MONTH_RULES: Final = (
    rule(rf"(?<![\d./个第两几])(?<![^日号月年]-)(?P<month>{SMALL}) ?月(?:份)?(?![饼亮嫂子球牌薪]){_MONTH_EDGE}", _month),
    rule(
        rf"(?<![\d./个第两几-])(?P<month>{SMALL})(?:月份?)?{TO}(?P<last>{SMALL})月份?(?!\d|[一二三四五六七八九十])",
        _months,
    ),
    rule(
        rf"(?P<shift>{_SHIFTS})个?月(?:份)?{_MONTH_EDGE}",
        lambda m: Slots(month_shift=SHIFT[m["shift"]], edge=edge("month", m["edge"])),
    ),
    rule(
        r"(?<![个年上下这本当次\d一二三四五六七八九十])月(?P<edge>初|底|末|中旬)",
        lambda m: Slots(month_shift=0, edge=edge("month", m["edge"])),
    ),
    rule(r"([上下前后])半个?月", _half_month),
    rule(r"([上下前后])半周", _half_week),
    rule(rf"(?:农历|阴历|旧历)?(?P<leap>闰)(?P<month>{SMALL})月(?P<day>{_LUNAR_DAY})?", _lunar),
    rule(rf"(?:农历|阴历|旧历)?(?P<leap>)(?P<month>[正腊冬])月(?P<day>{_LUNAR_DAY})?", _lunar),
    rule(rf"(?:农历|阴历|旧历)(?P<leap>)(?P<month>{SMALL})月(?P<day>初.|{SMALL})?[日号]?", _lunar),
)  # fmt: skip

_DAY_RULES: Final = (
    rule(
        rf"(?<![\d个./])(?P<month>{SMALL})月(?P<day>{_LUNAR_DAY}|三十一|[0-3]?\d)(?!\d"
        r"|[日号个天月年周一二三四五六七八九十]|-|~|到|至)",
        _day_without_unit,
    ),
    rule(
        rf"(?<![\d.第a-z-])(?P<day>{SMALL})(?:日(?![常程志本语历元报均夜用子文式])"
        r"|号(?![楼线店院码称召门机房馆口角令]))",
        _day,
    ),
    rule(rf"(?<![\d.第a-z-])(?P<day>{SMALL})[日号]?{TO}(?P<last>{SMALL})[日号](?![楼线店院码门房])", _days),
    rule(r"(?<=月)(?P<day>\d{1,2})(?=[,、]\d{1,2}[日号])", _day),
)  # fmt: skip

CALENDAR_RULES: Final[tuple[Rule, ...]] = (*_YEAR_RULES, *_PART_RULES, *_MONTH_RULES, *_DAY_RULES)
