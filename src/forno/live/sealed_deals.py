"""Numbers that devices add to sealed deals, and envelopes for tables that aren't open yet.

A person who opens and starts a table with one press has seen no seal yet. So the name of a table can be asked for
before it is opened, with the hash of the secret that follows from that name: an envelope, valid for a day and for one
table.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from hmac import compare_digest
from hmac import digest as keyed
from typing import Final

from forno.core.sealing import is_number, seal_of
from forno.table.keys import new_key, table_id_from

ENVELOPE_SECONDS: Final = 24 * 3600


@dataclass(frozen=True)
class DealAddition:
    """A device's part of a deal, sent when it opens a table or sits down: a number, if nobody else adds one, or its
    hash."""

    number: str = ""
    promise: str = ""


NOTHING_ADDED: Final = DealAddition()


def added_number(number: object, promise: object) -> DealAddition:
    """Return what a form adds to a deal. What is no number isn't a mistake: scripts don't run everywhere."""
    return DealAddition(*(str(part) if is_number(part) else "" for part in (number, promise)))


@dataclass(frozen=True)
class Sealed:
    """Name and secret of a table that isn't open yet."""

    table: str
    secret: str

    @property
    def seal(self) -> str:
        return seal_of(self.secret)


class Envelopes:
    """Envelopes of one server. None are stored: their contents follow from the server's own secret."""

    def __init__(self, secret: str) -> None:
        self._key = sha256(f"sealed deals\n{secret}".encode()).digest()

    def new(self, now: float) -> str:
        """Write a new envelope as text."""
        text = f"{int(now) + ENVELOPE_SECONDS}.{new_key()}"
        return f"{text}.{self._digest('envelope', text)}"

    def open(self, text: str, now: float) -> Sealed | None:
        """Return the contents of an envelope; `None` if it isn't one of ours, or has expired."""
        told, _dot, signature = text.rpartition(".")
        until = told.partition(".")[0]
        if not compare_digest(signature.encode(), self._digest("envelope", told).encode()):
            return None
        return self.of(table_id_from("envelope", text)) if now < int(until) else None

    def of(self, table_id: str) -> Sealed:
        """Return the contents for a table whose name is known."""
        return Sealed(table_id, self._digest("secret", table_id))

    def _digest(self, what: str, text: str) -> str:
        return keyed(self._key, f"{what}\n{text}".encode("utf-8", "surrogatepass"), "sha256").hex()
