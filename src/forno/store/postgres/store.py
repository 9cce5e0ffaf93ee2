"""Tables in a PostgreSQL database, for any number of servers.

One connection writes. All waiting entries go into one statement, which is a transaction by itself, tells
the other servers with one notice, and is acknowledged after its commit. Reading goes on meanwhile, on connections of
its own.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from math import inf
from typing import Any, Final, NamedTuple, TypeVar

from forno.core.language import _
from forno.store.outbox import OutboxItem
from forno.store.places import StoreError
from forno.store.postgres.connections import CONNECTION_ERRORS, FAILURES, Database, DatabaseConnection, check_address
from forno.store.postgres.key_values import PostgresKeyValues
from forno.store.postgres.outbox import COLUMNS as OUTBOX_COLUMNS
from forno.store.postgres.outbox import TYPES as OUTBOX_TYPES
from forno.store.postgres.outbox import PostgresOutbox
from forno.store.postgres.sharing import CHANNEL, PostgresSharing
from forno.store.rows import (
    COLUMNS,
    SUMMARY,
    UNKNOWN,
    Outlook,
    Row,
    TableSummary,
    first_summary,
    out_of_order,
    read_log,
    read_summaries,
    summary_row,
    table_not_found,
)
from forno.table.entries import Entry, Opened

MAX_ROWS: Final = 500
MAX_NOTICE_BYTES: Final = 7500
"""Maximum bytes of a notice: PostgreSQL takes less than 8,000."""
TYPES: Final = ("text",) * 4 + ("boolean", "integer", "text", "text", "integer", "float8", "float8", "boolean", "text")
REPLACED: Final = ", ".join(f"{column} = excluded.{column}" for column in COLUMNS.split(", ")[1:])


def _unnest(first: int, types: Sequence[str]) -> str:
    return ", ".join(f"${place}::{kind}[]" for place, kind in enumerate(types, first))


WRITE: Final = f"""
WITH given AS (
    SELECT * FROM unnest({_unnest(1, ("text", "integer", "text", "float8"))}) AS given (table_id, number, entry, due)
), written AS (
    INSERT INTO entries (table_id, number, entry, due)
    SELECT table_id, number, entry, due FROM given
    WHERE number = 0 OR (
        SELECT true FROM entries WHERE entries.table_id = given.table_id AND entries.number = given.number - 1
    )
    ON CONFLICT DO NOTHING RETURNING table_id, number
), told AS (
    SELECT pg_notify('{CHANNEL}', string_agg(table_id || ':' || number, ',')) FROM written HAVING count(*) > 0
){{more}}
SELECT table_id, number FROM written LEFT JOIN told ON true
"""
"""Write entries, except those that aren't the next of their table. All writers take rows in the same order. Not
`EXISTS`: while a database is small, PostgreSQL would read all entries into a hash table, and keep to that plan."""
LISTED: Final = f""", listed AS (
    INSERT INTO tables ({COLUMNS})
    SELECT * FROM unnest({_unnest(5, TYPES)}) AS listed ({COLUMNS})
    WHERE listed.table_id IN (SELECT table_id FROM written)
    ON CONFLICT (table_id) DO UPDATE SET {REPLACED}
)"""
POSTED: Final = f""", posted AS (
    INSERT INTO outbox ({OUTBOX_COLUMNS})
    SELECT {OUTBOX_COLUMNS} FROM unnest({{given}}) AS posted (number, {OUTBOX_COLUMNS})
    JOIN written USING (table_id, number) ON CONFLICT DO NOTHING
)"""
UPDATE: Final = f"""
INSERT INTO tables ({COLUMNS}) VALUES ({", ".join(f"${place}" for place in range(1, 14))})
ON CONFLICT (table_id) DO UPDATE SET {REPLACED}
"""
LISTING: Final = f"""
SELECT {SUMMARY} FROM tables WHERE public AND ($1::text IS NULL OR phase = $1)
ORDER BY changed DESC, table_id LIMIT $2
"""
NAMED: Final = f"SELECT {SUMMARY} FROM tables WHERE table_id = ANY($1)"
FINISHED: Final = "SELECT table_id FROM tables WHERE phase = 'over' AND table_id > $1 ORDER BY table_id LIMIT $2"
DUE: Final = """
SELECT table_id FROM tables CROSS JOIN LATERAL (
    SELECT due FROM entries WHERE entries.table_id = tables.table_id ORDER BY number DESC LIMIT 1
) AS latest
WHERE wakes AND due < $1 AND NOT EXISTS (SELECT FROM leases WHERE leases.table_id = tables.table_id)
ORDER BY due, table_id
"""
LOG: Final = "SELECT number, entry FROM entries WHERE table_id = $1 AND number >= $2 ORDER BY number"
LENGTH: Final = "SELECT max(number) + 1 FROM entries WHERE table_id = $1"

KEEP_SECRET: Final = "INSERT INTO house VALUES ('secret', $1) ON CONFLICT DO NOTHING"

T = TypeVar("T")


class _Job(NamedTuple):
    """An entry to write with what is due after it, its table's summary where that changes, the notices that it causes,
    and who waits for it."""

    table: str
    number: int
    entry: str
    due: float | None
    summary: Row | None
    notices: Sequence[OutboxItem]
    future: asyncio.Future[None]


class PostgresStore:
    """See `forno.store.base.Store` for what it promises. It is used in one loop."""

    def __init__(self, url: str) -> None:
        """Connect. Raises `StoreError` with the reason if the database can't be used."""
        check_address(url)
        self.groups = 0
        """Number of committed transactions."""
        self._database = Database(url)
        self._writer = DatabaseConnection(self._database)
        self.sharing = PostgresSharing(self._database, self._writer)
        self.key_values = PostgresKeyValues(self._fetch)
        self.outbox = PostgresOutbox(self._fetch)
        self._waiting: list[_Job] = []
        self._writing: asyncio.Task[None] | None = None
        self._unlisted: set[str] = set()
        self._closed = False
        run_apart(self._database.prepare())

    @property
    def place(self) -> str:
        """Address of the database without its password."""
        return self._database.place

    def now(self) -> float:
        return self._database.now()

    async def create(self, table_id: str, entry: Opened) -> None:
        await self._submit(table_id, 0, entry.to_json(), None, summary_row(first_summary(table_id, entry)))

    async def append(self, table_id: str, number: int, entry: Entry, outlook: Outlook = UNKNOWN) -> None:
        due, summary, notices = outlook
        row = None if summary is None else summary_row(summary)
        await self._submit(table_id, number, entry.to_json(), due, row, notices)

    async def update(self, summary: TableSummary) -> None:
        await self._fetch(UPDATE, *summary_row(summary))

    async def load(self, table_id: str, start: int = 0) -> list[Entry]:
        rows = await self._fetch(LOG, table_id, start)
        if not rows and not (start and await self._length(table_id)):
            raise table_not_found()
        return read_log(table_id, rows, start)

    async def listing(self, phase: str | None = None, limit: int = 50) -> list[TableSummary]:
        return read_summaries(await self._fetch(LISTING, phase, limit), self._unlisted)

    async def summaries(self, table_ids: Sequence[str]) -> list[TableSummary]:
        return read_summaries(await self._fetch(NAMED, list(table_ids)), self._unlisted)

    async def finished(self, after: str = "", limit: int = 500) -> list[str]:
        return [table_id for (table_id,) in await self._fetch(FINISHED, after, limit)]

    async def due(self, before: float = inf) -> list[str]:
        return [table_id for (table_id,) in await self._fetch(DUE, before)]

    async def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        if self._writing is not None:
            await self._writing
        await self.sharing.close()
        await self._writer.close()
        await self._database.close()

    async def _fetch(self, query: str, *values: Any) -> list[Any]:
        self._check_open()
        async with self._database.reading() as connection:
            rows: list[Any] = await connection.fetch(query, *values)
            return rows

    def _check_open(self) -> None:
        if self._closed:
            raise StoreError(_("The store is closed."))

    # --- writing ------------------------------------------------------------------

    async def _submit(
        self,
        table: str,
        number: int,
        entry: str,
        due: float | None,
        summary: Row | None,
        notices: Sequence[OutboxItem] = (),
    ) -> None:
        self._check_open()
        loop = asyncio.get_running_loop()
        future: asyncio.Future[None] = loop.create_future()
        self._waiting.append(_Job(table, number, entry, due, summary, notices, future))
        if self._writing is None or self._writing.done():
            self._writing = loop.create_task(self._write_all())
        await future

    async def _write_all(self) -> None:
        """Write everything that waits, until nothing does."""
        while self._waiting:
            group, self._waiting = _cut(self._waiting)
            try:
                await self._write_group(group)
            except Exception as error:  # whatever it is, nobody waits for ever
                for job in group:
                    _settle(job, self._database.failure(error) if isinstance(error, FAILURES) else error)

    async def _write_group(self, group: list[_Job]) -> None:
        """Write one transaction. What comes too late fails alone, and so does what can't be written at all."""
        try:
            written = await self._write(group)
        except Exception as error:
            if isinstance(error, CONNECTION_ERRORS) or len(group) == 1:
                raise
            for job in group:  # one of them can't be written: which one?
                try:
                    await self._write_group([job])
                except Exception as reason:
                    _settle(job, self._database.failure(reason) if isinstance(reason, FAILURES) else reason)
            return
        self.groups += 1
        for job in group:
            _settle(job, None if (job.table, job.number) in written else await self._refusal(job.table, job.number))

    async def _write(self, group: list[_Job]) -> set[tuple[str, int]]:
        """Write a group of entries in one statement; return those that were stored."""
        columns = [list(column) for column in zip(*(job[:4] for job in group), strict=True)]
        summaries = [job.summary for job in group if job.summary is not None]
        if summaries:
            columns += [list(column) for column in zip(*summaries, strict=True)]
        notices = [(job.number, *item) for job in group for item in job.notices]
        if notices:
            columns += [list(column) for column in zip(*notices, strict=True)]
        statement = _statement(bool(summaries), bool(notices))
        async with self._writer.using() as connection:
            return {(table, number) for table, number in await connection.fetch(statement, *columns)}

    async def _refusal(self, table_id: str, number: int) -> Exception:
        try:
            return out_of_order(table_id, number, await self._length(table_id))
        except StoreError as error:
            return error

    async def _length(self, table_id: str) -> int:
        async with self._database.reading() as connection:
            return int(await connection.fetchval(LENGTH, table_id) or 0)


