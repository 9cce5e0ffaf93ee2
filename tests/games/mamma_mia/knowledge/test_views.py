"""Views of a seat (MM-11, MMR-11): nothing else shows."""

from __future__ import annotations

import pytest

from forno.games.mamma_mia.knowledge.views import Turn
from tests.games.mamma_mia.helpers import do, each, legal, opened, pile, sit_down

CLASSIC = sit_down("classic", 3)
AIDED = sit_down("classic", 3, memory_aid=True)
GRANDE = sit_down("grande", 4)

PINEAPPLE, PEPPER, MUSHROOM, OLIVE, SALAMI = range(5)


@pytest.mark.rule("MM-11", "MMR-11")
def test_only_the_top_of_the_oven_can_be_seen_and_how_many_cards_are_in_it() -> None:
    state = CLASSIC.position(
        hands=each(CLASSIC, "2 olive"),
        oven=["3 salami", "green 4-olive", "1 mushroom", "brown minimale"],
        seat="yellow",
    )
    for seat in (None, 0, 1, 2):
        view = state.view(seat)
        assert (view.top, view.oven) == ("brown minimale", 6)
        assert view.oven_tally is None
        assert view.past_turns is None


@pytest.mark.rule("MM-11")
def test_the_top_can_be_an_ingredient_or_nothing() -> None:
    state = CLASSIC.position(hands=each(CLASSIC, "2 olive"), oven=["3 green pepper"], seat="yellow")
    assert (state.view(1).top, state.view(1).oven) == ("green pepper", 3)
    state = CLASSIC.position(hands=each(CLASSIC, "2 olive"), seat="yellow")
    assert (state.view(1).top, state.view(1).oven) == (None, 0)


@pytest.mark.rule("MM-11")
def test_what_lies_below_the_top_doesnt_show() -> None:
    ovens = (["3 salami", "1 mushroom", "1 olive"], ["3 mushroom", "1 pineapple", "1 olive"])
    views = []
    for oven in ovens:
        state = CLASSIC.position(hands=each(CLASSIC, "2 olive"), oven=oven, seat="yellow")
        views.append([state.view(seat) for seat in (None, 0, 1, 2)])
    assert views[0] == views[1]


@pytest.mark.rule("MM-11")
def test_everyone_sees_the_own_hand_and_the_size_of_the_others() -> None:
    hands = ["2 olive, order bombastica", "1 olive, 3 salami", "order minimale, 1 mushroom, order monotoni"]
    state = CLASSIC.position(hands=hands, seat="yellow")
    assert state.view(0).hand == pile(CLASSIC, "2 olive")
    assert state.view(0).orders == ("bombastica",)
    assert state.view(2).orders == ("monotoni", "minimale")
    assert state.view(None).hand is None
    assert state.view(None).orders is None
    for seat in (None, 0, 1, 2):
        assert state.view(seat).sizes == (3, 4, 3)
        assert state.view(seat).waiters == (7, 8, 6)
        assert state.view(seat).seat == seat


@pytest.mark.rule("MM-11")
def test_what_others_hold_doesnt_show() -> None:
    views = []
    for green in ("1 olive, 3 salami", "4 mushroom"):
        state = CLASSIC.position(hands=each(CLASSIC, "2 olive", green=green), seat="yellow")
        views.append([state.view(seat) for seat in (None, 0, 2)])
    assert views[0] == views[1]


# The turn under way


@pytest.mark.rule("MM-5", "MM-6")
def test_nobody_sees_anything_of_a_turn_until_it_is_complete() -> None:
    hands = each(CLASSIC, "2 olive", yellow="3 salami, 2 olive, order bombastica")
    state = CLASSIC.position(hands=hands, oven=["1 mushroom"], seat="yellow")
    before = [state.view(seat) for seat in (None, 1, 2)]
    for move in ("2 salami", "order bombastica"):
        events = do(state, move)
        assert [state.view(seat) for seat in (None, 1, 2)] == before
        assert [event.seen_by(seat) for event in events for seat in (None, 1, 2)] == [None] * 3 * len(events)
    events = do(state, "draws from the supply")
    assert state.view(1).oven == 4
    assert state.view(1).top == "yellow bombastica"
    assert [event.seen_by(1) for event in events if event.seen_by(1) is not None]


