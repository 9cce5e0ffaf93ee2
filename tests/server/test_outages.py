"""A database that can't be reached: said once in the log, however often it is tried again, and whoever asks."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from math import inf
from typing import Any

import pytest

from forno.server import cluster
from forno.server.cluster import Cluster
from forno.store.base import Notice
from forno.store.places import StoreError
from tests.loops import run


class Down:
    """A database that refuses a number of attempts, then answers again."""

    worker = "a"

    def __init__(self, failures: int) -> None:
        self.failures = failures
        self.sharing: Any = self
        self.again = asyncio.Event()

    def _try(self) -> None:
        self.failures -= 1
        if self.failures >= 0:
            raise StoreError("nobody answers.")

    def now(self) -> float:
        return 0.0

    async def beat(self) -> bool:
        self._try()
        return True

    async def due(self, before: float = inf) -> list[str]:
        return []

    async def listen(self, ready: Callable[[], None], hear: Callable[[Sequence[Notice]], None]) -> None:
        self._try()
        ready()
        self.again.set()
        await asyncio.Event().wait()


def test_an_outage_is_logged_once_and_so_is_its_end(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "HEARTBEAT_SECONDS", 0.0)

    async def go_through_it() -> None:
        database: Any = Down(100)

        async def wake(_tables: Sequence[str]) -> None:
            raise AssertionError

        servers = Cluster(database, lambda: (), lambda _table: None, wake, lambda _live: None)
        servers.open()
        await database.again.wait()
        while servers._outages:
            await asyncio.sleep(0)
        await servers.close()

    with caplog.at_level(logging.INFO, "forno.web"):
        run(go_through_it())
    lost, found = [record.getMessage() for record in caplog.records]
    assert lost in (
        "lost the LISTEN connection; retrying: nobody answers.",
        "lost the database connection; retrying: nobody answers.",
    )
    assert found == "the database is connected again"
