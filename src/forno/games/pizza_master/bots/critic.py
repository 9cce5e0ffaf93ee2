"""Critic of Pizza Master for reviews: plays worlds out to the end of the day.

An order has failed if its ingredients were collected in vain.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random

from forno.bots.critic import Failure
from forno.core.events import Event
from forno.core.game import Game, State
from forno.games.pizza_master.bots.insight import Insight
from forno.games.pizza_master.game import PizzaMaster
from forno.games.pizza_master.rules import events
from forno.games.pizza_master.rules.state import PizzaMasterState
from forno.games.pizza_master.words import card_name


class PizzaMasterCritic(Insight):
    """See `forno.bots.critic.Critic`."""

    playouts = 130

    def __init__(self, game: Game) -> None:
        assert isinstance(game, PizzaMaster)
        super().__init__(game.lookups)

    def play_out(self, state: State, seat: int, luck: Random) -> tuple[list[float], frozenset[str]]:
        """Play to the end of the day, and return the shares and the orders completed by then."""
        assert isinstance(state, PizzaMasterState)
        before = len(state.ledger.completed[seat])
        shares = self.rollout(state, luck)
        return shares, frozenset(self.lookups.names(state.ledger.completed[seat][before:]))

    def failures(self, seat: int, told: Iterable[Sequence[Event]]) -> list[Failure]:
        """For each day the order that most of what was left on the tray was meant for."""
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
                        order = self.meant([*hand, *row], tray) if event.wasted[seat] else None
                        if order is not None:
                            found.append(Failure(order, shopped, action))
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

    def meant(self, orders: Sequence[str], tray: Sequence[int]) -> str | None:
        """Return the order of which least lacked, if at least half of it lay there."""
        lookups = self.lookups
        tallies = lookups.tallies
        there = tallies.pack(tuple(tray))
        best: tuple[int, str] | None = None
        for way, needs in enumerate(lookups.way_needs):
            order = lookups.order_names[lookups.way_order[way]]
            lacking = tallies.total(tallies.missing(there, needs))
            if order in orders and lacking * 2 <= tallies.total(needs) and (best is None or lacking < best[0]):
                best = lacking, order
        return None if best is None else best[1]

    def title(self, seat: int, order: str) -> str:
        return card_name(order)
