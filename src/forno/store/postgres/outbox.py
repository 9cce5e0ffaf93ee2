"""Outbox in the database of the tables: see `store/outbox.py`."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final

from forno.store.outbox import OutboxItem

TYPES: Final = ("text", "integer", "text", "float8", "float8", "integer", "text")
COLUMNS: Final = "table_id, seat, topic, turn, ready, attempts, delivered"
GIVEN: Final = ", ".join(f"${place}::{kind}[]" for place, kind in enumerate(TYPES, 1))
PUT: Final = f"""
INSERT INTO outbox ({COLUMNS}) SELECT * FROM unnest({GIVEN}) AS given ON CONFLICT DO NOTHING RETURNING table_id
"""
KEY: Final = "table_id = $1 AND seat = $2 AND topic = $3 AND turn = $4"
CLAIM: Final = f"""
UPDATE outbox SET ready = $2 WHERE ({COLUMNS.removesuffix(", ready, attempts, delivered")}) IN (
    SELECT table_id, seat, topic, turn FROM outbox WHERE ready <= $1 ORDER BY ready LIMIT $3 FOR UPDATE SKIP LOCKED
) RETURNING {COLUMNS}
"""
REPLACE: Final = f"UPDATE outbox SET ready = $5, attempts = $6, delivered = $7 WHERE {KEY}"
SETTLE: Final = f"UPDATE outbox SET ready = NULL WHERE {KEY}"
CLEAR: Final = "DELETE FROM outbox WHERE ready IS NULL AND turn < $1"


class PostgresOutbox:
    """Every change is a statement, and so a transaction, of its own."""

    def __init__(self, fetch: Callable[..., Awaitable[list[Any]]]) -> None:
        self._fetch = fetch

    async def put(self, items: Sequence[OutboxItem]) -> int:
        return len(await self._fetch(PUT, *map(list, zip(*items, strict=True)))) if items else 0

    async def claim(self, now: float, until: float, limit: int) -> list[OutboxItem]:
        return [OutboxItem(*row) for row in await self._fetch(CLAIM, now, until, limit)]

    async def replace(self, item: OutboxItem) -> None:
        await self._fetch(REPLACE, *item)

    async def settle(self, item: OutboxItem) -> None:
        await self._fetch(SETTLE, *item[:4])

    async def clear(self, before: float) -> None:
        await self._fetch(CLEAR, before)
