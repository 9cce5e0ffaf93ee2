"""Collecting, making and trading (PM-9 to PM-12)."""

from __future__ import annotations

from typing import Any

import pytest

from forno.games.pizza_master.rules.events import Collected, Completed, KitchenClosed, Passed, Scored, Traded
from forno.games.pizza_master.rules.state import PizzaMasterState
from tests.games.pizza_master.helpers import (
    amounts,
    awaited,
    do,
    do_all,
    each,
    hand_of,
    happened,
    legal,
    shop,
    sit_down,
    tray_of,
)

TUTORIAL = sit_down("tutorial")
TRAINEE = sit_down("trainee")
MASTER = sit_down("master")


def collecting(game: Any = TRAINEE, **piles: Any) -> PizzaMasterState:
    state = game.position(phase="collecting", **piles)
    assert isinstance(state, PizzaMasterState)
    return state


def making(game: Any = TRAINEE, **piles: Any) -> PizzaMasterState:
    """Green has passed first and is making pizzas; the others haven't passed."""
    piles = {"hands": each(game), "trays": each(game)} | piles
    state = game.position(phase="making", seat="green", passed=["green"], refrigerator="5 seafood", **piles)
    assert isinstance(state, PizzaMasterState)
    return state


# Collecting


@pytest.mark.rule("PM-9")
def test_one_ingredient_each_in_reverse_turn_order_again_and_again() -> None:
    state = collecting(TUTORIAL, order=["blue", "green", "red"], refrigerator="3 cheese, 2 meat")
    turns = []
    for move in ("takes cheese", "takes meat", "takes cheese", "takes meat"):
        turns.append(awaited(state))
        number = state.turn
        do(state, move)
        assert state.turn == number + 1
    assert turns == ["red", "green", "blue", "red"]
    assert legal(state) == ["takes cheese", "passes"]
    assert tray_of(state, "red") == amounts("1 cheese, 1 meat")
    assert tray_of(state, "green") == amounts("1 meat")
    assert state.view(None).refrigerator == amounts("1 cheese")


@pytest.mark.rule("PM-9")
def test_who_passes_collects_no_more_this_day() -> None:
    state = collecting(TUTORIAL, refrigerator="6 cheese")
    assert awaited(state) == "red"
    assert happened(do(state, "takes cheese", "passes"), Passed) == [Passed(1)]
    turns = []
    for _ in range(4):
        turns.append(awaited(state))
        do(state, "takes cheese")
    assert turns == ["green", "red", "green", "red"]
    do(state, "passes")
    assert awaited(state) == "red"
    assert state.view(None).collecting == (2,)


@pytest.mark.rule("PM-9")
def test_what_is_left_in_the_refrigerator_stays_for_the_next_day() -> None:
    state = collecting(TUTORIAL, refrigerator="6 cheese, 1 meat")
    do(state, "takes cheese")
    do_all(state, "passes")
    assert state.view(None).day == 2
    assert state.view(None).refrigerator == amounts("5 cheese, 1 meat")


@pytest.mark.rule("PM-8")
def test_only_its_owner_may_collect_a_reserved_ingredient_and_need_not() -> None:
    state = collecting(refrigerator="2 cheese", reserved=each(TRAINEE, red="1 cheese, 2 meat"))
    assert legal(state) == ["takes cheese", "takes the reserved cheese", "takes the reserved meat", "passes"]
    events = do(state, "takes the reserved meat")
    assert happened(events, Collected) == [Collected(2, 3, True)]
    assert legal(state) == ["takes cheese", "passes"]
    events = do(state, "takes cheese", "passes")
    assert happened(events, Collected) == [Collected(1, 0, False)]
    assert legal(state) == ["takes cheese", "takes the reserved cheese", "takes the reserved meat", "passes"]
    do(state, "takes the reserved cheese")
    assert tray_of(state, "red") == amounts("1 cheese, 1 meat")
    assert state.view(None).refrigerator == amounts("1 cheese")
    assert state.view(None).reserved[2] == amounts("1 meat")


