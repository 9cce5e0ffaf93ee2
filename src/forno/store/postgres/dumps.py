"""Dump and import of a PostgreSQL database: see `store/dumps.py`."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from typing import Any, Final

from forno.store.dumps import TABLE_PREFIXES, TABLES_NAMESPACE, Dumped, KeyValue, not_empty
from forno.store.postgres.connections import Database, check_address
from forno.store.postgres.sharing import FORGET
from forno.store.rows import COLUMNS

ALL: Final = "SELECT table_id FROM tables UNION SELECT table_id FROM entries ORDER BY table_id"
LOG: Final = "SELECT number, entry, due FROM entries WHERE table_id = $1 ORDER BY number"


class PostgresArchive:
    """See `forno.store.dumps.Archive` for what it promises."""

    def __init__(self, url: str) -> None:
        self.url = url

    @asynccontextmanager
    async def _connect(self) -> AsyncIterator[tuple[Any, str]]:
        check_address(self.url)
        database = Database(self.url)
        await database.prepare()
        with database.failing():
            connection = await database.connect()
            try:
                yield connection, database.place
            finally:
                await connection.close()

    async def dump_tables(self, tables: Sequence[str] = ()) -> AsyncIterator[Dumped]:
        async with (
            self._connect() as (connection, _place),
            connection.transaction(isolation="repeatable_read", readonly=True),
        ):
            for table_id in tables or [row[0] for row in await connection.fetch(ALL)]:
                log = await connection.fetch(LOG, table_id)
                entries = [(text, due) for _number, text, due in log]
                row = await connection.fetchrow(f"SELECT {COLUMNS} FROM tables WHERE table_id = $1", table_id)
                if entries or row:
                    numbers = [number for number, *_rest in log]
                    yield Dumped(table_id, entries, None if row is None else list(row), numbers)

    async def dump_key_values(self) -> list[KeyValue]:
        async with self._connect() as (connection, _place):
            rows = await connection.fetch("SELECT binder, name, text FROM leaves ORDER BY binder, name")
            return [KeyValue(*row) for row in rows]

    async def import_dump(self, tables: Iterable[Dumped | KeyValue]) -> int:
        number = 0
        async with self._connect() as (connection, shown), connection.transaction():
            await connection.execute("LOCK TABLE entries IN EXCLUSIVE MODE")
            if await connection.fetchval("SELECT count(*) FROM (SELECT FROM entries LIMIT 1) AS any_entry"):
                raise not_empty(shown)
            for table in tables:
                if isinstance(table, KeyValue):
                    await connection.execute(
                        "INSERT INTO leaves VALUES ($1, $2, $3)", table.namespace, table.key, table.text
                    )
                    continue
                table.check()
                rows = [(table.table, place, text, due) for place, (text, due) in enumerate(table.entries)]
                await connection.executemany("INSERT INTO entries VALUES ($1, $2, $3, $4)", rows)
                if table.summary is not None:
                    marks = ", ".join(f"${place}" for place in range(1, len(table.summary) + 1))
                    await connection.execute(f"INSERT INTO tables ({COLUMNS}) VALUES ({marks})", *table.summary)
                number += 1
        return number

    async def delete_tables(self, tables: Sequence[str]) -> int:
        """Servers that have one of them in memory notice it within seconds."""
        async with self._connect() as (connection, _place), connection.transaction():
            await connection.execute(
                "DELETE FROM leaves WHERE binder = $1 AND name = ANY($2)", TABLES_NAMESPACE, list(tables)
            )
            namespaces = [prefix + table for prefix in TABLE_PREFIXES for table in tables]
            await connection.execute("DELETE FROM leaves WHERE binder = ANY($1)", namespaces)
            await connection.execute("DELETE FROM outbox WHERE table_id = ANY($1)", list(tables))
            await connection.execute("DELETE FROM tables WHERE table_id = ANY($1)", list(tables))
            rows = await connection.fetch(
                "DELETE FROM entries WHERE table_id = ANY($1) RETURNING table_id", list(tables)
            )
            return len({row[0] for row in rows})

    async def is_served(self) -> bool:
        async with self._connect() as (connection, _place):
            await connection.execute(FORGET)
            return bool(await connection.fetchval("SELECT count(*) FROM workers"))

    async def change_secret(self) -> None:
        async with self._connect() as (connection, _place):
            await connection.execute(
                "INSERT INTO house VALUES ('secret', $1) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
                secrets.token_hex(32),
            )
