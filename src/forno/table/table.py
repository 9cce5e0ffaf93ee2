"""A table: the authority over one game in progress."""

from __future__ import annotations

import hmac
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from typing import Any, Final, NamedTuple

from forno.core.chance import Chance
from forno.core.errors import UnknownRules
from forno.core.events import Awaits, Event
from forno.core.game import Game, State
from forno.core.language import _
from forno.core.records import Record
from forno.core.sealing import Envelope
from forno.core.views import OwnPlace, View
from forno.table import checking, composing, holds
from forno.table.closing import ClosedByHost, Closing, closed_record
from forno.table.entries import (
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
from forno.table.errors import NoSeat, NotHost, Stale, TableClosed, WrongPhase, impossible
from forno.table.games import Recipe, begun_game, shared_game
from forno.table.guests import Seat
from forno.table.holds import Part
from forno.table.keys import key_hash
from forno.table.pacing import Pace
from forno.table.sealed import Deal
from forno.table.story import Steps, Story


class Change(NamedTuple):
    """What an entry changed: its number, and for the start and for moves what may be told now, in parts."""

    number: int
    entry: Entry
    parts: Sequence[Part] = ()


class Table:
    """One game from the first guest to the last word.

    A table is its log. An entry is checked (`check`), stored by whoever keeps the table, and only then applied
    (`apply`). The same log makes the same table (`replay`). A table asks neither the clock nor chance: both come with
    the entries.
    """

    game: Game
    """Set by the first entry."""

    def __init__(self, id: str) -> None:
        self.id = id
        self.log: list[Entry] = []
        self.seats: list[Seat] = []
        self.settings = Settings()
        self.options: Mapping[str, Any] = {}
        """As they were chosen."""
        self.deck_text: str | None = None
        self.state: State | None = None
        """Knows everything; nobody outside this room may show anything of it but what `view` and events give."""
        self.deal = Deal()
        """What the cards are dealt from, if that is sealed."""
        self.secret: int | str = ""
        """What was sealed, or else what the cards were dealt from. All luck of the table besides the cards comes from
        it, its bots' too: whatever else names a table, such as its id, is known to everybody."""
        self.closed: Closing | ClosedByHost | None = None
        """Why nobody can play here any more: its rules aren't here, or somebody closed it. `None` at other tables."""
        self.origin: Continued | None = None
        """The moment of a finished game from which this one goes on; `None` at other tables."""
        self.rematch: str | None = None
        """The table at which the same guests went on, …"""
        self.rematch_wish: int | None = None
        """… and the seat whose wish it was."""
        self.opened = 0.0
        self.started: float | None = None
        self.ended: float | None = None
        self.story: Story | None = None
        """What has happened in the game since its start, and how much of it was told."""
        self._arrivals: list[int] = []
        """The seats of people, in the order in which they came."""
        self._since = 0.0
        """When the decision that is awaited was asked for."""
        self._paces: dict[tuple[int, type], Pace] = {}
        """How long everybody took to choose where others couldn't know that there was a choice, by what was offered."""
        self.tried: checking.Tried | None = None
        """The latest move that was checked, with what comes of it."""

    @classmethod
    def replay(cls, id: str, entries: Iterable[Entry]) -> Table:
        """The table that its log tells of. Raises `Damaged` if it tells of none."""
        table = cls(id)
        try:
            for entry in entries:
                table.apply(entry)
        except Exception as error:
            raise impossible(id, table.number) from error
        return table

    @property
    def number(self) -> int:
        """The number of the next entry."""
        return len(self.log)

    @property
    def phase(self) -> str:
        """`gathering`, `playing`, `over` or `closed`. A game goes on until its end has been told."""
        if self.closed is not None:
            return "closed"
        if self.state is None:
            return "gathering"
        return "over" if self.state.is_over and self.question is None else "playing"

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
        """What makes the same game elsewhere."""
        return self.game.name, self.options, self.deck_text, self.game.rules_version

    @property
    def host(self) -> int | None:
        """The seat of the host: of the people here, whoever came first."""
        return self._arrivals[0] if self._arrivals else None

    @property
    def question(self) -> Awaits | None:
        """The question with one answer that is asked here, though the rules have gone on without it."""
        return None if self.story is None else self.story.question

    @property
    def awaited(self) -> int | None:
        """The seat whose answer is awaited, even where the others may not know, and even if it has only one."""
        if self.state is None or self.story is None or self.closed is not None:
            return None
        return self.story.awaited(self.state)

    @property
    def unnamed(self) -> bool:
        """Whether somebody is awaited whom the others may not know."""
        return self.phase == "playing" and self.story is not None and self.story.unnamed

    @property
    def deadline(self) -> float | None:
        """When the time of the awaited person is up; `None` without a clock, and for bots."""
        seat = self.awaited
        return None if seat is None or self.seats[seat].bot is not None else self.due

    @property
    def due(self) -> float | None:
        """Since when, or from when on, something has to happen here even if nobody comes: a bot decides, or the time
        of a person is up, or that of those who are to show their numbers. `None` if people alone can go on."""
        if self.phase == "gathering":
            return self.deal.due
        seat = self.awaited
        if seat is None:
            return None
        if self.seats[seat].bot is not None:
            return self._since
        return self._since + self.settings.clock if self.settings.clock else None

    def check(self, entry: Entry) -> None:
        """Raises the reason if the entry can't be the next. Everything stays as it was."""
        checking.check(self, entry)

    def apply(self, entry: Entry) -> Change:
        """Take in an entry that was checked and stored."""
        number = len(self.log)
        parts = _APPLY[type(entry)](self, entry)
        self.log.append(entry)
        return Change(number, entry, parts or ())

    def foresee(self, entry: Entry) -> Table:
        """Who will be there, and what is to happen, after an entry that was checked: for whoever has to say so before
        it is stored. What happened so far isn't at that table."""
        table = Table(self.id)
        table.game = self.game
        table.seats = self.seats
        table.settings = self.settings
        table.options = self.options
        table.deck_text = self.deck_text
        table.state = self.state
        table.closed = self.closed
        table.origin = self.origin
        table.rematch = self.rematch
        table.opened = self.opened
        table.deal = self.deal.copy()
        table._since = self._since
        table.story = Story(self.game)
        table.story.question = self.question
        tried = self.tried
        if tried is not None and tried.entry is entry:
            table.state = tried.state
            if not isinstance(entry, Started) or self.origin is None:
                table.story.question = (self.story or table.story).question_after(tried.steps)
            table._since = entry.time
            return table
        if isinstance(entry, Forced) and self.story is not None:
            table.story.question = holds.first_question(self.story.held)
            table._since = entry.time
            return table
        assert not isinstance(entry, (Started, Moved)), "it wasn't checked"
        table.seats = [copy(seat) for seat in self.seats]
        table._arrivals = self._arrivals[:]
        table.apply(entry)
        return table

    def view(self, seat: int | None) -> View:
        """What a seat may know of what was told; `None` is a spectator."""
        self.check_open()
        if self.state is None or self.story is None:
            raise WrongPhase(_("The game hasn't started yet; wait for the host."))
        return self.story.view(self.state, seat)

    def own_place(self, seat: int) -> OwnPlace:
        """As much of a seat's view as its own place shows."""
        if self.state is None or self.question is not None:
            return self.view(seat)
        return self.game.own_place(self.state, seat)

    def told_events(self, since: int = 0) -> list[Event]:
        """What may be known, from that event on."""
        return [] if self.story is None else self.story.since(since)

    def decide(self, time: float, seat: int, actions: tuple[int, ...], by: str = "player") -> Moved:
        """The entry of an answer to what that seat is asked."""
        kind = Moved if self.question is None else Forced
        return kind(time, seat, actions, by)

    def only_answer_after(self) -> float | None:
        """How many seconds after the question a person's only answer is given, if that is left to the page.

        It is drawn from how long this person's choices took. `None` if there is a choice.
        """
        question = self.question
        if question is None or question.seat is None or question.actions is None:
            return None
        pace = self._paces.get((question.seat, type(self.game.actions[question.actions[0]])), Pace())
        return pace.draw(self.luck("only answer"))

    def luck(self, what: str) -> Chance:
        """Luck for whoever is awaited, the same if asked again.

        It follows from the table's secret and from how much that seat was told; what others were told in secret may not
        show in it.
        """
        seat = self.awaited
        return Chance(str(self.secret), what, str(seat), str(0 if seat is None else self.steps(seat)))

    def affected(self, events: Sequence[Event]) -> set[int]:
        """The seats whose own part of the page may have changed with these events."""
        if not self.game.has_places:
            return set(range(self.game.players))
        seats = holds.affected(events, self.game.players)
        if self.awaited is not None:
            seats.add(self.awaited)
        return seats

    def turn_tree(self, most: int = 600) -> composing.Tree:
        """What the awaited seat may do; empty while nobody is awaited."""
        if self.question is not None:
            return {action: {} for action in self.question.actions or ()}
        return {} if self.state is None or self.awaited is None else composing.turn_tree(self.state, most)

    def seat_of(self, key: str) -> int | None:
        """The seat that this key opens."""
        wanted = key_hash(key)
        found = None
        for number, seat in enumerate(self.seats):
            if seat.key_hash is not None and hmac.compare_digest(seat.key_hash, wanted):
                found = number
        return found

    def check_key(self, key: str | None, seat: int | None = None) -> int:
        """The seat that this key opens. Raises `NoSeat` if it opens none, or another than the one named."""
        found = None if key is None else self.seat_of(key)
        if found is None or (seat is not None and seat != found):
            raise NoSeat(_("That isn't your seat; take one, or use your personal link."))
        return found

    def check_open(self) -> None:
        """Raises `TableClosed` at a table that is closed."""
        if self.closed is not None:
            raise TableClosed(str(self.closed))

    def check_host(self, seat: int | None) -> None:
        """Raises `NotHost` unless that is the host's seat."""
        if seat is None or seat != self.host:
            raise NotHost(_("Only the host can do that."))

    def check_number(self, number: int) -> None:
        """Raises `Stale` if an answer isn't to the latest."""
        if number != len(self.log):
            raise Stale(_("The table has moved on; look again and decide anew."))

    def steps(self, seat: int | None) -> int:
        """How many steps of the game this seat has been told of, a part of a move being one; `None` is a spectator.

        Numbers of entries count what not everybody may know, such as who was asked for help and refused, and chat. So
        this is the number that may leave the table: what a seat answers and where its stream is.
        """
        return 0 if self.story is None else self.story.steps(seat)

    def check_step(self, step: int, seat: int) -> None:
        """Raises `Stale` if an answer isn't to the latest that this seat was told of."""
        if step != self.steps(seat):
            raise Stale(_("The table has moved on; look again and decide anew."))

    def answered(self, step: int, seat: int, actions: Sequence[int]) -> int | None:
        """The same as `answer`, by the number of steps that the seat had been told of when it decided."""
        number = None if self.story is None else self.story.entry_after(step, seat)
        return None if number is None or self.answer(number, seat, actions) is None else step + 1

    def answer(self, number: int, seat: int, actions: Sequence[int]) -> int | None:
        """The number after a move that was made before: for one that is sent again. `None` if it is another."""
        if 0 <= number < len(self.log):
            entry = self.log[number]
            if isinstance(entry, Moved) and entry.seat == seat and entry.actions == tuple(actions):
                return number + 1
        return None

    def may_hand_over(self, seat: int, by_seat: int) -> bool:
        """Whether one guest may let a bot play for another, who must be away besides."""
        seats = range(len(self.seats))
        if self.phase != "playing" or seat == by_seat or seat not in seats or by_seat not in seats:
            return False
        return self.seats[seat].person and not self.seats[seat].stand_in and self.seats[by_seat].person

    def record(self) -> Record:
        """The whole game as text, once it is over: before, it would tell what is hidden."""
        return Record.of(self.final, self.opened_envelope())

    @property
    def envelope(self) -> Envelope | None:
        """What a sealed deal came from, once the game is over; `None` if it wasn't sealed."""
        self.final  # noqa: B018 (raises before the end)
        return self.opened_envelope()

    def opened_envelope(self) -> Envelope | None:
        """The same, whether or not the game is over."""
        people = [place for place, seat in enumerate(self.seats) if seat.person]
        return self.deal.opened(people) if self.sealed else None

    @property
    def final(self) -> State:
        """The state of a game that is over. Raises why there is none."""
        self.check_open()
        if self.state is None or self.phase != "over":
            raise WrongPhase(_("The game isn't over yet; that comes after it."))
        return self.state

    def record_text(self) -> str:
        """The same as text; also at a closed table, where nothing that is hidden will be needed any more."""
        if isinstance(self.closed, Closing):
            return closed_record(self)
        if self.closed is not None and self.state is not None:
            return str(Record.of(self.state, self.opened_envelope()))
        return str(self.record())

    def start(self, time: float, seed: int | str) -> Started:
        """The entry that deals the cards, with the rules that are played from then on."""
        seed = seed if self.origin is None else self.origin.seed
        return Started(time, seed, self.game.rules_version, self.game.deck_hash)

    # What each entry does.

    def _open(self, entry: Opened) -> None:
        self.game = shared_game(entry.game, entry.options, entry.deck_text)
        self.options = entry.options
        self.deck_text = entry.deck_text
        self.settings = entry.settings
        self.opened = entry.time
        self.seats = [Seat() for _ in range(self.game.players)]
        self.deal = Deal(entry.secret)

    def _configure(self, entry: Configured) -> None:
        self.game = shared_game(self.game.name, entry.options, self.deck_text)
        self.options = entry.options
        self.settings = entry.settings
        players = self.game.players
        self.seats = self.seats[:players] + [Seat() for _ in range(players - len(self.seats))]

    def _continue(self, entry: Continued) -> None:
        self.origin = entry

    def _sit(self, entry: Sat) -> None:
        self.seats[entry.seat] = Seat(entry.name, entry.key_hash)
        self._arrivals.append(entry.seat)

    def _rename(self, entry: Renamed) -> None:
        self.seats[entry.seat].name = entry.name

    def _seat_bot(self, entry: BotSat) -> None:
        self.seats[entry.seat] = Seat(entry.name or entry.bot, bot=entry.bot)

    def _clear(self, entry: Left | SeatCleared) -> None:
        self.seats[entry.seat] = Seat()
        self.deal.forget(entry.seat)
        if entry.seat in self._arrivals:
            self._arrivals.remove(entry.seat)

    def _promise(self, entry: Promised) -> None:
        self.deal.promises[entry.seat] = entry.promise

    def _call(self, entry: Called) -> None:
        self.deal.called, self.deal.patience = entry.time, entry.patience

    def _show(self, entry: Shown) -> None:
        self.deal.numbers[entry.seat] = entry.number

    def _start(self, entry: Started) -> Sequence[Part]:
        tried, self.tried = self.tried, None
        self.secret = self.deal.secret or entry.seed
        self.started = entry.time
        try:
            game = begun_game(self.game.name, self.options, self.deck_text, entry.rules)
        except UnknownRules:
            game = None
        if game is None or entry.deck not in (None, game.deck_hash):
            self.closed = Closing(entry.rules, self.game.rules_version)
            return ()
        self.game = game
        self.story = Story(game)
        if tried is not None and tried.entry is entry:
            self.state, steps = tried.state, tried.steps
        else:
            self.state, steps = checking.begin(game, entry.seed, self.origin)
        parts = self.story.tell(steps, len(self.log))
        while self.origin is not None and self.story.question is not None:
            parts += self.story.go_on(len(self.log))  # that was answered at the other table
        return self._come_to(parts, entry.time)

    def _move(self, entry: Moved) -> Sequence[Part]:
        state = self.state
        if self.closed is not None:
            return ()
        story = self.story
        assert state is not None and story is not None
        missed: list[Part] = []
        while story.question is not None:
            # Logs that were begun before there were entries for it don't tell of answers that were the only ones.
            missed += story.go_on(len(self.log))
        if entry.by == "player" and story.awaits is not None and story.awaits.actions is None:
            for kind in {type(self.game.actions[action]) for action in state.legal_actions()}:
                self._paces.setdefault((entry.seat, kind), Pace()).note(entry.time - self._since)
        tried, self.tried = self.tried, None
        steps: Steps
        if tried is not None and tried.entry is entry:
            self.state, steps = tried.state, tried.steps
        else:
            steps = [state.apply(action) for action in entry.actions]
        return self._come_to(missed + story.tell(steps, len(self.log)), entry.time)

    def _go_on(self, entry: Forced) -> Sequence[Part]:
        assert self.story is not None
        return self._come_to(self.story.go_on(len(self.log)), entry.time)

    def _come_to(self, parts: Sequence[Part], time: float) -> Sequence[Part]:
        """With that the table has come to the next question, or to the end."""
        self._since = time
        if self.phase == "over":
            self.ended = time
        return parts

    def _choose_stand_in(self, entry: StandInChosen) -> None:
        self.seats[entry.seat].stand_in_bot = entry.bot

    def _hand_over(self, entry: HandedOver) -> None:
        seat = self.seats[entry.seat]
        seat.bot, seat.stand_in = entry.bot, True

    def _take_back(self, entry: TakenBack) -> None:
        seat = self.seats[entry.seat]
        seat.bot, seat.stand_in = None, False
        self._since = entry.time

    def _say(self, entry: Said) -> None:
        """What was said is in the log; nothing else changes."""

    def _go_on_elsewhere(self, entry: Rematch) -> None:
        self.rematch, self.rematch_wish = entry.table, entry.seat

    def _close(self, _entry: Closed) -> None:
        self.closed = ClosedByHost()


_APPLY: Final[Mapping[type[Entry], Callable[[Table, Any], Sequence[Part] | None]]] = {
    Opened: Table._open,
    Configured: Table._configure,
    Continued: Table._continue,
    Sat: Table._sit,
    Renamed: Table._rename,
    BotSat: Table._seat_bot,
    Left: Table._clear,
    SeatCleared: Table._clear,
    Promised: Table._promise,
    Called: Table._call,
    Shown: Table._show,
    Started: Table._start,
    Moved: Table._move,
    Forced: Table._go_on,
    StandInChosen: Table._choose_stand_in,
    HandedOver: Table._hand_over,
    TakenBack: Table._take_back,
    Said: Table._say,
    Rematch: Table._go_on_elsewhere,
    Closed: Table._close,
}
