"""Lookups of games made anew: nothing has been kept from an earlier question."""

from __future__ import annotations

import pytest

from forno.games.pizza_master.rules.cards import KINDS
from forno.games.pizza_master.rules.events import MissionWon, ObjectiveScored
from tests.games.pizza_master.helpers import amounts, awaited, do, each, happened, legal, shop, sit_down, tray_of


@pytest.mark.rule("PM-12")
@pytest.mark.parametrize(
    ("completed", "trades"),
    [
        ("2 campfire", ["trades 2 meat pizzas"]),
        ("campfire", []),
        ("campfire, butchers-bites", ["trades a meat pizza and a meat side dish"]),
        ("2 butchers-bites", ["trades 2 meat side dishes"]),
        ("butchers-bites, garden-bites", []),
        ("campfire, farmers-market", []),
        (
            "2 campfire, 2 butchers-bites",
            ["trades 2 meat pizzas", "trades a meat pizza and a meat side dish", "trades 2 meat side dishes"],
        ),
        ("super-premium, freestyle-duo", [f"trades 2 specials for {kind}" for kind in KINDS]),
    ],
)
def test_trades_take_two_of_a_type(completed: str, trades: list[str]) -> None:
    game = sit_down("trainee")
    state = game.position(phase="making", seat="red", passed=["red"], completed=each(game, red=completed))
    offered = [] if awaited(state) != "red" or "finishes" not in legal(state) else legal(state)[:-1]
    assert offered == trades


@pytest.mark.rule("PMR-14")
def test_a_trade_needs_the_ingredient_in_the_supply() -> None:
    game = sit_down("trainee")
    pizzas = each(game, red="2 campfire, 2 super-premium")
    state = game.position(
        phase="making", seat="red", passed=["red"], completed=pizzas, refrigerator="20 cheese, 15 seafood"
    )
    assert legal(state) == ["trades 2 specials for vegetable", "trades 2 specials for meat", "finishes"]


@pytest.mark.rule("PM-12")
def test_tutorial_has_no_trading() -> None:
    game = sit_down("tutorial")
    state = game.position(
        phase="making", seat="red", passed=["red"], completed=each(game, red="2 campfire, 2 super-premium")
    )
    assert awaited(state) != "red" or "finishes" not in legal(state)


@pytest.mark.rule("PM-10")
def test_every_order_that_the_tray_covers_can_be_completed_and_no_other() -> None:
    game = sit_down("trainee")
    hands = each(game, red="butchers-bites, campfire, farmers-market, super-premium")
    state = game.position(
        phase="making", seat="red", passed=["red"], hands=hands, trays=each(game, red="1 cheese, 2 meat")
    )
    assert legal(state) == ["completes butchers-bites", "completes campfire", "finishes"]


@pytest.mark.rule("PM-11")
def test_shared_and_own_orders_can_be_completed_one_by_one() -> None:
    game = sit_down("master")
    state = game.position(
        phase="collecting",
        seat="red",
        hands=each(game, red="campfire"),
        row="campfire, butchers-bites, farmers-market",
        trays=each(game, red="1 cheese, 2 meat", blue="1 cheese, 1 meat"),
        refrigerator="2 seafood",
    )
    assert legal(state) == [
        "takes seafood",
        "passes",
        "completes campfire",
        "completes the shared butchers-bites",
        "completes the shared campfire",
    ]
    do(state, "completes the shared campfire")
    assert awaited(state) == "blue"
    assert legal(state) == ["takes seafood", "passes", "completes the shared butchers-bites"]


@pytest.mark.rule("PM-9")
def test_after_shopping_the_last_in_turn_order_collects_first() -> None:
    game = sit_down("trainee")
    state = game.position(phase="shopping", order=["blue", "green", "red"])
    shop(state, blue="2 vegetable, 2 meat", green="4 vegetable", red="4 seafood")
    collectors = []
    for _ in range(3):
        collectors.append(awaited(state))
        do(state, "takes vegetable" if "takes vegetable" in legal(state) else legal(state)[0])
    assert collectors == ["red", "green", "blue"]


@pytest.mark.rule("PMR-8")
def test_an_ingredient_is_kept_beside_those_kept_before() -> None:
    game = sit_down("trainee")
    state = game.position(
        phase="scoring",
        mission="refrigerator",
        points=[5, 5, 1],
        trays=each(game, red="1 meat"),
        beside=each(game, red="1 cheese"),
    )
    do(state, "keeps 1 meat")
    assert state.view(None).beside[2] == amounts("1 cheese, 1 meat")
    assert tray_of(state, "red") == amounts("")


