"""One seat learns, bots have the others: Gymnasium's own checks, and whole games."""

from __future__ import annotations

import sys
from importlib import import_module

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import forno
from forno.adapters.gymnasium import GameEnv, environment_id
from tests.adapters.test_pettingzoo import LARGE_AND_SMALL
from tests.variants import Variant

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("variant", LARGE_AND_SMALL, ids=str)
def test_it_passes_gymnasiums_check(variant: Variant) -> None:
    check_env(GameEnv(variant.game(), lenient=True, render_mode="ansi"), skip_render_check=True)


@pytest.mark.parametrize("info", forno.catalogue(), ids=lambda info: info.name)
def test_every_game_is_registered_and_passes_with_defaults(info: forno.GameInfo) -> None:
    check_env(gymnasium.make(environment_id(info.name)).unwrapped)
    module = f"forno.adapters.gymnasium:{environment_id(info.name)}"
    assert gymnasium.make(module, players=2, seat=1).unwrapped.game.players == 2


def test_vector_environments_play_on_after_an_end() -> None:
    name = environment_id(forno.catalogue()[0].name)
    tables = gymnasium.make_vec(name, 3, "sync", players=2, bots="random")
    _observations, infos = tables.reset(seed=7)
    ended = 0
    while ended < 6:
        assert infos["action_mask"].any(axis=1).all()
        actions = tables.action_space.sample(mask=tuple(infos["action_mask"]))
        _observations, _rewards, terminated, _truncated, infos = tables.step(actions)
        assert "replaced" not in infos
        ended += int(terminated.sum())
    tables.close()


def test_an_illegal_action_is_replaced_where_that_is_wanted() -> None:
    table = GameEnv("mamma-mia", players=2, lenient=True)
    _observation, info = table.reset(seed=1)
    last = int(np.flatnonzero(info["action_mask"])[-1])
    assert table.step(len(info["action_mask"]) - 1)[4]["replaced"]
    assert table.arrays.state.history()[0] != len(info["action_mask"]) - 1 != last
    assert "replaced" not in table.step(table.arrays.legal[0])[4]


def played(table: GameEnv, seed: int | None) -> float:
    """Return the learner's rewards of a whole game in which it always takes the first legal action."""
    _observation, info = table.reset(seed=seed)
    while True:
        action = int(np.flatnonzero(info["action_mask"])[0])
        observation, reward, terminated, truncated, info = table.step(action)
        assert table.observation_space.contains(observation)
        if terminated or truncated:
            return float(reward)


def test_whole_games_against_bots_of_a_level() -> None:
    table = GameEnv("mamma-mia", players=3, bots="cuoco")
    worth = [played(table, 7), *(played(table, None) for _ in range(3)), played(table, 7)]
    assert worth[0] == worth[-1]
    assert set(worth) <= {-0.5, 0.25, 1.0}
    assert table.arrays.state.is_over


def test_whoever_learns_sits_where_it_is_told_or_anywhere() -> None:
    there = GameEnv("mamma-mia", players=3, seat=2)
    anywhere = GameEnv("mamma-mia", players=3)
    assert {there.reset(seed=seed)[1]["seat"] for seed in range(9)} == {2}
    assert {anywhere.reset(seed=seed)[1]["seat"] for seed in range(9)} == {0, 1, 2}


def test_it_is_asked_only_when_it_is_awaited() -> None:
    table = GameEnv("pizza-master", players=2, seat=1, bots="garzone", max_days=2)
    _observation, info = table.reset(seed=1)
    while not table.arrays.state.is_over:
        assert table.arrays.state.seat == 1
        assert list(np.flatnonzero(info["action_mask"])) == table.arrays.state.legal_actions()
        info = table.step(np.flatnonzero(info["action_mask"])[-1])[4]
    assert "you" in str(table.game.show(table.arrays.state.view(1))).lower()


def test_bots_are_named_for_every_seat_or_once_for_all() -> None:
    table = GameEnv("mamma-mia", players=3, bots="cuoco,random", seat=0)
    table.reset(seed=1)
    assert [type(bot).__name__ for bot in table.bots.values()][1] == "RandomBot"
    with pytest.raises(forno.OptionError, match="2 seats for them"):
        GameEnv("mamma-mia", players=3, bots="cuoco,cuoco,cuoco")
    with pytest.raises(forno.OptionError, match="there is no bot"):
        GameEnv("mamma-mia", players=3, bots="nobody").reset()


def test_what_isnt_legal_is_refused() -> None:
    table = GameEnv("mamma-mia", players=2)
    table.reset(seed=1)
    with pytest.raises(forno.IllegalAction):
        table.step(table.action_space.n - 1)


def test_without_the_library_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gymnasium", None)
    monkeypatch.delitem(sys.modules, "forno.adapters.gymnasium")
    with pytest.raises(forno.MissingExtra, match=r"pip install 'forno\[gymnasium\]'"):
        import_module("forno.adapters.gymnasium")
