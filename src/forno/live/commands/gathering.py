"""Commands before the game: sitting down, inviting, settling options, starting."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Final

from forno.bots import DEFAULT_BOT
from forno.core.errors import OptionError
from forno.core.language import _
from forno.core.sealing import seal_of
from forno.live.commands.arguments import Digits, Fields, Options, Ticket
from forno.live.commands.registry import Call, Result
from forno.live.host import Host
from forno.pages.documents.forms import TableWish, changed_options, read_choices
from forno.table.entries import AidGiven, Configured, Left, Renamed, SeatCleared
from forno.table.errors import WrongPhase
from forno.table.guests import clean_name, tidy_name
from forno.table.keys import key_from, table_id_from
from forno.table.settings import TableSettings
from forno.table.table import Table

CHANGED_SETTINGS: Final = ("public", "clock", "increment", "bank", "late", "rest", "notes")
"""Settings that hosts choose."""


@dataclass(frozen=True)
class NewTable:
    """A table to be opened. Options are those of `GET /api/games`; a deck of your own is the text of its file."""

    game: str
    options: Options = field(default_factory=dict)
    deck: str | None = None
    public: bool = False
    clock: int = 0
    """Seconds for each decision, or with an increment at the start; 0 without a clock."""
    increment: int = 0
    """Seconds that each decision adds to the player's bank."""
    bank: int = 0
    """Most seconds that a bank holds."""
    late: str = TableSettings.late
    """Effect when time is up: `bot-decides` this once, `bot-plays` on, the table must `wait`, or the others `vote`."""
    rest: str = ""
    """Hours that don't count: none, `nights` or `nights-weekends`."""
    notes: bool = False
    """Whether everybody has a notebook of their own."""
    name: str = ""
    """Sit down at once, under this name, as the host."""
    ticket: Ticket | None = None
    """The same ticket again is answered with the same table, seat and key."""


async def open_table(host: Host, sent: NewTable) -> Result:
    """Open a table. With a name, also sit down there as its host; the key is given once."""
    if "deck" in sent.options:
        raise OptionError(_("A table takes a deck as a text, not as a file."))
    settings = TableSettings(**{name: getattr(sent, name) for name in CHANGED_SETTINGS})
    table_id = "" if sent.ticket is None else table_id_from("ticket", sent.ticket)
    live = await host.create(sent.game, TableWish(dict(sent.options), settings, sent.deck), table_id)
    if not sent.name:
        return Result(live)
    seat, key = await host.sit(live, sent.name, key="" if sent.ticket is None else key_from(live.id, sent.ticket))
    return Result(live, seat, (key,))


@dataclass(frozen=True)
class Nothing:
    """No arguments."""


@dataclass(frozen=True)
class Sitting:
    """A guest's name and seat; the first free seat if none is named."""

    name: str
    seat: int | None = None
    ticket: Ticket | None = None
    """The same ticket again is answered with the same seat and key."""


async def sit(at: Call, sent: Sitting) -> Result:
    """Take a seat. The key is given once, unless one asks again with the same ticket."""
    live, caller = at.live, at.caller
    mine = caller.seats(live) if caller.device else []
    if sent.seat is not None and sent.seat in mine:
        return Result(live, sent.seat)
    if mine:
        # A guest with a seat seats somebody else on the same device, which only the host may.
        caller.host(live)
    name = sent.name if mine else caller.display_name(sent.name)
    key = caller.sitting_key(live, sent.seat) if sent.ticket is None else key_from(live.id, sent.ticket)
    seat, key = await at.host.sit(live, name, sent.seat, key)
    return Result(live, seat, (key,), "" if mine else tidy_name(sent.name))


@dataclass(frozen=True)
class Name:
    """Another name."""

    name: str


async def rename(at: Call, sent: Name) -> Result:
    """Change your name before the start."""
    name = clean_name(at.caller.display_name(sent.name))
    await at.live.enter(lambda: Renamed(at.live.now(), at.seat, name))
    return Result(at.live, at.seat, name=tidy_name(sent.name))


async def leave(at: Call, _sent: Nothing) -> None:
    """Stand up before the start."""
    await at.live.enter(lambda: Left(at.live.now(), at.seat))


@dataclass(frozen=True)
class BotPlace:
    """A bot, and where it sits down."""

    seat: int
    bot: str = DEFAULT_BOT


