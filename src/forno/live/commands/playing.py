"""Commands during the game and after it: moves, hints, words, bots that stand in, rematches."""

from __future__ import annotations

from dataclasses import dataclass, replace

from forno.core.language import _
from forno.live.commands.arguments import Actions, Day, Fields, Turn
from forno.live.commands.gathering import Nothing, OpenedSeat
from forno.live.commands.registry import Call, Result
from forno.live.live_table import LiveTable
from forno.live.sealed_deals import NOTHING_ADDED, DealAddition, added_number
from forno.pages.documents.time_fields import read_time
from forno.table.entries import (
    KeyReplaced,
    Noted,
    StandInChosen,
    TakenBack,
    TimeAnswered,
    TimeProposed,
    VacationAnnounced,
    ZoneTold,
)
from forno.table.entries.talking import clean_notes
from forno.table.errors import SeatTaken
from forno.table.keys import key_hash, new_key
from forno.table.settings import TIME_SETTINGS, TableSettings
from forno.table.table import Table
from forno.table.timing import day_begins


@dataclass(frozen=True)
class Move:
    """A move: the number of the step that it answers, and actions by number or notation."""

    number: int
    actions: Turn
    seat: int | None = None


async def move(at: Call, sent: Move) -> Result:
    """Decide: one action or a whole turn, by number or notation, in answer to a number.

    The same move with the same number again is answered as the first time; another one is stale (409).
    """
    live = at.live

    def read() -> tuple[int, tuple[int, ...]]:
        seat = live.seat_among(at.caller.seats(live), sent.seat)
        return seat, action_numbers(live, seat, sent.actions)

    seat, actions = await live.knowing(read)
    return Result(live, seat, data={"number": await live.move(sent.number, seat, actions)})


def action_numbers(live: LiveTable, seat: int, actions: Actions) -> tuple[int, ...]:
    """Return the numbers of actions. A notation is read among what can be done: fewer words do for a turn's first."""
    game = live.table.game
    read = []
    for place, action in enumerate(actions):
        if isinstance(action, int):
            read.append(action)
        else:
            among = live.table.view(seat).actions if place == 0 and live.table.phase == "playing" else None
            read.append(game.parse(action, among or None))
    return tuple(read)


async def hint(at: Call, _sent: Nothing) -> Result:
    """Return the hint of the page for the seat of the key, as HTML: what to do, and what the orders lack."""
    return Result(at.live, at.seat, data={"html": at.live.contents.hint(at.seat)})


@dataclass(frozen=True)
class Words:
    """A chat message: at the table with a key, among the spectators without."""

    text: str
    name: str = ""


async def chat(at: Call, sent: Words) -> Result:
    """Say something at the table, or without a key among the spectators."""
    seat = at.caller.seat_or_none(at.live, at.wanted)
    await at.host.say(at.live, seat, sent.name or at.caller.name or _("Spectator"), sent.text)
    return Result(at.live, seat, data={})


@dataclass(frozen=True)
class NotebookText:
    """The whole text of your notebook."""

    text: str


async def write_notes(at: Call, sent: NotebookText) -> Result:
    """Write in your notebook, at a table with notes: nobody else ever sees it. The text replaces the one before."""
    notes = clean_notes(sent.text)
    if at.live.table.notes.get(at.seat, "") != notes:
        await at.live.enter(lambda: Noted(at.live.now(), at.seat, notes))
    return Result(at.live, at.seat, data={"text": notes})


@dataclass(frozen=True)
class StandIn:
    """The bot that is to stand in."""

    bot: str


async def stand_in(at: Call, sent: StandIn) -> None:
    """Choose which bot plays for your seat while nobody is there, and decides when time is up."""
    at.host.bots.check(sent.bot, at.host.bots.stand_ins(at.live.table.game))
    await at.live.enter(lambda: StandInChosen(at.live.now(), at.seat, sent.bot))


async def hand_over(at: Call, sent: OpenedSeat) -> None:
    """Let a bot play for somebody who is away: the one that they chose themselves, or the server's.

    Where the table votes (`late` is `vote`), this is your vote.
    """
    await at.live.hand_over(sent.seat, at.seat)


