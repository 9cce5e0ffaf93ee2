"""The store of a browser: tables in its own storage."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from unittest.mock import patch

import pytest

from forno.offline.browser_host import KeepResult, MemoryShelf, ShelfStore
from forno.store import StoreError
from forno.table.entries import Opened
from forno.table.errors import Damaged
from forno.table.settings import TableSettings
from forno.testing import check_store
from tests.loops import run

OPENED = Opened(1.0, "mamma-mia", {"players": 2}, None, TableSettings())


def test_a_store_on_a_shelf_keeps_a_stores_promises() -> None:
    shelf = MemoryShelf()
    # In a thread of its own: once a browser of Playwright's is open, this one has a loop already.
    with ThreadPoolExecutor(1) as threads:
        threads.submit(check_store, lambda: ShelfStore(shelf)).result()


def test_who_has_no_room_left_is_told_so_and_loses_nothing() -> None:
    shelf = MemoryShelf()
    store = ShelfStore(shelf)
    run(store.create("here", OPENED))

    async def full(*_entry: object) -> str:
        return KeepResult.FULL

    with patch.object(shelf, "add", full), pytest.raises(StoreError, match="This device is full"):
        run(store.append("here", 1, OPENED))
    assert run(store.load("here")) == [OPENED]


def test_a_damaged_table_concerns_no_other() -> None:
    shelf = MemoryShelf()
    store = ShelfStore(shelf)
    run(store.create("fine", OPENED))
    run(shelf.add("torn", 0, "{", None, "{"))
    run(shelf.add("odd", 0, "{}", None, json.dumps([1, 2])))
    with pytest.raises(Damaged):
        run(store.load("torn"))
    assert [summary.table for summary in run(store.everything())] == ["fine"]