@pytest.mark.rule("PMR-8", "PMR-9")
@pytest.mark.parametrize("refrigerator", ["", "1 meat"])
def test_spoil_asks_nothing_where_there_is_no_choice(refrigerator: str) -> None:
    game = sit_down("trainee")
    state = game.position(
        phase="scoring",
        mission="spoil",
        achiever="red",
        progress=[0, 0, 5],
        refrigerator=refrigerator,
        points=[1, 2, 3],
    )
    assert [won.mission for won in happened(state.events, MissionWon)] == ["spoil"]
    assert state.view(None).phase == "discarding"
    assert state.view(None).refrigerator == amounts("")


def test_every_question_of_the_evening_has_a_turn_of_its_own() -> None:
    game = sit_down("trainee")
    state = game.position(
        phase="collecting",
        seat="green",
        passed=["red", "blue"],
        mission="refrigerator",
        points=[1, 5, 5],
        trays=each(game, green="1 meat"),
        refrigerator="1 cheese",
    )
    turn = state.turn
    do(state, "passes")
    assert "keeps no ingredient" in legal(state)
    assert state.turn == turn + 1


@pytest.mark.rule("PMR-3")
def test_a_secret_objective_is_told_with_its_holder() -> None:
    game = sit_down("trainee", 2, secret_objectives=True)
    state = game.position(
        phase="end",
        points=[50, 3],
        completed=each(game, green="2 campfire"),
        objectives=["crazy-cheesy"],
        secrets=["meat-hunter", "greedy-gatherer"],
    )
    told = [(event.objective, event.holder, event.seat) for event in happened(state.events, ObjectiveScored)]
    assert told == [
        ("crazy-cheesy", None, None),
        ("meat-hunter", 0, 0),
        ("greedy-gatherer", 1, None),
    ]


@pytest.mark.rule("PM-13", "PMR-7")
def test_both_mission_cards_can_be_won_on_one_day_whichever_they_are() -> None:
    game = sit_down("trainee")
    state = game.position(phase="scoring", prizes=["alchemist", "spoil"], points=[0, 0, 9], earned=[0, 0, 20])
    assert state.view(None).won == ((), (), ("alchemist", "spoil"))
    assert state.view(None).prizes == (None, None)


@pytest.mark.rule("PM-13")
def test_a_mission_card_that_was_taken_isnt_given_again_but_the_other_is() -> None:
    game = sit_down("trainee")
    won = each(game, green="spoil")
    state = game.position(
        phase="scoring", prizes=[None, "poseidon"], won=won, points=[11, 0, 20], earned=[0, 0, 9], milestones=[1, 0, 1]
    )
    assert state.view(None).won == (("spoil",), (), ("poseidon",))


@pytest.mark.rule("PMR-8")
def test_what_a_mission_brings_joins_what_was_kept_before() -> None:
    game = sit_down("trainee")
    state = game.position(
        phase="scoring", mission="carnivore", achiever="red", progress=[0, 0, 1], beside=each(game, red="1 meat")
    )
    assert state.view(None).beside[2] == amounts("2 meat")


@pytest.mark.rule("PMR-8")
@pytest.mark.parametrize(("in_refrigerator", "brought"), [(14, 1), (15, 0)])
def test_a_mission_brings_the_last_ingredient_of_the_supply_or_none(in_refrigerator: int, brought: int) -> None:
    game = sit_down("trainee")
    refrigerator = f"{in_refrigerator} meat"
    state = game.position(
        phase="scoring", mission="carnivore", achiever="red", progress=[0, 0, 1], refrigerator=refrigerator
    )
    assert state.view(None).beside[2] == (0, 0, 0, brought)


@pytest.mark.rule("PMR-15")
def test_two_alchemists_are_two_completed_specials() -> None:
    game = sit_down("trainee")
    state = game.position(
        phase="scoring",
        mission="alchemist",
        achiever="red",
        progress=[0, 0, 3],
        won=each(game, red="spoil"),
        completed=each(game, red="super-premium"),
        extras=[0, 0, 0],
    )
    view = state.view(None)
    assert view.extras == (0, 0, 1)
    assert view.face_up[2][-1] == 2