def test_whoever_composes_a_turn_sees_it_so_far() -> None:
    hands = each(CLASSIC, "2 olive", yellow="3 salami, 2 olive, order bombastica")
    state = CLASSIC.position(hands=hands, seat="yellow")
    assert (state.view(0).placing, state.view(0).ordering) == (None, None)
    do(state, "2 salami")
    assert (state.view(0).placing, state.view(0).ordering) == ("2 salami", None)
    assert state.view(0).hand == pile(CLASSIC, "1 salami, 2 olive")
    assert state.view(0).actions == tuple(state.legal_actions())
    do(state, "order bombastica")
    assert (state.view(0).placing, state.view(0).ordering) == ("2 salami", "bombastica")
    assert state.view(0).orders == ()
    do(state, "draws from the supply")
    assert (state.view(0).placing, state.view(0).ordering) == (None, None)


# Memory


def one_round(game_is_aided: bool) -> list[Turn]:
    game = AIDED if game_is_aided else CLASSIC
    state = game.position(
        hands=each(game, "2 olive, 1 salami", green="2 salami, 2 olive, order 4-olive"), seat="yellow"
    )
    do(state, "1 olive", "draws from the supply")
    do(state, "2 salami", "order 4-olive", "draws from the waiter")
    do(state, "1 salami", "draws from the supply")
    do(state, "1 olive", "draws from the supply")
    view = state.view(1)
    return list(view.past_turns if view.past_turns is not None else view.recent)


YELLOW = Turn(0, OLIVE, 1, None, "supply", 5)
GREEN = Turn(1, SALAMI, 2, "4-olive", "waiter", 5)
BROWN = Turn(2, SALAMI, 1, None, "supply", 5)
YELLOW_AGAIN = Turn(0, OLIVE, 1, None, "supply", 1)


@pytest.mark.rule("MMR-11")
def test_without_the_memory_aid_a_player_sees_the_turns_since_the_own_last_one() -> None:
    assert one_round(game_is_aided=False) == [BROWN, YELLOW_AGAIN]


@pytest.mark.rule("MMR-11")
def test_with_the_memory_aid_a_player_sees_all_turns() -> None:
    assert one_round(game_is_aided=True) == [YELLOW, GREEN, BROWN, YELLOW_AGAIN]


@pytest.mark.rule("MMR-11")
def test_a_spectator_sees_one_round_of_the_table() -> None:
    state = CLASSIC.position(hands=each(CLASSIC, "2 olive"), seat="yellow")
    for _ in range(4):
        do(state, "1 olive", "draws from the supply")
    assert [turn.seat for turn in state.view(None).recent] == [1, 2, 0]
    assert [turn.seat for turn in state.view(0).recent] == []
    assert [turn.seat for turn in state.view(1).recent] == [2, 0]
    assert [turn.seat for turn in state.view(2).recent] == [0]


@pytest.mark.rule("MMR-11")
def test_with_the_memory_aid_the_ingredients_in_the_oven_are_counted() -> None:
    state = AIDED.position(
        hands=each(AIDED, "2 olive"), oven=["3 salami", "green 4-olive", "1 mushroom", "1 salami"], seat="yellow"
    )
    for seat in (None, 0, 1, 2):
        assert state.view(seat).oven_tally == pile(AIDED, "4 salami, 1 mushroom")
    do(state, "1 olive", "draws from the supply")
    assert state.view(None).oven_tally == pile(AIDED, "4 salami, 1 mushroom, 1 olive")


@pytest.mark.rule("MMR-11")
def test_while_the_oven_is_open_the_aid_counts_what_is_still_in_it() -> None:
    state = opened(
        AIDED,
        *["1 olive", "green 4-salami", "2 salami", "1 olive"],
        table="4 salami",
        hands=each(AIDED, green="1 green pepper"),
    )
    assert state.view(0).oven_tally == pile(AIDED, "2 salami, 1 olive")
    assert state.view(0).oven == 3


