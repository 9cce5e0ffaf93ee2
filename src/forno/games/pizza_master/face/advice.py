"""Advice: what to do now, and why, in one sentence. Nothing is to be remembered here, so it comes from what is seen."""

from __future__ import annotations

from forno.core.chance import Chance
from forno.core.language import N_, _, labelled, stated
from forno.games.pizza_master.bots.cook import KitchenCook
from forno.games.pizza_master.bots.planning import Plan
from forno.games.pizza_master.bots.player import PlannedBot
from forno.games.pizza_master.bots.style import PIZZAIOLO
from forno.games.pizza_master.face.seats import coins_of
from forno.games.pizza_master.game import PizzaMaster
from forno.games.pizza_master.knowledge.views import PizzaMasterView
from forno.games.pizza_master.rules import actions
from forno.games.pizza_master.rules.state import PizzaMasterState
from forno.games.pizza_master.words import action_phrase, amount_text, card_names, coins_text, many_points, placed_coins
from forno.pages.caches import SMALL_CACHE, once_a_game

MAX_STEPS = 20

ALONE = {
    "points": N_("it brings {points}"),  # Translators: why a hint recommends an order
    "leftovers": N_("it brings {points} and wastes less"),
    "mission": N_("it brings {points} and counts for the mission of the day"),
    "objectives": N_("it brings {points} and counts for the objectives"),
}
"""Reasons to complete an order."""
WITH_OTHERS = {
    "points": N_("with {orders} it brings {points}"),
    "leftovers": N_("with {orders} it brings {points} and wastes less"),
    "mission": N_("with {orders} it brings {points} and counts for the mission of the day"),
    "objectives": N_("with {orders} it brings {points} and counts for the objectives"),
}
"""Reasons to complete an order that others follow."""


@once_a_game(SMALL_CACHE)
def player_of(game: PizzaMaster) -> PlannedBot:
    """Return the adviser: a player with the others, the missions and the objectives in mind, who knows no secret."""
    return PlannedBot(game.lookups, PIZZAIOLO)


def advice(view: PizzaMasterView) -> str:
    """Return what a good player would do in this seat's place; empty where there is no choice."""
    if len(view.actions) < 2 or view.seat is None:
        return ""
    state = view.sample(view.game.memory(view.seat), Chance("advice"))
    state.quiet = True
    player = player_of(view.game)
    plan = _plan(player, state, view)
    steps = _steps(player, state.clone())
    first = steps[0]
    if isinstance(first, actions.Complete):
        return stated([labelled(action_phrase(first), _why_complete(player.cook, state, first))])
    return stated([labelled(*_plan_advice(view, plan, steps))])


def _steps(player: PlannedBot, state: PizzaMasterState) -> list[actions.Action]:
    """Return the next step, or all of them where orders are discarded or coins placed one by one."""
    steps: list[actions.Action] = []
    seat, turn = state.seat, state.turn
    while len(steps) < MAX_STEPS and (state.seat, state.turn) == (seat, turn) and not state.is_over:
        number = state.legal[0] if len(state.legal) == 1 else player.act(state)
        steps.append(state.lookups.actions[number])
        if not isinstance(steps[-1], actions.Discard | actions.PlaceCoins):
            break
        state.apply(number)
    return steps


def _plan(player: PlannedBot, state: PizzaMasterState, view: PizzaMasterView) -> Plan:
    """Return the orders that the advice has in mind."""
    seat, cook = state.seat, player.cook
    if view.phase == "discarding":
        return player.shopper.plan(state, seat, coins_of(view, seat), 0)[0]
    if view.phase == "shopping":
        return player.shopper.plan(state, seat, state.board.unplaced, state.board.section)[0]
    own = state.board.trays[seat] + state.board.beside[seat]
    return cook.plan(state, seat, own, cook.reach(state, seat, own), 0.0)


