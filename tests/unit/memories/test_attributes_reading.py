"""Numbers, dates, times and places, as they are read out of statements."""

from __future__ import annotations

import pytest

from agent_memory.memories.attributes.reading.clocks import Clock, find_clocks
from agent_memory.memories.attributes.reading.dates import CalendarDate, find_dates, find_periods, parse_written
from agent_memory.memories.attributes.reading.lexicon import lexicon
from agent_memory.memories.attributes.reading.numbers import en_number, number, zh_number
from agent_memory.memories.attributes.reading.places import known_places, read_place
from agent_memory.memories.attributes.reading.quantities import find_quantities
from agent_memory.memories.attributes.reading.text import read_form


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("三千五百", 3500), ("三千五", 3500), ("二〇二六", 2026), ("十二", 12), ("两万三千五", 23500), ("一千零五", 1005),
        ("一亿三千万", 130_000_000), ("十", 10), ("零", 0), ("5,000", 5000), ("5k", 5000), ("1.5万", 15000),
        ("twenty-five", 25), ("a hundred and two", 102), ("two hundred thousand", 200_000), ("third", 3),
    ],
)  # fmt: skip
def test_numerals(text: str, value: int) -> None:
    assert number(text) == value


@pytest.mark.parametrize("text", ["", "苏州", "hello", "十月"])
def test_no_numerals(text: str) -> None:
    assert number(text) is None
    assert zh_number(text) is None


def test_an_english_word_is_no_number() -> None:
    assert en_number("seven dwarfs") is None


@pytest.mark.parametrize(
    ("text", "amounts"),
    [
        ("预算是5000元", ["5000 cny"]), ("¥5,000", ["5000 cny"]), ("￥5k", ["5000 cny"]), ("5千块", ["5000 cny"]),
        ("八万元", ["80000 cny"]), ("$1,500", ["1500 usd"]), ("20000 euros", ["20000 eur"]),
        ("跑步五公里", ["5000 length"]), ("5 kilometres", ["5000 length"]), ("175cm", ["1.75 length"]),
        ("七岁", ["7 age"]), ("30-year-old", ["30 age"]), ("百分之十五", ["15 percent"]), ("15%", ["15 percent"]),
        ("每周两次", ["2 times"]), ("twice a week", ["2 times"]), ("三个月", ["3 months"]), ("一年半", ["18 months"]),
        ("两个半小时", ["9000 duration"]), ("half an hour", ["1800 duration"]), ("二年级", ["2"]),
        ("设置二十分钟后", ["1200 duration"]), ("十分满意", []), ("统一的三亚之行", []), ("一只猫", []), ("四川", []),
    ],
)  # fmt: skip
def test_amounts_in_base_units(text: str, amounts: list[str]) -> None:
    assert [quantity.written() for _, quantity in find_quantities(read_form(text))] == amounts


@pytest.mark.parametrize(
    ("text", "dates"),
    [
        ("六月三十日", ["--06-30"]), ("6月30号", ["--06-30"]), ("June 30", ["--06-30"]), ("30 June", ["--06-30"]),
        ("the 20th of May", ["--05-20"]), ("2026-06-30", ["2026-06-30"]), ("June 30th, 2026", ["2026-06-30"]),
        ("二〇二六年五月", ["2026-05"]), ("2019年毕业", ["2019"]), ("graduated in 2019", ["2019"]), ("每月15号", ["---15"]),
        ("may go in May", ["--05"]), ("3个月", []), ("port 9077", []), ("13月40日", []), ("2026-13-01", []),
    ],
)  # fmt: skip
def test_dates(text: str, dates: list[str]) -> None:
    assert [date.written() for _, date in find_dates(read_form(text))] == dates


@pytest.mark.parametrize("date", ["2026-06-30", "--06-30", "2026-06", "2026", "---30", "--06"])
def test_a_written_date_reads_back(date: str) -> None:
    parsed = parse_written(date)
    assert parsed is not None
    assert parsed.written() == date


def test_dates_conflict_by_their_common_parts() -> None:
    june, full = CalendarDate(month=6, day=30), CalendarDate(2026, 6, 30)
    assert not june.conflicts(full)
    assert full.within(june)
    assert not june.within(full)
    assert june.conflicts(CalendarDate(month=7, day=30))
    assert CalendarDate(year=2026).conflicts(june)  # nothing in common


@pytest.mark.parametrize(
    ("text", "periods"),
    [
        ("每周三晚上", ["weekday 3"]),
        ("every Wednesday", ["weekday 3"]),
        ("下周五", ["next weekday 5"]),
        ("明年三月", ["year+1"]),
    ],
)
def test_periods(text: str, periods: list[str]) -> None:
    assert [period for _, period in find_periods(read_form(text))] == periods


@pytest.mark.parametrize(
    ("text", "clock"),
    [
        ("早上六点", Clock(6, 0, late=False)), ("6:30 am", Clock(6, 30, late=False)), ("at six", Clock(6, 0, late=None)),
        ("下午3点15分", Clock(3, 15, late=True)), ("晚上七点半", Clock(7, 30, late=True)), ("18:00", Clock(18, 0, late=True)),
    ],
)  # fmt: skip
def test_clock_times(text: str, clock: Clock) -> None:
    assert [found for _, found in find_clocks(read_form(text))] == [clock]


@pytest.mark.parametrize("text", ["三点建议", "at 6 dollars", "25:99", "at 500"])
def test_no_clock_times(text: str) -> None:
    assert find_clocks(read_form(text)) == []


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("上海市浦东新区", "china/shanghai/pudong"), ("pudong, shanghai", "china/shanghai/pudong"),
        ("江苏省苏州市", "china/jiangsu/suzhou"), ("纽约", "united states/new york state/new york"),
        ("berlin (germany)", "germany/berlin"), ("北京市朝阳区望京", "china/beijing/chaoyang/wangjing"),
        ("the mission district in san francisco", "united states/california/san francisco/~the mission district"),
    ],
)  # fmt: skip
def test_places(text: str, path: str) -> None:
    place = read_place(text)
    assert place is not None
    assert place.written() == path


@pytest.mark.parametrize("text", ["甪直", "nowhere", "", "苏州和上海", "paris, texas"])
def test_what_the_gazetteer_cannot_place(text: str) -> None:
    assert read_place(text) is None


def test_every_place_lies_in_a_known_country() -> None:
    countries = {path[0] for path in known_places().values() if len(path) == 1}
    assert all(path[0] in countries for path in known_places().values())


def test_every_parent_in_the_lexicon_exists() -> None:
    senses = lexicon().by_name
    assert {parent for entry in senses.values() for parent in entry.parents} <= senses.keys()
