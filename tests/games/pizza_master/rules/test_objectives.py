"""The end: mission bonuses, declared specials, the nine objectives won, lost and tied (PM-16)."""

from __future__ import annotations

from typing import Any

import pytest

from forno.games.pizza_master.knowledge.views import Award
from forno.games.pizza_master.rules.events import Declared, EndReached, GameEnded, ObjectiveScored
from forno.games.pizza_master.rules.state import PizzaMasterState
from tests.games.pizza_master.helpers import awaited, do, each, happened, legal, order_of, points_of, sit_down

TRAINEE = sit_down("trainee")
SECRET = sit_down("trainee", secret_objectives=True)
TUTORIAL = sit_down("tutorial")
NAMES = [card.name for card in TRAINEE.deck.objectives]

TYPES = {
    "crazy-cheesy": ("golden-reef", "melted-ranch", "cheesy-bacon"),
    "meat-hunter": ("campfire", "big-grill", "butchers-bites"),
    "ocean-discover": ("deep-blue", "fresh-catch", "harbour-bites"),
    "vegan-guru": ("green-meadow", "farmers-market", "garden-bites"),
}


def end(objective: str | None = None, game: Any = TRAINEE, **piles: Any) -> PizzaMasterState:
    """The end of a game in which blue has 50 points, with one objective that matters and two that nobody gets."""
    if objective is not None:
        others = [name for name in ("supreme-achiever", "indy-creator", "sidekick-master") if name != objective]
        piles["objectives"] = [objective, *others[:2]]
    state = game.position(phase="end", **({"points": [20, 50, 10]} | piles))
    assert isinstance(state, PizzaMasterState)
    return state


def award(state: PizzaMasterState, objective: str) -> tuple[int | None, int]:
    found = next(award for award in state.view(None).awards if award.objective == objective)
    return found.seat, found.points


# Missions and specials


@pytest.mark.rule("PM-16")
def test_mission_cards_score_their_bonus_first() -> None:
    won = ["supporter, spoil", "", "the-flash"]
    state = end(won=won, completed=each(TRAINEE, green="super-premium"), objectives=NAMES[:3])
    assert happened(state.events, EndReached) == [EndReached("points", (4, 0, 1))]
    assert points_of(state) == (24, 50, 11)


@pytest.mark.rule("PM-16")
def test_specials_are_declared_one_by_one_in_reverse_turn_order() -> None:
    completed = ["super-premium", "freestyle-duo, campfire", "2 freestyle-deluxe"]
    state = end("meat-hunter", completed=completed)
    assert order_of(state) == ["blue", "green", "red"]
    kinds = ("cheese", "vegetable", "seafood", "meat")
    assert (awaited(state), legal(state)) == ("red", [f"declares a special to be {kind}" for kind in kinds])
    events = do(state, "declares a special to be meat")
    assert happened(events, Declared) == [Declared(2, 3)]
    turn = state.turn
    assert awaited(state) == "red"
    do(state, "declares a special to be cheese")
    assert (awaited(state), state.turn) == ("green", turn + 1)
    do(state, "declares a special to be meat")
    assert awaited(state) == "blue"
    do(state, "declares a special to be meat")
    assert state.is_over
    assert state.view(None).declared == ((0, 0, 0, 1), (0, 0, 0, 1), (1, 0, 0, 1))
    assert award(state, "meat-hunter") == (1, 4)
    assert points_of(state) == (20, 54, 10)


@pytest.mark.rule("PM-16", "PM-12")
def test_a_special_that_is_face_down_isnt_declared() -> None:
    state = end("meat-hunter", face_down=each(TRAINEE, red="2 super-premium"))
    assert state.is_over


@pytest.mark.rule("PMR-15")
def test_alchemist_is_declared_like_a_special() -> None:
    objectives = ["meat-hunter", "indy-creator", "sidekick-master"]
    state = end(won=each(TRAINEE, red="alchemist"), extras=[0, 0, 1], objectives=objectives)
    assert awaited(state) == "red"
    do(state, "declares a special to be meat")
    assert award(state, "meat-hunter") == (2, 1)
    assert points_of(state) == (20, 50, 12)


@pytest.mark.rule("PMR-17")
def test_in_the_tutorial_nothing_is_declared() -> None:
    state = end(game=TUTORIAL, completed=each(TUTORIAL, red="2 super-premium"))
    assert state.is_over
    assert state.view(None).awards == ()


@pytest.mark.rule("PMR-16")
def test_at_the_end_the_order_goes_by_points_alone_the_flash_left_aside() -> None:
    state = TRAINEE.position(
        phase="scoring",
        mission="the-flash",
        achiever="blue",
        points=[0, 45, 30],
        earned=[0, 9, 0],
        completed=["campfire", "campfire", ""],
        objectives=["meat-hunter", "indy-creator", "supreme-achiever"],
        prizes=[None, None],
    )
    assert order_of(state) == ["blue", "red", "green"]
    assert award(state, "meat-hunter") == (1, 2)


