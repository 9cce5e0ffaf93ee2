"""Lookups are made anew for every game: the same questions, asked of games made here."""

from __future__ import annotations

import pytest

from forno.games.mamma_mia.rules.deck import read_deck
from forno.games.mamma_mia.rules.events import Baked, Drew, HelpAsked, OrderPlaced, Placed, Returned
from tests.games.mamma_mia.helpers import awaited, do, each, happened, legal, opened, orders_of, pile, sit_down


@pytest.mark.rule("MM-5", "MM-6")
def test_every_ingredient_and_every_order_of_a_hand_can_be_placed() -> None:
    game = sit_down("grande", 3, colours=["green", "brown", "red"])
    orders = [card.name for card in game.deck.orders["green"]]
    for first in (0, 7):
        held = orders[first : first + 8]
        hands = each(game, "1 olive", green="1 shrimp, " + ", ".join(f"order {name}" for name in held))
        state = game.position(hands=hands, seat="green")
        assert legal(state) == ["1 shrimp"]
        do(state, "1 shrimp")
        assert sorted(legal(state)) == sorted(["no order", *(f"order {name}" for name in held)])
        assert state.legal_actions() == sorted(state.legal_actions())
        for name in held:
            branch = state.clone()
            events = do(branch, f"order {name}", "draws from the supply")
            assert happened(events, OrderPlaced) == [OrderPlaced(0, name)]
            assert set(orders_of(branch, "green")) == set(held) - {name}


@pytest.mark.rule("MM-5")
@pytest.mark.parametrize(("edition", "kinds", "hand"), [("classic", 5, 7), ("grande", 6, 9)])
def test_every_number_of_every_kind_is_announced_as_it_was_placed(edition: str, kinds: int, hand: int) -> None:
    game = sit_down(edition, 3)
    names = ["pineapple", "green pepper", "mushroom", "olive", "salami", "shrimp"][:kinds]
    for kind, name in enumerate(names):
        state = game.position(hands=each(game, "", yellow=f"{hand} {name}"), seat="yellow")
        assert legal(state) == [f"{number} {name}" for number in range(1, hand + 1)]
        assert legal(state.clone()) == legal(state)
        for number in range(2, hand):
            events = do(state.clone(), f"{number} {name}", "draws from the supply")
            assert happened(events, Placed) == [Placed(0, kind, number)]
        branch = state.clone()
        events = do(branch, f"1 {name}", "draws from the waiter")
        assert happened(events, Placed) == [Placed(0, kind, 1)]
        assert branch.view(None).top == name


@pytest.mark.rule("MM-7")
@pytest.mark.parametrize("draw", ["supply", "waiter"])
def test_cards_are_drawn_from_the_pile_that_was_named(draw: str) -> None:
    game = sit_down("classic", 2)
    state = game.position(hands=each(game, "2 olive"), seat="yellow")
    assert [event.pile for event in happened(do(state, "1 olive", f"draws from the {draw}"), Drew)] == [draw]


@pytest.mark.rule("MM-7", "MM-10", "MMR-1")
@pytest.mark.parametrize(
    ("edition", "orders", "drawn"), [("classic", 2, 5), ("grande", 2, 5), ("grande", 9, 5), ("classic", 0, 7)]
)
def test_how_many_cards_a_player_draws_who_passes(edition: str, orders: int, drawn: int) -> None:
    game = sit_down(edition, 3)
    held = ", ".join(f"order {card.name}" for card in game.deck.orders["yellow"][:orders])
    state = game.position(hands=each(game, "1 olive", yellow=held), seat="yellow")
    assert [event.number for event in happened(state.events, Drew)] == [drawn]


@pytest.mark.rule("MMR-1")
def test_how_many_cards_come_to_an_over_full_hand() -> None:
    game = sit_down("grande", 3)
    held = ", ".join(f"order {card.name}" for card in game.deck.orders["yellow"][:9])
    state = game.position(hands=each(game, "1 olive", yellow=f"5 salami, {held}"), seat="yellow")
    assert happened(do(state, "5 salami", "no order"), Drew) == []
    assert awaited(state) == "green"


@pytest.mark.rule("MM-27")
def test_each_pair_of_ghiottona_bakes_with_that_pair() -> None:
    game = sit_down("grande", 2)
    kinds = ["green pepper", "mushroom", "olive", "salami", "shrimp"]
    table = "1 pineapple, " + ", ".join(f"4 {kind}" for kind in kinds)
    state = opened(game, "yellow ghiottona", table=table, hands=each(game, green="1 olive"))
    pairs = [(one, two) for place, one in enumerate(kinds) for two in kinds[place + 1 :]]
    assert legal(state) == [f"bakes with {one} and {two}" for one, two in pairs]
    for one, two in pairs:
        events = do(state.clone(), f"bakes with {one} and {two}")
        assert happened(events, Baked)[0].from_table == pile(game, f"1 pineapple, 4 {one}, 4 {two}")


@pytest.mark.rule("MM-25", "MM-26", "MM-28", "MM-30")
@pytest.mark.parametrize(
    ("order", "kind", "taken"),
    [
        ("monotoni", "olive", "1 pineapple, 6 olive"),
        ("minimale", "shrimp", "1 pineapple, 4 shrimp"),
        ("mamma-mia-mushroom-olive", "olive", "1 pineapple, 5 olive"),
    ],
)
def test_each_choice_bakes_with_that_kind(order: str, kind: str, taken: str) -> None:
    game = sit_down("grande", 2)
    table = "1 pineapple, 7 olive, 6 mushroom, 6 salami, 4 green pepper, 4 shrimp"
    state = opened(game, f"yellow {order}", table=table, hands=each(game, green="1 olive"))
    assert happened(do(state, f"bakes with {kind}"), Baked)[0].from_table == pile(game, taken)


