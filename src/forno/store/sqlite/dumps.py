"""Dump and import of an SQLite file: see `store/dumps.py`."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from forno.store.dumps import COLUMNS, TABLE_PREFIXES, TABLES_NAMESPACE, Dumped, KeyValue, not_empty
from forno.store.places import StoreError
from forno.store.rows import any_text
from forno.store.sqlite.files import FAILURES, FileLock, failure, make_folder
from forno.store.sqlite.schema import check_file, open_file

BOOLEANS: Final = (4, 11)
"""The columns of a summary that are yes or no, which are numbers here."""
ALL: Final = "SELECT table_id FROM tables UNION SELECT table_id FROM entries ORDER BY table_id"
LOG: Final = "SELECT number, entry, due FROM entries WHERE table_id = ? ORDER BY number"


def dump_tables(path: Path, tables: Sequence[str]) -> Iterator[Dumped]:
    check_file(path, may_be_new=False)
    try:
        with (
            closing(
                open_file(path, 1)
            ),  # brings an older file up to date, and clears away what SQLite leaves beside it
            closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, isolation_level=None)) as file,
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
        raise failure(path, error) from error


def dump_key_values(path: Path) -> list[KeyValue]:
    check_file(path, may_be_new=False)
    try:
        with closing(open_file(path, 1)) as file:
            file.text_factory = any_text
            return [
                KeyValue(*row) for row in file.execute("SELECT binder, name, text FROM leaves ORDER BY binder, name")
            ]
    except FAILURES as error:
        raise failure(path, error) from error


def _text(stored: Any) -> str:
    return any_text(stored) if isinstance(stored, bytes) else str(stored)


def _plain(row: Sequence[Any]) -> list[Any]:
    return [bool(value) if place in BOOLEANS else value for place, value in enumerate(row)]


def import_dump(path: Path, tables: Iterable[Dumped | KeyValue]) -> int:
    check_file(path)
    make_folder(path)
    claim = FileLock(path.resolve())
    try:
        with closing(open_file(path, 1)) as file:
            if file.execute("SELECT count(*) FROM entries").fetchone()[0]:
                raise not_empty(str(path))
            return _fill(path, file, tables)
    finally:
        claim.give_up()


def _fill(path: Path, file: sqlite3.Connection, tables: Iterable[Dumped | KeyValue]) -> int:
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
        raise failure(path, error) from error
    except StoreError:
        file.execute("ROLLBACK")
        raise
    file.execute("COMMIT")
    return number


def delete_tables(path: Path, tables: Sequence[str]) -> int:
    check_file(path, may_be_new=False)
    claim = FileLock(path.resolve())
    try:
        with closing(open_file(path, 1)) as file:
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
        raise failure(path, error) from error
    finally:
        claim.give_up()


def is_served(path: Path) -> bool:
    check_file(path, may_be_new=False)
    try:
        FileLock(path.resolve()).give_up()
    except StoreError:
        return True
    return False
