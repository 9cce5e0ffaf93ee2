"""The morning: drawing, discarding, shopping, loading, reserving (PM-4 to PM-8)."""

from __future__ import annotations

from typing import Any

import pytest

from forno.core.events import seen_by
from forno.games.pizza_master.rules.events import (
    CoinsPlaced,
    DeckRenewed,
    Discarded,
    Drew,
    Loaded,
    Received,
    Reserved,
    RowLaid,
    ShopOpened,
)
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
    total_coins,
)

TUTORIAL = sit_down("tutorial")
TRAINEE = sit_down("trainee")
MASTER = sit_down("master")
TWO = sit_down("trainee", 2)


def shopping(game: Any = TRAINEE, **piles: Any) -> PizzaMasterState:
    state = game.position(phase="shopping", **piles)
    assert isinstance(state, PizzaMasterState)
    return state


# Drawing and discarding


@pytest.mark.rule("PM-4")
def test_everyone_draws_up_to_the_hand_limit_in_turn_order() -> None:
    hands = each(TRAINEE, green="campfire, 2 big-grill", blue="chicken-trio")
    state = TRAINEE.position(phase="morning", order=["red", "blue", "green"], hands=hands)
    drew = happened(state.events, Drew)
    assert [(event.seat, event.number) for event in drew] == [(2, 4), (1, 3), (0, 1)]
    assert awaited(state) == "red"
    assert state.view(None).day == 2


@pytest.mark.rule("PM-4", "PMR-8")
def test_who_holds_more_than_the_limit_draws_none_and_keeps_them() -> None:
    hands = ["3 fresh-catch, big-grill, smokehouse", "4 harbour-bites", "3 campfire"]
    won = each(TRAINEE, green="last-hand-standing")
    state = TRAINEE.position(phase="morning", hands=hands, won=won)
    assert [event.seat for event in happened(state.events, Drew)] == [2]
    assert len(hand_of(state, "green")) == 5


@pytest.mark.rule("PM-4")
def test_in_turn_order_each_discards_any_number_and_draws_as_many() -> None:
    hands = each(TRAINEE, green="2 campfire, chicken-trio, big-grill", blue="4 garden-bites", red="4 harbour-bites")
    state = TRAINEE.position(phase="discarding", hands=hands)
    assert legal(state) == ["keeps the rest", "discards campfire", "discards big-grill", "discards chicken-trio"]
    events = do(state, "discards campfire", "discards campfire", "discards big-grill", "keeps the rest")
    assert happened(events, Discarded) == [Discarded(0, 3, ("campfire", "campfire", "big-grill"))]
    drew = happened(events, Drew)
    assert [(event.seat, event.number) for event in drew] == [(0, 3)]
    assert len(hand_of(state, "green")) == 4
    assert "chicken-trio" in hand_of(state, "green")
    assert awaited(state) == "blue"
    turn = state.turn
    do(state, "keeps the rest")
    assert (awaited(state), state.turn) == ("red", turn + 1)
    assert state.view(None).discards == 3


@pytest.mark.rule("PM-4")
def test_discarding_the_whole_hand_needs_no_further_word() -> None:
    hands = each(TRAINEE, green="chicken-trio, big-grill", blue="4 garden-bites", red="4 harbour-bites")
    state = TRAINEE.position(phase="discarding", hands=hands, deck="rest")
    do(state, "discards chicken-trio")
    assert legal(state) == ["keeps the rest", "discards big-grill"]
    do(state, "discards big-grill")
    assert awaited(state) == "blue"
    assert len(hand_of(state, "green")) == 2


@pytest.mark.rule("PM-4")
def test_keeping_everything_draws_nothing() -> None:
    state = TRAINEE.position(phase="discarding", hands=["chicken-trio", "garden-bites", "big-grill"])
    events = do(state, "keeps the rest")
    assert happened(events, Discarded) == [Discarded(0, 0, ())]
    assert happened(events, Drew) == []
    assert hand_of(state, "green") == ("chicken-trio",)