async def seat_bot(at: Call, sent: BotPlace) -> None:
    """The host invites a bot."""
    await at.host.seat_bot(at.live, sent.seat, sent.bot)


@dataclass(frozen=True)
class OpenedSeat:
    """A seat that something is done to."""

    seat: int


async def clear(at: Call, sent: OpenedSeat) -> None:
    """The host clears a seat before the start."""
    await at.live.enter(lambda: SeatCleared(at.live.now(), sent.seat))


@dataclass(frozen=True)
class Aid:
    """A seat, and whether it has the memory aid as a handicap."""

    seat: int
    aided: bool = True


async def give_aid(at: Call, sent: Aid) -> None:
    """The host gives one person the memory aid before the start, or takes it away; everybody sees it."""
    await at.live.enter(lambda: AidGiven(at.live.now(), sent.seat, sent.aided))


@dataclass(frozen=True)
class Configuration:
    """Changes by the host before the start; what isn't named stays."""

    options: Options = field(default_factory=dict)
    """An option that is null is as usual again."""
    public: bool | None = None
    clock: int | None = None
    """A clock alone is for each decision; name increment and bank, too, for one with a bank."""
    increment: int | None = None
    bank: int | None = None
    late: str | None = None
    rest: str | None = None
    notes: bool | None = None


async def configure(at: Call, sent: Configuration) -> None:
    """The host changes options and settings before the start."""
    live = at.live
    options = {name: value for name, value in {**live.table.game.options, **sent.options}.items() if value is not None}
    before = live.table.settings
    if sent.clock is not None:
        before = replace(before, increment=0, bank=0)
    changes = {name: value for name in CHANGED_SETTINGS if (value := getattr(sent, name)) is not None}
    settings = replace(before, **changes)
    await at.host.read_deck(live.table.game.name, live.table.deck_text)
    await live.enter(lambda: Configured(live.now(), options, settings))


def read_table_form(table: Table, form: Fields) -> Configuration:
    """Read the form at the table: colours, starting player, clock and lobby."""
    options, settings = read_choices(table, form)
    changes = {name: getattr(settings, name) for name in CHANGED_SETTINGS}
    return Configuration(dict.fromkeys(table.game.options) | options, **changes)


def read_options_form(table: Table, form: Fields) -> Configuration:
    """Read the form with everything that a table is opened with: edition, number of players and so on."""
    return Configuration(dict.fromkeys(table.game.options) | changed_options(table, form))


@dataclass(frozen=True)
class Starting:
    """The bot that takes all seats that stayed empty."""

    bot: str = ""


async def start(at: Call, sent: Starting) -> None:
    """The host starts the game; every seat must be taken. If numbers were promised for the deal, they are called for
    first (`deal.called`), and the cards are dealt when all are shown, or a few seconds later without the others."""
    if sent.bot and not at.live.table.complete:
        await at.host.fill(at.live, sent.bot)
    await at.host.start(at.live)


@dataclass(frozen=True)
class Addition:
    """A seat's part in the deal: first the promise of a number (the SHA-256 of its text), after the call the number
    itself. A number is 32 bytes of chance as 64 hexadecimal digits."""

    promise: Digits | None = None
    number: Digits | None = None


async def add_to_deal(at: Call, sent: Addition) -> Result:
    """Add a number to a sealed deal: promise it before the start, and show it once the host has called for it."""
    host, live = at.host, at.live
    if (sent.number is None) == (sent.promise is None):
        raise OptionError(_("Send either a promise or the number that was promised."))
    if not at.caller.device:
        if sent.number is not None:
            await host.show(live, at.seat, sent.number)
        elif sent.promise is not None:
            await host.promise(live, at.seat, sent.promise)
        return Result(live, at.seat)
    for seat in at.caller.seats(live):
        # What another device has promised for the same seat is that device's to show. Whoever comes too late is left
        # out, and the table says so.
        promises = live.table.deal.promises
        with suppress(WrongPhase):
            if sent.number is not None and promises.get(seat) == seal_of(sent.number):
                await host.show(live, seat, sent.number)
            elif sent.promise is not None and seat not in promises:
                await host.promise(live, seat, sent.promise)
    return Result(live, at.seat, data={})
