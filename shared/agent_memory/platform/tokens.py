"""Tokens of an OIDC identity provider: verified against its published keys, which are fetched and kept for a while."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from agent_memory.core.errors import DependencyUnavailableError, UnauthenticatedError
from agent_memory.platform.settings import TokenSettings

if TYPE_CHECKING:
    from jwt import PyJWKClient

_KEYS_KEPT_SECONDS = 300
_FETCH_SECONDS = 3
_LEEWAY_SECONDS = 30


class OidcTokens:
    """Verifies signature, algorithm, issuer, audience and times of a token, and returns its claims."""

    def __init__(self, settings: TokenSettings) -> None:
        self._settings = settings

    def claims(self, token: str) -> dict[str, Any]:
        """The claims of a valid token.

        Raises:
            UnauthenticatedError: it is not one.
            DependencyUnavailableError: the provider's keys cannot be fetched.
        """
        import jwt  # noqa: PLC0415  # only where tokens are accepted

        try:
            key = self._keys.get_signing_key_from_jwt(token)
            return jwt.decode(
                token,
                key,
                algorithms=list(self._settings.jwt_algorithms),
                issuer=self._settings.jwt_issuer,
                audience=self._settings.jwt_audience,
                leeway=_LEEWAY_SECONDS,
                options={"require": ["exp", "iss", "aud", "sub"]},
            )
        except jwt.PyJWKClientConnectionError as error:
            raise DependencyUnavailableError("identity_provider", "The identity provider does not answer") from error
        except jwt.PyJWTError as error:
            raise UnauthenticatedError from error

    @cached_property
    def _keys(self) -> PyJWKClient:
        from jwt import PyJWKClient  # noqa: PLC0415

        return PyJWKClient(
            self._settings.jwks_url, cache_jwk_set=True, lifespan=_KEYS_KEPT_SECONDS, timeout=_FETCH_SECONDS
        )
