"""Entries of the game itself: moves, and answers that were the only ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from forno.core.errors import IllegalAction
from forno.core.events import Event
from forno.core.game import State, refusal
from forno.core.language import _, capital
from forno.table.composing import tells_nothing
from forno.table.entries.base import Entry, Trial
from forno.table.errors import BadSetting, NotYourTurn, WrongPhase
from forno.table.history import Part
from forno.table.pacing import Pace

if TYPE_CHECKING:
    from forno.table.state import TableState

MOVERS: Final = ("player", "bot", "clock")


@dataclass(frozen=True)
class Moved(Entry):
    """A seat decided: a whole turn as it was composed, or a part of it."""

    kind = "moved"

    seat: int
    actions: tuple[int, ...]
    by: str = "player"
    """`player`, `bot` (one that plays this seat) or `clock` (a bot, since the time was up)."""

    def check(self, table: TableState) -> None:
        if table.state is None:
            raise WrongPhase(_("The game hasn't started yet; wait for the host."))
        if table.phase == "over":
            raise WrongPhase(capital(_("the game is over; nothing can be done any more.")))
        if table.awaited != self.seat or isinstance(self, Forced) != (table.question is not None):
            table.check_seat(self.seat)
            raise NotYourTurn(_("It isn't your turn yet."))
        self._check_mover(table)
        if any(type(action) is not int for action in self.actions):
            raise IllegalAction(_("That isn't allowed now."))
        if not self.actions:
            raise IllegalAction(_("This move is empty; choose something."))

    def _check_mover(self, table: TableState) -> None:
        """Check that a person moves for their own seat, a bot where it plays, and the clock for a person."""
        bot = table.seats[self.seat].bot
        if self.by not in MOVERS:
            raise BadSetting(_("A move must be made by one of these: {who}.").format(who=", ".join(MOVERS)))
        if self.by == "bot":
            if bot is None:
                raise NotYourTurn(_("No bot plays this seat."))
        elif bot is not None:
            raise NotYourTurn(_("A bot plays for you; take your seat back first."))
        elif self.by == "clock" and not table.settings.clock:
            raise NotYourTurn(_("This table plays without a clock."))

    def trial(self, table: TableState) -> Trial:
        """Check the move by making it on a copy of the game's state."""
        table.check_open()
        self.check(table)
        before = table.state
        assert before is not None
        after = table.next()
        self._note_time(after)
        state = after.state = before.clone()
        steps: list[Sequence[Event]] = []
        last = len(self.actions) - 1
        for place, action in enumerate(self.actions):
            events = state.apply(action)
            steps.append(events)
            if place < last and (state.is_over or state.turn != before.turn or not tells_nothing(events, self.seat)):
                raise IllegalAction(ended_by(before, action))
        return Trial(self, after, after.tell(steps, self.time))

    def apply(self, table: TableState) -> Sequence[Part]:
        if table.closed is not None:
            return ()
        assert table.state is not None
        missed: list[Part] = []
        while table.question is not None:
            # Logs that were begun before there were entries for it don't tell of answers that were the only ones.
            table.unasked = True
            table.pending, parts = table.pending.after_answer()
            missed += parts
        self._note_time(table)
        steps = [table.state.apply(action) for action in self.actions]
        told = [*missed, *table.tell(steps, self.time)]
        while table.unasked and table.state.is_over and table.phase == "playing":
            told += table.tell_rest(self.time)  # an older log ends here
        return told

    def _note_time(self, table: TableState) -> None:
        """Note how long the decision took."""
        self._note_pace(table)
        if self.by != "bot":
            table.charge(self.seat, self.time)

    def _note_pace(self, table: TableState) -> None:
        """Note how long a person took: for a choice that the others couldn't know of, or for an ordinary turn."""
        awaits = table.pending.awaits
        if self.by != "player" or awaits is None or table.state is None:
            return
        pace, taken = table.paces.get(self.seat, Pace()), self.time - table.asked
        if awaits.actions is None:
            kinds = {type(table.game.actions[action]) for action in table.state.legal_actions()}
            pace = pace.after_choice(taken, kinds)
        else:
            pace = pace.after_turn(taken)
        table.paces = {**table.paces, self.seat: pace}

    def to_json(self) -> str:
        """Return the same text as any entry's, put together by hand: it is written with every move."""
        actions = ",".join(map(str, self.actions))
        what = f'"seat":{self.seat},"actions":[{actions}],"by":"{self.by}"'
        return f'{{"kind":"{self.kind}","time":{self.time!r},{what}}}'


@dataclass(frozen=True)
class Forced(Moved):
    """A seat gave its only answer. The rules have gone on without it: now it may be told."""

    kind = "forced"

    def check(self, table: TableState) -> None:
        super().check(table)
        assert table.state is not None
        assert table.question is not None
        only = table.question.actions or ()
        if self.actions[0] not in only:
            raise IllegalAction(refusal(table.state, self.actions[0], only))
        if len(self.actions) > 1:
            raise IllegalAction(ended_by(table.state, self.actions[0]))

    def trial(self, table: TableState) -> Trial:
        return Entry.trial(self, table)

    def apply(self, table: TableState) -> Sequence[Part]:
        if table.question is None:
            return ()  # a game that was begun in an older log: its end was told with the move before
        if self.by != "bot":
            table.charge(self.seat, self.time)
        return table.tell_rest(self.time)


def ended_by(state: State, action: int) -> str:
    """Return the sentence that refuses decisions after the end of a turn."""
    done = str(state.game.actions[action])
    return _("{action!r} ends the turn; decide about the rest when asked.").format(action=done)
