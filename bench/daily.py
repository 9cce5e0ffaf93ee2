"""How much luck differs between players of the same day: with luck of their own, and with one shared order.

Players are the evenings of the daily table: the same deal, the same bots, and somebody in the visitor's seat who now
and then decides otherwise. Luck is what that seat draws: of its first cards so many of each, and the variance of these
numbers between players of one day, added up. The same for what the evenings come to.

    python bench/daily.py --days 60 --players 16
"""

from __future__ import annotations

import argparse
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from statistics import fmean, pvariance
from typing import Any

from forno.core.events import SeatEvent
from forno.core.registry import game, game_info
from forno.features.daily.daily import VISITOR_SEAT, evening_of, families, play_through

CARDS = 20
"""So many cards count as somebody's luck: by then everybody has decided a few times."""

Played = tuple[Counter[Any], int, int]
"""What was drawn; the score and the place."""


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
    evening = evening_of(state.outcome.places, state.outcome.scores)
    return Counter(drawn[:CARDS]), evening.score, evening.place


def cards_in(part: tuple[Any, ...]) -> list[Any]:
    """Cards by their names, or so many of each kind."""
    if part and isinstance(part[0], int):
        return [kind for kind, count in enumerate(part) for _ in range(count)]
    return list(part)


def variances(players: list[Played]) -> tuple[float, float, float]:
    kinds = {kind for drawn, _score, _place in players for kind in drawn}
    luck = sum(pvariance([drawn[kind] for drawn, _score, _place in players]) for kind in kinds)
    return luck, pvariance([score for _drawn, score, _place in players]), pvariance([place for *_, place in players])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--days", type=int, default=60)
    parser.add_argument("--players", type=int, default=16)
    parser.add_argument("--processes", type=int, default=None)
    asked = parser.parse_args()
    print("| game | | luck | score | place |\n|---|---|---:|---:|---:|")
    with ProcessPoolExecutor(asked.processes) as processes:
        for info in families():
            found = []
            for own_luck in (False, True):
                games = [(day, player) for day in range(1, asked.days + 1) for player in range(asked.players)]
                days, players = zip(*games, strict=True)
                played = list(processes.map(play, repeat(info.name), repeat(own_luck), days, players, chunksize=4))
                grouped = [played[at : at + asked.players] for at in range(0, len(played), asked.players)]
                found.append([fmean(column) for column in zip(*map(variances, grouped), strict=True)])
                label = "own luck" if own_luck else "one shared order"
                print(f"| {info.title} | {label} | {' | '.join(f'{value:.2f}' for value in found[-1])} |")
            cut = [f"{100 * (1 - own / shared):.0f}%" for shared, own in zip(*found, strict=True)]
            print(f"| | less by | {' | '.join(cut)} |", flush=True)


if __name__ == "__main__":
    main()