@pytest.mark.rule("PM-4")
def test_discards_are_told_only_as_a_number() -> None:
    state = TRAINEE.position(phase="discarding", hands=["chicken-trio, big-grill", "garden-bites", "campfire"])
    first = do(state, "discards chicken-trio")
    assert seen_by(first, 1) == []
    assert state.view(1).sizes == (2, 1, 1)
    assert state.view(0).discarding == ("chicken-trio",)
    assert state.view(1).discarding == ()
    told = seen_by(do(state, "keeps the rest"), 1)
    assert told[:2] == [Discarded(0, 1, None), Drew(0, 1, None)]
    assert state.view(1).discards == 1


@pytest.mark.rule("PM-4")
def test_an_empty_deck_is_made_new_from_the_discards() -> None:
    hands = ["chicken-trio, big-grill", "garden-bites", "campfire"]
    in_hand = {"chicken-trio": 1, "big-grill": 1, "garden-bites": 1, "campfire": 1}
    on_top = in_hand | {"super-premium": 1}
    rest = [f"{card.count - on_top.get(card.name, 0)} {card.name}" for card in TRAINEE.deck.orders]
    state = TRAINEE.position(phase="discarding", hands=hands, deck="super-premium", discards=", ".join(rest))
    events = do(state, "discards chicken-trio", "discards big-grill")
    assert happened(events, DeckRenewed) == [DeckRenewed(71)]
    drew = happened(events, Drew)[0]
    assert drew.orders is not None
    assert drew.orders[0] == "super-premium"
    assert drew.number == 2
    assert state.view(None).discards == 0
    assert state.view(None).deck == 70


@pytest.mark.rule("PMR-11")
def test_with_deck_and_discards_empty_one_goes_on_with_fewer_cards() -> None:
    completed = each(TWO, ", ".join(f"{card.count} {card.name}" for card in TWO.deck.orders[:-1]))
    completed[1] = "3 freestyle-duo"
    state = TWO.position(
        phase="morning", hands=["freestyle-duo", ""], discards="freestyle-duo", deck="", completed=completed
    )
    assert happened(state.events, DeckRenewed) == [DeckRenewed(1)]
    assert [hand_of(state, colour) for colour in ("green", "blue")] == [("freestyle-duo",) * 2, ()]
    do(state, "keeps the rest")
    assert state.view(None).phase == "shopping"


@pytest.mark.rule("PMR-11")
def test_a_player_without_cards_isnt_asked_to_discard() -> None:
    state = TRAINEE.position(phase="discarding", hands=["", "chicken-trio", ""])
    assert awaited(state) == "blue"
    do(state, "keeps the rest")
    assert state.view(None).phase == "shopping"


@pytest.mark.rule("PM-4")
def test_in_master_the_row_is_laid_before_anyone_draws() -> None:
    state = MASTER.position(phase="morning", hands=each(MASTER), deck="rest")
    kinds = [type(event) for event in state.events if isinstance(event, RowLaid | Drew)]
    assert kinds == [RowLaid, Drew, Drew, Drew]
    assert len(state.view(None).row) == 8


@pytest.mark.rule("PM-4")
def test_a_new_mission_is_revealed_after_discarding() -> None:
    state = TRAINEE.position(
        phase="discarding",
        hands=each(TRAINEE),
        missions="spoil, poseidon",
        won=["alchemist, supporter, the-flash, last-hand-standing, organic-supply", "", ""],
        prizes=["carnivore", "refrigerator"],
    )
    assert happened(state.events, ShopOpened) == [ShopOpened("spoil")]
    assert (state.view(None).mission, state.view(None).missions) == ("spoil", 1)


@pytest.mark.rule("PMR-8")
def test_with_no_mission_left_there_is_none_that_day() -> None:
    won = [
        "alchemist, supporter, the-flash, last-hand-standing, organic-supply",
        "carnivore, refrigerator",
        "spoil, poseidon",
    ]
    state = TRAINEE.position(phase="discarding", hands=each(TRAINEE), won=won, missions="", prizes=[None, None])
    assert happened(state.events, ShopOpened) == [ShopOpened(None)]
    assert state.view(None).mission is None


# Coins


