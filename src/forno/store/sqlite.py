"""Tables in an SQLite file.

One thread writes. Whatever waits to be written goes into one transaction and is acknowledged after its commit, so many
tables share the cost of making sure that it is on disk. Reading goes on meanwhile, on a connection of its own.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any

from forno.core.language import _
from forno.store.errors import Conflict, StoreError
from forno.store.summaries import TableSummary, summary_of
from forno.table.entries import Entry, Opened, read_entry
from forno.table.errors import NotFound
from forno.table.tables import Table

APPLICATION_ID = 0x466F726E
"""Marks the file as ours: "Forn"."""
VERSION = 1
"""The version of the schema below."""
SCHEMA = """
CREATE TABLE entries (
    table_id TEXT NOT NULL,
    number INTEGER NOT NULL,
    entry TEXT NOT NULL,
    PRIMARY KEY (table_id, number)
) WITHOUT ROWID;
CREATE TABLE tables (
    table_id TEXT PRIMARY KEY,
    game TEXT NOT NULL,
    variant TEXT NOT NULL,
    phase TEXT NOT NULL,
    public INTEGER NOT NULL,
    players INTEGER NOT NULL,
    names TEXT NOT NULL,
    bots TEXT NOT NULL,
    clock INTEGER NOT NULL,
    opened REAL NOT NULL,
    changed REAL NOT NULL,
    wakes INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX lobby ON tables (public, changed);
CREATE INDEX waking ON tables (table_id) WHERE wakes;
"""
FIRST = "INSERT INTO entries VALUES (?, 0, ?) ON CONFLICT DO NOTHING"
NEXT = """
INSERT INTO entries SELECT ?1, ?2, ?3 WHERE EXISTS (SELECT 1 FROM entries WHERE table_id = ?1 AND number = ?2 - 1)
ON CONFLICT DO NOTHING
"""
ROWS = (64, 16, 4, 1)
"""How many entries go into one statement: the interpreter is given up and waited for with every one."""
NEXT_ROWS = {
    rows: f"""
INSERT INTO entries SELECT column1, column2, column3 FROM (VALUES {", ".join(["(?, ?, ?)"] * rows)})
WHERE EXISTS (SELECT 1 FROM entries WHERE table_id = column1 AND number = column2 - 1) ON CONFLICT DO NOTHING
"""
    for rows in ROWS
}
SUMMARY = "INSERT OR REPLACE INTO tables VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
LISTING = """
SELECT table_id, game, variant, phase, public, players, names, bots, clock, opened, changed FROM tables
WHERE public AND (?1 IS NULL OR phase = ?1) AND (?2 IS NULL OR game = ?2) ORDER BY changed DESC, table_id LIMIT ?3
"""
WAIT = 10.0
"""Seconds to wait while another process writes to the same file."""


class _Job:
    """Something to write, and who waits for it: an entry, or whatever a function writes. Entries go together."""

    __slots__ = ("entry", "error", "future", "work")

    def __init__(
        self,
        future: asyncio.Future[None],
        entry: tuple[str, int, str] | None,
        work: Callable[[sqlite3.Connection], object] | None,
    ) -> None:
        self.future = future
        self.entry = entry
        self.work = work
        self.error: Exception | None = None

    def write(self, connection: sqlite3.Connection) -> None:
        if self.entry is not None:
            _append(connection, *self.entry)
        if self.work is not None:
            self.work(connection)


class SqliteStore:
    """See `forno.store.stores.Store` for what it promises."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.commits = 0
        """How many transactions were committed."""
        self._writer = _open(path)
        self._reader = sqlite3.connect(path, timeout=WAIT, isolation_level=None, check_same_thread=False)
        self._reader.execute("PRAGMA query_only = ON")
        self._reading = ThreadPoolExecutor(1, "forno-store-reader")
        self._gathered: dict[asyncio.AbstractEventLoop, list[_Job]] = {}
        """What each loop has to write once it is through with what it does: waking the writer costs more than a job."""
        self._jobs: SimpleQueue[list[_Job] | None] = SimpleQueue()
        self._closed = False
        self._writing = Thread(target=self._write_all, name="forno-store-writer", daemon=True)
        self._writing.start()

    async def create(self, table_id: str, entry: Opened) -> None:
        table = Table(table_id)
        table.apply(entry)
        text = entry.to_json()
        row = _row(summary_of(table, entry.time))

        def write(connection: sqlite3.Connection) -> None:
            if not connection.execute(FIRST, (table_id, text)).rowcount:
                raise Conflict(_("There is a table {table!r} already.").format(table=table_id))
            connection.execute(SUMMARY, row)

        await self._submit(None, write)

    async def append(self, table_id: str, number: int, entry: Entry, summary: TableSummary | None = None) -> None:
        written = (table_id, number, entry.to_json())
        if summary is None:
            await self._submit(written)
            return
        row = _row(summary)

        def write(connection: sqlite3.Connection) -> None:
            _append(connection, *written)
            connection.execute(SUMMARY, row)

        await self._submit(None, write)

    async def update(self, summary: TableSummary) -> None:
        row = _row(summary)
        await self._submit(None, lambda connection: connection.execute(SUMMARY, row))

    async def load(self, table_id: str) -> list[Entry]:
        rows = await self._read("SELECT entry FROM entries WHERE table_id = ? ORDER BY number", (table_id,))
        if not rows:
            raise NotFound(_("There is no table {table!r}; look at the link again.").format(table=table_id))
        return [read_entry(text) for (text,) in rows]

    async def listing(self, phase: str | None = None, game: str | None = None, limit: int = 50) -> list[TableSummary]:
        return [_summary(row) for row in await self._read(LISTING, (phase, game, limit))]

    async def running(self) -> list[str]:
        rows = await self._read("SELECT table_id FROM tables WHERE wakes ORDER BY table_id", ())
        return [table_id for (table_id,) in rows]

    async def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        for loop in list(self._gathered):
            self._hand_on(loop)
        self._jobs.put(None)
        await asyncio.to_thread(self._writing.join)
        await asyncio.to_thread(self._reading.shutdown)
        self._reader.close()
        self._writer.close()

    async def _read(self, query: str, values: Sequence[Any]) -> list[Any]:
        if self._closed:
            raise StoreError(_("The store is closed."))
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._reading, lambda: self._reader.execute(query, values).fetchall())
        except sqlite3.Error as error:
            raise _failure(self.path, error) from error

    async def _submit(
        self, entry: tuple[str, int, str] | None, work: Callable[[sqlite3.Connection], object] | None = None
    ) -> None:
        if self._closed:
            raise StoreError(_("The store is closed."))
        loop = asyncio.get_running_loop()
        future = loop.create_future()
        gathered = self._gathered.get(loop)
        if gathered is None:
            gathered = self._gathered[loop] = []
            loop.call_soon(self._hand_on, loop)
        gathered.append(_Job(future, entry, work))
        await future

    def _hand_on(self, loop: asyncio.AbstractEventLoop) -> None:
        """Give the writer what a loop has gathered."""
        gathered = self._gathered.pop(loop, None)
        if gathered is not None:
            self._jobs.put(gathered)

    def _write_all(self) -> None:
        """The writer's thread: everything that waits, again and again."""
        while True:
            jobs = self._jobs.get()
            group: list[_Job] = []
            while jobs is not None:
                group += jobs
                try:
                    jobs = self._jobs.get_nowait()
                except Empty:
                    break
            if group:
                self._write_group(group)
                _answer(group)
            if jobs is None:
                return

    def _write_group(self, group: list[_Job]) -> None:
        """One transaction. An entry that comes too late fails alone; if the disk fails, all do."""
        connection = self._writer
        try:
            connection.execute("BEGIN IMMEDIATE")
            entries = [job.entry for job in group if job.entry is not None]
            together = _append_all(connection, entries)
            if not together:  # one of them isn't the next of its table: which one?
                connection.execute("ROLLBACK")
                connection.execute("BEGIN IMMEDIATE")
            for job in group:
                if together and job.entry is not None:
                    continue
                try:
                    job.write(connection)
                except sqlite3.Error:
                    raise
                except Exception as error:
                    job.error = error
            connection.execute("COMMIT")
            self.commits += 1
        except sqlite3.Error as error:
            for job in group:
                job.error = _failure(self.path, error)
            if connection.in_transaction:
                connection.execute("ROLLBACK")


