"""Simulated evening of a club with every kind of fault; the same seed gives the same evening.

The servers are our own, with everything between a request and the store: `ServerHost`, `LiveTable`, `Cluster`,
`Play`. What is simulated is what lies around them: time, the network, the database, and how they die.
"""

from __future__ import annotations

import asyncio
import random

from forno.table.entries import Moved, Said, read_entry
from forno.table.keys import table_id_from
from forno.table.table import Table
from tests.load.club import as_stored
from tests.load.history import faults
from tests.simulation.people import CLOCK, People, Place
from tests.simulation.servers import World

PEACE = 60.0
"""Seconds after all faults in which everybody must get on."""
KINDS = [(True, 0), (False, CLOCK), (False, 0), (True, CLOCK)]
"""Kinds of tables: with a bot or with somebody else, with a clock or without."""
GAMES = ("mamma-mia", "pizza-master")


class Club:
    """One evening."""

    def __init__(self, seed: int) -> None:
        self.world = World(seed)
        self.people = People(self.world)
        self.places: list[Place] = []

    def run(self) -> list[str]:
        """Run the evening; return a sentence for each contradiction."""
        self.world.loop.run(self.world.outside, self._evening())
        return self.people.complaints + self.world.loop.broken + self._judge()

    async def _evening(self) -> None:
        world, people, luck = self.world, self.people, self.world.luck
        for server in world.servers:
            server.start()
        self.places = [new_place(luck, bot, clock) for bot, clock in luck.sample(KINDS, 2)]
        playing = [
            asyncio.ensure_future(people.play(place, seat)) for place in self.places for seat in range(len(place.keys))
        ]
        watching = [
            asyncio.ensure_future(people.watch(place.id, 2 * number + reader))
            for number, place in enumerate(self.places)
            for reader in range(2)
        ]
        talking = [asyncio.ensure_future(people.talk(place)) for place in self.places]
        await world.trouble()
        people.peace = True
        if luck.random() < 0.5:  # what nobody asks the others for must happen there by itself, or here
            people.near = [luck.choice(world.servers)]
        await asyncio.wait(playing, timeout=PEACE)
        people.complaints += [f"seat {seat} of {table} waits for ever" for table, seat in sorted(people.unhappy)]
        await self._all_is_told()
        people.complaints += [
            f"somebody's program failed: {task.exception()!r}"
            for task in [*playing, *watching, *talking]
            if task.done() and task.exception() is not None
        ]

    async def _all_is_told(self) -> None:
        """Check that everybody who watches hears all that is stored, also where no notice arrived."""
        for _second in range(40):
            ends = {place.id: self._end(place.id) for place in self.places}
            if all(at == ends[table] for table, at in self.people.positions.values()):
                return
            await asyncio.sleep(1)
        self.people.complaints.append(f"somebody isn't told what is stored: {self.people.positions} of {ends}")

    def _end(self, table: str) -> str:
        """Return the position of a reader who knows everything, if any server does."""
        number = len(self.world.database.logs.get(table, ()))
        for server in self.world.servers:
            live = server.host.in_memory(table) if server.host is not None else None
            if live is not None and live.table.number == number:
                return str(live.publisher.position)
        return "nobody knows"

    def _judge(self) -> list[str]:
        found: list[str] = []
        stored = {}
        for place in self.places:
            log = [read_entry(text) for text in self.world.database.logs.get(place.id, [])]
            whole = Table.replay(place.id, log)
            stored[place.id] = as_stored(whole, place.id)
            words = {(place.id, entry.text) for entry in log if isinstance(entry, Said)}
            mine = {(table, text) for table, text in self.people.said if table == place.id}
            found += [f"said, but not stored: {text}" for text in sorted(mine - words)]
            found += too_early(place, whole)
        return found + faults(self.people.history.entries, stored)


def new_place(luck: random.Random, bot: bool, clock: int) -> Place:
    keys = [f"key{luck.random()}" for _person in range(1 if bot else 2)]
    return Place(table_id_from("ticket", f"{luck.random()}"), luck.choice(GAMES), keys, bot, clock)


def too_early(place: Place, whole: Table) -> list[str]:
    """Return the clocks that ran out before their time, by the times in the log."""
    table, found = Table(place.id), []
    for entry in whole.log:
        deadline = table.deadline if table.number else None
        if isinstance(entry, Moved) and entry.by == "clock" and (deadline is None or entry.time < deadline - 0.1):
            found.append(f"the clock of {place.id} ran out before {deadline}: {entry}")
        table.follow(entry)
    return found
