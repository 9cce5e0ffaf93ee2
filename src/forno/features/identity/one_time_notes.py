"""One-time notes: texts that wait for a few minutes for whoever has their code, and are taken once.

A single server holds them in memory. Servers that share a database store them there, encrypted with the code, so that
the database reveals nothing of what is in them.
"""

from __future__ import annotations

import json
import secrets
import time
from base64 import urlsafe_b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final

from forno.core.language import N_, _
from forno.features.you.book_store import BookKey, read_book_key
from forno.features.your_tables.seat_cookie import Kept, read_kept, write_kept
from forno.pages.caches import Latest
from forno.store.base import Sharing
from forno.table.errors import NotFound

MAX_NOTES: Final = 1000
"""Maximum number of notes in memory; the oldest go first."""
NOTE_SECONDS: Final = 15 * 60


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


class OneTimeNotes:
    """Notes of one purpose."""

    def __init__(self, sharing: Sharing | None, purpose: str, lost: str) -> None:
        """`lost`: the sentence for a code that opens nothing any more."""
        self._sharing = sharing
        self._purpose = purpose
        self._lost = lost
        self._in_memory: Latest[str, tuple[str, float]] = Latest(MAX_NOTES)
        """Notes by code, with their time of creation; unused when servers share their tables."""

    async def leave(self, data: Any) -> str:
        """Store data, as JSON. Return the code that opens it."""
        code, text = secrets.token_urlsafe(16), json.dumps(data)
        if self._sharing is not None:
            await self._sharing.leave_note(self._name(code), encrypt(text, code), NOTE_SECONDS)
            return code
        self._in_memory[code] = text, time.monotonic()
        return code

    async def read(self, code: str, take: bool = False) -> Any:
        """Return the data; with `take` it can't be had again. Raises `NotFound` if it was taken or has expired."""
        if self._sharing is not None:
            found = await (self._sharing.take_note if take else self._sharing.note)(self._name(code))
            text = "" if found is None else decrypt(found, code)
        else:
            text, then = self._in_memory.get(code, ("", 0.0))
            if time.monotonic() - then > NOTE_SECONDS:
                text = ""
            if take or not text:
                self._in_memory.pop(code, None)
        if not text:
            raise NotFound(_(self._lost))
        return json.loads(text)

    def _name(self, code: str) -> str:
        return sha256(f"{self._purpose} {code}".encode()).hexdigest()


@dataclass(frozen=True)
class DeviceTransfer:
    """A player's key, tables, name and book on their way to another device."""

    tables: tuple[Kept, ...]
    name: str
    book: BookKey | None
    player: str = ""
    """The player's key, which the other device has from then on; empty where there are none."""


class DeviceTransfers:
    """Pending device transfers. Each works once, within a few minutes."""

    def __init__(self, sharing: Sharing | None) -> None:
        lost = N_("This link no longer works; get a new one on your other device.")
        self._notes = OneTimeNotes(sharing, "case", lost)

    async def pack(self, tables: Sequence[Kept], name: str, book: BookKey, player: str = "") -> str:
        """Store a transfer. Return the code that opens it."""
        return await self._notes.leave([write_kept(tables), name, book.key, player])

    async def open(self, code: str, take: bool = False) -> DeviceTransfer:
        """Return the transfer with this code; with `take` it can't be used again. Raises `NotFound` if it was used, or
        has expired."""
        tables, name, book, player = await self._notes.read(code, take)
        return DeviceTransfer(tuple(read_kept(tables)), name, read_book_key(book), player)
