"""Prospects of a seat for the rest of the day, from what it sees; and a warning where they would be wasted."""

from __future__ import annotations

from forno.core.language import _
from forno.games.pizza_master.bots.planning import Candidate, Plan, Planner
from forno.games.pizza_master.game import PizzaMaster
from forno.games.pizza_master.knowledge.views import PizzaMasterView
from forno.games.pizza_master.rules.events import Amounts
from forno.games.pizza_master.words import amount_text, card_names, many_points
from forno.pages.caches import SMALL_CACHE, once_a_game


@once_a_game(SMALL_CACHE)
def planner_of(game: PizzaMaster) -> Planner:
    return Planner(game.lookups)


class OrderProspects:
    """The orders within reach of a seat, and what ingredients would make of them (PM-10, PM-11, PM-13)."""

    def __init__(self, view: PizzaMasterView) -> None:
        assert view.seat is not None
        lookups = view.game.lookups
        self.view = view
        self.lookups = lookups
        self.planner = planner_of(view.game)
        names = lookups.order_names
        self.options = [self._option(names.index(name), False) for name in view.hand or ()]
        self.options += [self._option(names.index(name), True) for name in view.row]
        self.tray = lookups.tallies.pack(view.trays[view.seat])
        self.own = self.tray + lookups.tallies.pack(view.beside[view.seat])

    def _option(self, order: int, shared: bool) -> Candidate:
        return Candidate(order, shared, float(self.lookups.order_points[order]), self.planner.ways[order])

    def best(self, more: int = 0) -> Plan:
        """Return the orders that bring most with what the seat has, and the tally `more` besides.

        What lies unused on the tray in the evening costs a point a piece (PM-13).
        """
        tallies = self.lookups.tallies
        tray = self.tray + more
        return self.planner.best(
            self.options,
            self.planner.reach_of(self.own + more),
            lambda needs: float(tallies.total(tallies.missing(needs, tray))),
        )

    def names(self, plan: Plan, but: Plan | None = None) -> str:
        """Return the orders of a plan, but for those of another."""
        left = [option.order for option, _way in but.chosen] if but else []
        found: list[str] = []
        for option, _way in plan.chosen:
            if option.order in left:
                left.remove(option.order)
            else:
                found.append(self.lookups.order_names[option.order])
        return card_names(found)

    def points(self, plan: Plan) -> int:
        return sum(self.lookups.order_points[option.order] for option, _way in plan.chosen)

    def there(self) -> Amounts:
        """Return what this seat may take now: from the refrigerator, or what is reserved for it."""
        view = self.view
        assert view.seat is not None
        mine = view.reserved[view.seat]
        return tuple(common + own for common, own in zip(view.refrigerator, mine, strict=True))


def wasted_by_finishing(view: PizzaMasterView) -> str:
    """Return a warning where orders could still be completed; empty where nothing would be lost."""
    prospects = OrderProspects(view)
    plan = prospects.best()
    if not plan.chosen:
        return ""
    asked = _("You can still complete {orders} for {points}. Finish anyway?")
    return asked.format(orders=prospects.names(plan), points=many_points(prospects.points(plan)))


def wasted_by_passing(view: PizzaMasterView) -> str:
    """Return a warning where passing ends it all (PM-11), or one more ingredient completes an order (PM-9)."""
    prospects = OrderProspects(view)
    now = prospects.best()
    if view.game.mode.one_a_turn and now.chosen:
        asked = _("You can still complete {orders} for {points}. Pass anyway?")
        return asked.format(orders=prospects.names(now), points=many_points(prospects.points(now)))
    if view.seat in view.stopped:
        return ""
    found = [
        (plan.worth - now.worth, kind, plan)
        for kind, number in enumerate(prospects.there())
        if number and (plan := prospects.best(prospects.lookups.tallies.unit[kind])).worth > now.worth
    ]
    if not found:
        return ""
    more, kind, plan = max(found, key=lambda way: way[0])
    asked = _("{amount} would complete {orders} for {points} more. Pass anyway?")
    orders = prospects.names(plan, now)
    return asked.format(amount=amount_text(1, kind), orders=orders, points=many_points(int(more)))
