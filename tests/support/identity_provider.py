"""An OIDC identity provider on loopback: publishes its keys and signs tokens."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import jwt
from cryptography.hazmat.primitives.asymmetric import rsa
from jwt.algorithms import RSAAlgorithm

AUDIENCE = "agent-memory"


class IdentityProvider:
    """`fetches` counts how often its keys were asked for; `down` makes it answer 503."""

    def __init__(self) -> None:
        self.keys: dict[str, rsa.RSAPrivateKey] = {}
        self.fetches = 0
        self.down = False
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self.add_key("key-1")

    @property
    def issuer(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}"

    @contextmanager
    def running(self) -> Iterator[IdentityProvider]:
        thread = threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True)
        thread.start()
        yield self
        self._server.shutdown()
        self._server.server_close()

    def add_key(self, key_id: str) -> None:
        self.keys[key_id] = rsa.generate_private_key(public_exponent=65537, key_size=2048)

    def token(self, *, key_id: str = "key-1", without: str | None = None, **claims: Any) -> str:
        """A token of this provider; claims replace what a good one says, `without` leaves one out."""
        now = int(time.time())
        good = {
            "iss": self.issuer, "aud": AUDIENCE, "sub": "user-1", "org_id": "demo-org", "iat": now, "exp": now + 600
        }  # fmt: skip
        said = {name: value for name, value in {**good, **claims}.items() if name != without}
        return jwt.encode(said, self.keys[key_id], algorithm="RS256", headers={"kid": key_id})

    def published(self) -> bytes:
        """The key set."""
        keys = [
            {**RSAAlgorithm.to_jwk(key.public_key(), as_dict=True), "kid": name, "use": "sig", "alg": "RS256"}
            for name, key in self.keys.items()
        ]
        return json.dumps({"keys": keys}).encode()


def _handler(provider: IdentityProvider) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            provider.fetches += 1
            body = provider.published()
            known = self.path == "/.well-known/jwks.json"
            self.send_response(503 if provider.down else 200 if known else 404)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002  # the name is the library's
            """Say nothing."""

    return Handler
