"""The morning: which orders to discard, and where to put the coins (PM-4, PM-6)."""

from __future__ import annotations

from forno.games.pizza_master.bots.cook import KitchenCook
from forno.games.pizza_master.bots.planning import MAX_AMOUNT, Plan, Reach
from forno.games.pizza_master.rules.morning import coins_of
from forno.games.pizza_master.rules.state import PizzaMasterState

MIN_COIN_AMOUNT = 0.35
"""Amount of an ingredient below which it isn't worth a coin."""


class Shopper:
    """Decides by the plan for the day: what it needs, less what is there without own coins."""

    def __init__(self, cook: KitchenCook) -> None:
        self.cook = cook
        self.lookups = cook.lookups
        self.style = cook.style

    def there(self, state: PizzaMasterState, seat: int) -> list[float]:
        """Return what this seat counts on without own coins: what lies beside the tray, and leftovers."""
        style = self.style
        beside = state.board.beside[seat]
        amounts: list[float] = []
        for kind in range(4):
            left = style.leftovers * (state.board.refrigerator >> 6 * kind & 63)
            amounts.append((beside >> 6 * kind & 63) + left)
        return amounts

    def plan(self, state: PizzaMasterState, seat: int, coins: int, section: int) -> tuple[Plan, list[float]]:
        """Return the plan for the day with this many coins left, and what is there for it already."""
        loads = self.lookups.loads
        amounts = self.there(state, seat)
        for kind in range(section):
            amounts[kind] += (state.board.coins[kind] >> 6 * seat & 63) * loads[kind]
        style = self.style
        reach: Reach = []
        for kind in range(4):
            most = int(amounts[kind] + 1.0) + (coins * loads[kind] if kind >= section else 0)
            reach.append([True] * (most + 1) + [False] * (MAX_AMOUNT - most - 1))
        options = self.cook.options(state, seat, state.board.beside[seat], 2.0)
        if not style.together:
            return self.one_by_one(state, seat, coins, section, amounts), amounts

        def cost(needs: int) -> float:
            left = coins
            lack = 0.0
            for kind in range(4):
                more = (needs >> 6 * kind & 63) - amounts[kind]
                if more > 0:
                    if kind < section:
                        lack += more
                    elif more > MIN_COIN_AMOUNT:
                        load = loads[kind]
                        left -= int((more - MIN_COIN_AMOUNT) / load) + 1
                        lack += 0.1
                    else:
                        lack += 0.5 * more
            if left < 0:
                lack -= 1.15 * left
            return style.lack * lack

        return self.cook.planner.best(options, reach, cost), amounts

    def one_by_one(self, state: PizzaMasterState, seat: int, coins: int, section: int, amounts: list[float]) -> Plan:
        """Put coins on the order with most points, then on the next, while there are any."""
        loads = self.lookups.loads
        options = self.cook.options(state, seat, state.board.beside[seat], 0.0)
        needs = 0
        chosen = Plan(0.0, 0, ())
        for option in sorted(options, key=lambda option: -option.worth):
            for way, more in option.ways:
                total = needs + more
                spent = 0
                for kind in range(4):
                    lack = (total >> 6 * kind & 63) - amounts[kind]
                    if lack > 0:
                        spent += 99 if kind < section else -int(-lack // loads[kind])
                if spent <= coins:
                    needs = total
                    chosen = Plan(chosen.worth + option.worth, needs, (*chosen.chosen, (option, way)))
                    break
        return chosen

    def shop(self, state: PizzaMasterState) -> int:
        """PM-6: coins for what the plan lacks in this section."""
        seat = state.seat
        section = state.board.section
        coins = state.board.unplaced
        plan, amounts = self.plan(state, seat, coins, section)
        loads = self.lookups.loads
        spent = [0] * 4
        lacks = [0.0] * 4
        for kind in range(section, 4):
            lacks[kind] = (plan.needs >> 6 * kind & 63) - amounts[kind]
            if lacks[kind] > MIN_COIN_AMOUNT:
                spent[kind] = int((lacks[kind] - MIN_COIN_AMOUNT) / loads[kind]) + 1
        over = sum(spent) - coins
        while over > 0:
            kind = max(range(section, 4), key=lambda kind: spent[kind])
            spent[kind] -= 1
            over -= 1
        while over < 0:
            kind = max(range(section, 4), key=lambda kind: self.wish(state, plan, amounts, spent, kind))
            spent[kind] += 1
            over += 1
        return state.legal[spent[section]]

    def wish(self, state: PizzaMasterState, plan: Plan, amounts: list[float], spent: list[int], kind: int) -> float:
        """Return how useful one more coin is that the plan doesn't need: it makes safer what was only hoped for."""
        need = plan.needs >> 6 * kind & 63
        load = self.lookups.loads[kind]
        hope = need - (state.board.beside[state.seat] >> 6 * kind & 63) - spent[kind] * load
        return hope / load + (0.3 if need else 0.0) - 0.2 * spent[kind] - (0.1 if kind == 0 else 0)

    def discard(self, state: PizzaMasterState) -> int:
        """PM-4: what isn't planned goes, unless it brings a lot for a coin."""
        lookups, style = self.lookups, self.style
        if not style.redraws:
            return lookups.keep
        seat = state.seat
        plan, amounts = self.plan(state, seat, coins_of(state, seat), 0)
        used = [option.order for option, _ in plan.chosen if not option.shared]
        worst, least = lookups.keep, style.fit
        for option in self.cook.options(state, seat, state.board.beside[seat], 0.0):
            if option.shared:
                continue
            if option.order in used:
                used.remove(option.order)
                continue
            fit = max(option.worth / self.price(needs, amounts) for _, needs in option.ways)
            if fit < least:
                worst, least = lookups.discard + option.order, fit
        return worst

    def price(self, needs: int, amounts: list[float]) -> float:
        """Return the coins that an order takes, a little less for what is there anyway."""
        loads = self.lookups.loads
        price = 0.0
        for kind in range(4):
            number = needs >> 6 * kind & 63
            price += (number - 0.15 * min(number, amounts[kind])) / loads[kind]
        return price
