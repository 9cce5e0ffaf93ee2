"""Opening the oven: what comes out, what is baked and what is left (MM-13 to MM-17), and the end (MM-22, MM-23)."""

from __future__ import annotations

import pytest

import forno
from forno.core.events import Awaits
from forno.games.mamma_mia.game import MammaMia
from forno.games.mamma_mia.rules.cards import KINDS
from forno.games.mamma_mia.rules.events import (
    Baked,
    CompletedRevealed,
    GameEnded,
    OrderRevealed,
    OvenEmptied,
    OvenOpened,
    Returned,
    Revealed,
)
from forno.games.mamma_mia.rules.state import MammaMiaState
from tests.games.mamma_mia.helpers import (
    all_cards,
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
    sorts,
)

CLASSIC = sit_down("classic", 3)
GRANDE = sit_down("grande", 3)
ALONE = sit_down("grande", 3, helping=False)

PINEAPPLE, PEPPER, MUSHROOM, OLIVE, SALAMI = range(5)
NOTHING = (0, 0, 0, 0, 0)


def decided(state: MammaMiaState) -> tuple[tuple[int, ...], tuple[int, ...], str]:
    """Return how it ended: the scores, who won, and why."""
    outcome = state.outcome
    return outcome.scores, outcome.winners, outcome.reason


# Revealing


@pytest.mark.rule("MM-13")
def test_cards_come_out_in_the_order_in_which_they_went_in() -> None:
    state = opened(
        CLASSIC,
        *["2 salami", "1 pineapple", "yellow 4-olive", "3 salami", "green 4-salami", "1 olive"],
        hands=each(CLASSIC, yellow="1 mushroom"),
    )
    assert [event for event in state.events if isinstance(event, Revealed | OrderRevealed)] == [
        Revealed(SALAMI, 2),
        Revealed(PINEAPPLE, 1),
        OrderRevealed(0, "4-olive"),
        Revealed(SALAMI, 3),
        OrderRevealed(1, "4-salami"),
        Revealed(OLIVE, 1),
    ]


@pytest.mark.rule("MM-13")
def test_revealed_ingredients_lie_sorted_on_the_table() -> None:
    state = opened(
        CLASSIC,
        *["2 salami", "1 pineapple", "1 salami", "green 4-salami", "1 olive"],
        table="2 mushroom, 1 salami",
        hands=each(CLASSIC, green="1 green pepper"),
    )
    assert awaited(state) == "green"
    assert on_table(state) == pile(CLASSIC, "1 pineapple, 2 mushroom, 4 salami")
    assert state.view(None).oven == 1


@pytest.mark.rule("MM-12", "MM-13")
def test_the_oven_is_counted_when_it_is_opened() -> None:
    state = CLASSIC.position(
        hands=each(CLASSIC, "1 olive", brown="6 salami"),
        seat="brown",
        supply="1 mushroom",
        oven=[
            "10 pineapple",
            "10 green pepper",
            "yellow 4-salami",
            "9 mushroom",
            "8 olive",
            "4 salami",
            "green 4-olive",
        ],
        round=1,
    )
    events = do(state, "2 salami", "draws from the supply")
    assert happened(events, OvenOpened) == [OvenOpened(2, 2, 45)]


# Baking


@pytest.mark.rule("MM-14", "MM-15", "MMR-3")
def test_a_pizza_that_is_complete_on_the_table_is_baked_without_a_question() -> None:
    state = opened(
        CLASSIC,
        "green 4-salami",
        table="1 green pepper, 4 salami",
        hands=each(CLASSIC, "1 salami, 1 green pepper"),
    )
    assert happened(state.events, Baked) == [
        Baked(1, "4-salami", pile(CLASSIC, "1 green pepper, 4 salami"), NOTHING, NOTHING)
    ]
    assert sorts(state.events) == ["OrderRevealed", "Baked", "OvenEmptied", "Awaits"]
    assert ingredients_of(state, "green") == pile(CLASSIC, "1 salami, 1 green pepper")
    assert state.view(None).sizes == (2, 2, 2)


@pytest.mark.rule("MM-14", "MM-16")
def test_only_what_the_card_shows_is_used_and_the_rest_stays_for_the_orders_that_follow() -> None:
    state = opened(
        CLASSIC,
        *["green 4-salami", "1 mushroom", "brown 4-salami"],
        table="2 green pepper, 5 salami",
        hands=each(CLASSIC, brown="3 salami"),
    )
    assert awaited(state) == "brown"
    assert on_table(state) == pile(CLASSIC, "1 green pepper, 1 mushroom, 1 salami")
    events = do(state, "adds what is missing")
    assert happened(events, Baked) == [
        Baked(2, "4-salami", pile(CLASSIC, "1 mushroom, 1 salami"), pile(CLASSIC, "3 salami"), NOTHING)
    ]
    assert happened(events, OvenEmptied)[0].leftovers == pile(CLASSIC, "1 green pepper")