@pytest.mark.rule("PMR-5")
def test_a_reserved_ingredient_that_is_left_joins_the_refrigerator_for_the_next_day() -> None:
    state = collecting(refrigerator="1 cheese", reserved=each(TRAINEE, red="2 meat"))
    do(state, "passes")
    assert legal(state) == ["takes cheese", "passes"]
    events = do(state, "takes cheese")
    assert happened(events, Passed) == [Passed(0), Passed(1)]
    assert state.view(None).refrigerator == amounts("2 meat")
    assert state.view(None).reserved == ((0,) * 4,) * 3


@pytest.mark.rule("PMR-9")
def test_who_can_take_nothing_passes_without_being_asked() -> None:
    state = collecting(TUTORIAL, refrigerator="1 cheese")
    events = do(state, "takes cheese")
    assert happened(events, Passed) == [Passed(1), Passed(0), Passed(2)]
    assert len(happened(events, KitchenClosed)) == 1
    assert state.view(None).day == 2


@pytest.mark.rule("PMR-9")
def test_who_has_something_reserved_is_asked_when_the_refrigerator_is_empty() -> None:
    state = collecting(refrigerator="1 cheese", reserved=each(TRAINEE, green="1 meat"))
    events = do(state, "takes cheese")
    assert happened(events, Passed) == [Passed(1)]
    assert (awaited(state), legal(state)) == ("green", ["takes the reserved meat", "passes"])


@pytest.mark.rule("PMR-9")
def test_when_everybody_has_passed_collecting_ends_with_ingredients_left() -> None:
    state = collecting(TUTORIAL, refrigerator="9 cheese")
    events = do(state, "passes", "passes", "passes")
    assert len(happened(events, Scored)) == 1
    assert state.view(None).refrigerator == amounts("9 cheese")


# Making


@pytest.mark.rule("PM-10")
def test_right_after_passing_one_may_complete_any_number_of_orders() -> None:
    hands = each(TRAINEE, red="2 butchers-bites, chicken-trio, big-grill")
    state = collecting(hands=hands, refrigerator="3 seafood", trays=each(TRAINEE, red="3 cheese, 3 meat, 1 vegetable"))
    do(state, "passes")
    assert (awaited(state), legal(state)) == (
        "red",
        ["completes butchers-bites", "completes big-grill", "completes chicken-trio", "finishes"],
    )
    events = do(state, "completes butchers-bites")
    assert happened(events, Completed) == [
        Completed(2, "butchers-bites", False, amounts("1 cheese, 1 meat"), (0, 0, 0, 0))
    ]
    assert hand_of(state, "red") == ("butchers-bites", "big-grill", "chicken-trio")
    do(state, "completes butchers-bites")
    assert legal(state) == ["completes chicken-trio", "trades 2 meat side dishes", "finishes"]
    do(state, "completes chicken-trio", "finishes")
    assert awaited(state) == "blue"
    view = state.view(None)
    assert view.completed[2] == ("butchers-bites", "butchers-bites", "chicken-trio")
    assert view.earned == (0, 0, 12)
    assert view.points == (0, 0, 0)
    assert tray_of(state, "red") == (0, 0, 0, 0)


@pytest.mark.rule("PM-10", "PMR-9")
def test_the_next_player_goes_on_collecting_after_the_making() -> None:
    hands = each(TRAINEE, blue="butchers-bites")
    trays = each(TRAINEE, blue="1 cheese, 1 meat")
    state = collecting(hands=hands, trays=trays, refrigerator="5 seafood")
    do(state, "takes seafood", "passes")
    assert awaited(state) == "blue"
    do(state, "finishes")
    assert awaited(state) == "green"
    assert legal(state) == ["takes seafood", "passes"]
    do(state, "takes seafood")
    assert awaited(state) == "red"


@pytest.mark.rule("PMR-9")
def test_making_ends_by_itself_when_nothing_can_be_completed_or_traded() -> None:
    state = collecting(hands=each(TRAINEE, red="big-grill"), refrigerator="5 seafood")
    do(state, "passes")
    assert awaited(state) == "blue"
    able = making(hands=each(TRAINEE, green="butchers-bites, big-grill"), trays=each(TRAINEE, green="2 cheese, 2 meat"))
    do(able, "completes butchers-bites")
    assert awaited(able) == "red"


