"""The nine daily missions: won, lost and tied."""

from __future__ import annotations

from typing import Any

import pytest

from forno.core.events import Event
from forno.core.registry import game_by_rules
from forno.games.pizza_master.game import PizzaMaster
from forno.games.pizza_master.rules.events import (
    DayEnded,
    Drew,
    IngredientKept,
    IngredientReturned,
    KeptReturned,
    MissionMissed,
    MissionWon,
    Received,
    Scored,
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
    order_of,
    points_of,
    sit_down,
)

TRAINEE = sit_down("trainee")
MASTER = sit_down("master")
SEATS = {"green": 0, "blue": 1, "red": 2}

MANY = {
    "hands": ["4 butchers-bites", "4 garden-bites", "4 harbour-bites"],
    "trays": ["4 cheese, 4 meat", "4 cheese, 4 vegetable", "4 cheese, 4 seafood"],
}
"""Everyone can complete four side dishes."""


def kitchen(mission: str, game: Any = TRAINEE, **piles: Any) -> PizzaMasterState:
    state = game.position(phase="collecting", mission=mission, **({"refrigerator": "9 meat"} | piles))
    assert isinstance(state, PizzaMasterState)
    return state


def evening(mission: str, **piles: Any) -> PizzaMasterState:
    state = TRAINEE.position(phase="scoring", mission=mission, **piles)
    assert isinstance(state, PizzaMasterState)
    return state


def close(state: PizzaMasterState) -> list[Event]:
    """Everyone passes and finishes until the day is over or somebody is asked something else."""
    events: list[Event] = []
    while True:
        move = next((move for move in ("passes", "finishes") if move in legal(state)), None)
        if move is None or state.view(None).phase != "collecting":
            return events
        events += do(state, move)


def close_the_day(state: PizzaMasterState) -> list[Event]:
    """Everyone keeps the orders, buys cheese alone and passes, until the next day begins."""
    day = state.view(None).day
    events: list[Event] = []
    while state.view(None).day == day:
        asked = legal(state)
        wanted = [name for name in ("keeps the rest", "passes", "finishes") if name in asked]
        events += do(state, *(wanted or asked[-1:]))
    return events


def winners(events: list[Event]) -> list[int]:
    return [event.seat for event in happened(events, MissionWon)]


def complete(state: PizzaMasterState, *orders: str) -> list[Event]:
    return do(state, *(f"completes {order}" for order in orders))


# Winning in general


@pytest.mark.rule("PM-13")
def test_the_mission_goes_to_whoever_fulfilled_it_and_scores_only_at_the_end() -> None:
    state = kitchen("supporter", **MANY)
    do(state, "passes")
    complete(state, "harbour-bites", "harbour-bites")
    events = close(state)
    assert happened(events, MissionWon) == [MissionWon(2, "supporter")]
    assert state.view(None).won == ((), (), ("supporter",))
    assert points_of(state)[2] == 6 - 4


@pytest.mark.rule("PMR-8")
def test_an_unfulfilled_mission_goes_under_the_mission_deck() -> None:
    state = kitchen("supporter")
    deck = state.missions.deck
    events = close(state)
    assert happened(events, MissionMissed) == [MissionMissed("supporter")]
    assert state.missions.deck == (*deck, TRAINEE.lookups.mission_names.index("supporter"))
    do_all(state, "keeps the rest")
    assert state.view(None).mission == TRAINEE.lookups.mission_names[deck[0]]
    assert state.missions.deck[-1] == TRAINEE.lookups.mission_names.index("supporter")


# Alchemist


@pytest.mark.rule("PM-13")
def test_alchemist_goes_to_the_first_with_three_orders_though_another_makes_more_later() -> None:
    state = kitchen("alchemist", **MANY)
    do(state, "passes")
    complete(state, "harbour-bites", "harbour-bites")
    do(state, "finishes", "passes")
    complete(state, "garden-bites", "garden-bites")
    assert state.view(None).achiever is None
    assert state.view(None).progress == (0, 2, 2)
    complete(state, "garden-bites")
    assert state.view(None).achiever == 1
    do(state, "finishes", "passes")
    complete(state, "butchers-bites", "butchers-bites", "butchers-bites", "butchers-bites")
    assert winners(close(state)) == [1]


