"""States: copies, refusals, quiet play."""

from __future__ import annotations

import pytest

import forno
from forno.testing import at_random
from tests.games.pizza_master.helpers import do, each, legal, sit_down

TRAINEE = sit_down("trainee")


def test_an_illegal_action_is_refused_and_changes_nothing() -> None:
    state = TRAINEE.position(phase="shopping")
    before = state.view(0)
    with pytest.raises(forno.IllegalAction, match="'passes' isn't allowed now; choose from 'no coins on cheese'"):
        state.apply(state.game.parse("passes"))
    with pytest.raises(forno.IllegalAction, match="999 isn't an action of this game"):
        state.apply(999)
    assert state.view(0) == before
    assert state.history() == []


def test_a_copy_goes_its_own_way() -> None:
    state = TRAINEE.deal(3)
    choose = at_random(1)
    for _ in range(150):
        state.apply(choose(state.legal_actions()))
    copy = state.clone()
    before = [state.view(seat) for seat in (None, 0, 1, 2)]
    while not copy.is_over:
        copy.apply(choose(copy.legal_actions()))
    assert [state.view(seat) for seat in (None, 0, 1, 2)] == before
    assert len(state.history()) == 150
    assert copy.history()[:150] == state.history()


def test_a_quiet_state_tells_nothing_and_goes_the_same_way() -> None:
    for mode in ("tutorial", "trainee", "master"):
        game = sit_down(mode, 2, max_days=6)
        loud, quiet = game.deal(5), game.deal(5, quiet=True)
        choose = at_random(2)
        while not loud.is_over:
            action = choose(loud.legal_actions())
            assert loud.apply(action)
            assert list(quiet.apply(action)) == []
        assert quiet.outcome == loud.outcome
        assert quiet.view(0) == loud.view(0)


def test_when_the_game_is_over_the_seat_is_whoever_decided_last() -> None:
    game = sit_down("tutorial", max_days=1)
    state = game.position(phase="collecting", refrigerator="1 cheese")
    do(state, "takes cheese")
    assert state.is_over
    assert state.game.seat_name(state.seat) == "red"


def test_the_legal_actions_are_the_callers_to_keep() -> None:
    state = TRAINEE.position(phase="collecting", refrigerator="1 cheese, 2 meat", hands=each(TRAINEE))
    state.legal_actions().clear()
    assert legal(state) == ["takes cheese", "takes meat", "passes"]


def test_nobody_is_ever_asked_a_question_with_one_answer() -> None:
    for mode in ("tutorial", "trainee", "master"):
        game = sit_down(mode, 3, max_days=8)
        for seed in range(5):
            state = game.deal(seed, quiet=True)
            choose = at_random(seed)
            while not state.is_over:
                assert len(state.legal_actions()) > 1
                state.apply(choose(state.legal_actions()))
