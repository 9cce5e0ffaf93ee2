"""A store that measures how long its calls take."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from math import inf

from forno.server.metrics import Metrics
from forno.store import Conflict, Outlook, Store, StoreError, TableSummary
from forno.store.base import KeyValues, Sharing
from forno.store.outbox import Outbox
from forno.store.summaries import UNKNOWN
from forno.table.entries import Entry, Moved, Opened


class MeteredStore:
    """Wraps a store: passes every call on and records its duration."""

    def __init__(self, store: Store, metrics: Metrics) -> None:
        self.store = store
        self.metrics = metrics
        self.now = store.now

    @property
    def place(self) -> str:
        return self.store.place

    @property
    def sharing(self) -> Sharing | None:
        return self.store.sharing

    @property
    def key_values(self) -> KeyValues:
        return self.store.key_values

    @property
    def outbox(self) -> Outbox:
        return self.store.outbox

    @contextmanager
    def _timed(self, what: str) -> Iterator[None]:
        """Time a call and count its failure; a move that was too late (`Conflict`) is none."""
        began = time.perf_counter()
        try:
            yield
        except StoreError as error:
            if not isinstance(error, Conflict):
                self.metrics.store_failures(what).inc()
            raise
        finally:
            self.metrics.store_seconds(what).observe(time.perf_counter() - began)

    async def create(self, table_id: str, entry: Opened) -> None:
        with self._timed("append"):
            await self.store.create(table_id, entry)

    async def append(self, table_id: str, number: int, entry: Entry, outlook: Outlook = UNKNOWN) -> None:
        with self._timed("append"):
            await self.store.append(table_id, number, entry, outlook)
        if isinstance(entry, Moved):
            self.metrics.moves(entry.by).inc()

    async def update(self, summary: TableSummary) -> None:
        with self._timed("update"):
            await self.store.update(summary)

    async def load(self, table_id: str, start: int = 0) -> list[Entry]:
        with self._timed("load"):
            return await self.store.load(table_id, start)

    async def listing(self, phase: str | None = None, game: str | None = None, limit: int = 50) -> list[TableSummary]:
        with self._timed("listing"):
            return await self.store.listing(phase, game, limit)

    async def summaries(self, table_ids: Sequence[str]) -> list[TableSummary]:
        with self._timed("listing"):
            return await self.store.summaries(table_ids)

    async def finished(self, after: str = "", limit: int = 500) -> list[str]:
        with self._timed("listing"):
            return await self.store.finished(after, limit)

    async def due(self, before: float = inf) -> list[str]:
        with self._timed("due"):
            return await self.store.due(before)

    async def close(self) -> None:
        await self.store.close()
