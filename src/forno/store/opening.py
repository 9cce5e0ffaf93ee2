"""Stores by their address: a file, or a database with its extra `postgres`."""

from __future__ import annotations

from pathlib import Path

from forno.store.base import Store
from forno.store.dumps import Archive
from forno.store.places import file_of, is_database


def check_place(url: str | Path) -> None:
    """Check that this address has tables or could have them, without changing anything.

    Raises `StoreError` with the reason.
    """
    if is_database(url):
        from forno.store.postgres.connections import check_address

        check_address(str(url))
    else:
        from forno.store.sqlite.schema import check_file

        check_file(file_of(url))


def open_store(url: str | Path, serving: bool = False) -> Store:
    """Open the store at that address: a file, `sqlite:///file`, or `postgresql://…`. Raises `StoreError` with the
    reason. `serving`: open it for a server. A file has one server at a time.
    """
    if is_database(url):
        from forno.store.postgres.store import PostgresStore

        return PostgresStore(str(url))
    from forno.store.sqlite.store import SqliteStore

    return SqliteStore(file_of(url), serving)


def archive(place: str) -> Archive:
    """Return the store at an address."""
    if is_database(place):
        from forno.store.postgres.dumps import PostgresArchive

        return PostgresArchive(place)
    from forno.store.sqlite.dumps import SqliteArchive

    return SqliteArchive(place)
