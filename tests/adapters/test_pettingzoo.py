"""PettingZoo's own suites on every edition and mode, with two players and with most."""

from __future__ import annotations

import sys
from functools import partial
from importlib import import_module
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, parallel_seed_test, render_test, seed_test
from pettingzoo.utils.conversions import parallel_to_aec

import forno
from forno.adapters.pettingzoo import OBSERVATION, env, parallel_env
from forno.core.observing import NOW
from tests.variants import Variant, variants

CYCLES = 40
LARGE_AND_SMALL = [
    variant
    for variant in variants()
    if variant.players
    in (2, max(other.players for other in variants() if (other.info, other.name) == (variant.info, variant.name)))
]


@pytest.mark.parametrize("variant", LARGE_AND_SMALL, ids=str)
def test_it_passes_pettingzoos_suites(variant: Variant) -> None:
    game = variant.game()
    api_test(env(game), num_cycles=CYCLES)
    seed_test(partial(env, game), num_cycles=CYCLES)
    render_test(partial(env, game, mask=OBSERVATION), {"ansi": lambda shown: bool(shown)})
    parallel = partial(parallel_env, game, mask=OBSERVATION)
    parallel_api_test(parallel(), num_cycles=CYCLES)
    lenient = partial(parallel_env, game, lenient=True)
    parallel_seed_test(lenient, num_cycles=CYCLES)
    agents_in_turn = lambda max_cycles: parallel_to_aec(lenient(max_cycles=max_cycles))  # noqa: E731
    max_cycles_test(SimpleNamespace(parallel_env=lenient, env=agents_in_turn))


def play(environment: Any, seed: int) -> dict[str, float]:
    """The rewards of a game at random."""
    earned: dict[str, float] = {}
    environment.reset(seed=seed)
    for agent in environment.agent_iter():
        observation, reward, terminated, truncated, info = environment.last()
        earned[agent] = earned.get(agent, 0) + reward
        assert environment.observation_space(agent).contains(observation)
        done = terminated or truncated
        environment.step(None if done else int(np.flatnonzero(info["action_mask"])[seed % 2 - 1]))
    return {agent: earned[agent] for agent in environment.possible_agents}


def test_a_whole_game_is_the_games_own() -> None:
    game = forno.game("mamma-mia", players=3)
    environment = env(game)
    earned = play(environment, 7)
    state = game.deal(7)
    while not state.is_over:
        state.apply(state.legal_actions()[0])
    assert tuple(earned.values()) == state.outcome.returns
    assert environment.arrays.state.history() == state.history()


def test_numbers_can_be_fractions_and_rewards_anything() -> None:
    environment = env("mamma-mia", players=2, scaled=True, knowledge=NOW, rewards=lambda outcome: outcome.scores)
    earned = play(environment, 7)
    assert tuple(earned.values()) == environment.arrays.state.outcome.scores
    assert environment.state().dtype == np.uint8


def test_a_game_is_cut_off_after_so_many_cycles() -> None:
    environment = env("pizza-master", players=2, max_cycles=3)
    play(environment, 7)
    assert len(environment.arrays.state.history()) == 6


def test_what_isnt_legal_is_refused_and_changes_nothing() -> None:
    environment = env("mamma-mia", players=2)
    environment.reset(seed=1)
    with pytest.raises(forno.IllegalAction, match="isn't allowed now"):
        environment.step(len(environment.game.actions) - 1)
    assert environment.arrays.state.history() == []


def test_an_option_that_isnt_there_is_refused() -> None:
    with pytest.raises(forno.OptionError, match="the game is made"):
        env(forno.game("mamma-mia"), players=2)
    with pytest.raises(forno.OptionError, match="choose from info, observation"):
        env("mamma-mia", mask="nowhere")


def test_without_the_library_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    monkeypatch.delitem(sys.modules, "forno.adapters.pettingzoo")
    with pytest.raises(forno.MissingExtra, match=r"pip install 'forno\[pettingzoo\]'"):
        import_module("forno.adapters.pettingzoo")