@pytest.mark.rule("PMR-15")
def test_alchemist_is_a_mission_and_a_completed_special_at_once() -> None:
    state = evening("alchemist", achiever="red", completed=each(TRAINEE, red="super-premium"))
    view = state.view(None)
    assert view.won[2] == ("alchemist",)
    assert view.extras == (0, 0, 1)
    assert view.face_up[2] == (0,) * 8 + (2,)
    assert view.completed[2] == ("super-premium",)


@pytest.mark.rule("PMR-15")
def test_alchemist_can_be_traded_and_its_bonus_stays() -> None:
    state = TRAINEE.position(
        phase="making",
        seat="green",
        passed=["green"],
        refrigerator="1 meat",
        won=each(TRAINEE, green="alchemist"),
        extras=[1, 0, 0],
        completed=each(TRAINEE, green="super-premium"),
    )
    do(state, "trades 2 specials for meat")
    view = state.view(None)
    assert view.face_up[0] == (0,) * 9
    assert (view.won[0], view.extras[0]) == (("alchemist",), 1)


@pytest.mark.rule("PM-13")
def test_alchemist_is_lost_with_two_orders() -> None:
    state = kitchen("alchemist", **MANY)
    do(state, "passes")
    complete(state, "harbour-bites", "harbour-bites")
    assert winners(close(state)) == []


@pytest.mark.rule("PM-13")
@pytest.mark.parametrize("mission", ["alchemist", "supporter", "the-flash", "organic-supply", "carnivore", "poseidon"])
def test_collecting_brings_nobody_nearer_to_a_mission_of_orders(mission: str) -> None:
    state = kitchen(mission, refrigerator="2 cheese, 2 vegetable, 2 seafood, 2 meat")
    do(state, "takes cheese", "takes vegetable", "takes seafood", "takes meat")
    assert state.view(None).progress == (0, 0, 0)


# Supporter


@pytest.mark.rule("PM-13")
def test_supporter_goes_to_the_first_with_two_side_dishes_and_pizzas_dont_count() -> None:
    hands = ["2 butchers-bites", "campfire, big-grill", "harbour-bites, deep-blue"]
    trays = ["2 cheese, 2 meat", "3 cheese, 4 meat", "3 cheese, 3 seafood"]
    state = kitchen("supporter", hands=hands, trays=trays)
    do(state, "passes")
    complete(state, "harbour-bites", "deep-blue")
    do_all(state, "finishes")
    do(state, "passes")
    complete(state, "campfire", "big-grill")
    do_all(state, "finishes")
    assert state.view(None).progress == (0, 0, 1)
    do(state, "passes")
    complete(state, "butchers-bites", "butchers-bites")
    assert winners(close(state)) == [0]
    bonus = {card.name: card.bonus for card in TRAINEE.deck.missions}
    assert bonus == dict.fromkeys(bonus, 1) | {"supporter": 3}


@pytest.mark.rule("PM-13")
def test_supporter_is_lost_when_two_have_one_side_dish_each() -> None:
    state = kitchen("supporter", **MANY)
    do(state, "passes")
    complete(state, "harbour-bites")
    do(state, "finishes", "passes")
    complete(state, "garden-bites")
    assert winners(close(state)) == []


# The Flash


@pytest.mark.rule("PM-13", "PMR-16")
def test_the_flash_goes_to_the_first_order_and_makes_its_winner_last_the_next_day() -> None:
    state = kitchen("the-flash", points=[20, 10, 30], **MANY)
    do(state, "passes", "finishes", "passes")
    complete(state, "garden-bites")
    do(state, "finishes", "passes")
    complete(state, "butchers-bites")
    events = close(state)
    assert winners(events) == [1]
    assert points_of(state) == (20 + 3 - 6, 10 + 3 - 6, 30 - 8)
    assert order_of(state) == ["red", "green", "blue"]


@pytest.mark.rule("PMR-16")
def test_the_flash_beats_points_and_the_extra_coin_looks_at_the_order_with_that_done() -> None:
    state = evening("the-flash", achiever="green", points=[9, 2, 2], order=["red", "green", "blue"])
    assert happened(state.events, DayEnded) == [DayEnded((2, 1, 0), 1)]
    tied = evening("the-flash", achiever="red", points=[9, 2, 2], order=["red", "green", "blue"])
    assert happened(tied.events, DayEnded) == [DayEnded((0, 1, 2), 2)]


