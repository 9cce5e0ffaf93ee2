"""Simulated database that several servers share: answers get lost, connections are cut, statements come late.

It promises what `forno.store.postgres.store` does, by the same rules: one entry of a number, leases that end with
their server's signs of life, notices that may never arrive. It asks its own clock alone.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from math import inf
from typing import Any, TypeVar

from forno.store import Outlook, StoreError, TableSummary
from forno.store.base import MemoryKeyValues, News, Notice
from forno.store.outbox import MemoryOutbox
from forno.store.rows import UNKNOWN, out_of_order, read_log, summary_of, table_not_found
from forno.table.entries import Entry, Opened
from forno.table.table import Table
from tests.simulation.loop import EPOCH, Loop, Machine

T = TypeVar("T")
LAPSE = 5.0
ANSWER_TIMEOUT_SECONDS = 10.0
"""Timeout of a request."""


@dataclass
class Line:
    """Connection that listens for notices."""

    machine: Machine
    hear: Callable[[Sequence[Notice]], None]
    cut: asyncio.Event


@dataclass
class Database:
    """Stored tables, and faults on the way to them."""

    loop: Loop
    machine: Machine
    lost: float = 0.0
    """The share of questions and answers that get lost."""
    slow: float = 0.0
    """The share of statements that wait for something."""
    deaf: float = 0.0
    """The share of notices that never arrive."""
    down_until: float = 0.0
    lapse: float = LAPSE
    logs: dict[str, list[str]] = field(default_factory=dict)
    due: dict[str, float | None] = field(default_factory=dict)
    summaries: dict[str, TableSummary] = field(default_factory=dict)
    signs: dict[str, float] = field(default_factory=dict)
    leases: dict[str, str] = field(default_factory=dict)
    attendance: dict[tuple[str, str], tuple[int, ...]] = field(default_factory=dict)
    notes: dict[str, tuple[str, float]] = field(default_factory=dict)
    lines: dict[str, Line] = field(default_factory=dict)
    key_values: MemoryKeyValues = field(default_factory=MemoryKeyValues)
    outbox: MemoryOutbox = field(default_factory=MemoryOutbox)
    crashes: int = 0

    def now(self) -> float:
        return EPOCH + self.loop.time()

    @property
    def up(self) -> bool:
        return self.loop.time() >= self.down_until

    def crash(self, seconds: float) -> None:
        """Crash: what was acknowledged stays; every connection and every request under way is cut."""
        self.down_until = self.loop.time() + seconds
        self.crashes += 1
        for worker in list(self.lines):
            self.cut(worker)

    def cut(self, worker: str, silently: bool = False) -> None:
        """Cut a listener's connection; `silently`: the listener notices later."""
        line = self.lines.pop(worker, None)
        if line is not None:
            wait = self.loop.luck.uniform(0, ANSWER_TIMEOUT_SECONDS) if silently else 0.01
            self.loop.post(line.machine, wait, line.cut.set)

    # --- statements -------------------------------------------------------------------

    def write(self, worker: str, table: str, number: int, entry: str, outlook: Outlook) -> None:
        log = self.logs.get(table, [])
        if number != len(log) or (number and not log):
            raise out_of_order(table, number, len(log))
        self.logs.setdefault(table, []).append(entry)
        self.due[table] = outlook.due
        if outlook.summary is not None:
            self.summaries[table] = outlook.summary
        self.outbox.add(outlook.notices)
        self.tell(worker, Notice(table, number))

    def tell(self, worker: str, notice: Notice) -> None:
        for name, line in self.lines.items():
            if name != worker and self.loop.luck.random() >= self.deaf:
                self.loop.post(line.machine, self.loop.luck.uniform(0, 0.05), partial(line.hear, [notice]))

    def forget(self) -> None:
        now = self.loop.time()
        for worker in [worker for worker, seen in self.signs.items() if seen < now - self.lapse]:
            self.leave(worker)

    def leave(self, worker: str) -> None:
        self.signs.pop(worker, None)
        self.leases = {table: holder for table, holder in self.leases.items() if holder != worker}
        self.attendance = {key: seats for key, seats in self.attendance.items() if key[1] != worker}

    def beat(self, worker: str) -> bool:
        self.forget()
        known = worker in self.signs
        self.signs[worker] = self.loop.time()
        return known

    def hold(self, worker: str, tables: Sequence[str]) -> set[str]:
        if worker in self.signs:
            for table in tables:
                self.leases.setdefault(table, worker)
        return {table for table in tables if self.leases.get(table) == worker}

    def release(self, worker: str, tables: Sequence[str]) -> None:
        for table in tables:
            if self.leases.get(table) == worker:
                del self.leases[table]

    def attend(self, worker: str, table: str, number: int, seats: Sequence[int]) -> None:
        if worker in self.signs:
            self.attendance[table, worker] = tuple(seats)
            self.tell(worker, Notice(table, number))

    def news(self, worker: str, known: Mapping[str, int]) -> dict[str, News]:
        return {
            table: News(
                read_log(table, list(enumerate(self.logs[table]))[length:], length),
                frozenset(
                    seat
                    for (place, other), seats in self.attendance.items()
                    if place == table and other != worker
                    for seat in seats
                ),
            )
            for table, length in known.items()
            if table in self.logs
        }

    def load(self, table: str, start: int) -> list[Entry]:
        if table not in self.logs:
            raise table_not_found()
        return read_log(table, list(enumerate(self.logs[table]))[start:], start)

    def needed(self, before: float) -> list[str]:
        found = [
            (due, table)
            for table, due in self.due.items()
            if due is not None and due < before and self.summaries[table].wakes and table not in self.leases
        ]
        return [table for _due, table in sorted(found)]

    def listing(self, phase: str | None, limit: int) -> list[TableSummary]:
        rows = [row for row in self.summaries.values() if row.public and phase in (None, row.phase)]
        return sorted(rows, key=lambda row: (-row.changed, row.table))[:limit]

    def finished(self, after: str, limit: int) -> list[str]:
        return sorted(row.table for row in self.summaries.values() if row.phase == "over" and row.table > after)[:limit]


