"""Critic of Mamma Mia! for reviews: plays worlds out as the search does; an order that comes back has failed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from random import Random
from typing import NamedTuple

from forno.bots.critic import Case, Facts, Failure, PlayedOut, Turn
from forno.core.chance import Chance
from forno.core.events import Answered, Awaits, Event
from forno.core.game import Game, State, instance
from forno.core.views import View
from forno.games.mamma_mia.bots import remarks
from forno.games.mamma_mia.bots.forecast import OvenForecast
from forno.games.mamma_mia.bots.insight import Insight
from forno.games.mamma_mia.bots.judgement import Weights
from forno.games.mamma_mia.game import MammaMia
from forno.games.mamma_mia.knowledge.views import MammaMiaView
from forno.games.mamma_mia.rules import actions, events
from forno.games.mamma_mia.rules.questions import SEATS
from forno.games.mamma_mia.rules.shuffles import stack
from forno.games.mamma_mia.rules.state import MammaMiaState
from forno.games.mamma_mia.words import order_card

LIKELIER = 0.1
"""Smallest gain of an order's odds that is told as a reason."""


class TurnParts(NamedTuple):
    """Actions of a turn at the closed oven; those that weren't asked for are `None`."""

    place: int
    order: int | None
    draw: int | None

    def turn(self) -> Turn:
        return tuple(action for action in self if action is not None)


