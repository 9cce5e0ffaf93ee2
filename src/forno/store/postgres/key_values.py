"""Leaves in the database of the tables: see `leaves.py`."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Final

PUT: Final = """
INSERT INTO leaves SELECT $1, * FROM unnest($2::text[], $3::text[]) AS given (name, text) ORDER BY name
ON CONFLICT (binder, name) DO UPDATE SET text = excluded.text
"""
PUT_NEW: Final = "INSERT INTO leaves VALUES ($1, $2, $3) ON CONFLICT (binder, name) DO NOTHING"
ALL: Final = "SELECT name, text FROM leaves WHERE binder = $1"
NAMED: Final = f"{ALL} AND name = ANY($2)"
CLEAR: Final = "DELETE FROM leaves WHERE binder = $1 RETURNING name"


class PostgresLeaves:
    """Every change is a statement, and so a transaction, of its own."""

    def __init__(self, fetch: Callable[..., Awaitable[list[Any]]]) -> None:
        self._fetch = fetch

    async def put(self, binder: str, leaves: Mapping[str, str]) -> None:
        if leaves:
            await self._fetch(PUT, binder, list(leaves), list(leaves.values()))

    async def put_new(self, binder: str, name: str, text: str) -> None:
        await self._fetch(PUT_NEW, binder, name, text)

    async def read(self, binder: str, names: Sequence[str] | None = None) -> dict[str, str]:
        if names is None:
            return dict(await self._fetch(ALL, binder))
        return dict(await self._fetch(NAMED, binder, list(names)))

    async def clear(self, binder: str) -> int:
        return len(await self._fetch(CLEAR, binder))
