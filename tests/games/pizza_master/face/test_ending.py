"""The ending: specials are told as orders of a type."""

from __future__ import annotations

from dataclasses import replace

from forno.games.pizza_master.face import FACE
from tests.games.pizza_master.face.short_games import short_game
from tests.games.whole_games import guests_of, random_game
from tests.pages.markup import words


def test_specials_are_told_as_orders_of_a_type_in_the_end_and_not_as_ingredients() -> None:
    game = short_game("trainee", 3)
    *_, (state, _events) = random_game(game.deal(2))
    view = replace(state.view(None), declared=((0, 2, 0, 0), (1, 0, 0, 0), (0, 0, 0, 0)))
    told = words(FACE.ending(view, guests_of(game)))
    assert "2 vegetable orders" in told
    assert "1 cheese order" in told
    assert "Specials" in told
