"""A store whose times are counted."""

from __future__ import annotations

import time
from collections.abc import Sequence
from types import TracebackType

from forno.server.metrics import Metrics
from forno.store import Conflict, Outlook, Store, StoreError, TableSummary
from forno.store.key_values import Leaves
from forno.store.sharing import Sharing
from forno.store.summaries import UNKNOWN
from forno.table.entries import Entry, Moved, Opened


class Measured:
    """Counts how long something takes that a store does, and whether it fails."""

    __slots__ = ("_began", "_metrics", "_what")

    def __init__(self, metrics: Metrics, what: str) -> None:
        self._metrics = metrics
        self._what = what

    def __enter__(self) -> None:
        self._began = time.perf_counter()

    def __exit__(
        self, _kind: type[BaseException] | None, error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        if isinstance(error, StoreError) and not isinstance(error, Conflict):
            self._metrics.store_failures.add(what=self._what)
        self._metrics.store_seconds.observe(time.perf_counter() - self._began, what=self._what)


class MeteredStore:
    """Does what another store does, and counts how long that takes."""

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
    def leaves(self) -> Leaves:
        return self.store.leaves

    def _measured(self, what: str) -> Measured:
        return Measured(self.metrics, what)

    async def create(self, table_id: str, entry: Opened) -> None:
        with self._measured("append"):
            await self.store.create(table_id, entry)

    async def append(self, table_id: str, number: int, entry: Entry, outlook: Outlook = UNKNOWN) -> None:
        with self._measured("append"):
            await self.store.append(table_id, number, entry, outlook)
        if isinstance(entry, Moved):
            self.metrics.moves.add(by=entry.by)

    async def update(self, summary: TableSummary) -> None:
        with self._measured("update"):
            await self.store.update(summary)

    async def load(self, table_id: str, start: int = 0) -> list[Entry]:
        with self._measured("load"):
            return await self.store.load(table_id, start)

    async def listing(self, phase: str | None = None, game: str | None = None, limit: int = 50) -> list[TableSummary]:
        with self._measured("listing"):
            return await self.store.listing(phase, game, limit)

    async def summaries(self, table_ids: Sequence[str]) -> list[TableSummary]:
        with self._measured("listing"):
            return await self.store.summaries(table_ids)

    async def finished(self, after: str = "", limit: int = 500) -> list[str]:
        with self._measured("listing"):
            return await self.store.finished(after, limit)

    async def due(self) -> list[str]:
        with self._measured("due"):
            return await self.store.due()

    async def close(self) -> None:
        await self.store.close()