@pytest.mark.rule("PM-10", "PMR-9")
def test_who_can_collect_nothing_is_still_asked_to_make() -> None:
    hands = each(TUTORIAL, blue="butchers-bites")
    state = collecting(TUTORIAL, hands=hands, trays=each(TUTORIAL, blue="1 cheese, 1 meat"), refrigerator="1 seafood")
    events = do(state, "takes seafood")
    assert happened(events, Passed) == [Passed(1)]
    assert (awaited(state), legal(state)) == ("blue", ["completes butchers-bites", "finishes"])


@pytest.mark.rule("PMR-4")
def test_used_ingredients_go_back_to_the_supply_at_once() -> None:
    state = making(hands=each(TRAINEE, green="big-grill, fresh-catch"), trays=each(TRAINEE, green="3 cheese, 2 meat"))
    assert state.view(None).supply == (17, 15, 10, 13)
    do(state, "completes big-grill")
    assert state.view(None).supply == (19, 15, 10, 15)
    assert tray_of(state, "green") == amounts("1 cheese")


@pytest.mark.rule("PM-2")
def test_the_player_says_what_the_wildcards_are() -> None:
    hands = each(TRAINEE, green="freestyle-deluxe, freestyle-duo, super-premium")
    trays = each(TRAINEE, green="1 cheese, 3 vegetable, 2 seafood, 1 meat")
    state = making(hands=hands, trays=trays)
    assert legal(state) == [
        "completes super-premium",
        "completes freestyle-deluxe with 3 vegetable",
        "completes freestyle-duo with 1 vegetable and 2 seafood",
        "completes freestyle-duo with 1 seafood and 2 vegetable",
        "completes freestyle-duo with 1 meat and 2 vegetable",
        "completes freestyle-duo with 1 meat and 2 seafood",
        "finishes",
    ]
    do(state, "completes freestyle-duo with 1 meat and 2 seafood")
    assert tray_of(state, "green") == amounts("3 vegetable")
    assert state.view(None).earned == (8, 0, 0)


@pytest.mark.rule("PM-2")
def test_freestyle_deluxe_takes_three_of_one_kind_and_never_cheese() -> None:
    hands = each(TRAINEE, green="freestyle-deluxe")
    assert awaited(making(hands=hands, trays=each(TRAINEE, green="9 cheese, 2 meat, 2 vegetable"))) == "red"
    state = making(hands=hands, trays=each(TRAINEE, green="1 cheese, 3 meat"))
    do(state, "completes freestyle-deluxe with 3 meat")
    assert state.view(None).earned == (7, 0, 0)
    assert state.view(None).face_up[0][8] == 1


@pytest.mark.rule("PMR-8")
def test_the_trays_ingredients_are_used_before_those_beside_it() -> None:
    state = making(
        hands=each(TRAINEE, green="2 butchers-bites, smokehouse"),
        trays=each(TRAINEE, green="1 cheese, 1 meat"),
        beside=each(TRAINEE, green="2 cheese, 1 meat"),
    )
    events = do(state, "completes smokehouse")
    assert happened(events, Completed) == [
        Completed(0, "smokehouse", False, amounts("1 cheese, 1 meat"), amounts("1 cheese"))
    ]
    assert state.view(None).beside[0] == amounts("1 cheese, 1 meat")
    do(state, "completes butchers-bites")
    assert state.view(None).beside[0] == (0, 0, 0, 0)
    assert state.view(None).supply == (20, 15, 10, 15)


# Trading


