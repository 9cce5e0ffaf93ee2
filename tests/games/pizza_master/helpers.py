"""Helpers for the tests of Pizza Master: tables, positions and moves in few words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import forno
from forno.core.events import Event
from forno.games.pizza_master.game import PizzaMaster
from forno.games.pizza_master.rules.cards import KINDS
from forno.games.pizza_master.rules.state import PizzaMasterState
from tests.games.helpers import awaited, do, each, happened, legal

__all__ = ["awaited", "do", "each", "happened", "legal"]


def sit_down(mode: str = "trainee", players: int = 3, **options: Any) -> PizzaMaster:
    """Return a game with these options."""
    game = forno.game("pizza-master", mode=mode, players=players, **options)
    assert isinstance(game, PizzaMaster)
    return game


def do_all(state: PizzaMasterState, move: str) -> list[Event]:
    """Let everyone make the same move, one after the other, as long as it can be made."""
    events: list[Event] = []
    while move in legal(state):
        events += do(state, move)
    return events


def shop(state: PizzaMasterState, **coins: str) -> list[Event]:
    """Everyone still to shop places coins: those named by colour so many in each section, others all on cheese."""
    events: list[Event] = []
    for _ in range(state.game.players - state.place):
        if state.question != 1:
            break
        own = amounts(coins.get(awaited(state), ""))
        for kind in range(3):
            turn = state.turn
            number = own[kind] if any(own) else state.board.unplaced
            words = {0: "no coins", 1: "1 coin"}.get(number, f"{number} coins")
            events += do(state, f"{words} on {KINDS[kind]}")
            if state.turn != turn:
                break
    return events


def amounts(text: str) -> tuple[int, ...]:
    """Return `3 cheese, 1 meat` as amounts."""
    counts = dict.fromkeys(KINDS, 0)
    for part in filter(None, text.split(", ")):
        number, _, kind = part.partition(" ")
        counts[kind] += int(number)
    return tuple(counts.values())


def colours(state: PizzaMasterState, seats: Iterable[int]) -> list[str]:
    return [state.game.seat_name(seat) for seat in seats]


def order_of(state: PizzaMasterState) -> list[str]:
    """Return the turn order."""
    return colours(state, state.view(None).order)


def hand_of(state: PizzaMasterState, colour: str) -> tuple[str, ...]:
    hand = state.view(state.game.colours.index(colour)).hand
    assert hand is not None
    return hand


def tray_of(state: PizzaMasterState, colour: str) -> tuple[int, ...]:
    return state.view(None).trays[state.game.colours.index(colour)]


def points_of(state: PizzaMasterState) -> tuple[int, ...]:
    return state.view(None).points


def total_coins(state: PizzaMasterState) -> int:
    """Return the number of coins that the player who is asked first has to place."""
    return len(state.legal_actions()) - 1
