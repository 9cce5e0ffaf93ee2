"""The other servers on the same tables: their notices are heard, and each table's bots act at one server.

Nothing depends on a notice arriving. A request for a table is answered from its log; what other servers write
is read when they give notice, and from time to time without; what has to happen by itself happens where the table is
held, and somewhere else a few seconds after its holder has died. A server that has the tables for itself has no
neighbours, and everything happens there.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Final

from forno.live.live_table import WAKE_SECONDS, LiveTable
from forno.store import Store, StoreError
from forno.store.base import Notice

HEARTBEAT_SECONDS: Final = 1.0
"""Seconds between signs of life."""
HEARTBEATS_PER_CHECK: Final = 5
"""Heartbeats between comparisons of all tables in memory with their logs."""
MAX_WAITING_PER_CLIENT: Final = 20
"""Maximum number of tables woken at a time: other servers may wake some, too."""

log = logging.getLogger("forno.web")


class Cluster:
    """The other servers on the same tables."""

    def __init__(
        self,
        store: Store,
        awake: Callable[[], Iterable[LiveTable]],
        in_memory: Callable[[str], LiveTable | None],
        wake: Callable[[Sequence[str]], Awaitable[None]],
        forget: Callable[[LiveTable], None],
    ) -> None:
        self._store = store
        self._sharing = store.sharing
        self._awake = awake
        self._in_memory = in_memory
        self._wake = wake
        self._forget = forget
        self._held: set[str] = set()
        """Tables whose bots and clocks act here: those with a lease."""
        self._wanted: set[str] = set()
        """Tables whose bots and clocks should act here, as far as is known."""
        self._asked: set[str] = set()
        """Tables that were requested here; if another server holds one, it is due again when that server is gone."""
        self._unsure: set[str] = set()
        """Tables whose lease request got no answer: they may be held here."""
        self._asleep: set[str] = set()
        """Tables held here that couldn't be read yet."""
        self._attended: dict[str, tuple[int, ...]] = {}
        """Seats with readers here, by table, as published to the other servers."""
        self._changed: set[str] = set()
        """Tables whose local readers may have changed."""
        self._unseen: set[str] = set()
        """Tables with news."""
        self._news = asyncio.Event()
        self._wishes = asyncio.Event()
        self._listening = False
        self._outages: set[str] = set()
        """Connections that are lost."""
        self._chores: list[asyncio.Task[None]] = []

    @property
    def alone(self) -> bool:
        return self._sharing is None

    @property
    def hears(self) -> bool:
        """Whether no notice can be missed: the listener works, or there is no other server."""
        return self.alone or self._listening

    def holds(self, awake: int) -> int:
        """Return the number of tables whose bots and clocks act here; `awake`: those in memory."""
        return awake if self.alone else len(self._held)

    def open(self) -> None:
        if self._sharing is not None:
            chores = (self._beat(), self._hear(), self._look(), self._arrange())
            self._chores = [asyncio.create_task(chore) for chore in chores]

    async def close(self) -> None:
        for chore in self._chores:
            chore.cancel()
        await asyncio.gather(*self._chores, return_exceptions=True)

    # --- what tables ask ----------------------------------------------------------

    def acts(self, table_id: str) -> bool:
        """Return whether a table's bots and clocks act here; if they may, request the lease."""
        if self.alone or table_id in self._held:
            return True
        if table_id not in self._asked:
            self._wanted.add(table_id)
            self._wishes.set()
        return False

    def attend(self, table_id: str) -> None:
        """Tell the other servers that a table's readers here have changed."""
        self._changed.add(table_id)
        self._wishes.set()

    def look(self, table_id: str) -> None:
        """Compare a table with its log soon."""
        self._unseen.add(table_id)
        self._news.set()

    async def let_go(self, table_id: str) -> None:
        """Give up the lease of a table that leaves the memory."""
        for tables in (self._wanted, self._asked, self._changed):
            tables.discard(table_id)
        if self._sharing is None:
            return
        try:
            if self._attended.pop(table_id, ()):
                await self._sharing.attend(table_id, 0, ())
            if table_id in self._held:
                self._held.discard(table_id)
                await self._sharing.release([table_id])
        except StoreError as error:
            log.warning("table %s can't be released to other servers: %s", table_id, error)

    # --- chores -------------------------------------------------------------------

    async def _beat(self) -> None:
        """Send heartbeats; take leases of due tables that no server has."""
        beats = 0
        while True:
            try:
                await self._sign_of_life(beats)
                self._reached("database")
            except StoreError as error:
                self._lost("database", error)
            beats += 1
            await asyncio.sleep(HEARTBEAT_SECONDS)

    async def _sign_of_life(self, beats: int) -> None:
        assert self._sharing is not None
        if not await self._sharing.beat():
            self._held.clear()
            self._asked.clear()
            self._unsure.clear()
            self._attended.clear()
            for live in self._awake():
                self._changed.add(live.id)
                live.next()
        self._wishes.set()
        if beats % HEARTBEATS_PER_CHECK == 0 or not self._listening:
            self._look_at_all()
        due = [
            *sorted(self._unsure),
            *(await self._store.due(self._store.now() + WAKE_SECONDS))[:MAX_WAITING_PER_CLIENT],
        ]
        if due:
            held = await self._hold(due)
            self._asleep.update(table_id for table_id in due if table_id in held)
        if self._asleep and (due or beats % HEARTBEATS_PER_CHECK == 0):
            await self._wake(sorted(self._asleep, key=lambda table_id: due.index(table_id) if table_id in due else -1))
            self._asleep = {name for name in self._asleep & self._held if self._in_memory(name) is None}

    async def _hold(self, table_ids: Sequence[str]) -> set[str]:
        """Request leases; start bots and clocks of the tables that are new here. Returns the tables held."""
        assert self._sharing is not None
        self._unsure.update(table_ids)
        held = await self._sharing.hold(table_ids)
        self._unsure.difference_update(table_ids)
        begin = sorted(held - self._held)
        self._held |= held
        self._asked -= held
        self._wanted -= held
        for table_id in begin:
            if (live := self._in_memory(table_id)) is not None:
                live.next()
        return held

    async def _hear(self) -> None:
        """Listen to the notices of other servers, and reconnect."""
        assert self._sharing is not None
        while True:
            try:
                await self._sharing.listen(self._line_stands, self._take)
            except StoreError as error:
                self._lost("LISTEN", error)
            self._listening = False
            await asyncio.sleep(HEARTBEAT_SECONDS / 2)

    def _lost(self, connection: str, error: StoreError) -> None:
        """Log an outage once, however many attempts fail until it is over."""
        if not self._outages:
            log.warning("lost the %s connection; retrying: %s", connection, error)
        self._outages.add(connection)

    def _reached(self, connection: str) -> None:
        if connection in self._outages:
            self._outages.discard(connection)
            if not self._outages:
                log.warning("the database is connected again")

    def _line_stands(self) -> None:
        self._reached("LISTEN")
        self._listening = True
        self._look_at_all()

    def _take(self, notices: Sequence[Notice]) -> None:
        self._unseen.update(notice.table for notice in notices)
        self._news.set()

    def _look_at_all(self) -> None:
        self._unseen.update(live.id for live in self._awake())
        self._news.set()

    async def _look(self) -> None:
        """Read what other servers have written, in one query for all tables."""
        assert self._sharing is not None
        while True:
            await self._news.wait()
            self._news.clear()
            unseen, self._unseen = sorted(self._unseen), set()
            tables = {table_id: live for table_id in unseen if (live := self._in_memory(table_id)) is not None}
            if not tables:
                continue
            known = {table_id: live.table.number for table_id, live in tables.items()}
            try:
                news = await self._sharing.news(known)
            except StoreError as error:
                self._lost("database", error)  # the next sign of life says when it is over
                continue  # it is looked at again soon
            except Exception:
                log.exception("entries written by other servers can't be read")
                continue
            for table_id, live in tables.items():
                if table_id in news:
                    live.hear(known[table_id], *news[table_id])
                else:
                    self._forget(live)

    async def _arrange(self) -> None:
        """Hold the tables whose bots and clocks should act here, and tell the others who reads along."""
        assert self._sharing is not None
        while True:
            await self._wishes.wait()
            self._wishes.clear()
            try:
                await self._claim()
                await self._tell_who_attends()
            except StoreError as error:
                self._lost("database", error)
            await asyncio.sleep(0)

    async def _claim(self) -> None:
        wanted, self._wanted = self._wanted - self._held, set()
        wanted = {table_id for table_id in wanted if self._in_memory(table_id) is not None}
        if not wanted:
            return
        self._asked |= wanted
        await self._hold(sorted(wanted))

    async def _tell_who_attends(self) -> None:
        assert self._sharing is not None
        for table_id in sorted(self._changed):
            self._changed.discard(table_id)
            live = self._in_memory(table_id)
            if live is None or (seats := live.attended) == self._attended.get(table_id, ()):
                continue
            try:
                await self._sharing.attend(table_id, live.table.number, seats)
            except StoreError:
                self._changed.add(table_id)  # with the next sign of life
                raise
            self._attended[table_id] = seats
