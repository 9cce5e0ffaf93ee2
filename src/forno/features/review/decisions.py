"""Decisions of a seat in the course of a game, with the seat's knowledge at each."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from forno.core.events import Event
from forno.core.game import Game, State
from forno.core.outcomes import Outcome
from forno.core.views import Memory, View
from forno.table.composing import is_shown, tells_nothing


@dataclass(frozen=True)
class Decision:
    """One turn of a seat, from its first action until others see it, with the seat's knowledge before it."""

    number: int
    """Index among the seat's own decisions, from 0."""
    place: int
    """Number of actions of the game before it."""
    step: int
    """Replay step that shows the table at that moment."""
    view: View
    memory: Memory
    """Memory of everything that the seat had seen."""
    chosen: tuple[int, ...]


@dataclass(frozen=True)
class Seen:
    """A game as one seat saw it."""

    game: Game
    seat: int
    decisions: tuple[Decision, ...]
    told: tuple[tuple[Event, ...], ...]
    """Events that the seat saw at the deal and after each action."""
    steps: int
    """Number of the last replay step."""
    outcome: Outcome | None
    """`None` for an unfinished game."""

    @property
    def won(self) -> tuple[float, ...] | None:
        """Everybody's share of the win; `None` for an unfinished game."""
        if self.outcome is None:
            return None
        winners = self.outcome.winners
        return tuple([1 / len(winners) if seat in winners else 0.0 for seat in range(self.game.players)])


def follow(states: Iterable[State], seat: int) -> Seen:
    """Return a game as one seat saw it.

    `states` yields the state as dealt and after every action; it may be the same object, changed in place.
    """
    memory: Memory | None = None
    told: list[tuple[Event, ...]] = []
    decisions: list[Decision] = []
    begun: tuple[int, int, View, Memory] | None = None
    chosen: list[int] = []
    step = -1
    for place, state in enumerate(states):
        if memory is None:
            state.game.check_seat(seat)
            memory = state.game.memory(seat)
        events = state.events
        if begun is not None:
            chosen.append(state.history()[-1])
            if state.is_over or state.seat != seat or not tells_nothing(events, seat):
                decisions.append(Decision(len(decisions), *begun, tuple(chosen)))
                begun = None
        if not place or any(map(is_shown, events)):
            step += 1
        told.append(tuple([seen for event in events if (seen := event.seen_by(seat)) is not None]))
        for seen in told[-1]:
            memory.observe(seen)
        if begun is None and not state.is_over and state.seat == seat:
            begun = place, step, state.view(seat), memory.clone()
            chosen = []
    return Seen(state.game, seat, tuple(decisions), tuple(told), step, state.outcome if state.is_over else None)
