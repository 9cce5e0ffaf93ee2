"""Playouts of a round come to an end with all cards."""

from __future__ import annotations

from random import Random

import pytest

from forno.games.mamma_mia.bots.forecast import Cook
from forno.games.mamma_mia.bots.playout import RoundPlayout, largest
from tests.games.mamma_mia.helpers import pile, sit_down

GAME = sit_down("grande", 3)
COOK = Cook(GAME.lookups)


def tally(text: str) -> int:
    return GAME.lookups.tallies.pack(pile(GAME, text))


@pytest.mark.parametrize("seed", range(12))
def test_a_playout_comes_to_an_end_with_all_cards(seed: int) -> None:
    state = GAME.deal(seed, quiet=True)
    before = state.census()
    playout = RoundPlayout(COOK, state, Random(seed))
    playout.play(GAME.lookups.openings)
    assert state.is_over
    assert state.rounds == GAME.lookups.openings
    assert all(0 < pizzas <= 15 for pizzas in playout.pizzas)
    left = sum(state.hands) + playout.forecast.table + playout.forecast.used
    kinds = GAME.lookups.kinds
    assert GAME.lookups.tallies.unpack(left) == tuple(before.values())[:kinds]


def test_the_largest_part() -> None:
    assert largest(tally("2 olive, 3 salami, 1 shrimp"), GAME.lookups.kinds) == tally("3 salami")