@pytest.mark.rule("PM-5")
@pytest.mark.parametrize(("points", "coins"), [(0, 4), (10, 4), (11, 5), (30, 5), (31, 6), (49, 6)])
def test_coins_and_cards_grow_at_11_and_31_own_points(points: int, coins: int) -> None:
    state = shopping(points=[points, 0, 0])
    assert total_coins(state) == coins
    morning = TRAINEE.position(phase="morning", points=[points, 0, 0])
    assert morning.view(None).sizes == (coins, 4, 4)


@pytest.mark.rule("PM-5", "PMR-1")
@pytest.mark.parametrize(("points", "cards"), [(0, 1), (11, 2), (31, 3)])
def test_master_hands_go_1_2_3(points: int, cards: int) -> None:
    state = MASTER.position(phase="morning", points=[points, 0, 0])
    assert state.view(None).sizes == (cards, 1, 1)


@pytest.mark.rule("PMR-1")
@pytest.mark.parametrize(("points", "coins"), [(9, 4), (10, 5), (24, 5), (25, 6)])
def test_shared_milestones_are_everybodys_when_the_first_has_10_and_25(points: int, coins: int) -> None:
    game = sit_down(milestones="shared")
    state = game.position(phase="morning", points=[points, 0, 0])
    assert state.view(None).sizes == (coins,) * 3


@pytest.mark.rule("PM-6")
def test_all_coins_are_placed_at_once_section_by_section() -> None:
    state = shopping()
    assert legal(state) == ["no coins on cheese", "1 coin on cheese", *(f"{n} coins on cheese" for n in (2, 3, 4))]
    do(state, "1 coin on cheese")
    assert legal(state) == [
        "no coins on vegetable",
        "1 coin on vegetable",
        "2 coins on vegetable",
        "3 coins on vegetable",
    ]
    do(state, "no coins on vegetable")
    events = do(state, "1 coin on seafood")
    assert happened(events, CoinsPlaced) == [CoinsPlaced(0, amounts("1 cheese, 1 seafood, 2 meat"))]
    assert awaited(state) == "blue"


@pytest.mark.rule("PM-6")
def test_with_no_coin_left_no_further_section_is_asked_for() -> None:
    state = shopping()
    events = do(state, "4 coins on cheese")
    assert happened(events, CoinsPlaced) == [CoinsPlaced(0, (4, 0, 0, 0))]
    do(state, "no coins on cheese", "4 coins on vegetable")
    assert awaited(state) == "red"
    do(state, "no coins on cheese", "no coins on vegetable", "4 coins on seafood")
    assert state.view(None).coins == ((4, 0, 0, 0), (0, 4, 0, 0), (0, 0, 4, 0))


@pytest.mark.rule("PM-6")
def test_others_see_coins_only_when_all_are_placed() -> None:
    state = shopping()
    told = seen_by(do(state, "3 coins on cheese"), 1)
    assert told == []
    assert state.view(1).coins[0] == (0, 0, 0, 0)
    assert (state.view(0).placing, state.view(1).placing) == ((3, 0, 0, 0), None)
    told = seen_by(do(state, "1 coin on vegetable"), 1)
    assert told[0] == CoinsPlaced(0, (3, 1, 0, 0))
    assert state.view(1).coins[0] == (3, 1, 0, 0)


@pytest.mark.rule("PM-6")
def test_coins_are_placed_in_turn_order() -> None:
    state = shopping(order=["red", "green", "blue"])
    placed = happened(shop(state), CoinsPlaced)
    assert [event.seat for event in placed] == [2, 0, 1]


@pytest.mark.rule("PM-14")
def test_the_extra_help_coin_is_one_coin_more() -> None:
    assert total_coins(shopping(helper="green")) == 5
    assert total_coins(shopping(helper="blue")) == 4
    assert total_coins(shopping(helper="green", points=[31, 40, 40])) == 7


# Loading


@pytest.mark.rule("PM-7")
def test_a_coin_brings_one_ingredient_and_two_cheese() -> None:
    state = shopping(TUTORIAL, refrigerator="1 meat")
    events = shop(state, green="2 cheese, 2 meat", blue="1 cheese, 1 vegetable, 1 seafood, 1 meat", red="4 vegetable")
    assert happened(events, Loaded) == [Loaded((6, 5, 1, 3))]
    assert state.view(None).refrigerator == (6, 5, 1, 4)
    assert state.view(None).supply == (14, 10, 14, 11)


