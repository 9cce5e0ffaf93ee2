"""Host of one browser's tables, and their store in the browser's own storage.

A `Shelf` is what the worker's script offers (`static/shelf.js`, over IndexedDB): texts in, texts out. Everything that
counts of a store is here.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from math import inf
from typing import Final, Protocol

from forno.core.errors import FornoError
from forno.core.language import _, language
from forno.features.your_tables.page import FINISHED_PHASES, Row, finished_row, in_order, running_row, waiting_row
from forno.live.bots import Bots
from forno.live.commands.callers import Caller
from forno.live.host import Host
from forno.live.live_table import LiveTable
from forno.live.sealed_deals import Sealed
from forno.pages.documents.forms import TableWish
from forno.pages.publishing.readers import Viewer
from forno.store import Conflict, Outlook, StoreError, TableSummary, summary_of
from forno.store.base import MemoryKeyValues, Sharing
from forno.store.outbox import MemoryOutbox
from forno.store.rows import UNKNOWN, first_summary, read_log, read_summary, summary_row, table_not_found
from forno.table.entries import Entry, Opened
from forno.table.games import own_deck
from forno.table.keys import new_table_id
from forno.table.pacing import BOT_PAUSE_SECONDS
from forno.table.table import Table

NEVER_SECONDS: Final = 1_000_000.0
"""Seconds; browsers take a timer of more than 24 days for one of none."""


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
        await self._add(table_id, 0, entry, Outlook(None, first_summary(table_id, entry)))

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

    async def listing(self, phase: str | None = None, limit: int = 50) -> list[TableSummary]:
        found = [one for one in await self.everything() if one.public and phase in (None, one.phase)]
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


@dataclass(frozen=True)
class BrowserPace:
    """Pace at a browser's tables: nobody is ever away, and one page looks at them."""

    bot_pause: tuple[float, float] = BOT_PAUSE_SECONDS
    away_after: float = NEVER_SECONDS
    deal_patience: float = 0.0
    idle_after: float = NEVER_SECONDS
    most_streams: int = 1
    most_tabs: int = 4


def people(live: LiveTable) -> list[int]:
    """Return the seats of people, all of whom share this browser."""
    return [place for place, seat in enumerate(live.table.seats) if seat.person]


class BrowserCaller(Caller):
    """The person at this browser, who needs no key."""

    def __init__(self, name: str) -> None:
        self.name = name

    def seats(self, live: LiveTable) -> list[int]:
        return people(live)

    def secret(self, live: LiveTable, seat: int) -> str:
        """Return the hash of the seat's key: nobody else is here who could know it."""
        return live.table.seats[seat].key_hash or ""

    def check_key(self) -> None:
        """Need none."""

    def viewer(self, live: LiveTable, wanted: int | None) -> Viewer:
        """Return the reader of a page: at the seat wanted, or the one that is awaited, or the first."""
        device = people(live)
        seat = live.seat_among(device, wanted) if device else None
        return Viewer(seat, frozenset(device), language(), name=self.name)


class BrowserHost(Host):
    """The tables of this browser. Everybody who isn't a bot sits at it."""

    def __init__(self, store: ShelfStore, pace: BrowserPace | None = None, bots: Bots | None = None) -> None:
        self.store = store
        self.pace = pace or BrowserPace()
        self.bots = bots or Bots()
        self._tables: dict[str, LiveTable] = {}

    async def find(self, table_id: str, *, closed: bool = False, fresh: bool = True) -> LiveTable:
        # Nobody else writes to these tables, so they are always fresh.
        if table_id not in self._tables:
            entries = await self.store.load(table_id)
            live = LiveTable(self.pace, self.store, self.bots, table_id, entries)
            if live.table.phase == "playing":
                await self._get_bots_ready(live)
            # Somebody else may have asked for it meanwhile.
            if table_id not in self._tables:
                self._tables[table_id] = live
                if live.table.closed is not None:
                    await self.store.update(summary_of(live.table, time.time()))
                live.next()
        live = self._tables[table_id]
        if not closed:
            live.table.check_open()
        return live

    async def create(self, game: str, wish: TableWish, table_id: str = "", _sealed: Sealed | None = None) -> LiveTable:
        # Nothing is sealed here: there is nobody else whose word one would have to take.
        entry = Opened(time.time(), game, wish.options, wish.deck_text, wish.settings)
        Table("").check(entry)
        name = table_id or new_table_id()
        # A table that has the name it is asked for under is the one that is meant.
        with suppress(Conflict):
            await self.store.create(name, entry)
        return await self.find(name)

    def count(self, limit: str, client: str) -> None:
        """Count nothing: people may do as much as they like here."""

    async def read_deck(self, game: str, text: str | None) -> None:
        if text is not None:
            own_deck(game, text)

    async def your_tables(self) -> list[Row]:
        """Return the state of all tables of this browser."""
        rows: list[Row] = []
        for summary in await self.store.everything():
            if summary.phase in FINISHED_PHASES:
                mine = [place for place, bot in enumerate(summary.bots) if not bot]
                rows.append(finished_row(summary, mine))
                continue
            # A table that can't be read is no reason not to show the others.
            with suppress(FornoError):
                live = await self.find(summary.table)
                shown = running_row if live.table.phase == "playing" else waiting_row
                rows.append(shown(live, people(live)))
        return in_order(rows)
