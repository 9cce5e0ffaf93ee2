"""What is allowed at a table: one function for each kind of entry. None of them changes anything that can be seen."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from forno.core.errors import IllegalAction, SealError
from forno.core.events import Event
from forno.core.game import Game, State, refusal
from forno.core.language import _, capital
from forno.core.sealing import is_number, seal_of
from forno.core.seeds import settled_seed
from forno.table.composing import tells_nothing
from forno.table.entries import (
    BY,
    PACES,
    ROOMS,
    BotSat,
    Called,
    Closed,
    Configured,
    Continued,
    Entry,
    Forced,
    HandedOver,
    Left,
    Moved,
    Opened,
    Promised,
    Rematch,
    Renamed,
    Said,
    Sat,
    SeatCleared,
    Settings,
    Shown,
    StandInChosen,
    Started,
    TakenBack,
)
from forno.table.errors import BadSetting, BadText, NoSeat, NotYourTurn, SeatTaken, WrongPhase
from forno.table.games import shared_game
from forno.table.guests import Seat, check_name, check_text
from forno.table.story import Steps

if TYPE_CHECKING:
    from forno.table.table import Table

LONGEST_CLOCK = 7 * 24 * 3600
LONGEST_BOT = 200
LONGEST_PATIENCE = 60.0


class Tried(NamedTuple):
    """What a checked move, or the start, would lead to: applying it then need not do it all again."""

    entry: Entry
    state: State
    steps: Steps


def check(table: Table, entry: Entry) -> None:
    """Raises a `TableError`, or an error of the game, if the entry can't be the table's next."""
    table.check_open()
    _CHECKS[type(entry)](table, entry)
    if not isinstance(entry, Moved):
        check_letters(vars(entry))


def check_letters(value: object) -> None:
    """Raises `BadText` for half a letter: JSON can spell it, but what is kept couldn't be read again."""
    if isinstance(value, str):
        try:
            value.encode()
        except UnicodeEncodeError:
            raise BadText(_("Some of its signs can't be shown; use letters, digits and simple signs.")) from None
    elif isinstance(value, Settings):
        check_letters(vars(value))
    elif isinstance(value, Mapping):
        check_letters((*value, *value.values()))
    elif isinstance(value, tuple | list):
        for part in value:
            check_letters(part)


def check_opened(table: Table, entry: Opened) -> None:
    if table.log:
        raise WrongPhase(_("The table is open already."))
    shared_game(entry.game, entry.options, entry.deck_text)
    check_settings(entry.settings)
    if entry.secret:
        check_number(entry.secret)


def check_configured(table: Table, entry: Configured) -> None:
    gathering(table)
    game = shared_game(table.game.name, entry.options, table.deck_text)
    check_settings(entry.settings)
    if table.origin is not None and game != table.game:
        raise WrongPhase(_("A table that goes on from a finished game keeps its options."))
    if any(seat.taken for seat in table.seats[game.players :]):
        raise SeatTaken(_("More guests than that have sat down; clear the last seats first."))


def check_continued(table: Table, entry: Continued) -> None:
    gathering(table)
    if len(table.log) != 1:
        raise WrongPhase(_("A table goes on from a finished game from its beginning, or not at all."))
    settled_seed(entry.seed)
    try:
        state, _steps = begin(table.game, entry.seed, entry)
    except IllegalAction as error:
        raise BadSetting(_("There is no such moment in this game.")) from error
    if state.is_over:
        raise WrongPhase(_("Nobody decides anything after that moment; choose an earlier one."))


def begin(game: Game, seed: int | str, origin: Continued | None) -> tuple[State, list[Sequence[Event]]]:
    """The state from which a table plays, and what happened step by step until then. Raises `IllegalAction`."""
    state = game.deal(seed)
    steps = [state.events]
    for action in () if origin is None else origin.actions:
        steps.append(state.apply(action))
    return state, steps


def check_settings(settings: Settings) -> None:
    if not 0 <= settings.clock <= LONGEST_CLOCK:
        raise BadSetting(_("The clock can be set to 0 (none) to {most} seconds.").format(most=LONGEST_CLOCK))
    if settings.pace not in PACES:
        raise BadSetting(_("The pace is one of {paces}.").format(paces=", ".join(PACES)))


def check_sat(table: Table, entry: Sat) -> None:
    free_seat(table, entry.seat)
    check_name(entry.name)
    if not entry.key_hash:
        raise NoSeat(_("Whoever sits down needs a key."))