@pytest.mark.rule("PMR-4")
def test_coins_that_find_nothing_in_the_supply_bring_nothing() -> None:
    state = shopping(TUTORIAL, refrigerator="17 cheese, 14 meat")
    events = shop(state, green="4 cheese", blue="4 meat", red="4 seafood")
    assert happened(events, Loaded) == [Loaded((3, 0, 4, 1))]
    assert state.view(None).supply == (0, 15, 11, 0)


# Reserving


@pytest.mark.rule("PM-8")
@pytest.mark.parametrize(("coins", "reserved"), [(1, 1), (2, 1), (3, 1), (4, 2), (5, 2)])
def test_the_most_coins_reserve_one_ingredient_and_a_stack_of_four_two(coins: int, reserved: int) -> None:
    state = shopping(helper="green")
    events = shop(state, green=f"{coins} meat, {5 - coins} cheese", blue="4 seafood", red="4 seafood")
    first = happened(events, Reserved)[0]
    assert (first.seat, first.ingredients[3]) == (0, reserved)
    assert state.view(None).refrigerator[3] == coins - reserved


@pytest.mark.rule("PM-8")
def test_a_tie_for_the_most_reserves_nothing() -> None:
    state = shopping()
    events = shop(state, green="3 meat, 1 cheese", blue="3 meat, 1 seafood", red="1 meat, 3 seafood")
    assert happened(events, Reserved) == [
        Reserved(0, amounts("1 cheese")),
        Reserved(2, amounts("1 seafood")),
    ]
    assert state.view(None).refrigerator == amounts("1 cheese, 3 seafood, 7 meat")


@pytest.mark.rule("PM-8")
def test_the_most_counts_however_many_others_tie_below() -> None:
    state = shopping()
    events = shop(state, green="1 meat, 3 cheese", blue="1 meat, 3 seafood", red="2 meat, 2 vegetable")
    assert Reserved(2, amounts("1 vegetable, 1 meat")) in events


@pytest.mark.rule("PMR-5")
def test_reserving_takes_ingredients_of_earlier_days_if_loading_brings_none() -> None:
    state = shopping(refrigerator="20 cheese")
    events = shop(state, green="4 cheese", blue="4 meat", red="4 meat")
    assert happened(events, Loaded) == [Loaded((0, 0, 0, 8))]
    assert happened(events, Reserved) == [Reserved(0, amounts("2 cheese"))]
    assert state.view(None).refrigerator == amounts("18 cheese, 8 meat")


@pytest.mark.rule("PMR-5")
def test_reserving_takes_no_more_than_is_present() -> None:
    trays = each(TRAINEE)
    beside = each(TRAINEE, red="14 meat")
    state = shopping(beside=beside, trays=trays)
    events = shop(state, green="4 meat", blue="4 cheese", red="4 seafood")
    assert Reserved(0, amounts("1 meat")) in events
    assert state.view(None).refrigerator[3] == 0
    nothing = shopping(beside=each(TRAINEE, red="15 meat"))
    assert [event.seat for event in happened(shop(nothing, green="4 meat", red="4 seafood"), Reserved)] == [1, 2]


@pytest.mark.rule("PM-8")
def test_the_tutorial_reserves_nothing() -> None:
    state = shopping(TUTORIAL)
    assert happened(shop(state, green="4 meat"), Reserved) == []
    assert state.view(None).reserved == ((0,) * 4,) * 3


@pytest.mark.rule("PMR-8")
def test_an_ingredient_from_a_mission_comes_at_the_start_of_the_next_day() -> None:
    hands = each(TRAINEE, red="garden-bites")
    state = TRAINEE.position(
        phase="collecting",
        mission="organic-supply",
        hands=hands,
        refrigerator="1 meat",
        trays=each(TRAINEE, red="1 cheese, 1 vegetable"),
    )
    events = do(state, "passes", "completes garden-bites")
    assert state.view(None).beside == ((0,) * 4,) * 3
    events += do_all(state, "passes")
    assert happened(events, Received) == [Received(2, 1)]
    assert state.view(None).beside[2] == amounts("1 vegetable")
    assert state.view(None).supply[1] == 14