@pytest.mark.rule("MM-14", "MM-16")
def test_what_comes_later_doesnt_help_an_order() -> None:
    state = opened(
        CLASSIC,
        *["green 4-salami", "1 salami"],
        table="1 green pepper, 3 salami",
        hands=each(CLASSIC, yellow="1 olive"),
    )
    assert happened(state.events, Baked) == []
    assert happened(state.events, Returned) == [Returned(1, "4-salami", "incomplete", pile(CLASSIC, "1 salami"))]


@pytest.mark.rule("MM-14", "MMR-4")
def test_the_owner_adds_exactly_what_is_missing() -> None:
    state = opened(
        CLASSIC,
        "green 4-salami",
        table="2 salami, 1 olive",
        hands=each(CLASSIC, "1 olive", green="3 salami, 2 green pepper, order monotoni"),
    )
    assert awaited(state) == "green"
    assert legal(state) == ["adds what is missing", "sends it back"]
    events = do(state, "adds what is missing")
    assert happened(events, Baked) == [
        Baked(1, "4-salami", pile(CLASSIC, "2 salami"), pile(CLASSIC, "1 green pepper, 2 salami"), NOTHING)
    ]
    assert ingredients_of(state, "green") == pile(CLASSIC, "1 salami, 1 green pepper")
    assert state.view(None).sizes == (1, 3, 1)
    assert happened(events, OvenEmptied) == [OvenEmptied(pile(CLASSIC, "1 olive"), 50 - 1 - 4)]


@pytest.mark.rule("MM-14")
@pytest.mark.parametrize(
    ("order", "hand", "told"),
    [
        ("4-salami", "1 salami, 2 olive", True),
        ("4-salami", "2 olive", False),
        ("monotoni", "1 olive", True),
        ("monotoni", "", False),
    ],
)
def test_an_owner_who_can_only_send_back_is_told_unless_everyone_sees_it(order: str, hand: str, told: bool) -> None:
    state = opened(CLASSIC, f"green {order}", table="2 salami", hands=each(CLASSIC, "1 olive", green=hand))
    assert happened(state.events, Returned)[0].order == order
    assert (Awaits(1, (CLASSIC.parse("sends it back"),), shown=False) in state.events) is told


@pytest.mark.rule("MM-14")
def test_an_owner_may_send_an_order_back_that_could_have_been_completed() -> None:
    state = opened(
        CLASSIC,
        "green 4-salami",
        table="4 salami",
        hands=each(CLASSIC, "1 olive", green="1 green pepper"),
        waiters=each(
            CLASSIC, "rest", green="4-olive, monotoni, minimale, bombastica, one-of-each, 4-mushroom, 4-pineapple"
        ),
    )
    events = do(state, "sends it back")
    assert happened(events, Returned) == [Returned(1, "4-salami", "incomplete", pile(CLASSIC, "1 green pepper"))]
    assert happened(events, Baked) == []
    assert ingredients_of(state, "green") == pile(CLASSIC, "1 green pepper")
    assert state.view(None).waiters[1] == 8


@pytest.mark.rule("MM-14", "MMR-4")
@pytest.mark.parametrize("hand", ["1 salami, 1 green pepper", "2 salami", "3 salami, 2 olive"])
def test_adding_is_all_or_nothing(hand: str) -> None:
    state = opened(CLASSIC, "green 4-salami", table="2 salami", hands=each(CLASSIC, "1 olive", green=hand))
    assert happened(state.events, Returned) == [
        Returned(1, "4-salami", "incomplete", pile(CLASSIC, "1 green pepper, 2 salami"))
    ]
    assert awaited(state) == "yellow"


@pytest.mark.rule("MM-14")
def test_a_returned_order_is_drawn_again_only_after_all_others() -> None:
    served = each(CLASSIC, green="4-olive, minimale, bombastica, one-of-each, 4-mushroom, 4-pineapple")
    state = opened(
        CLASSIC,
        "green 4-salami",
        hands=each(CLASSIC, "1 olive", green="6 olive"),
        waiters=each(CLASSIC, "rest", green="monotoni"),
        served=served,
        seat="green",
    )
    do(state, "1 olive")
    do(state, "draws from the waiter")
    assert orders_of(state, "green") == ("4-salami", "monotoni")


