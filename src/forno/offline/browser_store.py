"""Store of tables in a browser's own storage.

A `Shelf` is what the worker's script offers (`static/shelf.js`, over IndexedDB): texts in, texts out. Everything that
counts of a store is here.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Sequence
from contextlib import suppress
from enum import StrEnum
from math import inf
from typing import Protocol

from forno.core.errors import FornoError
from forno.core.language import _
from forno.store import Conflict, Outlook, StoreError, TableSummary, summary_of
from forno.store.base import MemoryKeyValues, Sharing
from forno.store.outbox import MemoryOutbox
from forno.store.rows import read_log, read_summary, summary_row, table_not_found
from forno.store.summaries import UNKNOWN
from forno.table.entries import Entry, Opened
from forno.table.table import Table


class KeepResult(StrEnum):
    """Result of storing an entry."""

    KEPT = "kept"
    TAKEN = "taken"
    """There is one of that number."""
    GAP = "gap"
    """There is none of the number before."""
    FULL = "full"
    """There is no room left."""


class Shelf(Protocol):
    """Storage of texts; every write is atomic."""

    async def add(self, table: str, number: int, entry: str, due: float | None, about: str) -> str:
        """Keep an entry, when something is due then, and what is known of its table unless that is empty.

        Returns what came of it, as `KeepResult` has it.
        """

    async def entries(self, table: str) -> str:
        """Return the numbered entries of a table, in order, as JSON: `[[0, "…"], …]`."""

    async def tables(self) -> str:
        """Return all tables with due time and summary as JSON: `[["table", null, "…"], …]`."""

    async def put(self, table: str, about: str) -> None:
        """Store the summary of a table at which nothing is due."""


class ShelfStore:
    """A store on a shelf."""

    place = "shelf"
    sharing: Sharing | None = None

    def __init__(self, shelf: Shelf) -> None:
        self.shelf = shelf
        self.key_values = MemoryKeyValues()
        self.outbox = MemoryOutbox()
        """Notices that nobody sends: they are kept no longer than the page."""

    def now(self) -> float:
        return time.time()

    async def create(self, table_id: str, entry: Opened) -> None:
        table = Table(table_id)
        table.follow(entry)
        await self._add(table_id, 0, entry, Outlook(None, summary_of(table, entry.time)))

    async def append(self, table_id: str, number: int, entry: Entry, outlook: Outlook = UNKNOWN) -> None:
        await self._add(table_id, number, entry, outlook)

    async def _add(self, table_id: str, number: int, entry: Entry, outlook: Outlook) -> None:
        about = "" if outlook.summary is None else _summary_text(outlook.summary)
        match await self.shelf.add(table_id, number, entry.to_json(), outlook.due, about):
            case KeepResult.KEPT:
                self.outbox.add(outlook.notices)
                return
            case KeepResult.TAKEN:
                raise Conflict(_("The game has moved on. Look again, then decide."))
            case KeepResult.FULL:
                raise StoreError(_("This device is full, so your move isn't saved. Free some space, then try again."))
        if not json.loads(await self.shelf.entries(table_id)):
            raise table_not_found()
        raise StoreError(f"{table_id}: {number}")

    async def update(self, summary: TableSummary) -> None:
        await self.shelf.put(summary.table, _summary_text(summary))

    async def load(self, table_id: str, start: int = 0) -> list[Entry]:
        rows = json.loads(await self.shelf.entries(table_id))
        if not rows:
            raise table_not_found()
        return read_log(table_id, ((number, text) for number, text in rows if number >= start), start)

    async def listing(self, phase: str | None = None, game: str | None = None, limit: int = 50) -> list[TableSummary]:
        found = [
            summary
            for summary in await self.everything()
            if summary.public and phase in (None, summary.phase) and game in (None, summary.game)
        ]
        return sorted(found, key=lambda summary: -summary.changed)[:limit]

    async def summaries(self, table_ids: Sequence[str]) -> list[TableSummary]:
        wanted = set(table_ids)
        return [summary for summary in await self.everything() if summary.table in wanted]

    async def everything(self) -> list[TableSummary]:
        """Return the summaries of all tables: they are all this browser's own."""
        found = []
        for _table, _due, about in json.loads(await self.shelf.tables()):
            # What can't be read of one table concerns no other.
            with suppress(ValueError, TypeError, FornoError):
                found.append(read_summary(json.loads(about)))
        return found

    async def finished(self, after: str = "", limit: int = 500) -> list[str]:
        over = sorted(row.table for row in await self.everything() if row.phase == "over" and row.table > after)
        return over[:limit]

    async def due(self, before: float = inf) -> list[str]:
        waiting = [
            (due, table)
            for table, due, _about in json.loads(await self.shelf.tables())
            if due is not None and due < before
        ]
        return [table for _due, table in sorted(waiting)]

    async def close(self) -> None:
        """Do nothing: nothing waits."""


class MemoryShelf:
    """Shelf in memory, for browsers without storage: lost with the page."""

    def __init__(self) -> None:
        self._entries: dict[str, list[str]] = {}
        self._tables: dict[str, tuple[float | None, str]] = {}

    async def add(self, table: str, number: int, entry: str, due: float | None, about: str) -> str:
        await asyncio.sleep(0)
        log = self._entries.get(table, [])
        if number < len(log):
            return KeepResult.TAKEN
        if number > len(log):
            return KeepResult.GAP
        self._entries[table] = [*log, entry]
        self._tables[table] = due, about or self._tables[table][1]
        return KeepResult.KEPT

    async def entries(self, table: str) -> str:
        await asyncio.sleep(0)  # whoever waits for others gets no turn before them
        return json.dumps(list(enumerate(self._entries.get(table, []))))

    async def tables(self) -> str:
        return json.dumps([[table, due, about] for table, (due, about) in self._tables.items()])

    async def put(self, table: str, about: str) -> None:
        self._tables[table] = None, about


def _summary_text(summary: TableSummary) -> str:
    *columns, _wakes, places = summary_row(summary)
    return json.dumps([*columns, places])
