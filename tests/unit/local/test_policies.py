"""IAM policies of Lambda authorizers."""

import pytest

from agent_memory_local.policies import MalformedPolicyError, allows

ARN = "arn:aws:execute-api:us-east-1:000000000000:api/v1/GET/things/a/parts"


def statement(effect: str, resource: object, action: object = "execute-api:Invoke") -> dict[str, object]:
    return {"Effect": effect, "Action": action, "Resource": resource}


@pytest.mark.parametrize(
    ("statements", "expected"),
    [
        ([statement("Allow", "*")], True),
        (statement("Allow", ARN), True),
        ([statement("Allow", "arn:aws:execute-api:*:*:api/v1/GET/things/*")], True),
        ([statement("Allow", "arn:aws:execute-api:*:*:api/v?/*/things/?/parts")], True),
        ([statement("Allow", ["other", "*/GET/*"])], True),
        ([statement("Allow", "*", ["execute-api:Other", "EXECUTE-API:inv*"])], True),
        ([statement("Allow", "*", "*")], True),
        ([statement("Allow", "*"), statement("Deny", "*/things/a/*")], False),
        ([statement("Deny", "*")], False),
        ([statement("Allow", "*/POST/*")], None),
        ([statement("Allow", "*", "execute-api:ManageConnections")], None),
        ([statement("Allow", "arn:aws:execute-api:us-east-1:000000000000:api/v1/GET/thing")], None),
        ([statement("Allow", ".*")], None),
        ([], None),
    ],
)
def test_a_deny_wins_over_an_allow_and_an_allow_over_nothing(statements: object, expected: bool | None) -> None:
    assert allows({"Version": "2012-10-17", "Statement": statements}, ARN) is expected


@pytest.mark.parametrize(
    "document",
    [
        None,
        {},
        {"Statement": ["Allow"]},
        {"Statement": [statement("allow", "*")]},
        {"Statement": [{"Effect": "Allow", "Action": "*"}]},
        {"Statement": [statement("Allow", 5)]},
        {"Statement": [{**statement("Allow", "*"), "Condition": {}}]},
        {"Statement": [{"Effect": "Allow", "NotAction": "x", "Resource": "*"}]},
    ],
)
def test_what_is_no_policy_is_refused(document: object) -> None:
    with pytest.raises(MalformedPolicyError):
        allows(document, ARN)