class SharedStore:
    """The database as one server sees it: a `Store` and its `Sharing`."""

    place = "simulated"

    def __init__(self, database: Database, machine: Machine) -> None:
        self.database = database
        self.machine = machine
        self.worker = machine.name
        self.sharing = self
        self.key_values = database.key_values
        self.outbox = database.outbox
        self._closed = False
        self._ahead = database.now() - database.loop.time() - machine.ahead

    def now(self) -> float:
        """Return the time by the database's clock, as far as it is known here."""
        return self.database.loop.time() + self.machine.ahead + self._ahead

    async def _ask(self, statement: Callable[..., T], *values: Any) -> T:
        """Send a request there and its answer back, if nothing happens to either."""
        if self._closed:
            raise StoreError("The store is closed.")
        database, loop, luck = self.database, self.database.loop, self.database.loop.luck
        answer: asyncio.Future[T] = loop.create_future()
        began, lost = database.crashes, luck.random() < database.lost
        wait = (
            luck.uniform(0.0, 0.01)
            if luck.random() >= database.slow
            else luck.uniform(0.0, 1.5 * ANSWER_TIMEOUT_SECONDS)
        )

        def fail(reason: str) -> None:
            if not answer.done():
                answer.set_exception(StoreError(reason))

        def there() -> None:
            if not database.up or began != database.crashes:
                loop.post(self.machine, 0.01, lambda: fail("the database is down"))
                return
            told: T | None = None
            error: Exception | None = None
            try:
                told = statement(*values)
            except Exception as refused:
                error = refused
            if luck.random() >= database.lost:
                loop.post(self.machine, luck.uniform(0.0, 0.01), lambda: settle(told, error))

        def settle(told: Any, error: Exception | None) -> None:
            if answer.done():
                return
            if error is not None:
                answer.set_exception(error)
            else:
                answer.set_result(told)

        if not lost:
            loop.post(database.machine, wait, there)
        loop.post(self.machine, ANSWER_TIMEOUT_SECONDS, lambda: fail("no answer"))
        return await answer

    # --- a store ----------------------------------------------------------------------

    async def create(self, table_id: str, entry: Opened) -> None:
        table = Table(table_id)
        table.follow(entry)
        outlook = Outlook(None, summary_of(table, entry.time))
        await self._ask(self.database.write, self.worker, table_id, 0, entry.to_json(), outlook)

    async def append(self, table_id: str, number: int, entry: Entry, outlook: Outlook = UNKNOWN) -> None:
        await self._ask(self.database.write, self.worker, table_id, number, entry.to_json(), outlook)

    async def update(self, summary: TableSummary) -> None:
        await self._ask(self.database.summaries.__setitem__, summary.table, summary)

    async def load(self, table_id: str, start: int = 0) -> list[Entry]:
        return await self._ask(self.database.load, table_id, start)

    async def listing(self, phase: str | None = None, limit: int = 50) -> list[TableSummary]:
        return await self._ask(self.database.listing, phase, limit)

    async def summaries(self, table_ids: Sequence[str]) -> list[TableSummary]:
        kept = self.database.summaries
        return await self._ask(lambda: [kept[table] for table in table_ids if table in kept])

    async def finished(self, after: str = "", limit: int = 500) -> list[str]:
        return await self._ask(self.database.finished, after, limit)

    async def due(self, before: float = inf) -> list[str]:
        return await self._ask(self.database.needed, before)

    async def close(self) -> None:
        self._closed = True
        self.database.loop.post(self.database.machine, 0.01, lambda: self.database.leave(self.worker))

    # --- its sharing ------------------------------------------------------------------

    async def beat(self) -> bool:
        return await self._ask(self.database.beat, self.worker)

    async def hold(self, table_ids: Sequence[str]) -> set[str]:
        return await self._ask(self.database.hold, self.worker, table_ids)

    async def release(self, table_ids: Sequence[str]) -> None:
        await self._ask(self.database.release, self.worker, table_ids)

    async def attend(self, table_id: str, number: int, seats: Sequence[int]) -> None:
        await self._ask(self.database.attend, self.worker, table_id, number, seats)

    async def news(self, known: Mapping[str, int]) -> dict[str, News]:
        return await self._ask(self.database.news, self.worker, dict(known))

    async def listen(self, ready: Callable[[], None], hear: Callable[[Sequence[Notice]], None]) -> None:
        line = Line(self.machine, hear, asyncio.Event())
        await self._ask(self.database.lines.__setitem__, self.worker, line)
        ready()
        try:
            await line.cut.wait()
        finally:
            if self.database.lines.get(self.worker) is line:
                del self.database.lines[self.worker]
        raise StoreError("the line was cut")

    async def leave_note(self, name: str, text: str, seconds: float) -> None:
        await self._ask(self.database.notes.__setitem__, name, (text, self.database.now() + seconds))

    async def note(self, name: str) -> str | None:
        def read() -> str | None:
            text, until = self.database.notes.get(name, (None, 0.0))
            return text if until > self.database.now() else None

        return await self._ask(read)

    async def take_note(self, name: str) -> str | None:
        text = await self.note(name)
        await self._ask(self.database.notes.pop, name, None)
        return text
