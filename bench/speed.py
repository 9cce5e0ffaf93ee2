"""Decisions a second, the deal left out: Forno beside OpenSpiel's hearts and RLCard's uno.

Each library is driven by the loop that its own documentation shows: is it over, who decides, what is legal, apply one.
For hearts that takes two calls more than it strictly needs, and they count; `--bare` leaves them out.
Which one is drawn beforehand, since the time that Python takes for random numbers is nobody's here. Games are dealt
off the clock, one at a time, and every round has deals of its own, so that nobody profits from having seen a game
before. The contestants take turns, round after round, and the best round of each counts, so that a busy moment of the
machine doesn't fall on one of them alone.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import platform
import random
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter, thread_time
from types import FrameType
from typing import Any, NamedTuple

import forno
import forno.core.tally

# What is measured of Forno: label, name of the game, its options. Add a line to add a contestant.
FORNO: list[tuple[str, str, dict[str, Any]]] = [
    ("Mamma Mia! classic", "mamma-mia", {"edition": "classic", "players": 4}),
    ("Mamma Mia! grande", "mamma-mia", {"edition": "grande", "players": 4}),
    ("Pizza Master tutorial", "pizza-master", {"mode": "tutorial", "players": 4}),
    ("Pizza Master trainee", "pizza-master", {"mode": "trainee", "players": 4}),
    ("Pizza Master master", "pizza-master", {"mode": "master", "players": 4}),
]

POSITIONS = 20  # from how many games a position in the middle is cloned
CLONES = 500  # and how often each

LUCK = random.Random(1)
NUMBERS = [LUCK.getrandbits(28) for _ in range(10_000)]
"""Random numbers of the player, used over and over from a place of its own in every game."""

Clock = Callable[[], float]


@dataclass(frozen=True)
class Contestant:
    """Game of one of three libraries, two of them not typed."""

    label: str
    deal: Callable[[int], Any]
    play: Callable[[Any, Iterable[int]], int]
    """Play on by these numbers, to the end at most; returns how many decisions that took."""
    clone: Callable[[Any, int], None] | None = None
    """Clone a state so many times."""


def hearts(bare: bool) -> Contestant:
    import pyspiel

    game = pyspiel.load_game("hearts")

    def deal(seed: int) -> Any:
        chance = random.Random(seed)
        state = game.new_initial_state()
        while state.is_chance_node():
            state.apply_action(chance.choice(state.legal_actions()))
        return state

    def play(state: Any, numbers: Iterable[int]) -> int:
        decisions = 0
        for number in numbers:
            if state.is_terminal():
                break
            if state.is_chance_node():
                raise AssertionError("hearts deals only at the start")
            actions = state.legal_actions(state.current_player())
            state.apply_action(actions[number % len(actions)])
            decisions += 1
        return decisions

    def play_bare(state: Any, numbers: Iterable[int]) -> int:
        decisions = 0
        for number in numbers:
            if state.is_terminal():
                break
            actions = state.legal_actions()
            state.apply_action(actions[number % len(actions)])
            decisions += 1
        return decisions

    def clone(state: Any, times: int) -> None:
        for _ in range(times):
            state.clone()

    return Contestant("OpenSpiel hearts", deal, play_bare if bare else play, clone)


def uno() -> Contestant:
    import numpy
    from rlcard.games.uno import Game

    def deal(seed: int) -> Any:
        game = Game()
        game.np_random = numpy.random.RandomState(seed)
        game.init_game()
        return game

    def play(game: Any, numbers: Iterable[int]) -> int:
        decisions = 0
        for number in numbers:
            if game.is_over():
                break
            game.get_player_id()
            actions = game.get_legal_actions()
            game.step(actions[number % len(actions)])
            decisions += 1
        return decisions

    return Contestant("RLCard uno", deal, play)


def ours(label: str, name: str, options: dict[str, Any]) -> Contestant:
    game = forno.game(name, **options)

    def deal(seed: int) -> Any:
        return game.deal(seed, quiet=True)

    def play(state: Any, numbers: Iterable[int]) -> int:
        decisions = 0
        for number in numbers:
            if state.is_over:
                break
            state.seat  # noqa: B018  (who decides: the loop of the contract asks, so it is paid for)
            actions = state.legal_actions()
            state.apply(actions[number % len(actions)])
            decisions += 1
        return decisions

    def clone(state: Any, times: int) -> None:
        for _ in range(times):
            state.clone()

    return Contestant(label, deal, play, clone)


def numbers_for(seed: int) -> list[int]:
    start = seed * 37 % len(NUMBERS)
    return NUMBERS[start:] + NUMBERS[:start]


def decisions_a_second(contestant: Contestant, first: int, games: int, clock: Clock) -> float:
    """Return decisions a second over that many games, dealt from this seed and the following ones."""
    gc.collect()
    decisions = 0
    seconds = 0.0
    for seed in range(first, first + games):
        state = contestant.deal(seed)
        numbers = numbers_for(seed)
        start = clock()
        decisions += contestant.play(state, numbers)
        seconds += clock() - start
    return decisions / seconds


def games_for(contestant: Contestant, seconds: float, clock: Clock) -> int:
    """Return the number of games that fill about that many seconds, deals not counted."""
    spent = 0.0
    for seed in range(5):
        state = contestant.deal(seed)
        start = clock()
        contestant.play(state, NUMBERS)
        spent += clock() - start
    return max(5, int(5 * seconds / spent))


class Steps:
    """Counts the interpreter's steps in Forno: operations and calls, the same at every run."""

    def __init__(self) -> None:
        self.operations = 0
        self.calls = 0

    def count(self, contestant: Contestant, games: int) -> tuple[float, float]:
        """Return operations and calls for each decision of these games."""
        decisions = 0
        for seed in range(games):
            state = contestant.deal(seed)
            numbers = numbers_for(seed)
            sys.settrace(self._enter)
            decisions += contestant.play(state, numbers)
            sys.settrace(None)
        return self.operations / decisions, self.calls / decisions

    def _enter(self, frame: FrameType, _event: str, _argument: object) -> Any:
        if frame.f_code.co_filename == __file__:
            return None
        frame.f_trace_opcodes = True
        frame.f_trace_lines = False
        self.calls += 1
        return self._trace

    def _trace(self, _frame: FrameType, event: str, _argument: object) -> Any:
        self.operations += event == "opcode"
        return self._trace


