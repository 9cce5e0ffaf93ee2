"""Beliefs about other hands, inferred from what their owners have put in the oven."""

from __future__ import annotations

from forno.core.chance import Chance
from forno.games.mamma_mia.bots.forecast import Cook
from forno.games.mamma_mia.game import MammaMia
from forno.games.mamma_mia.knowledge.memory import MammaMiaMemory

HOLDING_CHANCE = 0.85
"""Chance that others hold what their orders in the oven lack."""
MAX_CARDS_BELIEVED = 4
"""The most cards that somebody is believed to hold for one order."""


class OvenReader(MammaMiaMemory):
    """A perfect memory that also believes: who placed an order meant it to be baked, and holds what it lacks."""

    def __init__(self, game: MammaMia, seat: int) -> None:
        super().__init__(game, seat)
        self.cook = Cook(game.lookups)

    def believed(self, chance: Chance) -> list[int]:
        cook = self.cook
        tallies = self.lookups.tallies
        beliefs = [0] * self.lookups.players
        table = self.table
        recipes = self.lookups.recipes
        for entry in self.oven:
            if entry > 0:
                table += entry
                continue
            recipe = recipes[entry]
            hand = self.hand if recipe.owner == self.seat else 0
            taken, _, lack = cook.check(recipe, table, hand)
            if lack == 0:
                table -= taken
            elif recipe.owner != self.seat and lack <= MAX_CARDS_BELIEVED and chance.random() < HOLDING_CHANCE:
                for _, needs in recipe.ways:
                    missing = tallies.missing(table, needs)
                    if tallies.total(missing) == lack and tallies.total(beliefs[recipe.owner] + missing) < 8:
                        beliefs[recipe.owner] += missing
                        break
                table -= taken
        return beliefs