@pytest.mark.rule("MM-14")
def test_the_top_card_is_drawn_before_the_returned_one() -> None:
    served = each(CLASSIC, green="4-olive, minimale, bombastica, one-of-each, 4-mushroom, 4-pineapple")
    state = opened(
        CLASSIC,
        "green 4-salami",
        hands=each(CLASSIC, "1 olive", green="7 olive"),
        waiters=each(CLASSIC, "rest", green="monotoni"),
        served=served,
        seat="green",
    )
    do(state, "1 olive", "draws from the waiter")
    assert orders_of(state, "green") == ("monotoni",)
    assert state.view(None).waiters[1] == 1


@pytest.mark.rule("MM-15")
@pytest.mark.parametrize("edition", ["classic", "rio-grande"])
def test_in_the_first_editions_baked_orders_lie_face_up_before_their_owners(edition: str) -> None:
    game = sit_down(edition, 3)
    state = opened(
        game,
        "green 4-salami",
        table="1 green pepper, 4 salami",
        hands=each(game, "1 olive"),
        served=each(game, green="bombastica", brown="minimale"),
        round=1,
    )
    for seat in (None, 0, 1, 2):
        assert state.view(seat).served == ((), ("4-salami", "bombastica"), ("minimale",))
        assert state.view(seat).completed == 3


@pytest.mark.rule("MM-15")
@pytest.mark.parametrize("edition", ["grande", "grande-it"])
def test_in_grande_baked_orders_lie_face_down_on_one_common_pile(edition: str) -> None:
    game = sit_down(edition, 3)
    state = opened(
        game,
        "green 4-salami",
        table="1 green pepper, 4 salami",
        hands=each(game, "1 olive"),
        served=each(game, green="bombastica", brown="minimale"),
        round=1,
    )
    for seat in (None, 0, 1, 2):
        assert state.view(seat).served is None
        assert state.view(seat).completed == 3


@pytest.mark.rule("MMR-19")
@pytest.mark.parametrize("game", [CLASSIC, GRANDE], ids=["classic", "grande"])
def test_of_what_is_used_everybody_sees_how_many_cards_it_is_and_not_which(game: MammaMia) -> None:
    views = []
    for held in ("3 olive", "3 mushroom"):  # all other ingredients are used
        hands = each(game, "1 salami", yellow="1 pineapple", brown=held)
        state = opened(game, "yellow 4-salami", table="4 salami", hands=hands)
        views.append(state.view(1))
    assert views[0] == views[1]
    opening = views[0].opening
    assert opening is not None
    assert opening.used == sum(all_cards(game)[kind] for kind in KINDS[: game.edition.kinds]) - 4 - 5


@pytest.mark.rule("MM-15", "MM-17")
def test_used_ingredients_become_the_new_supply() -> None:
    state = opened(
        CLASSIC,
        "green 4-salami",
        table="10 pineapple, 10 green pepper, 10 mushroom, 8 salami",
        used="2 olive",
        hands=each(CLASSIC, yellow="7 olive", green="1 olive, 2 salami"),
    )
    leftovers = pile(CLASSIC, "10 pineapple, 9 green pepper, 10 mushroom, 4 salami")
    assert happened(state.events, OvenEmptied) == [OvenEmptied(leftovers, 7)]
    do(state, "7 olive")
    assert ingredients_of(state, "yellow") == pile(CLASSIC, "1 green pepper, 2 olive, 4 salami")


@pytest.mark.rule("MM-15", "MM-17")
def test_what_was_added_from_a_hand_is_used_too() -> None:
    state = opened(
        CLASSIC,
        "green 4-salami",
        table="10 pineapple, 8 green pepper, 10 mushroom, 2 salami",
        used="2 olive",
        hands=each(CLASSIC, yellow="7 olive", green="1 olive, 5 salami", brown="2 green pepper, 3 salami"),
    )
    do(state, "adds what is missing")
    do(state, "7 olive")
    assert ingredients_of(state, "yellow") == pile(CLASSIC, "1 green pepper, 2 olive, 4 salami")


@pytest.mark.rule("MM-17", "MMR-15")
def test_leftovers_are_stacked_by_kind_in_the_order_of_the_colours() -> None:
    hands = each(CLASSIC, "1 olive", yellow="1 olive, 1 salami")
    state = opened(
        CLASSIC,
        *["1 salami", "2 pineapple", "green 4-salami", "2 mushroom", "1 pineapple"],
        table="1 green pepper, 3 salami",
        hands=hands,
        used="rest",
    )
    assert happened(state.events, OvenEmptied) == [OvenEmptied(pile(CLASSIC, "3 pineapple, 2 mushroom"), 41)]
    assert state.view(None).top == "mushroom"
    assert state.view(None).oven == 5
    assert state.view(None).opening is None


