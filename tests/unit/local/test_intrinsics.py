"""CloudFormation's intrinsic functions."""

import pytest

from agent_memory_local.errors import TemplateError
from agent_memory_local.intrinsics import Resolver

RESOLVER = Resolver(
    parameters={"Stage": "prod", "Zones": ["a", "b"]},
    declared=frozenset({"Stage", "Zones", "Secret"}),
    resources={"Queue": {"Ref": "http://q", "Arn": "arn:q"}, "Role": {}},
    conditions={
        "Prod": {"Fn::Equals": [{"Ref": "Stage"}, "prod"]},
        "NotProd": {"Fn::Not": [{"Condition": "Prod"}]},
        "Both": {"Fn::And": [{"Condition": "Prod"}, {"Condition": "NotProd"}]},
        "Either": {"Fn::Or": [{"Condition": "Prod"}, {"Condition": "NotProd"}]},
    },
    mappings={"Sizes": {"prod": {"Memory": 512}}},
    stack_name="shop",
)


@pytest.mark.parametrize(
    ("node", "expected"),
    [
        ({"Ref": "Stage"}, "prod"),
        ({"Ref": "Zones"}, ["a", "b"]),
        ({"Ref": "Queue"}, "http://q"),
        ({"Ref": "Role"}, "Role"),
        ({"Ref": "AWS::Region"}, "us-east-1"),
        ({"Fn::GetAtt": ["Queue", "Arn"]}, "arn:q"),
        ({"Fn::GetAtt": "Queue.Arn"}, "arn:q"),
        ({"Fn::Sub": "${AWS::StackName}-${Stage}-${Queue.Arn}-${!Kept}"}, "shop-prod-arn:q-${Kept}"),
        ({"Fn::Sub": ["${A}/${Stage}", {"A": {"Ref": "Queue"}}]}, "http://q/prod"),
        ({"Fn::Join": ["-", ["x", {"Ref": "Stage"}, 1, True]]}, "x-prod-1-true"),
        ({"Fn::Join": [",", {"Ref": "Zones"}]}, "a,b"),
        ({"Fn::If": ["Prod", 1, 2]}, 1),
        ({"Fn::If": ["NotProd", 1, 2]}, 2),
        ({"Fn::Select": [1, {"Fn::Split": [":", "a:b"]}]}, "b"),
        ({"Fn::FindInMap": ["Sizes", {"Ref": "Stage"}, "Memory"]}, 512),
        ({"Condition": {"StringEquals": {"a": {"Ref": "Stage"}}}}, {"Condition": {"StringEquals": {"a": "prod"}}}),
    ],
)
def test_a_function_becomes_its_value(node: object, expected: object) -> None:
    assert RESOLVER.value(node) == expected


def test_no_value_removes_the_property_and_the_item() -> None:
    gone = {"Fn::If": ["NotProd", "x", {"Ref": "AWS::NoValue"}]}

    assert RESOLVER.value({"a": gone, "b": [gone, 1], "c": {"d": gone}}) == {"b": [1], "c": {}}
    assert RESOLVER.value(gone) is None


@pytest.mark.parametrize(("name", "expected"), [("Prod", True), ("NotProd", False), ("Both", False), ("Either", True)])
def test_conditions(name: str, *, expected: bool) -> None:
    assert RESOLVER.condition(name) is expected


@pytest.mark.parametrize(
    ("node", "message"),
    [
        ({"Ref": "Secret"}, "parameter Secret has no default"),
        ({"Ref": "Nothing"}, "neither a parameter nor a resource Nothing"),
        ({"Fn::Cidr": ["10.0.0.0/16"]}, "does not know Fn::Cidr"),
        ({"Fn::If": ["Nope", 1, 2]}, "no condition Nope"),
        ({"Fn::FindInMap": ["Sizes", "dev", "Memory"]}, "has no dev/Memory"),
        ({"Fn::Sub": "${Nothing.Arn}"}, "Nothing"),
    ],
)
def test_what_cannot_be_resolved_is_refused(node: object, message: str) -> None:
    with pytest.raises(TemplateError, match=message):
        RESOLVER.value(node)
