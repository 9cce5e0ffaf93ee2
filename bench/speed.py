"""Decisions a second, the deal left out: Forno beside OpenSpiel's hearts and RLCard's uno.

Every contestant plays the same loop: ask for the legal actions, take one at random, apply it.
The contestants take turns, round after round, and the best round of each counts, so that a busy
moment of the machine doesn't fall on one of them alone.
"""

from __future__ import annotations

import argparse
import gc
import platform
import random
from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter
from typing import Any

import forno
import forno.core.game

# What is measured of Forno: label, name of the game, its options. Add a line to add a contestant.
FORNO: list[tuple[str, str, dict[str, Any]]] = [
    ("Mamma Mia! classic", "mamma-mia", {"edition": "classic", "players": 4}),
    ("Mamma Mia! grande", "mamma-mia", {"edition": "grande", "players": 4}),
]

POSITIONS = 20  # from how many games a position in the middle is cloned
CLONES = 500  # and how often each

# States are of three libraries, two of them without types.
Chance = Callable[[], float]


@dataclass(frozen=True)
class Contestant:
    label: str
    deal: Callable[[int], Any]
    play: Callable[[Any, Chance], int]
    """Play a dealt state to its end; returns how many decisions that took."""
    step: Callable[[Any, Chance], None]
    """Make one decision."""
    clone: Callable[[Any, int], None] | None = None
    """Clone a state so many times."""


def hearts() -> Contestant:
    import pyspiel

    game = pyspiel.load_game("hearts")

    def deal(seed: int) -> Any:
        chance = random.Random(seed)
        state = game.new_initial_state()
        while state.is_chance_node():
            actions = state.legal_actions()
            state.apply_action(actions[int(chance.random() * len(actions))])
        return state

    def play(state: Any, chance: Chance) -> int:
        decisions = 0
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(actions[int(chance() * len(actions))])
            decisions += 1
        return decisions

    def step(state: Any, chance: Chance) -> None:
        actions = state.legal_actions()
        state.apply_action(actions[int(chance() * len(actions))])

    def clone(state: Any, times: int) -> None:
        for _ in range(times):
            state.clone()

    return Contestant("OpenSpiel hearts", deal, play, step, clone)


def uno() -> Contestant:
    import numpy
    from rlcard.games.uno import Game

    def deal(seed: int) -> Any:
        game = Game()
        game.np_random = numpy.random.RandomState(seed)
        game.init_game()
        return game

    def play(game: Any, chance: Chance) -> int:
        decisions = 0
        while not game.is_over():
            actions = game.get_legal_actions()
            game.step(actions[int(chance() * len(actions))])
            decisions += 1
        return decisions

    def step(game: Any, chance: Chance) -> None:
        actions = game.get_legal_actions()
        game.step(actions[int(chance() * len(actions))])

    return Contestant("RLCard uno", deal, play, step)


def ours(label: str, name: str, options: dict[str, Any]) -> Contestant:
    game = forno.game(name, **options)

    def deal(seed: int) -> Any:
        state = game.deal(seed=seed)
        state.quiet = True
        return state

    def play(state: Any, chance: Chance) -> int:
        decisions = 0
        while not state.is_over:
            actions = state.legal_actions()
            state.apply(actions[int(chance() * len(actions))])
            decisions += 1
        return decisions

    def step(state: Any, chance: Chance) -> None:
        actions = state.legal_actions()
        state.apply(actions[int(chance() * len(actions))])

    def clone(state: Any, times: int) -> None:
        for _ in range(times):
            state.clone()

    return Contestant(label, deal, play, step, clone)


def decisions_a_second(contestant: Contestant, games: int) -> float:
    states = [contestant.deal(seed) for seed in range(games)]
    chance = random.Random(1).random
    gc.collect()
    decisions = 0
    start = perf_counter()
    for state in states:
        decisions += contestant.play(state, chance)
    return decisions / (perf_counter() - start)


def games_for(contestant: Contestant, seconds: float) -> int:
    """How many games fill about so many seconds, the deals not counted."""
    states = [contestant.deal(seed) for seed in range(20)]
    chance = random.Random(1).random
    start = perf_counter()
    for state in states:
        contestant.play(state, chance)
    return max(20, int(20 * seconds / (perf_counter() - start)))


def middle(contestant: Contestant, seed: int) -> Any:
    """The position after half of the decisions of a random game."""
    length = contestant.play(contestant.deal(seed), random.Random(seed).random)
    state = contestant.deal(seed)
    chance = random.Random(seed).random
    for _ in range(length // 2):
        contestant.step(state, chance)
    return state


def seconds_a_clone(contestant: Contestant, positions: list[Any]) -> float:
    assert contestant.clone is not None
    gc.collect()
    start = perf_counter()
    for state in positions:
        contestant.clone(state, CLONES)
    return (perf_counter() - start) / (len(positions) * CLONES)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7, help="how often each contestant plays (default 7)")
    parser.add_argument(
        "--seconds", type=float, default=0.5, help="how long it plays each time (default 0.5)"
    )
    options = parser.parse_args()

    contestants = [hearts(), uno(), *(ours(*line) for line in FORNO)]
    games = [games_for(contestant, options.seconds) for contestant in contestants]
    positions = [
        [middle(contestant, seed) for seed in range(POSITIONS)] if contestant.clone else []
        for contestant in contestants
    ]
    speed = [0.0] * len(contestants)
    clone = [float("inf")] * len(contestants)
    for _ in range(options.rounds):
        for number, contestant in enumerate(contestants):
            speed[number] = max(speed[number], decisions_a_second(contestant, games[number]))
            if positions[number]:
                clone[number] = min(clone[number], seconds_a_clone(contestant, positions[number]))

    compiled = (forno.core.game.__file__ or "").endswith((".so", ".pyd"))
    print(f"\nForno {forno.__version__} {'compiled' if compiled else 'interpreted'}, ", end="")
    print(f"Python {platform.python_version()}, best of {options.rounds} rounds\n")
    print("| game | decisions a second | against hearts | clone() | against hearts |")
    print("|---|---:|---:|---:|---:|")
    for number, contestant in enumerate(contestants):
        row = f"| {contestant.label} | {speed[number]:,.0f} | {speed[number] / speed[0]:.2f}× "
        if positions[number]:
            row += f"| {clone[number] * 1e6:.2f} µs | {clone[number] / clone[0]:.2f}× |"
        else:
            row += "| – | – |"
        print(row)


if __name__ == "__main__":
    main()