class MammaMiaCritic(remarks.MammaMiaRemarks):
    """See `forno.bots.critic.Critic`."""

    playouts = 340
    score_step = 0.25

    def __init__(self, game: Game, weights: Weights | None = None) -> None:
        assert isinstance(game, MammaMia)
        self.insight = Insight(game, weights)
        self.lookups = game.lookups
        self.game = game

    # --- how states go on ------------------------------------------------------------

    def prior(self, state: State, actions: Sequence[int]) -> list[float]:
        return self.insight.prior(state, actions)

    def rollout(self, state: State, luck: Random) -> list[float]:
        return self.insight.rollout(state, luck)

    def play_out(self, state: State, seat: int, luck: Random, before: State) -> PlayedOut:
        """A round goes to its end, and with it every order that lies in the oven now, or lay there before the turn."""
        assert isinstance(state, MammaMiaState)
        assert isinstance(before, MammaMiaState)
        waiting = self.in_oven(before, seat) | before.orders[seat] & ~state.orders[seat]
        pizzas, shares = self.insight.round_end(state, luck)
        back = state.orders[seat] | self.in_oven(state, seat)
        for order in state.waiters[seat]:
            back |= order
        return PlayedOut(shares, pizzas, frozenset(self.lookups.names(waiting & ~back)))

    def in_oven(self, state: MammaMiaState, seat: int) -> int:
        """Return the seat's orders in the oven, with one that is being decided."""
        opening = state.opening
        first = opening.shown if opening is not None else 0
        found = 0
        if opening is not None and opening.recipe is not None and opening.recipe.owner == seat:
            found = opening.recipe.bit
        for entry in state.oven[first:]:
            if entry < 0 and ~entry // SEATS == seat:
                found |= 1 << ~entry % SEATS
        return found

    def stage(self, view: View) -> int:
        return instance(view, MammaMiaView).round

    def draws(self, seat: int, events_: Sequence[Event]) -> bool:
        """The last card of a supply opens the oven, and is the only one that could have come."""
        if any(isinstance(event, events.OvenOpened) for event in events_):
            return False
        return any(isinstance(event, events.Dealt | events.Drew) and event.seat == seat for event in events_)

    def redeal(self, state: State, seat: int, events_: Sequence[Event], chance: Chance) -> None:
        """Orders that the seat has placed before lie in its waiter where it knows; the others can be swapped."""
        assert isinstance(state, MammaMiaState)
        tallies = self.lookups.tallies
        for event in events_:
            if not isinstance(event, events.Dealt | events.Drew) or event.seat != seat:
                continue
            drawn = tallies.pack(event.ingredients or ())
            cards = tallies.cards(drawn) + tallies.cards(state.supply[state.left])
            chance.shuffle(cards)
            state.supply = stack(cards[: state.left])
            state.hands[seat] += sum(cards[state.left :]) - drawn
            known = state.announced[seat]
            fresh = [bit for order in event.orders or () if not (bit := self.lookups.bits((order,))) & known]
            waiter = state.waiters[seat]
            orders = fresh + [order for order in waiter if not order & known]
            chance.shuffle(orders)
            state.orders[seat] += sum(orders[: len(fresh)]) - sum(fresh)
            left = iter(orders[len(fresh) :])
            state.waiters[seat] = tuple([order if order & known else next(left) for order in waiter])

    # --- what happened ----------------------------------------------------------------

    def failures(self, seat: int, told: Iterable[Sequence[Event]]) -> list[Failure]:
        placed: dict[str, int] = {}
        before: list[events.Baked] = []
        found: list[Failure] = []
        offered: Sequence[int] = ()
        given_up = False
        for action, step in enumerate(told, -1):
            for event in step:
                match event:
                    case Awaits(who, offer) if who == seat and offer is not None:
                        offered = offer
                    case Answered(who, answer) if who == seat:
                        given_up = self.gives_up(answer, offered)
                    case events.OrderPlaced(who, order) if who == seat:
                        placed[order] = action
                    case events.OvenOpened():
                        before = []
                    case events.Baked(who) if who != seat:
                        before.append(event)
                    case events.Returned(who, order) if who == seat and order in placed:
                        facts = _failed(event, before)
                        found.append(Failure(order, placed.pop(order), action, facts, given_up=given_up))
                        given_up = False
        return found

    def gives_up(self, answer: int, offered: Sequence[int]) -> bool:
        """Return whether an answer at the open oven sends back an order that the seat could bake by itself."""
        named = self.lookups.actions
        if not isinstance(named[answer], actions.SendBack):
            return False
        alone = actions.AddMissing if self.lookups.helping else (actions.AddMissing, actions.Choose)
        return any(isinstance(named[other], alone) for other in offered)

    def moments(self, seat: int, told: Iterable[Sequence[Event]]) -> list[Facts]:
        found: list[Facts] = []
        round_, turn, baking = 1, 1, False
        for step in told:
            for event in step:
                match event:
                    case events.TurnEnded(who) if who == seat:
                        turn += 1
                    case events.OvenOpened():
                        baking = True
                    case events.OvenEmptied():
                        round_, turn, baking = round_ + 1, 1, False
            found.append({"round": round_, "turn": 0 if baking else turn})
        return found

    def news(self, seat: int, events_: Sequence[Event], rose: bool) -> Facts:
        """Return what others baked, drew or placed, whichever of it fits the change."""
        baked: list[list[int | str]] = []
        back: list[list[int | str]] = []
        put: list[list[int | str]] = []
        own: list[str] = []
        drew: events.Drew | None = None
        rewarded: list[int] = []
        asked: list[int] = []
        for event in events_:
            match event:
                case events.Baked(who, order):
                    own += [order] if who == seat else []
                    baked += [[who, order]] if who != seat else []
                case events.Returned(who, order) if who != seat:
                    back.append([who, order])
                case events.Placed(who, kind, number) if who != seat:
                    put.append([who, kind, number, ""])
                case events.OrderPlaced(who, order) if who != seat:
                    put[-1][-1] = order
                case events.Drew(who) if who == seat:
                    drew = event
                case events.HelpAsked(who) if who != seat:
                    asked.append(who)
                case events.Rewarded(who):
                    rewarded.append(who)
        if rose and own:
            return {"own": own}
        if not rose and (baked or any(who != seat for who in rewarded)):
            return {"baked": baked, "rewarded": [who for who in rewarded if who != seat]}
        if rose and back:
            return {"back": back}
        if drew is not None and drew.ingredients is not None:
            return {"drew": list(drew.ingredients), "orders": list(drew.orders or ())}
        opened = {"opened": True} if any(isinstance(event, events.OvenOpened) for event in events_) else {}
        if put:
            return {"put": put, **opened}
        if opened:
            return opened
        if asked:
            return {"asked": asked}
        if own:
            return {"own": own}
        return {"baked": baked, "rewarded": []} if baked else {"back": back} if back else {}

    # --- mistakes ---------------------------------------------------------------------

    def split(self, turn: Turn) -> TurnParts:
        """Return the parts of a turn at the closed oven."""
        order = draw = None
        for action in turn[1:]:
            if isinstance(self.lookups.actions[action], actions.Draw):
                draw = action
            else:
                order = action
        return TurnParts(turn[0], order, draw)

    def parts(self, view: View, chosen: Turn, best: Turn) -> list[tuple[str, Turn]]:
        named = self.lookups.actions
        if not isinstance(named[chosen[0]], actions.Place):
            first = next((pair for pair in zip(chosen, best, strict=False) if pair[0] != pair[1]), (chosen[0], best[0]))
            return [(remarks.baking_kind(named[first[0]], named[first[1]]), best)]
        one, other = self.split(chosen), self.split(best)
        found: list[tuple[str, Turn]] = []
        if one.order != other.order:
            placed, better = self._order(one), self._order(other)
            kind = remarks.OTHER if placed and better else remarks.EARLY if placed else remarks.LATE
            found.append((kind, one._replace(order=other.order).turn()))
        if one.place != other.place:
            found.append((remarks.INGREDIENTS, one._replace(place=other.place).turn()))
        if one.draw != other.draw:
            found.append((remarks.PILE, one._replace(draw=other.draw).turn()))
        return [*found, (found[0][0], best)]

    def reason(self, case: Case) -> Facts | None:
        facts = self._facts(case)
        names = self.game.say_seats()
        return facts if self.say_reason(case.view.seat or 0, case.kind, facts, names) else None

    def _facts(self, case: Case) -> Facts:
        view = case.view
        assert isinstance(view, MammaMiaView) and view.hand is not None
        facts: dict[str, object] = {
            "hand": list(view.hand),
            "orders": len(view.orders or ()),
            "waiter": view.waiters[view.seat or 0],
            "supply": view.supply,
            "rival": case.rival(),
        }
        if not isinstance(self.lookups.actions[case.chosen[0]], actions.Place):
            opening = view.opening
            assert opening is not None
            facts["order"] = opening.order
            facts["owner"] = opening.owner
            facts["request"] = list(opening.request or ())
            facts["asks"] = any(isinstance(self.lookups.actions[action], actions.AskForHelp) for action in case.best)
            return facts
        one, other = self.split(case.chosen), self.split(case.best)
        if case.kind in remarks.ORDER_KINDS:
            did, better = self._order(one), self._order(other)
            facts["did"] = self._outlook(case, one, did) if did else None
            facts["better"] = self._outlook(case, other, better) if better else None
            facts["wish"] = better or did
        elif case.kind == remarks.INGREDIENTS:
            facts |= self._ingredients(case, one, other)
        else:
            draw = self.lookups.actions[other.draw if other.draw is not None else case.best[-1]]
            facts["supply_better"] = getattr(draw, "pile", "") == "supply"
            placed = self.lookups.actions[one.place]
            assert isinstance(placed, actions.Place)
            facts["held"] = sum(view.hand) - placed.number
            facts["left"] = len(view.orders or ()) - bool(self._order(one))
        return facts

    def _order(self, parts: TurnParts) -> str:
        action = None if parts.order is None else self.lookups.actions[parts.order]
        return action.order if isinstance(action, actions.PlaceOrder) else ""

    def _outlook(self, case: Case, parts: TurnParts, order: str) -> Facts:
        """Return what there will be for an order: on the table, from the hand, how many cards lack, how likely.

        Where it is likely, orders before it that lack cards are taken to come back; else to find them.
        """
        seat, tallies, cook = case.view.seat or 0, self.lookups.tallies, self.insight.cook
        placed = self.lookups.actions[parts.place]
        assert isinstance(placed, actions.Place)
        unit = placed.number * tallies.unit[placed.kind]
        recipe = cook.recipes[seat][self.lookups.bits((order,))]
        odds = case.odds.get(order, (0.0, 0.0))[parts.turn() == case.best]
        seen: Counter[tuple[int, int, int]] = Counter()
        for world in case.worlds:
            assert isinstance(world, MammaMiaState)
            after = world.clone()
            after.hands[seat] -= unit
            forecast = OvenForecast(cook, after)
            if odds >= remarks.LIKELY:
                forecast.settle_hopes()
            spare = after.hands[seat] - forecast.kept[seat]
            seen[cook.check(recipe, forecast.table + unit, spare)] += 1
        taken, added, lack = max(seen, key=lambda found: (seen[found], found))
        return {
            "order": order,
            "table": list(tallies.unpack(taken)),
            "hand": list(tallies.unpack(added)),
            "lack": lack,
            "odds": odds,
            "mine": self._mine(case),
        }

    def _mine(self, case: Case) -> list[int]:
        """Return what the seat has put into this oven itself."""
        counts = [0] * self.lookups.kinds
        for step in case.told:
            for event in step:
                match event:
                    case events.Placed(who, kind, number) if who == case.view.seat:
                        counts[kind] += number
                    case events.OvenOpened():
                        counts = [0] * self.lookups.kinds
        return counts

    def _ingredients(self, case: Case, one: TurnParts, other: TurnParts) -> Facts:
        """Return which order needs what was given away, or is helped by what should have gone in."""
        view, seat = case.view, case.view.seat or 0
        assert isinstance(view, MammaMiaView)
        did, better = self.lookups.actions[one.place], self.lookups.actions[other.place]
        assert isinstance(did, actions.Place) and isinstance(better, actions.Place)
        others = self._others_orders(case)
        fed = [found for found in others if self._needs(*found, did.kind) and not self._needs(*found, better.kind)]
        held = [order for order in view.orders or () if order != self._order(one)]
        wanting = [order for order in held if self._needs(seat, order, did.kind) and did.kind != better.kind]
        helped = max(case.odds, key=lambda order: case.odds[order][1] - case.odds[order][0], default="")
        if not helped or case.odds[helped][1] - case.odds[helped][0] < LIKELIER:
            helped = ""
        return {
            "did": [did.kind, did.number],
            "better": [better.kind, better.number],
            "wanting": wanting[:1],
            "helped": [helped, *case.odds[helped]] if helped else [],
            "fed": fed[-1:],
            "wish": helped,
        }

    def _others_orders(self, case: Case) -> list[tuple[int, str]]:
        """Return the orders that others have put into this oven, as they announced them."""
        found: list[tuple[int, str]] = []
        for step in case.told:
            for event in step:
                match event:
                    case events.OrderPlaced(who, order) if who != case.view.seat:
                        found.append((who, order))
                    case events.OvenOpened():
                        found = []
        return found

    def _needs(self, seat: int, order: str, kind: int) -> bool:
        card = order_card(self.game, seat, order)
        return bool(card.needs[kind]) or kind in (card.either or ())


def _failed(event: events.Returned, before: Sequence[events.Baked]) -> Facts:
    """Return why an order came back, and whose pizza took what it lacked."""
    missing = list(event.missing or ())
    took: list[list[object]] = []
    for baked in before:
        shared = [min(used, lacking) for used, lacking in zip(baked.from_table, missing, strict=False)]
        if any(shared):
            took.append([baked.seat, baked.order, shared])
    return {"order": event.order, "reason": event.reason, "missing": missing, "took": took[-1:]}
