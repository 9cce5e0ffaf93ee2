"""A person's memory of the oven, which forgets, and believes in what others hold."""

from __future__ import annotations

from copy import copy

from forno.bots.memory import Forgetting, Mind, Trace
from forno.core.chance import Chance
from forno.core.events import Answered, Awaits, Event
from forno.core.states import Reduced, reduce_with_attributes
from forno.games.mamma_mia.bots.forecast import Cook
from forno.games.mamma_mia.game import MammaMia
from forno.games.mamma_mia.knowledge.memory import MammaMiaMemory
from forno.games.mamma_mia.rules.events import Composing, OvenEmptied, Returned
from forno.games.mamma_mia.rules.questions import SEATS

HOLDING_CHANCE = 0.85
"""Chance that others hold what their orders in the oven lack."""
MAX_CARDS_BELIEVED = 4
"""The most cards that somebody is believed to hold for one order."""


class HumanMemory(MammaMiaMemory):
    """Takes in everything; `recall` gives what is left of it.

    What lies in the oven fades entry by entry, amounts blur, neighbouring kinds and neighbours' orders get mixed up.
    That an order came back, and where it lies under a waiter, is forgotten, too. What can be seen on the table is no
    matter of memory. One that is trusting believes: who placed an order meant it to be baked, and holds what it lacks.
    """

    def __init__(self, game: MammaMia, seat: int, forgetting: Forgetting, chance: Chance, trusting: bool) -> None:
        super().__init__(game, seat)
        self.cook = Cook(game.lookups)
        self.mind = Mind(forgetting, chance)
        self.trusting = trusting
        self.traces: list[Trace] = []
        """One for each entry in the oven."""
        self.returns: dict[int, Trace] = {}
        """One for each order that came back, by seat and order as in the oven."""

    def __reduce__(self) -> Reduced:
        return reduce_with_attributes(self, self.game, self.seat, self.mind.forgetting, self.mind.chance, self.trusting)

    def observe(self, event: Event) -> None:
        before = len(self.oven)
        super().observe(event)
        if isinstance(event, Answered | Awaits | Composing):
            return
        self.mind.pass_time()
        if isinstance(event, OvenEmptied):
            self.traces = [self.mind.see() for _ in self.oven]
        elif len(self.oven) > before:
            self.traces.append(self.mind.see())
        elif len(self.oven) < before:
            del self.traces[0]
        if isinstance(event, Returned):
            order = self.lookups.order_names.index(event.order)
            self.returns[~(event.seat * SEATS + order)] = self.mind.see()

    def believed(self, chance: Chance) -> list[int]:
        beliefs = [0] * self.lookups.players
        if not self.trusting:
            return beliefs
        cook = self.cook
        tallies = self.lookups.tallies
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

    def recall(self) -> HumanMemory:
        """Return a memory that holds what this one would remember now."""
        now = self.mind.now
        left = copy(self)
        if not self.game.memory_aid:  # with it, what lies in the oven can be seen
            left.oven = [
                self.remembered(entry, trace)
                for entry, trace in zip(self.oven, self.traces, strict=True)
                if not trace.is_lost(now)
            ]
        lost = [~entry for entry, trace in self.returns.items() if trace.is_lost(now)]
        if lost:
            left.waiters = [waiter[:] for waiter in self.waiters]
            left.known_orders = self.known_orders[:]
            for number in lost:
                seat, order = divmod(number, SEATS)
                left.waiters[seat] = [0 if card == 1 << order else card for card in left.waiters[seat]]
                left.known_orders[seat] &= ~(1 << order)
        return left

    def remembered(self, entry: int, trace: Trace) -> int:
        """Return an entry of the oven as it is remembered."""
        now = self.mind.now
        lookups = self.lookups
        if entry < 0:
            seat, order = divmod(~entry, SEATS)
            taken_for = ~((seat + trace.side) % lookups.players * SEATS + order)
            return taken_for if trace.is_mixed_up(now) and taken_for in lookups.recipes else entry
        kind = lookups.tallies.only_kind(entry)
        number = trace.amount(lookups.tallies.count(entry, kind), now)
        if trace.is_mixed_up(now):
            kind = (kind + trace.side) % lookups.kinds
        return min(number, lookups.copies) * lookups.tallies.unit[kind]
