"""What is said to hold no longer: it ends the value it names, and nothing else."""

from __future__ import annotations

import pytest

from agent_memory.memories.attributes import Agreement, Attribute, agreement, outdates, single_valued


@pytest.mark.parametrize(
    ("statement", "name", "value"),
    [
        ("用户不在腾讯工作了", "employer", "!tencent"),
        ("用户已从腾讯离职", "employer", "!tencent"),
        ("用户离开了北京", "home", "!china/beijing"),
        ("The user no longer works at Google", "employer", "!google"),
        ("The user left Google", "employer", "!google"),
        ("The user left Berlin", "home", "!germany/berlin"),
        ("The user moved away from Springfield", "home", "!~springfield"),
        ("The user no longer lives in Berlin", "home", "!germany/berlin"),
    ],
)
def test_no_longer(statement: str, name: str, value: str) -> None:
    assert single_valued(statement) == Attribute(name, value)


@pytest.mark.parametrize(
    "statement", ["The user left home", "The user left the party", "The user quit smoking", "用户离开了公司"]
)
def test_leaving_something_else_ends_nothing(statement: str) -> None:
    assert single_valued(statement) is None


@pytest.mark.parametrize(
    ("denied", "stated", "expected"),
    [
        ("!china/shanghai", "china/shanghai", Agreement.CONFLICT),
        ("!china/shanghai", "china/shanghai/pudong", Agreement.CONFLICT),
        ("!china/shanghai/pudong", "china/shanghai", Agreement.UNKNOWN),
        ("!china/shanghai", "china/beijing", Agreement.UNKNOWN),
        ("!china/shanghai", "!china/beijing", Agreement.UNKNOWN),
        ("!china/shanghai", "!china/shanghai", Agreement.SAME),
    ],
)
def test_a_denial_conflicts_with_what_it_denies(denied: str, stated: str, expected: Agreement) -> None:
    a, b = Attribute("home", denied), Attribute("home", stated)
    assert agreement(a, b) is expected
    assert agreement(b, a) is expected.turned()


def test_another_value_makes_a_denial_superfluous_and_never_the_other_way_round() -> None:
    gone, there = Attribute("employer", "!google"), Attribute("employer", "tencent")
    assert outdates(there, gone)
    assert not outdates(gone, there)
    assert not outdates(Attribute("home", "china/beijing"), gone)
