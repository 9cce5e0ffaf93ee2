"""Whole games of Mamma Mia!, played at random, and their guests."""

from __future__ import annotations

import random
from collections.abc import Iterator

import forno
from forno.core.events import Event
from forno.games.mamma_mia.game import MammaMia
from forno.games.mamma_mia.rules.state import MammaMiaState
from forno.pages.face import Guests

EDITIONS = [("classic", 2), ("classic", 4), ("rio-grande", 5), ("grande", 3), ("grande", 6), ("grande-it", 2)]
NAMES = ("Anna", "<b>Bob</b>", "Carla & Co", '"Dora"', "Enzo", "Fede")


def make(edition: str = "classic", players: int = 4, memory_aid: bool = False) -> MammaMia:
    game = forno.game("mamma-mia", edition=edition, players=players, memory_aid=memory_aid)
    assert isinstance(game, MammaMia)
    return game


def guests_of(game: MammaMia) -> Guests:
    return Guests(NAMES[: game.players], tuple(seat % 2 == 1 for seat in range(game.players)))


def random_game(game: MammaMia, seed: int) -> Iterator[tuple[MammaMiaState, list[Event]]]:
    """Every state of a game in which everything is left to chance, with the events that led to it."""
    rng = random.Random(seed)
    state = game.deal(seed)
    yield state, list(state.events)
    while not state.is_over:
        yield state, list(state.apply(rng.choice(state.legal_actions())))


def seen(events: list[Event], seat: int | None = None) -> list[Event]:
    return [event for event in (e.seen_by(seat) for e in events) if event is not None]
