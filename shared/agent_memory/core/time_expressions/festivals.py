"""Festivals by name: fixed days, lunar days, solar terms and "n-th weekday of a month" days."""

from __future__ import annotations

from datetime import date

from agent_memory.core.time_expressions.calendar import add_days, month_period, nth_weekday
from agent_memory.core.time_expressions.lunar import SOLAR_TERMS, lunar_day, new_years_eve, solar_term

_FIXED: dict[str, tuple[int, int]] = {
    "元旦": (1, 1), "元旦节": (1, 1), "情人节": (2, 14), "妇女节": (3, 8), "三八节": (3, 8), "植树节": (3, 12),
    "愚人节": (4, 1), "五一": (5, 1), "劳动节": (5, 1), "五四": (5, 4), "青年节": (5, 4), "六一": (6, 1), "儿童节": (6, 1),
    "七一": (7, 1), "建党节": (7, 1), "八一": (8, 1), "建军节": (8, 1), "教师节": (9, 10), "国庆": (10, 1), "国庆节": (10, 1),
    "十一": (10, 1), "双十一": (11, 11), "双11": (11, 11), "双十二": (12, 12), "双12": (12, 12), "万圣节": (10, 31),
    "光棍节": (11, 11), "平安夜": (12, 24), "圣诞": (12, 25), "圣诞节": (12, 25), "跨年": (12, 31), "跨年夜": (12, 31),
    "new year": (1, 1), "new years": (1, 1), "new year's": (1, 1), "new year's day": (1, 1),
    "new year's eve": (12, 31), "new years eve": (12, 31), "nye": (12, 31), "valentine's day": (2, 14),
    "valentines day": (2, 14), "st patrick's day": (3, 17), "st. patrick's day": (3, 17), "april fools": (4, 1),
    "april fool's day": (4, 1), "earth day": (4, 22), "may day": (5, 1), "juneteenth": (6, 19),
    "independence day": (7, 4), "fourth of july": (7, 4), "halloween": (10, 31), "veterans day": (11, 11),
    "singles day": (11, 11), "christmas eve": (12, 24), "christmas day": (12, 25), "christmas": (12, 25),
    "xmas": (12, 25), "boxing day": (12, 26), "national day": (10, 1), "women's day": (3, 8),
}  # fmt: skip

_LUNAR: dict[str, tuple[int, int]] = {
    "春节": (1, 1), "过年": (1, 1), "大年初一": (1, 1), "新春": (1, 1), "农历新年": (1, 1), "大年初二": (1, 2),
    "大年初三": (1, 3), "大年初五": (1, 5), "元宵": (1, 15), "元宵节": (1, 15), "端午": (5, 5), "端午节": (5, 5),
    "七夕": (7, 7), "七夕节": (7, 7), "中元节": (7, 15), "中秋": (8, 15), "中秋节": (8, 15), "重阳": (9, 9),
    "重阳节": (9, 9), "腊八": (12, 8), "腊八节": (12, 8), "小年": (12, 23), "chinese new year": (1, 1),
    "lunar new year": (1, 1), "spring festival": (1, 1), "lantern festival": (1, 15), "dragon boat festival": (5, 5),
    "mid-autumn festival": (8, 15), "mid autumn festival": (8, 15),
}  # fmt: skip

_NTH: dict[str, tuple[int, int, int]] = {  # month, weekday (Monday 0), number
    "母亲节": (5, 6, 2), "父亲节": (6, 6, 3), "感恩节": (11, 3, 4),
    "mother's day": (5, 6, 2), "mothers day": (5, 6, 2), "father's day": (6, 6, 3), "fathers day": (6, 6, 3),
    "thanksgiving": (11, 3, 4), "thanksgiving day": (11, 3, 4), "labor day": (9, 0, 1), "memorial day": (5, 0, -1),
    "mlk day": (1, 0, 3), "martin luther king day": (1, 0, 3), "presidents day": (2, 0, 3), "columbus day": (10, 0, 2),
}  # fmt: skip

_AFTER: dict[str, tuple[str, int]] = {  # another festival and days after it
    "black friday": ("thanksgiving", 1),
    "黑色星期五": ("感恩节", 1),
    "cyber monday": ("thanksgiving", 4),
    "good friday": ("easter", -2),
    "easter sunday": ("easter", 0),
    "easter monday": ("easter", 1),
    "清明节": ("清明", 0),
}

_EVE = ("除夕", "大年三十", "年三十", "年夜")

ZH_NAMES = tuple(
    sorted(
        (name for name in (*_FIXED, *_LUNAR, *_NTH, *_AFTER, *_EVE, *SOLAR_TERMS, "复活节") if not name.isascii()),
        key=len,
        reverse=True,
    )
)
EN_NAMES = tuple(
    sorted(
        (name for name in (*_FIXED, *_LUNAR, *_NTH, *_AFTER, "easter") if name.isascii()),
        key=len,
        reverse=True,
    )
)


def festival_day(name: str, year: int) -> date | None:
    """The day of a festival in a year, or None when the tables do not know it."""
    if name in _FIXED:
        return date(year, *_FIXED[name])
    if name in _LUNAR:
        return lunar_day(year, *_LUNAR[name])
    if name in _NTH:
        month, weekday, number = _NTH[name]
        return nth_weekday(month_period(year, month), weekday, number)
    if name in _EVE:
        return new_years_eve(year)
    if name in ("easter", "复活节"):
        return _easter(year)
    if name in _AFTER:
        other, days = _AFTER[name]
        day = festival_day(other, year)
        return add_days(day, days) if day else None
    return solar_term(name, year)


def _easter(year: int) -> date:
    """Gregorian Easter Sunday (the anonymous algorithm of 1876)."""
    golden, century, short = year % 19, year // 100, year % 100
    epact = (19 * golden + century - century // 4 - (century - (century + 8) // 25 + 1) // 3 + 15) % 30
    weekday = (32 + 2 * (century % 4) + 2 * (short // 4) - epact - short % 4) % 7
    correction = (golden + 11 * epact + 22 * weekday) // 451
    month, day = divmod(epact + weekday - 7 * correction + 114, 31)
    return date(year, month, day + 1)
