"""Entries of the chat, of notebooks, and of the memory aid of one seat."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from forno.core.language import _, capital
from forno.table.entries.base import Entry
from forno.table.errors import BadSetting, BadText, WrongPhase
from forno.table.guests import JOINER, check_name, check_text

if TYPE_CHECKING:
    from forno.table.state import TableState

ROOMS: Final = ("table", "spectators")

MAX_NOTES_CHARACTERS: Final = 2000


@dataclass(frozen=True)
class Said(Entry):
    """Something said: by players at the table, by spectators among themselves."""

    kind = "said"

    seat: int | None
    """The speaker's seat; `None` for a spectator."""
    name: str
    room: str
    text: str

    def check(self, table: TableState) -> None:
        table.check_begun()
        if self.room not in ROOMS or (self.seat is None) != (self.room == "spectators"):
            raise BadSetting(_("Players talk at the table, spectators among themselves."))
        if self.seat is not None:
            table.check_person(self.seat)
        check_name(self.name)
        check_text(self.text)

    def apply(self, _table: TableState) -> None:
        """Change nothing: the log is where the words are kept."""


@dataclass(frozen=True)
class Noted(Entry):
    """A person writes in their notebook, which nobody else ever sees. The text replaces the one before."""

    kind = "noted"

    seat: int
    text: str

    def check(self, table: TableState) -> None:
        table.check_playing()
        table.check_person(self.seat)
        if not table.settings.notes:
            raise WrongPhase(_("This table is played without notes: what you saw is yours to remember."))
        check_notes(self.text)

    def apply(self, table: TableState) -> None:
        table.notes = {**table.notes, self.seat: self.text}


@dataclass(frozen=True)
class AidGiven(Entry):
    """The host gives one person the memory aid as a handicap, or takes it away. Everybody sees it."""

    kind = "aid-given"

    seat: int
    aided: bool

    def check(self, table: TableState) -> None:
        table.check_gathering()
        table.check_person(self.seat)
        if table.settings.daily or table.game.with_memory_aid() is None:
            raise BadSetting(_("Nobody can have a memory aid at this table."))

    def apply(self, table: TableState) -> None:
        table.put(self.seat, replace(table.seats[self.seat], aided=self.aided))


def clean_notes(text: str) -> str:
    """Return a notebook's text with one kind of line ends. Raises `BadText`."""
    notes = "\n".join(line.rstrip().replace("\t", " ") for line in text.splitlines()).strip("\n")
    check_notes(notes)
    return notes


def check_notes(text: str) -> None:
    """Raise `BadText` for what a notebook can't hold."""
    if len(text) > MAX_NOTES_CHARACTERS:
        raise BadText(capital(_("this is too long; use at most {most} characters.")).format(most=MAX_NOTES_CHARACTERS))
    if not text.replace("\n", "").replace(JOINER, "").isprintable():
        raise BadText(_("Some of its characters can't be shown; use letters, digits and plain symbols."))
