"""Many games side by side are the same games as one by one."""

from __future__ import annotations

import sys
from importlib import import_module

import numpy as np
import pytest

import forno
from forno.batch import Batch
from forno.core.observing import EVERYTHING, NOW, observe_state
from tests.adapters.test_pettingzoo import LARGE_AND_SMALL
from tests.variants import Variant

GAMES = 3


@pytest.mark.parametrize("variant", LARGE_AND_SMALL, ids=str)
def test_every_row_is_a_game_of_its_own(variant: Variant) -> None:
    game = variant.game()
    batch = Batch(game, GAMES, seed=3)
    luck = np.random.default_rng(5)
    seeds = forno.Chance(3)
    states = [game.deal(seeds.bits() >> 1) for _ in range(GAMES)]
    observer, overseer = game.observer(), game.observer(EVERYTHING)
    ended = 0
    while not ended:
        for row, state in enumerate(states):
            assert batch.seats[row] == state.seat
            assert batch.observations[row].tobytes() == bytes(observe_state(observer, state, state.seat))
            assert list(np.flatnonzero(batch.masks[row])) == state.legal_actions()
        actions = batch.any_actions(luck)
        batch.step(actions)
        for row, state in enumerate(states):
            state.apply(actions[row])
            assert batch.ended[row] == state.is_over
            expected = state.outcome.returns if state.is_over else (0,) * game.players
            assert tuple(batch.rewards[row]) == tuple(np.array(expected, dtype=np.float32))
            if state.is_over:
                states[row] = game.deal(seeds.bits() >> 1)
                ended += 1
    for row, state in enumerate(states):
        assert batch.everything()[row].tobytes() == bytes(observe_state(overseer, state, state.seat))


def test_the_same_seed_deals_the_same_games() -> None:
    batch = Batch("pizza-master", 4, seed="7", players=2, knowledge=NOW)
    first = batch.observations.copy()
    batch.step(batch.any_actions(np.random.default_rng(1)))
    assert not np.array_equal(batch.observations, first)
    assert np.array_equal(batch.reset("7"), first)
    assert not np.array_equal(batch.reset(), first)
    assert not batch.ended.any()


def test_if_one_action_isnt_legal_nothing_happens_anywhere() -> None:
    batch = Batch("mamma-mia", 3, seed=1, players=2)
    before = batch.observations.copy()
    actions = batch.any_actions(np.random.default_rng(1))
    actions[2] = len(batch.game.actions) - 1
    with pytest.raises(forno.IllegalAction, match="game 2:"):
        batch.step(actions)
    assert np.array_equal(batch.observations, before)
    with pytest.raises(forno.IllegalAction, match="3 games take an array of 3 whole numbers"):
        batch.step(actions[:2])


def test_without_numpy_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    for name in ("forno.batch", "forno.adapters.arrays"):
        monkeypatch.delitem(sys.modules, name)
    with pytest.raises(forno.MissingExtra, match=r"pip install 'forno\[numpy\]'"):
        import_module("forno.batch")


def test_what_is_shown_cant_be_written_to() -> None:
    batch = Batch("mamma-mia", 2, seed=1, players=2)
    with pytest.raises(ValueError, match="read-only"):
        batch.observations[0, 0] = 9


def test_arrays_of_the_callers_are_filled_with_every_step_and_reset() -> None:
    plain = Batch("mamma-mia", number=6, players=3, seed=7)
    names = ("observations", "masks", "seats", "ended", "rewards")
    out = {name: np.full_like(getattr(plain, name), 1) for name in names}
    games = Batch("mamma-mia", number=6, players=3, seed=7, out=out)
    luck, same = np.random.default_rng(7), np.random.default_rng(7)

    def check() -> None:
        for name in names:
            assert (out[name] == getattr(plain, name)).all(), name

    check()
    for _ in range(400):
        plain.step(plain.any_actions(luck))
        games.step(games.any_actions(same))
        check()
    plain.reset(3)
    games.reset(3)
    check()


@pytest.mark.parametrize(
    "out",
    [
        {"hands": np.zeros(6)},
        {"seats": np.zeros(5, np.uint8)},
        {"seats": np.zeros(6, np.int64)},
        {"seats": bytearray(6)},
        {"seats": np.frombuffer(bytes(6), np.uint8)},
    ],
)
def test_arrays_that_dont_fit_are_refused(out: dict[str, object]) -> None:
    with pytest.raises(forno.OptionError):
        Batch("mamma-mia", number=6, players=3, out=out)
