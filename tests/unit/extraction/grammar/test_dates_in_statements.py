"""Relative dates become absolute ones, plans stay plans, and nothing dated expires before its date."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from agent_memory.memories.model import Kind
from tests.unit.extraction.grammar.support import extract, only


@pytest.mark.parametrize(
    ("message", "statement"),
    [
        ("我下周二要去东京出差。", "用户计划于2026年3月24日去东京出差"),
        ("我打算明年四月去京都看樱花。", "用户打算于2027年4月去京都看樱花"),
        ("我后天下午三点有个面试。", "用户于2026年3月20日15:00有面试"),
        ("五一我们全家去三亚玩。", "用户计划于2026年5月1日去三亚玩"),
        ("我准备下半年去考驾照。", "用户准备于2026年下半年去考驾照"),
        ("我今年的目标是读完50本书。", "用户2026年的目标是读完50本书"),
        ("我跟女朋友下个月订婚。", "用户计划于2026年4月跟女朋友订婚"),
        ("I'm traveling to Tokyo next Tuesday.", "The user plans to travel to Tokyo on March 24, 2026"),
        ("I'm going to run a marathon in October.", "The user plans to run a marathon in October 2026"),
        ("I have a job interview on Friday at 3pm.", "The user has a job interview on March 20, 2026 at 15:00"),
        (
            "I'm planning to get my driver's license in the second half of the year.",
            "The user plans to get their driver's license in the second half of 2026",
        ),
        (
            "I'll be on vacation from April 6 to April 10.",
            "The user will be on vacation from April 6, 2026 to April 10, 2026",
        ),
    ],
)
def test_plans(message: str, statement: str) -> None:
    candidate = only(message)
    assert candidate.content == statement
    assert candidate.kind is Kind.INTENT


@pytest.mark.parametrize(
    ("message", "statement"),
    [
        ("我上周去了杭州见客户。", "用户于2026年3月9日至15日去了杭州见客户"),
        ("我是去年十月份结的婚。", "用户是2025年10月结的婚"),
        ("我上个月通过了注册会计师考试。", "用户于2026年2月通过了注册会计师考试"),
        ("I got my driver's license two weeks ago.", "The user got their driver's license on March 4, 2026"),
        ("I broke my arm last month.", "The user broke their arm in February 2026"),
        (
            "I visited my parents in Lisbon last weekend.",
            "The user visited their parents in Lisbon on the weekend of March 14, 2026",
        ),
    ],
)
def test_what_has_happened(message: str, statement: str) -> None:
    candidate = only(message)
    assert candidate.content == statement
    assert candidate.kind is Kind.FACT


def test_plan_and_done_differ() -> None:
    assert only("我计划把数据库从MySQL换成PostgreSQL。").content == "用户计划把数据库从MySQL换成PostgreSQL"
    assert only("公司最近从用友换成了金蝶。").content == "用户的公司最近从用友换成了金蝶"


@pytest.mark.parametrize(
    ("message", "days"),
    [
        ("我下周二要去东京出差。", 13),  # six days ahead and a week
        ("我打算明年四月去京都看樱花。", 415),
        ("I have a job interview on Friday at 3pm.", 9),
        ("我想换一辆新的电动车。", None),
        ("项目的截止日期是4月15号。", 35),
        ("我对花生过敏，请注意一下。", 730),
    ],
)
def test_days_to_live(message: str, days: int | None) -> None:
    assert only(message).ttl_days == days


def test_dates_count_from_the_message_in_the_users_zone() -> None:
    late = datetime(2026, 3, 18, 23, 30, tzinfo=UTC)
    (shanghai,) = extract("我明天要去东京出差了。", zone="Asia/Shanghai", at=late).candidates
    (new_york,) = extract("I'm flying to Tokyo tomorrow.", zone="America/New_York", at=late).candidates
    assert shanghai.content == "用户计划于2026年3月20日去东京出差了"
    assert new_york.content == "The user plans to fly to Tokyo on March 19, 2026"


@pytest.mark.parametrize(
    ("message", "statement"),
    [
        ("我的生日是8月15号，别忘了。", "用户的生日是8月15号"),
        ("我每周三晚上要接孩子。", "用户每周三晚上要接孩子"),
        ("I'm a huge fan of Christmas decorations!", "The user is a huge fan of Christmas decorations"),
        ("I drink green tea every afternoon.", "The user drinks green tea every afternoon"),
    ],
)
def test_what_is_no_single_date_stays_as_said(message: str, statement: str) -> None:
    assert only(message).content == statement
