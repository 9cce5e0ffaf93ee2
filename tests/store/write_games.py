"""Writer of `versions/games-schema-N.sql`: games of all kinds and phases as this version stores them.

    make store-file

`test_versions.py` opens all of these files, and fails if the newest one isn't what this version stores. Then run this:
it writes a further file, and the older ones stay. A file that hasn't landed yet is deleted before.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from forno.core.sealing import seal_of
from forno.store import open_store
from forno.store.base import Store
from forno.store.sqlite.schema import VERSION
from forno.table.entries import (
    AidGiven,
    AnswersTold,
    BotSat,
    Closed,
    Configured,
    Continued,
    Entry,
    HandedOver,
    KeyReplaced,
    Left,
    Noted,
    NumberPromised,
    NumbersCalled,
    NumberShown,
    Opened,
    Rematch,
    Renamed,
    Said,
    Sat,
    SeatCleared,
    StandInChosen,
    TakenBack,
    TimeAnswered,
    TimeProposed,
    VacationAnnounced,
    Voted,
    ZoneTold,
)
from forno.table.settings import TableSettings
from forno.table.table import Table
from forno.testing.stores import keep
from tests.loops import run

FOLDER = Path(__file__).parent / "versions"
KINDS: dict[str, tuple[str, dict[str, Any]]] = {
    **{edition: ("mamma-mia", {"edition": edition}) for edition in ("classic", "rio-grande", "grande", "grande-it")},
    **{mode: ("pizza-master", {"mode": mode, "max_days": 1}) for mode in ("tutorial", "trainee", "master")},
}
PHASES = ("gathering", "playing", "over")
DAY = 24 * 3600
SLOW = TableSettings(public=True, clock=DAY, increment=DAY // 6, bank=3 * DAY, late="vote", rest="nights", notes=True)
NUMBER = "ab" * 32
MOVES_PLAYED = 4


class Scribe:
    """Writes tables into a store, a second or more after each other entry."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.time = 1000.0

    async def open(self, name: str, kind: str, players: int = 2, secret: str = "", clock: int = 0) -> Table:
        game, options = KINDS[kind]
        settled = TableSettings(public=True, clock=clock)
        await self.store.create(name, Opened(self.time, game, {"players": players, **options}, None, settled, secret))
        return Table.replay(name, await self.store.load(name))

    async def add(self, table: Table, *entries: Entry) -> None:
        for entry in entries:
            await keep(self.store, table, entry)
            self.time += 1.0

    async def seat(self, table: Table) -> None:
        """Seat a person, and bots."""
        await self.add(table, Sat(self.time, 0, "Anna", "hash"))
        for seat in range(1, len(table.seats)):
            await self.add(table, BotSat(self.time, seat, "random", ""))

    async def start(self, table: Table, seed: int | str = 1) -> None:
        await self.add(table, table.start(self.time, seed))

    async def play(self, table: Table, most: int = 10**6) -> None:
        """Make moves for whoever is asked, each the first legal one."""
        while (seat := table.awaited) is not None and most:
            actions = self.answers(table)
            by = "player" if table.seats[seat].bot is None else "bot"
            await self.add(table, table.decide(self.time, seat, (actions[most % len(actions)],), by))
            most -= 1

    def answers(self, table: Table) -> Sequence[int]:
        assert table.state is not None
        return table.state.legal_actions() if table.question is None else table.question.actions or ()


async def write(store: Store) -> None:
    scribe = Scribe(store)
    for kind in KINDS:
        for phase in PHASES:
            table = await scribe.open(f"{kind.replace('-', '')}{phase}", kind)
            await scribe.seat(table)
            if kind == "classic":
                await scribe.add(table, AidGiven(scribe.time, 0, aided=True))
            if phase != "gathering":
                await scribe.start(table)
                await scribe.play(table, MOVES_PLAYED if phase == "playing" else 10**6)
    for phase in PHASES:
        await write_slow(scribe, phase)
        await write_sealed(scribe, phase)
        await write_changed(scribe, phase)


