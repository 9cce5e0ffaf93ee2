"""Stores by their address: files are opened, databases are checked, and what is neither is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from forno.store import StoreError, open_store
from forno.store.opening import archive, check_place
from forno.store.sqlite.dumps import SqliteArchive
from forno.store.sqlite.store import SqliteStore
from tests.loops import run


def test_a_file_is_opened_however_it_is_named(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    for address in (path, str(path), f"sqlite:///{path}"):
        store = open_store(address)
        assert isinstance(store, SqliteStore)
        run(store.close())
    assert isinstance(archive(str(path)), SqliteArchive)


def test_a_place_is_checked_without_making_anything_there(tmp_path: Path) -> None:
    check_place(tmp_path / "tables.db")
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(StoreError, match="is a folder"):
        check_place(tmp_path)
    (tmp_path / "notes.db").write_text("olives, salami and a long line that is no database")
    with pytest.raises(StoreError, match="isn't a database"):
        check_place(tmp_path / "notes.db")


def test_an_address_of_nothing_that_keeps_tables_is_refused() -> None:
    for address in ("mysql://host/tables", ":memory:", "tables.secret"):
        with pytest.raises(StoreError):
            check_place(address)
        with pytest.raises(StoreError):
            open_store(address)
