"""Forecast of the open oven: every order checked in turn against what will lie on the table when it appears.

An order's fate is settled by what lies below it and by what its owner keeps in hand for it, not by what comes later. So
a forecast follows the oven from the bottom: it has the table as it will be, the cards that everyone keeps for own
orders, and the pizzas that will be baked. It takes for granted that owners top up where they can.
"""

from __future__ import annotations

from random import Random
from typing import Final

from forno.core.tally import Tallies
from forno.games.mamma_mia.rules.lookups import Lookups, Recipe
from forno.games.mamma_mia.rules.opening import rarest_ways
from forno.games.mamma_mia.rules.state import MammaMiaState

NEVER: Final = (0, 0, 99)
MAX_HOPED_LACK: Final = 2
"""The most cards that an order in the oven may lack and still be hoped for."""
HELP_CHANCE: Final = 0.6
"""Chance that somebody who could help does."""
FAILURE_CHANCE: Final = 0.05
"""Chance, with small decks, that an order fails although all seems there: others play differently than foreseen."""
LARGE_DECK_FAILURE_CHANCE: Final = 0.2
"""The same with large decks."""


class Cook:
    """Checks orders against a table. One for a game; it remembers nothing."""

    def __init__(self, lookups: Lookups) -> None:
        self.lookups = lookups
        self.tallies: Tallies = lookups.tallies
        self.guard = lookups.guard
        self.pairs = lookups.tallies.pairs
        self.kinds = lookups.kinds
        self.recipes: list[dict[int, Recipe]] = [{} for _ in range(lookups.players)]
        """Recipes by seat and bit."""
        for recipe in lookups.recipes.values():
            self.recipes[recipe.owner][recipe.bit] = recipe

    def check(self, recipe: Recipe, table: int, hand: int) -> tuple[int, int, int]:
        """Return what an order takes from the table, what its owner adds from the hand, and how many cards still lack.

        Of several ways it is the one that lacks least, and of those the one that takes least from the hand. An order
        that can't be baked at all lacks 99.
        """
        if table & recipe.forbidden:
            return NEVER
        if recipe.at_least:
            return self.check_bombastica(recipe, table, hand)
        ways = rarest_ways(self.lookups, table, recipe.ways) if recipe.fewest else recipe.ways
        guard = self.guard
        pairs = self.pairs
        best = NEVER
        best_cost = 9999
        for _, needs in ways:
            left = (table | guard) - needs  # Tallies.missing, without the call
            enough = left & guard
            missing = guard - (left & ~(enough - (enough >> 4)))
            if not missing:
                return needs, 0, 0
            left = (hand | guard) - missing
            enough = left & guard
            lacking = guard - (left & ~(enough - (enough >> 4)))
            lack = ((lacking & pairs) + (lacking >> 5 & pairs)) % 1023 if lacking else 0
            cost = 32 * lack + ((missing & pairs) + (missing >> 5 & pairs)) % 1023
            if cost < best_cost:
                best_cost = cost
                best = (needs - missing, missing - lacking, lack)
        return best

    def check_bombastica(self, recipe: Recipe, table: int, hand: int) -> tuple[int, int, int]:
        """MM-24: any cards will do, and the owner parts with those of which there are most."""
        pairs = self.pairs
        short = recipe.at_least - ((table & pairs) + (table >> 5 & pairs)) % 1023
        if short <= 0:
            return table, 0, 0
        added = 0
        while short:
            rest = hand - added
            most = kind = 0
            for other in range(self.kinds):
                count = (rest >> 5 * other) & 15
                if count > most:
                    most, kind = count, other
            if not most:
                break
            number = short if short < most else most
            added += number << 5 * kind
            short -= number
        return table, added, short

    def total(self, tally: int) -> int:
        return ((tally & self.pairs) + (tally >> 5 & self.pairs)) % 1023


class Hope:
    """An order in the oven that lacks a card or two which its owner may still draw."""

    __slots__ = ("added", "lack", "lacking", "recipe", "taken")

    def __init__(self, recipe: Recipe, taken: int, added: int, lack: int, lacking: int) -> None:
        self.recipe = recipe
        self.taken = taken
        self.added = added
        self.lack = lack
        self.lacking = lacking
        """Missing ingredients; none in particular for a Bombastica."""