def server_secret(url: str) -> str:
    """Return the secret of all servers of these tables; made if there is none. Raises `StoreError`."""
    check_address(url)

    async def read() -> str:
        database = Database(url)
        await database.prepare()
        with database.failing():
            connection = await database.connect()
            try:
                await connection.execute(KEEP_SECRET, secrets.token_hex(32))
                return str(await connection.fetchval("SELECT value FROM house WHERE name = 'secret'"))
            finally:
                await connection.close()

    return run_apart(read())


def run_apart(work: Coroutine[Any, Any, T]) -> T:
    """Await something in a thread of its own: there may be a loop here already."""
    with ThreadPoolExecutor(1) as threads:
        return threads.submit(asyncio.run, work).result()


def _cut(waiting: list[_Job]) -> tuple[list[_Job], list[_Job]]:
    """Return the jobs of the next group, by table, and those that wait for the next one.

    Of several entries with the same number the first is tried first: the others are too late, and shall hear so.
    """
    group: dict[tuple[str, int], _Job] = {}
    later: list[_Job] = []
    room = MAX_NOTICE_BYTES
    for job in waiting:
        room -= len(job.table.encode("utf-8", "replace")) + len(str(job.number)) + 2
        if (job.table, job.number) in group or (group and (room < 0 or len(group) >= MAX_ROWS)):
            later.append(job)
        else:
            group[job.table, job.number] = job
    return sorted(group.values(), key=lambda job: job[:2]), later


@cache
def _statement(summaries: bool, notices: bool) -> str:
    """Return the statement that writes entries, and with them summaries and notices."""
    first = 5 + len(TYPES) * summaries
    posted = POSTED.format(given=_unnest(first, ("integer", *OUTBOX_TYPES)))
    return WRITE.format(more=(LISTED if summaries else "") + (posted if notices else ""))


def _settle(job: _Job, error: Exception | None) -> None:
    """Set the result of the waiting call, unless it was cancelled."""
    if job.future.done():
        return
    if error is None:
        job.future.set_result(None)
    else:
        job.future.set_exception(error)
