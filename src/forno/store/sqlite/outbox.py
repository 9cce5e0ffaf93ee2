"""Outbox in the file of the tables: see `store/outbox.py`.

A file has one server, so what it reads nobody else takes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from forno.store.outbox import OutboxItem
from forno.store.sqlite.key_values import Change, ChangeRows, ReadRows

PUT: Final = "INSERT OR IGNORE INTO outbox VALUES (?, ?, ?, ?, ?, ?, ?)"
KEY: Final = "table_id = ? AND seat = ? AND topic = ? AND turn = ?"
KNOWN: Final = f"SELECT 1 FROM outbox WHERE {KEY}"
READY: Final = "SELECT * FROM outbox WHERE ready <= ? ORDER BY ready LIMIT ?"
REPLACE: Final = "INSERT OR REPLACE INTO outbox VALUES (?, ?, ?, ?, ?, ?, ?)"
SETTLE: Final = f"UPDATE outbox SET ready = NULL WHERE {KEY}"
CLEAR: Final = "DELETE FROM outbox WHERE ready IS NULL AND turn < ?"


def changes(items: Sequence[OutboxItem]) -> list[Change]:
    """Return the statements that put notices."""
    return [(PUT, item) for item in items]


class SqliteOutbox:
    """The store's writer thread writes, another one reads."""

    def __init__(self, rows: ReadRows, change: ChangeRows) -> None:
        self._rows = rows
        self._change = change

    async def put(self, items: Sequence[OutboxItem]) -> int:
        new = [item for item in items if not await self._rows(KNOWN, item[:4])]
        await self._change(changes(new))
        return len(new)

    async def claim(self, now: float, until: float, limit: int) -> list[OutboxItem]:
        found = [OutboxItem(*row)._replace(ready=until) for row in await self._rows(READY, (now, limit))]
        if found:
            await self._change([(REPLACE, item) for item in found])
        return found

    async def replace(self, item: OutboxItem) -> None:
        await self._change([(REPLACE, item)])

    async def settle(self, item: OutboxItem) -> None:
        await self._change([(SETTLE, item[:4])])

    async def clear(self, before: float) -> None:
        await self._change([(CLEAR, (before,))])
