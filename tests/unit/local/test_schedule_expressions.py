"""When schedules fire next. 2026-04-01 is a Wednesday."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from agent_memory_local.schedule_expressions import next_fire, parse

NOW = datetime(2026, 4, 1, 10, 30, 20, tzinfo=UTC)


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("rate(1 minute)", timedelta(minutes=1)),
        ("rate(5 minutes)", timedelta(minutes=5)),
        ("rate(1 hour)", timedelta(hours=1)),
        ("rate(7 days)", timedelta(days=7)),
    ],
)
def test_a_rate_counts_from_the_moment(expression: str, expected: timedelta) -> None:
    assert next_fire(expression, NOW) == NOW + expected


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("cron(0 3 * * ? *)", "2026-04-02 03:00"),
        ("cron(30 10 * * ? *)", "2026-04-02 10:30"),
        ("cron(31 10 * * ? *)", "2026-04-01 10:31"),
        ("cron(0/15 * * * ? *)", "2026-04-01 10:45"),
        ("cron(*/20 8-17 ? * MON-FRI *)", "2026-04-01 10:40"),
        ("cron(0 8,20 * * ? *)", "2026-04-01 20:00"),
        ("cron(0 9 ? * SUN *)", "2026-04-05 09:00"),
        ("cron(0 9 ? * 1 *)", "2026-04-05 09:00"),
        ("cron(0 9 ? * 2#1 *)", "2026-04-06 09:00"),
        ("cron(0 9 ? * FRI#5 *)", "2026-05-29 09:00"),
        ("cron(0 9 ? * 6L *)", "2026-04-24 09:00"),
        ("cron(0 9 ? * L *)", "2026-04-04 09:00"),
        ("cron(0 0 L * ? *)", "2026-04-30 00:00"),
        ("cron(0 0 LW 5 ? *)", "2026-05-29 00:00"),
        ("cron(0 0 1W 8 ? *)", "2026-08-03 00:00"),
        ("cron(0 0 31 * ? *)", "2026-05-31 00:00"),
        ("cron(0 0 1 JAN ? *)", "2027-01-01 00:00"),
        ("cron(0 0 29 2 ? *)", "2028-02-29 00:00"),
        ("cron(0 0 1 1 ? 2030-2032)", "2030-01-01 00:00"),
        ("cron(59 23 31 12 ? 2026)", "2026-12-31 23:59"),
    ],
)
def test_cron(expression: str, expected: str) -> None:
    assert next_fire(expression, NOW) == datetime.fromisoformat(expected).replace(tzinfo=UTC)


def test_cron_is_strictly_after_the_moment() -> None:
    on_time = datetime(2026, 4, 1, 3, 0, tzinfo=UTC)

    assert next_fire("cron(0 3 * * ? *)", on_time) == on_time + timedelta(days=1)
    assert next_fire("cron(0 3 * * ? *)", on_time - timedelta(microseconds=1)) == on_time


def test_cron_is_in_utc_wherever_the_moment_is() -> None:
    shanghai = datetime(2026, 4, 1, 10, 30, tzinfo=timezone(timedelta(hours=8)))  # 02:30 in UTC

    assert next_fire("cron(0 3 * * ? *)", shanghai) == datetime(2026, 4, 1, 3, 0, tzinfo=UTC)


def test_cron_of_the_past_never_fires() -> None:
    assert next_fire("cron(0 0 1 1 ? 2020)", NOW) is None
    assert next_fire("cron(0 0 30 2 ? *)", NOW) is None


@pytest.mark.parametrize(
    "expression",
    [
        "",
        "rate(0 minutes)",
        "rate(1 minutes)",
        "rate(2 minute)",
        "rate(5 seconds)",
        "at(2026-01-01T00:00:00)",
        "cron(0 3 * * ?)",
        "cron(0 3 * * * *)",
        "cron(0 3 ? * ? *)",
        "cron(60 3 * * ? *)",
        "cron(0 24 * * ? *)",
        "cron(0 0 0 * ? *)",
        "cron(0 0 ? * 8 *)",
        "cron(0 0 ? * MOON *)",
        "cron(5-1 0 * * ? *)",
        "cron(0/0 0 * * ? *)",
        "cron(x 0 * * ? *)",
        "cron(0 0 1 13 ? *)",
        "cron(0 0 1 1 ? 1969)",
    ],
)
def test_what_is_no_expression_is_refused(expression: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        parse(expression)
