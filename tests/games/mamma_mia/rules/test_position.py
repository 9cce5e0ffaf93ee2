"""Positions built by hand: what they put where, and which are refused with what reason."""

from __future__ import annotations

from typing import Any

import pytest

import forno
from forno.games.mamma_mia.game import MammaMia
from forno.testing import check_position
from tests.games.mamma_mia.helpers import all_cards, awaited, each, hand_of, legal, opened, pile, sit_down

CLASSIC = sit_down("classic", 3)
GRANDE = sit_down("grande", 3)
ORDERS = [card.name for card in GRANDE.deck.orders["yellow"]]


@pytest.mark.parametrize("game", [CLASSIC, GRANDE], ids=["classic", "grande"])
def test_every_card_lies_somewhere(game: MammaMia) -> None:
    hands = each(game, "2 olive, order bombastica")
    state = game.position(
        hands=hands, seat="green", oven=["1 salami", "green 4-olive"], served=each(game, green="minimale")
    )
    assert state.census() == all_cards(game)
    state = opened(game, "green 4-olive", table="3 olive", hands=hands)
    assert state.census() == all_cards(game)


def test_everything_lies_where_it_is_said_to_lie() -> None:
    state = CLASSIC.position(
        hands=["2 olive, order 4-salami", "mushroom, 3 salami", "order bombastica , order minimale,1 pineapple"],
        seat="brown",
        waiters=["rest", "rest", "4-olive, one-of-each, monotoni"],
        served=["minimale", "", "4-salami, 4-pineapple, 4-green-pepper"],
        oven=["2 salami", "green 4-salami"],
        round=2,
    )
    assert awaited(state) == "brown"
    assert hand_of(state, "yellow") == (pile(CLASSIC, "2 olive"), ("4-salami",))
    assert hand_of(state, "green") == (pile(CLASSIC, "1 mushroom, 3 salami"), ())
    assert hand_of(state, "brown") == (pile(CLASSIC, "1 pineapple"), ("bombastica", "minimale"))
    view = state.view(None)
    assert view.waiters == (6, 7, 3)
    assert view.served == (("minimale",), (), ("4-green-pepper", "4-salami", "4-pineapple"))
    assert (view.oven, view.top, view.supply, view.round) == (3, "green 4-salami", 50 - 7 - 2, 2)
    assert state.seed is None
    assert state.history() == []


def test_the_rest_of_the_supply_is_shuffled_by_the_seed() -> None:
    hands = each(CLASSIC, "1 olive", yellow="3 salami")
    seen = set()
    for seed in (0, 1, "pizza"):
        drawn = []
        for _ in range(2):
            state = CLASSIC.position(hands=hands, seat="yellow", seed=seed)
            state.apply(CLASSIC.parse("3 salami"))
            drawn.append(hand_of(state, "yellow"))
        assert drawn[0] == drawn[1]
        seen.add(drawn[0])
    assert len(seen) > 1


def test_a_position_has_a_record_that_builds_it_again() -> None:
    check_position(CLASSIC.position(hands=each(CLASSIC, "1 olive"), seat="yellow"))


def test_used_can_be_named_and_the_supply_is_empty_while_the_oven_is_open() -> None:
    rest = "10 pineapple, 10 green pepper, 10 mushroom, 6 salami"
    state = opened(
        CLASSIC, "green 4-salami", table="4 salami", used=rest, hands=each(CLASSIC, "3 olive", green="4 olive")
    )
    assert legal(state) == ["1 olive", "2 olive", "3 olive"]
    assert state.view(None).supply == 36


def test_a_full_hand_of_orders_is_possible_in_grande() -> None:
    hands = each(GRANDE, "1 olive", green=", ".join(f"order {card.name}" for card in GRANDE.deck.orders["green"][:9]))
    state = GRANDE.position(hands=hands, seat="yellow")
    assert state.view(None).sizes == (1, 9, 1)