def _append(connection: sqlite3.Connection, table_id: str, number: int, text: str) -> None:
    """Write one entry. Raises why it isn't the next of its table."""
    if connection.execute(NEXT, (table_id, number, text)).rowcount != 1:
        raise _refusal(connection, table_id, number)


def _append_all(connection: sqlite3.Connection, entries: list[tuple[str, int, str]]) -> bool:
    """Write entries of different tables; whether all of them were the next of theirs."""
    start = 0
    for rows in ROWS:
        while len(entries) - start >= rows:
            values = [value for entry in entries[start : start + rows] for value in entry]
            if connection.execute(NEXT_ROWS[rows], values).rowcount != rows:
                return False
            start += rows
    return True


def _answer(group: list[_Job]) -> None:
    """Tell everyone who waits, in the loop in which they wait; who waits no more isn't told."""
    by_loop: dict[asyncio.AbstractEventLoop, list[_Job]] = {}
    for job in group:
        by_loop.setdefault(job.future.get_loop(), []).append(job)
    for loop, jobs in by_loop.items():
        with suppress(RuntimeError):  # the loop is closed
            loop.call_soon_threadsafe(_settle, jobs)


def _settle(jobs: list[_Job]) -> None:
    for job in jobs:
        if job.future.done():
            continue
        if job.error is None:
            job.future.set_result(None)
        else:
            job.future.set_exception(job.error)


