"""Program that plays as fast as it can until it is killed, and prints a line for each acknowledged entry.

python -m tests.store.play_forever FILE SEED
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from forno.core.chance import Chance
from forno.store.rows import outlook
from forno.store.sqlite.store import SqliteStore
from forno.table.entries import BotSat, Entry, Opened
from forno.table.errors import NotFound
from forno.table.table import Table
from tests.table.helpers import offered

TABLES = 6


async def main(path: Path, seed: str) -> None:
    store = SqliteStore(path)
    await asyncio.gather(*(play(store, f"table{number}", Chance(seed, str(number))) for number in range(TABLES)))


async def play(store: SqliteStore, table_id: str, chance: Chance) -> None:
    """Go on where the log ends; at the end of a game, with a new table."""
    evening = 0
    while True:
        table = await sit_down(store, f"{table_id}-{evening}")
        while table.phase != "over":
            await keep(store, table, next_entry(table, chance))
        evening += 1


async def sit_down(store: SqliteStore, table_id: str) -> Table:
    try:
        log = await store.load(table_id)
    except NotFound:
        opened = Opened(1.0, "mamma-mia", {"players": 3})
        await store.create(table_id, opened)
        acknowledge(table_id, 0)
        log = [opened]
    return Table.replay(table_id, log)


def next_entry(table: Table, chance: Chance) -> Entry:
    for seat, guest in enumerate(table.seats):
        if not guest.taken:
            return BotSat(2.0, seat, "random")
    if table.state is None:
        return table.start(3.0, chance.below(10**6))
    assert table.awaited is not None
    return table.decide(4.0, table.awaited, (chance.choice(offered(table)),), "bot")


async def keep(store: SqliteStore, table: Table, entry: Entry) -> None:
    trial = table.check(entry)
    await store.append(table.id, trial.number, entry, outlook(trial))
    acknowledge(table.id, trial.number)
    table.apply(trial)


def acknowledge(table_id: str, number: int) -> None:
    print(table_id, number, flush=True)


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), sys.argv[2]))
