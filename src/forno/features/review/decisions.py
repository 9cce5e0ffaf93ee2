"""What a seat decided in the course of a game, and what it knew each time."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from forno.core.events import Event
from forno.core.game import Game, State
from forno.core.views import Memory, View
from forno.table.composing import is_shown, tells_nothing


@dataclass(frozen=True)
class Decision:
    """One turn of a seat, from the first question to where others heard of it; and what the seat knew before it."""

    number: int
    """Which of the seat's own it is, from 0 on."""
    place: int
    """How many actions of the game came before it."""
    step: int
    """The step at which a replay shows the table as it lay then."""
    view: View
    memory: Memory
    """All that the seat had seen."""
    chosen: tuple[int, ...]


@dataclass(frozen=True)
class Seen:
    """A game as one seat saw it."""

    game: Game
    seat: int
    decisions: tuple[Decision, ...]
    told: tuple[tuple[Event, ...], ...]
    """What the seat was told at the deal and after each action."""
    steps: int
    """The last step of a replay."""
    won: tuple[float, ...] | None
    """Everybody's share of the win; `None` if the game wasn't finished."""


def follow(states: Iterable[State], seat: int) -> Seen:
    """Go through a game: the state as dealt, and then after every action, the same one moved on."""
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
    return Seen(state.game, seat, tuple(decisions), tuple(told), step, shares_of(state))


def shares_of(state: State) -> tuple[float, ...] | None:
    """Everybody's share of the win."""
    if not state.is_over:
        return None
    winners: Sequence[int] = state.outcome.winners
    return tuple([1 / len(winners) if seat in winners else 0.0 for seat in range(state.game.players)])