@pytest.mark.rule("PM-12")
def test_two_face_up_orders_of_one_type_are_turned_down_for_a_cheese() -> None:
    state = making(completed=each(TRAINEE, green="campfire, big-grill, deep-blue", blue="2 campfire"))
    assert legal(state) == ["trades 2 meat pizzas", "finishes"]
    events = do(state, "trades 2 meat pizzas")
    assert happened(events, Traded) == [Traded(0, 3, 0, 0)]
    view = state.view(None)
    assert tray_of(state, "green") == amounts("1 cheese")
    assert view.supply[0] == 19
    assert view.face_up[0] == (0, 0, 0, 0, 1, 0, 0, 0, 0)
    assert view.completed[0] == ("campfire", "big-grill", "deep-blue")
    assert awaited(state) == "red"


@pytest.mark.rule("PM-12")
@pytest.mark.parametrize(
    ("trade", "left"),
    [
        ("trades 2 meat pizzas", (0, 0, 0, 0, 0, 0, 0, 2, 0)),
        ("trades a meat pizza and a meat side dish", (0, 0, 0, 0, 0, 0, 1, 1, 0)),
        ("trades 2 meat side dishes", (0, 0, 0, 0, 0, 0, 2, 0, 0)),
    ],
)
def test_one_chooses_whether_side_dishes_are_turned_down(trade: str, left: tuple[int, ...]) -> None:
    state = making(completed=each(TRAINEE, green="campfire, big-grill, 2 butchers-bites"))
    assert len(legal(state)) == 4
    do(state, trade)
    assert state.view(None).face_up[0] == left


@pytest.mark.rule("PM-12")
@pytest.mark.parametrize("type_", range(4))
def test_every_type_can_be_traded(type_: int) -> None:
    pairs = [
        "melted-reef, cheesy-bacon",
        "green-meadow, garden-bites",
        "deep-blue, harbour-bites",
        "campfire, butchers-bites",
    ]
    kind = ("cheese", "vegetable", "seafood", "meat")[type_]
    state = making(completed=each(TRAINEE, green=pairs[type_]))
    assert legal(state) == [f"trades a {kind} pizza and a {kind} side dish", "finishes"]
    events = do(state, f"trades a {kind} pizza and a {kind} side dish")
    assert happened(events, Traded) == [Traded(0, type_, 1, 0)]
    assert state.view(None).face_up[0] == (0,) * 9


@pytest.mark.rule("PM-12")
def test_two_specials_are_traded_for_any_ingredient() -> None:
    state = making(completed=each(TRAINEE, green="2 super-premium, freestyle-duo"))
    trades = [f"trades 2 specials for {kind}" for kind in ("cheese", "vegetable", "seafood", "meat")]
    assert legal(state) == [*trades, "finishes"]
    events = do(state, "trades 2 specials for meat")
    assert happened(events, Traded) == [Traded(0, 4, 0, 3)]
    assert tray_of(state, "green") == amounts("1 meat")
    assert state.view(None).face_up[0] == (0,) * 8 + (1,)


@pytest.mark.rule("PM-12")
def test_one_trades_as_often_as_one_likes_and_uses_what_one_gets() -> None:
    state = making(
        completed=each(TRAINEE, green="2 campfire, 2 deep-blue, big-grill"),
        hands=each(TRAINEE, green="smokehouse"),
        trays=each(TRAINEE, green="1 meat"),
    )
    assert legal(state) == ["trades 2 seafood pizzas", "trades 2 meat pizzas", "finishes"]
    do(state, "trades 2 meat pizzas", "trades 2 seafood pizzas")
    assert legal(state) == ["completes smokehouse", "finishes"]
    do(state, "completes smokehouse")
    assert state.view(None).earned == (4, 0, 0)
    assert state.view(None).completed[0] == (
        "campfire",
        "campfire",
        "deep-blue",
        "deep-blue",
        "big-grill",
        "smokehouse",
    )


@pytest.mark.rule("PM-12")
def test_points_stay_when_orders_are_turned_down() -> None:
    state = making(completed=each(TRAINEE, green="2 campfire"), points=[9, 0, 0])
    do(state, "trades 2 meat pizzas")
    assert state.view(None).points == (9, 0, 0)
    assert state.view(None).earned == (0, 0, 0)


