"""Statistics of a server, counted on request in the background: every finished table once."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import Final

from forno.features.statistics.statistics import Sums
from forno.features.you.book_store import Books
from forno.store import Store

TABLES_PER_BATCH: Final = 64
"""Number of tables counted before other tasks get their turn."""
CACHE_SECONDS: Final = 60.0
"""Time for which the totals are cached."""
COUNT_TIMEOUT_SECONDS: Final = 2.0
"""Maximum time for which a page waits for a running count."""

log = logging.getLogger("forno.web")


class Statistics:
    """Counts finished tables, each once, in the background when a page asks for the totals."""

    def __init__(self, store: Store, books: Books) -> None:
        self.store = store
        self.books = books
        self.sums = Sums()
        self.whole = False
        """Whether the last count included all finished tables."""
        self._counted: set[str] = set()
        self._looked = -CACHE_SECONDS
        self._counting: asyncio.Task[None] | None = None

    async def now(self) -> tuple[Sums, bool]:
        """Return the totals, and whether they are complete."""
        if self._counting is None and time.monotonic() - self._looked >= CACHE_SECONDS:
            self._counting = asyncio.create_task(self._count())
            self._counting.add_done_callback(self._done)
        if self._counting is not None:
            await asyncio.wait({self._counting}, timeout=COUNT_TIMEOUT_SECONDS)
        return self.sums, self.whole

    def _done(self, counting: asyncio.Task[None]) -> None:
        self._counting = None
        self._looked = time.monotonic()
        if not counting.cancelled() and counting.exception() is not None:
            log.error("the house can't be counted", exc_info=counting.exception())

    async def _count(self) -> None:
        after, left = "", 0
        while tables := await self.store.finished(after, TABLES_PER_BATCH):
            after = tables[-1]
            new = [table for table in tables if table not in self._counted]
            told, _later = await self.books.told(new, len(new))
            left += len(new) - len(told)
            for table, found in told.items():
                self._counted.add(table)
                if found is not None:
                    self.sums.add(found.digest)
            await asyncio.sleep(0)
        self.whole = not left

    def close(self) -> None:
        if self._counting is not None:
            self._counting.cancel()
