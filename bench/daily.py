"""Decisions or luck: what the daily table measures.

Players are the evenings of the daily table: the same deal, the same bots, and in the visitor's seat somebody who mostly
decides like a garzone, a cuoco or a pizzaiolo. Two evenings of one level differ by luck alone (who decides a little
otherwise, draws and meets other things); what levels differ by on average is decisions.

    python -m bench.daily --days 20 --players 12            what decisions make of it, for several tables
    python -m bench.daily --draws --days 40 --players 16    what own luck changes, against one shared order of cards
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from itertools import combinations, product, repeat
from math import sqrt
from statistics import fmean, pvariance, stdev, variance
from typing import Any, NamedTuple

from forno.core.events import SeatEvent
from forno.core.registry import game, game_info
from forno.features.daily.daily import BOT_LEVELS, VISITOR_SEAT, Evening, evening_of, families, play_through

CARDS = 20
"""Number of a seat's first cards that count as its luck: by then everybody has decided a few times."""
WEAKEST, BEST = 0, len(BOT_LEVELS) - 1


class DailyChoice(NamedTuple):
    """A table that could be the daily one."""

    game: str
    options: dict[str, Any]
    bots: tuple[str, ...]


TABLES = [
    DailyChoice("mamma-mia", {"edition": "classic"}, ("cuoco", "pizzaiolo", "cuoco")),
    DailyChoice("mamma-mia", {"edition": "classic"}, ("pizzaiolo",)),
    DailyChoice("mamma-mia", {"edition": "grande"}, ("cuoco", "pizzaiolo", "cuoco")),
    DailyChoice("pizza-master", {"mode": "trainee"}, ("cuoco", "pizzaiolo", "cuoco")),
    DailyChoice("pizza-master", {"mode": "trainee"}, ("pizzaiolo",)),
    DailyChoice("pizza-master", {"mode": "master"}, ("cuoco", "pizzaiolo", "cuoco")),
]


# --- decisions against luck -------------------------------------------------------------


def evening(table: DailyChoice, day: int, player: int) -> Evening:
    """Play one evening; the player's level is that of the daily table's evenings."""
    made = game(table.game, **table.options, players=len(table.bots) + 1, own_luck=True)
    state, _seen = play_through(replace(game_info(table.game), daily_bots=table.bots), made, day, player)
    return evening_of(state.outcome.places, state.outcome.scores)


def better(one: Evening, other: Evening) -> float:
    """Return 1 if the first evening is better, 0 if it is worse, 0.5 if they are equal."""
    return 0.5 if one == other else float(one < other)


def above(days: Sequence[Sequence[Evening]], same_day: bool) -> tuple[float, float]:
    """Return how often the best level comes before the weakest, and two standard errors over the days."""
    shares = []
    for number, day in enumerate(days):
        other = day if same_day else days[(number + 1) % len(days)]
        best, weakest = day[BEST :: len(BOT_LEVELS)], other[WEAKEST :: len(BOT_LEVELS)]
        shares.append(fmean(better(one, two) for one, two in product(best, weakest)))
    return fmean(shares), 2 * stdev(shares) / sqrt(len(shares))


def decided(days: Sequence[Sequence[Evening]]) -> float:
    """Return the part of the squared difference between two players of one day that their levels explain."""
    scores = [[one.score for one in day] for day in days]
    levels = [[day[level :: len(BOT_LEVELS)] for day in scores] for level in range(len(BOT_LEVELS))]
    within = fmean(variance(day) for level in levels for day in level)
    repeats = len(levels[0][0])
    means = [fmean(fmean(day) for day in level) for level in levels]
    skill = max(variance(means) - within / (repeats * len(days)), 0.0)
    return skill / (skill + within)


def same_deal(days: Sequence[Sequence[Evening]]) -> float:
    """Return by how much the same deal cuts the squared difference between two players of one level."""
    cuts = []
    for level in range(len(BOT_LEVELS)):
        mine = [[one.score for one in day[level :: len(BOT_LEVELS)]] for day in days]
        alike = fmean((one - two) ** 2 for day in mine for one, two in combinations(day, 2))
        apart = fmean(
            (one - two) ** 2 for first, second in combinations(mine, 2) for one, two in product(first, second)
        )
        cuts.append(1 - alike / apart)
    return fmean(cuts)


