"""Attendance at a table: who reads, and which seats are present."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from forno.pages.publishing.readers import Reader
from forno.table.table import Table


class Attendance:
    """Readers of a table, here and at other servers, and the seats that are present."""

    def __init__(self, table: Table, away_after: float, clock: Callable[[], float]) -> None:
        self.table = table
        self.away_after = away_after
        """Seconds without a stream after which a player is away."""
        self.clock = clock
        self.readers: dict[Reader, None] = {}
        """Readers in the order in which they are notified: those of seats first, the oldest first."""
        self._seen: dict[int, float] = {}
        """Time at which a seat was last present."""
        self._elsewhere: frozenset[int] = frozenset()
        """Seats with readers at other servers."""
        self._opened = clock()

    def present(self, seat: int) -> bool:
        """Return whether a seat is present, or was a moment ago. Invited bots always are."""
        if self.table.seats[seat].invited_bot or seat in self._elsewhere:
            return True
        if any(seat in reader.device for reader in self.readers):
            return True
        return self.clock() - self._seen.get(seat, self._opened) < self.away_after

    def all_present(self, seats: Iterable[int]) -> bool:
        """Return whether all of these seats are present."""
        return all(self.present(seat) for seat in seats)

    def note(self, *seats: int) -> None:
        """Note that these seats are present."""
        self._seen |= dict.fromkeys(seats, self.clock())

    def add(self, reader: Reader) -> None:
        """Add a reader; its seats are present."""
        self.readers = dict.fromkeys(sorted([*self.readers, reader], key=lambda other: other.seat is None))
        self.note(*reader.device)

    def remove(self, reader: Reader) -> list[int]:
        """Remove a reader; return the seats without readers now."""
        if reader not in self.readers:
            return []
        del self.readers[reader]
        gone = [seat for seat in reader.device if not any(seat in other.device for other in self.readers)]
        self.note(*gone)
        return gone

    def attend_elsewhere(self, seats: frozenset[int]) -> bool:
        """Set the seats with readers at other servers; return whether some are gone."""
        gone = self._elsewhere - seats
        self.note(*gone)
        self._elsewhere = seats
        return bool(gone)
