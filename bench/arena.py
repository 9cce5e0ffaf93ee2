"""Games a second in the arena, with one process and with two, in the same run.

    python bench/arena.py [--bots cuoco] [--games 400] [--rounds 3]

Both take turns, so that whatever else the machine does weighs on both. Starting processes counts. Times are those of
the best round; the gain is that of the best rounds.
"""

from __future__ import annotations

import argparse
from time import perf_counter

from forno.arena import Match, run_here
from forno.bots import bots
from forno.bots.lineup import read_lineup

GAMES = (("mamma-mia", {"edition": "grande"}), ("pizza-master", {"mode": "master"}))


def plays(name: str, game: str) -> bool:
    games = next((dict(info.factories) for info in bots() if info.name == name), {})
    return game in games or "*" in games


def seconds(match: Match, deals: int, processes: int) -> float:
    before = perf_counter()
    played = sum(1 for _ in run_here(match, list(match.tasks(deals)), processes))
    assert played == deals * len(match.seatings())
    return perf_counter() - before


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bots", default="cuoco", help="who sits in every seat (default: %(default)s, else random)")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    for name, options in GAMES:
        bot = arguments.bots if plays(arguments.bots, name) else "random"
        match = Match.of(name, options, read_lineup(bot) * 4, 7)
        deals = match.deals(arguments.games)
        times = {
            processes: min(found)
            for processes, found in zip(
                (1, 2),
                zip(
                    *((seconds(match, deals, 1), seconds(match, deals, 2)) for _ in range(arguments.rounds)),
                    strict=True,
                ),
                strict=True,
            )
        }
        one, two = (deals / times[processes] for processes in (1, 2))
        print(
            f"{name}, 4 × {bot}: {one:.1f} games a second with one process, {two:.1f} with two: {two / one:.2f} times"
        )


if __name__ == "__main__":
    main()