@pytest.mark.rule("PMR-16")
def test_the_flash_lasts_one_day() -> None:
    state = evening("the-flash", achiever="green", points=[9, 2, 1])
    assert order_of(state) == ["blue", "red", "green"]
    do_all(state, "keeps the rest")
    state.missions.today = -1
    for _ in range(3):
        do(state, next(move for move in reversed(legal(state)) if "cheese" in move))
    close(state)
    while state.view(None).day == 2:
        do(state, "passes")
    assert order_of(state) == ["green", "blue", "red"]


@pytest.mark.rule("PM-13")
def test_the_flash_is_lost_if_nobody_completes_an_order() -> None:
    state = kitchen("the-flash", **MANY)
    events = close(state)
    assert winners(events) == []
    assert happened(events, DayEnded)[0].order == (0, 1, 2)


# Last Hand Standing


@pytest.mark.rule("PM-13", "PMR-8")
def test_last_hand_standing_goes_to_the_last_to_pass_who_draws_a_card_after_the_next_mornings_fill() -> None:
    state = kitchen("last-hand-standing", hands=each(TRAINEE, blue="chicken-trio"))
    do(state, "passes", "takes meat", "passes", "takes meat")
    events = do(state, "passes")
    assert winners(events) == [1]
    drew = [(event.seat, event.number, event.mission) for event in happened(events, Drew)]
    assert drew == [(0, 4, None), (1, 3, None), (2, 4, None), (1, 1, "last-hand-standing")]
    names = [type(event).__name__ for event in events]
    assert names.index("DayStarted") < names.index("Drew")
    assert len(hand_of(state, "blue")) == 5


@pytest.mark.rule("PMR-8", "PM-5")
@pytest.mark.parametrize(("game", "limit"), [(TRAINEE, 4), (MASTER, 1)], ids=["trainee", "master"])
def test_last_hand_standings_winner_holds_one_card_more_than_the_limit_for_that_day(
    game: PizzaMaster, limit: int
) -> None:
    state = game.position(phase="scoring", mission="last-hand-standing", achiever="blue", hands=each(game))
    assert state.view(None).sizes == (limit, limit + 1, limit)
    events = close_the_day(state)
    assert state.view(None).sizes == (limit, limit + 1, limit)  # nothing was completed, so nothing is drawn
    assert not happened(events, Drew)


@pytest.mark.rule("PMR-8", "PMR-11")
def test_with_no_order_card_left_last_hand_standing_brings_none() -> None:
    names = [f"{card.count} {card.name}" for card in TRAINEE.deck.orders]
    completed = each(TRAINEE, green=", ".join(names[1:]))
    hands = each(TRAINEE, green=names[0])
    state = TRAINEE.position(
        phase="scoring", mission="last-hand-standing", achiever="red", hands=hands, completed=completed
    )
    assert [(event.seat, event.number) for event in happened(state.events, Drew)] == [(2, 0)]
    assert state.view(None).sizes[2] == 0


@pytest.mark.rule("PMR-8")
def test_on_the_last_day_last_hand_standing_brings_its_bonus_alone() -> None:
    state = evening("last-hand-standing", achiever="red", points=[0, 49, 0], earned=[0, 3, 0])
    assert winners(list(state.events)) == [2]
    assert not happened(state.events, Drew)


@pytest.mark.rule("PMR-8")
@pytest.mark.parametrize("mission", ["last-hand-standing", "carnivore"])
def test_what_a_mission_brings_the_next_day_comes_once(mission: str) -> None:
    state = evening(mission, achiever="red")
    again = [close_the_day(state) for _ in range(2)]
    assert [happened(events, Received) for events in again] == [[], []]
    assert [event.mission for events in again for event in happened(events, Drew) if event.mission] == []


@pytest.mark.rule("PM-13", "PMR-9")
def test_passing_without_being_asked_counts_as_passing() -> None:
    state = kitchen("last-hand-standing", refrigerator="1 meat")
    assert winners(do(state, "takes meat")) == [2]


@pytest.mark.rule("PMR-8")
def test_last_hand_standings_card_may_exceed_the_hand_limit() -> None:
    hands = ["4 butchers-bites", "4 garden-bites", "4 harbour-bites"]
    state = kitchen("last-hand-standing", hands=hands)
    events = do(state, "passes", "passes", "passes")
    assert winners(events) == [0]
    assert state.view(None).sizes == (5, 4, 4)


@pytest.mark.rule("PM-13")
def test_in_master_the_last_to_pass_is_the_last_to_leave_the_phase() -> None:
    state = kitchen(
        "last-hand-standing",
        MASTER,
        hands=each(MASTER, red="butchers-bites"),
        trays=each(MASTER, red="1 cheese, 1 meat"),
    )
    do(state, "completes butchers-bites", "passes", "takes meat")
    events = close(state)
    assert winners(events) == [0]


