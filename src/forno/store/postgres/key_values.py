"""Key–values in the database of the tables: see `store/base.py`."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Final

from forno.store.base import KeyValues

PUT: Final = """
INSERT INTO leaves SELECT $1, * FROM unnest($2::text[], $3::text[]) AS given (name, text) ORDER BY name
ON CONFLICT (binder, name) DO UPDATE SET text = excluded.text
"""
PUT_NEW: Final = "INSERT INTO leaves VALUES ($1, $2, $3) ON CONFLICT (binder, name) DO NOTHING"
REPLACE: Final = "UPDATE leaves SET text = $4 WHERE binder = $1 AND name = $2 AND text = $3 RETURNING name"
ALL: Final = "SELECT name, text FROM leaves WHERE binder = $1"
NAMED: Final = f"{ALL} AND name = ANY($2)"
CLEAR: Final = "DELETE FROM leaves WHERE binder = $1 RETURNING name"


class PostgresKeyValues(KeyValues):
    """Every change is a statement, and so a transaction, of its own."""

    def __init__(self, fetch: Callable[..., Awaitable[list[Any]]]) -> None:
        self._fetch = fetch

    async def put(self, namespace: str, values: Mapping[str, str]) -> None:
        if values:
            await self._fetch(PUT, namespace, list(values), list(values.values()))

    async def put_new(self, namespace: str, key: str, text: str) -> None:
        await self._fetch(PUT_NEW, namespace, key, text)

    async def replace(self, namespace: str, key: str, old: str, new: str) -> bool:
        return bool(await self._fetch(REPLACE, namespace, key, old, new))

    async def read(self, namespace: str, keys: Sequence[str] | None = None) -> dict[str, str]:
        if keys is None:
            return dict(await self._fetch(ALL, namespace))
        return dict(await self._fetch(NAMED, namespace, list(keys)))

    async def clear(self, namespace: str) -> int:
        return len(await self._fetch(CLEAR, namespace))
