"""The state keeps the contract: clones, history, census, quiet play."""

from __future__ import annotations

import pytest

import forno
from forno.games.mamma_mia.rules.events import Returned
from forno.games.mamma_mia.rules.state import MammaMiaState
from tests.games.mamma_mia.helpers import all_cards, do, each, happened, legal, opened, pile, sit_down

TABLES = [("classic", 2), ("classic", 5), ("rio-grande", 3), ("grande", 2), ("grande", 6), ("grande-it", 4)]


def play(state: MammaMiaState, seed: int) -> MammaMiaState:
    """To the end, at random."""
    chance = forno.Chance(seed)
    while not state.is_over:
        state.apply(chance.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_quiet_play_goes_the_same_way_and_tells_nothing(edition: str, players: int) -> None:
    game = sit_down(edition, players)
    for seed in range(3):
        loud = play(game.deal(seed), seed)
        quiet = game.deal(seed, quiet=True)
        for action in loud.history():
            assert not quiet.is_over
            assert quiet.apply(action) == ()
        assert quiet.is_over
        assert quiet.outcome == loud.outcome
        assert quiet.census() == loud.census() == all_cards(game)
        assert quiet.turn == loud.turn


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_in_quiet_play_everyone_asked_sees_the_same(edition: str, players: int) -> None:
    game = sit_down(edition, players)
    loud, quiet = game.deal(1), game.deal(1, quiet=True)
    chance = forno.Chance(1)
    while not loud.is_over:
        assert quiet.view(quiet.seat) == loud.view(loud.seat)
        action = chance.choice(loud.legal_actions())
        loud.apply(action)
        quiet.apply(action)


def test_an_order_revealed_in_quiet_goes_back_like_any_other_once_it_is_told() -> None:
    game = sit_down("grande", 4)
    hands = each(game, "1 salami")
    state = opened(game, "yellow 4-olive", "yellow mamma-mia-mushroom-olive", table="3 olive", hands=hands)
    state.quiet = True
    do(state, "sends it back")
    state.quiet = False
    events = do(state, "sends it back")
    lacks = pile(game, "1 pineapple, 2 olive")
    assert happened(events, Returned) == [Returned(0, "mamma-mia-mushroom-olive", "incomplete", lacks)]


@pytest.mark.rule("MM-14")
def test_in_quiet_play_too_a_pizza_is_baked_if_far_more_lies_on_the_table_than_it_needs() -> None:
    game = sit_down("classic", 4)
    hands = each(game, "1 mushroom", yellow="1 pineapple")
    state = opened(game, "yellow monotoni", "yellow 4-olive", table="12 olive", hands=hands)
    assert legal(state) == ["bakes with olive", "sends it back"]
    state.quiet = True
    do(state, "sends it back")
    assert legal(state) == ["adds what is missing", "sends it back"]


def test_nothing_that_happens_to_a_clone_shows_in_the_original() -> None:
    game = sit_down("grande", 4)
    state = opened(
        game,
        *["brown bombastica", "1 salami", "yellow 4-olive"],
        table="6 green pepper, 6 mushroom",
        hands=each(game, "1 salami", brown="2 olive, 2 shrimp", yellow="2 salami"),
    )
    for move in ("asks for help", "asks for 1 salami", "asks for no more", "doesn't help", "helps", "adds 1 olive"):
        before = [state.view(seat) for seat in (None, 0, 1, 2, 3)]
        branch = state.clone()
        assert [branch.view(seat) for seat in (None, 0, 1, 2, 3)] == before
        play(branch, 1)
        assert [state.view(seat) for seat in (None, 0, 1, 2, 3)] == before
        do(state, move)


def test_the_history_lists_every_action_since_the_deal() -> None:
    game = sit_down("classic", 3, starter="green")
    state = game.deal(5)
    assert state.history() == []
    moves = []
    for _ in range(6):
        moves.append(legal(state)[0])
        do(state, moves[-1])
    assert [str(game.actions[action]) for action in state.history()] == moves


def test_legal_actions_are_the_callers_to_keep() -> None:
    state = sit_down("classic", 3).deal(1)
    mine = state.legal_actions()
    mine.clear()
    assert state.legal_actions()


def test_in_quiet_play_too_legal_actions_are_the_callers_to_keep() -> None:
    game = sit_down("classic", 3)
    state = game.position(hands=each(game, "2 olive"), seat="yellow")
    search = state.clone()
    search.quiet = True
    search.apply(game.parse("1 olive"))
    search.legal_actions().pop()
    do(state, "1 olive")
    assert legal(state) == ["draws from the supply", "draws from the waiter"]


@pytest.mark.parametrize("action", [-1, 9999])
def test_what_is_no_action_at_all_is_refused(action: int) -> None:
    state = sit_down("classic", 3).deal(1)
    with pytest.raises(forno.IllegalAction, match="isn't an action of this game") as refused:
        state.apply(action)
    assert refused.value.code == "illegal-action"


def test_a_turn_and_a_revealed_order_each_have_a_number_of_their_own() -> None:
    game = sit_down("classic", 3)
    state = game.position(hands=each(game, "2 olive, order bombastica"), seat="yellow")
    numbers = [state.turn]
    for move in ("1 olive", "no order", "draws from the supply"):
        do(state, move)
        numbers.append(state.turn)
    assert numbers[0] == numbers[1] == numbers[2] < numbers[3]
    hands = each(game, "1 olive", green="1 salami, 1 green pepper")
    state = opened(
        game, *["green 4-salami", "2 salami", "green 4-olive"], table="3 salami, 1 green pepper", hands=hands
    )
    deciding = state.turn
    do(state, "sends it back")
    assert state.turn > deciding


def test_the_number_of_the_turn_never_falls() -> None:
    state = sit_down("grande", 3).deal(2)
    chance = forno.Chance(2)
    numbers = []
    while not state.is_over:
        numbers.append(state.turn)
        state.apply(chance.choice(state.legal_actions()))
    assert numbers == sorted(numbers)
    assert len(set(numbers)) > 20


def test_the_last_events_can_be_read_again() -> None:
    state = sit_down("classic", 3).deal(1)
    events = do(state, legal(state)[0])
    assert list(state.events) == events
    assert happened(events, type(events[0]))
