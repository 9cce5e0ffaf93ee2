"""Transfers of a player's key, tables, name and book to another device: once, within a few minutes."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from forno.core.language import _
from forno.features.identity.one_time_notes import OneTimeNotes
from forno.features.you.book_store import BookKey, read_book_key
from forno.features.your_tables.seat_cookie import Kept, read_kept, write_kept
from forno.store.sharing import Sharing
from forno.table.errors import NotFound


@dataclass(frozen=True)
class DeviceTransfer:
    """Content of a transfer."""

    tables: tuple[Kept, ...]
    name: str
    book: BookKey | None
    player: str = ""
    """The player's key, which the other device has from then on; empty where there are none."""


class DeviceTransfers:
    """Pending device transfers."""

    def __init__(self, sharing: Sharing | None) -> None:
        self._notes = OneTimeNotes(sharing, "case")

    async def pack(self, tables: Sequence[Kept], name: str, book: BookKey, player: str = "") -> str:
        """Store a transfer. Return the code that opens it."""
        return await self._notes.leave(json.dumps([write_kept(tables), name, book.key, player]))

    async def open(self, code: str) -> DeviceTransfer:
        """Return the transfer with this code, which stays pending. Raises `NotFound` if it was used or has expired."""
        return _unpack(await self._notes.read(code))

    async def take(self, code: str) -> DeviceTransfer:
        """Return the transfer with this code, which can't be used again. Raises `NotFound` as `open` does."""
        return _unpack(await self._notes.take(code))


def _unpack(packed: str | None) -> DeviceTransfer:
    if packed is None:
        raise NotFound(_("This link doesn't work any more; get a new one on your other device."))
    tables, name, book, player = json.loads(packed)
    return DeviceTransfer(tuple(read_kept(tables)), name, read_book_key(book), player)
