"""Value of an order beyond its points: objectives at the end of the game, and the daily mission."""

from __future__ import annotations

from math import exp

from forno.games.pizza_master.rules.lookups import Lookups
from forno.games.pizza_master.rules.questions import CATEGORIES, SPECIALS
from forno.games.pizza_master.rules.state import PizzaMasterState

EFFECTS = {
    "nothing": 0.0,
    "special": 1.5,
    "last in order": 0.5,
    "draw": 0.7,
    "receive": 1.6,
    "keep": 0.8,
    "return": 0.3,
}
"""Value of a mission's effect, in points."""
MISSION_CHANCE = 0.45
"""Chance of being the first to fulfil a mission that nobody has fulfilled yet."""
LEAD_SCALE = 0.5
"""Scale of a lead at the very end: the smaller, the more a lead of one counts."""
LEAD_SCALE_PER_DAY = 0.3
"""Growth of that scale for every day that is left."""
POINTS_PER_DAY = 9.0


class BoardStanding:
    """Amounts of one seat that objectives count."""

    __slots__ = ("missions", "orders", "sides", "specials", "types")

    def __init__(self, state: PizzaMasterState, seat: int) -> None:
        tally = state.ledger.face_up[seat]
        declared = state.ledger.declared[seat]
        self.types = [
            (tally >> 12 * kind & 63) + (tally >> 12 * kind + 6 & 63) + (declared >> 6 * kind & 63) for kind in range(4)
        ]
        self.sides = sum(tally >> 12 * kind + 6 & 63 for kind in range(4))
        self.specials = tally >> 6 * SPECIALS & 63
        self.orders = len(state.ledger.completed[seat]) + state.ledger.extras[seat]
        self.missions = len(state.missions.won[seat])

    def add(self, category: int, number: int) -> None:
        """Add orders of a category, or take them away."""
        if category == SPECIALS:
            self.specials += number
        else:
            self.types[category >> 1] += number
            self.sides += number * (category & 1)

    def count(self, counted: str, kind: int) -> float:
        """Return how much of what an objective counts. A special may yet become what is needed."""
        if kind >= 0:
            return self.types[kind] + 0.5 * self.specials
        if counted == "orders":
            return self.orders
        if counted == "missions":
            return self.missions
        if counted == "side dishes":
            return self.sides
        sets = min(self.types)
        spare = self.specials
        while True:
            lacking = sum(1 for amount in self.types if amount <= sets)
            if lacking > spare:
                return sets + 0.6 * (4 - lacking + spare) / 4
            spare -= lacking
            sets += 1


