"""Outcomes of games: scores, ranking, and what decided them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

Tiebreaks = tuple[tuple[str, tuple[int, ...]], ...]


@dataclass(frozen=True)
class Outcome:
    """Outcome of a game."""

    scores: tuple[int, ...]
    """Score of each seat, by the count that decides first."""
    winners: tuple[int, ...]
    """The winning seats, ascending; several for a shared win. They come first in the ranking."""
    reason: str
    """Reason of the result: a code of the game's own such as `most-orders`."""
    revealed: tuple[tuple[str, ...], ...] = ()
    """Cards that lie open before each seat at the end, by name, if the scores count them; otherwise empty."""
    tiebreaks: Tiebreaks = ()
    """Tiebreaks in order: the name of each, and each seat's amount."""
    ranking: tuple[tuple[int, ...], ...] = ()
    """All seats from the first place to the last, those that share a place together. It follows from scores and
    tiebreaks, and needn't be given."""

    def __post_init__(self) -> None:
        if not self.ranking:
            object.__setattr__(self, "ranking", ranked(self.scores, self.tiebreaks))

    @property
    def places(self) -> tuple[int, ...]:
        """Place of each seat, from 1 on; equal for those who share one."""
        found: dict[int, int] = {}
        for group in self.ranking:
            found |= dict.fromkeys(group, len(found) + 1)
        return tuple(found[seat] for seat in sorted(found))

    @property
    def returns(self) -> tuple[float, ...]:
        """Value of the end to each seat where only winning counts: 1 for winning alone; the values add up to 0.

        Those who share a win share what it is worth; the others lose as much together.
        """
        players = len(self.scores)
        each = players / len(self.winners)
        return tuple(((each if seat in self.winners else 0) - 1) / (players - 1) for seat in range(players))


def ranked(scores: Sequence[int], tiebreaks: Tiebreaks = ()) -> tuple[tuple[int, ...], ...]:
    """Return the seats by what they have, most first: by their scores, where those are equal by what breaks the tie."""
    places: dict[tuple[int, ...], list[int]] = {}
    for seat, has in enumerate(zip(scores, *(counts for _what, counts in tiebreaks), strict=False)):
        places.setdefault(has, []).append(seat)
    return tuple(tuple(places[has]) for has in sorted(places, reverse=True))
