"""The interface of a store: logs of tables, key–values beside them, and sharing among several servers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import inf
from typing import NamedTuple, Protocol

from forno.store.outbox import Outbox
from forno.store.rows import UNKNOWN, Outlook, TableSummary
from forno.table.entries import Entry, Opened


class KeyValues(Protocol):
    """Short texts by namespace and key.

    Anyone who knows a namespace can read everything in it. So a person's namespace can't be guessed, and is stored as a
    hash.
    """

    async def put(self, namespace: str, values: Mapping[str, str]) -> None:
        """Store these texts by key, all or none; existing ones are replaced."""

    async def put_new(self, namespace: str, key: str, text: str) -> None:
        """Store a text unless the key has one already, atomically: of several writers the first wins."""

    async def replace(self, namespace: str, key: str, old: str, new: str) -> bool:
        """Store a text if the key still has the old one, atomically; return whether it had."""

    async def read(self, namespace: str, keys: Sequence[str] | None = None) -> dict[str, str]:
        """Return all texts of a namespace, or those of these keys; missing ones are left out."""

    async def get(self, namespace: str, key: str) -> str:
        """Return the text of a key; empty if it has none."""
        return (await self.read(namespace, [key])).get(key, "")

    async def clear(self, namespace: str) -> int:
        """Delete a namespace; return the number of its texts."""


class MemoryKeyValues(KeyValues):
    """Key–values that aren't stored, for hosts that can work all of them out again."""

    def __init__(self) -> None:
        self._namespaces: dict[str, dict[str, str]] = {}

    async def put(self, namespace: str, values: Mapping[str, str]) -> None:
        self._namespaces.setdefault(namespace, {}).update(values)

    async def put_new(self, namespace: str, key: str, text: str) -> None:
        self._namespaces.setdefault(namespace, {}).setdefault(key, text)

    async def replace(self, namespace: str, key: str, old: str, new: str) -> bool:
        if self._namespaces.get(namespace, {}).get(key) != old:
            return False
        await self.put(namespace, {key: new})
        return True

    async def read(self, namespace: str, keys: Sequence[str] | None = None) -> dict[str, str]:
        values = self._namespaces.get(namespace, {})
        return dict(values) if keys is None else {key: values[key] for key in keys if key in values}

    async def clear(self, namespace: str) -> int:
        return len(self._namespaces.pop(namespace, {}))


class Notice(NamedTuple):
    """Notice that a table has news, such as an entry. It may be late, or never come."""

    table: str
    number: int


class News(NamedTuple):
    """News of a table that a server doesn't know yet."""

    entries: list[Entry]
    """Entries after the known ones."""
    elsewhere: frozenset[int]
    """Seats with readers at other servers."""


class Sharing(Protocol):
    """Extra promises of a store that several servers may use at the same time.

    The log decides races. A notice only says which table has news; a server that missed one reads the log. Bots and
    clocks of a table act at the server that holds its lease. Leases only save work: if two servers think that they hold
    one, both write the same number, and one of them gets `Conflict`.
    """

    async def beat(self) -> bool:
        """Send a heartbeat. `False` if there was none before or it lapsed: then no lease is held, and nobody is
        present.

        Leases end when their server has sent no heartbeat for some seconds, by the store's clock.
        """

    async def hold(self, table_ids: Sequence[str]) -> set[str]:
        """Take the leases of these tables. Returns those that this server holds now; other servers hold the rest."""

    async def release(self, table_ids: Sequence[str]) -> None:
        """Release leases."""

    async def attend(self, table_id: str, number: int, seats: Sequence[int]) -> None:
        """Store which seats of a table have readers at this server, and notify the other servers."""

    async def news(self, known: Mapping[str, int]) -> dict[str, News]:
        """Return the news of tables, given the number of known entries; deleted tables are left out."""

    async def listen(self, ready: Callable[[], None], hear: Callable[[Sequence[Notice]], None]) -> None:
        """Listen for notices of other servers until the connection breaks. Raises `StoreError` with the reason. `ready`
        is called once it listens; earlier news must be asked for.
        """

    async def leave_note(self, name: str, text: str, seconds: float) -> None:
        """Store a short text for `seconds`, readable by every server."""

    async def note(self, name: str) -> str | None:
        """Return the text of that name, unless it has expired."""

    async def take_note(self, name: str) -> str | None:
        """Remove a note, and return its text unless it has expired. Of several servers only one gets it."""


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

    async def listing(self, phase: str | None = None, limit: int = 50) -> list[TableSummary]:
        """Return public tables, the latest changed first; all, or those of a phase."""

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
