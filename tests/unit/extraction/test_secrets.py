"""Secrets are never remembered; talk about secrets may be."""

from __future__ import annotations

import pytest

from agent_memory.extraction.secrets import is_secret


@pytest.mark.parametrize(
    "statement",
    [
        "The user's password is hunter2-Zebra",
        "The user's wifi password is correct-horse",
        "The user's PIN is 4471",
        "The user's password changed to hunter3-Zebra",
        "The user's bank PIN code was 4471",
        "The user's card number is 4111 1111 1111 1111",
        "The user's card is 5500-0000-0000-0004",
        "The user's API key is sk-abcdefghijklmnopqrstuvwx",
        "The user uses AKIAIOSFODNN7EXAMPLE for uploads",
        "用户的银行卡密码是889900",
        "用户的支付密码改成了246810",
        "用户的验证码是 553201",
        "用户的信用卡号是4111111111111111",
        "用户的password是hunter2-Zebra",
        "用户的身份证号是11010519491231002X",
        "用户用sk-abcdefghijklmnopqrstuvwx调用接口",
        "用户的助记词是：apple banana cherry",
    ],
)
def test_a_secret(statement: str) -> None:
    assert is_secret(statement)


@pytest.mark.parametrize(
    "statement",
    [
        "The user forgot their password",
        "The user gave the Netflix password to their brother",
        "The user uses a password manager",
        "The user's password is too weak",
        "The user's password manager is Bitwarden",
        "The user wants the password reset flow documented",
        "The user pins notes to the board",
        "The user's locker number is 4471",
        "The user's phone number is +86 138 0013 8000",
        "The user's order number is 1234567890123",
        "The user's tracking number is 9400 1000 0000 0000 0000 00",
        "用户忘记密码了",
        "用户的密码管理器是1Password",
        "用户在做密码学研究",
        "用户的车牌号是苏E12345",
        "用户的手机号是13800138000",
        "用户的身份证快到期了",
        "用户的合同号是110105194912310021",
        "用户的门禁密码提示是“我的生日”",
        "用户的订单号是CN-A10293",
    ],
)
def test_no_secret(statement: str) -> None:
    assert not is_secret(statement)