@pytest.mark.rule("PMR-14")
def test_an_order_completed_the_same_day_may_be_traded() -> None:
    state = making(
        hands=each(TRAINEE, green="2 butchers-bites"), trays=each(TRAINEE, green="2 cheese, 2 meat"), points=[0, 0, 0]
    )
    do(state, "completes butchers-bites", "completes butchers-bites")
    assert legal(state) == ["trades 2 meat side dishes", "finishes"]
    do(state, "trades 2 meat side dishes")
    assert state.view(None).earned == (6, 0, 0)


@pytest.mark.rule("PMR-14")
def test_a_trade_needs_the_ingredient_in_the_supply() -> None:
    completed = each(TRAINEE, green="2 campfire, 2 super-premium")
    state = making(completed=completed, trays=each(TRAINEE, blue="20 cheese, 15 meat"))
    assert legal(state) == ["trades 2 specials for vegetable", "trades 2 specials for seafood", "finishes"]
    none = making(completed=each(TRAINEE, green="2 campfire"), trays=each(TRAINEE, blue="20 cheese"))
    assert awaited(none) == "red"


@pytest.mark.rule("PM-12")
def test_the_tutorial_trades_nothing() -> None:
    state = making(TUTORIAL, completed=each(TUTORIAL, green="4 butchers-bites"))
    assert awaited(state) == "red"


# Master


@pytest.mark.rule("PM-11")
def test_in_master_one_action_a_turn_collect_complete_or_pass() -> None:
    state = collecting(
        MASTER,
        refrigerator="4 seafood",
        row="chicken-trio, campfire",
        hands=each(MASTER, red="butchers-bites"),
        trays=each(MASTER, red="2 cheese, 2 meat, 1 vegetable"),
    )
    assert (awaited(state), legal(state)) == (
        "red",
        [
            "takes seafood",
            "passes",
            "completes butchers-bites",
            "completes the shared campfire",
            "completes the shared chicken-trio",
        ],
    )
    events = do(state, "completes the shared chicken-trio")
    assert happened(events, Completed) == [
        Completed(2, "chicken-trio", True, amounts("1 cheese, 1 vegetable, 1 meat"), (0, 0, 0, 0))
    ]
    assert awaited(state) == "blue"
    assert state.view(None).row == ("campfire",)
    do(state, "takes seafood", "takes seafood")
    assert (awaited(state), legal(state)) == ("red", ["passes", "completes butchers-bites"])
    do(state, "completes butchers-bites")
    assert hand_of(state, "red") == ()
    assert state.view(None).earned == (0, 0, 9)


@pytest.mark.rule("PM-11")
def test_who_has_completed_an_order_cant_collect_any_more_but_others_can() -> None:
    state = collecting(
        MASTER,
        refrigerator="4 seafood",
        hands=each(MASTER, red="butchers-bites"),
        row="garden-bites",
        trays=each(MASTER, red="2 cheese, 1 meat, 1 vegetable", blue="1 cheese"),
    )
    do(state, "completes butchers-bites")
    assert state.view(None).stopped == (2,)
    do(state, "takes seafood", "takes seafood")
    assert legal(state) == ["passes", "completes the shared garden-bites"]
    do(state, "completes the shared garden-bites", "takes seafood")
    events = do(state, "takes seafood")
    assert happened(events, Passed) == [Passed(2), Passed(1), Passed(0)]


@pytest.mark.rule("PM-11")
def test_the_same_order_in_hand_and_on_the_table_are_two_cards() -> None:
    state = collecting(
        MASTER,
        hands=each(MASTER, red="butchers-bites"),
        row="2 butchers-bites",
        trays=each(MASTER, red="2 cheese, 2 meat"),
        refrigerator="3 seafood",
    )
    do(state, "completes the shared butchers-bites")
    assert (hand_of(state, "red"), state.view(None).row) == (("butchers-bites",), ("butchers-bites",))