@pytest.mark.rule("MM-17", "MMR-15", "MM-13")
def test_the_leftovers_come_out_first_when_the_oven_is_opened_again() -> None:
    hands = each(CLASSIC, "1 olive", yellow="7 olive")
    state = opened(
        CLASSIC,
        *["2 salami", "1 mushroom"],
        table="10 pineapple, 10 green pepper, 9 mushroom, 8 salami",
        used="1 olive",
        hands=hands,
    )
    assert state.view(None).top == "salami"
    events = do(state, "1 olive", "draws from the supply")
    assert happened(events, Revealed) == [
        Revealed(PINEAPPLE, 10),
        Revealed(PEPPER, 10),
        Revealed(MUSHROOM, 10),
        Revealed(SALAMI, 10),
        Revealed(OLIVE, 1),
    ]


@pytest.mark.rule("MM-17")
def test_the_used_pile_is_shuffled_by_the_seed_into_the_new_supply() -> None:
    drawn = set()
    for seed in range(8):
        state = opened(CLASSIC, hands=each(CLASSIC, "1 olive", yellow="1 salami"), seed=seed)
        do(state, "1 salami")
        drawn.add(ingredients_of(state, "yellow"))
        assert sum(ingredients_of(state, "yellow")) == 7
    assert len(drawn) > 4


@pytest.mark.rule("MM-17")
def test_every_round_shuffles_anew() -> None:
    differing = 0
    for seed in range(6):
        drawn = []
        for round in (0, 1):
            state = opened(CLASSIC, hands=each(CLASSIC, "1 olive", yellow="1 salami"), seed=seed, round=round)
            do(state, "1 salami")
            drawn.append(ingredients_of(state, "yellow"))
        differing += drawn[0] != drawn[1]
    assert differing > 2


# The end


@pytest.mark.rule("MM-22")
@pytest.mark.parametrize(
    ("edition", "players", "options", "openings"),
    [
        ("classic", 2, {}, 3),
        ("classic", 5, {}, 3),
        ("rio-grande", 4, {}, 3),
        ("grande", 3, {}, 3),
        ("grande", 6, {"helping": True}, 3),
        ("grande", 3, {"helping": False}, 4),
        ("grande", 2, {}, 4),
        ("grande-it", 4, {}, 3),
        ("grande-it", 4, {"helping": False}, 4),
        ("grande-it", 2, {}, 4),
    ],
)
def test_the_game_ends_when_the_oven_has_been_opened_so_often(
    edition: str, players: int, options: dict[str, bool], openings: int
) -> None:
    game = sit_down(edition, players, **options)
    for round in range(openings):
        state = opened(game, hands=each(game, "1 olive"), round=round)
        assert state.is_over == (round == openings - 1)
    with pytest.raises(forno.PositionError, match=f"opened {openings} times, so 'round' can't be {openings}"):
        opened(game, hands=each(game, "1 olive"), round=openings)


@pytest.mark.rule("MMR-15", "MM-22")
def test_after_the_last_opening_all_piles_stay_as_they_lie() -> None:
    state = opened(
        CLASSIC,
        *["2 mushroom", "green 4-salami", "1 olive"],
        table="1 green pepper, 4 salami",
        hands=each(CLASSIC, "1 olive"),
        used="rest",
        round=2,
    )
    assert state.is_over
    assert happened(state.events, OvenEmptied) == []
    view = state.view(1)
    assert view.opening is not None
    assert view.opening.table == pile(CLASSIC, "2 mushroom, 1 olive")
    assert view.opening.used == 44
    assert (view.opening.owner, view.opening.order) == (None, None)
    assert (view.oven, view.supply, view.top) == (0, 0, None)
    assert view.awaited is None
    assert view.actions == ()
    assert view.round == 3
    assert state.legal_actions() == []


def test_when_the_game_is_over_nothing_can_be_done() -> None:
    state = opened(CLASSIC, hands=each(CLASSIC, "1 olive"), round=2)
    with pytest.raises(forno.IllegalAction, match="the game is over"):
        state.apply(0)


def test_there_is_no_outcome_before_the_end() -> None:
    state = opened(CLASSIC, hands=each(CLASSIC, "1 olive"))
    with pytest.raises(forno.IllegalAction, match="isn't over yet"):
        _ = state.outcome


