"""Putting pizzas in the oven (MM-5 to MM-12)."""

from __future__ import annotations

import pytest

import forno
from forno.games.mamma_mia.rules.events import (
    Drew,
    OrderPlaced,
    OvenEmptied,
    OvenOpened,
    Passed,
    Placed,
    TurnEnded,
)
from tests.games.mamma_mia.helpers import (
    awaited,
    do,
    each,
    hand_of,
    happened,
    ingredients_of,
    legal,
    orders_of,
    pile,
    sit_down,
    sorts,
)

CLASSIC = sit_down("classic", 3)
GRANDE = sit_down("grande", 3)
FOUR = "1 pineapple, 1 olive, 2 salami"

OLIVE = 3
SALAMI = 4


# Placing ingredients


@pytest.mark.rule("MM-5")
def test_a_player_places_any_number_of_one_kind_and_never_none() -> None:
    state = CLASSIC.position(hands=each(CLASSIC, yellow="3 salami, 1 olive, order 4-olive"), seat="yellow")
    assert legal(state) == ["1 olive", "1 salami", "2 salami", "3 salami"]


@pytest.mark.rule("MM-5")
def test_a_whole_hand_of_one_kind_can_be_placed_at_once() -> None:
    state = GRANDE.position(hands=each(GRANDE, yellow="9 shrimp"), seat="yellow")
    assert legal(state) == [f"{number} shrimp" for number in range(1, 10)]
    state = CLASSIC.position(hands=each(CLASSIC, yellow="7 pineapple"), seat="yellow")
    assert legal(state) == [f"{number} pineapple" for number in range(1, 8)]


@pytest.mark.rule("MM-5")
@pytest.mark.parametrize("move", ["2 olive", "1 mushroom", "no order", "draws from the supply", "sends it back"])
def test_what_the_hand_lacks_or_another_question_asks_is_refused_without_a_trace(move: str) -> None:
    state = CLASSIC.position(hands=each(CLASSIC, "1 salami", yellow="3 salami, 1 olive"), seat="yellow")
    before = [state.view(seat) for seat in (None, 0, 1, 2)]
    with pytest.raises(forno.IllegalAction, match="isn't allowed now; choose from '1 olive', '1 salami'"):
        state.apply(CLASSIC.parse(move))
    assert [state.view(seat) for seat in (None, 0, 1, 2)] == before
    assert state.history() == []


@pytest.mark.rule("MM-5")
def test_an_ingredient_is_placed_by_its_owner_even_if_it_is_the_only_one() -> None:
    state = CLASSIC.position(hands=each(CLASSIC, yellow="1 salami"), seat="yellow")
    assert legal(state) == ["1 salami"]


@pytest.mark.rule("MM-5")
def test_kind_and_number_are_announced_to_everyone() -> None:
    state = CLASSIC.position(hands=each(CLASSIC, "1 olive", yellow="3 salami, 1 olive"), seat="yellow")
    events = do(state, "2 salami", "draws from the supply")
    announced = Placed(0, SALAMI, 2)
    assert happened(events, Placed) == [announced]
    assert announced.seen_by(None) == announced.seen_by(1) == announced
    assert state.view(1).top == "salami"
    assert state.view(1).oven == 2


# Placing an order


@pytest.mark.rule("MM-6")
def test_one_order_from_the_hand_or_none_follows_the_ingredients() -> None:
    hands = each(CLASSIC, "1 olive", yellow=FOUR + ", order 4-olive, order bombastica")
    state = CLASSIC.position(hands=hands, seat="yellow")
    do(state, "1 olive")
    assert awaited(state) == "yellow"
    assert legal(state) == ["no order", "order 4-olive", "order bombastica"]
    events = do(state, "order bombastica", "draws from the supply")
    assert happened(events, OrderPlaced) == [OrderPlaced(0, "bombastica")]
    assert orders_of(state, "yellow") == ("4-olive",)
    assert state.view(None).top == "yellow bombastica"
    assert state.view(None).oven == 2