def count_steps(contestants: list[Contestant], games: int) -> None:
    """Print the interpreter's steps for a decision."""
    print("\n| game | operations a decision | calls |\n|---|---:|---:|")
    for contestant in contestants:
        operations, calls = Steps().count(contestant, games)
        print(f"| {contestant.label} | {operations:.1f} | {calls:.2f} |")


def middle(contestant: Contestant, seed: int) -> Any:
    """Return the position after half of the decisions of a random game."""
    numbers = numbers_for(seed)
    length = contestant.play(contestant.deal(seed), numbers)
    state = contestant.deal(seed)
    contestant.play(state, numbers[: length // 2])
    return state


def seconds_a_clone(contestant: Contestant, positions: list[Any], clock: Clock) -> float:
    assert contestant.clone is not None
    gc.collect()
    start = clock()
    for state in positions:
        contestant.clone(state, CLONES)
    return (clock() - start) / (len(positions) * CLONES)


class Race:
    """Contestants that take turns."""

    def __init__(self, contestants: list[Contestant], seconds: float, clock: Clock) -> None:
        self.contestants = contestants
        self._clock = clock
        self._games = [games_for(contestant, seconds, clock) for contestant in contestants]
        self._positions = [
            [middle(contestant, seed) for seed in range(POSITIONS)] if contestant.clone else []
            for contestant in contestants
        ]

    def play_round(self, number: int) -> list[Result]:
        """Let each contestant play once."""
        return [
            Result(
                decisions_a_second(contestant, number * games, games, self._clock),
                seconds_a_clone(contestant, positions, self._clock) if positions else None,
            )
            for contestant, games, positions in zip(self.contestants, self._games, self._positions, strict=True)
        ]


class Result(NamedTuple):
    """Speed of one contestant in one round, or its best over all rounds."""

    decisions_a_second: float
    seconds_a_clone: float | None


def best(results: Iterable[Result]) -> Result:
    speeds, clones = zip(*results, strict=True)
    return Result(max(speeds), min(clones) if None not in clones else None)


class Commit:
    """Forno as it is in a folder, driven by this file in a process of its own."""

    def __init__(self, source: Path, options: argparse.Namespace) -> None:
        command = [sys.executable, __file__, "--round-by-round", "--seconds", str(options.seconds)]
        command += ["--processor"] if options.processor else []
        environment = os.environ | {"PYTHONPATH": str(source)}
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, env=environment)

    def play_round(self, number: int) -> list[Result]:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(number, file=self._process.stdin, flush=True)
        return [Result(*result) for result in json.loads(self._process.stdout.readline())]

    def stop(self) -> None:
        self._process.communicate()


def play_round_by_round(race: Race) -> None:
    """Play a round for each number on standard input, and print its results."""
    for line in sys.stdin:
        print(json.dumps(race.play_round(int(line))), flush=True)


def compare(revision: str, options: argparse.Namespace) -> None:
    """Measure this checkout beside an earlier commit, interpreted, in turns."""
    if is_compiled():
        print("Compiled commits aren't compared.")
        return
    root = Path(__file__).parents[1]
    with tempfile.TemporaryDirectory() as folder:
        archive = subprocess.run(["git", "archive", revision, "src"], cwd=root, stdout=subprocess.PIPE, check=True)
        subprocess.run(["tar", "--extract", "--directory", folder], input=archive.stdout, check=True)
        commits = [Commit(Path(folder) / "src", options), Commit(root / "src", options)]
        rounds = [[commit.play_round(number) for commit in commits] for number in range(options.rounds)]
        for commit in commits:
            commit.stop()
    before, now = ([best(results) for results in zip(*played, strict=True)] for played in zip(*rounds, strict=True))
    print(
        f"\nForno interpreted beside {revision}, Python {platform.python_version()}, best of {options.rounds} rounds\n"
    )
    print(f"| game | decisions a second | against {revision} | clone() | against {revision} |")
    print("|---|---:|---:|---:|---:|")
    for (label, _name, _options), old, new in zip(FORNO, before, now, strict=True):
        assert old.seconds_a_clone is not None
        assert new.seconds_a_clone is not None
        print(
            f"| {label} | {new.decisions_a_second:,.0f} | {new.decisions_a_second / old.decisions_a_second:.2f}× "
            f"| {new.seconds_a_clone * 1e6:.2f} µs | {new.seconds_a_clone / old.seconds_a_clone:.2f}× |"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bare", action="store_true", help="hearts without asking who decides and for chance nodes")
    parser.add_argument("--rounds", type=int, default=25, help="how often each contestant plays (default 25)")
    parser.add_argument("--seconds", type=float, default=0.1, help="how long it plays each time (default 0.1)")
    parser.add_argument("--processor", action="store_true", help="count processor time, where the machine is busy")
    parser.add_argument("--against", metavar="REV", help="an earlier commit instead of other libraries, interpreted")
    parser.add_argument(
        "--count", type=int, metavar="GAMES", help="count operations and calls of these games, interpreted, instead"
    )
    parser.add_argument("--round-by-round", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    clock = thread_time if options.processor else perf_counter
    own = [ours(*line) for line in FORNO]
    if options.round_by_round:
        play_round_by_round(Race(own, options.seconds, clock))
    elif options.count:
        count_steps(own, options.count)
    elif options.against:
        compare(options.against, options)
    else:
        race = Race([hearts(options.bare), uno(), *own], options.seconds, clock)
        rounds = [race.play_round(number) for number in range(options.rounds)]
        report(race, [best(results) for results in zip(*rounds, strict=True)], options.rounds)


def is_compiled() -> bool:
    return (forno.core.tally.__file__ or "").endswith((".so", ".pyd"))


def report(race: Race, results: list[Result], rounds: int) -> None:
    print(f"\nForno {forno.__version__} {'compiled' if is_compiled() else 'interpreted'}, ", end="")
    print(f"Python {platform.python_version()}, best of {rounds} rounds\n")
    print("| game | decisions a second | against hearts | clone() | against hearts |")
    print("|---|---:|---:|---:|---:|")
    peer = results[0]
    assert peer.seconds_a_clone is not None
    for contestant, (speed, clone) in zip(race.contestants, results, strict=True):
        row = f"| {contestant.label} | {speed:,.0f} | {speed / peer.decisions_a_second:.2f}× "
        if clone is None:
            row += "| – | – |"
        else:
            row += f"| {clone * 1e6:.2f} µs | {clone / peer.seconds_a_clone:.2f}× |"
        print(row)


if __name__ == "__main__":
    main()
