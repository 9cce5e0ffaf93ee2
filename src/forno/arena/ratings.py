"""Ratings of many-player games: OpenSkill's Plackett-Luce model, and Elo.

Differences of Elo say how often one bot finishes ahead of another. Every pair at a table has met, and the one who
finished ahead has won; the numbers are the most likely ones under Bradley's and Terry's model, found by the iteration
of Hunter (2004). Everybody is given a win and a loss of half a game each against a bot of mean strength, so that one
who always wins has a number, too. They are shifted so that their mean is 0.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from math import log10
from typing import Any

from forno.arena.playing import Played

POINTS_PER_TENFOLD_ODDS = 400.0
"""Rating points for odds of ten to one."""
ASSUMED_WINS = 0.5
ITERATIONS = 500


@dataclass(frozen=True)
class Rating:
    """A skill as a bell curve."""

    mu: float
    sigma: float


def ratings(games: Sequence[Played]) -> dict[str, Rating] | None:
    """Return everyone's rating after all games, taken deal by deal. `None` if OpenSkill isn't installed.

    A bot that sits in several seats of a game moves by the mean of what each of them would.
    """
    try:
        from openskill.models import PlackettLuce
    except ImportError:
        return None
    model: Any = PlackettLuce()
    held: defaultdict[str, Any] = defaultdict(model.rating)
    for game in sorted(games, key=lambda game: game.key):
        teams = [[model.rating(mu=held[name].mu, sigma=held[name].sigma)] for name in game.seats]
        rated = model.rate(teams, ranks=[float(rank) for rank in game.ranks()])
        for name in set(game.seats):
            own = [rating for seat, (rating,) in zip(game.seats, rated, strict=True) if seat == name]
            held[name] = model.rating(
                mu=sum(rating.mu for rating in own) / len(own), sigma=sum(rating.sigma for rating in own) / len(own)
            )
    return {name: Rating(rating.mu, rating.sigma) for name, rating in held.items()}


def elo(games: Sequence[Played]) -> dict[str, float]:
    """Return everyone's rating after all games."""
    won: defaultdict[str, float] = defaultdict(float)
    met: defaultdict[str, defaultdict[str, float]] = defaultdict(lambda: defaultdict(float))
    for game in games:
        for one, other, ahead in game.meetings():
            won[one] += ahead
            met[one][other] += 1.0
    strength = dict.fromkeys(met, 1.0)
    for _ in range(ITERATIONS):
        before = strength
        strength = {}
        for one, pairs in met.items():
            mine = before[one]
            weight = sum(times / (mine + before[other]) for other, times in pairs.items())
            strength[one] = (won[one] + ASSUMED_WINS) / (weight + 2 * ASSUMED_WINS / (mine + 1))
        if all(abs(strength[one] - before[one]) < 1e-9 * before[one] for one in met):
            break
    points = {one: POINTS_PER_TENFOLD_ODDS * log10(value) for one, value in strength.items()}
    mean = sum(points.values()) / len(points) if points else 0.0
    return {one: value - mean for one, value in points.items()}
