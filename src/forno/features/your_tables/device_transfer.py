"""Transfers of a visitor's tables, name and book to another device: once, within a few minutes.

A single server holds transfers in memory. Servers that share a database store them there, encrypted with the code in
the visitor's link: tables store only hashes of seats' keys, so the database must not reveal the keys here.
"""

from __future__ import annotations

import json
import secrets
import time
from base64 import urlsafe_b64encode
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from forno.core.language import _
from forno.features.you.book_store import BookKey, read_book_key
from forno.features.your_tables.seat_cookie import Kept, read_kept, write_kept
from forno.store.sharing import Sharing
from forno.table.errors import NotFound

MAX_TRANSFERS: Final = 1000
TRANSFER_SECONDS: Final = 15 * 60


@dataclass(frozen=True)
class DeviceTransfer:
    """Content of a transfer."""

    tables: tuple[Kept, ...]
    name: str
    book: BookKey | None


class DeviceTransfers:
    """Pending device transfers."""

    def __init__(self, sharing: Sharing | None) -> None:
        self._sharing = sharing
        self._in_memory: OrderedDict[str, tuple[str, float]] = OrderedDict()
        """Transfers by code, with their time of creation; unused when servers share their tables."""

    async def pack(self, tables: Sequence[Kept], name: str, book: BookKey) -> str:
        """Store a transfer. Return the code that opens it."""
        code = secrets.token_urlsafe(16)
        packed = json.dumps([write_kept(tables), name, book.key])
        if self._sharing is not None:
            await self._sharing.leave_note(_note_name(code), encrypt(packed, code), TRANSFER_SECONDS)
            return code
        self._in_memory[code] = packed, time.monotonic()
        while len(self._in_memory) > MAX_TRANSFERS:
            self._in_memory.popitem(last=False)
        return code

    async def open(self, code: str) -> DeviceTransfer:
        """Return the transfer with this code, which stays pending. Raises `NotFound` if it was used or has expired."""
        return _unpacked(await self._find(code))

    async def take(self, code: str) -> DeviceTransfer:
        """Return the transfer with this code, which can't be used again. Raises `NotFound` as `open` does."""
        return _unpacked(await self._find(code, take=True))

    async def _find(self, code: str, take: bool = False) -> str | None:
        if self._sharing is not None:
            find = self._sharing.take_note if take else self._sharing.note
            encrypted = await find(_note_name(code))
            return None if encrypted is None else decrypt(encrypted, code)
        packed, then = self._in_memory.get(code, ("", 0.0))
        if take or time.monotonic() - then > TRANSFER_SECONDS:
            self._in_memory.pop(code, None)
        return packed if packed and time.monotonic() - then <= TRANSFER_SECONDS else None


def _unpacked(packed: str | None) -> DeviceTransfer:
    if packed is None:
        raise NotFound(_("This link doesn't work any more; get a new one on your other device."))
    tables, name, book = json.loads(packed)
    return DeviceTransfer(tuple(read_kept(tables)), name, read_book_key(book))


def _note_name(code: str) -> str:
    return sha256(f"case {code}".encode()).hexdigest()


def encrypt(text: str, code: str) -> str:
    """Return the text encrypted and authenticated with the code."""
    from cryptography.fernet import Fernet  # part of the extra `postgres`: only there do several servers share notes

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
