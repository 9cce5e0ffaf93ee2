"""Helping (MM-18 to MM-21): who asks for what, who is asked, and what a helper gets."""

from __future__ import annotations

from itertools import product

import pytest

from forno.core.events import Awaits, seen_by
from forno.games.mamma_mia.rules.events import (
    Baked,
    CompletedRevealed,
    HelpAsked,
    HelpGiven,
    HelpRefused,
    OvenEmptied,
    Returned,
    Rewarded,
)
from forno.games.mamma_mia.rules.state import MammaMiaState
from tests.games.mamma_mia.helpers import (
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

GRANDE = sit_down("grande", 4)
ITALIAN = sit_down("grande-it", 4)
NOTHING = pile(GRANDE, "")
EVERYTHING = {colour: ", ".join(card.name for card in GRANDE.deck.orders[colour]) for colour in GRANDE.colours}


def requests(state: MammaMiaState) -> set[tuple[int, ...]]:
    """Return everything that can be asked for from here on."""
    found = set()
    for action in state.legal_actions():
        branch = state.clone()
        asked = happened(branch.apply(action), HelpAsked)
        found |= {asked[0].request} if asked else requests(branch)
    return found


# Asking


@pytest.mark.rule("MM-18")
def test_an_owner_who_cant_complete_a_pizza_may_ask_for_help() -> None:
    state = opened(GRANDE, "yellow 4-olive", table="1 pineapple, 3 olive", hands=each(GRANDE, "1 salami"))
    assert awaited(state) == "yellow"
    assert legal(state) == ["asks for help", "sends it back"]
    events = do(state, "sends it back")
    assert happened(events, Returned) == [Returned(0, "4-olive", "incomplete", pile(GRANDE, "1 olive"))]


@pytest.mark.rule("MM-18", "MM-14")
def test_an_owner_who_doesnt_want_to_complete_it_alone_may_ask_too() -> None:
    hands = each(GRANDE, "1 salami", yellow="1 olive")
    state = opened(GRANDE, "yellow 4-olive", table="1 pineapple, 3 olive", hands=hands)
    assert legal(state) == ["adds what is missing", "asks for help", "sends it back"]


@pytest.mark.rule("MM-18", "MM-19")
def test_whoever_could_complete_a_pizza_alone_can_keep_the_cards_by_asking_for_all_of_them() -> None:
    hands = each(GRANDE, "1 salami", yellow="2 olive", brown="2 olive")
    state = opened(GRANDE, "yellow 4-olive", table="1 pineapple, 2 olive", hands=hands)
    events = do(state, "asks for help", "asks for 2 olive", "helps")
    assert happened(events, Baked) == [
        Baked(0, "4-olive", pile(GRANDE, "1 pineapple, 2 olive"), NOTHING, pile(GRANDE, "2 olive"))
    ]
    assert ingredients_of(state, "yellow") == pile(GRANDE, "2 olive")


@pytest.mark.rule("MM-18", "MMR-8")
def test_what_isnt_asked_for_must_be_in_the_owners_hand() -> None:
    hands = each(GRANDE, "1 salami", yellow="1 pineapple, 2 olive")
    state = opened(GRANDE, "yellow 4-olive", table="1 olive", hands=hands)
    do(state, "asks for help")
    assert awaited(state) == "yellow"
    assert legal(state) == ["asks for no pineapple", "asks for 1 pineapple"]
    do(state, "asks for no pineapple")
    assert legal(state) == ["asks for 1 olive", "asks for 2 olive", "asks for 3 olive"]
    events = do(state, "asks for 2 olive")
    assert happened(events, HelpAsked) == [HelpAsked(0, pile(GRANDE, "1 pineapple, 4 olive"), pile(GRANDE, "2 olive"))]


@pytest.mark.rule("MMR-8", "MM-18")
def test_at_least_one_card_is_asked_for() -> None:
    hands = each(GRANDE, "1 salami", yellow="1 pineapple, 3 olive", brown="2 olive")
    state = opened(GRANDE, "yellow 4-olive", table="2 olive", hands=hands)
    do(state, "asks for help", "asks for no pineapple")
    assert legal(state) == ["asks for 1 olive", "asks for 2 olive"]
    state = opened(GRANDE, "yellow 4-olive", table="2 olive", hands=hands)
    do(state, "asks for help", "asks for 1 pineapple")
    assert legal(state) == ["asks for no olive", "asks for 1 olive", "asks for 2 olive"]


@pytest.mark.rule("MMR-8", "MM-18")
@pytest.mark.parametrize(
    "table", ["", "1 green pepper", "1 pineapple, 1 olive", "1 pineapple, 2 olive", "2 green pepper"]
)
@pytest.mark.parametrize(
    "hand",
    [
        "",
        "1 pineapple",
        "2 olive",
        "1 green pepper, 1 olive",
        "1 pineapple, 2 green pepper, 2 olive",
        "2 pineapple, 4 green pepper, 3 olive",
    ],
)
def test_every_part_of_what_is_missing_can_be_asked_for(table: str, hand: str) -> None:
    game = sit_down("grande", 4)  # a new one: games keep what can be asked for
    hands = each(game, "2 salami", yellow=hand)
    state = opened(game, "yellow 2-green-pepper-2-olive", table=table, hands=hands)
    needs = pile(game, "1 pineapple, 2 green pepper, 2 olive")
    missing = [max(need - there, 0) for need, there in zip(needs, pile(game, table), strict=True)]
    ranges = [range(max(lack - own, 0), lack + 1) for lack, own in zip(missing, pile(game, hand), strict=True)]
    events = do(state, "asks for help") if legal(state) else []
    asked = happened(events, HelpAsked)
    found = {asked[0].request} if asked else requests(state)
    assert found == {request for request in product(*ranges) if any(request)}


@pytest.mark.rule("MM-18")
def test_a_request_without_a_choice_isnt_asked_about() -> None:
    state = opened(GRANDE, "yellow 4-olive", table="3 olive", hands=each(GRANDE, "1 salami"))
    events = do(state, "asks for help")
    assert happened(events, HelpAsked) == [
        HelpAsked(0, pile(GRANDE, "1 pineapple, 4 olive"), pile(GRANDE, "1 pineapple, 1 olive"))
    ]


@pytest.mark.rule("MM-18")
@pytest.mark.parametrize(
    ("edition", "players", "options"),
    [("grande", 3, {"helping": False}), ("grande", 2, {}), ("classic", 3, {}), ("rio-grande", 2, {})],
)
def test_help_cant_be_asked_for_where_it_isnt_played(edition: str, players: int, options: dict[str, bool]) -> None:
    game = sit_down(edition, players, **options)
    state = opened(game, "yellow 4-olive", table="1 pineapple, 3 olive", hands=each(game, "1 salami", yellow="1 olive"))
    assert legal(state) == ["adds what is missing", "sends it back"]
    table = "6 green pepper, 6 salami"
    state = opened(game, "yellow bombastica", table=table, hands=each(game, "1 olive", yellow="2 olive, 2 mushroom"))
    assert legal(state) == ["adds what is missing", "sends it back"]


@pytest.mark.rule("MMR-14")
@pytest.mark.parametrize(("order", "table"), [("4-olive", "1 pineapple, 3 olive"), ("bombastica", "7 olive, 7 salami")])
def test_help_can_be_asked_for_only_while_another_player_has_an_order_in_the_waiter(order: str, table: str) -> None:
    hands = each(GRANDE, "1 olive")
    served = each(GRANDE, **(EVERYTHING | {"yellow": ""}))
    state = opened(GRANDE, f"yellow {order}", table=table, hands=hands, served=served, round=1)
    assert legal(state) == ["adds what is missing", "sends it back"]
    served[3] = served[3].removeprefix("4-salami, ")
    state = opened(GRANDE, f"yellow {order}", table=table, hands=hands, served=served, round=1)
    assert legal(state) == ["adds what is missing", "asks for help", "sends it back"]


@pytest.mark.rule("MMR-14", "MMR-13")
@pytest.mark.parametrize("helper", ["green", "brown", "purple"])
def test_with_any_other_waiter_that_isnt_empty_every_kind_can_be_chosen(helper: str) -> None:
    served = each(GRANDE, **(EVERYTHING | {"yellow": "", helper: EVERYTHING[helper].partition(", ")[2]}))
    state = opened(GRANDE, "yellow mamma-mia-mushroom-olive", table="", hands=each(GRANDE), served=served, round=1)
    assert legal(state) == ["bakes with mushroom", "bakes with olive", "sends it back"]


@pytest.mark.rule("MMR-14")
def test_the_owners_own_waiter_doesnt_make_help_possible() -> None:
    served = each(GRANDE, **(EVERYTHING | {"brown": ""}))
    state = opened(
        GRANDE, "brown 4-olive", table="1 mushroom, 3 olive", hands=each(GRANDE, "1 salami"), served=served, round=1
    )
    assert happened(state.events, Returned) == [Returned(2, "4-olive", "incomplete", pile(GRANDE, "1 olive"))]


# Being asked


@pytest.mark.rule("MM-19")
def test_the_others_are_asked_one_at_a_time_clockwise_from_the_owners_left() -> None:
    state = opened(GRANDE, "brown 4-olive", table="1 mushroom, 3 olive", hands=each(GRANDE, "1 olive"))
    do(state, "asks for help")
    asked = []
    while legal(state) == ["helps", "doesn't help"]:
        asked.append(awaited(state))
        events = do(state, "doesn't help")
    assert asked == ["purple", "yellow", "green"]
    assert happened(events, HelpRefused) == [HelpRefused(3), HelpRefused(0), HelpRefused(1)]


@pytest.mark.rule("MM-19")
@pytest.mark.parametrize(("helper", "refusals"), [(3, []), (0, [3]), (1, [3, 0])])
def test_the_first_who_agrees_gives_the_cards_and_nobody_else_is_asked(helper: int, refusals: list[int]) -> None:
    state = opened(GRANDE, "brown 4-olive", table="1 mushroom, 3 olive", hands=each(GRANDE, "2 olive"))
    do(state, "asks for help")
    assert happened(do(state, *["doesn't help"] * len(refusals)), HelpRefused) == []
    assert state.seat == helper
    events = do(state, "helps")
    assert happened(events, HelpRefused) == [HelpRefused(seat) for seat in refusals]
    assert happened(events, HelpGiven) == [HelpGiven(helper, pile(GRANDE, "1 olive"))]
    assert happened(events, Rewarded) == [Rewarded(helper)]
    table = pile(GRANDE, "1 mushroom, 3 olive")
    assert happened(events, Baked) == [Baked(2, "4-olive", table, NOTHING, pile(GRANDE, "1 olive"))]
    assert state.view(None).sizes == tuple(1 if seat == helper else 2 for seat in range(4))
    order = ["HelpRefused"] * len(refusals) + ["HelpGiven", "Baked", "Rewarded", "OvenEmptied"]
    assert sorts(events)[1:-1] == order


@pytest.mark.rule("MM-19")
@pytest.mark.parametrize("hand", ["1 olive, 5 mushroom", "2 mushroom", "2 olive", "1 mushroom, 5 olive, 2 salami"])
def test_a_helper_must_hold_everything_that_is_asked_for(hand: str) -> None:
    hands = each(GRANDE, "1 salami", purple="2 olive, 2 mushroom", green=hand)
    state = opened(GRANDE, "brown 4-olive", table="2 olive", hands=hands)
    do(state, "asks for help")
    asked = [awaited(state)]
    do(state, "doesn't help")
    asked += [awaited(state)] if legal(state) == ["helps", "doesn't help"] else []
    assert asked == (["purple", "green"] if hand == "1 mushroom, 5 olive, 2 salami" else ["purple"])


@pytest.mark.rule("MM-19")
def test_a_helper_must_have_an_order_in_the_waiter() -> None:
    state = opened(
        GRANDE,
        "brown 4-olive",
        table="1 mushroom, 3 olive",
        hands=each(GRANDE, "1 olive"),
        served=each(GRANDE, purple=EVERYTHING["purple"]),
        round=1,
    )
    do(state, "asks for help")
    assert awaited(state) == "yellow"
    assert legal(state) == ["helps", "doesn't help"]


@pytest.mark.rule("MMR-18", "MM-19")
def test_one_neighbour_after_the_other_is_asked_for_the_same_cards() -> None:
    hands = each(GRANDE, "3 olive", brown="1 olive, 1 mushroom")
    state = opened(GRANDE, "brown 4-olive", table="1 olive", hands=hands)
    do(state, "asks for help", "asks for no mushroom", "asks for 2 olive")
    asked = []
    while legal(state) == ["helps", "doesn't help"]:
        opening = state.view(state.seat).opening
        assert opening is not None
        asked.append((awaited(state), opening.request))
        do(state, "doesn't help")
    assert asked == [(colour, pile(GRANDE, "2 olive")) for colour in ("purple", "yellow", "green")]


@pytest.mark.rule("MM-19")
def test_orders_in_the_hand_dont_make_a_helper() -> None:
    names = [card.name for card in GRANDE.deck.orders["purple"]]
    state = opened(
        GRANDE,
        "brown 4-olive",
        table="1 mushroom, 3 olive",
        hands=each(GRANDE, "1 olive", purple=f"1 olive, order {names[0]}"),
        served=each(GRANDE, purple=", ".join(names[1:])),
        round=1,
    )
    do(state, "asks for help")
    assert awaited(state) == "yellow"


@pytest.mark.rule("MM-19")
def test_after_help_the_owner_adds_the_rest() -> None:
    hands = each(GRANDE, "1 salami", brown="1 mushroom, 2 olive", yellow="3 olive")
    state = opened(GRANDE, "brown 4-olive", table="1 olive, 1 salami", hands=hands)
    events = do(state, "asks for help", "asks for no mushroom", "asks for 2 olive", "helps")
    assert happened(events, Baked) == [
        Baked(2, "4-olive", pile(GRANDE, "1 olive"), pile(GRANDE, "1 mushroom, 1 olive"), pile(GRANDE, "2 olive"))
    ]
    assert ingredients_of(state, "brown") == pile(GRANDE, "1 olive")
    assert ingredients_of(state, "yellow") == pile(GRANDE, "1 olive")
    assert state.view(None).sizes == (1, 1, 1, 1)
    assert happened(events, OvenEmptied) == [OvenEmptied(pile(GRANDE, "1 salami"), 72 - 4 - 1)]


@pytest.mark.rule("MM-21")
def test_if_nobody_helps_the_pizza_isnt_baked_even_if_the_owner_could_have_completed_it() -> None:
    hands = each(GRANDE, "1 salami", brown="1 olive", purple="1 olive")
    state = opened(GRANDE, "brown 4-olive", table="1 mushroom, 3 olive", hands=hands)
    assert "adds what is missing" in legal(state)
    events = do(state, "asks for help", "doesn't help")
    assert happened(events, Baked) == []
    assert happened(events, Returned) == [Returned(2, "4-olive", "no-help", pile(GRANDE, "1 olive"))]
    assert happened(events, HelpRefused) == [HelpRefused(3), HelpRefused(0), HelpRefused(1)]
    assert ingredients_of(state, "brown") == ingredients_of(state, "purple") == pile(GRANDE, "1 olive")
    assert state.view(None).waiters == (15, 15, 15, 15)
    assert state.view(None).completed == 0


@pytest.mark.rule("MM-21", "MMR-8")
def test_if_nobody_can_help_the_order_goes_back_at_once() -> None:
    state = opened(GRANDE, "brown 4-olive", table="1 mushroom, 3 olive", hands=each(GRANDE, "1 salami"))
    events = do(state, "asks for help")
    assert happened(events, HelpRefused) == [HelpRefused(3), HelpRefused(0), HelpRefused(1)]
    assert happened(events, Returned) == [Returned(2, "4-olive", "no-help", pile(GRANDE, "1 olive"))]
    assert awaited(state) == "yellow"


# The reward


@pytest.mark.rule("MM-20", "MMR-9")
def test_the_helpers_top_order_counts_as_completed_without_a_question() -> None:
    rest = EVERYTHING["purple"].removesuffix(", " + GRANDE.deck.orders["purple"][-1].name)
    top = GRANDE.deck.orders["purple"][-1].name
    state = opened(
        GRANDE,
        "brown 4-olive",
        table="1 mushroom, 3 olive",
        hands=each(GRANDE, "1 salami", purple="1 olive, 1 salami"),
        waiters=each(GRANDE, "rest", purple=f"{top}, {rest}"),
        seat="purple",
    )
    do(state, "asks for help", "helps")
    assert state.view(None).waiters == (15, 15, 14, 14)
    assert state.view(None).completed == 2
    do(state, "1 salami", "draws from the waiter")
    assert top not in orders_of(state, "purple")
    assert len(orders_of(state, "purple")) == 5


@pytest.mark.rule("MM-20")
def test_the_reward_is_never_a_card_from_the_hand() -> None:
    hands = each(GRANDE, "1 salami", purple="1 olive, order bombastica, order minimale")
    state = opened(GRANDE, "brown 4-olive", table="1 mushroom, 3 olive", hands=hands)
    do(state, "asks for help", "helps")
    assert orders_of(state, "purple") == ("bombastica", "minimale")
    assert state.view(None).waiters[3] == 12


@pytest.mark.rule("MM-20", "MM-23")
def test_the_reward_counts_at_the_end() -> None:
    hands = each(GRANDE, "1 salami", purple="2 olive")
    state = opened(GRANDE, "brown 4-olive", table="1 mushroom, 3 olive", hands=hands, round=2)
    do(state, "asks for help", "helps")
    assert state.outcome.scores == (0, 0, 1, 1)
    assert state.outcome.winners == (2, 3)


@pytest.mark.rule("MM-20", "MM-23")
def test_the_reward_is_revealed_at_the_end_and_not_before() -> None:
    hands = each(GRANDE, "1 salami", purple="2 olive")
    top = GRANDE.deck.orders["purple"][0].name
    state = opened(GRANDE, "brown 4-olive", table="1 mushroom, 3 olive", hands=hands, round=2)
    do(state, "asks for help")
    assert all(state.view(seat).served is None for seat in (None, 0, 1, 2, 3))
    do(state, "helps")
    assert [event.orders for event in happened(state.events, CompletedRevealed)] == [((), (), ("4-olive",), (top,))]
    for seat in (None, 0, 1, 2, 3):
        assert state.view(seat).served == ((), (), ("4-olive",), (top,))


@pytest.mark.rule("MM-20")
def test_nobody_sees_the_reward_not_even_the_helper() -> None:
    names = [card.name for card in GRANDE.deck.orders["purple"]]
    told, views = [], []
    for first, second in ((0, 1), (1, 0)):
        waiter = ", ".join([names[first], *names[2:], names[second]])
        hands = each(GRANDE, "1 salami", purple="1 olive")
        state = opened(
            GRANDE,
            "brown 4-olive",
            table="1 mushroom, 3 olive",
            hands=hands,
            waiters=each(GRANDE, "rest", purple=waiter),
        )
        events = do(state, "asks for help", "helps")
        told.append([seen_by(events, seat) for seat in (None, 0, 1, 2, 3)])
        views.append([state.view(seat) for seat in (None, 0, 1, 2, 3)])
    assert told[0] == told[1]
    assert views[0] == views[1]
    assert names[0] not in str(told) + str([(view.orders, view.served) for view in views[0]])


# Kinds and help


@pytest.mark.rule("MMR-13", "MM-18")
def test_with_help_every_kind_can_be_named_and_naming_it_is_binding() -> None:
    hands = each(GRANDE, "1 salami", brown="1 olive", green="2 shrimp")
    state = opened(GRANDE, "brown monotoni", table="1 mushroom, 5 olive, 4 shrimp", hands=hands)
    assert legal(state) == [
        "bakes with pineapple",
        "bakes with green pepper",
        "bakes with olive",
        "bakes with salami",
        "bakes with shrimp",
        "sends it back",
    ]
    olive = state.clone()
    do(olive, "bakes with olive")
    assert legal(olive) == ["adds what is missing", "asks for help"]
    events = do(state, "bakes with shrimp")
    assert happened(events, HelpAsked) == [HelpAsked(2, pile(GRANDE, "1 mushroom, 6 shrimp"), pile(GRANDE, "2 shrimp"))]
    assert awaited(state) == "green"
    events = do(state, "helps")
    assert happened(events, Baked)[0].from_helper == pile(GRANDE, "2 shrimp")


@pytest.mark.rule("MM-26", "MMR-13", "MM-18")
def test_with_help_every_tied_kind_of_a_minimale_can_be_named() -> None:
    hands = each(GRANDE, "1 pineapple", purple="3 shrimp")
    state = opened(GRANDE, "brown minimale", table="1 mushroom, 1 olive, 1 shrimp, 2 salami", hands=hands)
    assert legal(state) == ["bakes with olive", "bakes with shrimp", "sends it back"]
    events = do(state, "bakes with shrimp", "helps")
    assert happened(events, Baked)[0].from_helper == pile(GRANDE, "3 shrimp")


@pytest.mark.rule("MMR-3", "MM-25")
def test_with_help_too_an_order_complete_with_every_kind_cant_be_sent_back() -> None:
    table = "1 mushroom, 6 pineapple, 6 green pepper, 6 olive, 6 salami, 6 shrimp"
    state = opened(GRANDE, "brown monotoni", table=table, hands=each(GRANDE, "1 pineapple"))
    assert legal(state) == [f"bakes with {kind}" for kind in ("pineapple", "green pepper", "olive", "salami", "shrimp")]


@pytest.mark.rule("MMR-13", "MM-21")
def test_a_named_kind_that_nobody_helps_with_goes_back() -> None:
    state = opened(GRANDE, "brown monotoni", table="1 mushroom, 5 olive", hands=each(GRANDE, "1 salami"))
    events = do(state, "bakes with olive")
    assert happened(events, Returned) == [Returned(2, "monotoni", "no-help", pile(GRANDE, "1 olive"))]


@pytest.mark.rule("MM-27", "MM-18")
def test_help_with_both_jokers_of_ghiottona() -> None:
    hands = each(ITALIAN, "1 mushroom", brown="1 olive", green="1 shrimp, 1 olive")
    state = opened(ITALIAN, "brown ghiottona", table="1 mushroom, 4 olive, 4 shrimp", hands=hands)
    do(state, "bakes with olive and shrimp")
    assert legal(state) == ["asks for no olive", "asks for 1 olive"]
    events = do(state, "asks for 1 olive", "helps")
    assert happened(events, Baked) == [
        Baked(
            2,
            "ghiottona",
            pile(ITALIAN, "1 mushroom, 4 olive, 4 shrimp"),
            pile(ITALIAN, ""),
            pile(ITALIAN, "1 olive, 1 shrimp"),
        )
    ]


@pytest.mark.rule("MM-29", "MM-18")
def test_help_with_a_minipizza() -> None:
    hands = each(GRANDE, "1 salami", brown="1 mushroom", purple="2 mushroom")
    state = opened(GRANDE, "brown minipizza", table="1 mushroom", hands=hands)
    events = do(state, "asks for help")
    assert happened(events, HelpAsked) == []
    assert legal(state) == ["asks for 1 mushroom", "asks for 2 mushroom"]
    events = do(state, "asks for 1 mushroom", "helps")
    assert happened(events, Baked)[0].from_hand == pile(GRANDE, "1 mushroom")


@pytest.mark.rule("MM-29", "MM-28")
@pytest.mark.parametrize("order", ["brown minipizza", "purple monotoni-junior"])
def test_no_help_is_possible_when_the_forbidden_kind_lies_on_the_table(order: str) -> None:
    table = "2 mushroom, 1 pineapple, 1 olive"
    state = opened(GRANDE, order, table=table, hands=each(GRANDE, "1 mushroom"))
    assert happened(state.events, Returned)[0].reason == "forbidden"


# Bombastica


@pytest.mark.rule("MMR-14", "MM-24")
def test_a_request_for_a_bombastica_names_any_kinds_one_card_at_a_time() -> None:
    hands = each(GRANDE, "1 salami", brown="1 olive, 1 shrimp", yellow="1 olive, 2 salami, 1 pineapple")
    state = opened(GRANDE, "brown bombastica", table="6 green pepper, 5 mushroom", hands=hands)
    assert legal(state) == ["asks for help", "sends it back"]
    do(state, "asks for help")
    kinds = ["pineapple", "green pepper", "mushroom", "olive", "salami", "shrimp"]
    assert legal(state) == [f"asks for 1 {kind}" for kind in kinds]
    assert GRANDE.ask(state.view(2)) == "Choose an ingredient to ask the others for."
    do(state, "asks for 1 salami")
    assert legal(state) == [f"asks for 1 {kind}" for kind in kinds]
    do(state, "asks for 1 olive")
    assert legal(state) == [*(f"asks for 1 {kind}" for kind in kinds), "asks for no more"]
    assert GRANDE.ask(state.view(2)) == "Ask the others for something else, or stop."
    events = do(state, "asks for no more")
    assert happened(events, HelpAsked) == [HelpAsked(2, None, pile(GRANDE, "1 olive, 1 salami"))]
    assert awaited(state) == "yellow"
    events = do(state, "helps")
    assert happened(events, Baked) == [
        Baked(
            2,
            "bombastica",
            pile(GRANDE, "6 green pepper, 5 mushroom"),
            pile(GRANDE, "1 olive, 1 shrimp"),
            pile(GRANDE, "1 olive, 1 salami"),
        )
    ]
    assert state.view(None).sizes == (2, 1, 0, 1)
    assert happened(events, OvenEmptied) == [OvenEmptied(NOTHING, 72 - 4)]


@pytest.mark.rule("MMR-14", "MM-24", "MMR-4")
def test_the_owner_picks_the_rest_of_a_bombastica_after_help_has_come() -> None:
    hands = each(GRANDE, "1 salami", brown="2 olive, 2 shrimp", yellow="2 salami")
    state = opened(GRANDE, "brown bombastica", table="6 green pepper, 5 mushroom", hands=hands)
    assert legal(state) == ["adds what is missing", "asks for help", "sends it back"]
    do(state, "asks for help", "asks for 1 salami", "asks for 1 salami", "asks for no more")
    events = do(state, "helps")
    assert happened(events, HelpGiven) == [HelpGiven(0, pile(GRANDE, "2 salami"))]
    assert happened(events, Baked) == []
    assert [news.seat for news in happened(seen_by(events, 1), Awaits)] == [2]
    assert awaited(state) == "brown"
    assert legal(state) == ["adds 1 olive", "adds 1 shrimp"]
    assert state.view(None).sizes == (0, 1, 4, 1)
    events = do(state, "adds 1 shrimp", "adds 1 olive")
    assert happened(events, Baked) == [
        Baked(
            2,
            "bombastica",
            pile(GRANDE, "6 green pepper, 5 mushroom"),
            pile(GRANDE, "1 olive, 1 shrimp"),
            pile(GRANDE, "2 salami"),
        )
    ]
    assert happened(events, Rewarded) == [Rewarded(0)]
    assert ingredients_of(state, "brown") == pile(GRANDE, "1 olive, 1 shrimp")


@pytest.mark.rule("MMR-14")
def test_a_request_for_a_bombastica_ends_at_what_is_missing() -> None:
    hands = each(GRANDE, "1 salami", brown="2 olive", yellow="2 salami")
    state = opened(GRANDE, "brown bombastica", table="6 green pepper, 7 mushroom", hands=hands)
    do(state, "asks for help", "asks for 1 salami")
    assert "asks for no more" in legal(state)
    events = do(state, "asks for 1 salami")
    assert happened(events, HelpAsked) == [HelpAsked(2, None, pile(GRANDE, "2 salami"))]
    events = do(state, "helps")
    assert happened(events, Baked)[0].from_hand == NOTHING
    assert ingredients_of(state, "brown") == pile(GRANDE, "2 olive")


@pytest.mark.rule("MMR-14", "MM-19")
def test_an_owner_with_an_empty_hand_can_ask_for_all_that_a_bombastica_lacks() -> None:
    state = opened(
        GRANDE,
        "brown bombastica",
        table="6 green pepper, 8 mushroom",
        hands=each(GRANDE, "1 salami", brown="order minimale"),
    )
    events = do(state, "asks for help", "asks for 1 salami", "helps")
    assert happened(events, HelpGiven) == [HelpGiven(3, pile(GRANDE, "1 salami"))]
    assert happened(events, Baked)[0].from_helper == pile(GRANDE, "1 salami")


@pytest.mark.rule("MMR-14")
def test_a_bombastica_can_lack_a_whole_hand_of_cards() -> None:
    hands = each(GRANDE, "1 salami", brown="2 olive, 1 shrimp", yellow="9 pineapple")
    state = opened(GRANDE, "brown bombastica", table="3 mushroom", hands=hands)
    do(state, "asks for help", *["asks for 1 pineapple"] * 8)
    assert "asks for no more" not in legal(state)
    do(state, "asks for 1 pineapple")
    assert "asks for no more" in legal(state)
    events = do(state, "asks for no more", "helps")
    assert happened(events, Baked)[0].from_helper == pile(GRANDE, "9 pineapple")
    assert happened(events, Baked)[0].from_hand == pile(GRANDE, "2 olive, 1 shrimp")


@pytest.mark.rule("MMR-14")
def test_more_than_anybody_can_hold_may_be_asked_for_and_nobody_helps() -> None:
    state = opened(GRANDE, "brown bombastica", hands=each(GRANDE, "1 salami", brown="1 shrimp", yellow="9 pineapple"))
    kinds = ["pineapple", "olive", "salami"]
    events = do(state, "asks for help", *(f"asks for 1 {kind}" for kind in kinds for _ in range(5)))
    assert happened(events, HelpAsked) == [HelpAsked(2, None, pile(GRANDE, "5 pineapple, 5 olive, 5 salami"))]
    assert happened(events, Returned) == [Returned(2, "bombastica", "no-help", None)]


@pytest.mark.rule("MMR-14", "MM-1")
def test_no_more_of_a_kind_is_asked_for_than_there_are() -> None:
    state = opened(GRANDE, "brown bombastica", table="1 salami", hands=each(GRANDE, "1 salami"))
    do(state, "asks for help", *["asks for 1 shrimp"] * 11)
    assert "asks for 1 shrimp" in legal(state)
    do(state, "asks for 1 shrimp")
    assert "asks for 1 shrimp" not in legal(state)
    assert "asks for 1 salami" in legal(state)


@pytest.mark.rule("MMR-14", "MM-21")
def test_a_bombastica_that_nobody_helps_with_goes_back() -> None:
    hands = each(GRANDE, "1 salami", brown="1 olive")
    state = opened(GRANDE, "brown bombastica", table="6 green pepper, 8 mushroom", hands=hands)
    events = do(state, "asks for help", "asks for 1 shrimp")
    assert happened(events, Returned) == [Returned(2, "bombastica", "no-help", None)]
    assert happened(events, HelpRefused) == [HelpRefused(3), HelpRefused(0), HelpRefused(1)]


# One after another


@pytest.mark.rule("MM-16", "MM-18", "MM-19")
def test_a_second_request_begins_afresh() -> None:
    state = opened(
        GRANDE,
        *["brown 4-olive", "4 olive", "yellow 4-olive", "4 salami", "green 4-salami"],
        table="1 mushroom, 3 olive",
        hands=each(GRANDE, yellow="1 olive, 1 green pepper", green="1 olive, 1 pineapple", purple="1 mushroom"),
    )
    events = do(state, "asks for help", "doesn't help", "helps")
    assert happened(events, Rewarded) == [Rewarded(1)]
    assert awaited(state) == "yellow"
    assert on_table(state) == pile(GRANDE, "4 olive")
    events = do(state, "asks for help")
    assert happened(events, HelpAsked) == [
        HelpAsked(0, pile(GRANDE, "1 pineapple, 4 olive"), pile(GRANDE, "1 pineapple"))
    ]
    assert awaited(state) == "green"
    events = do(state, "doesn't help")
    assert happened(events, Returned) == [Returned(0, "4-olive", "no-help", pile(GRANDE, "1 pineapple"))]
    assert awaited(state) == "green"
    events = do(state, "asks for help", "helps")
    assert happened(events, HelpGiven) == [HelpGiven(0, pile(GRANDE, "1 green pepper"))]
    assert happened(events, Baked)[0].from_table == pile(GRANDE, "4 salami")


@pytest.mark.rule("MM-16", "MM-24")
def test_an_order_after_a_helped_bombastica_is_baked_without_its_helper() -> None:
    state = opened(
        GRANDE,
        *["brown bombastica", "4 salami", "green 4-salami"],
        table="6 green pepper, 6 mushroom",
        hands=each(GRANDE, brown="1 olive, 2 shrimp", yellow="1 salami", green="1 green pepper"),
    )
    events = do(
        state, "asks for help", "asks for 1 salami", "asks for no more", "helps", "adds 1 shrimp", "adds 1 olive"
    )
    assert happened(events, Rewarded) == [Rewarded(0)]
    events = do(state, "adds what is missing")
    assert happened(events, Rewarded) == []
    assert happened(events, Baked) == [
        Baked(1, "4-salami", pile(GRANDE, "4 salami"), pile(GRANDE, "1 green pepper"), NOTHING)
    ]
    assert state.view(None).waiters == (14, 14, 14, 15)


@pytest.mark.rule("MMR-8")
def test_while_help_is_asked_for_nobody_is_seen_as_awaited() -> None:
    state = opened(
        GRANDE, "brown 4-olive", table="1 mushroom, 3 olive", hands=each(GRANDE, "1 salami", yellow="1 olive")
    )
    events = do(state, "asks for help")
    assert awaited(state) == "yellow"
    assert state.view(0).awaited == 0
    assert [str(GRANDE.actions[action]) for action in state.view(0).actions] == ["helps", "doesn't help"]
    refuse = GRANDE.parse("doesn't help")
    assert happened(seen_by(events, 3), Awaits)[-1] == Awaits(3, (refuse,), shown=False)  # purple has had one answer
    for seat in (None, 1, 2, 3):
        assert state.view(seat).awaited is None
        assert state.view(seat).actions == ()
        news = [event for event in happened(seen_by(events, seat), Awaits) if event.seat != 3]
        assert (news[-1].seat, news[-1].actions) == (None, None)


@pytest.mark.rule("MMR-4", "MMR-8")
@pytest.mark.parametrize(("hand", "told"), [("3 shrimp", True), ("2 shrimp", False)])
def test_after_help_an_owner_who_adds_the_whole_hand_isnt_asked(hand: str, told: bool) -> None:
    state = opened(
        GRANDE,
        "brown bombastica",
        table="6 green pepper, 6 mushroom",
        hands=each(GRANDE, brown=hand, yellow="1 salami"),
    )
    events = do(state, "asks for help", "asks for 1 salami", "asks for no more", "helps")
    assert happened(events, Baked)[0].from_hand == pile(GRANDE, "2 shrimp")
    question = Awaits(2, (GRANDE.parse("adds 1 shrimp"),), shown=False)
    assert (question in events) is told