# Organic Supply, Carnivore, Poseidon


@pytest.mark.rule("PM-13", "PMR-8")
@pytest.mark.parametrize(
    ("mission", "colour", "kind"),
    [("organic-supply", "blue", 1), ("carnivore", "green", 3), ("poseidon", "red", 2)],
)
def test_the_first_order_of_a_type_brings_an_ingredient_the_next_day(mission: str, colour: str, kind: int) -> None:
    state = kitchen(mission, refrigerator="1 cheese", **MANY)
    do(state, "passes", "completes harbour-bites", "finishes", "passes", "completes garden-bites", "finishes", "passes")
    do(state, "completes butchers-bites")
    events = close(state)
    seat = SEATS[colour]
    assert winners(events) == [seat]
    assert happened(events, Received) == [Received(seat, kind)]
    assert state.view(None).beside[seat][kind] == 1


@pytest.mark.rule("PMR-8")
def test_what_was_received_can_be_used_any_day_and_is_no_waste() -> None:
    state = evening("carnivore", achiever="red", points=[0, 0, 5])
    assert state.view(None).beside[2] == amounts("1 meat")
    used = TRAINEE.position(
        phase="making",
        seat="red",
        passed=["red"],
        refrigerator="1 seafood",
        hands=each(TRAINEE, red="butchers-bites"),
        trays=each(TRAINEE, red="1 cheese"),
        beside=each(TRAINEE, red="1 meat"),
    )
    do(used, "completes butchers-bites")
    assert used.view(None).beside[2] == (0, 0, 0, 0)


@pytest.mark.rule("PMR-8")
def test_nothing_is_received_if_the_supply_has_none() -> None:
    state = evening("carnivore", achiever="red", beside=each(TRAINEE, green="8 meat"), refrigerator="7 meat")
    assert happened(state.events, Received) == [Received(2, None)]
    assert state.view(None).beside[2] == (0, 0, 0, 0)


@pytest.mark.rule("PM-13")
@pytest.mark.parametrize("mission", ["organic-supply", "carnivore", "poseidon"])
def test_a_special_is_no_order_of_the_type_asked_for(mission: str) -> None:
    hands = each(TRAINEE, red="super-premium, cheesy-bacon")
    state = kitchen(mission, hands=hands, trays=each(TRAINEE, red="2 cheese, 1 vegetable, 1 seafood, 2 meat"))
    do(state, "passes", "completes super-premium", "completes cheesy-bacon")
    assert winners(close(state)) == []


@pytest.mark.rule("PM-13")
def test_the_first_meat_order_counts_not_the_most() -> None:
    hands = each(TRAINEE, "", green="2 campfire", red="butchers-bites")
    trays = each(TRAINEE, "", green="2 cheese, 4 meat", red="1 cheese, 1 meat")
    state = kitchen("carnivore", hands=hands, trays=trays, refrigerator="1 cheese")
    do(state, "passes", "completes butchers-bites", "passes", "passes", "completes campfire", "completes campfire")
    assert winners(close(state)) == [2]


# Refrigerator


@pytest.mark.rule("PM-13", "PMR-8")
def test_refrigerator_lets_the_fewest_points_keep_an_ingredient_which_is_no_waste() -> None:
    state = evening("refrigerator", points=[9, 4, 6], trays=["1 meat", "2 cheese, 1 meat", ""])
    assert happened(state.events, MissionWon) == [MissionWon(1, "refrigerator")]
    assert (awaited(state), legal(state)) == ("blue", ["keeps 1 cheese", "keeps 1 meat", "keeps no ingredient"])
    assert state.view(None).phase == "scoring"
    events = do(state, "keeps 1 meat")
    assert happened(events, IngredientKept) == [IngredientKept(1, 3)]
    assert happened(events, Scored) == [Scored((0, 0, 0), (1, 2, 0), (8, 2, 6))]
    assert state.view(None).beside[1] == amounts("1 meat")
    assert state.view(None).supply == (20, 15, 15, 14)


