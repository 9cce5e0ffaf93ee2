"""State of a table: what its entries have come to."""

from __future__ import annotations

import hmac
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from forno.core.events import Awaits
from forno.core.game import Game, State
from forno.core.language import _
from forno.core.sealing import Envelope
from forno.table import composing
from forno.table.closing import ClosedByOperator, RulesMissing
from forno.table.errors import NoSeat, NotHost, SeatTaken, TableClosed, WrongPhase
from forno.table.games import Recipe
from forno.table.guests import Seat
from forno.table.history import Part, Pending, Steps
from forno.table.keys import key_hash
from forno.table.pacing import Pace
from forno.table.sealed import Deal
from forno.table.settings import PATIENT, WEEKENDS, TableSettings, TimeProposal
from forno.table.timing import NO_REST, Rest, counted_seconds, deadline

if TYPE_CHECKING:
    from forno.table.entries import Continued


class TableState:
    """State of a table: everything that decides what may happen next.

    The values of all attributes but `state` are immutable: an entry replaces them, so that a copy (`next`) can be
    changed without changing the table.
    """

    game: Game
    """Set by the first entry."""

    def __init__(self, id: str) -> None:
        self.id = id
        self.number = 0
        """Number of the next entry."""
        self.seats: tuple[Seat, ...] = ()
        self.arrivals: tuple[int, ...] = ()
        """Seats of people, in the order in which they came."""
        self.settings = TableSettings()
        self.options: Mapping[str, Any] = {}
        """Options of the game, as they were chosen."""
        self.deck_text: str | None = None
        self.state: State | None = None
        """State of the game. It knows everything; only `Table.view` and told events may leave this package."""
        self.pending = Pending()
        """Question that the rules have gone on without, and what is held back until it is answered."""
        self.deal = Deal()
        """Sealed deal in the making."""
        self.secret: int | str = ""
        """Source of all luck at the table besides the cards, its bots' too: what was sealed, or else the seed. Nothing
        that others know, such as the table's id, may be used instead."""
        self.closed: RulesMissing | ClosedByOperator | None = None
        """Why nobody can play here any more; `None` at open tables."""
        self.origin: Continued | None = None
        """Moment of a finished game from which this one goes on; `None` at other tables."""
        self.rematch: str | None = None
        """Table at which the same guests play again."""
        self.rematch_wish: int | None = None
        """Seat that asked for the rematch."""
        self.opened = 0.0
        self.started: float | None = None
        self.ended: float | None = None
        self.unasked = False
        """Whether the log is of a version that had no entries for only answers: there the game went on at once."""
        self.asked = 0.0
        """Time at which the awaited decision was asked for."""
        self.turn_began = 0.0
        """The same time, unless the clock began anew meanwhile: notices of a turn are told apart by it."""
        self.paces: Mapping[int, Pace] = {}
        """Times that people took, by seat."""
        self.banks: Mapping[int, float] = {}
        """Seconds in the banks of people who have decided, by seat: time that is left for their decisions."""
        self.proposal: TimeProposal | None = None
        """Another time that somebody has proposed, until all have agreed or one hasn't."""
        self.notes: Mapping[int, str] = {}
        """Notebooks, by seat. Each is its seat's own: nobody else is told what is in it, or that something is."""
        self.votes: frozenset[tuple[int, int]] = frozenset()
        """Votes for a bot since the last question: the seat that it is to play for, and whose vote it is."""

    def votes_needed(self, seat: int) -> int:
        """Return the number of votes with which a bot plays for a seat: of more than half of the other people."""
        return sum(guest.person for place, guest in enumerate(self.seats) if place != seat) // 2 + 1

    def next(self) -> TableState:
        """Return a copy to which the next entry can be applied. It shares the game's state."""
        after = TableState.__new__(TableState)
        vars(after).update(vars(self))
        after.number += 1
        return after

    # --- phase and people -------------------------------------------------------

    @property
    def phase(self) -> str:
        """`gathering`, `playing`, `over` or `closed`. A game goes on until its end has been told."""
        if self.closed is not None:
            return "closed"
        if self.state is None:
            return "gathering"
        return "over" if self.state.is_over and self.pending.question is None else "playing"

    @property
    def complete(self) -> bool:
        """Whether the game could start: every seat is taken, and the cards aren't dealt."""
        return self.phase == "gathering" and all(seat.taken for seat in self.seats)

    @property
    def chosen(self) -> bool:
        """Whether somebody chose the deal, so that others may know the cards."""
        return bool(self.settings.lesson or self.settings.daily) or self.origin is not None

    @property
    def sealed(self) -> bool:
        """Whether the deal comes from what was sealed when the table was opened."""
        return bool(self.deal.secret) and not self.chosen

    @property
    def recipe(self) -> Recipe:
        """The recipe from which another process makes the same game."""
        return self.game.name, self.options, self.deck_text, self.game.rules_version

    @property
    def host(self) -> int | None:
        """The seat of the host: the person here who came first."""
        return self.arrivals[0] if self.arrivals else None

    def seat_of(self, key: str) -> int | None:
        """Return the seat that this key opens."""
        wanted = key_hash(key)
        found = None
        for number, seat in enumerate(self.seats):
            if seat.key_hash is not None and hmac.compare_digest(seat.key_hash, wanted):
                found = number
        return found

    def may_hand_over(self, seat: int, by_seat: int) -> bool:
        """Return whether one guest may let a bot play for another, who must be away besides."""
        seats = range(len(self.seats))
        if self.phase != "playing" or seat == by_seat or seat not in seats or by_seat not in seats:
            return False
        return self.seats[seat].person and not self.seats[seat].stand_in and self.seats[by_seat].person

    def key_keeper(self, seat: int) -> int | None:
        """The seat that may replace a lost key: the host's, and for the host's own key that of who came next."""
        return next((other for other in self.arrivals if other != seat), None)

    def opened_envelope(self) -> Envelope | None:
        """Return the inputs of a sealed deal, also before the end of the game; `None` if the deal isn't sealed."""
        people = [place for place, seat in enumerate(self.seats) if seat.person]
        return self.deal.all_inputs(people) if self.sealed else None

    # --- who is awaited, and until when -------------------------------------------

    @property
    def question(self) -> Awaits | None:
        """The question with one answer that is asked here, though the rules have gone on without it."""
        return self.pending.question

    @property
    def awaited(self) -> int | None:
        """The seat whose answer is awaited, even where the others may not know, and even if it has only one."""
        if self.state is None or self.closed is not None:
            return None
        return self.pending.awaited(self.state)

    @property
    def unnamed(self) -> bool:
        """Whether a seat is awaited that the others may not know."""
        return self.phase == "playing" and self.pending.unnamed

    @property
    def deadline(self) -> float | None:
        """Time at which the awaited person's clock is up; `None` without a clock, and for bots."""
        seat = self.awaited
        if not self.settings.clock or seat is None or self.seats[seat].bot is not None:
            return None
        return self.time_up(None if self.unnamed else seat, self.asked)

    def time_up(self, seat: int | None, asked: float) -> float:
        """Return the time at which a seat's clock is up for a decision that was asked for at some time.

        `None` is a seat that the others may not know. Its deadline depends on nobody's bank, and on everybody's hours.
        """
        settings = self.settings
        if not settings.slow and not settings.increment:
            return asked + settings.clock
        if seat is not None:
            return deadline(asked, self.banks.get(seat, settings.clock), self.rest_of(seat))
        people = [place for place, guest in enumerate(self.seats) if guest.person]
        return max(deadline(asked, settings.clock, self.rest_of(place)) for place in people)

    def rest_of(self, seat: int) -> Rest:
        """Return the hours of a seat that don't count."""
        rest, guest = self.settings.rest, self.seats[seat]
        if not rest and not guest.vacations:
            return NO_REST
        return Rest(guest.zone, bool(rest), rest == WEEKENDS, guest.vacations)

    @property
    def due(self) -> float | None:
        """Time at which a bot or clock must act; `None` if only people can go on.

        A bot decides, or the time is up of a person, or of those who are to show their numbers. May lie in the past.
        """
        if self.phase == "gathering":
            return self.deal.due
        seat = self.awaited
        if seat is None:
            return None
        if self.seats[seat].bot is not None:
            return self.asked
        return None if self.settings.late in PATIENT else self.deadline

    def turn_tree(self, most: int = 600) -> composing.Tree:
        """Return the awaited seat's turn tree; empty while nobody is awaited."""
        if self.question is not None:
            return {action: {} for action in self.question.actions or ()}
        return {} if self.state is None or self.awaited is None else composing.turn_tree(self.state, most)

    # --- changes that several entries make ----------------------------------------

    def tell(self, steps: Steps, time: float) -> Sequence[Part]:
        """Go on by these steps of the game. Returns the parts that may be told now."""
        self.pending, parts = self.pending.after(steps)
        self._ask(time)
        return parts

    def tell_rest(self, time: float) -> Sequence[Part]:
        """Go on with what was held back for an only answer. Returns the parts that may be told now."""
        self.pending, parts = self.pending.after_answer()
        self._ask(time)
        return parts

    def _ask(self, time: float) -> None:
        """Note that the table has come to its next question, or to the end."""
        self.asked = self.turn_began = time
        self.votes = frozenset()
        if self.phase == "over":
            self.ended = time
            self.proposal = None

    def charge(self, seat: int, time: float) -> None:
        """Take a person's decision from their bank, and add what it is given for the next.

        Questions that the others don't know of leave the bank as it is: time left may tell nothing of them.
        """
        settings = self.settings
        if settings.increment and not self.unnamed:
            before = self.banks.get(seat, settings.clock)
            left = max(0.0, before - counted_seconds(self.asked, time, self.rest_of(seat)))
            self.banks = {**self.banks, seat: min(left + settings.increment, float(settings.bank))}

    def settle_proposal(self, time: float) -> None:
        """Play by the proposed time if all people have agreed whose seats no bot plays. All clocks begin anew."""
        proposal = self.proposal
        people = {place for place, guest in enumerate(self.seats) if guest.person and not guest.stand_in}
        if proposal is not None and people <= proposal.agreed:
            self.settings, self.proposal = proposal.settings, None
            self.banks, self.votes = {}, frozenset()
            self.asked = self.turn_began = time

    def put(self, place: int, seat: Seat) -> None:
        """Replace a seat."""
        self.seats = (*self.seats[:place], seat, *self.seats[place + 1 :])

    # --- conditions ---------------------------------------------------------------

    def check_open(self) -> None:
        """Raise `TableClosed` at a closed table."""
        if self.closed is not None:
            raise TableClosed(str(self.closed))

    def check_begun(self) -> None:
        """Raise `WrongPhase` before the first entry."""
        if not self.number:
            raise WrongPhase(_("The table isn't open yet."))

    def check_gathering(self) -> None:
        """Raise `WrongPhase` unless guests may still come and go."""
        self.check_begun()
        if self.phase != "gathering" or self.deal.called is not None:
            raise WrongPhase(_("The game has started; that was only possible before."))

    def check_complete(self) -> None:
        """Raise `WrongPhase` while a seat is free."""
        if not all(seat.taken for seat in self.seats):
            raise WrongPhase(_("There are empty seats. Wait for players, or add bots."))

    def check_playing(self) -> None:
        """Raise `WrongPhase` unless the game is being played."""
        if self.phase != "playing":
            raise WrongPhase(_("You can only do that during the game."))

    def check_host(self, seat: int | None) -> None:
        """Raise `NotHost` unless that is the host's seat."""
        if seat is None or seat != self.host:
            raise NotHost(_("Only the host can do that."))

    def check_seat(self, seat: int) -> Seat:
        """Return the seat of that number. Raises `NoSeat` if there is none."""
        if type(seat) is not int or not 0 <= seat < len(self.seats):
            raise NoSeat(_("There is no such seat at this table."))
        return self.seats[seat]

    def check_free(self, seat: int) -> None:
        """Raise the reason unless somebody can sit down there."""
        self.check_gathering()
        if self.check_seat(seat).taken:
            raise SeatTaken(_("That seat is taken; choose another or watch."))

    def check_person(self, seat: int) -> Seat:
        """Return the seat of that number. Raises `NoSeat` unless a person has it."""
        found = self.check_seat(seat)
        if not found.person:
            raise NoSeat(_("Nobody sits there."))
        return found
