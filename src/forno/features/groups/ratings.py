"""Ratings of a group's members: OpenSkill's Plackett-Luce model, each game and each pace for itself."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, NamedTuple

from forno.features.groups.group import GroupResult

MIN_RATED_MEMBERS: Final = 2
"""Number of members from which on a game is rated: bots and guests of the group don't count."""
CACHED_RATINGS: Final = 64


class Discipline(NamedTuple):
    """Games that are rated together."""

    game: str
    slow: bool
    """Whether they go over days."""


@dataclass(frozen=True)
class MemberRating:
    """A member's standing in one discipline."""

    member: str
    games: int
    wins: int
    """Number of games that no other member ended before this one."""
    mean: float
    deviation: float


def ratings(results: Iterable[GroupResult], members: Iterable[str]) -> dict[Discipline, list[MemberRating]]:
    """Return the ratings of these members, the best first. Results are taken in the order in which games ended."""
    games: defaultdict[Discipline, list[tuple[tuple[str, int], ...]]] = defaultdict(list)
    for result in results:
        ranked = result.ranked()
        if len(ranked) >= MIN_RATED_MEMBERS:
            games[Discipline(result.game, result.slow)].append(tuple(ranked.items()))
    shown = frozenset(members)
    rated = {
        which: [one for one in _compute_ratings(tuple(played)) if one.member in shown]
        for which, played in games.items()
    }
    return {which: found for which, found in sorted(rated.items()) if found}


@lru_cache(maxsize=CACHED_RATINGS)
def _compute_ratings(games: Sequence[Sequence[tuple[str, int]]]) -> tuple[MemberRating, ...]:
    from openskill.models import PlackettLuce

    model: Any = PlackettLuce()
    held: dict[str, Any] = {}
    played: Counter[str] = Counter()
    won: Counter[str] = Counter()
    for game in games:
        places: Mapping[str, int] = dict(game)
        teams = [[held.get(member) or model.rating()] for member in places]
        after = model.rate(teams, ranks=[float(place) for place in places.values()])
        held |= {member: rating for member, (rating,) in zip(places, after, strict=True)}
        played.update(list(places))
        won.update(member for member, place in places.items() if place == min(places.values()))
    found = [MemberRating(one, played[one], won[one], held[one].mu, held[one].sigma) for one in held]
    return tuple(sorted(found, key=lambda one: (-one.mean, one.deviation, one.member)))