@pytest.mark.rule("MMR-11")
def test_the_memory_aid_doesnt_change_what_is_allowed() -> None:
    hands = each(CLASSIC, "2 olive, order bombastica")
    states = [game.position(hands=hands, seat="green") for game in (CLASSIC, AIDED)]
    for move in ("1 olive", "order bombastica", "draws from the waiter"):
        assert legal(states[0]) == legal(states[1])
        for state in states:
            do(state, move)


# The open oven


@pytest.mark.rule("MM-13", "MM-14")
def test_while_the_oven_is_open_everyone_sees_the_table_and_whose_order_is_decided() -> None:
    state = opened(
        CLASSIC,
        *["1 olive", "green 4-salami", "2 salami"],
        table="4 salami",
        used="rest",
        seat="brown",
        hands=each(CLASSIC, "1 olive", green="1 green pepper"),
    )
    for seat in (None, 0, 1, 2):
        view = state.view(seat)
        assert view.awaited == 1
        assert view.top is None
        assert view.opening is not None
        assert (view.opening.opener, view.opening.owner, view.opening.order) == (2, 1, "4-salami")
        assert view.opening.table == pile(CLASSIC, "4 salami, 1 olive")
        assert view.opening.used == 50 - 3 - 5 - 2
        assert (view.opening.helper, view.opening.given) == (None, None)
        own = seat == 1
        assert view.opening.needs == (pile(CLASSIC, "1 green pepper, 4 salami") if own else None)
        assert view.opening.request == (pile(CLASSIC, "") if own else None)
        assert view.opening.added == (pile(CLASSIC, "") if own else None)


@pytest.mark.rule("MM-18", "MMR-13")
def test_a_choice_and_a_request_are_the_owners_until_they_are_complete() -> None:
    hands = each(GRANDE, "1 salami", brown="1 mushroom, 1 olive, 1 salami", yellow="1 olive")
    state = opened(GRANDE, "brown monotoni", table="5 olive, 4 shrimp", hands=hands)
    before = [state.view(seat) for seat in (None, 0, 1, 3)]
    for move in ("bakes with olive", "asks for help", "asks for no mushroom"):
        events = do(state, move)
        if move != "asks for no mushroom":
            assert [state.view(seat) for seat in (None, 0, 1, 3)] == before
            assert [event.seen_by(seat) for event in events for seat in (None, 0, 1, 3)] == [None] * 4 * len(events)
    for seat in (None, 0, 1, 2, 3):
        opening = state.view(seat).opening
        assert opening is not None
        assert opening.needs == pile(GRANDE, "1 mushroom, 6 olive")
        assert opening.request == pile(GRANDE, "1 olive")
        assert (opening.given, opening.helper) == (None, None)


@pytest.mark.rule("MMR-14", "MMR-4")
def test_what_is_added_to_a_bombastica_is_the_owners_until_it_is_complete() -> None:
    hands = each(GRANDE, "1 salami", brown="2 olive, 2 shrimp", yellow="1 salami")
    state = opened(GRANDE, "brown bombastica", table="6 green pepper, 6 mushroom", hands=hands)
    do(state, "asks for help", "asks for 1 salami", "asks for no more")
    assert state.seat == 3
    do(state, "doesn't help", "helps")
    before = [state.view(seat) for seat in (None, 0, 1, 3)]
    for view in [*before, state.view(2)]:
        assert view.opening is not None
        assert (view.opening.helper, view.opening.given) == (0, pile(GRANDE, "1 salami"))
        assert view.opening.needs is None
        assert view.awaited == 2
    do(state, "adds 1 olive")
    assert [state.view(seat) for seat in (None, 0, 1, 3)] == before
    own = state.view(2)
    assert own.opening is not None
    assert own.opening.added == pile(GRANDE, "1 olive")
    assert own.hand == pile(GRANDE, "1 olive, 2 shrimp")
    assert own.sizes[2] == 4
