"""Player of Pizza Master by rules of thumb: answers any question."""

from __future__ import annotations

from forno.games.pizza_master.bots.cook import KitchenCook
from forno.games.pizza_master.bots.evening import Closer
from forno.games.pizza_master.bots.morning import Shopper
from forno.games.pizza_master.bots.style import Style
from forno.games.pizza_master.rules.lookups import Lookups
from forno.games.pizza_master.rules.questions import COINS, COLLECT, DECLARE, DISCARD, KEEP, MAKE
from forno.games.pizza_master.rules.state import PizzaMasterState


class PlannedBot:
    """Answers any question for the seat that is asked."""

    def __init__(self, lookups: Lookups, style: Style) -> None:
        self.lookups = lookups
        self.cook = KitchenCook(lookups, style)
        self.shopper = Shopper(self.cook)
        self.closer = Closer(self.cook)

    def act(self, state: PizzaMasterState) -> int:
        question = state.question
        if question == COLLECT:
            return self.cook.collect(state)
        if question == COINS:
            return self.shopper.shop(state)
        if question == MAKE:
            return self.cook.make(state, self.lookups.finish)
        if question == DISCARD:
            return self.shopper.discard(state)
        if question == KEEP:
            return self.closer.keep(state)
        if question == DECLARE:
            return self.closer.declare(state)
        return self.closer.give_back(state)
