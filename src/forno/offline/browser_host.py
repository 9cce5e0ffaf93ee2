"""Host of one browser's tables."""

from __future__ import annotations

import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from forno.core.errors import FornoError
from forno.core.language import language
from forno.features.your_tables.page import FINISHED_PHASES, Row, finished_row, in_order, running_row, waiting_row
from forno.live.bots import Bots
from forno.live.commands.callers import Caller
from forno.live.host import Host
from forno.live.live_table import LiveTable
from forno.live.sealed_deals import Sealed
from forno.offline.browser_store import ShelfStore
from forno.pages.publishing.readers import Viewer
from forno.store import Conflict, summary_of
from forno.table.entries import Opened
from forno.table.games import own_deck
from forno.table.keys import new_table_id
from forno.table.pacing import BOT_PAUSE_SECONDS
from forno.table.settings import TableSettings
from forno.table.table import Table

NEVER_SECONDS: Final = 1_000_000.0
"""Seconds; browsers take a timer of more than 24 days for one of none."""


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

    def __init__(self, store: ShelfStore, pace: BrowserPace | None = None) -> None:
        self.store = store
        self.pace = pace or BrowserPace()
        self.bots = Bots()
        self._tables: dict[str, LiveTable] = {}

    async def find(self, table_id: str, *, closed: bool = False, fresh: bool = True) -> LiveTable:
        # Nobody else writes to these tables, so they are always fresh.
        if table_id not in self._tables:
            entries = await self.store.load(table_id)
            # Somebody else may have asked for it meanwhile.
            if table_id not in self._tables:
                live = self._tables[table_id] = LiveTable(self.pace, self.store, self.bots, table_id, entries)
                if live.table.closed is not None:
                    await self.store.update(summary_of(live.table, time.time()))
                live.next()
        live = self._tables[table_id]
        if not closed:
            live.table.check_open()
        return live

    async def create(
        self,
        game: str,
        options: Mapping[str, Any],
        deck_text: str | None = None,
        settings: TableSettings | None = None,
        table_id: str = "",
        _sealed: Sealed | None = None,
    ) -> LiveTable:
        # Nothing is sealed here: there is nobody else whose word one would have to take.
        entry = Opened(time.time(), game, dict(options), deck_text, settings or TableSettings())
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
