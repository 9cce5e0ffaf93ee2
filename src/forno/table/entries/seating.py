"""Entries of guests who come, go, are away or return."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Final

from forno.core.language import _, capital
from forno.table.entries.base import Entry
from forno.table.errors import BadSetting, NoSeat, NotYourTurn, SeatTaken, WrongPhase
from forno.table.guests import Seat, check_name

if TYPE_CHECKING:
    from forno.table.state import TableState

MAX_BOT_NAME_CHARACTERS: Final = 200


@dataclass(frozen=True)
class Sat(Entry):
    """A person takes a seat."""

    kind = "sat"

    seat: int
    name: str
    key_hash: str

    def check(self, table: TableState) -> None:
        table.check_free(self.seat)
        check_name(self.name)
        if not self.key_hash:
            raise NoSeat(_("Whoever sits down needs a key."))

    def apply(self, table: TableState) -> None:
        table.put(self.seat, Seat(self.name, self.key_hash))
        table.arrivals = (*table.arrivals, self.seat)


@dataclass(frozen=True)
class Renamed(Entry):
    """A person takes another name before the start."""

    kind = "renamed"

    seat: int
    name: str

    def check(self, table: TableState) -> None:
        table.check_gathering()
        table.check_person(self.seat)
        check_name(self.name)

    def apply(self, table: TableState) -> None:
        table.put(self.seat, replace(table.seats[self.seat], name=self.name))


@dataclass(frozen=True)
class Left(Entry):
    """A person gives the seat up before the start."""

    kind = "left"

    seat: int

    def check(self, table: TableState) -> None:
        table.check_gathering()
        table.check_person(self.seat)

    def apply(self, table: TableState) -> None:
        empty(table, self.seat)


@dataclass(frozen=True)
class BotSat(Entry):
    """The host invites a bot."""

    kind = "bot-sat"
    added: ClassVar[Mapping[str, Any]] = {"name": ""}

    seat: int
    bot: str
    name: str = ""
    """The bot's name at the table; empty for one that is called after its kind."""

    def check(self, table: TableState) -> None:
        table.check_free(self.seat)
        check_bot(self.bot)
        if self.name:
            check_name(self.name)

    def apply(self, table: TableState) -> None:
        table.put(self.seat, Seat(self.name or self.bot, bot=self.bot))


@dataclass(frozen=True)
class SeatCleared(Entry):
    """The host takes a bot or a person from a seat before the start."""

    kind = "seat-cleared"

    seat: int

    def check(self, table: TableState) -> None:
        table.check_gathering()
        if not table.check_seat(self.seat).taken:
            raise NoSeat(_("Nobody sits there."))

    def apply(self, table: TableState) -> None:
        empty(table, self.seat)


@dataclass(frozen=True)
class StandInChosen(Entry):
    """A person chooses the bot that plays for them when they are away."""

    kind = "stand-in-chosen"

    seat: int
    bot: str

    def check(self, table: TableState) -> None:
        if table.phase == "over":
            raise WrongPhase(capital(_("the game is over; nothing can be done any more.")))
        table.check_person(self.seat)
        check_bot(self.bot)

    def apply(self, table: TableState) -> None:
        table.put(self.seat, replace(table.seats[self.seat], stand_in_bot=self.bot))


@dataclass(frozen=True)
class HandedOver(Entry):
    """The others let a bot play for a person who is away: the one that the person chose, or the server's."""

    kind = "handed-over"

    seat: int
    bot: str
    by_seat: int

    def check(self, table: TableState) -> None:
        table.check_playing()
        seat = table.check_person(self.seat)
        table.check_person(self.by_seat)
        check_bot(self.bot)
        if seat.stand_in:
            raise SeatTaken(_("A bot plays this seat already."))
        if self.by_seat == self.seat:
            raise NotYourTurn(_("Only the others can let a bot play for you."))

    def apply(self, table: TableState) -> None:
        table.put(self.seat, replace(table.seats[self.seat], bot=self.bot, stand_in=True))


@dataclass(frozen=True)
class TakenBack(Entry):
    """A person who was away plays again."""

    kind = "taken-back"

    seat: int

    def check(self, table: TableState) -> None:
        table.check_playing()
        if not table.check_person(self.seat).stand_in:
            raise SeatTaken(_("You play this seat yourself."))

    def apply(self, table: TableState) -> None:
        table.put(self.seat, replace(table.seats[self.seat], bot=None, stand_in=False))
        table.asked = self.time


def empty(table: TableState, seat: int) -> None:
    """Free a seat; a number that was promised there goes with the guest."""
    table.put(seat, Seat())
    table.deal = table.deal.without(seat)
    table.arrivals = tuple(other for other in table.arrivals if other != seat)


def check_bot(bot: str) -> None:
    """Raise `BadSetting` for what can't be the name of a bot. Which bots there are is for the host to know."""
    if not bot or len(bot) > MAX_BOT_NAME_CHARACTERS or not bot.isprintable():
        raise BadSetting(_("There is no such bot; choose one from the list."))
