"""Today's tables of a house: who has played them, and the evenings of bots, which are played beside everything else.

Both are kept with the tables, in a binder for every day and game. A visitor's table has a name that follows from the
day and from what opens the visitor's book: whoever asks again is led to the same table, and plays the day once. The
evenings begin when somebody first looks at a day, in small pieces in a process of low priority; those of the next day
follow, so that they are there when it begins. They follow from the day's number, so all servers play the same ones.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from forno.background.pool import ProcessPool
from forno.core.errors import FornoError
from forno.core.registry import GameInfo
from forno.features.book.book_store import BookKey, Books
from forno.features.daily.daily import ME, Evening, day_of, evening_of, families, play_evenings, rank
from forno.features.digests import Told
from forno.features.digests import told as tell
from forno.live.host import Host, sits_down
from forno.live.live_table import LiveTable
from forno.pages.forms import BOT, Wish
from forno.pages.forms import ME as MYSELF
from forno.store import Store
from forno.table.entries import BotSat
from forno.table.keys import key_from, table_id_from
from forno.table.settings import TableSettings

PIECE: Final = 10
"""So many evenings are played in one go."""
PIECE_SECONDS: Final = 300.0
LOOKS_AGAIN: Final = 10.0
"""Standings may be so many seconds old: many may look at once."""
MOST_TOLD: Final = 24
PLAYED: Final = "evenings "
"""What a leaf with evenings is called begins so; the number of the first follows."""
UNKNOWN: Final = "{}"
"""What is kept of a table that hasn't ended."""

log = logging.getLogger("forno.web")


@dataclass(frozen=True)
class Standing:
    """Somebody's evening, as a house keeps it."""

    table: str
    name: str
    evening: Evening


