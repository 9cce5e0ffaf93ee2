"""Playing a world out fast: whole turns by the rules, and openings of the oven as they were foreseen.

The fate of an order is settled when it is placed (see `forecast`), so an opening of the oven costs next to nothing:
what was kept for orders leaves the hands, failed orders go under their waiters, what was used becomes the supply.
Everyone plays by the same quick policy: bake what can be baked with the fewest own cards; otherwise keep what the
nearest order needs and get rid of the rest.
"""

from __future__ import annotations

from random import Random

from forno.games.mamma_mia.bots.forecast import Cook, OvenForecast
from forno.games.mamma_mia.rules.baking import Opening
from forno.games.mamma_mia.rules.questions import DRAW, ORDER, SUPPLY, WAITER
from forno.games.mamma_mia.rules.rounds import empty_oven
from forno.games.mamma_mia.rules.state import MammaMiaState
from forno.games.mamma_mia.rules.turn import finish_turn, place_ingredients, place_order, start_turn

MAX_TURNS = 400
"""Turns at most, should a game not come to an end."""


class RoundPlayout:
    """A world from the beginning of a turn on. Its state moves on with it."""

    def __init__(self, cook: Cook, state: MammaMiaState, luck: Random) -> None:
        self.cook = cook
        self.lookups = lookups = cook.lookups
        self.luck = luck
        self.state = state
        forecast = OvenForecast(cook, state, luck=luck)
        self.forecast = forecast
        self.kept = forecast.kept
        self.hands = state.hands = forecast.hands
        self.waiters = state.waiters = forecast.waiters
        self.orders = state.orders
        self.pizzas = [served.bit_count() for served in state.served]
        self.wanted = 2 if lookups.hand_size < 9 else 3
        """The number of orders in hand that is enough."""
        self.reach = 1 if lookups.helping else 0
        """The most cards that an order may lack when it is placed: somebody may help."""
        self.far = 5 * lookups.players
        """Cards in the supply above which one more may lack: it may be drawn in time."""

    def play(self, rounds: int) -> None:
        """Play until the oven has been opened this many times, counted from the beginning of the game."""
        state = self.state
        for _ in range(MAX_TURNS):
            phase_over = self.take_turn()
            while phase_over and not state.is_over and state.rounds < rounds:
                phase_over = self.open_oven()
            if state.is_over or state.rounds >= rounds:
                return

    def take_turn(self) -> bool:
        """Play one turn of the player to move, who has an ingredient. Return whether the phase is over."""
        state = self.state
        seat = state.seat
        forecast = self.forecast
        cook = self.cook
        spare = self.hands[seat] - self.kept[seat]
        if not spare:
            spare = self.give_up(seat)
        bit, added, needed = self.find_order(seat, spare)
        placed = largest(added, cook.kinds) if bit and added else self.surplus(spare, self.hoped_cards(seat) or needed)
        forecast.table += placed
        kind = (placed.bit_length() - 1) // 5
        phase_over = place_ingredients(state, kind * self.lookups.hand_size + (placed >> 5 * kind) - 1)
        if bit:
            forecast.bake(cook.recipes[seat][bit])
            phase_over = place_order(state, bit.bit_length() - 1)
        elif state.question == ORDER:
            phase_over = place_order(state, -1)
        if state.question == DRAW:
            phase_over = finish_turn(state, WAITER if self.draws_orders(seat) else SUPPLY)
        return phase_over

    def find_order(self, seat: int, spare: int) -> tuple[int, int, int]:
        """Return the order to place, what it takes from the hand, and what the nearest of the others needs."""
        cook = self.cook
        table = self.forecast.table
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
            if lack <= reach or (lack == 1 and self.state.left > self.far):
                cost = (cook.total(added) if added else 0) + 4 * lack + self.luck.random()
                if cost < best_cost:
                    best, best_added, best_cost = bit, added, cost
            elif lack < nearest:
                nearest = lack
                needed = added
        return best, best_added, needed

    def hoped_cards(self, seat: int) -> int:
        """Return what one of this seat's orders in the oven lacks."""
        for hope in self.forecast.hopes:
            if hope.recipe.owner == seat:
                return hope.lacking
        return 0

    def surplus(self, spare: int, needed: int) -> int:
        """Return what to get rid of: all cards of the kind of which most aren't needed."""
        kinds = self.cook.kinds
        rest = spare - needed + self.cook.tallies.missing(spare, needed) if needed else spare
        placed = largest(rest or spare, kinds)
        if placed >> (placed.bit_length() - 1) // 5 * 5 > 3:
            return placed - (1 << (placed.bit_length() - 1) // 5 * 5)
        return placed

    def give_up(self, seat: int) -> int:
        """Give up one order in the oven: everything in hand is kept for orders, and something must be placed."""
        kept = self.kept[seat]
        forecast = self.forecast
        for place, hope in enumerate(forecast.hopes):
            if hope.recipe.owner == seat and hope.added:
                forecast.table += hope.taken
                forecast.returned[seat].append(hope.recipe.bit)
                self.kept[seat] -= hope.added
                del forecast.hopes[place]
                return hope.added
        self.kept[seat] = 0
        forecast.used -= kept
        forecast.baked[seat] -= 1
        return kept

    def draws_orders(self, seat: int) -> bool:
        """Return whether a player who may choose draws orders: if there are too few in hand; otherwise ingredients."""
        lookups = self.lookups
        state = self.state
        held = self.orders[seat].bit_count()
        if held == 0:
            number = 0
        else:
            number = lookups.draws[state.sizes[seat] - lookups.place_number[state.placing] - (state.ordering >= 0)]
        return held < self.wanted and number <= 3 and (lookups.must_draw_supply or self.hands[seat] > self.kept[seat])

    def open_oven(self) -> bool:
        """Open the oven as foreseen and begin the next round. Return whether its first phase is over at once."""
        forecast = self.forecast
        state = self.state
        if forecast.hopes:
            forecast.settle_hopes()
        total = self.cook.total
        for seat, kept in enumerate(self.kept):
            if kept:
                self.hands[seat] -= kept
                state.sizes[seat] -= total(kept)
                self.kept[seat] = 0
            self.pizzas[seat] += forecast.baked[seat]
            forecast.baked[seat] = 0
            if forecast.returned[seat]:
                self.waiters[seat] += tuple(forecast.returned[seat])
                forecast.returned[seat] = []
        opener = state.seat
        if empty_oven(state, Opening(opener, table=forecast.table, used=forecast.used)):
            return False
        forecast.used = 0
        return start_turn(state, opener)


def largest(tally: int, kinds: int) -> int:
    """Return the part of a tally that is of its commonest kind."""
    best = most = 0
    for kind in range(kinds):
        count = tally >> 5 * kind & 15
        if count > most:
            most = count
            best = count << 5 * kind
    return best
