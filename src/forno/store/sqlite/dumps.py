"""Dump and import of an SQLite file: see `store/dumps.py`."""

from __future__ import annotations

import secrets
import sqlite3
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import closing
from typing import Any, Final

from forno.store.dumps import TABLE_PREFIXES, TABLES_NAMESPACE, Dumped, KeyValue, not_empty
from forno.store.places import StoreError, file_of, secret_file, write_secret
from forno.store.rows import COLUMNS, any_text
from forno.store.sqlite.files import FAILURES, FileLock, failure, make_folder
from forno.store.sqlite.schema import check_file, open_file

BOOLEANS: Final = (4, 11)
"""The columns of a summary that are yes or no, which are numbers here."""
ALL: Final = "SELECT table_id FROM tables UNION SELECT table_id FROM entries ORDER BY table_id"
LOG: Final = "SELECT number, entry, due FROM entries WHERE table_id = ? ORDER BY number"


class SqliteArchive:
    """See `forno.store.dumps.Archive` for what it promises."""

    def __init__(self, place: str) -> None:
        self.path = file_of(place)
        self.place = place

    async def dump_tables(self, tables: Sequence[str] = ()) -> AsyncIterator[Dumped]:
        check_file(self.path, may_be_new=False)
        try:
            # Opening it brings an older file up to date, and clears away what SQLite leaves beside it.
            address = f"{self.path.resolve().as_uri()}?mode=ro"
            with (
                closing(open_file(self.path, 1)),
                closing(sqlite3.connect(address, uri=True, isolation_level=None)) as file,
            ):
                file.text_factory = any_text
                file.execute("BEGIN")
                for table_id in tables or [str(found) for (found,) in file.execute(ALL).fetchall()]:
                    log = file.execute(LOG, (table_id,)).fetchall()
                    entries = [(_text(text), due) for _number, text, due in log]
                    row = file.execute(f"SELECT {COLUMNS} FROM tables WHERE table_id = ?", (table_id,)).fetchone()
                    if entries or row:
                        numbers = [number for number, *_rest in log]
                        yield Dumped(table_id, entries, None if row is None else _plain(row), numbers)
        except FAILURES as error:
            raise failure(self.path, error) from error

    async def dump_key_values(self) -> list[KeyValue]:
        check_file(self.path, may_be_new=False)
        try:
            with closing(open_file(self.path, 1)) as file:
                file.text_factory = any_text
                rows = file.execute("SELECT binder, name, text FROM leaves ORDER BY binder, name")
                return [KeyValue(*row) for row in rows]
        except FAILURES as error:
            raise failure(self.path, error) from error

    async def import_dump(self, tables: Iterable[Dumped | KeyValue]) -> int:
        check_file(self.path)
        make_folder(self.path)
        with closing(FileLock(self.path.resolve())), closing(open_file(self.path, 1)) as file:
            if file.execute("SELECT count(*) FROM entries").fetchone()[0]:
                raise not_empty(str(self.path))
            return self._fill(file, tables)

    def _fill(self, file: sqlite3.Connection, tables: Iterable[Dumped | KeyValue]) -> int:
        number = 0
        file.execute("BEGIN IMMEDIATE")
        try:
            for table in tables:
                if isinstance(table, KeyValue):
                    file.execute("INSERT INTO leaves VALUES (?, ?, ?)", (table.namespace, table.key, table.text))
                    continue
                table.check()
                rows = [(table.table, place, text, due) for place, (text, due) in enumerate(table.entries)]
                file.executemany("INSERT INTO entries VALUES (?, ?, ?, ?)", rows)
                if table.summary is not None:
                    marks = ", ".join("?" * len(table.summary))
                    file.execute(f"INSERT INTO tables ({COLUMNS}) VALUES ({marks})", tuple(table.summary))
                number += 1
        except FAILURES as error:
            file.execute("ROLLBACK")
            raise failure(self.path, error) from error
        except StoreError:
            file.execute("ROLLBACK")
            raise
        file.execute("COMMIT")
        return number

    async def delete_tables(self, tables: Sequence[str]) -> int:
        check_file(self.path, may_be_new=False)
        try:
            with closing(FileLock(self.path.resolve())), closing(open_file(self.path, 1)) as file:
                number = 0
                file.execute("BEGIN IMMEDIATE")
                for table in tables:
                    file.execute("DELETE FROM leaves WHERE binder = ? AND name = ?", (TABLES_NAMESPACE, table))
                    for prefix in TABLE_PREFIXES:
                        file.execute("DELETE FROM leaves WHERE binder = ?", (prefix + table,))
                    file.execute("DELETE FROM outbox WHERE table_id = ?", (table,))
                    file.execute("DELETE FROM tables WHERE table_id = ?", (table,))
                    number += file.execute("DELETE FROM entries WHERE table_id = ?", (table,)).rowcount > 0
                file.execute("COMMIT")
                return number
        except FAILURES as error:
            raise failure(self.path, error) from error

    async def is_served(self) -> bool:
        check_file(self.path, may_be_new=False)
        try:
            FileLock(self.path.resolve()).close()
        except StoreError:
            return True
        return False

    async def change_secret(self) -> None:
        check_file(self.path, may_be_new=False)
        write_secret(secret_file(self.place), secrets.token_hex(32))


def _text(stored: Any) -> str:
    return any_text(stored) if isinstance(stored, bytes) else str(stored)


def _plain(row: Sequence[Any]) -> list[Any]:
    return [bool(value) if place in BOOLEANS else value for place, value in enumerate(row)]
