"""PettingZoo's own suites on every edition and mode, with two players and with most."""

from __future__ import annotations

import pickle
import sys
from functools import partial
from importlib import import_module
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import (
    api_test,
    max_cycles_test,
    parallel_api_test,
    parallel_seed_test,
    render_test,
    seed_test,
    state_test,
)

import forno
from forno.adapters import pettingzoo
from forno.adapters.pettingzoo import OBSERVATION, env, environment_name, parallel_env
from forno.core.observing import NOW
from tests.variants import Variant, variants

pytestmark = pytest.mark.slow

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
    parallel_api_test(parallel_env(game, mask=OBSERVATION), num_cycles=CYCLES)


@pytest.mark.parametrize("info", forno.catalogue(), ids=lambda info: info.name)
def test_every_games_module_passes_pettingzoos_suites_with_defaults(info: forno.GameInfo) -> None:
    module = getattr(pettingzoo, environment_name(info.name))
    assert str(module.env()) == environment_name(info.name)
    api_test(module.env(), num_cycles=CYCLES)
    seed_test(module.env, num_cycles=CYCLES)
    state_test(module.env(), module.parallel_env(), num_cycles=CYCLES)
    render_test(module.env)
    max_cycles_test(module)
    parallel_api_test(module.parallel_env(), num_cycles=CYCLES)
    parallel_seed_test(module.parallel_env, num_cycles=CYCLES)


def test_a_raw_environment_refuses_what_the_others_replace() -> None:
    module = getattr(pettingzoo, environment_name(forno.catalogue()[0].name))
    raw, wrapped, parallel = module.raw_env(), module.env(), module.parallel_env()
    raw.reset(seed=1)
    wrapped.reset(seed=1)
    agent = raw.agent_selection
    illegal = int(np.flatnonzero(raw.infos[agent]["action_mask"] == 0)[0])
    with pytest.raises(forno.IllegalAction):
        raw.step(illegal)
    wrapped.step(illegal)
    assert wrapped.infos[agent]["replaced"]
    parallel.reset(seed=1)
    infos = parallel.step(dict.fromkeys(parallel.agents, illegal))[4]
    assert [name for name, info in infos.items() if info.get("replaced")] == [agent]


def test_modules_are_found_by_name_and_survive_pickling() -> None:
    module = getattr(pettingzoo, environment_name(forno.catalogue()[0].name))
    assert pickle.loads(pickle.dumps(module.env))(players=2).max_num_agents == 2
    with pytest.raises(ImportError):
        exec("from forno.adapters.pettingzoo import checkers_v0")


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


@pytest.mark.parametrize("name", [info.name for info in forno.catalogue()])
def test_each_agent_is_truncated_after_so_many_decisions_and_shown_nobody_elses_actions(name: str) -> None:
    environment = env(name, players=3, max_cycles=3, mask=OBSERVATION)
    environment.reset(seed=7)
    decided = dict.fromkeys(environment.possible_agents, 0)
    for agent in environment.agent_iter():
        observation, _reward, terminated, truncated, _info = environment.last()
        assert not terminated
        allowed = np.flatnonzero(observation["action_mask"])
        asked = environment.arrays.state.seat == environment.seats[agent]
        assert list(allowed) == (environment.arrays.legal if asked else [])
        decided[agent] += not truncated
        environment.step(None if truncated else int(allowed[0]))
    assert set(decided.values()) == {3}
    assert len(environment.arrays.state.history()) >= 9


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
