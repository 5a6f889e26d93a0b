"""Chinese: days relative to today, weeks and weekdays, ordinals inside a period, festivals."""

from __future__ import annotations

import re
from typing import Final

from agent_memory.core.time_expressions.festivals import ZH_NAMES
from agent_memory.core.time_expressions.slots import Rule, Slots, rule
from agent_memory.core.time_expressions.zh_calendar import NUMBER, number

_DAY_SHIFT: Final = {
    "大大前天": -4, "大前天": -3, "前天": -2, "前日": -2, "昨天": -1, "昨日": -1, "昨儿": -1, "今天": 0, "今日": 0,
    "今儿": 0, "本日": 0, "当日": 0, "当天": 0, "明天": 1, "明日": 1, "明儿": 1, "次日": 1, "后天": 2, "后日": 2,
    "大后天": 3, "大大后天": 4,
}  # fmt: skip
_DAYS: Final = "|".join(sorted(_DAY_SHIFT, key=len, reverse=True))
_HALF_DAY_SHIFT: Final = {"前": -2, "昨": -1, "今": 0, "当": 0, "明": 1, "次": 1, "后": 2}

_WEEK: Final = "(?:周|星期|礼拜)"
_WEEK_SHIFT: Final = {"上": -1, "下": 1, "这": 0, "本": 0, "一": 0}
_WEEKDAYS: Final = {c: i for i, c in enumerate("一二三四五六日")} | {"天": 6} | {str(i + 1): i for i in range(7)}
_UNITS: Final = {"月": "month", "周": "week", "星期": "week", "天": "day", "日": "day", "季度": "quarter"}

# Names that are numbers or common words first of all: only with company.
_AMBIGUOUS: Final = frozenset(
    "十一 五一 六一 七一 八一 五四 小年 大雪 小雪 大寒 小寒 夏至 小满 雨水 过年 跨年 跨年夜 年夜 新春".split()
)
_NAMES: Final = "|".join(name for name in ZH_NAMES if name not in _AMBIGUOUS)
_HOLIDAY: Final = "假期|黄金周|长假|小长假|期间|放假|当天|那天|节|前|后|去|回|出|到|我|要|打算|准备|计划|全家|带"


def _week(m: re.Match[str]) -> Slots:
    shift = sum(_WEEK_SHIFT[c] for c in m["shift"]) if m["shift"] else None
    if m["day"] == "末":
        return Slots(week_shift=shift, weekend=True)
    return Slots(week_shift=shift, weekday=_WEEKDAYS[m["day"]] if m["day"] else None)


def _nth(m: re.Match[str]) -> Slots | None:
    count = {"最后一": -1, "首": 1}.get(m["n"]) or number(m["n"])
    return Slots(nth=(count, _UNITS[m["unit"]])) if count else None


def _nth_weekday(m: re.Match[str]) -> Slots | None:
    count = -1 if m["n"] == "最后一" else number(m["n"])
    return Slots(nth=(count, "weekday"), weekday=_WEEKDAYS[m["day"]]) if count else None


def _festival(m: re.Match[str]) -> Slots:
    return Slots(festival=m["name"])


DAY_RULES: Final[tuple[Rule, ...]] = (
    rule(rf"(?P<word>{_DAYS})(?!头条|之后》)", lambda m: Slots(day_shift=_DAY_SHIFT[m["word"]])),
    rule(
        r"(?P<day>[前昨今当明次后])(?P<part>早(?!就|已|晚)|晚(?!餐|会)|夜(?!班))(?:上|里)?",
        lambda m: Slots(day_shift=_HALF_DAY_SHIFT[m["day"]], part=m["part"]),
    ),
    rule(
        r"(?P<shift>上上上|下下下|上上|下下|上一|下一|这一|上|下|这"
        rf"|本)个?{_WEEK}{{1,2}}(?P<day>[一二三四五六日天末])?",
        _week,
    ),
    rule(
        rf"(?<![一二两三四五六七八九十几\d每个])(?P<shift>){_WEEK}(?P<day>[一二三四五六日天])(?![次遍趟个回一])", _week
    ),
    rule(r"(?<!每)(?P<shift>)周(?P<day>末)", _week),
    rule(rf"第(?P<n>{NUMBER})个?(?P<unit>月|周|星期|天|日|季度)(?![后前以一二三四五六日天])", _nth),
    rule(r"(?P<n>最后一)个?(?P<unit>月|周|星期|天)(?![一二三四五六日天])", _nth),
    rule(r"(?<=年)(?P<n>首)(?P<unit>月|周|日)", _nth),
    rule(rf"(?:第(?=[^最])|(?=最))(?P<n>最后一|{NUMBER})个?{_WEEK}(?P<day>[一二三四五六日天])", _nth_weekday),
    rule(rf"(?P<name>{_NAMES})(?:假期|当天|那天|期间)?", _festival),
    rule(rf"(?:^|(?<=[年今,。]))(?P<name>十一|五一|六一|七一|八一|五四)(?:$|(?={_HOLIDAY}))", _festival),
    rule(rf"(?P<name>五一|六一)(?=(?:{_HOLIDAY}))(?!路|广场)", _festival),
    rule(r"(?P<name>十一)(?=假期|黄金周|长假|期间|放假)", _festival),
    rule(r"(?P<name>小年|大雪|小雪|大寒|小寒|夏至|小满|雨水)(?=那天|当天|节气|之前|之后|前后)", _festival),
    rule(r"(?<!不)(?P<name>跨年夜?|过年|新春)(?=那天|期间|的?时候|前|后|回|去|要|我|放假|$)", _festival),
)
