"""Daily tables of a server: visitors' standings, and bot evenings played in the background.

Both are key–value entries, in a namespace for every day and game. The id of a visitor's table is derived from the day
and from the key of the visitor's book, so every visitor has one table a day. The first visit of a day starts the bot
evenings, in small batches in a low-priority process; those of the next day follow, to be ready when it begins. They
depend on the day's number alone, so all servers play the same ones.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from forno.background.pool import ProcessPool
from forno.core.errors import FornoError
from forno.core.registry import GameInfo
from forno.features.daily.daily import (
    VISITOR_SEAT,
    Evening,
    bot_record,
    day_of,
    evening_of,
    families,
    play_evenings,
    rank,
)
from forno.features.digests import FinishedTable
from forno.features.digests import digest_table as tell
from forno.features.you.book_store import BookKey, Books
from forno.live.host import Host, sits_down
from forno.live.live_table import LiveTable
from forno.pages.caches import Latest
from forno.pages.documents.forms import BOT, ME, TableWish
from forno.store import Store
from forno.table.entries import BotSat
from forno.table.keys import key_from, table_id_from
from forno.table.settings import TableSettings

EVENINGS_PER_BATCH: Final = 10
"""Number of evenings played in one worker call."""
BATCH_TIMEOUT_SECONDS: Final = 300.0
"""Time limit of one worker call."""
STANDINGS_CACHE_SECONDS: Final = 10.0
MAX_CACHED_DAYS: Final = 20
"""Maximum number of days whose evenings and standings are cached, for all games together."""
MAX_DIGESTS_PER_REQUEST: Final = 24
"""Maximum number of tables digested for one look at the standings."""
EVENINGS_PREFIX: Final = "evenings "
"""Key prefix of a batch of bot evenings; the number of the first evening follows."""
READY_DELAY_SECONDS: Final = 60.0
"""Time after the start of a server until the first bot evenings are played."""
READY_CHECK_SECONDS: Final = 600.0
"""Time between looks whether bot evenings are missing."""
CALENDAR_DAYS: Final = 28
"""Number of past days that are offered for practice; streaks are looked up in steps of as many."""
UNFINISHED_VALUE: Final = "{}"
"""Stored value of an unfinished table."""

log = logging.getLogger("forno.web")


@dataclass(frozen=True)
class DailyStanding:
    """A visitor's evening in the standings."""

    table: str
    name: str
    evening: Evening
    rows: Sequence[Sequence[int]] = ()
    """Numbers of completed and failed orders, by baking or day."""


