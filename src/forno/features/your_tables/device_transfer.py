"""Transfers of a visitor's tables, name and book to another device, open for a few minutes.

A single server holds transfers in memory. Servers that share a database store them there, encrypted with the code in
the visitor's link; of the code they store a hash.
"""

from __future__ import annotations

import json
import secrets
import time
from base64 import b64decode, b64encode
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256, shake_256
from hmac import compare_digest, digest
from typing import Final

from forno.core.language import _
from forno.features.book.book_store import BookKey, read_book_key
from forno.features.your_tables.seat_cookie import Kept, read_kept, write_kept
from forno.store.sharing import Sharing
from forno.table.errors import NotFound

MAX_TRANSFERS: Final = 1000
TRANSFER_SECONDS: Final = 15 * 60
SEAL_BYTES: Final = 32


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
        self._cases: OrderedDict[str, tuple[str, float]] = OrderedDict()
        """Transfers by code, with their time of creation; unused when servers share their tables."""

    async def pack(self, tables: Sequence[Kept], name: str, book: BookKey) -> str:
        """Store a transfer. Return the code that opens it."""
        code = secrets.token_urlsafe(16)
        packed = json.dumps([write_kept(tables), name, book.key])
        if self._sharing is not None:
            await self._sharing.leave_note(_label(code), seal(packed, code), TRANSFER_SECONDS)
            return code
        self._cases[code] = packed, time.monotonic()
        while len(self._cases) > MAX_TRANSFERS:
            self._cases.popitem(last=False)
        return code

    async def open(self, code: str) -> DeviceTransfer:
        """Return the transfer with this code. Raises `NotFound` after it has expired."""
        packed = await self._find(code)
        if packed is None:
            raise NotFound(_("This link doesn't work any more; get a new one on your other device."))
        tables, name, book = json.loads(packed)
        return DeviceTransfer(tuple(read_kept(tables)), name, read_book_key(book))

    async def _find(self, code: str) -> str | None:
        if self._sharing is not None:
            sealed = await self._sharing.note(_label(code))
            return None if sealed is None else unseal(sealed, code)
        packed, then = self._cases.get(code, ("", 0.0))
        if packed and time.monotonic() - then > TRANSFER_SECONDS:
            del self._cases[code]
            return None
        return packed or None


def _label(code: str) -> str:
    return sha256(f"case {code}".encode()).hexdigest()


def seal(text: str, code: str) -> str:
    """Return the text encrypted and authenticated with the code, which must not be used for a second text."""
    hidden = _mix(text.encode(), code)
    return b64encode(_stamp(hidden, code) + hidden).decode()


def unseal(sealed: str, code: str) -> str | None:
    """Return the decrypted text; `None` if the code is wrong."""
    whole = b64decode(sealed)
    stamp, hidden = whole[:SEAL_BYTES], whole[SEAL_BYTES:]
    return _mix(hidden, code).decode() if compare_digest(stamp, _stamp(hidden, code)) else None


def _mix(data: bytes, code: str) -> bytes:
    stream = shake_256(f"sealed by {code}".encode()).digest(len(data))
    return bytes(one ^ other for one, other in zip(data, stream, strict=True))


def _stamp(hidden: bytes, code: str) -> bytes:
    return digest(f"stamped by {code}".encode(), hidden, "sha256")
