"""IAM policies as a Lambda authorizer returns them: do they let a request through? Pure."""

import re
from typing import Any, cast

_ACTION = "execute-api:Invoke"


class MalformedPolicyError(ValueError):
    """The authorizer's answer is not a policy that API Gateway takes."""


def allows(document: object, arn: str) -> bool | None:
    """Whether a policy lets a method be called.

    Args:
        document: the `policyDocument`.
        arn: the method's resource name.

    Returns True for an Allow that nothing denies, False for an explicit Deny, None when no statement fits.
    Errors: MalformedPolicyError, also for what the local gateway does not evaluate (conditions, NotAction, …).
    """
    if not isinstance(document, dict):
        raise MalformedPolicyError("policyDocument is not an object")
    statements = _listed(cast("dict[str, Any]", document).get("Statement"))
    effects = {_effect(statement) for statement in statements if _fits(statement, arn)}
    if "Deny" in effects:
        return False
    return True if "Allow" in effects else None


def _listed(value: object) -> list[Any]:
    if value is None:
        raise MalformedPolicyError("the policy has no statement")
    return cast("list[Any]", value) if isinstance(value, list) else [value]


def _effect(statement: dict[str, Any]) -> str:
    effect = statement.get("Effect")
    if effect not in {"Allow", "Deny"}:
        raise MalformedPolicyError(f"not an effect: {effect!r}")
    return effect


def _fits(statement: object, arn: str) -> bool:
    if not isinstance(statement, dict):
        raise MalformedPolicyError("a statement is not an object")
    fields = cast("dict[str, Any]", statement)
    if unknown := set(fields) - {"Sid", "Effect", "Action", "Resource"}:
        raise MalformedPolicyError(f"the local gateway does not evaluate {', '.join(sorted(unknown))}")
    _effect(fields)
    actions = _listed(fields.get("Action"))
    resources = _listed(fields.get("Resource"))
    return any(_matches(action.lower(), _ACTION.lower()) for action in actions) and any(
        _matches(resource, arn) for resource in resources
    )


def _matches(pattern: object, text: str) -> bool:
    """Whether a pattern fits: `*` stands for any text, slashes included, `?` for one character."""
    if not isinstance(pattern, str):
        raise MalformedPolicyError("actions and resources are text")
    expression = "".join({"*": ".*", "?": "."}.get(letter, re.escape(letter)) for letter in pattern)
    return re.fullmatch(expression, text, re.DOTALL) is not None
