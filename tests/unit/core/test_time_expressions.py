"""What people say about time, in Chinese and English, and the dates they mean."""

from __future__ import annotations

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest

from agent_memory.core.time_expressions import Direction, Granularity, TimeExpression, resolve

SHANGHAI = ZoneInfo("Asia/Shanghai")
NOW = datetime(2026, 3, 18, 10, 0, tzinfo=SHANGHAI)
"""A Wednesday."""


def days_of(text: str, *, prefer: Direction | None = None) -> str:
    """First and last day of the only dated expression, or its one day."""
    (found,) = (e for e in resolve(text, NOW, SHANGHAI, prefer=prefer) if e.is_dated)
    first, last = found.first_day, found.last_day
    return str(first) if first == last else f"{first}..{last}"


def moment_of(text: str) -> str:
    """Start of the only dated expression, to the minute."""
    (found,) = (e for e in resolve(text, NOW, SHANGHAI) if e.is_dated)
    assert isinstance(found.start, datetime)
    return found.start.strftime("%Y-%m-%d %H:%M")


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("我昨天去了杭州", "2026-03-17"),
        ("大前天", "2026-03-15"),
        ("大后天见", "2026-03-21"),
        ("上周五的会", "2026-03-13"),
        ("下周一", "2026-03-23"),
        ("下下周三", "2026-04-01"),
        ("这周日", "2026-03-22"),
        ("周五有空", "2026-03-20"),
        ("上周", "2026-03-09..2026-03-15"),
        ("下周末", "2026-03-28..2026-03-29"),
        ("上个月", "2026-02-01..2026-02-28"),
        ("下个月15号", "2026-04-15"),
        ("下个月初", "2026-04-01..2026-04-05"),
        ("5月中旬", "2026-05-11..2026-05-20"),
        ("去年", "2025-01-01..2025-12-31"),
        ("去年十月", "2025-10-01..2025-10-31"),
        ("明年第一季度", "2027-01-01..2027-03-31"),
        ("上半年", "2026-01-01..2026-06-30"),
        ("三天前", "2026-03-15"),
        ("两周后", "2026-04-01"),
        ("半个月后", "2026-04-02"),
        ("三个月前", "2025-12-01..2025-12-31"),
        ("五年前", "2021-01-01..2021-12-31"),
        ("3月5日", "2026-03-05"),
        ("二月二十号", "2026-02-20"),
        ("2025年12月1日", "2025-12-01"),
        ("二〇二六年五月", "2026-05-01..2026-05-31"),
        ("07年毕业的", "2007-01-01..2007-12-31"),
        ("2026-05-12", "2026-05-12"),
        ("2026/5/12", "2026-05-12"),
        ("20260512", "2026-05-12"),
        ("今年春节", "2026-02-17"),
        ("今年中秋", "2026-09-25"),
        ("农历八月十五", "2026-09-25"),
        ("除夕那天", "2026-02-16"),
        ("国庆假期", "2026-10-01"),
        ("感恩节", "2026-11-26"),
        ("冬至", "2026-12-22"),
        ("5月1日到5月3日", "2026-05-01..2026-05-03"),
        ("5月1日到3日", "2026-05-01..2026-05-03"),
        ("2018年1-9月", "2018-01-01..2018-09-30"),
        ("最近三天", "2026-03-15..2026-03-18"),
        ("未来两周", "2026-03-18..2026-04-01"),
        ("今年前五个月", "2026-01-01..2026-05-31"),
        ("六月第三个星期日", "2026-06-21"),
        ("民國114年", "2025-01-01..2025-12-31"),
        ("禮拜五", "2026-03-20"),
        ("下個月", "2026-04-01..2026-04-30"),
        ("２０２６年５月１２日", "2026-05-12"),
    ],
)
def test_chinese_days(text: str, days: str) -> None:
    assert days_of(text) == days


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("I saw him yesterday", "2026-03-17"),
        ("the day before yesterday", "2026-03-16"),
        ("last Friday", "2026-03-13"),
        ("next Monday", "2026-03-23"),
        ("on Friday", "2026-03-20"),
        ("Wednesday next week", "2026-03-25"),
        ("Friday the 20th", "2026-03-20"),
        ("last week", "2026-03-09..2026-03-15"),
        ("this weekend", "2026-03-21..2026-03-22"),
        ("last month", "2026-02-01..2026-02-28"),
        ("early next month", "2026-04-01..2026-04-05"),
        ("next year", "2027-01-01..2027-12-31"),
        ("three days ago", "2026-03-15"),
        ("in two weeks", "2026-04-01"),
        ("two months ago", "2026-01-01..2026-01-31"),
        ("in October 2025", "2025-10-01..2025-10-31"),
        ("on March 5", "2026-03-05"),
        ("on the 5th of March", "2026-03-05"),
        ("December 1, 2025", "2025-12-01"),
        ("1 Dec 2025", "2025-12-01"),
        ("05/12/2026", "2026-05-12"),
        ("last Christmas", "2025-12-25"),
        ("Thanksgiving 2026", "2026-11-26"),
        ("Chinese New Year", "2026-02-17"),
        ("from April 6 to April 10", "2026-04-06..2026-04-10"),
        ("April 6-10", "2026-04-06..2026-04-10"),
        ("between 2014 and 2018", "2014-01-01..2018-12-31"),
        ("the last 3 days", "2026-03-15..2026-03-18"),
        ("the next 3 days", "2026-03-19..2026-03-21"),
        ("the first Monday of next month", "2026-04-06"),
        ("the second half of 2026", "2026-07-01..2026-12-31"),
        ("Q3 2026", "2026-07-01..2026-09-30"),
        ("two weeks before Christmas", "2026-12-11"),
        ("in May", "2026-05-01..2026-05-31"),
        ("the 1990s", "1990-01-01..1999-12-31"),
    ],
)
def test_english_days(text: str, days: str) -> None:
    assert days_of(text) == days


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("明天下午三点", "2026-03-19 15:00"),
        ("昨晚八点半", "2026-03-17 20:30"),
        ("下周三上午九点", "2026-03-25 09:00"),
        ("5月12日19:30", "2026-05-12 19:30"),
        ("今晚十二点", "2026-03-19 00:00"),
        ("凌晨12点", "2026-03-18 00:00"),
        ("两小时后", "2026-03-18 12:00"),
        ("半小时前", "2026-03-18 09:30"),
        ("tomorrow at 3pm", "2026-03-19 15:00"),
        ("yesterday evening at 8", "2026-03-17 20:00"),
        ("3:15 pm on Friday", "2026-03-20 15:15"),
        ("half past seven tomorrow morning", "2026-03-19 07:30"),
        ("noon on May 3", "2026-05-03 12:00"),
        ("in 45 minutes", "2026-03-18 10:45"),
    ],
)
def test_times_of_day(text: str, moment: str) -> None:
    assert moment_of(text) == moment


