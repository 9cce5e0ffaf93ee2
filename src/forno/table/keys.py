"""Keys of seats and names of tables. The only place in this room where chance comes from outside the log."""

from __future__ import annotations

import secrets
from functools import lru_cache
from hashlib import sha256

LETTERS = "abcdefghjkmnpqrstvwxyz23456789"
"""Without those that are taken for one another when read aloud or written down: i, l, o, u, 0, 1."""
ID_LENGTH = 12


def new_key() -> str:
    """A seat key: 192 bits that fit into a link."""
    return secrets.token_urlsafe(24)


@lru_cache(maxsize=10_000)
def key_hash(key: str) -> str:
    """What the table keeps of a key. A key is chance, not a password, so one round of a hash is enough."""
    return sha256(key.encode("utf-8", "surrogatepass")).hexdigest()


def new_table_id() -> str:
    """The name of a new table: readable, and nobody finds it by trying."""
    return "".join(secrets.choice(LETTERS) for _ in range(ID_LENGTH))
