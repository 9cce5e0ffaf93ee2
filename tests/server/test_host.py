"""A server that starts: it answers at once, and wakes the tables at which a bot or a clock has to act."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from forno.live.live_table import LiveTable
from forno.pages.documents.forms import TableWish
from forno.server.host import ENTRIES_PER_SLICE, ServerHost
from forno.server.settings import ServerSettings
from forno.store import Store, outlook
from forno.store.sqlite.store import SqliteStore
from forno.table.entries import BotSat, Entry, Opened, Sat
from forno.table.settings import TableSettings
from forno.table.table import Table
from forno.web.app import create_app
from tests.loops import run
from tests.store.helpers import said
from tests.web.servers import LIVELY
from tools.waiting import WAIT

pytestmark = pytest.mark.slow

TABLES = {
    # who starts, the second seat, the clock, when the cards were dealt
    "bots": ("green", "random", 0, 30.0),
    "older": ("green", "random", 0, 20.0),
    "clocked": ("green", None, 7 * 24 * 3600, 10.0),
    "waiting": ("yellow", "random", 0, 5.0),
    "people": ("green", None, 0, 1.0),
}


class Watched(SqliteStore):
    """A store that tells what was loaded, and loads when it is let."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.loaded: list[str] = []
        self.open = asyncio.Event()

    async def load(self, table_id: str, start: int = 0) -> list[Entry]:
        await self.open.wait()
        self.loaded.append(table_id)
        return await super().load(table_id, start)


async def fill(path: Path) -> None:
    store = SqliteStore(path)
    for table_id in TABLES:
        await deal(store, table_id)
    await store.close()


async def deal(store: Store, table_id: str) -> None:
    """One of these tables, with its cards dealt."""
    starter, bot, clock, time = TABLES[table_id]
    opened = Opened(0.0, "mamma-mia", {"players": 2, "starter": starter}, None, TableSettings(clock=clock))
    await store.create(table_id, opened)
    table = Table.replay(table_id, [opened])
    second = Sat(0.0, 1, "Bruno", "hash") if bot is None else BotSat(0.0, 1, bot)
    for entry in (Sat(0.0, 0, "Anna", "hash"), second, table.start(time, 7)):
        trial = table.check(entry)
        await store.append(table_id, trial.number, entry, outlook(trial))
        table.apply(trial)


def with_house(folder: Path, use: Callable[[ServerHost, Watched], Awaitable[None]]) -> None:
    async def start_and_stop() -> None:
        path = folder / "tables.sqlite3"
        await fill(path)
        settings: dict[str, Any] = LIVELY | {"bot_pause": (1e6, 1e6)}  # whoever wakes stays as it was
        house = create_app(ServerSettings(data=str(path), **settings)).host
        await house.store.close()
        store = Watched(path)
        house.store = store
        async with asyncio.timeout(WAIT):
            await house.open()
            await use(house, store)
        await house.close()

    run(start_and_stop())


def test_who_comes_first_is_answered_while_tables_still_sleep(tmp_path: Path) -> None:
    async def use(house: ServerHost, store: Watched) -> None:
        assert [row.table for row in await house.store.listing("playing")] == []
        live = await house.create("mamma-mia", TableWish({"players": 2}))
        await house.sit(live, "Zoe")
        assert store.loaded == []

    with_house(tmp_path, use)


def test_only_where_something_is_due_tables_wake_the_oldest_need_first(tmp_path: Path) -> None:
    async def use(house: ServerHost, store: Watched) -> None:
        store.open.set()
        while house.in_memory("clocked") is None:
            await asyncio.sleep(0.01)
        assert store.loaded == ["older", "bots", "clocked"]
        assert {live.id for live in house.awake()} == {"older", "bots", "clocked"}
        await house.find("people")
        assert store.loaded[-1] == "people"

    with_house(tmp_path, use)


def test_a_visitor_doesnt_wait_for_the_tables_before(tmp_path: Path) -> None:
    async def use(house: ServerHost, store: Watched) -> None:
        visit = asyncio.create_task(house.find("waiting"))
        await asyncio.sleep(0)
        store.open.set()
        assert (await visit).id == "waiting"

    with_house(tmp_path, use)


def test_while_a_long_log_is_followed_others_have_their_turns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    turns = 0
    pieces: list[tuple[int, int]] = []

    async def somebody_else() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    class Watching(LiveTable):
        def take_in(self, entries: Iterable[Entry]) -> None:
            piece = list(entries)
            pieces.append((turns, len(piece)))
            super().take_in(piece)

    monkeypatch.setattr("forno.server.host.LiveTable", Watching)

    async def use(house: ServerHost, store: Watched) -> None:
        for number in range(4, 4 + 5 * ENTRIES_PER_SLICE):
            await store.append("people", number, said(f"word {number}"))
        store.open.set()
        other = asyncio.create_task(somebody_else())
        assert (await house.find("people")).table.number == 4 + 5 * ENTRIES_PER_SLICE
        other.cancel()
        assert max(length for _turns, length in pieces) == ENTRIES_PER_SLICE
        assert len({turns for turns, length in pieces if length}) >= 6

    with_house(tmp_path, use)


@pytest.mark.parametrize("table", ["older", "bots"])
def test_a_server_that_stops_while_tables_wake_stops(tmp_path: Path, table: str) -> None:
    async def use(house: ServerHost, store: Watched) -> None:
        visit = asyncio.create_task(house.find(table))
        await asyncio.sleep(0)
        await house.close()
        with pytest.raises(asyncio.CancelledError):
            await visit

    with_house(tmp_path, use)
