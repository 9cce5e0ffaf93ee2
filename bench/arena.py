"""Speed of the arena: games with one process and with two, bots compiled beside interpreted.

    python bench/arena.py [--compiled build/compiled/lib] [--games 48] [--rounds 3] [--processor]

Whatever is compared takes turns, and the best round of each counts, so that a busy moment of the machine doesn't fall
on one alone. Starting processes counts for the second process. A gain of it can only be seen where two cores are free;
what the processes cost in work of all cores together, which hardly depends on that, says how much it can be.

Compiled beside interpreted, each round is a process of its own: whole games between four cuochi, dealt from the same
seeds, and iterations of nonna's search in positions of those games.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

from forno import Chance, game
from forno.arena import Match, run_here
from forno.bots import make_bot
from forno.bots.lineup import bot_seed, read_lineup
from forno.bots.search import Search, SearchBot

GAMES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("mamma-mia", {"edition": "grande"}),
    ("pizza-master", {"mode": "master"}),
)
BOT = "cuoco"
SEED = 7
POSITIONS = 12
"""Number of positions of a game in which nonna thinks."""
APART = 3
"""Number of her decisions from one such position to the next."""
ITERATIONS = 60
"""Number of iterations in each."""
SOURCE = Path(__file__).parents[1] / "src"

Clock = Callable[[], float]


def match_of(name: str, options: dict[str, Any]) -> Match:
    return Match.of(name, options, read_lineup(BOT) * 4, SEED)


# One process and two


def measured(match: Match, deals: int, processes: int) -> tuple[float, float]:
    """Return seconds by the clock, and processor seconds of all cores together."""
    before, worked = perf_counter(), cpu_seconds()
    played = sum(1 for _ in run_here(match, list(match.tasks(deals)), processes))
    assert played == deals * len(match.seatings())
    return perf_counter() - before, cpu_seconds() - worked


def cpu_seconds() -> float:
    used = os.times()
    return used.user + used.system + used.children_user + used.children_system


def compare_processes(games: int, rounds: int) -> None:
    print("| game, 4 × cuoco | games a second, one process | two | gain | work a game, two to one |")
    print("|---|---:|---:|---:|---:|")
    for name, options in GAMES:
        match = match_of(name, options)
        deals = match.deals(games)
        found = [(measured(match, deals, 1), measured(match, deals, 2)) for _ in range(rounds)]
        one, two = (deals / min(clock for clock, _ in each) for each in zip(*found, strict=True))
        alone, together = (min(worked for _, worked in each) for each in zip(*found, strict=True))
        print(f"| {name} | {one:.1f} | {two:.1f} | {two / one:.2f} | {together / alone:.2f} |")


# Compiled and interpreted


def games_a_second(name: str, options: dict[str, Any], games: int, clock: Clock) -> float:
    match = match_of(name, options)
    tasks = list(match.tasks(match.deals(games)))
    start = clock()
    for _ in run_here(match, tasks, 1):
        pass
    return len(tasks) / (clock() - start)


def iterations_a_second(name: str, options: dict[str, Any], clock: Clock) -> float:
    """Return nonna's iterations a second: four cuochi play, and she thinks at some decisions of the first seat."""
    table = game(name, players=4, **options)
    cuochi = [make_bot(BOT, table, seat, bot_seed(SEED)) for seat in range(4)]
    nonna = make_bot("nonna", table, 0, bot_seed(SEED))
    assert isinstance(nonna, SearchBot)
    state = table.deal(SEED)
    told = list(state.events)
    thought = met = 0
    seconds = 0.0
    while thought < POSITIONS and not state.is_over:
        for event in told:
            for seat, bot in [*enumerate(cuochi), (0, nonna)]:
                seen = event.seen_by(seat)
                if seen is not None:
                    bot.observe(seen)
        view = state.view(state.seat)
        if state.seat == 0 and len(view.actions) > 1:
            if met % APART == 0:
                search = Search(nonna.knowledge, Chance(met))
                start = clock()
                for _ in range(ITERATIONS):
                    search.iterate(view, nonna.memory)
                seconds += clock() - start
                thought += 1
            met += 1
        told = list(state.apply(cuochi[state.seat].choose(view)))
    return thought * ITERATIONS / seconds


def rates(games: int, clock: Clock) -> list[tuple[float, float]]:
    """Return games a second and iterations a second for every game."""
    return [
        (games_a_second(name, options, games, clock), iterations_a_second(name, options, clock))
        for name, options in GAMES
    ]


def asked_alone(package: Path, games: int, processor: bool) -> list[tuple[float, float]]:
    """Return the same, measured in a process that imports Forno from that folder."""
    command = [sys.executable, __file__, "--alone", "--games", str(games)] + ["--processor"] * processor
    done = subprocess.run(
        command, env={**os.environ, "PYTHONPATH": str(package)}, check=True, stdout=subprocess.PIPE, text=True
    )
    found: list[tuple[float, float]] = json.loads(done.stdout)
    return found


def compare_packages(compiled: Path, games: int, rounds: int, processor: bool) -> None:
    found = [(asked_alone(SOURCE, games, processor), asked_alone(compiled, games, processor)) for _ in range(rounds)]
    print("| | interpreted | compiled | gain |")
    print("|---|---:|---:|---:|")
    for place, (name, _) in enumerate(GAMES):
        for what, label in enumerate((f"games a second, 4 × {BOT}", "nonna's iterations a second")):
            before, after = (max(each[place][what] for each in side) for side in zip(*found, strict=True))
            print(f"| {name}, {label} | {before:,.1f} | {after:,.1f} | {after / before:.2f} |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=48, help="games of each round (default: %(default)s)")
    parser.add_argument("--rounds", type=int, default=3, help="rounds (default: %(default)s)")
    parser.add_argument("--compiled", type=Path, help="where the compiled package lies, to compare with it")
    parser.add_argument("--processor", action="store_true", help="count processor time, where the machine is busy")
    parser.add_argument("--only-compiled", action="store_true", help="compare the packages, not the processes")
    parser.add_argument("--alone", action="store_true", help="measure this package, and print JSON")
    asked = parser.parse_args()
    if asked.alone:
        print(json.dumps(rates(asked.games, process_time if asked.processor else perf_counter)))
        return
    print(f"cores: {os.cpu_count()}; processes that wait for one, the last minute: {os.getloadavg()[0]:.1f}\n")
    if not asked.only_compiled:
        compare_processes(asked.games, asked.rounds)
        print()
    if asked.compiled is not None:
        compare_packages(asked.compiled.resolve(), asked.games, asked.rounds, asked.processor)


if __name__ == "__main__":
    main()