class Daily:
    """The daily tables of a house."""

    def __init__(self, store: Store, books: Books, number: int) -> None:
        """`number`: of evenings that bots play of every day."""
        self.number = number
        self.store = store
        self.books = books
        self.workers = ProcessPool(1, PIECE_SECONDS, modules=["forno.features.daily.daily"], behind=True)
        self._task: asyncio.Task[None] | None = None
        self._evenings: dict[str, list[Evening]] = {}
        self._standings: dict[str, tuple[float, list[Standing]]] = {}

    @property
    def today(self) -> int:
        return day_of(self.store.now())

    def close(self) -> None:
        if self._task is not None:
            self._task.cancel()

    # --- evenings of bots ---------------------------------------------------------------

    async def evenings(self, info: GameInfo, day: int) -> list[Evening]:
        """Those of bots that have been played so far, sorted. The others are seen to."""
        binder = _binder(info, day)
        known = self._evenings.get(binder, [])
        if len(known) < self.number:
            names = [f"{PLAYED}{start}" for start in range(0, self.number, PIECE)]
            leaves = await self.store.leaves.read(binder, names)
            known = self._evenings[binder] = sorted(
                Evening(place, -score) for text in leaves.values() for place, score in json.loads(text)
            )
        self._see_to_it()
        return known

    def _see_to_it(self) -> None:
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._play_on())

    async def _play_on(self) -> None:
        """Play what is missing of today, then of tomorrow."""
        today = self.today
        for day in (today, today + 1):
            for start in range(0, self.number, PIECE):
                for info in families():
                    try:
                        await self._play(info, day, start)
                    except FornoError as error:
                        log.warning("evenings of bots can't be played: %s", error)
                        return
        self._evenings = {binder: kept for binder, kept in self._evenings.items() if len(kept) < self.number} | {
            binder: kept for binder, kept in self._evenings.items() if binder.endswith((f" {today}", f" {today - 1}"))
        }

    async def _play(self, info: GameInfo, day: int, start: int) -> None:
        binder, name = _binder(info, day), f"{PLAYED}{start}"
        if await self.store.leaves.read(binder, [name]):
            return
        played = await self.workers.run(play_evenings, info.name, day, range(start, start + PIECE))
        await self.store.leaves.put(binder, {name: json.dumps(played)})

    # --- the visitor's table --------------------------------------------------------------

    def table_of(self, info: GameInfo, day: int, visitor: BookKey) -> str:
        return table_id_from(f"daily {info.name} {day}", visitor.key)

    async def sit_down(self, host: Host, info: GameInfo, visitor: BookKey, name: str) -> tuple[LiveTable, str]:
        """The visitor's table of today with its key: opened and dealt, or as it was left."""
        day = self.today
        settings = TableSettings(daily=day)
        live = await host.create(info.name, dict(info.daily), None, settings, self.table_of(info, day, visitor))
        key = key_from(live.id, visitor.key)
        if live.table.phase == "gathering":
            await host.sit(live, name, ME, key)
            for seat, bot in enumerate(info.daily_bots, ME + 1):
                await live.enter(partial(_invited, live, seat, bot))
            await self.store.leaves.put(_binder(info, day), {live.id: UNKNOWN})
            await live.enter(lambda: live.dealt() if live.table.phase == "gathering" else None)
        return live, key

    def practice(self, info: GameInfo, day: int) -> Wish:
        """The same deal once more, for whoever has played it: another table, which doesn't count."""
        seats = [MYSELF, *(BOT + bot for bot in info.daily_bots)]
        return Wish(dict(info.daily), TableSettings(daily=day), seats=seats, people=[""] * len(seats))

    # --- who has played -------------------------------------------------------------------

    async def standings(self, info: GameInfo, day: int) -> list[Standing]:
        """Everybody who has played that day to its end, the best first."""
        binder = _binder(info, day)
        when, known = self._standings.get(binder, (-LOOKS_AGAIN, []))
        if time.monotonic() - when < LOOKS_AGAIN:
            return known
        leaves = {name: text for name, text in (await self.store.leaves.read(binder)).items() if " " not in name}
        await self._settle(binder, leaves)
        found = [standing for name, text in leaves.items() if (standing := _read(name, text)) is not None]
        found.sort(key=lambda standing: standing.evening)
        self._standings = {**dict(list(self._standings.items())[-20:]), binder: (time.monotonic(), found)}
        return found

    async def _settle(self, binder: str, leaves: dict[str, str]) -> None:
        """Write down how the tables ended that have ended since."""
        open_ones = [table for table, text in leaves.items() if text == UNKNOWN]
        rows = await self.store.summaries(open_ones)
        over = [row.table for row in rows if row.phase == "over"]
        told, _left = await self.books.told(over, MOST_TOLD)
        settled = {table: _written(what) for table, what in told.items() if what is not None}
        if settled:
            leaves |= settled
            await self.store.leaves.put(binder, settled)

    async def result(self, info: GameInfo, live: LiveTable) -> Mapping[str, Any]:
        """How a finished daily table compares: its evening, its rank among people and among bots; whether it counts."""
        day = live.table.settings.daily
        binder = _binder(info, day)
        if (await self.store.leaves.read(binder, [live.id])).get(live.id) == UNKNOWN:
            # It is at hand, so nobody has to work it out.
            await self.store.leaves.put(binder, {live.id: _written(tell(live.table))})
            self._standings.pop(binder, None)
        standings = await self.standings(info, day)
        mine = evening_of(live.table.final.outcome.places, live.table.final.outcome.scores)
        people = rank(mine, [standing.evening for standing in standings])
        bots = rank(mine, await self.evenings(info, day))
        counts = any(standing.table == live.id for standing in standings)
        return {"day": day, "evening": mine, "people": people, "bots": bots, "counts": counts}


def _invited(live: LiveTable, seat: int, bot: str) -> BotSat | None:
    table = live.table
    if table.phase != "gathering" or table.seats[seat].taken:
        return None
    return sits_down(table, live.now(), seat, bot)


def _binder(info: GameInfo, day: int) -> str:
    return f"daily {info.name} {day}"


def _written(told: Told) -> str:
    digest = told.digest
    if digest.stand_ins[ME]:
        return json.dumps({"away": True})
    return json.dumps({"name": told.names[ME], "place": digest.places[ME], "score": digest.scores[ME]})


def _read(table: str, text: str) -> Standing | None:
    """A line of the standings; none for a table that goes on, or that a bot ended for its guest."""
    told = json.loads(text)
    if "place" not in told:
        return None
    return Standing(table, told["name"], Evening(told["place"], -told["score"]))