@pytest.mark.rule("MM-6")
def test_no_order_leaves_all_orders_in_the_hand() -> None:
    hands = each(CLASSIC, "1 olive", yellow=FOUR + ", order 4-olive, order bombastica")
    state = CLASSIC.position(hands=hands, seat="yellow")
    events = do(state, "2 salami", "no order", "draws from the waiter")
    assert happened(events, OrderPlaced) == []
    drawn = ("4-green-pepper", "4-mushroom", "4-salami")
    assert set(orders_of(state, "yellow")) == {"4-olive", "bombastica", *drawn}
    assert state.view(None).oven == 2


@pytest.mark.rule("MM-6")
def test_a_player_without_orders_isnt_asked_for_one() -> None:
    state = CLASSIC.position(hands=each(CLASSIC, "1 olive", yellow=FOUR), seat="yellow")
    do(state, "1 olive")
    assert legal(state) == ["draws from the supply", "draws from the waiter"]


# Drawing


@pytest.mark.rule("MM-7")
@pytest.mark.parametrize("order", ["no order", "order bombastica"])
def test_the_hand_is_filled_to_seven_all_from_the_supply(order: str) -> None:
    hands = each(CLASSIC, "1 olive", yellow="3 salami, 2 olive, order bombastica")
    rest = "10 pineapple, 10 green pepper, 10 mushroom, 6 olive, 7 salami"
    state = CLASSIC.position(hands=hands, seat="yellow", supply=rest)
    events = do(state, "3 salami", order, "draws from the supply")
    number = 4 if order == "no order" else 5
    assert happened(events, Drew) == [Drew(0, "supply", number, pile(CLASSIC, f"{number} pineapple"), ())]
    assert ingredients_of(state, "yellow") == pile(CLASSIC, f"{number} pineapple, 2 olive")
    assert state.view(None).sizes[0] == 7
    assert state.view(None).supply == 43 - number
    assert state.view(None).waiters[0] == 7


@pytest.mark.rule("MM-7")
def test_the_hand_is_filled_to_seven_all_from_the_own_waiter() -> None:
    hands = each(CLASSIC, "1 olive", yellow="3 salami, 2 olive, order bombastica")
    waiters = each(
        CLASSIC, "rest", yellow="monotoni, 4-olive, minimale, one-of-each, 4-salami, 4-mushroom, 4-green-pepper"
    )
    state = CLASSIC.position(hands=hands, waiters=waiters, seat="yellow")
    events = do(state, "3 salami", "no order", "draws from the waiter")
    drawn = ("4-olive", "one-of-each", "monotoni", "minimale")
    assert happened(events, Drew) == [Drew(0, "waiter", 4, (0, 0, 0, 0, 0), drawn)]
    assert hand_of(state, "yellow") == (
        pile(CLASSIC, "2 olive"),
        ("4-olive", "one-of-each", "bombastica", "monotoni", "minimale"),
    )
    assert state.view(None).waiters == (3, 8, 8)
    assert state.view(None).supply == 43


@pytest.mark.rule("MM-7")
def test_cards_come_from_the_top_of_the_supply() -> None:
    hands = each(CLASSIC, "1 olive", yellow="3 salami")
    supply = "2 mushroom, 1 salami, 1 pineapple, 5 olive, 9 pineapple, 10 green pepper, 8 mushroom, 3 olive, 6 salami"
    state = CLASSIC.position(hands=hands, seat="yellow", supply=supply)
    do(state, "1 salami", "draws from the supply")
    assert ingredients_of(state, "yellow") == pile(CLASSIC, "2 mushroom, 3 salami, 1 pineapple, 1 olive")


@pytest.mark.rule("MM-7")
@pytest.mark.parametrize(("placed", "drawn", "size"), [(4, 4, 9), (5, 5, 9), (6, 5, 8), (9, 5, 5)])
@pytest.mark.parametrize("draw", ["supply", "waiter"])
def test_in_grande_five_cards_a_turn_are_drawn_at_most(placed: int, drawn: int, size: int, draw: str) -> None:
    state = GRANDE.position(hands=each(GRANDE, "1 olive", yellow="9 salami"), seat="yellow")
    events = do(state, f"{placed} salami", f"draws from the {draw}")
    assert [(event.pile, event.number) for event in happened(events, Drew)] == [(draw, drawn)]
    assert state.view(None).sizes[0] == size


