"""Surroundings of a live table: the host's settings, and the other servers that share the table."""

from __future__ import annotations

from typing import Final, Protocol


class LiveSettings(Protocol):
    """Settings of a host that apply to all its tables. Times are in seconds."""

    @property
    def bot_pause(self) -> tuple[float, float]:
        """Time that a bot takes to answer, at least and at most."""

    @property
    def away_after(self) -> float:
        """Time without a stream after which a seat counts as absent."""

    @property
    def deal_patience(self) -> float:
        """Time that a start waits for numbers that were promised for the deal."""

    @property
    def idle_after(self) -> float:
        """Time without anybody after which a table leaves the memory (never the store)."""

    @property
    def most_streams(self) -> int:
        """Number of spectators' streams at one table."""

    @property
    def most_tabs(self) -> int:
        """Number of streams of one seat."""


class Duties(Protocol):
    """Division of work between servers that share tables."""

    @property
    def alone(self) -> bool:
        """Whether no other server writes to these tables."""

    def acts(self, table_id: str) -> bool:
        """Return whether a table's bots and clocks act here. If they may later, the table's `next` is called then."""

    def attend(self, table_id: str) -> None:
        """Note that the set of local readers changed."""

    def look(self, table_id: str) -> None:
        """Read soon what other servers may have written to a table."""


class Alone:
    """Duties of a server that shares its tables with no other."""

    alone = True

    def acts(self, _table_id: str) -> bool:
        return True

    def attend(self, _table_id: str) -> None:
        """Do nothing: no other server has to know."""

    def look(self, _table_id: str) -> None:
        """Do nothing: no other server writes anything."""


ALONE: Final = Alone()
