"""Scoring and the end of the day (PM-13, PM-14)."""

from __future__ import annotations

from typing import Any

import pytest

from forno.games.pizza_master.rules.events import CoinsPlaced, DayEnded, EndReached, MilestoneReached, PrizeWon, Scored
from forno.games.pizza_master.rules.state import PizzaMasterState
from tests.games.pizza_master.helpers import do, do_all, each, happened, legal, order_of, points_of, shop, sit_down

TUTORIAL = sit_down("tutorial")
TRAINEE = sit_down("trainee")
MASTER = sit_down("master")


def evening(game: Any = TRAINEE, **piles: Any) -> PizzaMasterState:
    state = game.position(phase="scoring", **piles)
    assert isinstance(state, PizzaMasterState)
    return state


# Points


@pytest.mark.rule("PM-13")
def test_everyone_scores_the_days_orders_less_one_for_each_ingredient_left() -> None:
    trays = ["1 cheese, 2 meat", "3 vegetable, 1 seafood", ""]
    state = evening(points=[10, 20, 5], earned=[8, 0, 6], trays=trays)
    assert happened(state.events, Scored) == [Scored((8, 0, 6), (3, 4, 0), (15, 16, 11))]
    assert points_of(state) == (15, 16, 11)


@pytest.mark.rule("PMR-6")
def test_points_never_fall_below_0() -> None:
    state = evening(points=[2, 0, 1], trays=["3 cheese", "1 meat", "1 meat"])
    assert points_of(state) == (0, 0, 0)


@pytest.mark.rule("PMR-6")
def test_the_days_points_make_up_for_waste_before_0_is_the_floor() -> None:
    state = evening(points=[0, 0, 0], earned=[3, 3, 3], trays=["2 cheese", "3 meat", "4 meat"])
    assert points_of(state) == (1, 0, 0)


@pytest.mark.rule("PMR-8")
def test_what_lies_beside_the_tray_costs_nothing_and_stays() -> None:
    state = evening(points=[9, 0, 0], beside=each(TRAINEE, green="1 meat, 2 cheese"))
    assert points_of(state) == (9, 0, 0)
    assert state.view(None).beside[0] == (2, 0, 0, 1)


@pytest.mark.rule("PMR-10")
def test_completed_orders_score_at_the_end_of_the_day_only() -> None:
    state = TRAINEE.position(
        phase="collecting",
        refrigerator="3 seafood",
        hands=each(TRAINEE, red="butchers-bites"),
        trays=each(TRAINEE, red="1 cheese, 1 meat"),
    )
    do(state, "passes", "completes butchers-bites")
    assert points_of(state) == (0, 0, 0)
    do_all(state, "passes")
    assert points_of(state) == (0, 0, 3)
    assert state.view(None).earned == (0, 0, 0)


# Prizes


@pytest.mark.rule("PM-13")
@pytest.mark.parametrize(("points", "reached"), [(9, []), (10, [0]), (24, [0]), (25, [0, 1])])
def test_the_first_to_have_10_and_25_points_gets_the_mission_card_there(points: int, reached: list[int]) -> None:
    state = evening(points=[0, 7, 0], earned=[0, points - 7, 0], prizes=["spoil", "poseidon"])
    cards = [PrizeWon(1, name, place) for place, name in enumerate(("spoil", "poseidon")) if place in reached]
    assert happened(state.events, PrizeWon) == cards
    assert state.view(None).won[1] == tuple(event.mission for event in cards)
    assert state.view(None).prizes == tuple(
        None if place in reached else name for place, name in enumerate(("spoil", "poseidon"))
    )


@pytest.mark.rule("PM-13")
def test_a_mission_card_is_given_once() -> None:
    state = evening(points=[12, 0, 0], earned=[0, 11, 0], prizes=[None, "poseidon"])
    assert happened(state.events, PrizeWon) == []


@pytest.mark.rule("PMR-7")
def test_of_two_who_pass_10_on_the_same_day_the_earlier_in_turn_order_gets_the_card() -> None:
    state = evening(order=["red", "blue", "green"], earned=[14, 11, 0], prizes=["spoil", "poseidon"])
    assert happened(state.events, PrizeWon) == [PrizeWon(1, "spoil", 0)]


