"""The examples that the rulebooks print, as positions. People are called by their colours."""

from __future__ import annotations

import pytest

from forno.games.mamma_mia.game import MammaMia
from forno.games.mamma_mia.rules.events import (
    Baked,
    Drew,
    HelpAsked,
    HelpGiven,
    HelpRefused,
    OrderPlaced,
    OvenEmptied,
    Placed,
    Returned,
    Rewarded,
)
from tests.games.mamma_mia.helpers import (
    awaited,
    do,
    each,
    happened,
    ingredients_of,
    legal,
    on_table,
    opened,
    orders_of,
    pile,
    sit_down,
)

CLASSIC = sit_down("classic", 5)
RIO_GRANDE = sit_down("rio-grande", 5)
GRANDE = sit_down("grande", 5)
ITALIAN = sit_down("grande-it", 5)
EVERY_EDITION = pytest.mark.parametrize(
    "game", [CLASSIC, RIO_GRANDE, GRANDE, ITALIAN], ids=lambda game: game.edition.name
)
BOTH_GRANDES = pytest.mark.parametrize("game", [GRANDE, ITALIAN], ids=lambda game: game.edition.name)

SALAMI = 4


@pytest.mark.rule("MM-5", "MM-6", "MM-7", "MM-8")
@EVERY_EDITION
def test_green_places_three_salami_and_an_order_and_draws_the_last_three_orders(game: MammaMia) -> None:
    held = game.edition.hand - 3
    served = [card.name for card in game.deck.orders["green"] if card.name != "4-salami"][3:]
    hands = each(game, "1 mushroom", green=f"3 salami, {held - 1} olive, order 4-salami")
    state = game.position(hands=hands, seat="green", served=each(game, green=", ".join(served)), round=1)
    assert state.view(None).waiters[1] == 3
    events = do(state, "3 salami", "order 4-salami", "draws from the waiter")
    assert happened(events, Placed) == [Placed(1, SALAMI, 3)]
    assert happened(events, OrderPlaced) == [OrderPlaced(1, "4-salami")]
    assert [(event.pile, event.number) for event in happened(events, Drew)] == [("waiter", 3)]
    assert state.view(None).sizes[1] == {7: 6, 9: 8}[game.edition.hand]
    assert state.view(None).waiters[1] == 0


@pytest.mark.rule("MM-14", "MM-15", "MM-16")
@pytest.mark.parametrize("game", [CLASSIC, RIO_GRANDE], ids=["classic", "rio-grande"])
def test_green_adds_the_fourth_pineapple(game: MammaMia) -> None:
    state = opened(
        game,
        *["green 4-pineapple", "1 olive", "yellow bombastica"],
        table="4 mushroom, 3 pineapple, 1 green pepper, 2 salami",
        hands=each(game, "1 olive", green="1 pineapple, 2 olive"),
    )
    assert awaited(state) == "green"
    events = do(state, "adds what is missing")
    assert happened(events, Baked) == [
        Baked(1, "4-pineapple", pile(game, "3 pineapple, 1 green pepper"), pile(game, "1 pineapple"), pile(game, ""))
    ]
    assert happened(events, OvenEmptied)[0].leftovers == pile(game, "4 mushroom, 2 salami, 1 olive")
    served = state.view(None).served
    assert served is not None
    assert served[1] == ("4-pineapple",)


@pytest.mark.rule("MM-14", "MM-15", "MM-16")
@BOTH_GRANDES
def test_in_grande_too_green_adds_the_fourth_pineapple(game: MammaMia) -> None:
    state = opened(
        game,
        *["green 4-pineapple", "1 olive", "yellow minipizza"],
        table="4 mushroom, 3 pineapple, 2 green pepper, 2 olive",
        hands=each(game, "1 olive", green="1 pineapple, 2 olive"),
    )
    events = do(state, "adds what is missing")
    assert happened(events, Baked) == [
        Baked(1, "4-pineapple", pile(game, "3 pineapple, 1 green pepper"), pile(game, "1 pineapple"), pile(game, ""))
    ]
    assert on_table(state) == pile(game, "4 mushroom, 1 green pepper, 3 olive")
    assert state.view(None).completed == 1