@pytest.mark.parametrize(
    ("text", "direction"),
    [
        ("上次我们聊过", Direction.PAST),
        ("最近很忙", Direction.PRESENT),
        ("以前住在北京", Direction.PAST),
        ("以后再说", Direction.FUTURE),
        ("过几天去", Direction.FUTURE),
        ("几年前", Direction.PAST),
        ("I called recently", Direction.PRESENT),
        ("last time we spoke", Direction.PAST),
        ("a few days ago", Direction.PAST),
        ("someday", Direction.FUTURE),
    ],
)
def test_vague_words_have_a_direction_and_no_dates(text: str, direction: Direction) -> None:
    (found,) = resolve(text, NOW, SHANGHAI)
    assert found.granularity is Granularity.VAGUE
    assert found.direction is direction
    assert not found.is_dated


@pytest.mark.parametrize(
    ("text", "granularity"),
    [
        ("每周一上午十点开会", Granularity.RECURRING),
        ("每天早上六点", Granularity.RECURRING),
        ("every Monday at 9", Granularity.RECURRING),
        ("on Tuesdays", Granularity.RECURRING),
        ("three times a week", Granularity.RECURRING),
        ("住了三年", Granularity.DURATION),
        ("for two weeks", Granularity.DURATION),
        ("早上", Granularity.PART),
    ],
)
def test_what_names_no_date_is_marked_so_and_stays_undated(text: str, granularity: Granularity) -> None:
    (found,) = resolve(text, NOW, SHANGHAI)
    assert found.granularity is granularity
    assert not found.is_dated