@pytest.mark.rule("MM-7")
def test_the_first_editions_draw_a_whole_hand_if_need_be() -> None:
    state = CLASSIC.position(hands=each(CLASSIC, "1 olive", yellow="7 salami"), seat="yellow")
    events = do(state, "7 salami")
    assert [event.number for event in happened(events, Drew)] == [7]


@pytest.mark.rule("MM-8")
def test_a_short_waiter_gives_what_it_has_and_the_hand_stays_smaller() -> None:
    hands = each(CLASSIC, "1 olive", yellow="3 salami, 2 olive, order bombastica, order 4-olive")
    served = each(CLASSIC, yellow="4-salami, 4-mushroom, 4-green-pepper, one-of-each")
    state = CLASSIC.position(hands=hands, served=served, seat="yellow", round=1)
    events = do(state, "3 salami", "order 4-olive", "draws from the waiter")
    assert [(event.pile, event.number, event.orders) for event in happened(events, Drew)] == [
        ("waiter", 2, ("monotoni", "minimale"))
    ]
    assert state.view(None).sizes[0] == 5
    assert state.view(None).waiters[0] == 0
    assert awaited(state) == "green"


@pytest.mark.rule("MM-8", "MM-12")
def test_a_short_supply_gives_what_it_has_and_the_hand_stays_smaller() -> None:
    state = CLASSIC.position(
        hands=each(CLASSIC, "1 olive", yellow="3 salami, 1 olive"),
        seat="yellow",
        supply="2 mushroom",
        oven=["10 pineapple", "10 green pepper", "8 mushroom", "7 olive", "7 salami"],
    )
    events = do(state, "3 salami", "draws from the supply")
    assert [(event.pile, event.number) for event in happened(events, Drew)] == [("supply", 2)]
    assert ingredients_of(state, "yellow") == pile(CLASSIC, "2 mushroom, 1 olive")
    assert state.view(None).sizes[0] == 3


@pytest.mark.rule("MM-9")
@pytest.mark.parametrize("edition", ["classic", "rio-grande"])
def test_a_player_left_without_ingredients_must_draw_from_the_supply(edition: str) -> None:
    game = sit_down(edition, 3)
    hands = each(game, "1 olive", yellow="2 salami, order 4-olive, order bombastica")
    state = game.position(hands=hands, seat="yellow")
    do(state, "2 salami")
    assert legal(state) == ["no order", "order 4-olive", "order bombastica"]
    events = do(state, "order 4-olive")
    assert [(event.pile, event.number) for event in happened(events, Drew)] == [("supply", 6)]
    assert state.view(None).waiters[0] == 6
    assert awaited(state) == "green"


@pytest.mark.rule("MM-9")
@pytest.mark.parametrize("edition", ["grande", "grande-it"])
def test_grande_has_no_duty_to_draw_ingredients(edition: str) -> None:
    game = sit_down(edition, 3)
    state = game.position(hands=each(game, "1 olive", yellow="2 salami, order 4-olive"), seat="yellow")
    do(state, "2 salami", "no order")
    assert legal(state) == ["draws from the supply", "draws from the waiter"]
    do(state, "draws from the waiter")
    assert ingredients_of(state, "yellow") == pile(game, "")


# Empty piles and full hands


@pytest.mark.rule("MMR-1")
def test_an_empty_waiter_cant_be_chosen() -> None:
    everything = "4-green-pepper, 4-mushroom, 4-olive, 4-salami, one-of-each, bombastica, monotoni, minimale"
    state = CLASSIC.position(
        hands=each(CLASSIC, "1 olive", yellow=FOUR), served=each(CLASSIC, yellow=everything), seat="yellow", round=1
    )
    events = do(state, "1 olive")
    assert [(event.pile, event.number) for event in happened(events, Drew)] == [("supply", 4)]
    assert awaited(state) == "green"


