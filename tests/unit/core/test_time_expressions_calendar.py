"""The tables behind the resolver: festivals, the lunar calendar, numbers."""

from __future__ import annotations

from datetime import date

import pytest

from agent_memory.core.time_expressions.calendar import add_months, nth_weekday, shift
from agent_memory.core.time_expressions.festivals import festival_day
from agent_memory.core.time_expressions.lunar import lunar_day, lunar_month, solar_term
from agent_memory.core.time_expressions.numerals import en_number, en_year, zh_number


@pytest.mark.parametrize(
    ("name", "days"),
    [
        (
            "春节",
            "01-25 02-12 02-01 01-22 02-10 01-29 02-17 02-06 01-26 02-13 02-03 01-23 02-11 01-31 02-19 02-08",
        ),
        (
            "端午",
            "06-25 06-14 06-03 06-22 06-10 05-31 06-19 06-09 05-28 06-16 06-05 06-24 06-12 06-01 06-20 06-10",
        ),
        (
            "中秋",
            "10-01 09-21 09-10 09-29 09-17 10-06 09-25 09-15 10-03 09-22 09-12 10-01 09-19 09-08 09-27 09-16",
        ),
        (
            "清明",
            "04-04 04-04 04-05 04-05 04-04 04-04 04-05 04-05 04-04 04-04 04-05 04-05 04-04 04-04 04-05 04-05",
        ),
    ],
)
def test_chinese_festivals_from_2020_to_2035(name: str, days: str) -> None:
    assert [str(festival_day(name, year))[5:] for year in range(2020, 2036)] == days.split()


@pytest.mark.parametrize(
    ("name", "year", "day"),
    [
        ("easter", 2018, date(2018, 4, 1)),
        ("easter", 2026, date(2026, 4, 5)),
        ("thanksgiving", 2026, date(2026, 11, 26)),
        ("memorial day", 2026, date(2026, 5, 25)),
        ("mother's day", 2026, date(2026, 5, 10)),
        ("black friday", 2026, date(2026, 11, 27)),
        ("除夕", 2026, date(2026, 2, 16)),
        ("七夕", 2026, date(2026, 8, 19)),
    ],
)
def test_moving_festivals(name: str, year: int, day: date) -> None:
    assert festival_day(name, year) == day


def test_an_unknown_festival_has_no_day() -> None:
    assert festival_day("节日", 2026) is None


def test_leap_months_follow_the_month_they_repeat() -> None:
    assert lunar_month(2020, 4, leap=True) == (date(2020, 5, 23), date(2020, 6, 20))
    assert lunar_month(2021, 4, leap=True) is None
    assert lunar_day(1991, 8, 23) == date(1991, 9, 30)


def test_the_lunar_table_ends() -> None:
    assert lunar_day(1900, 1, 1) is None
    assert lunar_day(2026, 2, 30) is None  # that month has 29 days


def test_solar_terms() -> None:
    assert solar_term("冬至", 2021) == date(2021, 12, 21)
    assert solar_term("芒种", 2021) == date(2021, 6, 5)


def test_months_are_cut_to_their_length() -> None:
    assert add_months(date(2026, 1, 31), 1) == date(2026, 2, 28)
    assert add_months(date(2024, 2, 29), -12) == date(2023, 2, 28)


def test_working_days_skip_the_weekend() -> None:
    assert shift(date(2026, 3, 18), 5, "workday") == date(2026, 3, 25)


def test_the_last_weekday_counts_from_the_end() -> None:
    assert nth_weekday((date(2026, 5, 1), date(2026, 5, 31)), 0, -1) == date(2026, 5, 25)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("十", 10),
        ("二十三", 23),
        ("两", 2),
        ("一百零五", 105),
        ("二〇二六", 2026),
        ("廿八", 28),
        ("12", 12),
        ("甲", None),
    ],
)
def test_chinese_numbers(text: str, value: int | None) -> None:
    assert zh_number(text) == value


def test_english_numbers() -> None:
    assert (en_number("twenty-one"), en_number("21st"), en_number("third"), en_number("umpteen")) == (21, 21, 3, None)
    assert (en_year("nineteen eighty six"), en_year("two thousand and fifteen"), en_year("twenty")) == (
        1986,
        2015,
        None,
    )
