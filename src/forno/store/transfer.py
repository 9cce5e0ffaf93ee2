"""Operations on whole stores from outside a server: dump, import, delete."""

from __future__ import annotations

import os
import secrets
from collections.abc import AsyncIterator, Iterable, Sequence
from pathlib import Path

from forno.store.dumps import Dumped, KeyValue
from forno.store.places import SECRET_ENDING, file_of, is_database
from forno.store.sqlite import dumps as sqlite_dumps
from forno.store.sqlite.schema import check_file


async def dump_tables(place: str, tables: Sequence[str] = ()) -> AsyncIterator[Dumped]:
    """Yield all tables, or some, as one snapshot; a server may run meanwhile. Raises `StoreError`."""
    if is_database(place):
        from forno.store.postgres import dumps as postgres_dumps

        async for table in postgres_dumps.dump_tables(place, tables):
            yield table
    else:
        for table in sqlite_dumps.dump_tables(file_of(place), tables):
            yield table


async def dump_key_values(place: str) -> list[KeyValue]:
    """Return all key–values. Raises `StoreError`."""
    if is_database(place):
        from forno.store.postgres import dumps as postgres_dumps

        return await postgres_dumps.dump_key_values(place)
    return sqlite_dumps.dump_key_values(file_of(place))


async def import_dump(place: str, tables: Iterable[Dumped | KeyValue]) -> int:
    """Import tables and key–values into an empty store, all or nothing. Return the number of tables. Raises
    `StoreError`."""
    if is_database(place):
        from forno.store.postgres import dumps as postgres_dumps

        return await postgres_dumps.import_dump(place, tables)
    return sqlite_dumps.import_dump(file_of(place), tables)


async def delete_tables(place: str, tables: Sequence[str]) -> int:
    """Delete tables; return how many there were. Raises `StoreError` if a server uses the file."""
    if is_database(place):
        from forno.store.postgres import dumps as postgres_dumps

        return await postgres_dumps.delete_tables(place, tables)
    return sqlite_dumps.delete_tables(file_of(place), tables)


async def is_served(place: str) -> bool:
    """Return whether a server is running on these tables."""
    if is_database(place):
        from forno.store.postgres import dumps as postgres_dumps

        return await postgres_dumps.is_served(place)
    return sqlite_dumps.is_served(file_of(place))


async def change_secret(place: str) -> None:
    """Replace the secret, from the next start on."""
    if is_database(place):
        from forno.store.postgres import dumps as postgres_dumps

        await postgres_dumps.new_secret(place, secrets.token_hex(32))
    else:
        check_file(file_of(place), may_be_new=False)
        write_secret(secret_file(place), secrets.token_hex(32))


def secret_file(place: str) -> Path:
    """Return the path of the secret beside a file of tables."""
    return file_of(place).with_suffix(SECRET_ENDING)


def write_secret(path: Path, secret: str) -> None:
    """Write the secret atomically, readable by its owner only."""
    new = path.with_suffix(f"{SECRET_ENDING}.new")
    new.unlink(missing_ok=True)
    with open(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as file:
        file.write(secret + "\n")
    new.replace(path)
