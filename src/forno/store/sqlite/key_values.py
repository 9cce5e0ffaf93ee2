"""Key–values in the file of the tables: see `store/base.py`."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Final

from forno.store.base import KeyValues

PUT: Final = "INSERT OR REPLACE INTO leaves VALUES (?, ?, ?)"
PUT_NEW: Final = "INSERT OR IGNORE INTO leaves VALUES (?, ?, ?)"
REPLACE: Final = "UPDATE leaves SET text = ? WHERE binder = ? AND name = ? AND text = ?"
ALL: Final = "SELECT name, text FROM leaves WHERE binder = ?"
NAMED: Final = f"{ALL} AND name IN ({{places}})"
CLEAR: Final = "DELETE FROM leaves WHERE binder = ?"
MAX_KEYS: Final = 500

Change = tuple[str, Sequence[Any]]
"""A statement, and its values."""
ReadRows = Callable[[str, Sequence[Any]], Awaitable[list[Any]]]
ChangeRows = Callable[[Sequence[Change]], Awaitable[int]]
"""Makes changes, all or none; returns the number of rows that the last one changed."""


class SqliteKeyValues(KeyValues):
    """The store's writer thread writes, another one reads."""

    def __init__(self, rows: ReadRows, change: ChangeRows) -> None:
        self._rows = rows
        self._change = change

    async def put(self, namespace: str, values: Mapping[str, str]) -> None:
        if values:
            await self._change([(PUT, (namespace, key, text)) for key, text in values.items()])

    async def put_new(self, namespace: str, key: str, text: str) -> None:
        await self._change([(PUT_NEW, (namespace, key, text))])

    async def replace(self, namespace: str, key: str, old: str, new: str) -> bool:
        return await self._change([(REPLACE, (new, namespace, key, old))]) == 1

    async def read(self, namespace: str, keys: Sequence[str] | None = None) -> dict[str, str]:
        if keys is None:
            return dict(await self._rows(ALL, (namespace,)))
        found: dict[str, str] = {}
        for start in range(0, len(keys), MAX_KEYS):
            wanted = keys[start : start + MAX_KEYS]
            query = NAMED.format(places=", ".join("?" * len(wanted)))
            found |= dict(await self._rows(query, (namespace, *wanted)))
        return found

    async def clear(self, namespace: str) -> int:
        number = len(await self._rows(ALL, (namespace,)))
        await self._change([(CLEAR, (namespace,))])
        return number
