"""Keys of seats and names of tables. The only place in this room where chance comes from outside the log.

Where an answer can get lost, the key or the name follows from something that only the asker knows: whoever asks again
gets the same one again, and the table still keeps nothing but hashes.
"""

from __future__ import annotations

import secrets
from base64 import urlsafe_b64encode
from functools import lru_cache
from hashlib import sha256

LETTERS = "abcdefghjkmnpqrstvwxyz23456789"
"""Without those that are taken for one another when read aloud or written down: i, l, o, u, 0, 1."""
ID_LENGTH = 12
KEY_BYTES = 24


def new_key() -> str:
    """A seat key: 192 bits that fit into a link."""
    return secrets.token_urlsafe(KEY_BYTES)


def key_from(table: str, secret: str) -> str:
    """The seat key at that table which belongs to a secret: the ticket of whoever sits down, the key of an old seat."""
    return urlsafe_b64encode(_digest("seat", table, secret)[:KEY_BYTES]).decode()


@lru_cache(maxsize=10_000)
def key_hash(key: str) -> str:
    """What the table keeps of a key. A key is chance, not a password, so one round of a hash is enough."""
    return sha256(key.encode("utf-8", "surrogatepass")).hexdigest()


def new_table_id() -> str:
    """The name of a new table: readable, and nobody finds it by trying."""
    return "".join(secrets.choice(LETTERS) for _ in range(ID_LENGTH))


def table_id_from(purpose: str, secret: str) -> str:
    """The name of the table that belongs to a secret. Whoever has another purpose can't take it away."""
    number = int.from_bytes(_digest("table", purpose, secret))
    letters = []
    for _ in range(ID_LENGTH):
        number, place = divmod(number, len(LETTERS))
        letters.append(LETTERS[place])
    return "".join(letters)


def _digest(*parts: str) -> bytes:
    # The last part may hold anything; the others can't hold a line break.
    return sha256("\n".join(parts).encode("utf-8", "surrogatepass")).digest()
