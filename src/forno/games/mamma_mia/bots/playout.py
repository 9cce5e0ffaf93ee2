"""Playing a world out fast: whole turns on tallies, without the steps and questions of the rules.

The fate of an order is settled when it is placed (see `kitchen`), so an opening of the oven costs next to nothing: what
was kept for orders leaves the hands, failed orders go under their waiters, what was used becomes the supply. Everyone
plays by the same quick policy: bake what can be baked with the fewest own cards; otherwise keep what the nearest order
needs and get rid of the rest.
"""

from __future__ import annotations

from random import Random

from forno.games.mamma_mia.bots.kitchen import Cook, Kitchen
from forno.games.mamma_mia.rules.state import MammaMiaState

STALLED = 400
"""Turns at most, should a game not come to an end."""


class Playout:
    """A world from the beginning of a turn on."""

    def __init__(self, cook: Cook, state: MammaMiaState, luck: Random) -> None:
        self.cook = cook
        self.tables = tables = cook.tables
        self.luck = luck
        kitchen = Kitchen(cook, state, luck=luck)
        self.kitchen = kitchen
        self.hands = kitchen.hands
        self.kept = kitchen.kept
        self.pizzas = [served.bit_count() for served in state.served]
        self.orders = state.orders[:]
        self.sizes = state.sizes[:]
        self.waiters = kitchen.waiters
        self.supply = state.supply
        self.left = state.left
        self.seat = state.seat
        self.rounds = state.rounds
        self.shuffles = state.shuffles
        self.wanted = 2 if tables.hand_size < 9 else 3
        """So many orders in hand are enough."""
        self.reach = 1 if tables.helping else 0
        """So many cards may lack of an order that is placed: somebody may help."""
        self.far = 5 * tables.players
        """With more than so many cards in the supply one more may lack: it may be drawn in time."""

    def play(self, rounds: int) -> None:
        """Play until the oven has been opened so many times, counted from the beginning of the game."""
        for _ in range(STALLED):
            self.take_turn()
            if self.left:
                self.seat += 1
                if self.seat == len(self.hands):
                    self.seat = 0
            else:
                self.open_oven()
                if self.rounds >= rounds:
                    return

    def take_turn(self) -> None:
        """One turn of the player whose turn it is."""
        seat = self.seat
        kitchen = self.kitchen
        tables = self.tables
        cook = self.cook
        hand = self.hands[seat]
        size = self.sizes[seat]
        if not hand:
            number = min(tables.draws_passing[size], self.left)
            self.hands[seat] = self.supply[self.left] - self.supply[self.left - number]
            self.left -= number
            self.sizes[seat] = size + number
            return
        spare = hand - self.kept[seat]
        if not spare:
            spare = self.give_up(seat)
        bit, added, needed = self.find_order(seat, spare)
        placed = largest(added, cook.kinds) if bit and added else self.surplus(spare, self.hoped(seat) or needed)
        number = placed >> (placed.bit_length() - 1) // 5 * 5
        self.hands[seat] = hand - placed
        size -= number
        kitchen.table += placed
        if bit:
            self.orders[seat] ^= bit
            size -= 1
            kitchen.bake(cook.recipes[seat][bit])
        self.draw(seat, size)

    def find_order(self, seat: int, spare: int) -> tuple[int, int, int]:
        """The order to place, what it takes from the hand; and what the nearest of the others needs from there."""
        cook = self.cook
        table = self.kitchen.table
        recipes = cook.recipes[seat]
        rest = self.orders[seat]
        reach = self.reach
        best = best_added = 0
        best_cost = 99.0
        nearest = 99
        needed = 0
        while rest:
            bit = rest & -rest
            rest ^= bit
            _, added, lack = cook.check(recipes[bit], table, spare)
            if lack <= reach or (lack == 1 and self.left > self.far):
                cost = (cook.total(added) if added else 0) + 4 * lack + self.luck.random()
                if cost < best_cost:
                    best, best_added, best_cost = bit, added, cost
            elif lack < nearest:
                nearest = lack
                needed = added
        return best, best_added, needed

    def hoped(self, seat: int) -> int:
        """What lacks to an own order in the oven."""
        for hope in self.kitchen.hopes:
            if hope.recipe.owner == seat:
                return hope.lacking
        return 0

    def surplus(self, spare: int, needed: int) -> int:
        """What to get rid of: all cards of the kind of which most aren't needed."""
        kinds = self.cook.kinds
        rest = spare - needed + self.cook.tallies.missing(spare, needed) if needed else spare
        placed = largest(rest or spare, kinds)
        if placed >> (placed.bit_length() - 1) // 5 * 5 > 3:
            return placed - (1 << (placed.bit_length() - 1) // 5 * 5)
        return placed

    def give_up(self, seat: int) -> int:
        """All that is in hand is kept, and something must be placed: one order in the oven won't be baked."""
        kept = self.kept[seat]
        kitchen = self.kitchen
        for place, hope in enumerate(kitchen.hopes):
            if hope.recipe.owner == seat and hope.added:
                kitchen.table += hope.taken
                kitchen.returned[seat].append(hope.recipe.bit)
                self.kept[seat] -= hope.added
                del kitchen.hopes[place]
                return hope.added
        self.kept[seat] = 0
        kitchen.used -= kept
        kitchen.baked[seat] -= 1
        return kept

    def draw(self, seat: int, size: int) -> None:
        """Orders if there are too few in hand, otherwise ingredients."""
        tables = self.tables
        number = tables.draws[size]
        if not number:
            self.sizes[seat] = size
            return
        waiter = self.waiters[seat]
        held = self.orders[seat].bit_count()
        hand = self.hands[seat]
        if (
            waiter
            and held < self.wanted
            and (held == 0 or number <= 3)
            and (hand > self.kept[seat] if not tables.must_draw_supply else hand)
        ):
            number = min(number, len(waiter))
            self.orders[seat] += sum(waiter[:number])
            self.waiters[seat] = waiter[number:]
        else:
            left = self.left
            if number > left:
                number = left
            self.hands[seat] = hand + self.supply[left] - self.supply[left - number]
            self.left = left - number
        self.sizes[seat] = size + number

    def open_oven(self) -> None:
        """What was foreseen happens, and the next round begins."""
        kitchen = self.kitchen
        if kitchen.hopes:
            kitchen.settle_hopes()
        total = self.cook.total
        for seat, kept in enumerate(self.kept):
            if kept:
                self.hands[seat] -= kept
                self.sizes[seat] -= total(kept)
                self.kept[seat] = 0
            self.pizzas[seat] += kitchen.baked[seat]
            kitchen.baked[seat] = 0
            if kitchen.returned[seat]:
                self.waiters[seat] += tuple(kitchen.returned[seat])
                kitchen.returned[seat] = []
        self.rounds += 1
        if self.rounds < self.tables.openings:
            counts = self.tables.tallies.unpack(kitchen.used)
            self.supply = self.shuffles[self.rounds - 1].supply(counts)
            self.left = len(self.supply) - 1
            kitchen.used = 0


def largest(tally: int, kinds: int) -> int:
    """The part of a tally that is of its commonest kind."""
    best = most = 0
    for kind in range(kinds):
        count = tally >> 5 * kind & 15
        if count > most:
            most = count
            best = count << 5 * kind
    return best
