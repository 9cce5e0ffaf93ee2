"""OpenSpiel's own suite on every edition and mode, and its IS-MCTS at a table with a bot of ours."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts

import forno
from forno.adapters.openspiel import SpielState, spiel_name
from forno.bots import make_bot
from forno.core.events import seen_by
from tests.adapters.test_pettingzoo import LARGE_AND_SMALL
from tests.variants import SHORTER, Variant

pytestmark = pytest.mark.slow


def loaded(variant: Variant, **options: Any) -> Any:
    params = {variant.info.variant: variant.name, "players": variant.players, "deals": 50}
    return pyspiel.load_game(spiel_name(variant.info.name), params | SHORTER.get(variant.info.name, {}) | options)


def played(game: Any, deal: int, steps: int) -> Any:
    """A state after so many actions, each the first of those that are legal."""
    state = game.new_initial_state()
    state.apply_action(deal)
    for _ in range(steps):
        state.apply_action(state.legal_actions()[-1])
    return state


@pytest.mark.parametrize("variant", LARGE_AND_SMALL, ids=str)
def test_it_passes_openspiels_suite(variant: Variant) -> None:
    pyspiel.random_sim_test(loaded(variant, **SHORT.get(variant.info.name, {})), 1, serialize=True, verbose=False)


SHORT: dict[str, dict[str, Any]] = {"pizza-master": {"max_days": 2}}


@pytest.mark.parametrize("variant", LARGE_AND_SMALL, ids=str)
def test_a_state_is_dealt_anew_from_what_a_player_knows(variant: Variant) -> None:
    state = played(loaded(variant), 7, 20)
    player = state.current_player()
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    worlds = [state.resample_from_infostate(player, sampler) for _ in range(4)]
    for world in worlds:
        assert world.information_state_string(player) == state.information_state_string(player)
        assert world.information_state_tensor(player) == state.information_state_tensor(player)
        assert world.legal_actions() == state.legal_actions()
    others = [other for other in range(state.num_players()) if other != player]
    seen = {world.information_state_string(other) for world in worlds for other in others}
    assert seen.isdisjoint(state.information_state_string(other) for other in others)
    assert len(seen) > len(others)


def test_a_copy_goes_its_own_way() -> None:
    state = played(pyspiel.load_game("forno_mamma_mia(players=2)"), 7, 4)
    before = state.information_state_string(0)
    copied = state.clone()
    for _ in range(4):
        copied.apply_action(copied.legal_actions()[0])
    assert state.information_state_string(0) == before
    assert isinstance(copied, SpielState)
    assert copied.information_state_string(0) != before


def test_options_are_those_of_the_game() -> None:
    game = pyspiel.load_game("forno_mamma_mia(edition=grande,players=3,helping=no,colours=red+green+brown)")
    assert dict(game.forno.options) == dict(
        forno.game("mamma-mia", edition="grande", players=3, helping=False, colours=("red", "green", "brown")).options
    )
    with pytest.raises(forno.OptionError):
        pyspiel.load_game("forno_mamma_mia(players=9)")


def test_openspiels_search_plays_against_a_bot_of_ours() -> None:
    """Unchanged, as it comes: a few simulations are enough to see it through a whole game."""
    game = pyspiel.load_game("forno_mamma_mia(players=2)")
    numbers = np.random.RandomState(3)
    search = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, numbers), 2.0, 3, random_state=numbers)
    state = played(game, 5, 0)
    ours, told = make_bot("cuoco", state.game, 1), 0
    while not state.is_terminal():
        for seen in seen_by(state.log.events[told:], 1):
            ours.observe(seen)
        told = len(state.log.events)
        player = state.current_player()
        state.apply_action(ours.choose(state.state.view(1)) if player else int(search.step(state)))
    assert sum(state.returns()) == 0
    assert set(state.returns()) <= {-1.0, 0.0, 1.0}


def test_without_the_library_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    monkeypatch.delitem(sys.modules, "forno.adapters.openspiel")
    with pytest.raises(forno.MissingExtra, match=r"pip install 'forno\[openspiel\]'"):
        import_module("forno.adapters.openspiel")
