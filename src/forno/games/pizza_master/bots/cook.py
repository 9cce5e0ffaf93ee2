"""Decisions of a bot in the kitchen: collecting, making, trading.

A cook looks at a state, but only at what its seat knows of it: its hand and everything that lies open. So it plays
for bots, in worlds that agree with their view, and for anybody in worlds that a search has made up.
"""

from __future__ import annotations

from forno.games.pizza_master.bots.aims import Aims
from forno.games.pizza_master.bots.planning import Candidate, Plan, Planner, Reach
from forno.games.pizza_master.bots.style import Style
from forno.games.pizza_master.rules.lookups import Lookups
from forno.games.pizza_master.rules.questions import COINS
from forno.games.pizza_master.rules.state import PizzaMasterState

COLLECTING_COST = 0.03
"""Cost of collecting one more ingredient."""
THEFT_CHANCES = (0.45, 0.22, 0.1, 0.04)
"""Chance that another player completes a shared order first, by the number of ingredients that player lacks."""


class KitchenCook:
    """Decides by rules of thumb. One for a game; it remembers nothing."""

    def __init__(self, lookups: Lookups, style: Style) -> None:
        self.lookups = lookups
        self.style = style
        self.planner = Planner(lookups)
        self.aims = Aims(lookups)
        self.missing = lookups.tallies.missing
        self.total = lookups.tallies.total
        self.latest = 0
        """Needs of the plan that was followed when collecting last."""

    # Orders

    def bonus(self, state: PizzaMasterState, seat: int) -> list[float] | None:
        if not self.style.aims or not (state.objectives.shared or state.missions.today >= 0):
            return None
        return self.aims.order_bonus(state, seat)

    def options(self, state: PizzaMasterState, seat: int, own: int, wait: float) -> list[Candidate]:
        """Return the orders that this seat could complete, best first. Shared ones may be gone after `wait` turns."""
        lookups, style = self.lookups, self.style
        bonus = self.bonus(state, seat)
        found: list[Candidate] = []
        for shared, orders in ((False, state.orders.hands[seat]), (True, state.orders.row)):
            for order in orders:
                worth = float(lookups.order_points[order])
                if bonus is not None:
                    worth += style.aims * bonus[lookups.category[order]]
                if shared and style.crowd and wait:
                    worth *= self.stays(state, seat, order, wait)
                found.append(Candidate(order, shared, worth, self.planner.ways[order]))
        if len(found) > 1:
            size = self.planner.size
            found.sort(key=lambda option: option.worth / (size[option.order] + 1), reverse=True)
            if len(found) > style.options:
                pool = own + state.board.refrigerator + state.board.reserved[seat]
                guard = lookups.tallies.guard
                found = [
                    option
                    for option in found
                    if any(((pool | guard) - needs) & guard == guard for _, needs in option.ways)
                    or state.question <= COINS
                ][: style.options]
        return found

    def stays(self, state: PizzaMasterState, seat: int, order: int, wait: float) -> float:
        """Return how likely a shared order is still there after this many turns."""
        chance = 1.0
        for other in state.queue or state.order:
            if other != seat:
                tray = state.board.trays[other] + state.board.beside[other]
                lack = min([self.total(self.missing(tray, needs)) for _, needs in self.planner.ways[order]])
                chance *= 1 - self.style.crowd * THEFT_CHANCES[lack if lack < 3 else 3] * min(1.0, wait / 3)
        return chance

    # Collecting and making

    def reach(self, state: PizzaMasterState, seat: int, own: int) -> Reach:
        """Return what can be had: hopes are worth more than the waste of those that fail."""
        if state.stopped >> seat & 1:
            return self.planner.reach_of(own)
        return self.planner.reach_of(own + state.board.refrigerator + state.board.reserved[seat])

    def plan(self, state: PizzaMasterState, seat: int, own: int, reach: Reach, wait: float) -> Plan:
        """Return the best plan while collecting: what lies unused on the tray is wasted."""
        options = self.options(state, seat, own, wait)
        if not self.style.together:
            return self.planner.one_by_one(options, reach)
        tray = state.board.trays[seat]
        guard = self.lookups.tallies.guard
        missing = self.missing

        def cost(needs: int) -> float:
            waste = missing(needs, tray) if ((needs | guard) - tray) & guard != guard else 0
            more = missing(own, needs) if ((own | guard) - needs) & guard != guard else 0
            spilt = (waste & 63) + (waste >> 6 & 63) + (waste >> 12 & 63) + (waste >> 18)
            effort = (more & 63) + (more >> 6 & 63) + (more >> 12 & 63) + (more >> 18)
            return spilt + COLLECTING_COST * effort

        return self.planner.best(options, reach, cost)

    def collect(self, state: PizzaMasterState) -> int:
        """PM-9, PM-11: take what the plan lacks, the scarcest first; or complete, or pass."""
        lookups = self.lookups
        seat = state.seat
        own = state.board.trays[seat] + state.board.beside[seat]
        if state.stopped >> seat & 1:
            return self.make(state, lookups.pass_)
        wait = 2.0 if lookups.one_a_turn and state.orders.row else 0.0
        plan = self.plan(state, seat, own, self.reach(state, seat, own), wait)
        lacking = self.missing(own, plan.needs)
        self.latest = plan.needs
        if lookups.one_a_turn and lacking and self.style.crowd:
            now = self.plan(state, seat, own, self.planner.reach_of(own), 0.5)
            if now.chosen and now.worth >= plan.worth:
                return self.first_of(state, seat, now)
        if not lacking:
            if self.style.spite and len(state.queue) > 1:
                denied = self.deny(state, seat)
                if denied >= 0:
                    return denied
            if not lookups.one_a_turn:
                return lookups.pass_
            return self.make(state, lookups.pass_)
        return self.take(state, seat, lacking)

    def take(self, state: PizzaMasterState, seat: int, lacking: int) -> int:
        """Return one of the lacking ingredients: the one of which least is to spare. What is reserved can wait."""
        lookups = self.lookups
        best = lookups.pass_
        least = 1000.0
        for kind in range(4):
            number = lacking >> 6 * kind & 63
            if not number:
                continue
            there = state.board.refrigerator >> 6 * kind & 63
            if there:
                spare = self.spare(there, number, kind)
                if state.board.reserved[seat] >> 6 * kind & 63:
                    spare += 2
                if spare < least:
                    best, least = lookups.take + kind, spare
            elif least > 900:
                best, least = lookups.take_reserved + kind, 900.0
        return best

    def spare(self, there: int, number: int, kind: int) -> float:
        """Return how little need there is to hurry, by how many of a kind are there and how many lack."""
        margin = there - number
        notices = self.style.notices
        if notices is None or margin < notices:
            return margin
        return notices + (-number / 10 if self.style.together else kind / 10)

    def deny(self, state: PizzaMasterState, seat: int) -> int:
        """Return an ingredient to take away from others who bought and need it; -1 if that isn't worth the waste."""
        lookups = self.lookups
        best, most = -1, 1.0
        for kind in range(4):
            there = state.board.refrigerator >> 6 * kind & 63
            if not there:
                continue
            harm = 0.0
            for other in state.queue:
                if other == seat or state.stopped >> other & 1:
                    continue
                bought = (state.board.coins[kind] >> 6 * other & 63) * (1.5 if kind == 0 else 1)
                had = (state.board.trays[other] >> 6 * kind & 63) + (state.board.reserved[other] >> 6 * kind & 63)
                if bought - had > there - 1:
                    harm += self.style.spite
            harm /= lookups.players - 1
            if harm > most:
                best, most = lookups.take + kind, harm
        return best

    def make(self, state: PizzaMasterState, done: int) -> int:
        """PM-10, PM-11: complete what can be, or trade, or be done."""
        seat = state.seat
        own = state.board.trays[seat] + state.board.beside[seat]
        plan = self.plan(state, seat, own, self.planner.reach_of(own), 0.5)
        if plan.chosen:
            return self.first_of(state, seat, plan)
        if self.style.trades and self.lookups.trading:
            return self.trade(state, seat, own, done, plan.worth)
        return done

    def first_of(self, state: PizzaMasterState, seat: int, plan: Plan) -> int:
        """Return the order of a plan to complete first: shared ones before own ones, then what is worth most."""
        lookups = self.lookups
        option, way = max(plan.chosen, key=lambda item: (item[0].shared, item[0].worth))
        return (lookups.complete_shared if option.shared else lookups.complete) + way

    def trade(self, state: PizzaMasterState, seat: int, own: int, done: int, worth: float) -> int:
        """PM-12: the trade that brings most, if any brings something."""
        lookups = self.lookups
        best, most = done, 0.4
        plans: dict[int, float] = {}
        for action in state.legal:
            if not lookups.trade <= action < lookups.trade + 16:
                continue
            unit = lookups.unit[max(action - lookups.trade - 12, 0)]
            if unit not in plans:
                state.board.trays[seat] += unit
                plan = self.plan(state, seat, own + unit, self.planner.reach_of(own + unit), 0.5)
                state.board.trays[seat] -= unit
                plans[unit] = plan.worth - worth if plan.chosen else 0.0
            gain = plans[unit]
            if gain > most:
                gain -= self.style.aims * self.aims.trade_cost(state, seat, action)
                if gain > most:
                    best, most = action, gain
        return best
