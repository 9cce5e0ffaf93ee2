"""Equations in whole numbers: whether unseen cards can explain what everybody did and what a sampled world says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import inf

Unseen = dict[int, int]
"""Cards that nobody but their owner saw: for each kind, which unknown says how many there are."""
Row = tuple[dict[int, int], float, float]
"""Factors of unknowns, and the least and the most of their sum."""


class Equations:
    """Unknown amounts of cards, and what is certain of them."""

    def __init__(self, kinds: int) -> None:
        self.kinds = range(kinds)
        self.unknown = 0
        self.rows: list[Row] = []

    def unseen(self, number: int) -> Unseen:
        """Return unknowns for `number` cards."""
        found = {kind: self.unknown + place for place, kind in enumerate(self.kinds)}
        self.unknown += len(found)
        self.rows.append((dict.fromkeys(found.values(), 1), number, number))
        return found

    def can_be(self, more: Sequence[Row]) -> bool:
        """Return whether all of it can be true together, with further rows."""
        from scipy.optimize import Bounds, LinearConstraint, milp  # slow to import, and most test runs don't need it
        from scipy.sparse import csr_array

        rows = [*self.rows, *more]
        if any(not factors and not least <= 0 <= most for factors, least, most in rows):
            return False
        entries = [(line, place, factor) for line, row in enumerate(rows) for place, factor in row[0].items()]
        if not entries:
            return True
        lines, columns, factors = zip(*entries, strict=True)
        matrix = csr_array((factors, (lines, columns)), shape=(len(rows), self.unknown))
        limits = LinearConstraint(matrix, [row[1] for row in rows], [row[2] for row in rows])
        whole, costless = [1] * self.unknown, [0] * self.unknown
        return bool(milp(costless, integrality=whole, bounds=Bounds(0, inf), constraints=limits).success)


class Hand:
    """A hand that another seat holds."""

    def __init__(self) -> None:
        self.drawn: list[Unseen] = []
        self.discarded: list[Unseen] = []
        self.shown: Counter[int] = Counter()

    def holds(self, kind: int, least: float, most: float) -> Row:
        """Say how many cards of a kind there are."""
        factors = {drawn[kind]: 1 for drawn in self.drawn} | {thrown[kind]: -1 for thrown in self.discarded}
        return factors, least + self.shown[kind], most + self.shown[kind]
