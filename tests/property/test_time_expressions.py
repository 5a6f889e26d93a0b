"""Laws of the time resolver that hold for any text."""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from hypothesis import given, settings
from hypothesis import strategies as st

from agent_memory.core.time_expressions import Granularity, resolve

ZONES = [ZoneInfo("Asia/Shanghai"), ZoneInfo("America/New_York"), ZoneInfo("UTC"), ZoneInfo("Pacific/Auckland")]
WORDS = (
    "明天 下周三 上个月 15号 下午三点 三天前 去年 十月 春节 每周 最近 之前 到 至 - 2026年 5月 1日 ，  的 半 9999年 next Monday at 3pm in may "
    "last week ago two to until 2026-05-12 12/31 the 5th of 29 Feb every noon before after 10:30 Q3 1990s 二月 三十 农历 闰 周末 day"
).split(" ")

texts = st.one_of(
    st.text(max_size=80),
    st.lists(st.sampled_from(WORDS), max_size=10).map("".join),
    st.lists(st.sampled_from(WORDS), max_size=10).map(" ".join),
)
anchors = st.datetimes(datetime(1, 1, 2), datetime(9999, 12, 30), timezones=st.sampled_from(ZONES))  # noqa: DTZ001


@settings(max_examples=150, deadline=None)
@given(texts, anchors, st.sampled_from(ZONES))
def test_any_text_is_read_without_an_error_and_in_order(text: str, anchor: datetime, zone: ZoneInfo) -> None:
    found = resolve(text, anchor, zone)
    position = 0
    for expression in found:
        assert position <= expression.start_offset < expression.end_offset
        assert text[expression.start_offset : expression.end_offset] == expression.text
        position = expression.end_offset


@settings(max_examples=150, deadline=None)
@given(texts, anchors, st.sampled_from(ZONES))
def test_bounds_are_of_one_sort_aware_and_in_order(text: str, anchor: datetime, zone: ZoneInfo) -> None:
    for expression in resolve(text, anchor, zone):
        for bound in (expression.start, expression.end):
            assert not isinstance(bound, datetime) or bound.tzinfo is not None
        if expression.start is not None and expression.end is not None:
            assert isinstance(expression.start, datetime) == isinstance(expression.end, datetime)
            assert expression.start <= expression.end  # pyright: ignore[reportOperatorIssue]


@settings(max_examples=60, deadline=None)
@given(texts, anchors)
def test_the_same_words_at_the_same_moment_mean_the_same(text: str, anchor: datetime) -> None:
    assert resolve(text, anchor, ZONES[0]) == resolve(text, anchor, ZONES[0])


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from(["明天", "三天前", "上周五", "下周", "tomorrow", "three days ago", "last Friday", "in two weeks"]),
    st.datetimes(datetime(1990, 1, 1), datetime(2090, 1, 1), timezones=st.just(ZONES[2])),  # noqa: DTZ001
)
def test_a_week_later_relative_days_lie_a_week_later(text: str, anchor: datetime) -> None:
    (now,) = resolve(text, anchor, ZONES[2])
    (then,) = resolve(text, anchor + timedelta(days=7), ZONES[2])
    assert now.first_day is not None
    assert then.first_day == now.first_day + timedelta(days=7)
    assert now.granularity in (Granularity.DAY, Granularity.WEEK)
