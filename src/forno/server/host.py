"""The host of a server's tables: opens, finds, wakes and evicts them."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Iterable, Sequence
from typing import Final

from forno.background.pool import ClientQueue, ProcessPool
from forno.background.rate_limits import RateLimit
from forno.core.errors import FornoError
from forno.core.language import _
from forno.core.sealing import new_number
from forno.features.daily.daily_tables import Daily
from forno.features.groups.cup_store import Cups
from forno.features.groups.group import Groups
from forno.features.identity.mail_keys import MailKeys
from forno.features.identity.passkeys import Passkeys
from forno.features.identity.players import Players
from forno.features.notices.mail import Mail
from forno.features.notices.notices import Notices
from forno.features.notices.subscriptions import Subscriptions
from forno.features.review.review_queue import Reviewers
from forno.features.statistics.statistics import Statistics
from forno.features.you.book_store import Books
from forno.features.you.exercises import Memories
from forno.live.host import Host
from forno.live.live_table import WAKE_SECONDS, LiveTable
from forno.live.sealed_deals import Envelopes, Sealed
from forno.live.streams import PING
from forno.pages import caches
from forno.pages.documents.forms import TableWish
from forno.server.bots import ServerBots
from forno.server.capacity import Capacity, raise_open_files_limit
from forno.server.cluster import Cluster
from forno.server.metrics import MeteredStore, Metrics
from forno.server.settings import ServerSettings
from forno.store import Conflict, Store, open_store, summary_of
from forno.store.rows import table_not_found
from forno.store.sqlite.store import SqliteStore
from forno.table.entries import Entry, Opened, read_entry
from forno.table.errors import Damaged, NotFound, WrongPhase
from forno.table.games import own_deck
from forno.table.keys import ID_LENGTH, new_table_id
from forno.table.table import Table

SWEEP_SECONDS: Final = 30.0
FILE_CHECK_SECONDS: Final = 1.0
GAUGES_SECONDS: Final = 2.0
REPLAY_WORKERS: Final = 2
MAX_WAITING_REPLAYS: Final = 32
WORKER_MODULES: Final = ("forno.features.replay.page", "forno.features.digests", "forno.features.you.exercises")
"""Modules loaded by the replay workers."""
MAX_ID_CHARACTERS: Final = ID_LENGTH * 3
ENTRIES_PER_SLICE: Final = 50
"""Entries replayed before other tasks get a turn: a long log takes seconds."""

log = logging.getLogger("forno.web")


class ServerHost(Host):
    """The tables, bots and features of one server."""

    bots: ServerBots

    def __init__(self, settings: ServerSettings, store: Store | None = None) -> None:
        """`store`: where tables are kept, if not where the settings say."""
        self.settings = settings
        self.metrics = Metrics()
        self.bots = ServerBots(settings.programs, settings.thinkers, self.metrics.bot_seconds.observe)
        opened = store or open_store(settings.data, serving=True)
        self.store: Store = MeteredStore(opened, self.metrics)
        self._file = opened if isinstance(opened, SqliteStore) else None
        self.capacity = Capacity(settings, raise_open_files_limit())
        self.draining = False
        """Whether the server ends soon, so that streams go elsewhere."""
        rates = {"openings": settings.most_tables, "moves": settings.most_moves, "words": settings.most_words}
        self.limits = {name: RateLimit(per_minute) for name, per_minute in rates.items()}
        replaying = ProcessPool(
            REPLAY_WORKERS, settings.replay_seconds, MAX_WAITING_REPLAYS, modules=WORKER_MODULES, behind=True
        )
        self.desk = ClientQueue(replaying, settings.most_replays)
        self.books = Books(self.store, replaying)
        self.memories = Memories(self.store)
        self.players = Players(self.store)
        on = settings.passkeys == "on" and settings.player_keys != "off"
        self.passkeys = Passkeys(self.players, settings.address) if on else None
        self.groups = Groups(self.store, self.books)
        self.cups = Cups(self.groups, self.players, Subscriptions(self.store, settings.secret), self)
        self.statistics = Statistics(self.store, self.books)
        self.reviewers = Reviewers(self.store, settings.most_reviews)
        self.cluster = Cluster(self.store, self.awake, self.in_memory, self._wake, self._forget)
        self.envelopes = Envelopes(settings.secret)
        self.daily = Daily(self.store, self.books, settings.evenings)
        self.notices = Notices(
            self.store,
            self._current_table,
            settings.secret,
            settings.address,
            settings.mail,
            settings.mail_from,
            settings.webhooks,
            settings.push,
        )
        mail = self.notices.channels.get("mail")
        self.mail_keys: MailKeys | None = None
        if isinstance(mail, Mail) and settings.player_keys != "off":
            self.mail_keys = MailKeys(self.players, mail, settings.secret, settings.address)
        self._tables: dict[str, asyncio.Future[LiveTable]] = {}
        self._damaged: set[str] = set()
        """Tables that were found damaged; each is named in the log once."""
        self._chores: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        """Serve at once; wake due tables in the background."""
        chores = (self._ping(), self._sweep(), self.daily.keep_ready(), self.notices.sender.run(), self.cups.run())
        self._chores = [asyncio.create_task(chore) for chore in chores]
        if self.metrics.shared:
            self._chores.append(asyncio.create_task(self._measure()))
        if self._file is not None:
            self._chores.append(asyncio.create_task(self._watch_file(self._file)))
        if self.cluster.alone:
            self._chores.append(asyncio.create_task(self._wake_due()))
        self.cluster.open()

    async def close(self) -> None:
        for chore in self._chores:
            chore.cancel()
        self.statistics.close()
        self.daily.close()
        if self.mail_keys is not None:
            self.mail_keys.close()
        await self.cluster.close()
        for table in self._tables.values():
            table.cancel()
        for live in self.awake():
            live.close()
        await self.reviewers.close()
        await asyncio.to_thread(self.end_processes)
        await self.store.close()

    def end_processes(self) -> None:
        """End all child processes: workers, bots and programs."""
        self.bots.close()
        self.desk.workers.close()
        self.reviewers.workers.close()
        self.daily.workers.close()

    def awake(self) -> list[LiveTable]:
        return [live for table_id in self._tables if (live := self.in_memory(table_id)) is not None]

    def drain(self) -> None:
        """Tell all streams, also those that come later, to reconnect: the server ends soon."""
        self.draining = True
        for live in self.awake():
            live.close_streams()

    async def _measure(self) -> None:
        """Keep the gauges up to date for the other workers, which answer for this one, too."""
        while True:
            self.measure()
            await asyncio.sleep(GAUGES_SECONDS)

    def measure(self) -> None:
        """Set the gauges."""
        awake = self.awake()
        self.metrics.tables.set(len(awake))
        self.metrics.streams.set(sum(len(live.streams) for live in awake))
        self.metrics.tables_held.set(self.cluster.holds(len(awake)))
        self.metrics.listening.set(self.cluster.hears)

    async def _ping(self) -> None:
        while True:
            self.capacity.check_open_files()
            await asyncio.sleep(self.settings.ping_every)
            for live in self.awake():
                for stream in live.streams:
                    stream.push(PING)
                await asyncio.sleep(0)  # those who move in between needn't wait for thousands

    async def _wake_due(self) -> None:
        """Wake the tables at which a bot or a clock has to act, each before it is time."""
        while True:
            try:
                await self._wake(await self.store.due(self.store.now() + WAKE_SECONDS))
            except Exception:
                log.exception("tables that are due can't be listed; they wake only when somebody opens them")
            await asyncio.sleep(WAKE_SECONDS / 2)

    async def _wake(self, table_ids: Sequence[str]) -> None:
        """Wake tables, the oldest need first.

        A table takes some milliseconds, in which nobody is answered. So after each comes as much time for everybody
        else.
        """
        for table_id in table_ids:
            began = time.monotonic()
            try:
                await self.find(table_id, closed=True, fresh=False)
            except Damaged:
                pass  # it is named in the log
            except Exception:
                log.exception("table %s can't be woken", ascii(table_id))
            await asyncio.sleep(time.monotonic() - began)

    async def _watch_file(self, file: SqliteStore) -> None:
        """Follow what `forno admin` writes to the file while the server runs."""
        while True:
            await asyncio.sleep(FILE_CHECK_SECONDS)
            try:
                for live in self.awake() if await file.written_elsewhere() else ():
                    await live.reread()
            except FornoError as error:
                log.warning("changes that another process made to the file can't be read: %s", error)

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(min(SWEEP_SECONDS, self.settings.idle_after))
            for live in self.awake():
                if live.idle:
                    self._forget(live)
                    await self.cluster.let_go(live.id)
            caches.sweep()

    def _forget(self, live: LiveTable) -> None:
        """Forget a table that leaves the memory or the store."""
        self._tables.pop(live.id, None)
        live.close()

    # --- tables -------------------------------------------------------------------

    def in_memory(self, table_id: str) -> LiveTable | None:
        """Return a table if it is loaded, for housekeeping; requests use `find`."""
        task = self._tables.get(table_id)
        if task is None or not task.done() or task.cancelled() or task.exception() is not None:
            return None
        return task.result()

    async def find(self, table_id: str, *, closed: bool = False, fresh: bool = True) -> LiveTable:
        live = self.in_memory(table_id) or await self._from_store(table_id)
        if fresh:
            await live.refresh()
        if not closed:
            live.table.check_open()
        return live

    async def _current_table(self, table_id: str) -> Table:
        return (await self.find(table_id, closed=True)).table

    async def _from_store(self, table_id: str) -> LiveTable:
        """Load the table of that name. Raises `NotFound`."""
        if not table_id.isalnum() or len(table_id) > MAX_ID_CHARACTERS:
            raise table_not_found()
        begun = table_id in self._tables
        try:
            return await self._load_once(table_id)
        except NotFound:
            if not begun:
                raise
            return await self._load_once(table_id)  # somebody looked for it before it was there

    async def _load_once(self, table_id: str) -> LiveTable:
        """Load a table, once for all who wait for it."""
        task = self._tables.get(table_id)
        if task is None:
            task = self._tables[table_id] = asyncio.create_task(self._load(table_id))
        try:
            return await asyncio.shield(task)
        except Exception:
            if self._tables.get(table_id) is task:
                del self._tables[table_id]
            raise

    def live(self, table_id: str, entries: Iterable[Entry] = ()) -> LiveTable:
        """Return a live table with these entries, without bots and clocks."""
        return LiveTable(self.settings, self.store, self.bots, table_id, entries, self.cluster)

    async def _load(self, table_id: str) -> LiveTable:
        try:
            live = self.live(table_id)
            entries = await self.store.load(table_id)
            if isinstance(entries[0], Opened):
                with contextlib.suppress(FornoError):  # following the log raises it again
                    await self.read_deck(entries[0].game, entries[0].deck_text)
            for start in range(0, len(entries), ENTRIES_PER_SLICE):
                live.take_in(entries[start : start + ENTRIES_PER_SLICE])
                await asyncio.sleep(0)
        except NotFound:
            raise table_not_found() from None
        except Damaged as error:
            if table_id not in self._damaged:
                self._damaged.add(table_id)
                log.error("table %s is damaged and stays closed: %s", table_id, ascii(error.reason))
            raise
        if live.table.closed is not None:
            log.warning("table %s is closed: %s", table_id, live.table.closed)
            # So that the lobby doesn't list it among the others, and nobody wakes it again.
            await self.store.update(summary_of(live.table, self.store.now()))
        live.next()
        return live

    def _keep(self, table_id: str, entries: Iterable[Entry]) -> LiveTable:
        """Keep a table in memory, from its stored entries."""
        live = self.live(table_id, entries)
        live.next()
        kept: asyncio.Future[LiveTable] = asyncio.get_running_loop().create_future()
        kept.set_result(live)
        self._tables[table_id] = kept
        return live

    async def create(self, game: str, wish: TableWish, table_id: str = "", sealed: Sealed | None = None) -> LiveTable:
        await self.read_deck(game, wish.deck_text)
        secret = new_number() if sealed is None else sealed.secret
        entry = Opened(self.store.now(), game, wish.options, wish.deck_text, wish.settings, secret)
        Table("").check(entry)
        if sealed is not None:
            await self.store.create(sealed.table, entry)
            return await self.find(sealed.table)
        if table_id:
            with contextlib.suppress(Conflict):
                await self.store.create(table_id, entry)
            return await self.find(table_id)
        for _attempt in range(3):
            table_id = new_table_id()
            with contextlib.suppress(Conflict):
                await self.store.create(table_id, entry)
                return self._keep(table_id, [read_entry(entry.to_json())])
        raise WrongPhase(_("No table could be opened; try again."))

    def sealed_for(self, table_id: str) -> Sealed:
        return self.envelopes.of(table_id)

    async def read_deck(self, game: str, text: str | None) -> None:
        """Read a deck of your own in a thread, and remember it: a long one takes its time. Raises `DeckError`."""
        if text is not None:
            await asyncio.to_thread(own_deck, game, text)

    def count(self, limit: str, client: str) -> None:
        self.limits[limit].count(client)