@pytest.mark.rule("PMR-7")
def test_a_mission_card_from_the_track_comes_without_its_side_effect() -> None:
    state = evening(earned=[10, 0, 0], prizes=["alchemist", "the-flash"])
    view = state.view(None)
    assert (view.extras, view.face_up[0]) == ((0, 0, 0), (0,) * 9)
    flash = evening(points=[20, 9, 0], earned=[5, 0, 0], prizes=[None, "the-flash"])
    assert order_of(flash) == ["green", "blue", "red"]


# Milestones


@pytest.mark.rule("PM-5", "PMR-1")
@pytest.mark.parametrize(("points", "reached"), [(10, 0), (11, 1), (30, 1), (31, 2)])
def test_a_milestone_is_reached_at_ones_own_11_and_31(points: int, reached: int) -> None:
    state = evening(earned=[points, 0, 0])
    assert state.view(None).milestones == (reached, 0, 0)
    assert happened(state.events, MilestoneReached) == [MilestoneReached(0)] * reached


@pytest.mark.rule("PMR-1")
@pytest.mark.parametrize(("points", "reached"), [(9, 0), (10, 1), (24, 1), (25, 2)])
def test_a_shared_milestone_is_everybodys_at_anyones_10_and_25(points: int, reached: int) -> None:
    state = evening(sit_down(milestones="shared"), earned=[points, 0, 0])
    assert state.view(None).milestones == (reached,) * 3


@pytest.mark.rule("PMR-1")
def test_a_milestone_is_kept_whatever_happens_to_the_points() -> None:
    state = evening(points=[12, 0, 0], trays=["5 meat", "", ""])
    assert points_of(state) == (7, 0, 0)
    assert state.view(None).milestones == (1, 0, 0)
    again = evening(points=[7, 0, 0], milestones=[1, 0, 0], earned=[10, 0, 0])
    assert again.view(None).milestones == (1, 0, 0)
    assert again.view(None).sizes == (5, 4, 4)


# The end of the day


@pytest.mark.rule("PM-14")
def test_trays_go_back_to_the_supply_and_coins_to_their_owners() -> None:
    state = evening(
        trays=["2 meat, 1 cheese", "", ""], refrigerator="2 seafood", coins=["4 meat", "4 cheese", "4 cheese"]
    )
    view = state.view(None)
    assert view.trays == ((0,) * 4,) * 3
    assert view.coins == ((0,) * 4,) * 3
    assert view.supply == (20, 15, 13, 15)


@pytest.mark.rule("PM-14")
def test_shared_orders_go_to_the_discards() -> None:
    state = evening(MASTER, row="3 campfire, big-grill", discards="smokehouse")
    view = state.view(None)
    assert view.discards == 5
    assert len(view.row) == 8


@pytest.mark.rule("PM-14")
def test_the_new_turn_order_goes_by_points_and_ties_keep_their_order() -> None:
    game = sit_down(players=5)
    order = ["white", "yellow", "red", "blue", "green"]
    state = game.position(phase="scoring", order=order, points=[7, 3, 9, 7, 3])
    assert order_of(state) == ["red", "yellow", "green", "white", "blue"]


@pytest.mark.rule("PM-14")
def test_the_player_with_fewest_points_takes_the_extra_coin_for_the_next_day() -> None:
    state = evening(points=[3, 2, 8], helper="red")
    assert happened(state.events, DayEnded) == [DayEnded((2, 0, 1), 1)]
    assert state.view(None).helper == 1
    do_all(state, "keeps the rest")
    events = shop(state)
    assert [sum(event.coins) for event in happened(events, CoinsPlaced)] == [4, 4, 5]


@pytest.mark.rule("PM-14")
@pytest.mark.parametrize(("points", "helper"), [((1, 5, 5), 0), ((5, 1, 5), 1), ((5, 5, 1), 2)])
def test_everyone_is_told_who_has_the_extra_coin(points: tuple[int, ...], helper: int) -> None:
    state = evening(points=points)
    assert [event.helper for event in happened(state.events, DayEnded)] == [helper]


@pytest.mark.rule("PMR-7")
def test_a_tie_for_the_extra_coin_goes_to_the_later_in_turn_order() -> None:
    state = evening(order=["blue", "red", "green"], points=[2, 2, 2])
    assert order_of(state) == ["blue", "red", "green"]
    assert state.view(None).helper == 0