def _open(path: Path) -> sqlite3.Connection:
    """The writing connection to a file that is ours, or a new one."""
    try:
        connection = sqlite3.connect(path, timeout=WAIT, isolation_level=None, check_same_thread=False)
    except sqlite3.Error as error:
        raise _failure(path, error) from error
    try:
        _prepare(connection, path)
    except sqlite3.Error as error:
        connection.close()
        raise _failure(path, error) from error
    except StoreError:
        connection.close()
        raise
    return connection


def _prepare(connection: sqlite3.Connection, path: Path) -> None:
    connection.execute("BEGIN IMMEDIATE")
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    ours = connection.execute("PRAGMA application_id").fetchone()[0] == APPLICATION_ID
    empty = not connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    if not ours and not empty:
        raise StoreError(_("{path}: holds something else than tables; choose another file.").format(path=path))
    if version > VERSION:
        raise StoreError(_("{path}: was written by a newer Forno; use that one, or another file.").format(path=path))
    if empty:
        for statement in SCHEMA.split(";"):
            connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {VERSION}")
    connection.execute("COMMIT")
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")


def _failure(path: Path, error: sqlite3.Error) -> StoreError:
    reason = str(error)
    if "not a database" in reason:
        return StoreError(_("{path}: isn't a database; choose another file.").format(path=path))
    if "unable to open" in reason:
        return StoreError(_("{path}: can't be opened; check that the folder is there.").format(path=path))
    return StoreError(_("{path}: can't be used: {reason}.").format(path=path, reason=reason))


def _refusal(connection: sqlite3.Connection, table_id: str, number: int) -> Exception:
    """Why an entry can't be the table's next."""
    (entries,) = connection.execute("SELECT count(*) FROM entries WHERE table_id = ?", (table_id,)).fetchone()
    if not entries:
        return NotFound(_("There is no table {table!r}; look at the link again.").format(table=table_id))
    if number < entries:
        return Conflict(_("Somebody else was first; look again and decide anew."))
    return StoreError(_("The next entry of this table is {next}, not {number}.").format(next=entries, number=number))


def _row(summary: TableSummary) -> tuple[Any, ...]:
    return (
        summary.table,
        summary.game,
        summary.variant,
        summary.phase,
        summary.public,
        summary.players,
        json.dumps(summary.names),
        json.dumps(summary.bots),
        summary.clock,
        summary.opened,
        summary.changed,
        summary.wakes,
    )


def _summary(row: Sequence[Any]) -> TableSummary:
    table, game, variant, phase, public, players, names, bots, clock, opened, changed = row
    return TableSummary(
        table=table,
        game=game,
        variant=variant,
        phase=phase,
        public=bool(public),
        players=players,
        names=tuple(json.loads(names)),
        bots=tuple(json.loads(bots)),
        clock=clock,
        opened=opened,
        changed=changed,
    )