@pytest.mark.rule("PM-16")
def test_the_end_tells_every_objective_and_the_winner() -> None:
    state = end("meat-hunter", completed=["2 campfire", "", ""])
    assert happened(state.events, ObjectiveScored) == [
        ObjectiveScored("meat-hunter", None, 0, 2),
        ObjectiveScored("indy-creator", None, None, 0),
        ObjectiveScored("supreme-achiever", None, None, 0),
    ]
    assert state.events[-1] == GameEnded((22, 50, 10), (1,), "most-points")


@pytest.mark.rule("PM-16")
def test_objectives_can_turn_the_game_and_make_a_tie() -> None:
    lazy = end("lazy-trainee", points=[38, 50, 10], completed=["", "campfire", "campfire"])
    assert lazy.outcome.scores == (50, 50, 10)
    assert (lazy.outcome.winners, lazy.outcome.reason) == ((1,), "turn-order")
    turned = end("lazy-trainee", points=[39, 50, 10], completed=["", "campfire", "campfire"])
    assert (turned.outcome.winners, turned.outcome.reason) == ((0,), "most-points")


# The four types


@pytest.mark.rule("PM-16")
@pytest.mark.parametrize("objective", TYPES)
def test_most_orders_of_a_type_score_everyones(objective: str) -> None:
    one, two, side = TYPES[objective]
    state = end(objective, completed=[one, side, f"2 {two}"])
    assert award(state, objective) == (2, 4)
    assert points_of(state) == (20, 50, 14)


@pytest.mark.rule("PM-16", "PM-12")
@pytest.mark.parametrize("objective", TYPES)
def test_orders_that_are_face_down_count_for_no_type(objective: str) -> None:
    one, two, _ = TYPES[objective]
    state = end(objective, completed=[one, "", ""], face_down=["", "", f"2 {two}"])
    assert award(state, objective) == (0, 1)


@pytest.mark.rule("PMR-7")
@pytest.mark.parametrize("objective", TYPES)
def test_a_tie_for_a_type_goes_to_the_earlier_in_turn_order(objective: str) -> None:
    one, two, _ = TYPES[objective]
    assert award(end(objective, completed=[one, "", two]), objective) == (0, 2)
    assert award(end(objective, completed=["", two, one]), objective) == (1, 2)


@pytest.mark.rule("PMR-7")
@pytest.mark.parametrize(
    "objective", [*TYPES, "sidekick-master", "supreme-achiever", "indy-creator", "greedy-gatherer"]
)
def test_nobody_with_none_of_a_thing_has_the_most(objective: str) -> None:
    state = end(objective)
    assert award(state, objective) == (None, 0)
    assert points_of(state) == (20, 50, 10)


@pytest.mark.rule("PM-16")
@pytest.mark.parametrize(
    ("kind", "objective"),
    [("cheese", "crazy-cheesy"), ("vegetable", "vegan-guru"), ("seafood", "ocean-discover"), ("meat", "meat-hunter")],
)
def test_a_declared_special_counts_for_its_type_only(kind: str, objective: str) -> None:
    for other in TYPES:
        state = end(other, completed=each(TRAINEE, red="super-premium"))
        do(state, f"declares a special to be {kind}")
        assert award(state, other) == ((2, 1) if other == objective else (None, 0))


# The others


@pytest.mark.rule("PM-16")
def test_lazy_trainee_goes_to_the_fewest_orders_face_down_ones_included_for_4_a_player() -> None:
    state = end("lazy-trainee", completed=["campfire", "", "campfire"], face_down=["", "2 deep-blue", ""])
    assert award(state, "lazy-trainee") == (0, 12)
    fewer = end("lazy-trainee", completed=["campfire", "2 deep-blue", ""])
    assert award(fewer, "lazy-trainee") == (2, 12)


@pytest.mark.rule("PMR-7")
def test_a_tie_for_lazy_trainee_goes_to_the_earlier_in_turn_order() -> None:
    assert award(end("lazy-trainee"), "lazy-trainee") == (1, 12)
    assert award(end("lazy-trainee", completed=["", "campfire", ""]), "lazy-trainee") == (0, 12)


@pytest.mark.rule("PM-16")
def test_greedy_gatherer_goes_to_the_most_orders_face_down_ones_included_for_3_a_player() -> None:
    state = end("greedy-gatherer", completed=["2 campfire", "", "deep-blue"], face_down=["", "", "2 fresh-catch"])
    assert award(state, "greedy-gatherer") == (2, 9)
    two = sit_down("trainee", 2)
    small = two.position(
        phase="end", points=[50, 0], objectives=["greedy-gatherer", "lazy-trainee"], completed=["campfire", ""]
    )
    assert award(small, "greedy-gatherer") == (0, 6)
    assert award(small, "lazy-trainee") == (1, 8)