HANDS = each(CLASSIC, "1 olive")
REFUSALS: list[tuple[dict[str, Any], str]] = [
    ({"seat": "pink"}, r"nobody plays 'pink'; there are yellow, green, brown\."),
    ({"round": 3}, r"the oven is opened 3 times, so 'round' can't be 3\."),
    ({"round": -1}, r"the oven is opened 3 times, so 'round' can't be -1\."),
    ({"used": "1 olive"}, r"a used pile only while the oven is open: give 'table' too\."),
    ({"used": "rest"}, r"a used pile only while the oven is open: give 'table' too\."),
    ({"hands": "1 olive"}, r"'hands' must be a list of texts, not '1 olive'\."),
    ({"hands": ["1 olive"] * 2}, r"hand: give one text for each of the 3 players\."),
    ({"served": ["", ""]}, r"served: give one text for each of the 3 players\."),
    ({"waiters": ["rest"] * 4}, r"waiter: give one text for each of the 3 players\."),
    ({"oven": "3 salami"}, r"'oven' must be a list of texts, not '3 salami'\."),
    (
        {"hands": ["1 olive", "2 shrimp", "1 olive"]},
        r"hand of green: there is no 'shrimp'; the ingredients are pineapple, .* olive, salami\.",
    ),
    ({"oven": ["ham"]}, r"oven: there is no 'ham'"),
    ({"oven": ["purple 4-olive"]}, r"oven: there is no 'purple 4-olive'"),
    (
        {"hands": ["7 olive", "1 olive", "3 olive"]},
        r"hand of brown: that makes 11 olive, and 3 players play with 10 of each kind \(MM-1\)\.",
    ),
    ({"oven": ["8 olive"]}, r"oven: that makes 11 olive, and 3 players play with 10"),
    ({"table": "8 olive"}, r"table: that makes 11 olive"),
    ({"table": "", "used": "8 olive"}, r"used: that makes 11 olive"),
    ({"supply": "8 olive"}, r"supply: that makes 11 olive"),
    ({"oven": ["green 4-shrimp"]}, r"oven: green has no order '4-shrimp'; there are 4-mushroom, 4-olive, "),
    (
        {"hands": ["1 olive, order 4-pineapple", "1 olive", "1 olive"]},
        r"hand of yellow: yellow has no order '4-pineapple'",
    ),
    ({"served": ["4-pineapple", "", ""]}, r"served of yellow: yellow has no order '4-pineapple'"),
    (
        {"served": ["", "", "minimale"], "oven": ["1 salami", "brown minimale"]},
        r"oven: brown's minimale lies somewhere else already\.",
    ),
    (
        {"waiters": ["rest", "4-olive, 4-olive", "rest"]},
        r"waiter of green: green's 4-olive lies somewhere else already\.",
    ),
    (
        {"waiters": ["rest", "4-mushroom, 4-olive, 4-salami, 4-pineapple, one-of-each", "rest"]},
        r"waiter of green: these lie nowhere: bombastica, monotoni, minimale\. Name them, or let",
    ),
    (
        {"supply": "7 olive, 10 salami, 10 mushroom, 9 green pepper, 8 pineapple"},
        r"these lie nowhere: 2 pineapple, 1 green pepper\. Name them, or let a pile be 'rest'\.",
    ),
    ({"hands": ["8 olive", "", ""]}, r"hand of yellow: no hand comes to more than 7 orders or ingredients\."),
    (
        {"hands": ["7 olive, order minimale", "", ""]},
        r"hand of yellow: 8 cards are more than a hand of 7; only a pass can over-fill it \(MM-10\)\.",
    ),
    (
        {
            "hands": [
                "1 olive, " + ", ".join(f"order {card.name}" for card in CLASSIC.deck.orders["yellow"][:7]),
                "",
                "",
            ]
        },
        r"hand of yellow: 8 cards are more than a hand of 7",
    ),
    (
        {"hands": [", ".join(f"order {card.name}" for card in CLASSIC.deck.orders["yellow"][:7]), "", ""]},
        r"hand of yellow: nobody comes to a hand full of orders \(MM-9\)\.",
    ),
    (
        {"hands": [", ".join(f"order {card.name}" for card in CLASSIC.deck.orders["yellow"]), "", ""]},
        r"hand of yellow: no hand comes to more than 7 orders or ingredients\.",
    ),
]


@pytest.mark.parametrize(("piles", "reason"), REFUSALS, ids=[reason[:40] for _, reason in REFUSALS])
def test_an_impossible_position_is_refused_with_the_reason(piles: dict[str, Any], reason: str) -> None:
    with pytest.raises(forno.PositionError, match=reason) as refused:
        CLASSIC.position(**{"hands": HANDS, "seat": "yellow"} | piles)
    assert refused.value.code == "position"


@pytest.mark.rule("MM-10")
@pytest.mark.parametrize(
    ("ingredients", "orders", "fits"), [(5, 9, True), (5, 8, True), (6, 4, False), (6, 3, True), (0, 10, False)]
)
def test_in_grande_only_a_pass_over_fills_a_hand(ingredients: int, orders: int, fits: bool) -> None:
    hand = ", ".join([f"{ingredients} salami"] * (ingredients > 0) + [f"order {name}" for name in ORDERS[:orders]])
    if fits:
        assert (
            GRANDE.position(hands=each(GRANDE, "1 olive", yellow=hand), seat="yellow").view(0).sizes[0]
            == ingredients + orders
        )
    else:
        with pytest.raises(forno.PositionError, match="hand of yellow"):
            GRANDE.position(hands=each(GRANDE, "1 olive", yellow=hand), seat="yellow")


# Positions to which no game could come


def test_a_supply_while_the_oven_is_open_is_refused() -> None:
    with pytest.raises(forno.PositionError, match="supply"):
        CLASSIC.position(hands=HANDS, seat="yellow", table="", used="rest", supply="3 salami")


def test_no_card_at_all_cant_lie_in_the_oven() -> None:
    with pytest.raises(forno.PositionError, match="oven"):
        CLASSIC.position(hands=HANDS, seat="yellow", table="", used="rest", oven=["0 salami"])


def test_the_first_round_cant_begin_without_a_supply() -> None:
    with pytest.raises(forno.PositionError, match="begins with a supply"):
        CLASSIC.position(hands=HANDS, seat="yellow", supply="")


def test_waiters_are_named_for_everyone_or_not_at_all() -> None:
    with pytest.raises(forno.PositionError, match="one text for each"):
        CLASSIC.position(hands=HANDS, seat="yellow", waiters=[])


def test_a_number_is_written_in_plain_digits() -> None:
    with pytest.raises(forno.PositionError, match="there is no '² olive'"):
        CLASSIC.position(hands=HANDS, seat="yellow", oven=["² olive"])
