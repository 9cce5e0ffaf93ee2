"""A cook: what a player of Pizza Master does in the kitchen and at the end of the day.

A cook looks at a state, but only at what its seat knows of it: the own hand and everything that lies open. So it plays
for bots, in worlds that agree with their view, and for anybody in worlds that a search has made up.
"""

from __future__ import annotations

from math import exp

from forno.bots.pizza_master.aims import Aims
from forno.bots.pizza_master.planning import MOST, Option, Plan, Planner, Reach
from forno.bots.pizza_master.style import Style
from forno.games.pizza_master.questions import COINS
from forno.games.pizza_master.state import PizzaMasterState
from forno.games.pizza_master.tables import Tables

EASE = [1 / (1 + exp(-2.2 * (quarter / 4 + 0.6))) for quarter in range(-40, 121)]
"""How likely one gets an ingredient, by how many are to spare, in quarters."""
RISK = 1.2
"""What an order costs that was planned and fails: some of its ingredients are wasted."""
EFFORT = 0.03
"""What collecting one more ingredient costs."""
THEFT = (0.45, 0.22, 0.1, 0.04)
"""How likely another completes a shared order before oneself does, by how many ingredients that other lacks."""


class Cook:
    """Decides by rules of thumb. One for a game; it remembers nothing."""

    def __init__(self, tables: Tables, style: Style) -> None:
        self.tables = tables
        self.style = style
        self.planner = Planner(tables)
        self.aims = Aims(tables)
        self.missing = tables.tallies.missing
        self.total = tables.tallies.total
        self.latest = 0
        """What the plan needed that was followed when collecting last."""

    # Orders

    def bonus(self, state: PizzaMasterState, seat: int) -> list[float] | None:
        if not self.style.aims or not (state.objectives or state.mission >= 0):
            return None
        return self.aims.order_bonus(state, seat)

    def options(self, state: PizzaMasterState, seat: int, own: int, wait: float) -> list[Option]:
        """The orders that this seat could complete, best first. Shared ones may be gone after `wait` turns."""
        tables, style = self.tables, self.style
        bonus = self.bonus(state, seat)
        found: list[Option] = []
        for shared, orders in ((False, state.hands[seat]), (True, state.row)):
            for order in orders:
                worth: float = tables.order_points[order]
                if bonus is not None:
                    worth += style.aims * bonus[tables.category[order]]
                if shared and style.crowd and wait:
                    worth *= self.stays(state, seat, order, wait)
                found.append(Option(order, shared, worth, self.planner.ways[order]))
        if len(found) > 1:
            size = self.planner.size
            found.sort(key=lambda option: option.worth / (size[option.order] + 1), reverse=True)
            if len(found) > style.options:
                pool = own + state.refrigerator + state.reserved[seat]
                guard = tables.tallies.guard
                found = [
                    option
                    for option in found
                    if any(((pool | guard) - needs) & guard == guard for _, needs in option.ways)
                    or state.question <= COINS
                ][: style.options]
        return found

    def stays(self, state: PizzaMasterState, seat: int, order: int, wait: float) -> float:
        """How likely a shared order is still there after so many turns."""
        chance = 1.0
        for other in state.queue or state.order:
            if other != seat:
                tray = state.trays[other] + state.beside[other]
                lack = min([self.total(self.missing(tray, needs)) for _, needs in self.planner.ways[order]])
                chance *= 1 - self.style.crowd * THEFT[lack if lack < 3 else 3] * min(1.0, wait / 3)
        return chance

    # Collecting and making

    def wants(self, state: PizzaMasterState, seat: int) -> list[list[float]]:
        """What everyone else who still collects seems to want: what they bought and haven't taken."""
        loads = self.tables.loads
        found: list[list[float]] = []
        for other in state.queue:
            if other == seat or state.stopped >> other & 1:
                continue
            wants: list[float] = []
            for kind in range(4):
                bought = (state.coins[kind] >> 6 * other & 63) * (loads[kind] if loads[kind] < 2 else 1.5)
                left = bought + 0.4 - (state.trays[other] >> 6 * kind & 63) - (state.reserved[other] >> 6 * kind & 63)
                wants.append(left if left > 0.2 else 0.2)
            found.append(wants)
        return found

    def reach(self, state: PizzaMasterState, seat: int, own: int) -> tuple[Reach, list[float]]:
        """How likely so many of each kind can be had, and how fast others take them."""
        safe = own + state.reserved[seat]
        refrigerator = state.refrigerator
        crowd = self.style.crowd
        wants = self.wants(state, seat) if crowd else []
        rates = [0.0] * 4
        most = [0.0] * 4
        for want in wants:
            whole = sum(want)
            for kind in range(4):
                rates[kind] += crowd * want[kind] / whole
                most[kind] += crowd * want[kind]
        reach: Reach = []
        for kind in range(4):
            amount = safe >> 6 * kind & 63
            there = refrigerator >> 6 * kind & 63
            chances = [1.0] * (amount + 1)
            rate, limit = rates[kind], most[kind]
            for number in range(1, there + 1):
                taken = rate * number
                if taken > limit:
                    taken = limit
                spare = there - number - taken
                chances.append(
                    1 - self.style.caution * (1 - EASE[int(spare * 4 + 40.5) if spare > -10 else 0]) if rate else 1.0
                )
            chances += [0.0] * (MOST - len(chances))
            reach.append(chances)
        return reach, rates

    def plan(self, state: PizzaMasterState, seat: int, own: int, reach: Reach, wait: float) -> Plan:
        """The best plan while collecting: what lies unused on the tray is wasted."""
        options = self.options(state, seat, own, wait)
        if not self.style.together:
            return self.planner.one_by_one(options, reach)
        tray = state.trays[seat]
        guard = self.tables.tallies.guard
        missing = self.missing

        def cost(needs: int) -> float:
            waste = missing(needs, tray) if ((needs | guard) - tray) & guard != guard else 0
            more = missing(own, needs) if ((own | guard) - needs) & guard != guard else 0
            spilt = (waste & 63) + (waste >> 6 & 63) + (waste >> 12 & 63) + (waste >> 18)
            effort = (more & 63) + (more >> 6 & 63) + (more >> 12 & 63) + (more >> 18)
            return spilt + EFFORT * effort

        return self.planner.best(options, reach, self.style.risk, cost)

    def collect(self, state: PizzaMasterState) -> int:
        """PM-9, PM-11: take what the plan lacks, the scarcest first; or complete, or pass."""
        tables = self.tables
        seat = state.seat
        own = state.trays[seat] + state.beside[seat]
        if state.stopped >> seat & 1:
            return self.make(state, tables.pass_)
        reach, rates = self.reach(state, seat, own)
        wait = 0.0
        if tables.one_a_turn and state.row:
            wait = 2.0
        plan = self.plan(state, seat, own, reach, wait)
        lacking = self.missing(own, plan.needs)
        self.latest = plan.needs
        if tables.one_a_turn and lacking and self.style.crowd:
            now = self.plan(state, seat, own, self.planner.reach_of(own), 0.5)
            if now.chosen and now.worth >= plan.worth:
                return self.first_of(state, seat, now)
        if not lacking:
            if not tables.one_a_turn:
                return tables.pass_
            return self.make(state, tables.pass_)
        return self.take(state, seat, lacking, rates)

    def take(self, state: PizzaMasterState, seat: int, lacking: int, rates: list[float]) -> int:
        """One of the lacking ingredients: the one that others leave least of. What is reserved can wait."""
        tables = self.tables
        best = tables.pass_
        least = 1000.0
        for kind in range(4):
            number = lacking >> 6 * kind & 63
            if not number:
                continue
            there = state.refrigerator >> 6 * kind & 63
            if there:
                spare = there - number if not rates[kind] else (there - number) / rates[kind]
                if not self.style.together:
                    spare = kind
                if state.reserved[seat] >> 6 * kind & 63:
                    spare += 2
                if spare < least:
                    best, least = tables.take + kind, spare
            elif least > 900:
                best, least = tables.take_reserved + kind, 900.0
        return best

    def make(self, state: PizzaMasterState, done: int) -> int:
        """PM-10, PM-11: complete what can be, or trade, or be done."""
        seat = state.seat
        own = state.trays[seat] + state.beside[seat]
        plan = self.plan(state, seat, own, self.planner.reach_of(own), 0.5)
        if plan.chosen:
            return self.first_of(state, seat, plan)
        if self.style.trades and self.tables.trading:
            return self.trade(state, seat, own, done, plan.worth)
        return done

    def first_of(self, state: PizzaMasterState, seat: int, plan: Plan) -> int:
        """The order of a plan to complete first: shared ones before own ones, then what is worth most."""
        tables = self.tables
        option, way = max(plan.chosen, key=lambda item: (item[0].shared, item[0].worth))
        return (tables.complete_shared if option.shared else tables.complete) + way

    def trade(self, state: PizzaMasterState, seat: int, own: int, done: int, worth: float) -> int:
        """PM-12: the trade that brings most, if any brings something."""
        tables = self.tables
        best, most = done, 0.4
        plans: dict[int, float] = {}
        for action in state.legal:
            if not tables.trade <= action < tables.trade + 16:
                continue
            unit = tables.unit[max(action - tables.trade - 12, 0)]
            if unit not in plans:
                state.trays[seat] += unit
                plan = self.plan(state, seat, own + unit, self.planner.reach_of(own + unit), 0.5)
                state.trays[seat] -= unit
                plans[unit] = plan.worth - worth if plan.chosen else 0.0
            gain = plans[unit]
            if gain > most:
                gain -= self.style.aims * self.aims.trade_cost(state, seat, action)
                if gain > most:
                    best, most = action, gain
        return best
