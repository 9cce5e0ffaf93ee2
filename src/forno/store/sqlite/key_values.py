"""Leaves in the file of the tables: see `leaves.py`."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Final

PUT: Final = "INSERT OR REPLACE INTO leaves VALUES (?, ?, ?)"
PUT_NEW: Final = "INSERT OR IGNORE INTO leaves VALUES (?, ?, ?)"
ALL: Final = "SELECT name, text FROM leaves WHERE binder = ?"
NAMED: Final = f"{ALL} AND name IN ({{places}})"
CLEAR: Final = "DELETE FROM leaves WHERE binder = ?"
MOST_NAMES: Final = 500

Change = tuple[str, Sequence[Any]]
"""A statement, and its values."""


class SqliteLeaves:
    """The store's own thread writes, in its turn; and another one reads."""

    def __init__(
        self,
        rows: Callable[[str, Sequence[Any]], Awaitable[list[Any]]],
        change: Callable[[Sequence[Change]], Awaitable[None]],
    ) -> None:
        self._rows = rows
        self._change = change

    async def put(self, binder: str, leaves: Mapping[str, str]) -> None:
        if leaves:
            await self._change([(PUT, (binder, name, text)) for name, text in leaves.items()])

    async def put_new(self, binder: str, name: str, text: str) -> None:
        await self._change([(PUT_NEW, (binder, name, text))])

    async def read(self, binder: str, names: Sequence[str] | None = None) -> dict[str, str]:
        if names is None:
            return dict(await self._rows(ALL, (binder,)))
        found: dict[str, str] = {}
        for start in range(0, len(names), MOST_NAMES):
            wanted = names[start : start + MOST_NAMES]
            query = NAMED.format(places=", ".join("?" * len(wanted)))
            found |= dict(await self._rows(query, (binder, *wanted)))
        return found

    async def clear(self, binder: str) -> int:
        number = len(await self._rows(ALL, (binder,)))
        await self._change([(CLEAR, (binder,))])
        return number
