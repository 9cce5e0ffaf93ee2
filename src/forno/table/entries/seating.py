"""Entries of guests who come, go, are away or return."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Final

from forno.core.language import _, capital
from forno.table.entries.base import Entry
from forno.table.errors import BadSetting, NoSeat, NotHost, NotYourTurn, SeatTaken, WrongPhase
from forno.table.guests import Seat, check_name
from forno.table.settings import BOT_PLAYS
from forno.table.timing import DAY_SECONDS, check_zone

if TYPE_CHECKING:
    from forno.table.state import TableState

MAX_BOT_NAME_CHARACTERS: Final = 200
ANSWER_HOURS: Final = (1, 6, 24, 72, 240)
"""Hours that answering times are told in; the last stand for longer, too."""
VACATION_NOTICE_SECONDS: Final = DAY_SECONDS
MAX_VACATION_SECONDS: Final = 31 * DAY_SECONDS
"""Vacations of one person in one game, all together."""


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
            raise NoSeat(_("You need a key to sit down."))

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
class KeyReplaced(Entry):
    """The host replaces the lost key of a person's seat during the game; everybody hears of it."""

    kind = "key-replaced"

    seat: int
    by_seat: int
    key_hash: str

    def check(self, table: TableState) -> None:
        table.check_playing()
        table.check_person(self.seat)
        if self.by_seat != table.key_keeper(self.seat):
            raise NotHost(_("Only the host can do that."))
        if not self.key_hash or any(seat.key_hash == self.key_hash for seat in table.seats):
            raise NoSeat(_("A seat needs a new key of its own."))

    def apply(self, table: TableState) -> None:
        seat = table.seats[self.seat]
        first = seat.first_key_hash or seat.key_hash
        table.put(self.seat, replace(seat, key_hash=self.key_hash, key_from=self.by_seat, first_key_hash=first))


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
    """The others let a bot play for a person who is away: the one that the person chose, or the server's.

    If the table has settled so, the person's own clock does it when it is up (`by_seat` is the seat itself).
    """

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
        if self.by_seat == self.seat and not self._by_clock(table):
            raise NotYourTurn(_("Only the others can let a bot play for you."))

    def _by_clock(self, table: TableState) -> bool:
        settings = table.settings
        named = table.awaited == self.seat and not table.unnamed
        return named and settings.clock > 0 and settings.late == BOT_PLAYS

    def apply(self, table: TableState) -> None:
        if table.awaited == self.seat:
            table.charge(self.seat, self.time)
        table.put(self.seat, replace(table.seats[self.seat], bot=self.bot, stand_in=True))
        table.settle_proposal(self.time)


@dataclass(frozen=True)
class Voted(HandedOver):
    """One of the others votes for a bot in a person's place; it plays when more than half have."""

    kind = "voted"

    def check(self, table: TableState) -> None:
        super().check(table)
        if (self.seat, self.by_seat) in table.votes:
            raise NotYourTurn(_("You have voted already."))

    def apply(self, table: TableState) -> None:
        table.votes |= {(self.seat, self.by_seat)}
        if sum(seat == self.seat for seat, _by in table.votes) >= table.votes_needed(self.seat):
            super().apply(table)


@dataclass(frozen=True)
class ZoneTold(Entry):
    """A person's time zone, by which nights and weekends don't count."""

    kind = "zone-told"

    seat: int
    zone: str

    def check(self, table: TableState) -> None:
        seat = check_slow(table, self.seat)
        check_zone(self.zone)
        if seat.zone_since is not None and self.time - seat.zone_since < DAY_SECONDS:
            raise BadSetting(_("You can change your time zone once a day."))

    def apply(self, table: TableState) -> None:
        table.put(self.seat, replace(table.seats[self.seat], zone=self.zone, zone_since=self.time))


@dataclass(frozen=True)
class AnswersTold(Entry):
    """Hours within which a person usually answered in earlier games over days, told before the game."""

    kind = "answers-told"

    seat: int
    hours: int

    def check(self, table: TableState) -> None:
        table.check_gathering()
        check_slow(table, self.seat)
        if self.hours not in ANSWER_HOURS:
            raise BadSetting(_("Choose one of: {choices}.").format(choices=", ".join(map(str, ANSWER_HOURS))))

    def apply(self, table: TableState) -> None:
        table.put(self.seat, replace(table.seats[self.seat], answers=self.hours))


@dataclass(frozen=True)
class VacationAnnounced(Entry):
    """A person announces days on which their clock stands still."""

    kind = "vacation-announced"

    seat: int
    begins: float
    ends: float

    def check(self, table: TableState) -> None:
        seat = check_slow(table, self.seat)
        if self.begins - self.time < VACATION_NOTICE_SECONDS:
            raise BadSetting(_("Announce a vacation at least a day before it begins, so that nobody is surprised."))
        days = sum(ends - begins for begins, ends in (*seat.vacations, (self.begins, self.ends)))
        if self.ends <= self.begins or days > MAX_VACATION_SECONDS:
            raise BadSetting(
                _("A vacation must end after it begins, and a game allows {days} days of vacation in all.").format(
                    days=MAX_VACATION_SECONDS // DAY_SECONDS
                )
            )

    def apply(self, table: TableState) -> None:
        seat = table.seats[self.seat]
        announced = tuple(sorted((*seat.vacations, (self.begins, self.ends))))
        table.put(self.seat, replace(seat, vacations=announced))


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
        if table.unnamed or table.awaited == self.seat:
            table.asked = self.time
        table.votes = frozenset(vote for vote in table.votes if vote[0] != self.seat)


def empty(table: TableState, seat: int) -> None:
    """Free a seat; a number that was promised there goes with the guest."""
    table.put(seat, Seat())
    table.deal = table.deal.without(seat)
    table.arrivals = tuple(other for other in table.arrivals if other != seat)


def check_slow(table: TableState, seat: int) -> Seat:
    """Return a person's seat at a table whose game goes over days. Raises what it isn't."""
    if table.phase == "over":
        raise WrongPhase(capital(_("the game is over; nothing can be done any more.")))
    if not table.settings.slow:
        raise WrongPhase(_("This game isn't played over several days, so hours and vacations don't matter."))
    return table.check_person(seat)


def check_bot(bot: str) -> None:
    """Raise `BadSetting` for what can't be the name of a bot. Which bots there are is for the host to know."""
    if not bot or len(bot) > MAX_BOT_NAME_CHARACTERS or not bot.isprintable():
        raise BadSetting(_("There is no such bot; choose one from the list."))
