"""Whole games played at random, their guests, and the turns of their seats."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Final, TypeVar

from forno.core.events import Event
from forno.core.game import Game, State
from forno.pages.face import Guests, Tree
from forno.table.composing import turn_tree

S = TypeVar("S", bound=State)

NAMES: Final = ("Anna", '<b>Bob</b>" onclick="', "{Carla}", "Dora & Co", "O'Neill", "Zoë")


def guests_of(game: Game) -> Guests:
    """Return guests whose names are hard to show; every other one is a bot."""
    return Guests(NAMES[: game.players], tuple(seat % 2 == 1 for seat in range(game.players)))


def random_game(state: S) -> Iterator[tuple[S, list[Event]]]:
    """Leave everything to chance from the deal on: the state as it was dealt and after each move, and what happened."""
    rng = random.Random(state.seed)
    yield state, list(state.events)
    while not state.is_over:
        yield state, list(state.apply(rng.choice(state.legal_actions())))


def tree_for(state: State, seat: int) -> Tree:
    """Return the tree of the turn for the seat that decides; an empty one for the others."""
    return turn_tree(state) if not state.is_over and seat == state.seat else {}
