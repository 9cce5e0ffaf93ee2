"""Shuffles of the supplies of later rounds, settled when the game is dealt.

MM-17 shuffles the used ingredients after every opening. Which ingredients those are shows only then, so each shuffle is
one of all ingredients in the game; the new supply keeps its order and leaves out what isn't used. That is as random as
shuffling the used ones alone, and can be done when the game is dealt, so that no time goes into chance in play and
search. In a world that is only looked at, nothing is shuffled.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate, compress

from forno.core.chance import permutation
from forno.core.states import Reduced, by_fields
from forno.games.mamma_mia.rules.lookups import Lookups

COPIES = 16
"""A card is numbered `kind * COPIES + copy`."""
_TAKEN = [b"\1" * count + b"\0" * (COPIES - count) for count in range(COPIES)]


class Shuffle:
    """All ingredients of a game in random order."""

    def __init__(self, lookups: Lookups, key: bytes, stream: int) -> None:
        self.lookups = lookups
        self.key = key
        self.stream = stream
        self.cards = b""
        self.units: list[int] = []

    def settle(self) -> None:
        """Shuffle: when the game is dealt, or at the latest when the first supply is asked for."""
        lookups = self.lookups
        numbers = [kind * COPIES + copy for kind in range(lookups.kinds) for copy in range(lookups.copies)]
        order = [numbers[place] for place in permutation(self.key, self.stream, len(numbers))]
        self.cards = bytes(order)
        self.units = [lookups.tallies.unit[number // COPIES] for number in order]

    def __reduce__(self) -> Reduced:
        return by_fields(self)

    def supply(self, counts: Sequence[int]) -> tuple[int, ...]:
        """Return the supply made of these numbers of cards of each kind (see `stack`)."""
        if not self.units:
            self.settle()
        taken = b"".join([_TAKEN[count] for count in counts]).ljust(256, b"\0")
        return stack(compress(self.units, self.cards.translate(taken)))


def stack(cards: Iterable[int]) -> tuple[int, ...]:
    """Return a supply of these cards, the bottom one first: place `n` holds the tally of the lowest `n` cards."""
    return tuple(accumulate(cards, initial=0))


def shuffles(lookups: Lookups, key: bytes) -> tuple[Shuffle, ...]:
    """Return a shuffle for every opening but the last, after which nothing is shuffled."""
    return tuple([Shuffle(lookups, key, stream) for stream in range(1, lookups.openings)])
