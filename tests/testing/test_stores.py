"""The checks of stores: ours keeps its promises, and a store that breaks one is noticed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from forno.store import Outlook, Store, open_store
from forno.store.rows import UNKNOWN
from forno.store.sqlite.store import SqliteStore
from forno.table.entries import Entry
from forno.table.errors import NotFound
from forno.testing import StoreCheckError, check_store
from tests.loops import run


def test_our_store_keeps_its_promises(tmp_path: Path) -> None:
    check_store(lambda: open_store(tmp_path / "tables.sqlite3"), run)


class Forgetful(SqliteStore):
    """Acknowledges every ninth entry without keeping it."""

    async def append(self, table_id: str, number: int, entry: Entry, outlook: Outlook = UNKNOWN) -> None:
        if table_id == "group9":
            return
        await super().append(table_id, number, entry, outlook)


class Careless(SqliteStore):
    """Numbers entries itself, so that everybody lands."""

    async def append(self, table_id: str, number: int, entry: Entry, outlook: Outlook = UNKNOWN) -> None:
        await super().append(table_id, len(await self.load(table_id)), entry, outlook)


class Talkative(SqliteStore):
    """Invents tables that aren't there."""

    async def load(self, table_id: str, start: int = 0) -> list[Entry]:
        try:
            return await super().load(table_id, start)
        except NotFound:
            return []


@pytest.mark.parametrize("kind", [Forgetful, Careless, Talkative])
def test_a_store_that_breaks_a_promise_is_noticed(tmp_path: Path, kind: Callable[[Path], Store]) -> None:
    with pytest.raises(StoreCheckError):
        check_store(lambda: kind(tmp_path / "tables.sqlite3"), run)
