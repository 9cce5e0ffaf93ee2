"""Forecasts of an opening agree with what happens."""

from __future__ import annotations

from random import Random

import pytest

from forno.games.mamma_mia.bots.forecast import Cook, OvenForecast
from forno.games.mamma_mia.rules.lookups import Recipe
from forno.games.mamma_mia.rules.questions import SEATS
from tests.games.mamma_mia.helpers import each, pile, sit_down

GAME = sit_down("grande", 3)
COOK = Cook(GAME.lookups)


def tally(text: str) -> int:
    return GAME.lookups.tallies.pack(pile(GAME, text))


def order(name: str, seat: int = 0) -> Recipe:
    return GAME.lookups.recipes[~(seat * SEATS + GAME.lookups.order_names.index(name))]


@pytest.mark.parametrize(
    ("name", "table", "hand", "taken", "added", "lack"),
    [
        ("4-olive", "1 pineapple, 5 olive", "", "1 pineapple, 4 olive", "", 0),
        ("4-olive", "3 olive", "1 pineapple, 3 olive", "3 olive", "1 pineapple, 1 olive", 0),
        ("4-olive", "3 olive", "2 salami", "3 olive", "", 2),
        ("monotoni", "1 pineapple, 5 olive, 6 salami", "1 olive", "1 pineapple, 6 salami", "", 0),
        ("monotoni", "1 pineapple, 5 olive", "2 olive", "1 pineapple, 5 olive", "1 olive", 0),
        ("monotoni-junior", "1 pineapple, 6 olive", "", "", "", 99),
        ("minimale", "1 pineapple, 1 olive, 5 salami", "3 olive", "1 pineapple, 1 olive", "3 olive", 0),
        ("minimale", "2 pineapple", "4 olive", "", "", 99),
        ("bombastica", "8 olive, 8 salami", "2 olive", "8 olive, 8 salami", "", 0),
        ("bombastica", "8 olive, 5 salami", "1 olive, 3 shrimp", "8 olive, 5 salami", "2 shrimp", 0),
        ("bombastica", "8 olive, 2 salami", "1 olive, 2 shrimp", "8 olive, 2 salami", "1 olive, 2 shrimp", 2),
    ],
)
def test_an_order_is_checked_as_when_it_comes_out(
    name: str, table: str, hand: str, taken: str, added: str, lack: int
) -> None:
    assert COOK.check(order(name), tally(table), tally(hand)) == (tally(taken), tally(added), lack)


def test_a_kitchen_follows_the_oven_from_the_bottom() -> None:
    game = sit_down("grande", 3, helping=False)
    oven = ["4 olive", "yellow 4-olive", "1 green pepper", "2 mushroom", "green 4-mushroom", "1 salami"]
    hands = each(game, yellow="1 pineapple, 1 salami", green="2 shrimp", brown="1 salami")
    state = game.position(hands=hands, seat="yellow", oven=oven)
    forecast = OvenForecast(Cook(game.lookups), state)
    assert forecast.baked == [1, 0, 0]
    assert forecast.kept[0] == tally("1 pineapple")
    assert [hope.recipe.name for hope in forecast.hopes] == ["4-mushroom"]
    assert forecast.hopes[0].lacking == tally("2 mushroom")
    assert forecast.table == tally("1 salami")


def test_a_helper_is_found_and_rewarded() -> None:
    hands = each(GAME, yellow="1 salami", green="2 pineapple", brown="1 salami")
    state = GAME.position(hands=hands, seat="yellow", oven=["4 olive", "yellow 4-olive"])
    forecast = OvenForecast(COOK, state)
    assert forecast.baked == [1, 1, 0]
    assert forecast.kept[1] == tally("1 pineapple")


@pytest.mark.parametrize(("green", "share"), [("2 pineapple", 0.8 * 0.6), ("2 salami", 0.0)])
def test_with_luck_a_helper_may_refuse(green: str, share: float) -> None:
    hands = each(GAME, yellow="1 salami", green=green, brown="1 salami")
    state = GAME.position(hands=hands, seat="yellow", oven=["4 olive", "yellow 4-olive"])
    baked = [OvenForecast(COOK, state, luck=Random(seed)).baked[0] for seed in range(400)]
    assert sum(baked) / 400 == pytest.approx(share, abs=0.08)


def test_with_luck_an_order_may_go_back_although_all_is_there() -> None:
    hands = each(GAME, yellow="1 salami", green="1 salami", brown="1 salami")
    state = GAME.position(hands=hands, seat="yellow", oven=["1 pineapple", "4 olive", "yellow 4-olive"])
    kitchens = [OvenForecast(COOK, state, luck=Random(seed)) for seed in range(400)]
    assert sum(forecast.baked[0] for forecast in kitchens) / 400 == pytest.approx(0.8, abs=0.06)
    assert all(forecast.baked[0] + len(forecast.returned[0]) == 1 for forecast in kitchens)
