"""Games a second in the arena, with one process and with two, in the same run.

    python bench/arena.py [--bots cuoco] [--games 200] [--rounds 3]

Both take turns, and the best round of each counts, so that a busy moment of the machine doesn't fall on one alone.
Starting processes counts. A gain can only be seen where two cores are free; what the processes cost in work of all
cores together, which hardly depends on that, says how much it can be.
"""

from __future__ import annotations

import argparse
import os
from time import perf_counter

from forno.arena import Match, run_here
from forno.bots import bots
from forno.bots.lineup import read_lineup

GAMES = (("mamma-mia", {"edition": "grande"}), ("pizza-master", {"mode": "master"}))


def plays(name: str, game: str) -> bool:
    games = next((dict(info.factories) for info in bots() if info.name == name), {})
    return game in games or "*" in games


def measured(match: Match, deals: int, processes: int) -> tuple[float, float]:
    """Seconds by the clock, and seconds of all cores together."""
    before, worked = perf_counter(), cpu_seconds()
    played = sum(1 for _ in run_here(match, list(match.tasks(deals)), processes))
    assert played == deals * len(match.seatings())
    return perf_counter() - before, cpu_seconds() - worked


def cpu_seconds() -> float:
    used = os.times()
    return used.user + used.system + used.children_user + used.children_system


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bots", default="cuoco", help="who sits in every seat (default: %(default)s, else random)")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    print(f"cores: {os.cpu_count()}; processes that wait for one, the last minute: {os.getloadavg()[0]:.1f}")
    for name, options in GAMES:
        bot = arguments.bots if plays(arguments.bots, name) else "random"
        match = Match.of(name, options, read_lineup(bot) * 4, 7)
        deals = match.deals(arguments.games)
        rounds = [(measured(match, deals, 1), measured(match, deals, 2)) for _ in range(arguments.rounds)]
        one, two = (deals / min(clock for clock, _ in found) for found in zip(*rounds, strict=True))
        alone, together = (min(worked for _, worked in found) for found in zip(*rounds, strict=True))
        print(
            f"{name}, 4 × {bot}: {one:.1f} games a second with one process, {two:.1f} with two: {two / one:.2f} times"
        )
        dearer = together / alone
        print(f"  a game costs {dearer:.2f} times the work of one process, so that two bring {2 / dearer:.2f} at best")


if __name__ == "__main__":
    main()
