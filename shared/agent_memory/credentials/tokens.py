"""From the claims of a token to a caller."""

from __future__ import annotations

from typing import Any, Protocol

from agent_memory.core.errors import UnauthenticatedError
from agent_memory.core.ids import external_id_problem
from agent_memory.credentials.model import Caller, Role


class Claims(Protocol):
    """Verifies tokens and reads their claims."""

    def claims(self, token: str) -> dict[str, Any]: ...


class ClaimedCallers:
    """Callers by token: `sub` names the credential, the configured claims name org and role.

    A token without a role is a user's, for the person that `sub` names.
    """

    def __init__(self, tokens: Claims, org_claim: str, role_claim: str) -> None:
        self._tokens = tokens
        self._org_claim = org_claim
        self._role_claim = role_claim

    def verify(self, token: str) -> Caller:
        """The caller a token proves.

        Raises:
            UnauthenticatedError: it proves nobody.
            DependencyUnavailableError: the provider's keys cannot be had.
        """
        claims = self._tokens.claims(token)
        org_id, subject = claims.get(self._org_claim), claims["sub"]
        if not isinstance(org_id, str) or external_id_problem(org_id) or external_id_problem(subject):
            raise UnauthenticatedError
        try:
            role = Role(claims.get(self._role_claim, Role.USER))
        except ValueError:
            raise UnauthenticatedError from None
        return Caller(org_id, role, f"sub-{subject}", subject if role is Role.USER else None)