def _plan_advice(view: PizzaMasterView, plan: Plan, steps: list[actions.Action]) -> tuple[str, str]:
    """Return what to do, and why."""
    lookups = view.game.lookups
    planned = card_names(lookups.order_names[option.order] for option, _way in plan.chosen)
    discarded = [step.order for step in steps if isinstance(step, actions.Discard)]
    match steps[0]:
        case actions.Keep():
            why = _("your coins go far with {orders}").format(orders=planned)
            kept = action_phrase(steps[0]) if view.discarding else _("keep your orders")
            return kept, why if plan.chosen else _("new ones would hardly be better")
        case actions.Discard():
            why = _("they cost more coins than they earn")
            if plan.chosen:
                why = _("your coins go further with {orders}").format(orders=planned)
            return _("discard {orders}").format(orders=card_names(discarded)), why
        case actions.PlaceCoins():
            # Translators: coins are placed for these orders
            why = _("for {orders}").format(orders=planned) if plan.chosen else _("it is always useful")
            placed = placed_coins(steps, coins_of(view, view.seat or 0), view.placing)
            return _("place {coins}").format(coins=coins_text(placed)), why
        case actions.Collect(kind):
            wanting = _wanting(view, plan, kind)
            why = _("you don't need it, but the others do")
            if wanting:
                why = _("it goes into {orders}").format(orders=card_names([wanting]))
            return action_phrase(steps[0]), why
        case actions.Trade() | actions.TradeSpecials():
            return action_phrase(steps[0]), _("it completes another order")
        case actions.Pass() | actions.Finish():
            return action_phrase(steps[0]), _("nothing there helps you, and leftovers cost points")
        case actions.KeepIngredient():
            return action_phrase(steps[0]), _("your orders need it most")
        case actions.Declare():
            return action_phrase(steps[0]), _("it brings the most from the objectives")
        case actions.ReturnIngredient(kind, owner, False) if owner == view.game.seat_name(view.seat or 0):
            return _("return {amount} from your tray").format(amount=amount_text(1, kind)), _(
                "left there, it costs a point"
            )
    return action_phrase(steps[0]), _("you need it least")


def _why_complete(cook: KitchenCook, state: PizzaMasterState, first: actions.Complete) -> str:
    """Return why to complete this order; where another would bring more points, why not that one."""
    lookups, seat = cook.lookups, state.seat
    missing, total = lookups.tallies.missing, lookups.tallies.total
    tray = state.board.trays[seat]
    own = tray + state.board.beside[seat]
    plan = cook.plan(state, seat, own, cook.planner.reach_of(own), 0.5)
    chosen = [option.order for option, _way in plan.chosen]
    order = lookups.order_names.index(first.order)
    points = sum(lookups.order_points[each] for each in chosen)
    others = chosen.copy()
    others.remove(order)
    offered = [(number, lookups.actions[number]) for number in state.legal]
    ways = [
        number - (lookups.complete_shared if action.shared else lookups.complete)
        for number, action in offered
        if isinstance(action, actions.Complete)
    ]
    dearest = max(ways, key=lambda way: lookups.order_points[lookups.way_order[way]])
    most = lookups.order_points[lookups.way_order[dearest]]
    reason = "points"
    if most > lookups.order_points[order] and most >= points and lookups.way_order[dearest] not in chosen:
        waste, wasted = (total(missing(needs, tray)) for needs in (plan.needs, lookups.way_needs[dearest]))
        reason = _beyond_points(state, order) if points - waste < most - wasted else "leftovers"
    why = _(WITH_OTHERS[reason]) if others else _(ALONE[reason])
    return why.format(points=many_points(points), orders=card_names(lookups.order_names[each] for each in others))


def _beyond_points(state: PizzaMasterState, order: int) -> str:
    """Return what an order counts for besides its points."""
    missions, lookups = state.missions, state.lookups
    counts = missions.today >= 0 and missions.achiever < 0
    return "mission" if counts and lookups.watches[missions.today] >> lookups.category[order] & 1 else "objectives"


def _wanting(view: PizzaMasterView, plan: Plan, kind: int) -> str:
    """Return the order of a plan that lacks an ingredient, once what is there has gone to those that lack least."""
    assert view.seat is not None
    lookups = view.game.lookups
    tallies = lookups.tallies
    left = tallies.pack(view.trays[view.seat]) + tallies.pack(view.beside[view.seat])
    planned = [(option.order, lookups.way_needs[way]) for option, way in plan.chosen]
    for order, needs in sorted(planned, key=lambda item: tallies.total(tallies.missing(left, item[1]))):
        lacks = tallies.missing(left, needs)
        if tallies.count(lacks, kind):
            return lookups.order_names[order]
        left -= needs - lacks
    return ""
