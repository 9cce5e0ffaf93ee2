"""Steps a second with observation and mask: Forno through each of its adapters, beside other libraries' own games.

Every contestant is driven by the loop that its library's documentation shows, and whoever decides gets an observation
and the legal actions at every step. Which of them is taken is drawn beforehand; games are dealt off the clock. The
contestants take turns, round after round, and the best round of each counts.
"""

from __future__ import annotations

import argparse
import gc
import platform
import random
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter, thread_time
from typing import Any

import numpy as np

import forno
import forno.core.tally

GAMES: list[tuple[str, str, dict[str, Any]]] = [
    ("Mamma Mia! classic", "mamma-mia", {"edition": "classic", "players": 4}),
    ("Mamma Mia! grande", "mamma-mia", {"edition": "grande", "players": 4}),
    ("Pizza Master trainee", "pizza-master", {"mode": "trainee", "players": 4}),
    ("Pizza Master master", "pizza-master", {"mode": "master", "players": 4}),
]
PETTINGZOO = ("hanabi_v5", "leduc_holdem_v4", "texas_holdem_no_limit_v6")
MAX_STEPS = 400
"""Number of steps of a game after which the next one begins."""
ROWS = 1000
"""Number of games that `forno.batch` plays side by side."""

LUCK = random.Random(1)
NUMBERS = [LUCK.getrandbits(28) for _ in range(MAX_STEPS)]


@dataclass(frozen=True)
class Contestant:
    """Game of one of several libraries, none of them typed."""

    kind: str
    label: str
    deal: Callable[[int], Any]
    play: Callable[[Any], int]
    """Play on, to the end at most; returns how many steps that took."""


def agents(kind: str, label: str, env: Any) -> Contestant:
    """Run PettingZoo's loop, for its own games and for ours."""

    def deal(seed: int) -> Any:
        env.reset(seed=seed)
        return env

    def play(env: Any) -> int:
        steps = 0
        for _agent in env.agent_iter(MAX_STEPS):
            observation, _reward, terminated, truncated, info = env.last()
            if terminated or truncated:
                break
            mask = info["action_mask"] if "action_mask" in info else observation["action_mask"]
            legal = np.flatnonzero(mask)
            env.step(int(legal[NUMBERS[steps] % len(legal)]))
            steps += 1
        return steps

    return Contestant(kind, label, deal, play)


def pettingzoos_own(name: str) -> Contestant:
    from importlib import import_module

    return agents("PettingZoo's own", name, import_module(f"pettingzoo.classic.{name}").env())


def spiel(kind: str, label: str, game: Any, tensor: str) -> Contestant:
    """Run OpenSpiel's loop."""

    def deal(seed: int) -> Any:
        chance = random.Random(seed)
        state = game.new_initial_state()
        while state.is_chance_node():
            state.apply_action(chance.choice(state.legal_actions()))
        return state

    def play(state: Any) -> int:
        steps = 0
        for number in NUMBERS:
            if state.is_terminal():
                break
            player = state.current_player()
            getattr(state, tensor)(player)
            state.legal_actions_mask(player)
            legal = state.legal_actions(player)
            state.apply_action(legal[number % len(legal)])
            steps += 1
        return steps

    return Contestant(kind, label, deal, play)


def uno() -> Contestant:
    """Run RLCard's loop: what `step` returns holds the observation and the legal actions."""
    import rlcard

    env = rlcard.make("uno")

    def deal(seed: int) -> Any:
        env.seed(seed)
        return env.reset()

    def play(dealt: Any) -> int:
        state, _player = dealt
        steps = 0
        for number in NUMBERS:
            if env.is_over():
                break
            legal = list(state["legal_actions"])
            state, _player = env.step(legal[number % len(legal)])
            steps += 1
        return steps

    return Contestant("RLCard", "uno", deal, play)


