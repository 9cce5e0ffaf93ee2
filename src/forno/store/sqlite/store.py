"""Tables in an SQLite file.

One thread writes. All waiting entries go into one transaction and are acknowledged after its commit, so many
tables share the cost of making sure that it is on disk. Reading goes on meanwhile, on a connection of its own.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from contextvars import copy_context
from dataclasses import dataclass
from functools import cache, partial
from math import inf
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, ParamSpec, TypeVar

from forno.core.language import _
from forno.store.base import Sharing
from forno.store.places import StoreError
from forno.store.rows import (
    LOG,
    SUMMARY,
    UNKNOWN,
    Outlook,
    Row,
    TableSummary,
    any_text,
    first_summary,
    out_of_order,
    read_log,
    read_summaries,
    summary_row,
    table_not_found,
)
from forno.store.sqlite.files import FAILURES, FileLock, failure
from forno.store.sqlite.key_values import Change, SqliteKeyValues
from forno.store.sqlite.outbox import SqliteOutbox, changes
from forno.store.sqlite.schema import BUSY_TIMEOUT_SECONDS, check_file, open_file
from forno.table.entries import Entry, Opened
from forno.table.errors import Damaged

NEXT_ENTRIES = """
INSERT INTO entries WITH given (table_id, number, entry, due) AS MATERIALIZED (VALUES {given})
SELECT * FROM given WHERE {rows} =
(SELECT count(*) FROM given JOIN entries USING (table_id) WHERE entries.number = given.number - 1)
"""
MAX_ROWS = 75
"""Maximum values in one statement: SQLite takes at least 999."""
LISTING = f"""
SELECT {SUMMARY} FROM tables
WHERE public AND {{phase}} ORDER BY changed DESC, table_id LIMIT ?2
"""
NAMED = f"SELECT {SUMMARY} FROM tables WHERE table_id IN ({{places}})"
FINISHED = "SELECT table_id FROM tables WHERE phase = 'over' AND table_id > ? ORDER BY table_id LIMIT ?"
DUE = """
SELECT table_id FROM (
    SELECT table_id, (
        SELECT due FROM entries WHERE entries.table_id = tables.table_id ORDER BY number DESC LIMIT 1
    ) AS since FROM tables WHERE wakes
) WHERE since < ? ORDER BY since, table_id
"""

P = ParamSpec("P")
T = TypeVar("T")

log = logging.getLogger("forno.store")

_Written = tuple[str, int, str, float | None]
"""An entry as it is written: table, number, text, and what is due after it."""


@dataclass(slots=True, eq=False)
class _Job:
    """An entry to write, its table's summary where that changes, or that alone; whatever else changes, such as notices;
    and who waits for it."""

    future: asyncio.Future[int]
    entry: _Written | None = None
    summary: Row | None = None
    changes: Sequence[Change] = ()
    changed: int = 0
    """Number of rows that the last change has changed."""
    error: Exception | None = None

    def write(self, connection: sqlite3.Connection) -> None:
        """Write it by itself. Raises why it can't be."""
        if self.entry is not None:
            _append(connection, self.entry)
        if self.summary is not None:
            connection.execute(_summaries(1), self.summary)
        self.make_changes(connection)

    def make_changes(self, connection: sqlite3.Connection) -> None:
        for statement, values in self.changes:
            self.changed = connection.execute(statement, values).rowcount