class OvenForecast:
    """The oven of one world, looked through to its top."""

    def __init__(self, cook: Cook, state: MammaMiaState, baked: bool = False, luck: Random | None = None) -> None:
        """While an order is being decided, it is taken as baked or else checked like those that follow.

        Luck decides who helps, and what goes wrong. Without it everyone helps who can, and nothing goes wrong.
        """
        self.cook = cook
        self.luck = luck
        self.mishap = LARGE_DECK_FAILURE_CHANCE if cook.lookups.hand_size > 8 else FAILURE_CHANCE
        self.hands = state.hands[:]
        self.kept = [0] * len(state.hands)
        """Tally that everyone keeps for own orders in the oven."""
        self.baked = [0] * len(state.hands)
        """Pizzas that will come out, by seat."""
        self.returned: list[list[int]] = [[] for _ in state.hands]
        """The orders that won't."""
        self.waiters = state.waiters[:]
        self.hopes: list[Hope] = []
        """The orders that may."""
        self.hoping = state.opening is None and state.left > 0
        self.used = 0
        """Tally of what has been or will be used from table and hands."""
        opening = state.opening
        self.table = 0
        first = 0
        if opening is not None:
            self.table = opening.table
            self.used = opening.used
            first = opening.shown
            if opening.recipe is not None:
                if not baked:
                    self.bake(opening.recipe)
                else:
                    self.table = 0 if opening.short else opening.table + opening.missing - opening.needs
        recipes = state.lookups.recipes
        for entry in state.oven[first:]:
            if entry > 0:
                self.table += entry
            else:
                self.bake(recipes[entry])

    def bake(self, recipe: Recipe) -> bool:
        """Return whether an order that appears will be baked, with what its owner can spare, or with help."""
        owner = recipe.owner
        if self.luck is not None and self.luck.random() < self.mishap:
            self.returned[owner].append(recipe.bit)
            return False
        spare = self.hands[owner] - self.kept[owner]
        taken, added, lack = self.cook.check(recipe, self.table, spare)
        if lack and not (lack < 4 and self.cook.lookups.helping and self.ask(recipe, lack, spare)):
            if lack <= MAX_HOPED_LACK and self.hoping:
                self.table -= taken
                self.kept[owner] += added
                self.hopes.append(Hope(recipe, taken, added, lack, self.lacking(recipe, taken, added)))
            else:
                self.returned[owner].append(recipe.bit)
            return False
        self.table -= taken
        self.kept[owner] += added
        self.used += taken + added
        self.baked[owner] += 1
        return True

    def ask(self, recipe: Recipe, lack: int, spare: int) -> bool:
        """MM-18: whether somebody can spare what lacks. The helper gives it, and has an order completed."""
        cook = self.cook
        if recipe.at_least:
            return False
        taken, added, _ = cook.check(recipe, self.table, spare)
        lacking = self.lacking(recipe, taken, added)
        guard = cook.guard
        players = len(self.hands)
        for step in range(1, players):
            seat = (recipe.owner + step) % players
            if self.waiters[seat]:
                free = self.hands[seat] - self.kept[seat]
                if ((free | guard) - lacking) & guard == guard:
                    if self.luck is not None and self.luck.random() > HELP_CHANCE:
                        continue
                    self.kept[seat] += lacking
                    self.used += lacking
                    self.waiters[seat] = self.waiters[seat][1:]
                    self.baked[seat] += 1
                    return True
        return False

    def lacking(self, recipe: Recipe, taken: int, added: int) -> int:
        """Return which cards lack beside those from table and hand."""
        if recipe.at_least:
            return 0
        tallies = self.cook.tallies
        have = taken + added
        best = 0
        for _, needs in recipe.ways:
            if tallies.covers(needs, have):
                best = needs - have
        return best

    def settle_hopes(self) -> None:
        """Drop hopes, since the oven is opened: what was hoped for is there, or it isn't."""
        cook = self.cook
        guard = cook.guard
        for hope in self.hopes:
            owner = hope.recipe.owner
            spare = self.hands[owner] - self.kept[owner]
            if hope.recipe.at_least:
                fulfilled = cook.total(spare) >= hope.lack
                lacking = cook.check_bombastica(hope.recipe, hope.taken, spare + hope.added)[1] - hope.added
            else:
                lacking = hope.lacking
                fulfilled = ((spare | guard) - lacking) & guard == guard
            if fulfilled:
                self.kept[owner] += lacking
                self.used += hope.taken + hope.added + lacking
                self.baked[owner] += 1
            else:
                self.table += hope.taken
                self.kept[owner] -= hope.added
                self.returned[owner].append(hope.recipe.bit)
        self.hopes = []
