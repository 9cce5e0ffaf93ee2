"""Schema of an SQLite file: created, recognised and migrated."""

from __future__ import annotations

import sqlite3
import stat
from pathlib import Path

from forno.core.language import _
from forno.store.places import StoreError, newer_version, other_data
from forno.store.sqlite.files import FAILURES, failure, keep_private, no_access, no_tables, not_a_database

APPLICATION_ID = 0x466F726E
"""Marks the file as ours: "Forn"."""
VERSION = 6
"""The version of the schema below."""
LEAVES = """
CREATE TABLE leaves (
    binder TEXT NOT NULL,
    name TEXT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (binder, name)
) WITHOUT ROWID
"""
OUTBOX = """
CREATE TABLE outbox (
    table_id TEXT NOT NULL,
    seat INTEGER NOT NULL,
    topic TEXT NOT NULL,
    turn REAL NOT NULL,
    ready REAL,
    attempts INTEGER NOT NULL,
    delivered TEXT NOT NULL,
    PRIMARY KEY (table_id, seat, topic, turn)
) WITHOUT ROWID;
CREATE INDEX waiting ON outbox (ready) WHERE ready IS NOT NULL
"""
SCHEMA = f"""
CREATE TABLE entries (
    table_id TEXT NOT NULL,
    number INTEGER NOT NULL,
    entry TEXT NOT NULL,
    due REAL DEFAULT 0,
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
    wakes INTEGER NOT NULL,
    places TEXT NOT NULL DEFAULT '[]'
) WITHOUT ROWID;
CREATE INDEX lobby ON tables (phase, changed) WHERE public;
CREATE INDEX waking ON tables (table_id) WHERE wakes;
CREATE INDEX finished ON tables (table_id) WHERE phase = 'over';
{LEAVES};
{OUTBOX}"""
FROM_VERSION = {
    1: "ALTER TABLE entries ADD COLUMN due REAL DEFAULT 0",
    2: "DROP INDEX lobby; CREATE INDEX lobby ON tables (phase, changed) WHERE public",
    3: "ALTER TABLE tables ADD COLUMN places TEXT NOT NULL DEFAULT '[]'",
    4: f"CREATE INDEX finished ON tables (table_id) WHERE phase = 'over'; {LEAVES}",
    5: OUTBOX,
}
"""Migrations by version. What was due in older files is unknown, so all tables are woken."""
BUSY_TIMEOUT_SECONDS = 10.0
"""Seconds to wait while another process writes to the same file."""


SQLITE_SIGNATURE = b"SQLite format 3\0"
HEADER_BYTES = 100
USER_VERSION_BYTES, APPLICATION_ID_BYTES = slice(60, 64), slice(68, 72)
"""Places of these numbers in SQLite's header, big-endian."""


def check_file(path: Path, may_be_new: bool = True) -> None:
    """Check that a path names a file of tables, or that one can be created there. Touches nothing.

    Raises `StoreError` with the reason.
    """
    try:
        found = path.stat()
        if stat.S_ISDIR(found.st_mode):
            raise StoreError(
                _("{path} is a folder; name a file in it, such as {file}.").format(
                    path=path, file=path / "forno.sqlite3"
                )
            )
        if not stat.S_ISREG(found.st_mode):
            raise StoreError(_("{path} isn't a regular file; choose another.").format(path=path))
        with path.open("rb") as file:
            header = file.read(HEADER_BYTES)
    except FileNotFoundError:
        if may_be_new:
            return
        raise no_tables(path) from None
    except OSError as error:
        raise no_access(path, error) from error
    if not header and may_be_new:
        return
    if not header:
        raise no_tables(path)
    if not header.startswith(SQLITE_SIGNATURE):
        raise not_a_database(path)
    if int.from_bytes(header[APPLICATION_ID_BYTES], "big") != APPLICATION_ID:
        raise other_data(path)
    if int.from_bytes(header[USER_VERSION_BYTES], "big") > VERSION:
        raise newer_version(path)


def open_file(path: Path, statements: int) -> sqlite3.Connection:
    """Open the writing connection to a file that is ours, or a new one; so many statements are kept prepared.

    Raises `StoreError` with the reason; then nothing is changed.
    """
    check_file(path)
    keep_private(path.resolve())
    try:
        connection = sqlite3.connect(
            path,
            timeout=BUSY_TIMEOUT_SECONDS,
            isolation_level=None,
            check_same_thread=False,
            cached_statements=statements,
        )
    except FAILURES as error:
        raise failure(path, error) from error
    try:
        _prepare(connection, path)
    except FAILURES as error:
        connection.close()
        raise failure(path, error) from error
    except StoreError:
        connection.close()
        raise
    return connection


def _prepare(connection: sqlite3.Connection, path: Path) -> None:
    connection.execute("BEGIN IMMEDIATE")
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    ours = connection.execute("PRAGMA application_id").fetchone()[0] == APPLICATION_ID
    empty = not connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    if not empty and (not ours or version < 1):
        raise other_data(path)
    if version > VERSION:
        raise newer_version(path)
    if empty:
        for statement in SCHEMA.split(";"):
            connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    else:
        for statement in ";".join(FROM_VERSION[older] for older in range(version, VERSION)).split(";"):
            connection.execute(statement)
    if version < VERSION:
        connection.execute(f"PRAGMA user_version = {VERSION}")
    connection.execute("COMMIT")
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
