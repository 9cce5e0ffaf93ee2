"""Matches of trained weights against bots, over paired deals: `python -m training.evaluation WEIGHTS --against nonna`.

Each line of the output is one match: the share of games that one seat with these weights wins at a table of the others,
with the arena's 95% interval over deals.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any

from forno.arena import Match, run_here, standings
from forno.bots.lineup import Player, read_player
from training.__main__ import read_variants
from training.collector import Variant

LEARNED = "forno.bots.learned:learned"
OURS = "ours"


def evaluate(
    weights: Path, variant: Variant, against: str, games: int, milliseconds: float, seed: str, processes: int | None
) -> dict[str, Any]:
    """Play one match; return the share of wins, its interval, and the time of decisions."""
    options = {name: value for name, value in variant.items() if name != "game"}
    ours = Player(OURS, LEARNED, (("weights", str(weights)), ("milliseconds", milliseconds)))
    theirs = read_opponent(against)
    players = [ours, *[theirs] * (options["players"] - 1)]
    match = Match.of(variant["game"], options, players, seed)
    begun = time.time()
    found = standings(match, list(run_here(match, list(match.tasks(match.deals(games))), processes)))
    bots = {bot.name: bot for bot in found.bots}
    wins = bots[OURS].wins
    return {
        "variant": options,
        "against": against,
        "milliseconds": milliseconds,
        "games": found.games,
        "wins": round(wins.mean, 4),
        "interval": [round(wins.low, 4), round(wins.high, 4)],
        "fair": round(1 / options["players"], 4),
        "ms": round(1000 * bots[OURS].seconds_per_decision, 2),
        "ms_others": round(1000 * bots[theirs.label].seconds_per_decision, 2),
        "took": round(time.time() - begun, 1),
        "weights": weights.name,
        "seed": seed,
    }


def read_opponent(text: str) -> Player:
    """Return a bot by its name and options, or other weights by the name of their file."""
    if text.endswith(".npz"):
        return Player(Path(text).name, LEARNED, (("weights", text), ("milliseconds", 0)))
    return read_player(text)


def main() -> None:
    """Play as the command line says."""
    parser = argparse.ArgumentParser(prog="python -m training.evaluation", description=__doc__)
    parser.add_argument("weights", type=Path, nargs="+")
    parser.add_argument("--game", default="mamma-mia")
    parser.add_argument("--against", default="pizzaiolo", help="with commas between several")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--milliseconds", type=float, default=0, help="time to search; by default the network alone")
    parser.add_argument("--seed", default="evaluation")
    parser.add_argument("--processes", type=int)
    parser.add_argument("--out", type=Path)
    known, rest = parser.parse_known_args()
    for variant in read_variants(known.game, rest):
        for against in known.against.split(","):
            for weights in known.weights:
                row = evaluate(weights, variant, against, known.games, known.milliseconds, known.seed, known.processes)
                line = json.dumps(row)
                print(line, flush=True)
                if known.out is not None:
                    with known.out.open("a", encoding="utf-8") as out:
                        print(line, file=out)


if __name__ == "__main__":
    main()
