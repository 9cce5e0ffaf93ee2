"""Plans: which orders to complete together, given what can be had.

Orders share ingredients, so the best plan isn't the best order and then the next best. All sets of orders are gone
through at once, as sums of what they need: of the sets that need the same only the one that is worth most is kept.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from forno.games.pizza_master.rules.cards import KINDS
from forno.games.pizza_master.rules.lookups import Lookups

MAX_AMOUNT = 64
"""More of a kind than anybody ever needs."""

Ways = tuple[tuple[int, int], ...]
"""Ways to complete an order: its number in the lookups, and what it needs."""
Reach = list[list[bool]]
"""Whether a number of a kind can be had, by kind and number."""


class Candidate:
    """An order card that could be completed."""

    __slots__ = ("order", "shared", "ways", "worth")

    def __init__(self, order: int, shared: bool, worth: float, ways: Ways) -> None:
        self.order = order
        self.shared = shared
        self.worth = worth
        self.ways = ways


class Plan:
    """Orders to complete, with what they need together."""

    __slots__ = ("chosen", "needs", "worth")

    def __init__(self, worth: float, needs: int, chosen: tuple[tuple[Candidate, int], ...]) -> None:
        self.worth = worth
        self.needs = needs
        self.chosen = chosen
        """Every order with the way in which it is completed."""


class Planner:
    """Makes plans. One for a game; it remembers nothing."""

    def __init__(self, lookups: Lookups) -> None:
        self.lookups = lookups
        self.kinds = range(len(KINDS))
        self.ways: list[Ways] = [()] * lookups.different
        for way, order in enumerate(lookups.way_order):
            self.ways[order] += ((way, lookups.way_needs[way]),)
        self.size = [lookups.tallies.total(ways[0][1]) for ways in self.ways]
        """Number of ingredients of every order."""
        self.certain: dict[int, Reach] = {}

    def reach_of(self, tally: int) -> Reach:
        """Return the reach of these ingredients and no more."""
        known = self.certain.get(tally)
        if known is None:
            known = []
            for amount in self.lookups.tallies.unpack(tally):
                known.append([True] * (amount + 1) + [False] * (MAX_AMOUNT - amount - 1))
            if len(self.certain) > 5000:
                self.certain.clear()
            self.certain[tally] = known
        return known

    def sums(
        self, options: Sequence[Candidate], reach: Reach
    ) -> dict[int, tuple[float, tuple[tuple[Candidate, int], ...]]]:
        """Return all that can be planned, by what it needs: the most that it is worth, and the orders."""
        first, second, third, fourth = reach
        found: dict[int, tuple[float, tuple[tuple[Candidate, int], ...]]] = {0: (0.0, ())}
        for option in options:
            worth = option.worth
            if worth <= 0:
                continue
            for used, (value, chosen) in list(found.items()):
                for way, needs in option.ways:
                    total = used + needs
                    if not (
                        first[total & 63]
                        and second[total >> 6 & 63]
                        and third[total >> 12 & 63]
                        and fourth[total >> 18]
                    ):
                        continue
                    better = value + worth
                    old = found.get(total)
                    if old is None or old[0] < better:
                        found[total] = (better, (*chosen, (option, way)))
        return found

    def best(self, options: Sequence[Candidate], reach: Reach, cost: Callable[[int], float]) -> Plan:
        """Return the plan that is worth most, less what its needs cost."""
        best = -cost(0)
        needs = 0
        orders: tuple[tuple[Candidate, int], ...] = ()
        for total, (value, chosen) in self.sums(options, reach).items():
            if value > best:
                value -= cost(total)
                if value > best:
                    best, needs, orders = value, total, chosen
        return Plan(best, needs, orders)

    def one_by_one(self, options: Sequence[Candidate], reach: Reach) -> Plan:
        """Return the order with most points that can be had, then the next, without a look at how they go together."""
        first, second, third, fourth = reach
        needs = 0
        worth = 0.0
        orders: tuple[tuple[Candidate, int], ...] = ()
        for option in sorted(options, key=lambda option: -option.worth):
            for way, amounts in option.ways:
                total = needs + amounts
                if first[total & 63] and second[total >> 6 & 63] and third[total >> 12 & 63] and fourth[total >> 18]:
                    needs = total
                    worth += option.worth
                    orders += ((option, way),)
                    break
        return Plan(worth, needs, orders)
