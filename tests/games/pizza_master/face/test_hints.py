"""Hints say what is there and what is lacking."""

from __future__ import annotations

from forno.games.pizza_master.face import FACE
from tests.games.pizza_master.face.short_games import short_game
from tests.games.whole_games import guests_of, tree_for
from tests.pages.markup import words


def test_hints_say_what_is_there_and_what_is_lacking() -> None:
    game = short_game("trainee", 2)
    state = game.deal(3)
    for seat in (state.seat, 1 - state.seat):
        assert "What can I make?" in words(FACE.own(state.view(seat), guests_of(game), tree_for(state, seat))["turn"])
        assert "missing" in words(FACE.hint(state.view(seat), None))


def test_an_order_with_many_ways_says_how_much_is_missing() -> None:
    game = short_game("tutorial", 2)
    state = game.position(phase="collecting", hands=["", "freestyle-duo"], seat="blue", refrigerator="3 vegetable")
    assert "Freestyle duo: 1 cheese and 3 others missing." in words(FACE.hint(state.view(1), None))
