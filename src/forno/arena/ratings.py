"""Ratings of many-player games, by OpenSkill's Plackett-Luce model."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from forno.arena.playing import Played


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