@pytest.mark.rule("MMR-1", "MMR-2")
def test_an_empty_supply_cant_be_chosen() -> None:
    leftovers = ["9 pineapple", "10 green pepper", "10 mushroom", "7 olive", "8 salami"]
    hands = each(CLASSIC, "1 olive", yellow=FOUR)
    state = CLASSIC.position(hands=hands, seat="yellow", supply="", oven=leftovers, round=1)
    events = do(state, "1 olive")
    assert [(event.pile, event.number) for event in happened(events, Drew)] == [("waiter", 4)]


@pytest.mark.rule("MMR-1")
def test_with_an_over_full_hand_nothing_is_drawn_and_nothing_is_asked() -> None:
    nine = ", ".join(f"order {card.name}" for card in GRANDE.deck.orders["yellow"][:9])
    state = GRANDE.position(hands=each(GRANDE, "1 olive", yellow=f"5 salami, {nine}"), seat="yellow")
    assert state.view(0).sizes[0] == 14
    events = do(state, "4 salami", "order bombastica")
    assert happened(events, Drew) == []
    assert state.view(0).sizes[0] == 9
    assert state.view(1).recent[-1].pile is None
    assert state.view(1).recent[-1].drawn == 0
    assert awaited(state) == "green"


@pytest.mark.rule("MMR-1", "MM-10")
@pytest.mark.parametrize("number", [3, 4, 5])
def test_an_over_full_hand_that_comes_down_to_nine_draws_nothing(number: int) -> None:
    nine = ", ".join(f"order {card.name}" for card in GRANDE.deck.orders["yellow"][:9])
    state = GRANDE.position(hands=each(GRANDE, "1 olive", yellow=f"5 salami, {nine}"), seat="yellow")
    events = do(state, f"{number} salami", "no order")
    assert happened(events, Drew) == []
    assert state.view(0).sizes[0] == 14 - number
    assert awaited(state) == "green"


@pytest.mark.rule("MMR-1", "MM-7")
@pytest.mark.parametrize("place", range(9))
def test_whichever_order_leaves_an_over_full_hand_makes_room_for_one_card(place: int) -> None:
    orders = [card.name for card in GRANDE.deck.orders["yellow"][:9]]
    hand = ", ".join(f"order {name}" for name in orders)
    state = GRANDE.position(hands=each(GRANDE, "1 olive", yellow=f"5 salami, {hand}"), seat="yellow")
    do(state, "5 salami", f"order {orders[place]}")
    assert legal(state) == ["draws from the supply", "draws from the waiter"]
    assert [event.number for event in happened(do(state, "draws from the waiter"), Drew)] == [1]


@pytest.mark.rule("MMR-1", "MM-7")
def test_a_hand_one_short_of_full_draws_one() -> None:
    nine = ", ".join(f"order {card.name}" for card in GRANDE.deck.orders["yellow"][:9])
    state = GRANDE.position(hands=each(GRANDE, "1 olive", yellow=f"5 salami, {nine}"), seat="yellow")
    do(state, "5 salami", "order bombastica")
    assert legal(state) == ["draws from the supply", "draws from the waiter"]
    events = do(state, "draws from the supply")
    assert [event.number for event in happened(events, Drew)] == [1]
    assert state.view(0).sizes[0] == 9


# Passing


@pytest.mark.rule("MM-10")
def test_a_player_without_ingredients_passes_and_fills_the_hand_from_the_supply() -> None:
    hands = each(CLASSIC, "1 olive", yellow="order 4-olive, order bombastica")
    state = CLASSIC.position(hands=hands, seat="yellow")
    assert sorts(state.events) == ["Passed", "Drew", "TurnEnded", "Awaits"]
    assert [(event.pile, event.number) for event in happened(state.events, Drew)] == [("supply", 5)]
    assert state.view(None).sizes[0] == 7
    assert orders_of(state, "yellow") == ("4-olive", "bombastica")
    assert state.view(None).oven == 0
    assert awaited(state) == "green"
    turn = state.view(None).recent[-1]
    assert (turn.seat, turn.kind, turn.number, turn.order, turn.pile, turn.drawn) == (0, None, 0, None, "supply", 5)