@pytest.mark.rule("MM-23")
def test_most_completed_orders_win() -> None:
    state = opened(
        CLASSIC,
        hands=each(CLASSIC, "3 olive", green="1 olive"),
        served=each(CLASSIC, yellow="4-salami", green="4-salami, 4-olive", brown=""),
        round=2,
    )
    assert decided(state) == ((1, 2, 0), (1,), "most-orders")
    assert happened(state.events, GameEnded) == [GameEnded((1, 2, 0), (3, 1, 3), (1,), "most-orders")]
    assert state.view(None).outcome == state.outcome


@pytest.mark.rule("MM-23")
@pytest.mark.parametrize("game", [CLASSIC, GRANDE, ALONE], ids=["classic", "grande", "without helping"])
def test_at_the_end_everyones_completed_orders_lie_before_them(game: MammaMia) -> None:
    state = opened(
        game,
        "green 4-salami",
        table="1 green pepper, 4 salami",
        hands=each(game, "1 olive"),
        served=each(game, green="bombastica", brown="minimale"),
        round=2 + (game is ALONE),
    )
    lies = ((), ("4-salami", "bombastica"), ("minimale",))
    assert state.outcome.revealed == lies
    for seat in (None, 0, 1, 2):
        assert state.view(seat).served == lies
        memory = game.memory(seat)
        memory.observe(CompletedRevealed(lies))
        assert memory.view().served == lies


@pytest.mark.rule("MM-23")
def test_the_common_pile_is_revealed_before_the_winner_is_told() -> None:
    served = each(GRANDE, green="bombastica", brown="minimale")
    state = opened(GRANDE, hands=each(GRANDE, "1 olive"), served=served, round=2)
    assert sorts(state.events)[-2:] == ["CompletedRevealed", "GameEnded"]
    assert happened(state.events, CompletedRevealed) == [CompletedRevealed(((), ("bombastica",), ("minimale",)))]


@pytest.mark.rule("MM-23", "MM-15")
def test_what_lies_open_all_the_time_isnt_revealed_at_the_end() -> None:
    state = opened(CLASSIC, hands=each(CLASSIC, "1 olive"), served=each(CLASSIC, green="bombastica"), round=2)
    assert not happened(state.events, CompletedRevealed)


@pytest.mark.rule("MM-23", "MM-15")
def test_nothing_is_revealed_before_the_last_opening() -> None:
    state = opened(GRANDE, hands=each(GRANDE, "1 olive"), served=each(GRANDE, green="bombastica"), round=1)
    assert not happened(state.events, CompletedRevealed)
    assert state.view(1).served is None


@pytest.mark.rule("MM-23")
def test_a_pizza_of_the_last_opening_counts() -> None:
    state = opened(
        CLASSIC,
        "green 4-salami",
        table="1 green pepper, 4 salami",
        hands=each(CLASSIC, "1 olive"),
        served=each(CLASSIC, yellow="4-salami", green="4-olive"),
        round=2,
    )
    assert decided(state) == ((1, 2, 0), (1,), "most-orders")


@pytest.mark.rule("MM-23")
def test_a_tie_goes_to_most_ingredients_in_hand_and_orders_in_hand_dont_count() -> None:
    state = opened(
        CLASSIC,
        hands=["1 olive, 1 salami, order minimale, order monotoni", "3 olive", "5 salami"],
        served=each(CLASSIC, yellow="4-salami, 4-olive", green="4-salami, 4-olive", brown="4-olive"),
        round=2,
    )
    assert decided(state) == ((2, 2, 1), (1,), "most-ingredients")
    assert happened(state.events, GameEnded) == [GameEnded((2, 2, 1), (2, 3, 5), (1,), "most-ingredients")]
    assert state.outcome.tiebreaks == (("ingredients", (2, 3, 5)),)
    assert state.outcome.ranking == ((1,), (0,), (2,))


@pytest.mark.rule("MM-23", "MMR-10")
@pytest.mark.parametrize("game", [CLASSIC, GRANDE, ALONE], ids=["classic", "grande", "without helping"])
def test_what_is_still_tied_is_a_shared_win(game: MammaMia) -> None:
    state = opened(
        game,
        hands=["1 olive, 1 salami", "3 olive", "2 mushroom, 1 pineapple"],
        served=each(game, "4-salami, 4-pineapple", yellow="4-salami, 4-olive"),
        round=2 + (game is ALONE),
    )
    assert decided(state) == ((2, 2, 2), (1, 2), "shared")
    assert state.outcome.ranking == ((1, 2), (0,))


@pytest.mark.rule("MM-23")
def test_nobody_having_baked_anything_is_a_tie_too() -> None:
    state = opened(CLASSIC, hands=["1 olive", "2 olive", "1 salami"], round=2)
    assert decided(state) == ((0, 0, 0), (1,), "most-ingredients")