@pytest.mark.rule("PMR-8")
def test_what_refrigerator_kept_is_for_the_next_day_alone_and_costs_nothing() -> None:
    state = evening("refrigerator", points=[9, 4, 6], trays=["", "1 meat", ""], beside=each(TRAINEE, blue="1 meat"))
    do(state, "keeps 1 meat")
    assert (state.view(None).beside[1], state.view(None).kept[1]) == (amounts("2 meat"), amounts("1 meat"))
    points = points_of(state)
    events = close_the_day(state)
    assert happened(events, KeptReturned) == [KeptReturned(1, 3)]
    view = state.view(None)
    assert (view.beside[1], view.kept[1], view.supply[3]) == (amounts("1 meat"), amounts(""), 14)
    assert points_of(state) == points
    assert not happened(close_the_day(state), KeptReturned)
    assert state.view(None).beside[1] == amounts("1 meat")


@pytest.mark.rule("PMR-8")
def test_the_trays_ingredients_are_used_first_then_refrigerators_then_those_received() -> None:
    state = TRAINEE.position(
        phase="making",
        seat="green",
        passed=["green"],
        hands=each(TRAINEE, green="3 butchers-bites"),
        trays=each(TRAINEE, green="3 cheese, 1 meat"),
        beside=each(TRAINEE, green="1 meat"),
        kept=each(TRAINEE, green="1 meat"),
    )
    left = []
    for _ in range(3):
        left.append((state.view(None).trays[0][3], state.view(None).kept[0][3], state.view(None).beside[0][3]))
        events = do(state, "completes butchers-bites")
    assert left == [(1, 1, 2), (0, 1, 2), (0, 0, 1)]
    assert not happened(events + close(state), KeptReturned)


@pytest.mark.rule("PMR-8")
def test_spoil_takes_refrigerators_ingredient_before_one_received_of_its_kind() -> None:
    piles = {"beside": each(TRAINEE, green="1 meat"), "kept": each(TRAINEE, green="1 meat"), "refrigerator": "1 cheese"}
    state = evening("spoil", achiever="red", **piles)
    events = do(state, "returns meat from beside green's tray")
    assert not happened(events, KeptReturned)
    assert (state.view(None).beside[0], state.view(None).kept[0]) == (amounts("1 meat"), amounts(""))


@pytest.mark.rule("PMR-8")
def test_what_one_mission_kept_goes_back_when_another_keeps_the_next_evening() -> None:
    state = evening("refrigerator", trays=["", "", "1 cheese"], kept=each(TRAINEE, red="1 meat"))
    assert happened(state.events, KeptReturned) == [KeptReturned(2, 3)]
    events = do(state, "keeps 1 cheese")
    assert not happened(events, KeptReturned)
    assert state.view(None).beside[2] == state.view(None).kept[2] == amounts("1 cheese")


@pytest.mark.rule("PMR-8")
def test_under_the_second_version_of_the_rules_what_was_kept_lies_there_until_used() -> None:
    former = game_by_rules("pizza-master", 2, mode="trainee", players=3)
    state = former.position(phase="scoring", mission="refrigerator", trays=each(TRAINEE, red="1 meat"))
    assert isinstance(state, PizzaMasterState)
    do(state, "keeps 1 meat")
    for _ in range(2):
        assert not happened(close_the_day(state), KeptReturned)
    assert (state.view(None).beside[2], state.view(None).kept[2]) == (amounts("1 meat"), amounts(""))


@pytest.mark.rule("PM-13")
def test_keeping_is_a_choice() -> None:
    state = evening("refrigerator", points=[9, 4, 6], trays=["", "1 cheese", ""])
    events = do(state, "keeps no ingredient")
    assert happened(events, IngredientKept) == [IngredientKept(1, None)]
    assert points_of(state) == (9, 3, 6)
    assert state.view(None).beside[1] == (0, 0, 0, 0)
    assert state.view(None).supply[0] == 20


@pytest.mark.rule("PMR-8")
def test_refrigerator_looks_at_yesterdays_points() -> None:
    state = evening("refrigerator", points=[9, 8, 9], earned=[0, 20, 0], trays=["8 meat", "1 cheese", ""])
    assert awaited(state) == "blue"


@pytest.mark.rule("PMR-7")
def test_a_tie_for_refrigerator_goes_to_the_later_in_turn_order() -> None:
    state = evening("refrigerator", points=[4, 4, 9], order=["red", "blue", "green"], trays=["1 meat", "1 meat", ""])
    assert awaited(state) == "green"


@pytest.mark.rule("PM-13")
def test_with_an_empty_tray_refrigerator_asks_nothing() -> None:
    state = evening("refrigerator", points=[9, 4, 6], trays=["1 meat", "", ""])
    assert state.view(None).won[1] == ("refrigerator",)
    assert state.view(None).day == 2