@pytest.mark.rule("MM-10")
def test_in_grande_a_player_who_passes_draws_five_even_over_the_hand_size() -> None:
    nine = ", ".join(f"order {card.name}" for card in GRANDE.deck.orders["yellow"][:9])
    state = GRANDE.position(hands=each(GRANDE, "1 olive", yellow=nine), seat="yellow")
    assert happened(state.events, Passed) == [Passed(0)]
    assert [(event.pile, event.number) for event in happened(state.events, Drew)] == [("supply", 5)]
    assert state.view(None).sizes == (14, 1, 1)
    assert awaited(state) == "green"


@pytest.mark.rule("MM-10")
def test_in_grande_a_player_who_passes_draws_only_five_however_small_the_hand() -> None:
    state = GRANDE.position(hands=each(GRANDE, "1 olive", yellow=""), seat="yellow")
    assert [event.number for event in happened(state.events, Drew)] == [5]
    assert state.view(None).sizes[0] == 5


@pytest.mark.rule("MM-8", "MM-10", "MM-12")
def test_whoever_passes_and_draws_the_last_card_opens_the_oven() -> None:
    state = GRANDE.position(
        hands=each(GRANDE, "1 olive", green="order bombastica"),
        seat="green",
        supply="3 shrimp",
        oven=["10 pineapple", "10 green pepper", "10 mushroom", "8 olive", "10 salami", "7 shrimp"],
    )
    assert [event.number for event in happened(state.events, Drew)] == [3]
    assert happened(state.events, OvenOpened) == [OvenOpened(1, 1, 55)]
    assert awaited(state) == "green"
    assert legal(state) == ["1 shrimp", "2 shrimp", "3 shrimp"]


@pytest.mark.rule("MM-10")
def test_passing_goes_round_until_somebody_has_an_ingredient() -> None:
    state = CLASSIC.position(hands=each(CLASSIC, brown="1 olive"), seat="yellow")
    assert happened(state.events, Passed) == [Passed(0), Passed(1)]
    assert awaited(state) == "brown"


# The end of the phase


@pytest.mark.rule("MM-12", "MM-17")
def test_whoever_draws_the_last_card_opens_the_oven_and_starts_the_next_round() -> None:
    state = CLASSIC.position(
        hands=each(CLASSIC, "1 olive", green="6 salami, 1 olive"),
        seat="green",
        supply="4 mushroom",
        oven=[
            "1 pineapple",
            "4 olive",
            "yellow 4-olive",
            "9 pineapple",
            "10 green pepper",
            "6 mushroom",
            "3 olive",
            "4 salami",
        ],
    )
    events = do(state, "4 salami", "draws from the supply")
    assert sorts(events)[1:6] == ["Awaits", "Answered", "Placed", "Drew", "TurnEnded"]
    assert happened(events, OvenOpened) == [OvenOpened(1, 1, 42)]
    assert happened(events, OvenEmptied) == [
        OvenEmptied(pile(CLASSIC, "9 pineapple, 10 green pepper, 6 mushroom, 3 olive, 8 salami"), 5)
    ]
    assert awaited(state) == "green"
    assert state.view(None).round == 1
    assert state.view(None).supply == 5


@pytest.mark.rule("MM-12")
def test_while_a_single_card_is_left_in_the_supply_the_next_player_is_up() -> None:
    state = CLASSIC.position(
        hands=each(CLASSIC, "1 olive", brown="6 salami, 1 olive"),
        seat="brown",
        supply="5 mushroom",
        oven=["10 pineapple", "10 green pepper", "5 mushroom", "7 olive", "4 salami"],
    )
    events = do(state, "4 salami", "draws from the supply")
    assert happened(events, OvenOpened) == []
    assert happened(events, TurnEnded) == [TurnEnded(2)]
    assert state.view(None).supply == 1
    assert awaited(state) == "yellow"