def check_renamed(table: Table, entry: Renamed) -> None:
    gathering(table)
    persons_seat(table, entry.seat)
    check_name(entry.name)


def check_bot_sat(table: Table, entry: BotSat) -> None:
    free_seat(table, entry.seat)
    check_bot(entry.bot)
    if entry.name:
        check_name(entry.name)


def check_bot(bot: str) -> None:
    """Which bots there are is for the server to know; here a name is a name."""
    if not bot or len(bot) > LONGEST_BOT or not bot.isprintable():
        raise BadSetting(_("There is no such bot; choose one from the list."))


def check_left(table: Table, entry: Left) -> None:
    gathering(table)
    persons_seat(table, entry.seat)


def check_cleared(table: Table, entry: SeatCleared) -> None:
    gathering(table)
    if not seat_at(table, entry.seat).taken:
        raise NoSeat(_("Nobody sits there."))


def check_promised(table: Table, entry: Promised) -> None:
    gathering(table)
    sealing(table)
    persons_seat(table, entry.seat)
    check_number(entry.promise)


def check_called(table: Table, entry: Called) -> None:
    gathering(table)
    sealing(table)
    complete(table)
    if not 0 <= entry.patience <= LONGEST_PATIENCE:
        raise BadSetting(_("Numbers are awaited for 0 to {most} seconds.").format(most=LONGEST_PATIENCE))


def check_shown(table: Table, entry: Shown) -> None:
    deal = table.deal
    if table.phase != "gathering" or deal.called is None:
        raise WrongPhase(_("Numbers are shown when the host has started the game, and before the cards are dealt."))
    seat_at(table, entry.seat)
    check_number(entry.number)
    if deal.promises.get(entry.seat) != seal_of(entry.number):
        raise SealError(_("This isn't the number that was promised for this seat."))
    if entry.seat in deal.numbers:
        raise WrongPhase(_("This seat has shown its number already."))


def check_number(text: str) -> None:
    if not is_number(text):
        raise SealError(_("A number of a sealed deal, or its hash, is a text of 64 digits, 0 to 9 and a to f."))


def check_started(table: Table, entry: Started) -> None:
    opened(table)
    if table.phase != "gathering":
        raise WrongPhase(_("The game has started; this can only be done before."))
    complete(table)
    settled_seed(entry.seed)
    if table.sealed:
        if not table.deal.ready(entry.time):
            raise WrongPhase(_("Numbers that were promised for the deal are still awaited."))
        if entry.seed != table.deal.seed:
            raise SealError(_("The cards of this table are dealt from what was sealed, and from nothing else."))
    if (entry.rules, entry.deck) != (table.game.rules_version, table.game.deck_hash):
        raise BadSetting(_("A game is dealt by today's rules, with the deck of the table."))
    if table.origin is not None and entry.seed != table.origin.seed:
        raise BadSetting(_("A table goes on from a finished game from its beginning, or not at all."))
    table.tried = Tried(entry, *begin(table.game, entry.seed, table.origin))


def check_moved(table: Table, entry: Moved) -> None:
    state = table.state
    if state is None:
        raise WrongPhase(_("The game hasn't started yet; wait for the host."))
    if table.phase == "over":
        raise WrongPhase(capital(_("the game is over; nothing can be done any more.")))
    seat, question = entry.seat, table.question
    if table.awaited != seat or isinstance(entry, Forced) != (question is not None):
        seat_at(table, seat)
        raise NotYourTurn(_("It isn't your turn; wait until you are asked."))
    check_mover(table, entry)
    actions = entry.actions
    if any(type(action) is not int for action in actions):
        raise IllegalAction(_("That isn't allowed now."))
    if not actions:
        raise IllegalAction(_("There is no decision in this move; choose something."))
    if question is not None:
        only = question.actions or ()
        if actions[0] not in only:
            raise IllegalAction(refusal(state, actions[0], only))
        if len(actions) > 1:
            raise IllegalAction(ended_by(state, actions[0]))
        return
    trial = state.clone()
    steps: list[Sequence[Event]] = []
    turn = state.turn
    last = len(actions) - 1
    for place, action in enumerate(actions):
        events = trial.apply(action)
        steps.append(events)
        if place < last and (trial.is_over or trial.turn != turn or not tells_nothing(events, seat)):
            raise IllegalAction(ended_by(state, action))
    table.tried = Tried(entry, trial, steps)