@pytest.mark.rule("PMR-7")
def test_a_tie_for_greedy_gatherer_goes_to_the_earlier_in_turn_order() -> None:
    assert award(end("greedy-gatherer", completed=["campfire", "", "deep-blue"]), "greedy-gatherer") == (0, 9)


@pytest.mark.rule("PMR-15")
def test_alchemist_is_one_completed_order_more() -> None:
    state = end("greedy-gatherer", completed=["campfire", "", "big-grill"], won=["", "", "alchemist"], extras=[0, 0, 1])
    do(state, "declares a special to be meat")
    assert award(state, "greedy-gatherer") == (2, 9)


SET = "golden-reef, green-meadow, deep-blue, campfire"


@pytest.mark.rule("PM-16", "PMR-18")
def test_indy_creator_goes_to_the_most_sets_of_four_types_for_5_a_set() -> None:
    one = end("indy-creator", completed=[SET, "campfire", "2 big-grill, deep-blue"])
    assert award(one, "indy-creator") == (0, 5)
    more = end("indy-creator", completed=[SET, "", "2 melted-ranch, 2 garden-bites, 2 fresh-catch, 2 big-grill"])
    assert award(more, "indy-creator") == (2, 10)


@pytest.mark.rule("PM-16", "PMR-18")
def test_a_declared_special_can_fill_a_set() -> None:
    state = end("indy-creator", completed=["", "", "golden-reef, green-meadow, deep-blue, super-premium"])
    do(state, "declares a special to be meat")
    assert award(state, "indy-creator") == (2, 5)


@pytest.mark.rule("PM-16", "PMR-7", "PMR-18")
def test_indy_creator_needs_a_set_and_a_tie_goes_to_the_earlier() -> None:
    assert award(end("indy-creator", completed=[SET.replace(", campfire", ""), "", ""]), "indy-creator") == (None, 0)
    tied = end("indy-creator", completed=[SET, "", "melted-ranch, garden-bites, fresh-catch, big-grill"])
    assert award(tied, "indy-creator") == (0, 5)


@pytest.mark.rule("PM-16")
def test_sidekick_master_goes_to_the_most_side_dishes_for_everyones() -> None:
    completed = ["3 campfire, butchers-bites", "cheesy-bacon", "garden-bites, harbour-bites"]
    assert award(end("sidekick-master", completed=completed), "sidekick-master") == (2, 4)
    down = end("sidekick-master", completed=["butchers-bites", "", ""], face_down=["", "", "2 garden-bites"])
    assert award(down, "sidekick-master") == (0, 1)


@pytest.mark.rule("PMR-7")
def test_a_tie_for_sidekick_master_goes_to_the_earlier_in_turn_order() -> None:
    state = end("sidekick-master", completed=["2 butchers-bites", "", "2 garden-bites"])
    assert award(state, "sidekick-master") == (0, 4)


@pytest.mark.rule("PM-16")
def test_supreme_achiever_goes_to_the_most_missions_for_a_player_each() -> None:
    state = end("supreme-achiever", won=["spoil, poseidon", "", "supporter"])
    assert award(state, "supreme-achiever") == (0, 6)
    assert points_of(state) == (20 + 2 + 6, 50, 13)


@pytest.mark.rule("PMR-7")
def test_a_tie_for_supreme_achiever_goes_to_the_earlier_in_turn_order() -> None:
    assert award(end("supreme-achiever", won=["spoil", "", "supporter"]), "supreme-achiever") == (0, 3)


# Secrets


@pytest.mark.rule("PMR-3")
def test_a_secret_objective_scores_only_if_its_holder_achieves_it() -> None:
    state = SECRET.position(
        phase="end",
        points=[20, 50, 10],
        completed=["campfire", "deep-blue", "deep-blue"],
        objectives=["supreme-achiever"],
        secrets=["meat-hunter", "greedy-gatherer", "ocean-discover"],
    )
    awards = {(award.objective, award.holder): (award.seat, award.points) for award in state.view(None).awards}
    assert awards[("meat-hunter", 0)] == (0, 1)
    assert awards[("ocean-discover", 2)] == (None, 0)
    assert awards[("greedy-gatherer", 1)] == (1, 9)
    assert points_of(state) == (21, 59, 10)
    assert state.view(0).secrets == ("meat-hunter", "greedy-gatherer", "ocean-discover")
    assert Award("meat-hunter", 0, 0, 1) in state.view(None).awards
