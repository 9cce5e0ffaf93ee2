"""Encryption of short texts with a random code."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from hashlib import sha256


def encrypt(text: str, code: str) -> str:
    """Return the text encrypted and authenticated with the code."""
    from cryptography.fernet import Fernet

    return Fernet(_key(code)).encrypt(text.encode()).decode()


def decrypt(encrypted: str, code: str) -> str | None:
    """Return the text; `None` if the code is wrong or the text was changed."""
    from cryptography.fernet import Fernet, InvalidToken

    try:
        return Fernet(_key(code)).decrypt(encrypted).decode()
    except InvalidToken:
        return None


def _key(code: str) -> bytes:
    """Return a key for `Fernet`. The code is random and no password, so one round of a hash is enough."""
    return urlsafe_b64encode(sha256(f"key {code}".encode()).digest())
