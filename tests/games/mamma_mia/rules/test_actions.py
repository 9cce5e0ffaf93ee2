"""The vocabulary: every action has a notation that reads aloud and is read back."""

from __future__ import annotations

import pytest

import forno
from forno.games.mamma_mia.rules.actions import (
    AddCard,
    AddMissing,
    AskForHelp,
    Choose,
    Draw,
    EndRequest,
    Help,
    Place,
    PlaceNoOrder,
    PlaceOrder,
    RefuseHelp,
    Request,
    SendBack,
)
from tests.games.mamma_mia.helpers import each, sit_down

CLASSIC = sit_down("classic", 3)
GRANDE = sit_down("grande", 6)


@pytest.mark.parametrize(
    "game", [CLASSIC, GRANDE, sit_down("classic", 2), sit_down("grande-it", 3, colours=["pink", "red", "green"])]
)
def test_every_notation_is_its_own_and_is_read_back(game: forno.Game) -> None:
    notations = [str(action) for action in game.actions]
    assert len(set(notations)) == len(notations)
    assert [game.parse(notation) for notation in notations] == list(range(len(notations)))


@pytest.mark.parametrize(
    ("action", "notation"),
    [
        (Place(4, 3), "3 salami"),
        (Place(1, 1), "1 green pepper"),
        (PlaceOrder("4-olive"), "order 4-olive"),
        (PlaceNoOrder(), "no order"),
        (Draw("supply"), "draws from the supply"),
        (Draw("waiter"), "draws from the waiter"),
        (Choose((3,)), "bakes with olive"),
        (Choose((1, 5)), "bakes with green pepper and shrimp"),
        (AddMissing(), "adds what is missing"),
        (AskForHelp(), "asks for help"),
        (SendBack(), "sends it back"),
        (Request(3, 2), "asks for 2 olive"),
        (Request(3, 0), "asks for no olive"),
        (EndRequest(), "asks for no more"),
        (AddCard(5), "adds 1 shrimp"),
        (Help(), "helps"),
        (RefuseHelp(), "doesn't help"),
    ],
)
def test_what_an_action_is_called(action: object, notation: str) -> None:
    assert str(action) == notation
    assert GRANDE.actions[GRANDE.parse(notation)] == action


@pytest.mark.rule("MM-5", "MM-6", "MM-7", "MM-18", "MM-27")
def test_the_vocabulary_is_small_and_complete() -> None:
    kinds, hand, most_missing = 6, 9, 6
    orders = {card.name for cards in GRANDE.deck.orders.values() for card in cards}
    expected = {str(Place(kind, number)) for kind in range(kinds) for number in range(1, hand + 1)}
    expected |= {"no order", "draws from the supply", "draws from the waiter"}
    expected |= {f"order {name}" for name in orders}
    expected |= {str(Choose((kind,))) for kind in range(kinds)}
    expected |= {str(Choose((one, two))) for one in range(kinds) for two in range(one + 1, kinds)}
    expected |= {"adds what is missing", "asks for help", "sends it back", "asks for no more", "helps", "doesn't help"}
    expected |= {str(Request(kind, number)) for kind in range(kinds) for number in range(most_missing + 1)}
    expected |= {str(AddCard(kind)) for kind in range(kinds)}
    assert {str(action) for action in GRANDE.actions} == expected


def test_fewer_words_do_if_they_can_mean_only_one_thing() -> None:
    hands = each(CLASSIC, yellow="3 salami, 2 olive, order bombastica")
    state = CLASSIC.position(hands=hands, seat="yellow")
    among = state.legal_actions()
    assert CLASSIC.parse("3", among) == CLASSIC.parse("3 salami")
    assert CLASSIC.parse("2 OL", among) == CLASSIC.parse("2 olive")
    with pytest.raises(forno.AmbiguousNotation, match="can mean '2 olive', '2 salami'; say which"):
        CLASSIC.parse("2", among)
    with pytest.raises(forno.IllegalAction, match="'3 olive' isn't allowed now"):
        CLASSIC.parse("3 olive", among)
    with pytest.raises(forno.InvalidNotation, match="'three anchovies' isn't an action here"):
        CLASSIC.parse("three anchovies", among)