@pytest.mark.rule("MM-18", "MM-19", "MM-20")
@BOTH_GRANDES
@pytest.mark.parametrize("brown", ["1 salami", "1 olive"], ids=["brown can't", "brown won't"])
def test_green_asks_for_one_olive_and_adds_the_other(game: MammaMia, brown: str) -> None:
    state = opened(
        game,
        "green 4-olive",
        table="4 mushroom, 2 olive, 1 green pepper",
        hands=each(game, "1 salami", green="1 olive", brown=brown, purple="1 olive, order minimale", red="1 olive"),
        seat="yellow",
    )
    assert legal(state) == ["asks for help", "sends it back"]
    do(state, "asks for help")
    assert legal(state) == ["asks for 1 olive", "asks for 2 olive"]
    events = do(state, "asks for 1 olive")
    assert happened(events, HelpAsked) == [HelpAsked(1, pile(game, "1 green pepper, 4 olive"), pile(game, "1 olive"))]
    if brown == "1 olive":
        assert awaited(state) == "brown"
        do(state, "doesn't help")
    assert awaited(state) == "purple"
    events = do(state, "helps")
    assert happened(events, HelpRefused) == [HelpRefused(2)]
    assert happened(events, HelpGiven) == [HelpGiven(3, pile(game, "1 olive"))]
    one = pile(game, "1 olive")
    assert happened(events, Baked) == [Baked(1, "4-olive", pile(game, "1 green pepper, 2 olive"), one, one)]
    assert happened(events, Rewarded) == [Rewarded(3)]
    assert ingredients_of(state, "red") == one
    assert orders_of(state, "purple") == ("minimale",)
    assert state.view(None).completed == 2
    assert happened(events, OvenEmptied)[0].leftovers == pile(game, "4 mushroom")


@pytest.mark.rule("MM-24")
@BOTH_GRANDES
def test_a_bombastica_of_twenty_one_ingredients(game: MammaMia) -> None:
    table = "5 pineapple, 4 green pepper, 1 mushroom, 6 olive, 2 salami, 3 shrimp"
    state = opened(game, "red bombastica", table=table, hands=each(game, "1 olive"), seat="red")
    assert sum(pile(game, table)) == 21
    assert happened(state.events, Baked) == [Baked(4, "bombastica", pile(game, table), pile(game, ""), pile(game, ""))]
    assert happened(state.events, OvenEmptied) == [OvenEmptied(pile(game, ""), 84 - 5)]


@pytest.mark.rule("MM-26", "MMR-5")
@pytest.mark.parametrize("game", [CLASSIC, RIO_GRANDE], ids=["classic", "rio-grande"])
@pytest.mark.parametrize("kind", ["salami", "mushroom"])
def test_greens_minimale_is_tied_between_salami_and_mushroom(game: MammaMia, kind: str) -> None:
    state = opened(
        game,
        "green minimale",
        table="2 green pepper, 2 salami, 2 mushroom, 3 pineapple",
        hands=each(game, "1 olive", green="1 salami, 1 mushroom, 3 olive"),
    )
    assert legal(state) == ["bakes with mushroom", "bakes with salami", "sends it back"]
    events = do(state, f"bakes with {kind}")
    assert happened(events, Baked) == [
        Baked(1, "minimale", pile(game, f"1 green pepper, 2 {kind}"), pile(game, f"1 {kind}"), pile(game, ""))
    ]


@pytest.mark.rule("MM-26", "MMR-5", "MMR-17")
@BOTH_GRANDES
def test_reds_minimale_is_tied_between_green_pepper_and_mushroom(game: MammaMia) -> None:
    table = sit_down(game.edition.name, 5, helping=False)
    state = opened(
        table,
        "red minimale",
        table="2 green pepper, 2 salami, 2 mushroom, 3 pineapple",
        hands=each(table, "1 olive", red="2 mushroom, 2 green pepper, 4 olive"),
    )
    assert legal(state) == ["bakes with green pepper", "bakes with mushroom", "sends it back"]
    events = do(state, "bakes with mushroom")
    assert happened(events, Baked) == [
        Baked(4, "minimale", pile(table, "1 salami, 2 mushroom"), pile(table, "2 mushroom"), pile(table, ""))
    ]


@pytest.mark.rule("MM-14")
@BOTH_GRANDES
def test_reds_normale_takes_four_pineapple_and_a_salami(game: MammaMia) -> None:
    state = opened(game, "red 4-pineapple", table="1 salami, 5 pineapple", hands=each(game, "1 olive"))
    taken = pile(game, "1 salami, 4 pineapple")
    assert happened(state.events, Baked) == [Baked(4, "4-pineapple", taken, pile(game, ""), pile(game, ""))]


@pytest.mark.rule("MM-30")
@BOTH_GRANDES
@pytest.mark.parametrize("kind", ["green pepper", "pineapple"])
def test_reds_mamma_mia_takes_five_green_peppers_or_five_pineapples(game: MammaMia, kind: str) -> None:
    name = "mamma-mia-pineapple-green-pepper"
    table = "2 salami, 6 pineapple, 6 green pepper, 6 olive"
    state = opened(game, f"red {name}", table=table, hands=each(game, "1 olive"))
    assert legal(state) == ["bakes with pineapple", "bakes with green pepper"]
    events = do(state, f"bakes with {kind}")
    assert happened(events, Baked) == [
        Baked(4, name, pile(game, f"1 salami, 5 {kind}"), pile(game, ""), pile(game, ""))
    ]


@pytest.mark.rule("MM-29")
@BOTH_GRANDES
def test_greens_minipizza_goes_without_shrimp(game: MammaMia) -> None:
    state = opened(game, "green minipizza", table="3 green pepper, 1 shrimp", hands=each(game, "1 olive"))
    assert happened(state.events, Returned) == [Returned(1, "minipizza", "forbidden", None)]