@pytest.mark.parametrize(
    "text",
    [
        "the server listens on port 9077",
        "version 2.3.1 of the 192.168.1.10 host",
        "I may not come, it may rain",
        "they march on",
        "call 13800138000",
        "it costs $2019",
        "2000 pieces",
        "我有一点累，有三点建议",
        "电话888-000-9999",
        "第三个问题",
        "他住3号楼",
        "上三年级的孩子",
    ],
)
def test_other_numbers_and_words_are_no_dates(text: str) -> None:
    assert [e for e in resolve(text, NOW, SHANGHAI) if e.is_dated] == []


@pytest.mark.parametrize(
    ("text", "prefer", "day"),
    [
        ("12月20号", None, "2026-12-20"),
        ("12月20号", Direction.PAST, "2025-12-20"),
        ("1月5号", Direction.FUTURE, "2027-01-05"),
        ("周一", Direction.PAST, "2026-03-16"),
        ("周一", Direction.FUTURE, "2026-03-23"),
        ("on January 5", Direction.FUTURE, "2027-01-05"),
        ("Christmas", Direction.PAST, "2025-12-25"),
    ],
)
def test_the_tense_decides_the_year_and_week(text: str, prefer: Direction | None, day: str) -> None:
    assert days_of(text, prefer=prefer) == day


def test_near_new_year_the_nearest_day_is_meant() -> None:
    december = datetime(2026, 12, 28, 9, 0, tzinfo=SHANGHAI)
    (found,) = resolve("1月5号", december, SHANGHAI)
    assert found.start == date(2027, 1, 5)


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("6月30日之前交付", date(2026, 3, 18), date(2026, 6, 30)),
        ("年底前", date(2026, 3, 18), date(2026, 12, 31)),
        ("2018年以前", None, date(2017, 12, 31)),
        ("自2018年以来", date(2018, 1, 1), date(2026, 3, 18)),
        ("by June 30", date(2026, 3, 18), date(2026, 6, 30)),
        ("before 2010", None, date(2009, 12, 31)),
        ("after 2027", date(2028, 1, 1), None),
        ("since 2018", date(2018, 1, 1), date(2026, 3, 18)),
    ],
)
def test_open_sides_are_closed_by_now_where_now_lies_between(text: str, start: date | None, end: date | None) -> None:
    (found,) = resolve(text, NOW, SHANGHAI)
    assert (found.start, found.end, found.granularity) == (start, end, Granularity.RANGE)


def test_without_bounds_only_the_point_is_returned() -> None:
    (found,) = resolve("6月30日之前交付", NOW, SHANGHAI, bounds=False)
    assert (found.text, found.start, found.end) == ("6月30日", date(2026, 6, 30), date(2026, 6, 30))


def test_offsets_point_into_the_text_as_given() -> None:
    text = "😀 我打算２月３日去，and next Monday too"
    found = resolve(text, NOW, SHANGHAI)
    assert [e.text for e in found] == ["２月３日", "next Monday"]
    assert all(text[e.start_offset : e.end_offset] == e.text for e in found)


