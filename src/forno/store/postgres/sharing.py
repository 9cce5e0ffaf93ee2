"""Sharing of a database by several servers: heartbeats, leases, notices, and readers elsewhere.

All times are the database's: no server has to know what time it is.
"""

from __future__ import annotations

import asyncio
import os
import secrets
import socket
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final

from forno.store.base import News, Notice
from forno.store.places import StoreError
from forno.store.postgres.connections import FAILURES, Database, DatabaseConnection
from forno.store.rows import read_log

CHANNEL: Final = "forno"
LAPSE_SECONDS: Final = 5
"""Seconds without a heartbeat after which a server's leases end."""
PROBE_SECONDS: Final = 10.0
"""Seconds between checks of the listening connection, which may be cut silently."""

FORGET: Final = f"DELETE FROM workers WHERE seen < clock_timestamp() - interval '{LAPSE_SECONDS} seconds'"
BEAT: Final = """
INSERT INTO workers VALUES ($1, clock_timestamp()) ON CONFLICT (worker) DO UPDATE SET seen = excluded.seen
RETURNING xmax <> 0
"""
HOLD: Final = """
INSERT INTO leases SELECT table_id, $2 FROM unnest($1::text[]) AS wanted (table_id) ORDER BY table_id
ON CONFLICT DO NOTHING
"""
HELD: Final = "SELECT table_id FROM leases WHERE worker = $2 AND table_id = ANY($1)"
RELEASE: Final = "DELETE FROM leases WHERE worker = $2 AND table_id = ANY($1)"
ATTEND: Final = """
WITH attending AS (
    INSERT INTO attendance VALUES ($1, $2, $3)
    ON CONFLICT (table_id, worker) DO UPDATE SET seats = excluded.seats
)
SELECT pg_notify($4, $5)
"""
NEW_ENTRIES: Final = """
SELECT table_id, number, entry
FROM unnest($1::text[], $2::integer[]) AS known (table_id, length) JOIN entries USING (table_id)
WHERE number >= length ORDER BY table_id, number
"""
THERE: Final = "SELECT table_id FROM entries WHERE number = 0 AND table_id = ANY($1)"
ELSEWHERE: Final = "SELECT table_id, seats FROM attendance WHERE worker <> $2 AND table_id = ANY($1)"
LEAVE_NOTE: Final = """
INSERT INTO notes VALUES ($1, $2, clock_timestamp() + make_interval(secs => $3))
ON CONFLICT (name) DO UPDATE SET note = excluded.note, until = excluded.until
"""


class PostgresSharing:
    """See `forno.store.base.Sharing` for what it promises."""

    def __init__(self, database: Database, writer: DatabaseConnection) -> None:
        self.worker = f"{socket.gethostname()}-{os.getpid()}-{secrets.token_hex(4)}"
        self._database = database
        self._writer = writer

    async def beat(self) -> bool:
        async with self._database.reading() as connection:
            await connection.execute(FORGET)
            known = bool(await connection.fetchval(BEAT, self.worker))
            await connection.execute("DELETE FROM notes WHERE until < clock_timestamp()")
            await self._database.set_clock(connection)
            return known

    async def hold(self, table_ids: Sequence[str]) -> set[str]:
        import asyncpg

        async with self._database.reading() as connection:
            with suppress(asyncpg.ForeignKeyViolationError):  # we lapsed; the next sign of life comes first
                await connection.execute(HOLD, list(table_ids), self.worker)
            rows = await connection.fetch(HELD, list(table_ids), self.worker)
            return {table_id for (table_id,) in rows}

    async def release(self, table_ids: Sequence[str]) -> None:
        async with self._database.reading() as connection:
            await connection.execute(RELEASE, list(table_ids), self.worker)

    async def attend(self, table_id: str, number: int, seats: Sequence[int]) -> None:
        import asyncpg

        async with self._database.reading() as connection:
            with suppress(asyncpg.ForeignKeyViolationError):
                await connection.execute(ATTEND, table_id, self.worker, list(seats), CHANNEL, f"{table_id}:{number}")

    async def news(self, known: Mapping[str, int]) -> dict[str, News]:
        tables, lengths = list(known), list(known.values())
        async with self._database.reading() as connection:
            there = await connection.fetch(THERE, tables)
            elsewhere = await connection.fetch(ELSEWHERE, tables, self.worker)
            rows = await connection.fetch(NEW_ENTRIES, tables, lengths)
        seats: dict[str, set[int]] = {}
        for table_id, present in elsewhere:
            seats.setdefault(table_id, set()).update(present)
        new: dict[str, list[Any]] = {}
        for table_id, number, text in rows:
            new.setdefault(table_id, []).append((number, text))
        return {
            table_id: News(
                read_log(table_id, new.get(table_id, ()), known[table_id]), frozenset(seats.get(table_id, ()))
            )
            for (table_id,) in there
        }

    async def listen(self, ready: Callable[[], None], hear: Callable[[Sequence[Notice]], None]) -> None:
        cut = asyncio.Event()

        def heard(_connection: object, process: int, _channel: str, payload: str) -> None:
            if process != self._writer.process:  # what we write ourselves we know
                hear(read_notices(payload))

        with self._database.failing():
            connection = await self._database.connect()
            try:
                connection.add_termination_listener(lambda _connection: cut.set())
                await connection.add_listener(CHANNEL, heard)
                ready()
                while not cut.is_set():
                    with suppress(TimeoutError):
                        await asyncio.wait_for(cut.wait(), PROBE_SECONDS)
                    if not cut.is_set():
                        await connection.fetchval("SELECT 1")
            finally:
                connection.terminate()
        raise StoreError(f"{self._database.place}: the line was cut")

    async def leave_note(self, name: str, text: str, seconds: float) -> None:
        async with self._database.reading() as connection:
            await connection.execute(LEAVE_NOTE, name, text, seconds)

    async def note(self, name: str) -> str | None:
        async with self._database.reading() as connection:
            found: str | None = await connection.fetchval(
                "SELECT note FROM notes WHERE name = $1 AND until > clock_timestamp()", name
            )
            return found

    async def take_note(self, name: str) -> str | None:
        async with self._database.reading() as connection:
            found: str | None = await connection.fetchval(
                "DELETE FROM notes WHERE name = $1 AND until > clock_timestamp() RETURNING note", name
            )
            return found

    async def close(self) -> None:
        """Release all leases at once."""
        with suppress(StoreError, *FAILURES):
            async with self._database.reading() as connection:
                await connection.execute("DELETE FROM workers WHERE worker = $1", self.worker)


def read_notices(payload: str) -> list[Notice]:
    """Parse a notice; an unreadable one, written by another program, is empty."""
    found = []
    for part in payload.split(","):
        table, _colon, number = part.rpartition(":")
        if table and number.isdecimal() and len(number) < 10:
            found.append(Notice(table, int(number)))
    return found
