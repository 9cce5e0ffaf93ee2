"""The interface of a store, and the function that opens one."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from pathlib import Path
from typing import Protocol

from forno.store.key_values import KeyValues
from forno.store.outbox import Outbox
from forno.store.places import file_of, is_database
from forno.store.sharing import Sharing
from forno.store.summaries import UNKNOWN, Outlook, TableSummary
from forno.table.entries import Entry, Opened


class Store(Protocol):
    """A store of tables' logs.

    What was acknowledged survives crashes of the process and the machine. The number of an entry decides races: of
    several entries with the same number exactly one is stored.
    """

    @property
    def place(self) -> str:
        """Its address for the host's logs, without secrets."""

    @property
    def sharing(self) -> Sharing | None:
        """Sharing among several servers; `None` if only one server uses the tables."""

    @property
    def key_values(self) -> KeyValues:
        """Key–value store beside the tables."""

    @property
    def outbox(self) -> Outbox:
        """Notices that wait to be sent."""

    def now(self) -> float:
        """Return the time, in seconds since the epoch, by the clock that all servers of the tables share."""

    async def create(self, table_id: str, entry: Opened) -> None:
        """Store a new table with its first entry. Raises `Conflict` if the name is taken."""

    async def append(self, table_id: str, number: int, entry: Entry, outlook: Outlook = UNKNOWN) -> None:
        """Store the table's next entry with its outlook: due time, summary and notices.

        Raises `Conflict` if an entry has that number already, `NotFound` if there is no such table.
        """

    async def update(self, summary: TableSummary) -> None:
        """Replace a table's summary without an entry: nobody can play there any more."""

    async def load(self, table_id: str, start: int = 0) -> list[Entry]:
        """Return the table's log, or what follows its first entries. Raises `NotFound`."""

    async def listing(self, phase: str | None = None, game: str | None = None, limit: int = 50) -> list[TableSummary]:
        """Return public tables, the latest changed first; all, or those of a phase or a game."""

    async def summaries(self, table_ids: Sequence[str]) -> list[TableSummary]:
        """Return the summaries of these tables, public or not, in any order; unknown ones are left out.

        No log is read.
        """

    async def finished(self, after: str = "", limit: int = 500) -> list[str]:
        """Return the names of finished tables, public or not, in alphabetical order, from the one after `after` on.

        No log is read.
        """

    async def due(self, before: float = inf) -> list[str]:
        """Return the tables to wake, the longest due first: a bot has to decide, or a clock runs out, before that time.

        No log is read.
        """

    async def close(self) -> None:
        """Store what is still waiting, and close."""


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