def test_the_day_is_the_speakers_not_the_clocks() -> None:
    late = datetime(2026, 3, 18, 23, 30, tzinfo=UTC)  # already Thursday in Shanghai
    assert resolve("今天", late, SHANGHAI)[0].start == date(2026, 3, 19)
    assert resolve("today", late, ZoneInfo("America/New_York"))[0].start == date(2026, 3, 18)


def test_a_clock_time_without_a_day_says_so() -> None:
    (found,) = resolve("下午三点开会", NOW, SHANGHAI)
    assert isinstance(found, TimeExpression)
    assert not found.names_day


def test_a_day_that_does_not_exist_is_found_and_left_undated() -> None:
    (found,) = resolve("2月30日", NOW, SHANGHAI)
    assert not found.is_dated


def test_a_naive_anchor_is_refused() -> None:
    with pytest.raises(ValueError, match="aware"):
        resolve("明天", datetime(2026, 3, 18), SHANGHAI)  # noqa: DTZ001 - that is the point


def expressions(text: str) -> list[tuple[str, date | None, date | None]]:
    """All expressions of a text, with the days they cover."""
    return [(found.text, found.first_day, found.last_day) for found in resolve(text, NOW, SHANGHAI)]


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("2025年7月3日-8月20日", "2025-07-03..2025-08-20"),
        ("7月3日-8月20日", "2026-07-03..2026-08-20"),
        ("11/5/2025-12/24/2025", "2025-11-05..2025-12-24"),
        ("11/5/25-12/24/25", "2025-11-05..2025-12-24"),
        ("from 4/3-4/9", "2026-04-03..2026-04-09"),
    ],
)
def test_a_dash_joins_whole_dates(text: str, days: str) -> None:
    assert days_of(text) == days


@pytest.mark.parametrize("text", ["4月8号、9号和12号", "4月8号,9号跟12号", "四月八号，九号，十二号"])
def test_days_in_a_row_share_their_month(text: str) -> None:
    assert [first for _, first, _ in expressions(text)] == [date(2026, 4, 8), date(2026, 4, 9), date(2026, 4, 12)]


@pytest.mark.parametrize("text", ["4月28号、2号", "4月8号我去了，9号线很挤"])
def test_a_smaller_day_or_another_thing_is_not_of_that_month(text: str) -> None:
    assert date(2026, 4, 2) not in [first for _, first, _ in expressions(text)]
    assert date(2026, 4, 9) not in [first for _, first, _ in expressions(text)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("2025年3月9日或之前", ("2025年3月9日或之前", None, date(2025, 3, 9))),
        ("2025-03-09及以前", ("2025-03-09及以前", None, date(2025, 3, 9))),
        ("2025年3月9日之前", ("2025年3月9日之前", None, date(2025, 3, 8))),
        ("March 9, 2025 or earlier", ("March 9, 2025 or earlier", None, date(2025, 3, 9))),
        ("before March 9, 2025", ("before March 9, 2025", None, date(2025, 3, 8))),
    ],
)
def test_or_before_has_the_day_in_it(text: str, found: tuple[str, date | None, date | None]) -> None:
    assert expressions(text) == [found]


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("我们3:15pm的会改了", "2026-03-18 15:15"),
        ("明天9 a.m.出发", "2026-03-19 09:00"),
        ("会议在next Tuesday at 4pm开", "2026-03-24 16:00"),
    ],
)
def test_english_beside_chinese_is_read_to_its_end(text: str, moment: str) -> None:
    assert moment_of(text) == moment


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("下个月早上", "2026-04-01..2026-04-30"),
        ("下周下午三点以前见", "2026-03-23..2026-03-29"),
        ("next month in the morning", "2026-04-01..2026-04-30"),
        ("next year at 6pm", "2027-01-01..2027-12-31"),
    ],
)
def test_a_time_of_day_does_not_pick_the_first_day_of_a_longer_period(text: str, days: str) -> None:
    dated = [found for found in resolve(text, NOW, SHANGHAI) if found.is_dated and found.names_day]
    assert [f"{found.first_day}..{found.last_day}" for found in dated] == [days]