class Daily:
    """The daily tables of a server."""

    def __init__(self, store: Store, books: Books, number: int) -> None:
        """Set up with `number` bot evenings for each day and game."""
        self.number = number
        self.store = store
        self.books = books
        self.workers = ProcessPool(1, BATCH_TIMEOUT_SECONDS, modules=["forno.features.daily.daily"], behind=True)
        self._task: asyncio.Task[None] | None = None
        self._evenings: Latest[str, list[Evening]] = Latest(MAX_CACHED_DAYS)
        self._standings: Latest[str, tuple[float, list[DailyStanding]]] = Latest(MAX_CACHED_DAYS)

    @property
    def today(self) -> int:
        return day_of(self.store.now())

    def close(self) -> None:
        if self._task is not None:
            self._task.cancel()

    # --- bot evenings ---------------------------------------------------------------

    async def evenings(self, info: GameInfo, day: int) -> list[Evening]:
        """Return the bot evenings played so far, sorted. Missing ones are started in the background."""
        namespace = _namespace(info, day)
        known = self._evenings.get(namespace, [])
        if len(known) < self.number:
            known = self._evenings[namespace] = sorted(evening for evening, _number in await self._played(namespace))
        self._see_to_it()
        return known

    async def _played(self, namespace: str) -> list[tuple[Evening, int]]:
        """Return the stored bot evenings of a day, each with its number."""
        names = [f"{EVENINGS_PREFIX}{start}" for start in range(0, self.number, EVENINGS_PER_BATCH)]
        return [
            (Evening(place, -score), int(name.removeprefix(EVENINGS_PREFIX)) + at)
            for name, text in (await self.store.key_values.read(namespace, names)).items()
            for at, (place, score) in enumerate(json.loads(text))
        ]

    async def keep_ready(self) -> None:
        """Play the bot evenings of today and tomorrow whenever some are missing, so that a day begins with them."""
        await asyncio.sleep(READY_DELAY_SECONDS)
        while True:
            self._see_to_it()
            await asyncio.sleep(READY_CHECK_SECONDS)

    async def best_bot(self, info: GameInfo, day: int) -> int | None:
        """Return the number of the best bot evening of a day; `None` if none was played."""
        found = await self._played(_namespace(info, day))
        return min(found)[1] if found else None

    async def record_of_best_bot(self, info: GameInfo, day: int) -> str | None:
        """Return the record of the best bot evening of a day; `None` if none was played."""
        number = await self.best_bot(info, day)
        return None if number is None else await self.workers.run(bot_record, info.name, day, number)

    def _see_to_it(self) -> None:
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._play_on())

    async def _play_on(self) -> None:
        """Play the missing evenings of today, then of tomorrow."""
        today = self.today
        for day in (today, today + 1):
            for start in range(0, self.number, EVENINGS_PER_BATCH):
                for info in families():
                    try:
                        await self._play(info, day, start)
                    except FornoError as error:
                        log.warning("bot games of the daily table can't be played: %s", error)
                        return

    async def _play(self, info: GameInfo, day: int, start: int) -> None:
        namespace, name = _namespace(info, day), f"{EVENINGS_PREFIX}{start}"
        if await self.store.key_values.get(namespace, name):
            return
        numbers = range(start, min(start + EVENINGS_PER_BATCH, self.number))
        played = await self.workers.run(play_evenings, info.name, day, numbers)
        await self.store.key_values.put(namespace, {name: json.dumps(played)})

    # --- the visitor's table --------------------------------------------------------------

    def table_of(self, info: GameInfo, day: int, visitor: BookKey) -> str:
        return table_id_from(f"daily {info.name} {day}", visitor.key)

    async def sit_down(self, host: Host, info: GameInfo, visitor: BookKey, name: str) -> tuple[LiveTable, str]:
        """Return the visitor's table of today with its key. A new table is created and dealt first."""
        day = self.today
        live = await host.create(info.name, self.wish(info, day), self.table_of(info, day, visitor))
        key = key_from(live.id, visitor.key)
        if live.table.phase == "gathering":
            await host.sit(live, name, VISITOR_SEAT, key)
            for seat, bot in enumerate(info.daily_bots, VISITOR_SEAT + 1):
                await live.enter(partial(_bot_entry, live, seat, bot))
            await self.store.key_values.put(_namespace(info, day), {live.id: UNFINISHED_VALUE})
            await live.enter(lambda: live.deal_entry() if live.table.phase == "gathering" else None)
        return live, key

    async def days_played(self, visitor: BookKey, last: int) -> set[tuple[str, int]]:
        """Return the games, with the day, of daily tables that the visitor finished in four weeks up to day `last`."""
        tables = {
            self.table_of(info, day, visitor): (info.name, day)
            for day in range(max(last - CALENDAR_DAYS + 1, 1), last + 1)
            for info in families()
        }
        return {tables[row.table] for row in await self.store.summaries(list(tables)) if row.phase == "over"}

    async def streak(self, visitor: BookKey) -> int:
        """Return the number of days in a row with a finished table, up to today or yesterday."""
        today = self.today
        last, length = today, 0
        while last > 0:
            played = {day for _game, day in await self.days_played(visitor, last)}
            for day in range(last, max(last - CALENDAR_DAYS, 0), -1):
                if day in played:
                    length += 1
                elif day != today:
                    return length
            last -= CALENDAR_DAYS
        return length

    def wish(self, info: GameInfo, day: int) -> TableWish:
        """Return the table of a day. One of another name than the visitor's own is for practice, and doesn't count."""
        seats = [ME, *(BOT + bot for bot in info.daily_bots)]
        return TableWish(dict(info.daily), TableSettings(daily=day), seats=seats)

    # --- standings -------------------------------------------------------------------

    async def standings(self, info: GameInfo, day: int) -> list[DailyStanding]:
        """Return the finished evenings of all visitors, the best first."""
        namespace = _namespace(info, day)
        when, known = self._standings.get(namespace, (-STANDINGS_CACHE_SECONDS, []))
        if time.monotonic() - when < STANDINGS_CACHE_SECONDS:
            return known
        stored = {name: text for name, text in (await self.store.key_values.read(namespace)).items() if " " not in name}
        await self._settle(namespace, stored)
        found = [standing for name, text in stored.items() if (standing := _read(name, text)) is not None]
        found.sort(key=lambda standing: standing.evening)
        self._standings[namespace] = time.monotonic(), found
        return found

    async def _settle(self, namespace: str, stored: dict[str, str]) -> None:
        """Store the results of tables that have ended since the last look."""
        open_ones = [table for table, text in stored.items() if text == UNFINISHED_VALUE]
        rows = await self.store.summaries(open_ones)
        over = [row.table for row in rows if row.phase == "over"]
        told, _left = await self.books.told(over, MAX_DIGESTS_PER_REQUEST)
        settled = {table: _standing_text(what) for table, what in told.items() if what is not None}
        if settled:
            stored |= settled
            await self.store.key_values.put(namespace, settled)

    async def result(self, info: GameInfo, live: LiveTable) -> Mapping[str, Any]:
        """Return a finished table's evening, its ranks among people and bots, and whether it counts."""
        day = live.table.settings.daily
        namespace = _namespace(info, day)
        if await self.store.key_values.get(namespace, live.id) == UNFINISHED_VALUE:
            # The table is in memory, so no worker has to replay it.
            await self.store.key_values.put(namespace, {live.id: _standing_text(tell(live.table))})
            self._standings.pop(namespace, None)
        standings = await self.standings(info, day)
        mine = evening_of(live.table.final.outcome.places, live.table.final.outcome.scores)
        people = rank(mine, [standing.evening for standing in standings])
        bots = rank(mine, await self.evenings(info, day))
        counted = next((standing for standing in standings if standing.table == live.id), None)
        rows = () if counted is None else counted.rows
        return {
            "day": day,
            "evening": mine,
            "people": people,
            "bots": bots,
            "counts": counted is not None,
            "rows": rows,
        }


def _bot_entry(live: LiveTable, seat: int, bot: str) -> BotSat | None:
    table = live.table
    if table.phase != "gathering" or table.seats[seat].taken:
        return None
    return sits_down(table, live.now(), seat, bot)


def _namespace(info: GameInfo, day: int) -> str:
    return f"daily {info.name} {day}"


def _standing_text(told: FinishedTable) -> str:
    digest = told.digest
    if digest.stand_ins[VISITOR_SEAT]:
        return json.dumps({"away": True})
    return json.dumps(
        {
            "name": told.names[VISITOR_SEAT],
            "place": digest.places[VISITOR_SEAT],
            "score": digest.scores[VISITOR_SEAT],
            "rows": digest.deeds[VISITOR_SEAT].rows if digest.deeds else (),
        }
    )


def _read(table: str, text: str) -> DailyStanding | None:
    """Return a line of the standings; `None` for an unfinished table, or one that a bot finished for the visitor."""
    told = json.loads(text)
    if "place" not in told:
        return None
    return DailyStanding(table, told["name"], Evening(told["place"], -told["score"]), told.get("rows", ()))