class SqliteStore:
    """See `forno.store.base.Store` for what it promises."""

    sharing: Sharing | None = None

    def __init__(self, path: Path, serving: bool = False) -> None:
        """`serving`: to be the one server of these tables. Raises `StoreError` if there is another."""
        self.path = path
        self.commits = 0
        """Number of committed transactions."""
        check_file(path)
        self._claim = FileLock(path.resolve()) if serving else None
        try:
            self._writer = open_file(path, 4 * MAX_ROWS)
        except StoreError:
            self._give_up()
            raise
        self._reader = sqlite3.connect(
            path, timeout=BUSY_TIMEOUT_SECONDS, isolation_level=None, check_same_thread=False
        )
        self._reader.execute("PRAGMA query_only = ON")
        self._reader.text_factory = any_text
        self._version = self._data_version()
        self._unlisted: set[str] = set()
        """Tables whose rows were found damaged; each is named in the log once."""
        self._reading = ThreadPoolExecutor(1, "forno-store-reader")
        self._gathered: dict[asyncio.AbstractEventLoop, list[_Job]] = {}
        """Jobs of each event loop, handed over together: waking the writer costs more than a job."""
        self._jobs: SimpleQueue[list[_Job] | None] = SimpleQueue()
        self._closed = False
        self._writing = Thread(target=self._write_all, name="forno-store-writer", daemon=True)
        self._writing.start()
        self.key_values = SqliteKeyValues(self._all_rows, self._change)
        self.outbox = SqliteOutbox(self._all_rows, self._change)

    @property
    def place(self) -> str:
        return str(self.path)

    def now(self) -> float:
        return time.time()

    async def create(self, table_id: str, entry: Opened) -> None:
        await self._submit((table_id, 0, entry.to_json(), None), summary_row(first_summary(table_id, entry)))

    async def append(self, table_id: str, number: int, entry: Entry, outlook: Outlook = UNKNOWN) -> None:
        due, summary, notices = outlook
        row = None if summary is None else summary_row(summary)
        await self._submit((table_id, number, entry.to_json(), due), row, changes(notices))

    async def update(self, summary: TableSummary) -> None:
        await self._submit(None, summary_row(summary))

    async def load(self, table_id: str, start: int = 0) -> list[Entry]:
        return await self._read(self._load, table_id, start)

    def _load(self, table_id: str, start: int) -> list[Entry]:
        rows, whole = self._rows(LOG, (table_id, start))
        if not whole:
            raise Damaged(table_id, _("the part of the file where it lies can't be read."))
        if not rows and not (start and self._rows(LOG, (table_id, 0))[0]):
            raise table_not_found()
        return read_log(table_id, rows, start)

    async def listing(self, phase: str | None = None, limit: int = 50) -> list[TableSummary]:
        query = LISTING.format(phase="?1 IS NULL" if phase is None else "phase = ?1")
        rows, _whole = await self._read(self._rows, query, (phase, limit))
        return read_summaries(rows, self._unlisted)

    async def summaries(self, table_ids: Sequence[str]) -> list[TableSummary]:
        found: list[TableSummary] = []
        for named in _cut(table_ids):
            query = NAMED.format(places=", ".join("?" * len(named)))
            rows, _whole = await self._read(self._rows, query, named)
            found += read_summaries(rows, self._unlisted)
        return found

    async def finished(self, after: str = "", limit: int = 500) -> list[str]:
        return [table_id for (table_id,) in await self._all_rows(FINISHED, (after, limit))]

    async def due(self, before: float = inf) -> list[str]:
        return [table_id for (table_id,) in await self._all_rows(DUE, (before,))]

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
        self._give_up()

    def _give_up(self) -> None:
        if self._claim is not None:
            self._claim.close()

    async def written_elsewhere(self) -> bool:
        """Return whether another process, such as `forno admin`, has written to the file since the last call."""
        before, self._version = self._version, await self._read(self._data_version)
        return before != self._version

    def _data_version(self) -> int:
        """Return a number that changes with every commit except those of the writer."""
        ((version,),) = self._writer.execute("PRAGMA data_version").fetchall()
        return int(version)

    async def _read(self, read: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> T:
        """Run a query in the reader's thread: a long log takes its time."""
        if self._closed:
            raise StoreError(_("The store is closed."))
        call = partial(copy_context().run, read, *arguments, **named)
        try:
            return await asyncio.get_running_loop().run_in_executor(self._reading, call)
        except FAILURES as error:
            raise failure(self.path, error) from error

    def _rows(self, query: str, values: Sequence[Any]) -> tuple[list[Any], bool]:
        """Return the rows, and whether these are all: they end where the file is damaged."""
        rows: list[Any] = []
        try:
            for row in self._reader.execute(query, values):
                rows.append(row)  # one by one: what came before the damage is kept
        except sqlite3.DatabaseError as error:
            if getattr(error, "sqlite_errorcode", 0) & 0xFF != sqlite3.SQLITE_CORRUPT:
                raise
            log.error("%s is damaged: %s", self.path, error)
            return rows, False
        return rows, True

    async def _all_rows(self, query: str, values: Sequence[Any]) -> list[Any]:
        """Return the rows that can be read."""
        rows, _whole = await self._read(self._rows, query, values)
        return rows

    async def _change(self, changes: Sequence[Change]) -> int:
        return await self._submit(changes=changes)

    async def _submit(
        self, entry: _Written | None = None, summary: Row | None = None, changes: Sequence[Change] = ()
    ) -> int:
        """Queue a change for the writer's thread; return the number of rows that it changed."""
        if self._closed:
            raise StoreError(_("The store is closed."))
        loop = asyncio.get_running_loop()
        future = loop.create_future()
        gathered = self._gathered.get(loop)
        if gathered is None:
            gathered = self._gathered[loop] = []
            loop.call_soon(self._hand_on, loop)
        gathered.append(_Job(future, entry, summary, changes))
        return int(await future)

    def _hand_on(self, loop: asyncio.AbstractEventLoop) -> None:
        """Give the writer what a loop has gathered."""
        gathered = self._gathered.pop(loop, None)
        if gathered is not None:
            self._jobs.put(gathered)

    def _write_all(self) -> None:
        """Write everything that waits, again and again, in the writer's thread."""
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
        """Write one transaction. An entry that comes too late fails alone; if the disk fails, all do."""
        connection = self._writer
        try:
            if not _write_together(connection, group):  # one of them can't be written: which one?
                connection.execute("BEGIN IMMEDIATE")
                for job in group:
                    try:
                        job.write(connection)
                    except sqlite3.Error:
                        raise
                    except Exception as error:
                        job.error = error
                connection.execute("COMMIT")
            self.commits += 1
        except Exception as error:  # whatever it is, nobody waits for ever
            for job in group:
                job.error = failure(self.path, error) if isinstance(error, sqlite3.Error) else error
            if connection.in_transaction:
                connection.execute("ROLLBACK")


def _append(connection: sqlite3.Connection, entry: _Written) -> None:
    """Write one entry. Raises why it isn't the next of its table."""
    table_id, number, *_rest = entry
    statement = _next_entries(1) if number else _first_entries(1)
    with suppress(sqlite3.IntegrityError):  # there is such an entry already
        if connection.execute(statement, entry).rowcount == 1:
            return
    (entries,) = connection.execute("SELECT count(*) FROM entries WHERE table_id = ?", (table_id,)).fetchone()
    raise out_of_order(table_id, number, entries)


def _write_together(connection: sqlite3.Connection, group: list[_Job]) -> bool:
    """Write everything in a few statements, or nothing: `False` if an entry isn't the next of its table.

    The interpreter is given up and waited for with every statement, which costs more than writing an entry.
    """
    entries = [job.entry for job in group if job.entry is not None]
    firsts = [entry for entry in entries if entry[1] == 0]
    nexts = [entry for entry in entries if entry[1] != 0]
    summaries = [job.summary for job in group if job.summary is not None]
    statements = [
        (make(len(rows)), [value for row in rows for value in row], len(rows))
        for make, all_rows in ((_first_entries, firsts), (_next_entries, nexts), (_summaries, summaries))
        for rows in _cut(all_rows)
    ]
    changing = [job for job in group if job.changes]
    alone = len(statements) == 1 and not changing  # that is a transaction by itself
    if not alone:
        connection.execute("BEGIN IMMEDIATE")
    try:
        written = all(connection.execute(text, values).rowcount == rows for text, values, rows in statements)
        for job in changing if written else ():
            job.make_changes(connection)
    except (sqlite3.IntegrityError, UnicodeError):  # there is such an entry already, or one that can't be written
        written = False
    if not alone:
        connection.execute("COMMIT" if written else "ROLLBACK")
    return written


def _cut(rows: Sequence[T]) -> list[Sequence[T]]:
    """Split rows for as many statements as it takes."""
    return [rows[start : start + MAX_ROWS] for start in range(0, len(rows), MAX_ROWS)]


@cache
def _first_entries(rows: int) -> str:
    return f"INSERT INTO entries VALUES {_places(4, rows)}"


@cache
def _next_entries(rows: int) -> str:
    """Entries of different tables: all of them, or none if one isn't the next of its table."""
    return NEXT_ENTRIES.format(given=_places(4, rows), rows=rows)


@cache
def _summaries(rows: int) -> str:
    return f"INSERT OR REPLACE INTO tables VALUES {_places(13, rows)}"


def _places(columns: int, rows: int) -> str:
    return ", ".join([f"({', '.join('?' * columns)})"] * rows)


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
            job.future.set_result(job.changed)
        else:
            job.future.set_exception(job.error)
