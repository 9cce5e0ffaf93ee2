"""Tallies: how many of each kind, packed into one integer.

A pile of which only the amounts matter (a hand, what lies on the table, a tray) is one integer with a field of
a few bits for every kind. Adding and taking away piles is then plain `+` and `-`, a copy costs nothing, and
"are all of these there?" is one expression. The highest bit of each field is a guard that is never set in a
tally, so a field of five bits counts to 15 and one of six to 31.

    tallies = Tallies(kinds=6, bits=5)
    hand = tallies.pack([0, 0, 2, 0, 1, 0])
    hand += tallies.unit[4]
    tallies.covers(hand, needs)
"""

from __future__ import annotations

from collections.abc import Sequence

from forno.core.states import Reduced

MAX_CACHED_TALLIES = 5000
"""Size of the cache of unpacked tallies."""


class Tallies:
    """Layout of tallies: the number of kinds, and the bits for each."""

    def __init__(self, kinds: int, bits: int) -> None:
        self.kinds = kinds
        self.bits = bits
        self.shifts = [bits * kind for kind in range(kinds)]
        self.unit = [1 << shift for shift in self.shifts]
        self.field = (1 << (bits - 1)) - 1
        self.guard = sum(1 << (bits * kind + bits - 1) for kind in range(kinds))
        self.pairs = sum(((1 << bits) - 1) << (2 * bits * pair) for pair in range((kinds + 1) // 2))
        self._unpacked: dict[int, tuple[int, ...]] = {}

    def __copy__(self) -> Tallies:
        return self

    def __deepcopy__(self, memo: object) -> Tallies:
        return self

    def __reduce__(self) -> Reduced:
        return Tallies, (self.kinds, self.bits)

    def pack(self, counts: Sequence[int]) -> int:
        """Return the tally of these amounts, one for each kind in order."""
        tally = 0
        for kind in range(self.kinds):
            tally += counts[kind] * self.unit[kind]
        return tally

    def unpack(self, tally: int) -> tuple[int, ...]:
        """Return the amount of each kind, in order. The same piles come again and again, so the last ones are kept."""
        found = self._unpacked.get(tally)
        if found is None:
            if len(self._unpacked) >= MAX_CACHED_TALLIES:
                self._unpacked.clear()
            field = self.field
            found = self._unpacked[tally] = tuple([tally >> shift & field for shift in self.shifts])
        return found

    def count(self, tally: int, kind: int) -> int:
        """Return the number of one kind."""
        return (tally >> (self.bits * kind)) & self.field

    def only_kind(self, tally: int) -> int:
        """Return the kind of a tally that holds one kind alone."""
        return (tally.bit_length() - 1) // self.bits

    def total(self, tally: int) -> int:
        """Return the number of all kinds together."""
        # Fields are added in pairs, so that no sum overflows, and the sum of the pairs is the remainder.
        bits = self.bits
        return ((tally & self.pairs) + (tally >> bits & self.pairs)) % ((1 << 2 * bits) - 1)

    def covers(self, tally: int, needs: int) -> bool:
        """Return whether there are at least as many of every kind as needed."""
        guard = self.guard
        return ((tally | guard) - needs) & guard == guard

    def missing(self, tally: int, needs: int) -> int:
        """Return the part of the needs that isn't there."""
        # Where enough is there the guard survives the subtraction; elsewhere the field is what lacks below the guard.
        guard = self.guard
        left = (tally | guard) - needs
        enough = left & guard
        return guard - (left & ~(enough - (enough >> (self.bits - 1))))

    def cards(self, tally: int) -> list[int]:
        """Return one unit for every single card in the tally, by kind in order."""
        units: list[int] = []
        for kind in range(self.kinds):
            units += [self.unit[kind]] * self.count(tally, kind)
        return units
