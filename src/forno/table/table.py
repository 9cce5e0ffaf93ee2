"""A table: the log of one game, and what its entries have come to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from forno.core.chance import Chance
from forno.core.events import Event, seen_by
from forno.core.game import Game, State
from forno.core.language import _
from forno.core.records import Record
from forno.core.sealing import Envelope
from forno.core.views import Memory, OwnPlace, View
from forno.table.closed_records import closed_record
from forno.table.closing import RulesMissing
from forno.table.entries import Entry, Forced, Moved, Started, Trial
from forno.table.errors import Stale, WrongPhase, impossible
from forno.table.history import History, Part, affected_seats
from forno.table.pacing import Pace
from forno.table.state import TableState


class Table(TableState):
    """One game from the first guest to the last word.

    A table is its log. An entry is checked (`check`), which gives a trial; the trial is stored by whoever keeps the
    table, and only then applied (`apply`). Stored entries make the same table again (`follow`, `replay`). A table asks
    neither the clock nor chance: both come with the entries.
    """

    # Slots, so that the attributes of `TableState` alone can be copied from and to a trial (`vars`).
    __slots__ = ("history", "log")

    def __init__(self, id: str) -> None:
        super().__init__(id)
        self.log: list[Entry] = []
        self.history = History()
        """The published history of the game."""

    @classmethod
    def replay(cls, id: str, entries: Iterable[Entry]) -> Table:
        """Return the table that a log makes. Raises `Damaged` if it makes none."""
        table = cls(id)
        try:
            for entry in entries:
                table.follow(entry)
        except Exception as error:
            raise impossible(id, table.number) from error
        return table

    def check(self, entry: Entry) -> Trial:
        """Return what the entry leads to, for `apply`. Raises the reason if it can't be the next; changes nothing."""
        return entry.trial(self)

    def apply(self, trial: Trial) -> Sequence[Part]:
        """Apply an entry that was checked and stored. Returns the parts of the game that may be told now."""
        if trial.number != self.number:
            raise Stale(_("The game has moved on. Look again, then decide."))
        vars(self).update(vars(trial.after))
        return self._note(trial.entry, trial.parts)

    def follow(self, entry: Entry) -> Sequence[Part]:
        """Apply an entry from the log, which was checked before it was stored. Returns the parts as `apply` does."""
        parts = entry.apply(self) or ()
        self.number += 1
        return self._note(entry, parts)

    def _note(self, entry: Entry, parts: Sequence[Part]) -> Sequence[Part]:
        if isinstance(entry, Started):
            self.history = History(self.game.players)
        self.history.tell(parts, len(self.log))
        self.log.append(entry)
        return parts

    # --- what seats may know ------------------------------------------------------

    def view(self, seat: int | None) -> View:
        """Return a seat's view of what was told; `None` is a spectator."""
        self.check_open()
        if self.state is None:
            raise WrongPhase(_("The game hasn't started yet; wait for the host."))
        if (aided := self._aided_game(seat)) is not None:
            return self.history.view(aided, seat)
        return self.state.view(seat) if self.question is None else self.history.view(self.game, seat)

    def _aided_game(self, seat: int | None) -> Game | None:
        """Return the game with the memory aid for a seat that has it as a handicap; `None` for others."""
        aided = seat is not None and self.seats[seat].aided and self.phase == "playing"
        return self.game.with_memory_aid() if aided else None

    def own_place(self, seat: int) -> OwnPlace:
        """Return the part of a seat's view that its own place shows: all of it with the memory aid as a handicap."""
        if self.state is None or self._aided_game(seat) is not None:
            return self.view(seat)
        if self.question is not None and self._is_ahead_of(self.state, seat):
            return self.history.own_place(self.game, seat)
        return self.game.own_place(self.state, seat)

    def _is_ahead_of(self, state: State, seat: int) -> bool:
        """Return whether a seat's own place in the state, which has gone on, may be ahead of what was told."""
        if not self.game.has_places or seat in (self.pending.awaited(state), state.seat):
            return True
        return any(seat in affected_seats(part.events, self.game.players) for part in self.pending.held)

    def memory(self, seat: int) -> Memory:
        """Return a perfect memory of what a seat has seen."""
        memory = (self._aided_game(seat) or self.game).memory(seat)
        for event in seen_by(self.history.events, seat):
            memory.observe(event)
        return memory

    def told_events(self, since: int = 0) -> list[Event]:
        """Return the events that may be known, from that one on."""
        return self.history.events[since:]

    def steps(self, seat: int | None) -> int:
        """Return the number of steps of the game that a seat has been told of, a part of a move being one.

        `None` is a spectator. Numbers of entries count what not everybody may know, such as refusals of help, and chat.
        So this is the number that may leave the table: what a seat answers, and where its stream is.
        """
        return self.history.steps(seat)

    def affected(self, events: Sequence[Event]) -> set[int]:
        """Return the seats whose own part of the page may have changed with these events."""
        if not self.game.has_places:
            return set(range(self.game.players))
        seats = affected_seats(events, self.game.players)
        seats |= {place for place, guest in enumerate(self.seats) if guest.aided}
        if self.awaited is not None:
            seats.add(self.awaited)
        return seats

    # --- answers --------------------------------------------------------------------

    def start(self, time: float, seed: int | str) -> Started:
        """Return the entry that deals the cards, with the rules that are played from then on."""
        seed = seed if self.origin is None else self.origin.seed
        return Started(time, seed, self.game.rules_version, self.game.deck_hash)

    def decide(self, time: float, seat: int, actions: tuple[int, ...], by: str = "player") -> Moved:
        """Return the entry of an answer to what that seat is asked."""
        kind = Moved if self.question is None else Forced
        return kind(time, seat, actions, by)

    def check_step(self, step: int, seat: int) -> None:
        """Raise `Stale` if an answer isn't to the latest step that this seat was told of."""
        if step != self.steps(seat):
            raise Stale(_("The game has moved on. Look again, then decide."))

    def has_answered(self, step: int, seat: int, actions: Sequence[int]) -> bool:
        """Return whether a seat has made this very move after that step: then it was sent again."""
        number = self.history.entry_after(step, seat)
        if number is None:
            return False
        entry = self.log[number]
        return isinstance(entry, Moved) and entry.seat == seat and entry.actions == tuple(actions)

    def only_answer_after(self) -> float | None:
        """Return the seconds after which a page may give a person's only answer; `None` if there is a choice.

        They are drawn from the times of this person's turns and choices.
        """
        question = self.question
        if question is None or question.seat is None or question.actions is None:
            return None
        pace = self.paces.get(question.seat, Pace())
        return pace.draw(type(self.game.actions[question.actions[0]]), self.luck("only answer"))

    def luck(self, what: str) -> Chance:
        """Luck for the awaited seat, the same if asked again.

        It follows from the table's secret and from how much that seat was told; what others were told in secret may not
        show in it.
        """
        seat = self.awaited
        return Chance(str(self.secret), what, str(seat), str(0 if seat is None else self.steps(seat)))

    # --- records ----------------------------------------------------------------------

    @property
    def final(self) -> State:
        """The state of a game that is over. Raises why there is none."""
        self.check_open()
        if self.state is None or self.phase != "over":
            raise WrongPhase(_("Wait until the game is over."))
        return self.state

    @property
    def envelope(self) -> Envelope | None:
        """The inputs of a sealed deal, once the game is over; `None` if it wasn't sealed."""
        self.final  # noqa: B018 (raises before the end)
        return self.opened_envelope()

    def record(self) -> Record:
        """Return the record of a game that is over: before, it would tell what is hidden."""
        return Record.of(self.final, self.opened_envelope())

    def record_text(self) -> str:
        """Return the record as text; also of a closed table, where nothing that is hidden will be needed any more."""
        if isinstance(self.closed, RulesMissing):
            return closed_record(self)
        if self.closed is not None and self.state is not None:
            return str(Record.of(self.state, self.opened_envelope()))
        return str(self.record())