@pytest.mark.rule("MM-4")
def test_turns_go_clockwise() -> None:
    state = CLASSIC.position(hands=each(CLASSIC, "3 olive"), seat="green")
    turns = []
    for _ in range(4):
        turns.append(awaited(state))
        do(state, "1 olive", "draws from the supply")
    assert turns == ["green", "brown", "yellow", "green"]


@pytest.mark.rule("MMR-2")
def test_a_round_that_starts_with_an_empty_supply_has_one_turn() -> None:
    leftovers = ["9 pineapple", "10 green pepper", "10 mushroom", "7 olive", "8 salami"]
    hands = each(CLASSIC, "1 olive", yellow=FOUR)
    state = CLASSIC.position(hands=hands, seat="yellow", supply="", oven=leftovers, round=1)
    events = do(state, "2 salami")
    assert happened(events, OvenOpened) == [OvenOpened(0, 2, 46)]
    assert happened(events, OvenEmptied) == [
        OvenEmptied(pile(CLASSIC, "9 pineapple, 10 green pepper, 10 mushroom, 7 olive, 10 salami"), 0)
    ]
    assert awaited(state) == "yellow"
    assert state.view(None).round == 2
    assert state.view(None).supply == 0


@pytest.mark.rule("MMR-2", "MM-22")
def test_the_last_round_too_ends_after_one_turn_with_an_empty_supply() -> None:
    leftovers = ["9 pineapple", "10 green pepper", "10 mushroom", "7 olive", "8 salami"]
    hands = each(CLASSIC, "1 olive", yellow=FOUR)
    state = CLASSIC.position(hands=hands, seat="yellow", supply="", oven=leftovers, round=2)
    do(state, "2 salami")
    assert state.is_over


@pytest.mark.rule("MMR-12", "MM-9")
def test_who_must_draw_from_an_empty_supply_draws_nothing() -> None:
    leftovers = ["10 pineapple", "10 green pepper", "10 mushroom", "8 olive", "9 salami"]
    hands = each(CLASSIC, "1 olive", yellow="1 salami, order 4-olive")
    state = CLASSIC.position(hands=hands, seat="yellow", supply="", oven=leftovers, round=1)
    events = do(state, "1 salami", "no order")
    assert happened(events, Drew) == []
    assert state.view(None).waiters[0] == 7
    assert state.view(None).sizes[0] == 1
    assert happened(events, OvenOpened) == [OvenOpened(0, 2, 48), OvenOpened(0, 3, 48)]
    assert happened(events, Passed) == [Passed(0)]


@pytest.mark.rule("MMR-12", "MMR-2", "MM-10")
@pytest.mark.parametrize("edition", ["classic", "grande"])
def test_who_passes_with_an_empty_supply_draws_nothing_and_opens_the_oven(edition: str) -> None:
    game = sit_down(edition, 3)
    leftovers = ["10 pineapple", "10 green pepper", "10 mushroom", "8 olive", "10 salami", "10 shrimp"]
    state = game.position(
        hands=each(game, "1 olive", yellow="order 4-olive"),
        seat="yellow",
        supply="",
        oven=leftovers[: game.edition.kinds],
        round=1,
    )
    assert sorts(state.events)[:3] == ["Passed", "TurnEnded", "OvenOpened"]
    assert happened(state.events, Drew) == []
    assert state.is_over
    assert happened(state.events, Passed) == [Passed(0), Passed(0)]


@pytest.mark.rule("MM-7", "MMR-12")
def test_with_both_piles_empty_nothing_is_drawn() -> None:
    everything = ", ".join(card.name for card in GRANDE.deck.orders["yellow"])
    state = GRANDE.position(
        hands=each(GRANDE, "1 olive", yellow="2 salami"),
        seat="yellow",
        served=each(GRANDE, yellow=everything),
        supply="",
        oven=["10 pineapple", "10 green pepper", "10 mushroom", "8 olive", "8 salami", "10 shrimp"],
        round=1,
    )
    events = do(state, "1 salami")
    assert happened(events, Drew) == []
    assert ingredients_of(state, "yellow") == pile(GRANDE, "1 salami")
    assert happened(events, OvenOpened) == [OvenOpened(0, 2, 57)]
