"""The Lambda authorizer's answer."""

from __future__ import annotations

from collections.abc import Mapping

from agent_memory.core.errors import UnauthenticatedError
from agent_memory.credentials.service import Credentials


class Unauthorized(Exception):  # noqa: N818  # API Gateway answers 401 to exactly this message
    """Unauthorized"""

    def __init__(self) -> None:
        super().__init__("Unauthorized")


def authorize(event: Mapping[str, str], credentials: Credentials) -> dict[str, object]:
    """The policy and context for a TOKEN authorizer event.

    The policy covers the whole stage: the gateway caches it per token and would refuse other routes otherwise.

    Raises:
        Unauthorized: the token proves nobody.
    """
    try:
        caller = credentials.authenticate(event.get("authorizationToken") or "")
    except UnauthenticatedError:
        raise Unauthorized from None
    api, stage, *_ = event["methodArn"].split("/")
    statement = {"Action": "execute-api:Invoke", "Effect": "Allow", "Resource": f"{api}/{stage}/*"}
    context = {
        "orgId": caller.org_id,
        "role": caller.role.value,
        "credentialId": caller.credential_id,
        "userId": caller.user_id,
    }
    return {
        "principalId": caller.credential_id,
        "policyDocument": {"Version": "2012-10-17", "Statement": [statement]},
        "context": {name: value for name, value in context.items() if value is not None},
    }
