"""Chance, from one seed.

All luck in a game comes from its seed, and the same seed deals the same game on every platform and every
version of Python. So nothing here leans on `random`: the bytes come from SHAKE-128, which is a standard, and
what is done with them is written out below.

A game does not draw numbers one after another. It asks for numbered *streams* (`permutation(key, 3, 48)` is
always the same shuffle for the same key), so that a state needs no generator of its own and cloning stays cheap.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import shake_128
from struct import unpack
from typing import TypeVar

from forno.core.seeds import settled_seed
from forno.core.states import Reduced, by_fields, reduce_with_attributes

T = TypeVar("T")


def chance_key(seed: int | str, *context: str) -> bytes:
    """Return the key behind a seed. The context (a game's name) keeps games with the same seed apart.

    Raises `SeedError` for what can't be a seed.
    """
    return shake_128("\x1f".join(("forno", *context, str(settled_seed(seed)))).encode()).digest(16)


def permutation(key: bytes, stream: int, size: int) -> list[int]:
    """Return the numbers 0 … size-1, shuffled. Same key and stream, same shuffle.

    Every number gets 64 random bits and the numbers are sorted by them.
    """
    # A list, as it is quicker to look up in than a tuple.
    ranks = list(unpack(f">{size}Q", shake_128(key + stream.to_bytes(4, "big")).digest(8 * size)))
    return sorted(range(size), key=ranks.__getitem__)


def pick(key: bytes, stream: int, size: int) -> int:
    """Return a random number from 0 to size-1."""
    return permutation(key, stream, size)[0]


class OwnLuck:
    """Luck of each seat's own, for cards that all draw from one pile.

    The next card of a seat is chosen among all that lie there, by a stream that is this seat's alone. That is as random
    as drawing from a shuffled pile, and what one seat draws doesn't shift the cards of another. Streams begin anew
    with every period of a game, a round or a day: somebody who drew a card more before has the same luck again.
    """

    def __init__(self, key: bytes, period: int, drawn: list[int]) -> None:
        self.key = key
        self.period = period
        """The latest period in which somebody drew."""
        self.drawn = drawn
        """Cards that each seat has drawn in that period."""

    def __reduce__(self) -> Reduced:
        return by_fields(self)

    def clone(self) -> OwnLuck:
        return OwnLuck(self.key, self.period, self.drawn.copy())

    def draw(self, seat: int, period: int, counts: list[int], most: int) -> int:
        """Return the kind of the seat's next card, from a pile with `counts` of each kind, which isn't empty.

        Every card that there can be, `most` of a kind, gets 64 random bits; of those that lie there the smallest wins.
        So another pile gives the same card, unless it is the one that makes the difference.
        """
        if period != self.period:
            self.period = period
            self.drawn = [0] * len(self.drawn)
        place = (period, seat, self.drawn[seat])
        self.drawn[seat] = place[2] + 1
        noise = shake_128(self.key + b"".join([number.to_bytes(4, "big") for number in place]))
        ranks = unpack(f">{len(counts) * most}Q", noise.digest(8 * len(counts) * most))
        found, least = -1, 1 << 64
        for kind, count in enumerate(counts):
            for rank in ranks[kind * most : kind * most + count]:
                if rank < least:
                    found, least = kind, rank
        return found


class Chance:
    """Random generator for sampling, bots and random players: seeded, and stable as above."""

    __slots__ = ("_block", "_key", "_numbers")

    def __init__(self, seed: int | str, *context: str) -> None:
        self._key = chance_key(seed, "chance", *context)
        self._block = 0
        self._numbers: list[int] = []

    def __reduce__(self) -> Reduced:
        return reduce_with_attributes(self, 0)

    def bits(self) -> int:
        """64 random bits."""
        if not self._numbers:
            noise = shake_128(self._key + self._block.to_bytes(8, "big")).digest(512)
            self._numbers = list(unpack(">64Q", noise))
            self._block += 1
        return self._numbers.pop()

    def below(self, size: int) -> int:
        """Return a number from 0 to size-1, each equally likely."""
        limit = (1 << 64) - (1 << 64) % size
        while True:
            number = self.bits()
            if number < limit:
                return number % size

    def random(self) -> float:
        """Return a number from 0 up to but not including 1."""
        return (self.bits() >> 11) / (1 << 53)

    def choice(self, items: Sequence[T]) -> T:
        return items[self.below(len(items))]

    def shuffle(self, items: list[T]) -> None:
        """Shuffle a list in place."""
        ranks = [self.bits() for _ in items]
        items[:] = [items[i] for i in sorted(range(len(items)), key=ranks.__getitem__)]