def ended_by(state: State, action: int) -> str:
    done = str(state.game.actions[action])
    return _("{action!r} ends the turn; decide about the rest when asked.").format(action=done)


def check_mover(table: Table, entry: Moved) -> None:
    """A person moves for their own seat, a bot where it plays, and the clock for a person."""
    bot = table.seats[entry.seat].bot
    if entry.by not in BY:
        raise BadSetting(_("A move is made by one of {who}.").format(who=", ".join(BY)))
    if entry.by == "bot":
        if bot is None:
            raise NotYourTurn(_("No bot plays this seat."))
    elif bot is not None:
        raise NotYourTurn(_("A bot plays for you; take your seat back first."))
    elif entry.by == "clock" and not table.settings.clock:
        raise NotYourTurn(_("This table plays without a clock."))


def check_stand_in_chosen(table: Table, entry: StandInChosen) -> None:
    if table.phase == "over":
        raise WrongPhase(capital(_("the game is over; nothing can be done any more.")))
    persons_seat(table, entry.seat)
    check_bot(entry.bot)


def check_handed_over(table: Table, entry: HandedOver) -> None:
    playing(table)
    seat = persons_seat(table, entry.seat)
    persons_seat(table, entry.by_seat)
    check_bot(entry.bot)
    if seat.stand_in:
        raise SeatTaken(_("A bot plays this seat already."))
    if entry.by_seat == entry.seat:
        raise NotYourTurn(_("Only the others can let a bot play for you."))


def check_taken_back(table: Table, entry: TakenBack) -> None:
    playing(table)
    if not persons_seat(table, entry.seat).stand_in:
        raise SeatTaken(_("You play this seat yourself."))


def check_said(table: Table, entry: Said) -> None:
    opened(table)
    if entry.room not in ROOMS or (entry.seat is None) != (entry.room == "spectators"):
        raise BadSetting(_("Players talk at the table, spectators among themselves."))
    if entry.seat is not None:
        persons_seat(table, entry.seat)
    check_name(entry.name)
    check_text(entry.text)


def check_rematch(table: Table, entry: Rematch) -> None:
    if table.phase != "over":
        raise WrongPhase(_("The game isn't over yet; that comes after it."))
    if table.rematch is not None:
        raise WrongPhase(_("There is a new table already; go there."))
    if not entry.table:
        raise BadSetting(_("The new table needs a name."))


def check_closed(table: Table, _entry: Closed) -> None:
    opened(table)


def opened(table: Table) -> None:
    if not table.log:
        raise WrongPhase(_("The table isn't open yet."))


def gathering(table: Table) -> None:
    opened(table)
    if table.phase != "gathering" or table.deal.called is not None:
        raise WrongPhase(_("The game has started; this can only be done before."))


def complete(table: Table) -> None:
    if not all(seat.taken for seat in table.seats):
        raise WrongPhase(_("There are empty seats; wait for guests or invite bots."))


def sealing(table: Table) -> None:
    if not table.sealed:
        raise WrongPhase(_("The deal of this table isn't sealed, so nobody can add a number to it."))


def playing(table: Table) -> None:
    if table.phase != "playing":
        raise WrongPhase(_("This can only be done while the game goes on."))


def seat_at(table: Table, seat: int) -> Seat:
    if type(seat) is not int or not 0 <= seat < len(table.seats):
        raise NoSeat(_("There is no such seat at this table."))
    return table.seats[seat]


def free_seat(table: Table, seat: int) -> None:
    gathering(table)
    if seat_at(table, seat).taken:
        raise SeatTaken(_("That seat is taken; choose another or watch."))


def persons_seat(table: Table, seat: int) -> Seat:
    found = seat_at(table, seat)
    if not found.person:
        raise NoSeat(_("Nobody sits there."))
    return found


_CHECKS: Final[Mapping[type[Entry], Callable[[Table, Any], None]]] = {
    Opened: check_opened,
    Configured: check_configured,
    Continued: check_continued,
    Sat: check_sat,
    Renamed: check_renamed,
    Left: check_left,
    BotSat: check_bot_sat,
    SeatCleared: check_cleared,
    Promised: check_promised,
    Called: check_called,
    Shown: check_shown,
    Started: check_started,
    Moved: check_moved,
    Forced: check_moved,
    StandInChosen: check_stand_in_chosen,
    HandedOver: check_handed_over,
    TakenBack: check_taken_back,
    Said: check_said,
    Rematch: check_rematch,
    Closed: check_closed,
}
