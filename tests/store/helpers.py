"""Helpers for tests of the store."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

from forno.store.sqlite.store import SqliteStore
from forno.table.entries import Opened, Said
from forno.table.settings import TableSettings
from tests.loops import run

T = TypeVar("T")

OPENED = Opened(1.0, "mamma-mia", {"edition": "classic", "players": 2}, None, TableSettings(public=True))


def said(text: str) -> Said:
    return Said(5.0, None, "Zoe", "spectators", text)


def with_store(path: Path, use: Callable[[SqliteStore], Awaitable[T]]) -> T:
    """Call a function with the store, in a loop of its own, and close the store."""

    async def use_and_close() -> T:
        store = SqliteStore(path)
        try:
            return await use(store)
        finally:
            await store.close()

    return run(use_and_close())
