"""The time a question asks about, and what "last time" prefers."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from agent_memory.recall.model import LegScores
from agent_memory.recall.ranking import Hit, Shelf
from agent_memory.recall.times import asked_time, latest_first

ZONE = ZoneInfo("Asia/Shanghai")
NOW = datetime(2026, 3, 18, 2, 0, tzinfo=UTC)
"""Wednesday, 10:00 in Shanghai."""


def days(text: str) -> tuple[str, str] | None:
    asked = asked_time(text, NOW, ZONE)
    if asked.since is None or asked.until is None:
        return None
    assert asked.since.utcoffset() == asked.until.utcoffset() == timedelta(hours=8)
    return f"{asked.since:%Y-%m-%d}", f"{asked.until - timedelta(days=1):%Y-%m-%d}"


@pytest.mark.parametrize(
    ("question", "span"),
    [
        ("我3月5日提到过什么？", ("2026-03-05", "2026-03-05")),
        ("上周五我们聊了什么", ("2026-03-13", "2026-03-13")),
        ("上个月我去了哪里？", ("2026-02-01", "2026-02-28")),
        ("What did I say yesterday?", ("2026-03-17", "2026-03-17")),
        ("What did I do in May 2023?", ("2023-05-01", "2023-05-31")),
        ("What happened between May 1 2023 and May 5 2023?", ("2023-05-01", "2023-05-05")),
        ("我今天提到过什么？", ("2026-03-18", "2026-03-18")),
        ("What did I tell you today?", ("2026-03-18", "2026-03-18")),
        ("今天天气真好，说起画画，他的爱好是什么？", None),
        ("昨天我去了公园。说起来，小雨喜欢吃什么？", None),
        ("有几个人的生日在五月呢？", None),
        ("那个8月28日过生日的人是做什么的？", None),
        ("Whose birthday is in May?", None),
        ("下周四晚上七点的活动在哪里？", None),
        ("Where is the meeting next Monday?", None),
        ("我住在哪里？", None),
        ("Which port does the server use, 9077?", None),
        ("I met her recently, what was her name?", None),
        ("What do I do every Monday?", None),
        ("How long is a flight of three hours?", None),
        ("What did I order at 3 pm?", None),
    ],
)
def test_the_span_that_is_asked_about(question: str, span: tuple[str, str] | None) -> None:
    assert days(question) == span


def test_a_single_day_is_also_sought_in_the_words_of_that_day() -> None:
    assert asked_time("what did I eat yesterday?", NOW, ZONE).words == "2026 3 17 March"
    assert asked_time("what did I eat last month?", NOW, ZONE).words == ""


@pytest.mark.parametrize(
    ("question", "latest"),
    [
        ("上次我们聊了什么", True),
        ("上一回去的餐厅叫什么", True),
        ("Where did I go the last time?", True),
        ("my most recent order", True),
        ("At last, time to go", False),
        ("上海的天气", False),
    ],
)
def test_last_time(question: str, latest: bool) -> None:
    assert asked_time(question, NOW, ZONE).latest is latest


def a_hit(name: str, score: float) -> Hit:
    return Hit(name, Shelf.TURN, 0, score, LegScores(score, score))


def test_the_latest_of_near_equals_comes_first_and_nothing_is_lost() -> None:
    hits = [a_hit("old", 0.62), a_hit("new", 0.60), a_hit("weak", 0.10)]
    moments = {(Shelf.TURN, name): NOW + timedelta(days=day) for name, day in (("old", 0), ("new", 5), ("weak", 9))}
    ordered = latest_first(hits, moments)
    assert [hit.id for hit in ordered] == ["new", "old", "weak"]
    assert all(0 <= hit.score <= 1 for hit in ordered)
    assert ordered[-1].score == 0.10
    assert latest_first([], {}) == []


def test_a_hit_without_a_moment_stays_where_it_was() -> None:
    assert latest_first([a_hit("a", 0.5)], {}) == [a_hit("a", 0.5)]
