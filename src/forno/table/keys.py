"""Seat keys and table ids. The only module of this package that draws random numbers.

Where an answer can get lost, the key or the id follows from a secret of the asker: the same request again gets the same
one again, and the table still stores nothing but hashes.
"""

from __future__ import annotations

import secrets
from base64 import urlsafe_b64encode
from functools import lru_cache
from hashlib import sha256

LETTERS = "abcdefghjkmnpqrstvwxyz23456789"
"""Letters of table ids, without those that are confused when read aloud or written down: i, l, o, u, 0, 1."""
ID_LENGTH = 12
KEY_BYTES = 24


def new_key() -> str:
    """Return a new seat key: 192 bits that fit into a link."""
    return secrets.token_urlsafe(KEY_BYTES)


def key_from(table: str, secret: str) -> str:
    """Return the seat key at a table that belongs to a secret: a ticket, or the key of a seat at another table."""
    return urlsafe_b64encode(_digest("seat", table, secret)[:KEY_BYTES]).decode()


@lru_cache(maxsize=10_000)
def key_hash(key: str) -> str:
    """Return the hash that the table stores. A key is random, not a password: one round of a hash is enough."""
    return sha256(key.encode("utf-8", "surrogatepass")).hexdigest()


def new_table_id() -> str:
    """Return the id of a new table: readable, and too long to guess."""
    return "".join(secrets.choice(LETTERS) for _ in range(ID_LENGTH))


def table_id_from(purpose: str, secret: str) -> str:
    """Return the table id that belongs to a secret, for one purpose: another purpose gets another id."""
    number = int.from_bytes(_digest("table", purpose, secret))
    letters = []
    for _ in range(ID_LENGTH):
        number, place = divmod(number, len(LETTERS))
        letters.append(LETTERS[place])
    return "".join(letters)


def _digest(*parts: str) -> bytes:
    # The last part may hold anything; the others can't hold a line break.
    return sha256("\n".join(parts).encode("utf-8", "surrogatepass")).digest()
