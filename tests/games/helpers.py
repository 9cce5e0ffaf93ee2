"""Helpers for the tests of all games: positions and moves in few words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from forno.core.events import Event
from forno.core.game import Game, State

E = TypeVar("E", bound=Event)


def each(game: Game, default: str = "", **by_colour: str) -> list[str]:
    """Return one text for each seat: those named by colour, and the same for all others."""
    assert set(by_colour) <= set(game.colours)
    return [by_colour.get(colour, default) for colour in game.colours]


def legal(state: State) -> list[str]:
    """Return the notation of all legal actions."""
    return [str(state.game.actions[action]) for action in state.legal_actions()]


def do(state: State, *moves: str) -> list[Event]:
    """Make these moves and return all events. No card is ever lost or doubled."""
    events: list[Event] = []
    before = state.census()
    for move in moves:
        events += state.apply(state.game.parse(move, among=state.legal_actions()))
        assert state.census() == before
    return events


def happened(events: Iterable[Event], sort: type[E]) -> list[E]:
    """Return the events of one kind."""
    return [event for event in events if isinstance(event, sort)]


def awaited(state: State) -> str:
    """Return the colour whose decision is awaited."""
    return state.game.seat_name(state.seat)
