"""Small club for tests of notices: slow tables in a store with a clock of its own, and a channel that takes notes."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from forno.core.registry import catalogue
from forno.features.notices.messages import Channel, Message, Undelivered
from forno.features.notices.sender import Sender
from forno.features.notices.subscriptions import Subscription, Subscriptions
from forno.store.sqlite.store import SqliteStore
from forno.table.entries import Entry, Opened, Sat, ZoneTold
from forno.table.settings import TableSettings
from forno.table.table import Table
from forno.table.timing import HOUR_SECONDS
from forno.testing.stores import keep

DAY = 24 * HOUR_SECONDS
NOON = 20_000 * DAY + 12 * HOUR_SECONDS
"""A Thursday at twelve o'clock, in UTC."""
GUESTS = ("Anna", "Bruno", "Carla", "Dario")
SLOW = TableSettings(clock=3 * DAY)


class ClockedStore(SqliteStore):
    """A store whose clock a test sets."""

    time = float(NOON)

    def now(self) -> float:
        return self.time


async def send_some(sender: Sender) -> int:
    """Send some of the notices that are ready; return their number."""
    tasks = await sender.start_ready()
    await asyncio.gather(*tasks)
    return len(tasks)


@dataclass
class Notes:
    """A channel that takes notes, and fails if it shall."""

    store: ClockedStore
    sent: list[tuple[float, str, str]] = field(default_factory=list)
    """Time, target and title of each notice."""
    messages: list[Message] = field(default_factory=list)
    failing: Undelivered | None = None
    attempts: int = 0

    async def send(self, target: str, message: Message) -> None:
        self.attempts += 1
        if self.failing is not None:
            raise self.failing
        self.sent.append((self.store.time, target, message.title))
        self.messages.append(message)

    @property
    def titles(self) -> list[str]:
        return [title for _time, _target, title in self.sent]


class Club:
    """Tables of two people, with their notices."""

    def __init__(self, folder: Path) -> None:
        self.store = ClockedStore(folder / "tables.sqlite3")
        self.notes = Notes(self.store)
        self.channels: dict[str, Channel] = {"webhook": self.notes}
        self.tables: dict[str, Table] = {}
        self.subscriptions = Subscriptions(self.store, "secret")
        self.sender = self.new_sender()

    def new_sender(self) -> Sender:
        """Return a sender as after a restart."""
        return Sender(self.store, self.find, self.subscriptions, self.channels, "https://forno.example.org")

    async def find(self, table_id: str) -> Table:
        return self.tables.get(table_id) or Table.replay(table_id, await self.store.load(table_id))

    async def open(
        self, name: str, settings: TableSettings = SLOW, zone: str = "", seed: int = 7, zones: Sequence[str] = ()
    ) -> Table:
        """Return a table that began a minute ago, with two people in one time zone, or one person in each of these."""
        begun = self.store.time - 60
        zones = zones or (zone, zone)
        entry = Opened(begun, catalogue()[0].name, {"players": len(zones)}, None, settings)
        await self.store.create(name, entry)
        table = self.tables[name] = await self.find(name)
        for seat, lives in enumerate(zones):
            await self.add(table, Sat(begun, seat, GUESTS[seat], f"hash{seat}"))
            if lives:
                await self.add(table, ZoneTold(begun, seat, lives))
        await self.add(table, table.start(begun, seed))
        return table

    async def add(self, table: Table, entry: Entry) -> None:
        await keep(self.store, table, entry)

    async def subscribe(self, table: Table, seat: int, **more: Any) -> None:
        targets = {"webhook": f"https://example.org/{table.id}/{seat}"}
        told = Subscription(**{"key": f"hash{seat}", "targets": targets} | more)
        await self.subscriptions.write(table.id, seat, told)

    async def move(self, table: Table) -> int:
        """Make some move; return the seat that made it."""
        seat = table.awaited
        assert seat is not None
        assert table.state is not None
        actions = table.state.legal_actions() if table.question is None else table.question.actions or ()
        await self.add(table, table.decide(self.store.time, seat, (actions[-1],)))
        return seat

    async def pass_turn(self, table: Table) -> int:
        """Move until the other player is asked; return who that is."""
        before = table.awaited
        while table.awaited == before:
            await self.move(table)
        assert table.awaited is not None
        return table.awaited

    async def send(self, at: float | None = None) -> None:
        """Send whatever is ready at a time."""
        self.store.time = self.store.time if at is None else at
        while await send_some(self.sender):
            pass