def measure_decisions(processes: ProcessPoolExecutor, days: int, players: int) -> None:
    print("| game | against | pizzaiolo before garzone, one day | two days | decisions | same deal cuts |")
    print("|---|---|---:|---:|---:|---:|")
    for table in TABLES:
        pairs = list(product(range(1, days + 1), range(players)))
        played = list(processes.map(evening, repeat(table), *zip(*pairs, strict=True), chunksize=4))
        grouped = [played[at : at + players] for at in range(0, len(played), players)]
        (one_day, error), (two_days, _error) = above(grouped, same_day=True), above(grouped, same_day=False)
        print(
            f"| {table.game} {next(iter(table.options.values()))} | {', '.join(table.bots)} "
            f"| {100 * one_day:.0f}% ±{100 * error:.0f} | {100 * two_days:.0f}% | {100 * decided(grouped):.0f}% "
            f"| {100 * same_deal(grouped):.0f}% |",
            flush=True,
        )


# --- what own luck changes ------------------------------------------------------------


Played = tuple[Counter[Any], int, int]
"""Cards drawn, the score and the place."""


def play(name: str, own_luck: bool, day: int, player: int) -> Played:
    info = game_info(name)
    made = game(name, **(dict(info.daily) | {"own_luck": own_luck}))
    state, seen = play_through(info, made, day, player)
    drawn: list[Any] = []
    for event in seen:
        if isinstance(event, SeatEvent) and type(event).__name__ == "Drew" and event.seat == VISITOR_SEAT:
            for part in vars(event).values() if hasattr(event, "__dict__") else ():
                if isinstance(part, tuple):
                    drawn += cards_in(part)
    mine = evening_of(state.outcome.places, state.outcome.scores)
    return Counter(drawn[:CARDS]), mine.score, mine.place


def cards_in(part: tuple[Any, ...]) -> list[Any]:
    """Return cards by their names, or each kind as often as it counts."""
    if part and isinstance(part[0], int):
        return [kind for kind, count in enumerate(part) for _ in range(count)]
    return list(part)


def variances(players: list[Played]) -> tuple[float, float, float]:
    kinds = {kind for drawn, _score, _place in players for kind in drawn}
    luck = sum(pvariance([drawn[kind] for drawn, _score, _place in players]) for kind in kinds)
    return luck, pvariance([score for _drawn, score, _place in players]), pvariance([place for *_, place in players])


def measure_draws(processes: ProcessPoolExecutor, number: int, players: int) -> None:
    print("| game | | luck | score | place |\n|---|---|---:|---:|---:|")
    for info in families():
        found = []
        for own_luck in (False, True):
            days, numbers = zip(*product(range(1, number + 1), range(players)), strict=True)
            played = list(processes.map(play, repeat(info.name), repeat(own_luck), days, numbers, chunksize=4))
            grouped = [played[at : at + players] for at in range(0, len(played), players)]
            found.append([fmean(column) for column in zip(*map(variances, grouped), strict=True)])
            label = "own luck" if own_luck else "one shared order"
            print(f"| {info.title} | {label} | {' | '.join(f'{value:.2f}' for value in found[-1])} |")
        cut = [f"{100 * (1 - own / shared):.0f}%" for shared, own in zip(*found, strict=True)]
        print(f"| | less by | {' | '.join(cut)} |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--days", type=int, default=20)
    parser.add_argument("--players", type=int, default=12, help="evenings a day, a third of each level")
    parser.add_argument("--draws", action="store_true", help="measure draws and scores, with and without own luck")
    parser.add_argument("--processes", type=int, default=None)
    asked = parser.parse_args()
    measure = measure_draws if asked.draws else measure_decisions
    with ProcessPoolExecutor(asked.processes) as processes:
        measure(processes, asked.days, asked.players)


if __name__ == "__main__":
    main()
