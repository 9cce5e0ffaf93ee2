"""What keeps visitors safe: headers, tokens of forms, limits."""

from __future__ import annotations

import time
from collections.abc import Mapping
from hashlib import sha256
from hmac import compare_digest
from typing import Any, Final

from litestar.config.csrf import CSRFConfig
from litestar.middleware.csrf import CSRF_SECRET_LENGTH, generate_csrf_hash

from forno.web.errors import too_many

POLICY: Final = "; ".join(
    (
        "default-src 'self'",
        "img-src 'self' data:",
        "object-src 'none'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
        "form-action 'self'",
    )
)
HEADERS: Final[tuple[tuple[bytes, bytes], ...]] = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    # Personal links are addresses: they may not travel to other sites.
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
)
DATA_HEADERS: Final = tuple(
    (name, value) for name, value in HEADERS if name in (b"x-content-type-options", b"cross-origin-resource-policy")
)
"""What of them means something where nothing is shown: for the answer to a move."""

TOKEN_HEADER: Final = "x-csrftoken"
MOST_CLIENTS: Final = 10_000
MINUTE: Final = 60.0


def token_cookie(secret: str) -> str:
    """The name of the cookie: servers on other ports of the same machine share cookies, but not secrets."""
    return f"forno_form_{sha256(secret.encode()).hexdigest()[:8]}"


def csrf(secret: str) -> CSRFConfig:
    """Forms carry a token. Programs, which show a key instead of cookies, need none."""
    return CSRFConfig(
        secret=secret, cookie_name=token_cookie(secret), cookie_httponly=True, exclude=["^/api/", "^/static/"]
    )


def token_fits(secret: str, sent: str | None, cookie: str | None) -> bool:
    """Whether the token that came with a request is the visitor's own, as Litestar's middleware checks it."""
    if not sent or not cookie or not compare_digest(sent.encode(), cookie.encode()):
        return False
    token, signature = sent[:CSRF_SECRET_LENGTH], sent[CSRF_SECRET_LENGTH:]
    return compare_digest(signature.encode(), generate_csrf_hash(token, secret).encode())


class Limit:
    """So many a minute from one client, saved up for a minute at most."""

    def __init__(self, most: float) -> None:
        self.most = most
        self._clients: dict[str, tuple[float, float]] = {}

    def allows(self, client: str) -> bool:
        """Count one more, unless it is one too many."""
        now = time.monotonic()
        left, then = self._clients.get(client, (self.most, now))
        left = min(self.most, left + (now - then) * self.most / MINUTE)
        if left < 1:
            self._clients[client] = left, now
            return False
        if len(self._clients) >= MOST_CLIENTS and client not in self._clients:
            self._clients = {who: kept for who, kept in self._clients.items() if now - kept[1] < MINUTE}
        self._clients[client] = left - 1, now
        return True

    def count(self, client: str) -> None:
        if not self.allows(client):
            raise too_many()


def client_of(scope: Mapping[str, Any]) -> str:
    """Who asks: the address that the connection comes from."""
    client = scope.get("client")
    return str(client[0]) if client else "?"