def alone(label: str, name: str, options: dict[str, Any]) -> Contestant:
    """Run Gymnasium's loop: one seat's steps, the others' random moves among them."""
    from forno.adapters.gymnasium import GameEnv

    env = GameEnv(name, **options)

    def deal(seed: int) -> Any:
        return env.reset(seed=seed)[1]

    def play(info: Any) -> int:
        for steps, number in enumerate(NUMBERS, 1):
            legal = np.flatnonzero(info["action_mask"])
            _observation, _reward, over, _truncated, info = env.step(legal[number % len(legal)])
            if over:
                return steps
        return len(NUMBERS)

    return Contestant("Gymnasium", label, deal, play)


def batch(label: str, name: str, options: dict[str, Any]) -> Contestant:
    """Step rows of games, new deals among the steps."""
    from forno.batch import Batch

    games = Batch(name, ROWS, seed=1, **options)
    numbers = np.random.default_rng(1)

    def deal(seed: int) -> Any:
        return games

    def play(games: Any) -> int:
        for _ in range(5):
            games.step(games.any_actions(numbers))
        return 5 * ROWS

    return Contestant("forno.batch", label, deal, play)


def contestants() -> list[Contestant]:
    import pyspiel

    from forno.adapters.openspiel import spiel_name
    from forno.adapters.pettingzoo import env

    found = [pettingzoos_own(name) for name in PETTINGZOO]
    found.append(uno())
    found.append(spiel("OpenSpiel's own", "hearts", pyspiel.load_game("hearts"), "information_state_tensor"))
    for label, name, options in GAMES:
        found.append(agents("PettingZoo", label, env(name, **options)))
        game = pyspiel.load_game(spiel_name(name), options | {"deals": 1000})
        found.append(spiel("OpenSpiel", label, game, "information_state_tensor"))
        found.append(alone(label, name, options))
        found.append(batch(label, name, options))
    return found


def steps_a_second(contestant: Contestant, first: int, seconds: float, clock: Callable[[], float]) -> float:
    """Return the steps a second over about that many seconds, deals not counted."""
    gc.collect()
    steps = 0
    spent = 0.0
    seed = first
    while spent < seconds:
        dealt = contestant.deal(seed)
        start = clock()
        steps += contestant.play(dealt)
        spent += clock() - start
        seed += 1
    return steps / spent


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=10, help="how often each contestant plays (default 10)")
    parser.add_argument("--seconds", type=float, default=0.3, help="how long it plays each time (default 0.3)")
    parser.add_argument("--processor", action="store_true", help="count processor time, where the machine is busy")
    options = parser.parse_args()
    clock = thread_time if options.processor else perf_counter
    warnings.simplefilter("ignore")  # those of other libraries, about each other

    found = contestants()
    speed = [0.0] * len(found)
    for played in range(options.rounds):
        for number, contestant in enumerate(found):
            now = steps_a_second(contestant, 1 + played * 1000, options.seconds, clock)
            speed[number] = max(speed[number], now)

    by_kind = {
        kind: max(value for contestant, value in zip(found, speed, strict=True) if contestant.kind == kind)
        for kind in ("PettingZoo's own", "RLCard", "OpenSpiel's own")
    }
    ours = {
        contestant.label: value
        for contestant, value in zip(found, speed, strict=True)
        if contestant.kind == "PettingZoo"
    }
    compiled = (forno.core.tally.__file__ or "").endswith((".so", ".pyd"))
    print(f"\nForno {forno.__version__} {'compiled' if compiled else 'interpreted'}, ", end="")
    print(f"Python {platform.python_version()}, best of {options.rounds} rounds\n")
    print("| through | game | steps a second | × PettingZoo's fastest | × RLCard | × hearts | × our PettingZoo |")
    print("|---|---|---:|---:|---:|---:|---:|")
    for contestant, value in zip(found, speed, strict=True):
        ratios = [f"{value / other:.2f}" for other in by_kind.values()]
        ratios.append(f"{value / ours[contestant.label]:.2f}" if contestant.label in ours else "–")
        print(f"| {contestant.kind} | {contestant.label} | {value:,.0f} | {' | '.join(ratios)} |")


if __name__ == "__main__":
    main()
