"""What was played in a house, counted when somebody asks for it: every finished table once, beside the loop."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import Final

from forno.features.book.book_store import Books
from forno.features.statistics.statistics import Sums
from forno.store import Store

PIECE: Final = 64
"""So many tables are counted at a time; in between others have their turns."""
FRESH: Final = 60.0
"""Seconds for which what was counted is good enough."""
PATIENCE: Final = 2.0
"""How long a page waits for what is being counted."""

log = logging.getLogger("forno.web")


class Statistics:
    """What was counted so far. Every finished table is counted once, beside the loop, when somebody asks."""

    def __init__(self, store: Store, books: Books) -> None:
        self.store = store
        self.books = books
        self.sums = Sums()
        self.whole = False
        """Whether all tables were counted that were over then."""
        self._counted: set[str] = set()
        self._looked = -FRESH
        self._counting: asyncio.Task[None] | None = None

    async def now(self) -> tuple[Sums, bool]:
        """What there is, and whether that is all."""
        if self._counting is None and time.monotonic() - self._looked >= FRESH:
            self._counting = asyncio.create_task(self._count())
            self._counting.add_done_callback(self._done)
        if self._counting is not None:
            await asyncio.wait({self._counting}, timeout=PATIENCE)
        return self.sums, self.whole

    def _done(self, counting: asyncio.Task[None]) -> None:
        self._counting = None
        self._looked = time.monotonic()
        if not counting.cancelled() and counting.exception() is not None:
            log.error("the house can't be counted", exc_info=counting.exception())

    async def _count(self) -> None:
        after, left = "", 0
        while tables := await self.store.finished(after, PIECE):
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