@pytest.mark.rule("MM-28", "MM-29")
@pytest.mark.parametrize(
    ("order", "table"), [("monotoni-junior", "1 pineapple, 6 olive"), ("minipizza", "4 pineapple, 8 salami")]
)
def test_the_forbidden_kind_sends_an_order_back(order: str, table: str) -> None:
    game = sit_down("grande", 2)
    state = opened(game, f"yellow {order}", table=table, hands=each(game, green="1 olive"))
    assert happened(state.events, Returned) == [Returned(0, order, "forbidden", None)]


@pytest.mark.rule("MM-14", "MM-18")
def test_what_an_owner_can_do_about_missing_ingredients() -> None:
    game = sit_down("grande", 3)
    for hand, moves in (
        ("1 olive", ["adds what is missing", "asks for help", "sends it back"]),
        ("1 salami", ["asks for help", "sends it back"]),
    ):
        state = opened(game, "yellow 4-olive", table="1 pineapple, 3 olive", hands=each(game, "1 salami", yellow=hand))
        assert legal(state) == moves


DECK = """
kinds = 6
[[orders]]
name = "first"
{first}
[[orders]]
name = "second"
{second}
"""


@pytest.mark.rule("MM-18")
@pytest.mark.parametrize(
    ("order", "most"),
    [
        ("needs = { P = 8 }", 8),
        ("jokers = [7]", 7),
        ("jokers = [7, 7]", 7),
        ("needs = { P = 1 }\nfewest = 9", 9),
        ("needs = { P = 1 }\neither = ['X1', 'X2']\neither_count = 8", 8),
        ("at_least = 9", 1),
    ],
)
def test_as_much_can_be_asked_for_as_an_order_can_lack(order: str, most: int) -> None:
    deck = read_deck(DECK.format(first=order.replace("\\\n", "\n"), second="at_least = 12"), "own.toml")
    game = sit_down("grande", 3, deck=deck)
    requests = {str(action) for action in game.actions if str(action).endswith(" olive") and "asks" in str(action)}
    assert requests == {"asks for no olive", *(f"asks for {number} olive" for number in range(1, most + 1))}


@pytest.mark.rule("MM-18", "MMR-8")
def test_each_kind_is_asked_for_by_its_own_number() -> None:
    game = sit_down("grande", 3)
    hands = each(game, "1 salami", brown="1 mushroom, 1 shrimp, 2 pineapple")
    state = opened(game, "brown 2-olive-2-shrimp", hands=hands, table="1 olive")
    do(state, "asks for help")
    assert legal(state) == ["asks for no mushroom", "asks for 1 mushroom"]
    do(state, "asks for no mushroom")
    assert legal(state) == ["asks for 1 shrimp", "asks for 2 shrimp"]
    events = do(state, "asks for 2 shrimp")
    assert happened(events, HelpAsked)[0].request == pile(game, "1 olive, 2 shrimp")


@pytest.mark.rule("MM-26")
def test_a_minimale_of_one_card_is_a_minimale_too() -> None:
    deck = read_deck(DECK.format(first="needs = { P = 1 }\nfewest = 1", second="at_least = 12"), "own.toml")
    game = sit_down("grande", 2, deck=deck)
    state = opened(game, "yellow first", table="1 pineapple, 3 olive, 2 salami", hands=each(game, yellow="1 shrimp"))
    assert happened(state.events, Baked)[0].from_table == pile(game, "1 pineapple, 1 salami")


@pytest.mark.rule("MMR-3", "MMR-13", "MM-30")
@pytest.mark.parametrize("number", [5, 12])
def test_an_order_that_is_complete_with_every_kind_isnt_sent_back(number: int) -> None:
    game = sit_down("grande", 4)
    table = f"1 pineapple, {number} mushroom, {number} olive"
    state = opened(game, "yellow mamma-mia-mushroom-olive", table=table)
    assert legal(state) == ["bakes with mushroom", "bakes with olive"]


@pytest.mark.rule("MM-4")
@pytest.mark.parametrize("players", [2, 3, 5])
def test_after_the_last_player_comes_the_first(players: int) -> None:
    game = sit_down("classic", players)
    state = game.position(hands=each(game, "2 olive"), seat=game.colours[0])
    for colour in [*game.colours, game.colours[0]]:
        assert awaited(state) == colour
        do(state, "1 olive", "draws from the supply")


@pytest.mark.rule("MM-19")
@pytest.mark.parametrize("players", [3, 4, 6])
def test_all_others_are_asked_for_help_clockwise(players: int) -> None:
    game = sit_down("grande", players)
    colours = game.colours + game.colours
    for first, (owner, personal) in enumerate(zip(colours, ("pineapple", "green pepper", "mushroom"), strict=False), 1):
        state = opened(game, f"{owner} 4-olive", table=f"1 {personal}, 3 olive", hands=each(game, "1 olive"))
        do(state, "asks for help")
        for colour in colours[first : first + players - 1]:
            assert awaited(state) == colour
            do(state, "doesn't help")
