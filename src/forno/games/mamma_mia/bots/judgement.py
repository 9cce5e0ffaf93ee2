"""Evaluation of turns in one world, by weights that were found by playing.

Worth is counted in pizzas. A turn is judged whole, what is placed with the order on top and the pile to draw from,
since none of them means much alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp

from forno.games.mamma_mia.bots.forecast import Cook, OvenForecast
from forno.games.mamma_mia.rules.lookups import Recipe
from forno.games.mamma_mia.rules.questions import DRAW, ORDER, PLACE
from forno.games.mamma_mia.rules.state import MammaMiaState


@dataclass(frozen=True)
class Weights:
    """Weights of the evaluation, in pizzas unless they are shares."""

    chance_by_lack: tuple[float, ...] = (0.8, 0.5, 0.3, 0.17, 0.09, 0.05, 0.03)
    """Chance that an order in hand is baked later, by the number of cards missing on the table and in hand."""
    help_by_lack: tuple[float, ...] = (1.0, 0.8, 0.6, 0.4)
    """Value of an order by the number of cards that must come from a helper, who gains, too."""
    theft: float = 0.12
    """Share of that lost for each card on the table that an opponent could take first."""
    next_best: float = 0.5
    """Factor of each further order, which competes for the same cards."""
    keeping: float = 0.07
    """Cost of keeping a card in hand for the whole round, for an order in the oven."""
    gift: float = 0.08
    """Cost of a card on the table beyond `gift_from` of its kind, for each opponent."""
    gift_from: int = 2
    """Cards of a kind on the table above which another one is a gift."""
    card: float = 0.04
    """Value of a card drawn."""
    card_fades: float = 0.85
    """Factor of that value for each further ingredient in hand."""
    order: float = 0.35
    """Value of an order drawn."""
    order_fades: float = 0.45
    """Factor of that value for each further order in hand."""
    hope: float = 0.8
    """Share of its chance that an order keeps while it waits for cards to be drawn."""
    hope_draws: float = 0.6
    """Share of all cards drawn in the round that such an order can count on."""
    hope_lack: int = 6
    """The most cards that such an order may lack."""
    useless: float = 0.0
    """Cost of an order that comes back from the oven: next to nothing, as it makes room for a card."""
    hopeless: float = 0.1
    """Cost of an order that is sure to come back."""
    tie_break: float = 0.15
    """Value of an ingredient in hand when the last round ends: it breaks ties."""


class Judge:
    """Judges the steps of a turn. One for a game."""

    def __init__(self, cook: Cook, weights: Weights) -> None:
        self.cook = cook
        self.lookups = cook.lookups
        self.weights = weights
        fades = [weights.card * weights.card_fades**held for held in range(20)]
        self.card_worth = [[sum(fades[held : held + drawn], 0.0) for drawn in range(10)] for held in range(11)]
        fades = [weights.order * weights.order_fades**held for held in range(60)]
        self.order_worth = [[sum(fades[held : held + drawn], 0.0) for drawn in range(10)] for held in range(50)]

    def scores(self, state: MammaMiaState, actions: Sequence[int]) -> list[float]:
        """Return what every action is worth to the player on turn."""
        seat = state.seat
        forecast = OvenForecast(self.cook, state)
        turn = TurnJudge(self, state, forecast)
        lookups = self.lookups
        if state.question == PLACE:
            return [turn.judge_place(action, state.hands[seat], state.orders[seat]) for action in actions]
        placed = lookups.place_tally[state.placing]
        table = forecast.table + placed
        hand = state.hands[seat]
        size = state.sizes[seat] - lookups.place_number[state.placing]
        if state.question == ORDER:
            orders = state.orders[seat]
            return [turn.judge_order(action - lookups.first_order, table, hand, orders, size) for action in actions]
        assert state.question == DRAW
        if state.ordering >= 0:
            size -= 1
            recipe = self.cook.recipes[seat][1 << state.ordering]
            forecast.table = table
            forecast.bake(recipe)
            turn.kept = forecast.kept[seat]
            turn.hopes = [hope.lacking for hope in forecast.hopes if hope.recipe.owner == seat and hope.lacking]
        orders = state.orders[seat]
        return [turn.judge_draw(hand, orders, size, action == lookups.draw_waiter) for action in actions]


class TurnJudge:
    """Judges one turn in one world."""

    def __init__(self, judge: Judge, state: MammaMiaState, forecast: OvenForecast) -> None:
        self.judge = judge
        self.cook = judge.cook
        self.lookups = judge.lookups
        self.weights = judge.weights
        self.seat = seat = state.seat
        self.table = forecast.table
        self.kept = forecast.kept[seat]
        self.size = state.sizes[seat]
        self.left = state.left
        self.waiter = len(state.waiters[seat])
        self.hopes = [hope.lacking for hope in forecast.hopes if hope.recipe.owner == seat and hope.lacking]
        """Missing ingredients of own orders in the oven."""
        supply = state.supply[state.left]
        self.shares = [
            (supply >> 5 * kind & 15) / state.left if state.left else 0.0 for kind in range(self.lookups.kinds)
        ]
        """Chance of each kind for a card of the supply."""
        self.draws = self.weights.hope_draws * state.left / judge.lookups.players
        """Expected number of cards of the supply that this player will draw."""
        self.opponents = judge.lookups.players - 1
        self.turns_left = state.left / (2.2 * judge.lookups.players)
        """Expected number of turns that this player has left in this round."""
        self.is_last = state.rounds + 1 == judge.lookups.openings
        self.keeping = self.weights.keeping * min(1.0, self.turns_left / 3)
        later = min(1.0, self.turns_left / 2)
        self.later = later if self.is_last else 0.6 + 0.4 * later
        """Weight of what counts only in later turns: less, the fewer there are."""
        self.tie_break = self.weights.tie_break * (1 - later) if self.is_last else 0.0

    def judge_place(self, action: int, hand: int, orders: int) -> float:
        """Return the value of placing these ingredients, with the best that can follow."""
        lookups = self.lookups
        placed = lookups.place_tally[action]
        size = self.size - lookups.place_number[action]
        hand -= placed
        table = self.table + placed
        best = self.judge_order(-1, table, hand, orders, size)
        rest = orders
        while rest:
            bit = rest & -rest
            rest ^= bit
            worth = self.judge_order(bit.bit_length() - 1, table, hand, orders, size)
            if worth > best:
                best = worth
        return best

    def judge_order(self, order: int, table: int, hand: int, orders: int, size: int) -> float:
        """Return the value of an order on top, or none for -1, with the better of the two piles to draw from."""
        weights = self.weights
        worth = 0.0
        kept = self.kept
        hopes = self.hopes
        if order >= 0:
            recipe = self.cook.recipes[self.seat][1 << order]
            orders &= ~(1 << order)
            size -= 1
            spare = hand - kept if self.covers(hand, kept) else 0
            taken, added, lack = self.cook.check(recipe, table, spare)
            if lack > weights.hope_lack and not (self.lookups.helping and lack < len(weights.help_by_lack)):
                worth -= weights.hopeless
            else:
                if not lack:
                    worth += 1.0
                else:
                    lacking = self.lacking(recipe, taken + added)
                    hopes = [*hopes, lacking] if lacking else hopes
                    worth -= weights.useless
                    if self.lookups.helping and lack < len(weights.help_by_lack):
                        worth += weights.help_by_lack[lack] * (1 - self.draw_chance(lacking, self.draws))
                table -= taken
                if added:
                    kept += added
                    worth -= self.keeping * self.cook.total(added)
        before, self.kept, self.hopes = (self.kept, self.hopes), kept, hopes
        supply = self.judge_draw(hand, orders, size, False)
        waiter = self.judge_draw(hand, orders, size, True) if self.waiter and self.left else supply
        worth += (supply if supply > waiter else waiter) + self.judge_rest(table, hand, orders)
        self.kept, self.hopes = before
        return worth

    def judge_draw(self, hand: int, orders: int, size: int, waiter: bool) -> float:
        """Return the value of drawing from a pile."""
        judge = self.judge
        spare = hand - self.kept if self.covers(hand, self.kept) else hand
        number = self.lookups.draws[size]
        held = self.cook.total(hand)
        if waiter:
            number = min(number, self.waiter)
            draws = self.draws - number
            worth = judge.order_worth[orders.bit_count()][number] * self.later
        else:
            number = min(number, self.left)
            draws = self.draws if self.draws > number else number
            worth = judge.card_worth[self.cook.total(spare)][number] * self.later
            held += number
        worth += self.tie_break * held
        for lacking in self.hopes:
            chance = self.draw_chance(self.cook.tallies.missing(spare, lacking), draws)
            worth += self.weights.hope * chance * (1 + self.weights.useless)
        if not spare and (waiter or not number) and self.turns_left > 0.5:
            worth -= 0.3  # Next turn there would be nothing to place but what is kept.
        return worth

    def judge_rest(self, table: int, hand: int, orders: int) -> float:
        """Return the value of what is left after the turn, in hand and on the table."""
        worth = -self.gifts(table)
        spare = hand - self.kept
        if not self.covers(hand, self.kept):
            worth -= 0.8  # A card that was kept for an order in the oven is gone.
            spare = hand
        if orders:
            worth += self.prospects(table, spare, orders) * self.later
        return worth

    def lacking(self, recipe: Recipe, have: int) -> int:
        """Return which cards lack beside those; nothing in particular for a Bombastica."""
        covers = self.covers
        for _, needs in recipe.ways:
            if covers(needs, have):
                return needs - have
        return 0

    def draw_chance(self, lacking: int, draws: float) -> float:
        """Return how likely it is to draw these cards."""
        chance = 1.0
        kind = 0
        while lacking:
            number = lacking & 31
            lacking >>= 5
            if number:
                if draws < number:
                    return 0.0
                mean = self.shares[kind] * draws
                none = exp(-mean)
                chance *= (
                    1 - none if number == 1 else 1 - none * (1 + mean) if number == 2 else 0.5 * (1 - none) ** number
                )
            kind += 1
        return chance

    def prospects(self, table: int, spare: int, orders: int) -> float:
        """Return the value that the orders in hand promise."""
        weights = self.weights
        check = self.cook.check
        recipes = self.cook.recipes[self.seat]
        chances: list[float] = []
        while orders:
            bit = orders & -orders
            orders ^= bit
            taken, _, lack = check(recipes[bit], table, spare)
            if lack < len(weights.chance_by_lack):
                safe = 1 - weights.theft * min(self.opponents, 3) * self.cook.total(taken)
                chances.append(weights.chance_by_lack[lack] * max(safe, 0.2))
        chances.sort(reverse=True)
        worth = 0.0
        weight = 1.0
        for chance in chances:
            worth += weight * chance
            weight *= weights.next_best
        return worth

    def gifts(self, table: int) -> float:
        """Return the cost of what lies on the table for everyone to use."""
        weights = self.weights
        many = 0
        for kind in range(self.lookups.kinds):
            count = (table >> 5 * kind) & 15
            if count > weights.gift_from:
                many += count - weights.gift_from
        return weights.gift * many

    def covers(self, hand: int, kept: int) -> bool:
        guard = self.cook.guard
        return ((hand | guard) - kept) & guard == guard