class Aims:
    """Values objectives and missions. One for a game."""

    def __init__(self, lookups: Lookups) -> None:
        self.lookups = lookups
        self.players = lookups.players
        kinds = {"cheese": 0, "vegetable": 1, "seafood": 2, "meat": 3}
        self.kinds = [kinds.get(card.counts, -1) for card in lookups.deck.objectives]
        self.known: dict[object, list[float]] = {}
        self.held: dict[int, list[float]] | None = None
        """Gains by seat, while they are held fixed; see `hold`."""

    def hold(self) -> None:
        """Cache for every seat the value of orders beyond their points."""
        self.held = {}

    def days_left(self, state: PizzaMasterState) -> float:
        left = (self.lookups.goal - max(state.ledger.points)) / POINTS_PER_DAY
        return left if left > 0 else 0.0

    def objectives(self, state: PizzaMasterState, seat: int) -> tuple[int, ...]:
        """Return the objectives that this seat knows of."""
        objectives = state.objectives
        return (*objectives.shared, objectives.secrets[seat]) if objectives.secrets else objectives.shared

    def outlook(
        self, standings: list[BoardStanding], objectives: tuple[int, ...], blur: float, order: tuple[int, ...]
    ) -> list[float]:
        """Return what everyone may expect from the objectives, in points."""
        expected = [0.0] * self.players
        for objective in objectives:
            card = self.lookups.deck.objectives[objective]
            kind = self.kinds[objective]
            counts = [standing.count(card.counts, kind) for standing in standings]
            top = min(counts) if card.fewest else max(counts)
            shares = [exp(-abs(count - top) / blur) for count in counts]
            if blur <= LEAD_SCALE:
                shares[next(seat for seat in order if counts[seat] == top)] *= 3
            whole = sum(shares, 0.0)
            for seat, share in enumerate(shares):
                if card.worth == "everyone":
                    worth = sum(counts, 0.0) + 1.5 * blur
                elif card.worth == "players":
                    worth = float(self.players)
                elif card.worth == "own":
                    worth = counts[seat]
                else:
                    worth = counts[seat] * self.players
                expected[seat] += share / whole * worth * card.times
        return expected

    def gain(self, before: list[float], after: list[float], seat: int) -> float:
        """Return what a change brings a seat, counting what others lose by it."""
        others = (sum(after, 0.0) - after[seat]) - (sum(before, 0.0) - before[seat])
        return after[seat] - before[seat] - others / (self.players - 1)

    def order_bonus(self, state: PizzaMasterState, seat: int) -> list[float]:
        """Return what one more order brings besides its points, by category."""
        if self.held is None:
            return self.fresh_bonus(state, seat)
        bonus = self.held.get(seat)
        if bonus is None:
            bonus = self.held[seat] = self.fresh_bonus(state, seat)
        return bonus

    def fresh_bonus(self, state: PizzaMasterState, seat: int) -> list[float]:
        key = (
            seat,
            tuple(state.ledger.face_up),
            tuple(state.missions.won),
            tuple([len(orders) for orders in state.ledger.completed]),
            max(state.ledger.points),
            state.order,
            state.missions.today if state.missions.achiever < 0 else -1,
            self.objectives(state, seat),
        )
        known = self.known.get(key)
        if known is not None:
            return known
        blur = LEAD_SCALE + LEAD_SCALE_PER_DAY * self.days_left(state)
        objectives = self.objectives(state, seat)
        standings = [BoardStanding(state, other) for other in range(self.players)]
        before = self.outlook(standings, objectives, blur, state.order)
        own = standings[seat]
        bonus: list[float] = []
        own.orders += 1
        for category in range(CATEGORIES):
            own.add(category, 1)
            after = self.outlook(standings, objectives, blur, state.order)
            own.add(category, -1)
            bonus.append(self.gain(before, after, seat))
        own.orders -= 1
        if state.missions.today >= 0 and state.missions.achiever < 0:
            self.add_mission(state, standings, seat, before, blur, bonus)
        if len(self.known) > 4000:
            self.known.clear()
        self.known[key] = bonus
        return bonus

    def add_mission(
        self,
        state: PizzaMasterState,
        standings: list[BoardStanding],
        seat: int,
        before: list[float],
        blur: float,
        bonus: list[float],
    ) -> None:
        """Add the value of the daily mission to the orders that count for it."""
        mission = self.lookups.deck.missions[state.missions.today]
        if mission.goal not in ("orders", "side dishes", "type"):
            return
        standings[seat].missions += 1
        after = self.outlook(standings, self.objectives(state, seat), blur, state.order)
        standings[seat].missions -= 1
        worth = mission.bonus + EFFECTS[mission.effect] + self.gain(before, after, seat)
        watch = self.lookups.watches[state.missions.today]
        for category in range(CATEGORIES):
            if watch >> category & 1:
                bonus[category] += MISSION_CHANCE * worth / mission.number

    def trade_cost(self, state: PizzaMasterState, seat: int, action: int) -> float:
        """Return what turning two orders face down costs."""
        objectives = self.objectives(state, seat)
        if not objectives:
            return 0.0
        blur = LEAD_SCALE + LEAD_SCALE_PER_DAY * self.days_left(state)
        standings = [BoardStanding(state, other) for other in range(self.players)]
        before = self.outlook(standings, objectives, blur, state.order)
        place = action - self.lookups.trade
        if place >= 12:
            standings[seat].add(SPECIALS, -2)
        else:
            kind, sides = divmod(place, 3)
            standings[seat].add(2 * kind, sides - 2)
            standings[seat].add(2 * kind + 1, -sides)
        after = self.outlook(standings, objectives, blur, state.order)
        return -self.gain(before, after, seat)
