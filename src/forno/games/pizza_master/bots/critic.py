"""Critic of Pizza Master for reviews: plays worlds out to the end of the day.

An order has failed if its ingredients were collected in vain.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random

from forno.bots.critic import Case, Facts, Failure, PlayedOut, Turn
from forno.core.chance import Chance
from forno.core.events import Event
from forno.core.game import Game, State, instance
from forno.core.views import View
from forno.games.pizza_master.bots import remarks
from forno.games.pizza_master.bots.insight import Insight
from forno.games.pizza_master.game import PizzaMaster
from forno.games.pizza_master.knowledge.views import PizzaMasterView
from forno.games.pizza_master.rules import actions, events
from forno.games.pizza_master.rules.cards import KINDS
from forno.games.pizza_master.rules.morning import offer_cards
from forno.games.pizza_master.rules.orders import remove_card, take_cards
from forno.games.pizza_master.rules.questions import DISCARD, SPECIALS
from forno.games.pizza_master.rules.state import PizzaMasterState
from forno.games.pizza_master.words import placed_coins

LIKELIER = 0.1
"""Smallest gain of an order's odds that is told as a reason."""
MAX_ORDERS_HELPED = 2
"""Maximum number of orders that are told as a reason."""


class PizzaMasterCritic(remarks.PizzaMasterRemarks):
    """See `forno.bots.critic.Critic`."""

    playouts = 100
    score_step = 1.0

    def __init__(self, game: Game) -> None:
        assert isinstance(game, PizzaMaster)
        self.insight = Insight(game.lookups)
        self.lookups = game.lookups
        self.game = game

    # --- how states go on ------------------------------------------------------------

    def prior(self, state: State, actions: Sequence[int]) -> list[float]:
        return self.insight.prior(state, actions)

    def rollout(self, state: State, luck: Random) -> list[float]:
        return self.insight.rollout(state, luck)

    def play_out(self, state: State, seat: int, luck: Random, before: State) -> PlayedOut:
        """Play to the end of the day, and return the shares, the points and the orders completed by then."""
        assert isinstance(state, PizzaMasterState)
        assert isinstance(before, PizzaMasterState)
        known = len(before.ledger.completed[seat])
        shares = self.rollout(state, luck)
        made = frozenset(self.lookups.names(state.ledger.completed[seat][known:]))
        return PlayedOut(shares, self.insight.points(state), made)

    def stage(self, view: View) -> int:
        return instance(view, PizzaMasterView).day

    def draws(self, seat: int, events_: Sequence[Event]) -> bool:
        """A renewed deck gives what was left of the old one and new cards: that isn't dealt anew."""
        renewed = any(isinstance(event, events.DeckRenewed) for event in events_)
        return not renewed and bool(_drawn(seat, events_))

    def redeal(self, state: State, seat: int, events_: Sequence[Event], chance: Chance) -> None:
        assert isinstance(state, PizzaMasterState)
        orders, places = state.orders, self.lookups.order_places
        drawn = [places[order] for order in _drawn(seat, events_)]
        for order in drawn:
            remove_card(orders, seat, order)
        cards = [*drawn, *orders.deck]
        chance.shuffle(cards)
        take_cards(orders, seat, tuple(cards[: len(drawn)]))
        orders.deck = tuple(cards[len(drawn) :])
        if state.question == DISCARD and state.seat == seat:
            offer_cards(state, seat)

    # --- what happened ----------------------------------------------------------------

    def failures(self, seat: int, told: Iterable[Sequence[Event]]) -> list[Failure]:
        """Return for each day the order for which most of what was left on the tray was meant."""
        hand: list[str] = []
        row: list[str] = []
        tray = [0, 0, 0, 0]
        shopped = 0
        found: list[Failure] = []
        for action, step in enumerate(told, -1):
            for event in step:
                match event:
                    case events.DayStarted():
                        tray, row = [0, 0, 0, 0], []
                    case events.RowLaid(orders):
                        row = list(orders)
                    case events.Scored():
                        order = self.likely_order([*hand, *row], tray) if event.wasted[seat] else None
                        if order is not None:
                            facts = {
                                "order": order,
                                "wasted": list(tray),
                                "lacked": self.missing_ingredients(order, tray),
                            }
                            found.append(Failure(order, shopped, action, facts, guess=True))
                    case events.Drew(who, _, orders) if who == seat:
                        hand += orders or ()
                    case events.Discarded(who, _, orders) if who == seat:
                        for order in orders or ():
                            hand.remove(order)
                    case events.CoinsPlaced(who) if who == seat:
                        shopped = action
                    case events.Collected(who, kind) if who == seat:
                        tray[kind] += 1
                    case events.Traded(who, _, _, kind) if who == seat:
                        tray[kind] += 1
                    case events.IngredientKept(who, kind) if who == seat and kind is not None:
                        tray[kind] -= 1
                    case events.IngredientReturned(_, kind, owner, False) if owner == seat:
                        tray[kind] -= 1
                    case events.Completed(who, order, shared, from_tray):
                        if who == seat:
                            tray = [there - used for there, used in zip(tray, from_tray, strict=True)]
                        if shared:
                            row.remove(order)
                        elif who == seat:
                            hand.remove(order)
        return found

    def likely_order(self, orders: Sequence[str], tray: Sequence[int]) -> str | None:
        """Return the order of which least lacked, if at least half of it lay there."""
        best: tuple[int, str] | None = None
        for order in dict.fromkeys(orders):
            lacking = sum(self.missing_ingredients(order, tray))
            if lacking * 2 <= self.lookups.tallies.total(self._ways(order)[0]) and (best is None or lacking < best[0]):
                best = lacking, order
        return None if best is None else best[1]

    def _ways(self, order: str) -> list[int]:
        """Return what an order needs, in each of its ways."""
        return [needs for _way, needs in self.insight.cook.planner.ways[self.lookups.order_places[order]]]

    def missing_ingredients(self, order: str, tray: Sequence[int]) -> list[int]:
        """Return what an order lacks, in the way of which least does."""
        tallies = self.lookups.tallies
        there = tallies.pack(tuple(tray))
        least = min((tallies.missing(there, needs) for needs in self._ways(order)), key=tallies.total)
        return list(tallies.unpack(least))

    def moments(self, seat: int, told: Iterable[Sequence[Event]]) -> list[Facts]:
        found: list[Facts] = []
        day, phase, pick = 1, remarks.MORNING, 1
        for step in told:
            for event in step:
                match event:
                    case events.DayStarted(number):
                        day, phase = number, remarks.MORNING
                    case events.ShopOpened():
                        phase = remarks.SHOPPING
                    case events.Loaded():
                        phase, pick = remarks.KITCHEN, 1
                    case events.Collected(who) if who == seat:
                        pick += 1
                    case events.Passed(who) if who == seat:
                        phase = remarks.MAKING
                    case events.KitchenClosed():
                        phase = remarks.EVENING
                    case events.EndReached():
                        phase = remarks.END
            found.append({"day": day, "phase": phase, "pick": pick})
        return found

    def news(self, seat: int, events_: Sequence[Event], rose: bool) -> Facts:
        """Return what others completed, took or scored, or what was drawn, whichever of it fits the change."""
        found: dict[str, list[object]] = {}
        for event in events_:
            match event:
                case events.ObjectiveScored(objective, _, who, points) if who is not None and (who == seat) == rose:
                    found.setdefault("objectives", []).append([who, objective, points])
                case events.MissionWon(who, mission) if (who == seat) == rose:
                    found.setdefault("missions", []).append([who, mission])
                case events.Completed(who, order) if who != seat:
                    found.setdefault("made" if rose else "completed", []).append([who, order])
                case events.Discarded(who, number) if who != seat and number:
                    found.setdefault("changed", []).append([who, number])
                case events.Scored(earned, wasted):
                    if rose and any(wasted[who] for who in range(len(wasted)) if who != seat):
                        found["wasted"] = [[who, n] for who, n in enumerate(wasted) if n and who != seat]
                    best = max((who for who in range(len(earned)) if who != seat), key=lambda who: earned[who])
                    if not rose and earned[best] > earned[seat]:
                        found["scored"] = [best, earned[best], earned[seat]]
                case events.Collected(who, kind) if who != seat:
                    found.setdefault("taken", []).append([who, kind])
                case events.CoinsPlaced(who, coins) if who != seat:
                    found.setdefault("coins", []).append([who, list(coins)])
                case events.Passed(who) if who != seat:
                    found.setdefault("passed", []).append(who)
                case events.Drew(who, _, orders) if who == seat and orders:
                    found.setdefault("drew", []).extend(orders)
                case events.ShopOpened(mission) if mission is not None:
                    found["mission"] = [mission]
        for what in remarks.NEWS:
            if what in found and not (what == "taken" and rose and "passed" in found):
                return {what: found[what]}
        return {}

    # --- mistakes ---------------------------------------------------------------------

    def parts(self, view: View, chosen: Turn, best: Turn) -> list[tuple[str, Turn]]:
        named = self.lookups.actions
        return [(remarks.mistake_kind(named[chosen[0]], named[best[0]]), best)]

    def needs_memory(self, view: View) -> bool:
        """Only discarded orders lie face down, and they matter when orders are drawn (PM-4); all else is open."""
        assert isinstance(view, PizzaMasterView)
        return view.phase == "discarding" and view.discards > 0

    def reason(self, case: Case) -> Facts | None:
        facts = self._facts(case)
        names = self.game.say_seats()
        return facts if self.say_reason(case.view.seat or 0, case.kind, facts, names) else None

    def _facts(self, case: Case) -> Facts:
        view = case.view
        assert isinstance(view, PizzaMasterView) and view.seat is not None
        seat = view.seat
        made, mended = self._completes(case.chosen), self._completes(case.best)
        known = {*(view.hand or ()), *view.row}.difference(made, mended)
        gains = {
            order: better - chosen
            for order, (chosen, better) in case.odds.items()
            if order in known and better - chosen >= LIKELIER
        }
        helped = sorted(gains, key=lambda order: (-gains[order] * self._points(order), order))[:MAX_ORDERS_HELPED]
        facts: dict[str, object] = {
            "helped": [[order, *case.odds[order]] for order in helped],
            "tray": list(view.trays[seat]),
            "wish": helped[0] if helped else "",
            "rival": case.rival(),
        }
        did, better = self.lookups.actions[case.chosen[0]], self.lookups.actions[case.best[0]]
        if isinstance(did, actions.PlaceCoins):
            world = case.worlds[0]
            assert isinstance(world, PizzaMasterState)
            facts["coins"] = number = world.board.unplaced
            mine = placed_coins([self.lookups.actions[action] for action in case.chosen], number)
            facts["brought"] = [coins * self.lookups.loads[kind] for kind, coins in enumerate(mine)]  # PM-7
            facts["wanted"] = [] if view.row else self._wanted(view)
        elif view.phase == "discarding":
            facts |= self._exchanged(case)
        elif view.phase == "collecting":
            there = [free + kept for free, kept in zip(view.refrigerator, view.reserved[seat], strict=True)]
            facts["there"] = there
            facts["kinds"] = [
                [action.kind, there[action.kind]] for action in (did, better) if isinstance(action, actions.Collect)
            ]
            facts["reserved"] = isinstance(better, actions.Collect) and better.reserved
            most = max(map(self._points, made), default=0)
            if isinstance(better, actions.Complete) and self._points(better.order) > most:
                facts["order"] = better.order
                facts["brings"] = 0 if made else self._points(better.order)
        facts["trades"] = isinstance(better, actions.Trade | actions.TradeSpecials)
        if case.kind == remarks.ORDERS or isinstance(better, actions.Declare):
            facts["objectives"] = self._objectives_between(view, did, better)
        if case.kind in (remarks.WASTE, remarks.ORDERS) and not helped:  # what is taken or made instead of it
            facts["wish"] = case.kind if case.kind == remarks.WASTE else str(better)
        if isinstance(better, actions.Declare):
            facts["wish"] = str(better)
            facts["gained"] = self._objectives_gained(case)
        return facts

    def _completes(self, turn: Turn) -> list[str]:
        """Return the orders that a turn completes."""
        steps = [self.lookups.actions[action] for action in turn]
        return [step.order for step in steps if isinstance(step, actions.Complete)]

    def _objectives_between(self, view: PizzaMasterView, did: actions.Action, better: actions.Action) -> list[str]:
        """Return the objectives for which it makes a difference which of two orders or types is counted."""
        counted = self._counts(did) ^ self._counts(better)
        if counted.intersection(KINDS):
            counted.add("sets")
        cards = {card.name: card for card in self.game.deck.objectives}
        names = [*view.objectives, *filter(None, view.secrets)]
        return [name for name in names if cards[name].counts in counted]

    def _counts(self, action: actions.Action) -> set[str]:
        """Return what an order adds to, of all that objectives count."""
        match action:
            case actions.Declare(type_):
                return {KINDS[type_]}
            case actions.Complete(order):
                category = self.lookups.category[self.lookups.order_places[order]]
                sides = {"side dishes"} if category in range(1, SPECIALS, 2) else set()
                types = {KINDS[category // 2]} if category < SPECIALS else set()
                return {"orders", *types, *sides}
        return set()

    def _exchanged(self, case: Case) -> Facts:
        """Return the orders that the better turn discards and the chosen one keeps, with their odds if kept."""
        gone, better = [
            {step.order for action in turn if isinstance(step := self.lookups.actions[action], actions.Discard)}
            for turn in (case.chosen, case.best)
        ]
        return {"useless": [[order, case.odds.get(order, (0.0, 0.0))[0]] for order in sorted(better - gone)]}

    def _objectives_gained(self, case: Case) -> list[list[object]]:
        """Return the objectives that the better declaration wins in a sampled world and the chosen one doesn't."""
        chosen, better = [
            self._objectives_won(case.worlds[0], turn, case.view.seat or 0) for turn in (case.chosen, case.best)
        ]
        return [[objective, points] for objective, points in better.items() if points > chosen.get(objective, 0)]

    def _objectives_won(self, world: State, turn: Turn, seat: int) -> dict[str, int]:
        """Return the points that a seat's objectives bring after a declaration, if others declare as the bots would."""
        state = world.clone()
        state.quiet = False
        rest = list(turn)
        found: dict[str, int] = {}
        while not state.is_over:
            legal = state.legal_actions()
            prior = [] if rest else self.prior(state, legal)
            for event in state.apply(rest.pop(0) if rest else legal[prior.index(max(prior))]):
                if isinstance(event, events.ObjectiveScored) and event.seat == seat:
                    found[event.objective] = event.points
        return found

    def _wanted(self, view: PizzaMasterView) -> list[int]:
        """Return what the own orders need together, those with a choice of kinds left out."""
        wanted = [0] * len(KINDS)
        for order in view.hand or ():
            ways = self._ways(order)
            if len(ways) == 1:
                wanted = [one + other for one, other in zip(wanted, self.lookups.tallies.unpack(ways[0]), strict=True)]
        return wanted

    def _points(self, order: str) -> int:
        return self.lookups.order_points[self.lookups.order_places[order]]


def _drawn(seat: int, events_: Sequence[Event]) -> list[str]:
    """Return the orders that a seat drew."""
    found: list[str] = []
    for event in events_:
        if isinstance(event, events.Drew) and event.seat == seat:
            found += event.orders or ()
    return found
