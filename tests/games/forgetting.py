"""Checks of worlds that are sampled from poor memories, for all games."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from random import Random
from typing import Any

import forno
from forno.testing import Trial

Muddle = Callable[[Any, Random], forno.Memory]
"""A memory with gaps and mistakes anywhere, made of a good one."""


def poor_memories(trial: Trial, seat: int | None, rng: Random, muddled: Muddle) -> list[forno.Memory]:
    """Return one that has seen nothing, one that looked away after a while, one with gaps, and one of another seat."""
    asleep = trial.game.memory(seat)
    for event in trial.seen[seat][: rng.randrange(len(trial.seen[seat]))]:
        asleep.observe(event)
    others = copy(trial.memories[rng.choice(trial.seats)])
    others.seat = seat
    return [
        trial.game.memory(seat),
        asleep,
        muddled(trial.memories[seat], rng),
        others,
    ]


def check_worlds(
    trial: Trial, rng: Random, muddled: Muddle, often: Callable[[forno.State], float], played: float
) -> None:
    """Play at random, and every so often let every seat imagine the rest: it looks the same and can be played on."""
    while True:
        state = trial.state
        if state.is_over or rng.random() < often(state):
            for seat in trial.seats:
                view = state.view(seat)
                for memory in poor_memories(trial, seat, rng, muddled):
                    world = view.sample(memory, forno.Chance(rng.random().hex()))
                    assert world.view(seat) == view
                    assert world.census() == trial.census
                    if rng.random() < played:
                        while not world.is_over:
                            world.apply(rng.choice(world.legal_actions()))
                        assert world.census() == trial.census
        if state.is_over:
            break
        trial.step(rng.choice(state.legal_actions()))
