"""Somebody who plays Pizza Master by rules of thumb: an answer to any question."""

from __future__ import annotations

from forno.bots.pizza_master.cook import Cook
from forno.bots.pizza_master.evening import Closer
from forno.bots.pizza_master.morning import Shopper
from forno.bots.pizza_master.style import Style
from forno.games.pizza_master.questions import COINS, COLLECT, DECLARE, DISCARD, KEEP, MAKE
from forno.games.pizza_master.state import PizzaMasterState
from forno.games.pizza_master.tables import Tables


class Player:
    """Answers any question, for whoever is asked."""

    def __init__(self, tables: Tables, style: Style) -> None:
        self.tables = tables
        self.cook = Cook(tables, style)
        self.shopper = Shopper(self.cook)
        self.closer = Closer(self.cook)

    def act(self, state: PizzaMasterState) -> int:
        question = state.question
        if question == COLLECT:
            return self.cook.collect(state)
        if question == COINS:
            return self.shopper.shop(state)
        if question == MAKE:
            return self.cook.make(state, self.tables.finish)
        if question == DISCARD:
            return self.shopper.discard(state)
        if question == KEEP:
            return self.closer.keep(state)
        if question == DECLARE:
            return self.closer.declare(state)
        return self.closer.give_back(state)
