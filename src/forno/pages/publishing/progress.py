"""Progress of publishing a table: positions, who is publicly awaited, who hears which words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from forno.core.events import Event
from forno.pages.face import Regions
from forno.pages.publishing.messages import StreamPosition
from forno.pages.publishing.readers import Viewer
from forno.table.entries import Entry, Moved, Noted, Said, Started, TakenBack
from forno.table.entries.agreeing import begins_anew
from forno.table.history import Part
from forno.table.table import Table

ROUND: Final = "round"
MAX_MESSAGES_TOLD: Final = 50
"""Number of chat lines that a page begins with."""


class Told(NamedTuple):
    """A part of the game that is told now."""

    events: Sequence[Event]
    position: StreamPosition
    """Position after it."""
    shown: bool
    """Whether everybody sees something of it."""


class Own(NamedTuple):
    """News for one seat alone."""

    number: int
    """Number that a move of the seat must answer."""
    regions: Regions
    asides: list[str]
    awaited: bool


class Progress:
    """Public progress of a table."""

    def __init__(self, table: Table, clock: Callable[[], float]) -> None:
        self.table = table
        self.clock = clock
        self.others: list[Entry] = []
        """Entries that everybody may know of, besides the start and moves."""
        self._heard = 0
        """Number of published events."""
        self._ends: list[int] = []
        """Ends of the parts shown to everybody."""
        self.asked = clock()
        """Time of the last public news that may ask for an answer."""
        self._asked_at = 0.0
        """The same time as the table stores it."""

    # --- going on -----------------------------------------------------------------

    def note_entry(self, entry: Entry, ago: float) -> None:
        """Note an entry of `ago` seconds ago, with which the clock may begin anew."""
        if not isinstance(entry, Moved | Started | Noted):
            self.others.append(entry)
        if begins_anew(entry, self.table) or (isinstance(entry, TakenBack) and self.table.asked == entry.time):
            self._ask(ago)

    def note_part(self, part: Part, ago: float) -> Told:
        """Note that a part is told now, or was `ago` seconds ago."""
        self._heard += len(part.events)
        if part.shown:
            self._ends.append(self._heard)
            self._ask(ago)
        return Told(part.events, self.position, part.shown)

    def _ask(self, ago: float) -> None:
        self.asked = self.clock() - ago
        self._asked_at = self.table.asked

    @property
    def position(self) -> StreamPosition:
        return StreamPosition(len(self._ends), len(self.others))

    def parts_after(self, parts: int) -> list[list[Event]]:
        """Return the events of the parts after that number; what nobody noticed meanwhile goes with the next."""
        starts, events = [0, *self._ends][parts:], self.table.told_events()
        return [events[start:end] for start, end in zip(starts, self._ends[parts:], strict=False)]

    def events_before(self, parts: int) -> list[Event]:
        """Return the events of the first parts."""
        return self.table.told_events()[: self._ends[parts - 1] if parts else 0]

    # --- who is awaited -------------------------------------------------------------

    def awaited(self, seat: int | None) -> bool:
        """Return whether that seat has to decide and no bot does it."""
        table = self.table
        return seat is not None and table.awaited == seat and table.seats[seat].bot is None

    def call(self, viewer: Viewer) -> int | str | None:
        """Another seat of the same device that is to decide.

        Where nobody may know who is asked, it goes round (`ROUND`): to everybody on it, asked or not.
        """
        if len(viewer.device) < 2 or self.table.phase != "playing":
            return None
        if self.table.unnamed:
            return ROUND
        awaited = self.table.awaited
        if awaited is None or awaited == viewer.seat or awaited not in viewer.device:
            return None
        return awaited if self.table.seats[awaited].bot is None else None

    def clock_left(self, awaited: int | None) -> int | None:
        """Return the seconds left for the publicly awaited seat, the same whether or not it has a choice."""
        table = self.table
        if not table.settings.clock or table.phase != "playing":
            return None
        if awaited is not None and table.seats[awaited].bot is not None:
            return None
        whole = table.time_up(awaited, self._asked_at) - self._asked_at
        return max(0, round(whole - (self.clock() - self.asked)))

    def is_late(self, seat: int) -> bool:
        """Return whether a seat's time is up, as far as everybody may know: where nobody is named, everybody's is."""
        awaits = self.table.pending.awaits
        named = None if awaits is None else awaits.seat
        return named in (None, seat) and self.clock_left(named) == 0

    # --- what is said ---------------------------------------------------------------

    def hears(self, seat: int | None, entry: Said) -> bool:
        """Return whether a seat hears a room: players the table, spectators both, players all after the game."""
        return entry.room == "table" or seat is None or self.table.phase == "over"

    def words(self, seat: int | None, since: int = 0) -> list[dict[str, Any]]:
        """Return the chat lines from that entry on that a seat may hear."""
        heard = [entry for entry in self.others[since:] if isinstance(entry, Said) and self.hears(seat, entry)]
        return [chat_data(entry) for entry in heard[-MAX_MESSAGES_TOLD:]]


def chat_data(entry: Said) -> dict[str, Any]:
    return {"room": entry.room, "name": entry.name, "seat": entry.seat, "text": entry.text}


def seeing(events: Sequence[Event], players: int) -> set[int]:
    """Return the seats that see anything of these events."""
    return {seat for seat in range(players) if any(event.seen_by(seat) is not None for event in events)}
