"""Sharing of tables among several servers: notices and leases."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, Protocol

from forno.table.entries import Entry


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
