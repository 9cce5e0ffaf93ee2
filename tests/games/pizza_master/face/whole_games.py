"""Whole games of Pizza Master, played at random, and their guests."""

from __future__ import annotations

import random
from collections.abc import Iterator

import forno
from forno.core.events import Event
from forno.games.pizza_master.face import FACE
from forno.games.pizza_master.game import PizzaMaster
from forno.games.pizza_master.rules.state import PizzaMasterState
from forno.pages.face import Guests, Regions, Tree
from forno.table.composing import turn_tree

TABLES = [("tutorial", 2), ("trainee", 3), ("trainee", 5), ("master", 2), ("master", 5)]
NAUGHTY = ("<b>Anna", 'Bruno" onclick="', "O'Neill", "Zoë & Co", "{name}")


def make(mode: str, players: int, **options: object) -> PizzaMaster:
    # A few days are enough: players at random rarely get far, and would play forty.
    game = forno.game("pizza-master", mode=mode, players=players, max_days=4, **options)
    assert isinstance(game, PizzaMaster)
    return game


def guests_of(game: PizzaMaster) -> Guests:
    return Guests(NAUGHTY[: game.players], tuple(seat % 2 == 1 for seat in range(game.players)))


def random_game(game: PizzaMaster, seed: int) -> Iterator[tuple[PizzaMasterState, list[Event]]]:
    """The states of a game played at random, each with what led to it."""
    rng = random.Random(seed)
    state = game.deal(seed)
    yield state, list(state.events)
    while not state.is_over:
        events = list(state.apply(rng.choice(state.legal_actions())))
        yield state, events


def seen(events: list[Event], seat: int | None = None) -> list[Event]:
    return [event for event in (event.seen_by(seat) for event in events) if event is not None]


def tree_for(state: PizzaMasterState, seat: int) -> Tree:
    return turn_tree(state) if not state.is_over and seat == state.seat else {}


def own(state: PizzaMasterState) -> Regions:
    return FACE.own(state.view(state.seat), guests_of(state.game), turn_tree(state))
