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

    The log decides races, and is all that counts. A notice tells where to look and nothing else; whoever missed one
    reads the log. Bots and clocks of a table act at the server that holds it. That is for economy: two that both think
    they hold it write the same number, and one of them is too late.
    """

    async def beat(self) -> bool:
        """Give a sign of life. `False` if none was there or it lapsed: nothing is held any more, and nobody is present.

        The leases of a server without a heartbeat for some seconds, by the store's clock, end.
        """

    async def hold(self, table_ids: Sequence[str]) -> set[str]:
        """Hold these tables. Returns those that are held now; the others are held elsewhere."""

    async def release(self, table_ids: Sequence[str]) -> None:
        """Release leases."""

    async def attend(self, table_id: str, number: int, seats: Sequence[int]) -> None:
        """These seats of a table read along at this server, and no others; everybody else is given notice."""

    async def news(self, known: Mapping[str, int]) -> dict[str, News]:
        """Return the news of tables, given the number of known entries; deleted tables are left out."""

    async def listen(self, ready: Callable[[], None], hear: Callable[[Sequence[Notice]], None]) -> None:
        """Hear what other servers write, until the line is cut. Raises `StoreError` with the reason.

        `ready` is called once the line stands. What was stored before that has to be asked for.
        """

    async def leave_note(self, name: str, text: str, seconds: float) -> None:
        """Keep a short text for so long, for whichever server is asked for it."""

    async def note(self, name: str) -> str | None:
        """Return the text of that name, unless its time is over."""

    async def take_note(self, name: str) -> str | None:
        """Remove a note, and return its text unless its time is over. Of several servers at once one gets it."""