@pytest.mark.rule("PMR-19", "PM-5")
@pytest.mark.parametrize(("points", "more"), [(10, 0), (11, 1), (30, 1), (31, 2)])
def test_the_tutorial_has_the_coins_and_cards_at_11_and_31_points(points: int, more: int) -> None:
    state = evening(TUTORIAL, earned=[points, 0, 0])
    assert state.view(None).sizes == (4 + more, 4, 4)
    do_all(state, "keeps the rest")
    assert [sum(event.coins) for event in happened(shop(state), CoinsPlaced)] == [4 + more, 4, 4]


@pytest.mark.rule("PM-14")
def test_the_tutorial_has_no_extra_coin() -> None:
    assert evening(TUTORIAL, points=[3, 2, 8]).view(None).helper is None


@pytest.mark.rule("PM-14")
def test_a_new_day_begins() -> None:
    state = evening(day=4)
    view = state.view(None)
    assert (view.day, view.phase, view.sizes) == (5, "discarding", (4, 4, 4))
    assert legal(state)[0] == "keeps the rest"


# The end


@pytest.mark.rule("PM-15")
def test_the_game_ends_after_the_day_in_which_someone_has_50_points() -> None:
    going_on = evening(TUTORIAL, points=[49, 0, 0], earned=[1, 0, 0], trays=["1 meat", "", ""])
    assert not going_on.is_over
    over = evening(TUTORIAL, points=[49, 0, 0], earned=[1, 3, 0])
    assert over.is_over
    assert happened(over.events, EndReached) == [EndReached("points", (0, 0, 0))]
    assert over.outcome.scores == (50, 3, 0)


@pytest.mark.rule("PMR-12")
def test_the_game_ends_after_a_day_that_leaves_no_order_card() -> None:
    everything = ", ".join(f"{card.count} {card.name}" for card in TUTORIAL.deck.orders)
    all_but_one = everything.replace("5 freestyle-duo", "4 freestyle-duo")
    over = evening(TUTORIAL, completed=each(TUTORIAL, green=everything), deck="")
    assert (over.is_over, over.view(None).ending) == (True, "orders")
    for piles in (
        {"hands": each(TUTORIAL, blue="freestyle-duo"), "deck": ""},
        {"deck": "freestyle-duo"},
        {"discards": "freestyle-duo", "deck": ""},
    ):
        assert not evening(TUTORIAL, completed=each(TUTORIAL, green=all_but_one), **piles).is_over
    shared = evening(MASTER, completed=each(MASTER, green=all_but_one), row="freestyle-duo", deck="")
    assert not shared.is_over


@pytest.mark.rule("PMR-12")
def test_where_nobody_reaches_50_the_game_ends_after_40_days() -> None:
    assert not evening(TUTORIAL, day=39).is_over
    over = evening(TUTORIAL, day=40, points=[3, 4, 0])
    assert (over.is_over, over.view(None).ending, over.outcome.winners) == (True, "days", (1,))
    short = evening(sit_down("tutorial", max_days=2), day=2)
    assert short.is_over


@pytest.mark.rule("PM-16")
def test_most_points_win_and_a_tie_goes_to_the_earlier_in_turn_order() -> None:
    won = evening(TUTORIAL, day=40, points=[3, 4, 2]).outcome
    assert (won.scores, won.winners, won.reason) == ((3, 4, 2), (1,), "most-points")
    tied = evening(TUTORIAL, day=40, points=[3, 4, 4], order=["red", "blue", "green"]).outcome
    assert (tied.winners, tied.reason) == ((2,), "turn-order")
    assert tied.ranking[-1] == (0,)
    assert [what for what, _counts in tied.tiebreaks] == ["turn-order"]


def test_while_the_game_goes_on_there_is_no_outcome() -> None:
    import forno

    state = evening()
    with pytest.raises(forno.IllegalAction, match="isn't over"):
        _ = state.outcome
    over = evening(TUTORIAL, day=40)
    assert over.legal_actions() == []
    with pytest.raises(forno.IllegalAction, match="the game is over"):
        over.apply(0)