@pytest.mark.rule("PM-11")
def test_the_same_order_twice_on_the_table_can_be_completed_twice() -> None:
    state = collecting(
        MASTER, row="2 butchers-bites", trays=each(MASTER, red="3 cheese, 3 meat"), refrigerator="6 seafood"
    )
    do(state, "completes the shared butchers-bites", "takes seafood", "takes seafood")
    assert (awaited(state), legal(state)) == ("red", ["passes", "completes the shared butchers-bites"])
    do(state, "completes the shared butchers-bites")
    assert state.view(None).row == ()
    do(state, "takes seafood", "takes seafood")
    assert (awaited(state), legal(state)) == ("red", ["passes", "trades 2 meat side dishes"])


@pytest.mark.rule("PM-11")
def test_in_master_passing_ends_the_phase_without_making() -> None:
    state = collecting(
        MASTER,
        refrigerator="4 seafood",
        hands=each(MASTER, red="butchers-bites"),
        trays=each(MASTER, red="1 cheese, 1 meat"),
    )
    do(state, "passes")
    assert awaited(state) == "blue"
    assert state.view(None).collecting == (1, 0)


@pytest.mark.rule("PMR-9")
def test_in_master_who_can_collect_complete_and_trade_nothing_passes_without_being_asked() -> None:
    state = collecting(
        MASTER,
        refrigerator="1 seafood",
        row="harbour-bites",
        hands=each(MASTER, blue="big-grill", green="fresh-catch"),
        trays=each(MASTER, blue="1 cheese, 1 meat", green="1 cheese, 1 seafood"),
        completed=each(MASTER, red="2 campfire"),
    )
    assert legal(state) == ["takes seafood", "passes", "trades 2 meat pizzas"]
    events = do(state, "takes seafood")
    assert happened(events, Passed) == [Passed(1)]
    assert (awaited(state), legal(state)) == ("green", ["passes", "completes the shared harbour-bites"])


@pytest.mark.rule("PMR-13")
def test_a_trade_comes_before_completing_or_passing_on_ones_own_turn_and_ends_collecting() -> None:
    state = collecting(
        MASTER,
        refrigerator="4 seafood",
        row="big-grill",
        trays=each(MASTER, red="1 cheese, 2 meat"),
        completed=each(MASTER, red="2 campfire, 2 deep-blue"),
    )
    assert legal(state) == ["takes seafood", "passes", "trades 2 seafood pizzas", "trades 2 meat pizzas"]
    turn = state.turn
    do(state, "trades 2 meat pizzas")
    assert (awaited(state), state.turn) == ("red", turn)
    assert legal(state) == ["passes", "completes the shared big-grill", "trades 2 seafood pizzas"]
    do(state, "completes the shared big-grill")
    assert awaited(state) == "blue"
    do(state, "takes seafood", "takes seafood")
    assert legal(state) == ["passes", "trades 2 seafood pizzas"]


@pytest.mark.rule("PMR-13")
def test_after_a_trade_one_choice_besides_passing_is_enough_to_be_asked() -> None:
    state = collecting(
        MASTER,
        refrigerator="4 seafood",
        row="butchers-bites",
        trays=each(MASTER, red="1 meat"),
        completed=each(MASTER, red="2 campfire"),
    )
    do(state, "trades 2 meat pizzas")
    assert (awaited(state), legal(state)) == ("red", ["passes", "completes the shared butchers-bites"])


@pytest.mark.rule("PMR-13", "PMR-9")
def test_who_can_do_nothing_after_a_trade_passes() -> None:
    state = collecting(MASTER, refrigerator="4 seafood", completed=each(MASTER, red="2 campfire"))
    events = do(state, "trades 2 meat pizzas")
    assert happened(events, Passed) == [Passed(2)]
    assert awaited(state) == "blue"
    assert state.view(None).collecting == (1, 0)


@pytest.mark.rule("PM-11", "PMR-13")
def test_stopping_one_day_doesnt_stop_the_next() -> None:
    state = collecting(
        MASTER,
        refrigerator="9 seafood",
        hands=each(MASTER, red="butchers-bites"),
        trays=each(MASTER, red="1 cheese, 1 meat"),
    )
    do(state, "completes butchers-bites")
    do_all(state, "passes")
    do_all(state, "keeps the rest")
    shop(state)
    assert state.view(None).stopped == ()
    assert "takes seafood" in legal(state)