@pytest.mark.rule("PM-12", "PMR-13")
def test_in_master_a_trade_is_made_on_ones_turn_and_ends_ones_collecting() -> None:
    game = sit_down("master")
    state = game.position(
        phase="collecting",
        seat="red",
        row="campfire",
        completed=each(game, red="2 butchers-bites, 2 campfire"),
        trays=each(game, red="2 meat"),
        refrigerator="2 seafood",
        stopped=["green"],
    )
    assert legal(state) == [
        "takes seafood",
        "passes",
        "trades 2 meat pizzas",
        "trades a meat pizza and a meat side dish",
        "trades 2 meat side dishes",
    ]
    do(state, "trades 2 meat side dishes")
    assert awaited(state) == "red"
    assert legal(state) == ["passes", "completes the shared campfire", "trades 2 meat pizzas"]
    assert state.view(None).stopped == (0, 2)


@pytest.mark.rule("PMR-8")
def test_in_master_what_lies_beside_the_tray_counts_for_an_order() -> None:
    game = sit_down("master")
    state = game.position(
        phase="collecting",
        seat="red",
        row="butchers-bites",
        trays=each(game, red="1 cheese"),
        beside=each(game, red="1 meat"),
        refrigerator="1 seafood",
    )
    assert "completes the shared butchers-bites" in legal(state)


@pytest.mark.rule("PM-8")
@pytest.mark.parametrize(
    ("green", "blue", "red", "reserved"),
    [
        ("4 vegetable", "3 meat, 1 cheese", "4 meat", ["2 vegetable", "1 cheese", "2 meat"]),
        ("1 meat, 3 cheese", "2 meat, 2 cheese", "2 meat, 2 seafood", ["1 cheese", "", "1 seafood"]),
        ("4 seafood", "4 seafood", "3 meat, 1 seafood", ["", "", "1 meat"]),
    ],
)
def test_most_coins_in_a_section_reserve_and_a_tie_reserves_nothing(
    green: str, blue: str, red: str, reserved: list[str]
) -> None:
    state = sit_down("trainee").position(phase="shopping")
    shop(state, green=green, blue=blue, red=red)
    assert state.view(None).reserved == tuple(amounts(pile) for pile in reserved)


@pytest.mark.rule("PM-13")
@pytest.mark.parametrize(
    ("mission", "hand", "tray", "fulfilled"),
    [
        ("alchemist", "3 butchers-bites", "3 cheese, 3 meat", True),
        ("alchemist", "2 butchers-bites", "2 cheese, 2 meat", False),
        ("supporter", "2 butchers-bites", "2 cheese, 2 meat", True),
        ("supporter", "butchers-bites, campfire", "2 cheese, 3 meat", False),
        ("the-flash", "campfire", "1 cheese, 2 meat", True),
        ("the-flash", "campfire", "", False),
        ("organic-supply", "garden-bites", "1 cheese, 1 vegetable", True),
        ("organic-supply", "farmers-market", "1 cheese, 2 vegetable", True),
        ("organic-supply", "butchers-bites", "1 cheese, 1 meat", False),
        ("carnivore", "butchers-bites", "1 cheese, 1 meat", True),
        ("carnivore", "garden-bites", "1 cheese, 1 vegetable", False),
        ("poseidon", "harbour-bites", "1 cheese, 1 seafood", True),
        ("poseidon", "butchers-bites", "1 cheese, 1 meat", False),
    ],
)
def test_a_mission_counts_what_it_asks_for_and_nothing_else(
    mission: str, hand: str, tray: str, fulfilled: bool
) -> None:
    game = sit_down("trainee")
    state = game.position(
        phase="collecting",
        seat="red",
        passed=["green", "blue"],
        mission=mission,
        hands=each(game, red=hand),
        trays=each(game, red=tray),
        refrigerator="1 seafood",
    )
    events = do(state, "passes")
    while any(move.startswith("completes") for move in legal(state)):
        events += do(state, next(move for move in legal(state) if move.startswith("completes")))
    if "finishes" in legal(state):
        events += do(state, "finishes")
    assert [won.seat for won in happened(events, MissionWon)] == ([2] if fulfilled else [])


@pytest.mark.rule("PM-13")
@pytest.mark.parametrize(("refrigerator", "fulfilled"), [("5 cheese", True), ("4 cheese, 1 meat", False)])
def test_spoil_counts_collected_cheese(refrigerator: str, fulfilled: bool) -> None:
    game = sit_down("trainee")
    state = game.position(
        phase="collecting", seat="red", passed=["green", "blue"], mission="spoil", refrigerator=refrigerator
    )
    events = []
    while any(move.startswith("takes") for move in legal(state)):
        events += do(state, next(move for move in legal(state) if move.startswith("takes")))
    assert [won.seat for won in happened(events, MissionWon)] == ([2] if fulfilled else [])