async def write_slow(scribe: Scribe, phase: str) -> None:
    """Write a game over several days, in which everything happens that only happens there."""
    table = await scribe.open(f"slow{phase}", "tutorial", players=3)
    await scribe.add(table, Configured(scribe.time, table.options, SLOW))
    for seat, name in enumerate(("Anna", "Bruno", "Carla")):
        await scribe.add(table, Sat(scribe.time, seat, name, f"hash{seat}"))
    await scribe.add(table, ZoneTold(scribe.time, 0, "Europe/Rome"), AnswersTold(scribe.time, 0, 6))
    if phase == "gathering":
        return
    await scribe.start(table)
    begins = scribe.time + 2 * DAY
    await scribe.add(table, VacationAnnounced(scribe.time, 1, begins, begins + DAY))
    await scribe.add(table, Said(scribe.time, 2, "Carla", "table", "Ciao!"), Noted(scribe.time, 1, "two\nolives"))
    await scribe.add(table, TimeProposed(scribe.time, 0, replace(SLOW, clock=2 * DAY)))
    await scribe.add(table, *(TimeAnswered(scribe.time, seat, agrees=True) for seat in (1, 2)))
    await scribe.play(table, MOVES_PLAYED)
    away = table.awaited or 0
    others = [seat for seat in range(3) if seat != away]
    await scribe.add(table, *(Voted(scribe.time, away, "random", seat) for seat in others))
    await scribe.add(table, TakenBack(scribe.time, away), KeyReplaced(scribe.time, 1, 0, "another hash"))
    if phase == "over":
        await scribe.play(table)
        await scribe.add(table, Rematch(scribe.time, "another", 0))


async def write_sealed(scribe: Scribe, phase: str) -> None:
    table = await scribe.open(f"sealed{phase}", "tutorial", secret="cd" * 32)
    await scribe.seat(table)
    await scribe.add(table, NumberPromised(scribe.time, 0, seal_of(NUMBER)), NumbersCalled(scribe.time, 4.0))
    if phase == "gathering":
        return
    await scribe.add(table, NumberShown(scribe.time, 0, NUMBER))
    await scribe.start(table, table.deal.seed)
    await scribe.play(table, MOVES_PLAYED if phase == "playing" else 10**6)


async def write_changed(scribe: Scribe, phase: str) -> None:
    """Write a table with guests who come, go and are stood in for, and one that goes on from a finished game."""
    table = await scribe.open(f"changed{phase}", "tutorial", players=3, clock=30)
    now = scribe.time
    await scribe.add(table, Sat(now, 0, "Anna", "hash"), Sat(now, 1, "Bruno", "hash1"), Sat(now, 2, "Carla", "hash2"))
    await scribe.add(table, Renamed(now, 0, "Anna B."), Left(now, 2), BotSat(now, 2, "random", ""), SeatCleared(now, 2))
    await scribe.add(table, BotSat(now, 2, "random", "Ugo"), StandInChosen(now, 1, "random"))
    again = await scribe.open(f"again{phase}", "tutorial")
    await scribe.add(again, Continued(scribe.time, "tutorialover", 1, ()))
    await scribe.seat(again)
    if phase == "gathering":
        return
    await scribe.start(table)
    await scribe.add(table, HandedOver(scribe.time, 1, "random", 0))
    await scribe.play(table, MOVES_PLAYED if phase == "playing" else 10**6)
    await scribe.start(again)
    await scribe.play(again, 3 if phase == "playing" else 10**6)
    if phase == "playing":
        closed = await scribe.open("closed", "classic")
        await scribe.seat(closed)
        await scribe.start(closed)
        await scribe.add(closed, Closed(scribe.time))


def script() -> str:
    """Return the statements that make a file with these games, always the same."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "tables.sqlite3"

        async def fill() -> None:
            store = open_store(path)
            await write(store)
            await store.close()

        run(fill())
        file = sqlite3.connect(path)
        (number,) = file.execute("PRAGMA application_id").fetchone()
        lines = [f"PRAGMA application_id = {number};", f"PRAGMA user_version = {VERSION};", *file.iterdump()]
        file.close()
    return "\n".join(lines) + "\n"


def entries_of(statements: str) -> list[tuple[Any, ...]]:
    """Return the schema's version and all log entries that these statements store."""
    file = sqlite3.connect(":memory:")
    file.executescript(statements)
    found = file.execute("PRAGMA user_version").fetchall() + file.execute("SELECT * FROM entries").fetchall()
    file.close()
    return found


def newest() -> Path:
    """Return the file that was written last."""
    return max(FOLDER.glob("games-schema-*.sql"), key=lambda path: [int(n) for n in re.findall(r"\d+", path.stem)])


def main() -> None:
    text, last = script(), newest()
    if entries_of(text) == entries_of(last.read_text(encoding="utf-8")):
        print(f"{last.name} is what this version stores.")
        return
    same = len(list(FOLDER.glob(f"games-schema-{VERSION}*.sql")))
    path = FOLDER / f"games-schema-{VERSION}{f'-{same + 1}' if same else ''}.sql"
    path.write_text(text, encoding="utf-8")
    print(f"{path.name} is new: commit it.")


if __name__ == "__main__":
    main()
