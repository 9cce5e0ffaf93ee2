"""A stock PPO learns to beat `random` at Mamma Mia!: a few minutes on a CPU.

    pip install 'forno[gymnasium]' sb3-contrib
    python examples/learn_ppo.py --steps 200000 --curve curve.csv

It plays with legal actions only (MaskablePPO), and knows nothing of the game but what it is shown and whether it won.
Every so often it stops learning and plays games that it hasn't seen, in all seats in turn; the curve is written down as
steps, games, the share of games that it won (a shared win counts in part), and the time that it took.
"""

from __future__ import annotations

import argparse
import csv
from pathlib import Path
from time import perf_counter
from typing import Any

from sb3_contrib import MaskablePPO
from stable_baselines3.common.env_util import make_vec_env

from forno.adapters.gymnasium import GameEnv

UNSEEN = 1_000_000
"""Games to be measured by are dealt from here on."""


def table(arguments: argparse.Namespace, seat: int | None = None) -> GameEnv:
    return GameEnv(arguments.game, players=arguments.players, bots=arguments.bots, seat=seat)


def won(model: Any, arguments: argparse.Namespace) -> float:
    """The share of games that it wins."""
    share = 0.0
    for game in range(arguments.games):
        env = table(arguments, seat=game % arguments.players)
        observation, info = env.reset(seed=UNSEEN + game // arguments.players)
        over = False
        while not over:
            action, _state = model.predict(observation, action_masks=info["action_mask"])
            observation, _reward, over, _truncated, info = env.step(action)
        winners = env.arrays.state.outcome.winners
        share += (env.seat in winners) / len(winners)
    return share / arguments.games


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--game", default="mamma-mia")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--bots", default="random", help="who has the other seats")
    parser.add_argument("--steps", type=int, default=200_000, help="how many decisions it learns from")
    parser.add_argument("--every", type=int, default=25_000, help="measure after so many")
    parser.add_argument("--games", type=int, default=200, help="and over so many games")
    parser.add_argument("--curve", type=Path, default=Path("curve.csv"))
    parser.add_argument("--seed", type=int, default=7)
    arguments = parser.parse_args()

    envs = make_vec_env(lambda: table(arguments), n_envs=8, seed=arguments.seed)
    model = MaskablePPO("MlpPolicy", envs, n_steps=256, batch_size=256, gamma=1.0, ent_coef=0.01, seed=arguments.seed)
    start = perf_counter()
    with arguments.curve.open("w", newline="") as file:
        curve = csv.writer(file)
        curve.writerow(["steps", "games", "won", "seconds"])
        while True:
            row = [model.num_timesteps, arguments.games, round(won(model, arguments), 3), round(perf_counter() - start)]
            curve.writerow(row)
            file.flush()
            print(*row)
            if model.num_timesteps >= arguments.steps:
                break
            model.learn(arguments.every, reset_num_timesteps=False)


if __name__ == "__main__":
    main()
