"""Tokens of an OIDC identity provider: verified against its published keys, which are fetched and kept for a while."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from agent_memory.core.errors import DependencyUnavailableError, UnauthenticatedError
from agent_memory.platform.settings import TokenSettings

if TYPE_CHECKING:
    from jwt import PyJWK, PyJWKClient

_KEYS_KEPT_SECONDS: Final = 300
_FETCHED_AGAIN_AFTER_SECONDS: Final = 10
"""An unknown key id may mean new keys; anybody can make one up, so the provider is asked this rarely."""

_FETCH_SECONDS: Final = 3
_LEEWAY_SECONDS: Final = 30


class OidcTokens:
    """Verifies signature, algorithm, issuer, audience and times of a token, and returns its claims."""

    def __init__(self, settings: TokenSettings, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._settings = settings
        self._monotonic = monotonic
        self._known: list[PyJWK] = []
        self._fetched_at = -math.inf

    def claims(self, token: str) -> dict[str, Any]:
        """The claims of a valid token.

        Raises:
            UnauthenticatedError: it is not one.
            DependencyUnavailableError: the provider's keys cannot be fetched.
        """
        import jwt  # noqa: PLC0415  # only where tokens are accepted

        try:
            key = self._signing_key(jwt.get_unverified_header(token).get("kid"))
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

    def _signing_key(self, key_id: object) -> PyJWK:
        """The provider's key of that name, fetched afresh when it is new, but not for every made-up name."""
        import jwt  # noqa: PLC0415

        for refresh in (False, True):
            if refresh and self._monotonic() - self._fetched_at < _FETCHED_AGAIN_AFTER_SECONDS:
                break
            if refresh or self._monotonic() - self._fetched_at >= _KEYS_KEPT_SECONDS:
                self._known = self._client.get_signing_keys(refresh=True)
                self._fetched_at = self._monotonic()
            found = [key for key in self._known if key.key_id == key_id]
            if found:
                return found[0]
        raise jwt.InvalidKeyError("no such key")

    @cached_property
    def _client(self) -> PyJWKClient:
        from jwt import PyJWKClient  # noqa: PLC0415

        return PyJWKClient(self._settings.jwks_url, cache_jwk_set=False, timeout=_FETCH_SECONDS)
