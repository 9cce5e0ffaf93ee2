"""Security headers, CSRF tokens and client addresses."""

from __future__ import annotations

import secrets
from base64 import b64decode, urlsafe_b64encode
from collections.abc import Mapping
from hashlib import sha256
from hmac import compare_digest, digest
from typing import Any, Final

from forno.web.proxies import client_name

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
"""Headers for answers that aren't displayed, such as to a move."""

PART_HEADERS: Final = ((b"x-content-type-options", b"nosniff"),)
"""Headers for static files that are parts of pages: scripts, styles, fonts. Everybody may have them."""
PICTURE_HEADERS: Final = tuple(
    (name, value)
    for name, value in HEADERS
    if name not in (b"x-frame-options", b"cross-origin-opener-policy", b"permissions-policy")
)
"""Headers for static files that browsers also display by themselves, and that could hold scripts."""

TOKEN_HEADER: Final = "x-csrftoken"
HALF_BYTES: Final = 16
"""Bytes of chance in a form key, and bytes of their signature."""


# --- tokens of forms ----------------------------------------------------------------------
#
# A visitor has a form key, in a cookie. Whatever a page sends carries it too, which no page of another site knows. In a
# page it is masked, every time otherwise: what is compressed together with it can't be used to guess it (BREACH).


def token_cookie(secret: str) -> str:
    """Return the name of the cookie: servers on other ports of the same machine share cookies, but not secrets."""
    return f"forno_form_{sha256(secret.encode()).hexdigest()[:8]}"


def new_form_key(secret: str) -> str:
    chance = secrets.token_bytes(HALF_BYTES)
    return urlsafe_b64encode(chance + _signature(secret, chance)).decode()


def form_token(secret: str, form_key: str) -> str:
    """Return the masked CSRF token for a form key; empty if the key isn't ours."""
    key = _read(form_key, 2 * HALF_BYTES)
    if not _sign(secret, key):
        return ""
    mask = secrets.token_bytes(len(key))
    return urlsafe_b64encode(mask + _xor(mask, key)).decode()


def token_fits(secret: str, sent: str, form_key: str) -> bool:
    """Return whether a request's token fits the visitor's form key."""
    key, token = _read(form_key, 2 * HALF_BYTES), _read(sent, 4 * HALF_BYTES)
    return _sign(secret, key) and compare_digest(_xor(token[: 2 * HALF_BYTES], token[2 * HALF_BYTES :]), key)


def _read(text: str, size: int) -> bytes:
    """Decode `size` bytes from text; empty if invalid."""
    try:
        found = b64decode(text, b"-_", validate=True)
    except ValueError:
        return b""
    return found if len(found) == size else b""


def _sign(secret: str, key: bytes) -> bool:
    return compare_digest(_signature(secret, key[:HALF_BYTES]), key[HALF_BYTES:])


def _signature(secret: str, chance: bytes) -> bytes:
    return digest(secret.encode(), chance, "sha256")[:HALF_BYTES]


def _xor(one: bytes, other: bytes) -> bytes:
    return bytes(left ^ right for left, right in zip(one, other, strict=True))


def client_of(scope: Mapping[str, Any]) -> str:
    """Return the name under which a request's client is counted."""
    client = scope.get("client")
    return client_name(client[0]) if client else "?"