# Spoil


@pytest.mark.rule("PM-13")
def test_spoil_goes_to_the_first_to_have_collected_five_cheese_reserved_ones_included() -> None:
    state = kitchen(
        "spoil",
        refrigerator="12 cheese",
        reserved=each(TRAINEE, blue="1 cheese"),
        trays=each(TRAINEE, red="3 cheese"),
    )
    do(state, "takes cheese", "takes cheese", "passes", *["takes cheese"] * 6)
    assert state.view(None).progress == (0, 4, 4)
    do(state, "passes", "takes the reserved cheese")
    assert state.view(None).progress == (0, 5, 4)
    assert state.view(None).achiever == 1


@pytest.mark.rule("PM-13")
def test_only_collected_cheese_counts_not_traded_cheese_or_other_ingredients() -> None:
    state = kitchen(
        "spoil",
        refrigerator="4 cheese, 9 meat",
        completed=each(TRAINEE, red="2 campfire"),
        progress=[0, 0, 4],
        passed=["green", "blue"],
        seat="red",
    )
    do(state, "takes meat", "passes", "trades 2 meat pizzas")
    assert winners(list(state.events)) == []
    assert MissionMissed("spoil") in state.events
    four = kitchen("spoil", refrigerator="4 cheese", progress=[0, 0, 4], passed=["green", "blue"], seat="red")
    do(four, "takes cheese", "passes")
    assert MissionWon(2, "spoil") in four.events


@pytest.mark.rule("PM-13", "PMR-8")
def test_spoil_returns_one_ingredient_from_anywhere_in_play_before_waste_is_counted() -> None:
    state = evening(
        "spoil",
        achiever="blue",
        points=[5, 5, 5],
        refrigerator="1 seafood",
        trays=["", "2 cheese", "1 meat"],
        beside=each(TRAINEE, green="1 vegetable"),
    )
    assert (awaited(state), legal(state)) == (
        "blue",
        [
            "returns seafood from the refrigerator",
            "returns cheese from blue's tray",
            "returns meat from red's tray",
            "returns vegetable from beside green's tray",
        ],
    )
    own, other, kept, cold = (state.clone() for _ in range(4))
    events = do(own, "returns cheese from blue's tray")
    assert happened(events, IngredientReturned) == [IngredientReturned(1, 0, 1, False)]
    assert points_of(own) == (5, 4, 4)
    events = do(other, "returns meat from red's tray")
    assert happened(events, IngredientReturned) == [IngredientReturned(1, 3, 2, False)]
    assert points_of(other) == (5, 3, 5)
    events = do(kept, "returns vegetable from beside green's tray")
    assert happened(events, IngredientReturned) == [IngredientReturned(1, 1, 0, True)]
    assert (kept.view(None).beside[0], kept.view(None).supply[1]) == ((0, 0, 0, 0), 15)
    events = do(cold, "returns seafood from the refrigerator")
    assert happened(events, IngredientReturned) == [IngredientReturned(1, 2, None, False)]
    assert cold.view(None).refrigerator == (0, 0, 0, 0)


@pytest.mark.rule("PM-13")
def test_with_one_ingredient_in_play_spoil_asks_nothing_and_with_none_nothing_happens() -> None:
    one = evening("spoil", achiever="blue", trays=["", "1 cheese", ""], points=[0, 3, 0])
    assert happened(one.events, IngredientReturned) == [IngredientReturned(1, 0, 1, False)]
    assert points_of(one) == (0, 3, 0)
    none = evening("spoil", achiever="blue")
    assert happened(none.events, IngredientReturned) == []
    assert none.view(None).won[1] == ("spoil",)


@pytest.mark.rule("PM-13")
def test_spoil_is_lost_with_four_cheese() -> None:
    state = kitchen("spoil", refrigerator="9 cheese", progress=[0, 0, 3], passed=["green", "blue"], seat="red")
    do(state, "takes cheese", "passes")
    assert MissionMissed("spoil") in state.events


@pytest.mark.rule("PM-13")
def test_the_next_days_count_starts_anew() -> None:
    state = kitchen("spoil", refrigerator="9 cheese", progress=[0, 0, 3], passed=["green", "blue"], seat="red")
    do(state, "passes")
    assert state.view(None).progress == (0, 0, 0)
    assert state.view(None).achiever is None
