"""Callers of commands: which seats they have at a table."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from forno.core.errors import FornoError
from forno.core.language import _
from forno.live.live_table import LiveTable
from forno.table.guests import UNNAMED, tidy_name
from forno.table.keys import key_from, key_hash


class MissingKey(FornoError):
    """A request that needs a seat key has none."""

    code = "missing-key"


class Caller(ABC):
    """A device with the people before it, who may have several seats, or a program, which shows the key of one."""

    device = True
    client = ""
    """Address that rate limits count."""
    name = ""
    """The name that the person before a device goes by; empty if none is known."""

    @abstractmethod
    def seats(self, live: LiveTable) -> list[int]:
        """Return the seats that are the caller's, ascending."""

    @abstractmethod
    def secret(self, live: LiveTable, seat: int) -> str:
        """Return what the key of one of these seats at a rematch is derived from."""

    def sitting_key(self, _live: LiveTable, _seat: int | None) -> str:
        """Return the key with which the caller sits down there, however often it tries; empty for a random one."""
        return ""

    @abstractmethod
    def check_key(self) -> None:
        """Raise `MissingKey` for a caller without any key."""

    def seat(self, live: LiveTable, wanted: int | None = None) -> int:
        """Return the seat that acts: the one wanted, or the one that is awaited, or the first.

        Raises `MissingKey`, and `NoSeat` if it isn't the caller's.
        """
        self.check_key()
        seat = live.seat_among(self.seats(live), wanted)
        live.here(seat)
        return seat

    def seat_or_none(self, live: LiveTable, wanted: int | None = None) -> int | None:
        """Return the seat that acts, or `None` for a spectator."""
        return self.seat(live, wanted) if wanted is not None or self.seats(live) else None

    def host(self, live: LiveTable) -> int:
        """Return the host's seat. Raises `MissingKey`, `NoSeat` or `NotHost` if it isn't the caller's."""
        host = live.table.host
        seat = self.seat(live, host if host in self.seats(live) else None)
        live.table.check_host(seat)
        return seat

    def display_name(self, name: str) -> str:
        """Return the name of the person before the device: the one given, or the one known, or a stand-in."""
        return tidy_name(name) or self.name or _(UNNAMED)


class KeyCaller(Caller):
    """A browser with keys in its cookies."""

    def __init__(self, keys: Sequence[str], client: str = "", name: str = "", ticket: str = "") -> None:
        """`ticket`: a secret from which the keys follow with which it sits down."""
        self.keys = keys
        self.client = client
        self.name = name
        self.ticket = ticket

    def seats(self, live: LiveTable) -> list[int]:
        return live.seats_of(self.keys)

    def secret(self, live: LiveTable, seat: int) -> str:
        """Return the seat's key."""
        wanted = live.table.seats[seat].key_hash
        return next((key for key in self.keys if key_hash(key) == wanted), "")

    def sitting_key(self, live: LiveTable, seat: int | None) -> str:
        return key_from(live.id, f"{self.ticket} {seat}") if self.ticket else ""

    def check_key(self) -> None:
        if not self.keys:
            raise MissingKey(_("You have no seat at this table; take one, or use your personal link."))


class ProgramCaller(KeyCaller):
    """A program: the key of one seat, or none."""

    device = False

    def seat_or_none(self, live: LiveTable, wanted: int | None = None) -> int | None:
        return self.seat(live, wanted) if self.keys else None

    def display_name(self, name: str) -> str:
        return name

    def check_key(self) -> None:
        if not self.keys:
            raise MissingKey(_("This needs the key you got when you sat down; send it as 'Authorization: Bearer KEY'."))