async def take_back(at: Call, _sent: Nothing) -> None:
    """Take your seat back from a bot."""
    await at.live.enter(lambda: TakenBack(at.live.now(), at.seat))


async def replace_key(at: Call, sent: OpenedSeat) -> Result:
    """The host replaces the key of somebody who has lost it and isn't here: everybody is told. The player who came
    second replaces the host's."""
    live, keeper = at.live, at.live.table.key_keeper(sent.seat)
    by_seat = keeper if keeper in at.caller.seats(live) else at.seat
    key = new_key()
    entry = KeyReplaced(live.now(), sent.seat, by_seat, key_hash(key))
    await live.knowing(lambda: live.table.check(entry))
    if live.publisher.attendance.present(sent.seat):
        name = live.contents.guests.names[sent.seat]
        raise SeatTaken(_("{name} is here, or was a moment ago, so the personal link isn't lost.").format(name=name))
    await live.enter(lambda: replace(entry, time=live.now()))
    return Result(live, sent.seat, (key,))


@dataclass(frozen=True)
class Zone:
    """A time zone, such as `Europe/Rome`."""

    zone: str


async def tell_zone(at: Call, sent: Zone) -> None:
    """Tell your time zone, at a table that is played over days: nights and weekends are those where you live."""
    if at.live.table.seats[at.seat].zone != sent.zone:
        await at.live.enter(lambda: ZoneTold(at.live.now(), at.seat, sent.zone))


@dataclass(frozen=True)
class TimeWish:
    """Another time for the rest of the game, as for a new table."""

    clock: int
    increment: int = 0
    bank: int = 0
    late: str = TableSettings.late
    rest: str = ""


async def propose_time(at: Call, sent: TimeWish) -> None:
    """Propose another time for the rest of the game, live or over days. It counts once all people here agree."""
    settings = replace(at.live.table.settings, **vars(sent))
    await at.live.enter(lambda: TimeProposed(at.live.now(), at.seat, settings))


def read_time_form(table: Table, form: Fields) -> TimeWish:
    """Read the form with another time."""
    settings = read_time(form, table.settings)
    return TimeWish(**{name: getattr(settings, name) for name in TIME_SETTINGS})


@dataclass(frozen=True)
class TimeAnswer:
    """Whether you agree."""

    agrees: bool


async def answer_time(at: Call, sent: TimeAnswer) -> None:
    """Agree to the proposed time with `agrees`, or end the proposal, also your own."""
    await at.live.enter(lambda: TimeAnswered(at.live.now(), at.seat, sent.agrees))


@dataclass(frozen=True)
class Vacation:
    """The first and the last day of a vacation, such as `2027-08-01`, by the seat's time zone."""

    first: Day
    last: Day


async def announce_vacation(at: Call, sent: Vacation) -> None:
    """Announce a vacation, at a table that is played over days: your clock stands still then."""
    zone = at.live.table.seats[at.seat].zone
    begins, ends = day_begins(sent.first, zone), day_begins(sent.last, zone, 1)
    await at.live.enter(lambda: VacationAnnounced(at.live.now(), at.seat, begins, ends))


@dataclass(frozen=True)
class RematchDeal:
    """Addition of a device to the deal of a rematch whose seal it has seen."""

    seal: str = ""
    number: str = ""
    promise: str = ""


async def rematch(at: Call, sent: RematchDeal) -> Result:
    """Open a rematch: a new table with your old seat and a new key. The same key always gets the same ones."""
    host, old, seats = at.host, at.live, at.caller.seats(at.live)
    if old.table.rematch is None:
        host.count("openings", at.caller.client)
    gives = added_number(sent.number, sent.promise) if sent.seal == await host.rematch_seal(old) else NOTHING_ADDED
    if any(seat.person and place not in seats for place, seat in enumerate(old.table.seats)):
        gives = DealAddition(promise=gives.promise)
    new, taken, keys = old, at.seat, []
    for seat in seats:
        new, taken, key = await host.rematch(old, seat, at.caller.secret(old, seat), gives)
        keys.append(key)
    return Result(new, taken, tuple(keys))
