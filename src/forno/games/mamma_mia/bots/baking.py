"""Decisions while the oven is open: which kinds to bake with, adding, asking, helping, refusing.

Every answer is tried out in the world that is imagined: the rest of the oven is looked through, and the pizzas that
come out are counted.
"""

from __future__ import annotations

from collections.abc import Sequence

from forno.games.mamma_mia.bots.forecast import Cook, OvenForecast
from forno.games.mamma_mia.rules.questions import ADD, BAKE, HELP, REQUEST
from forno.games.mamma_mia.rules.state import MammaMiaState

OPPONENTS_WEIGHT = 0.5
"""Weight of all opponents' pizzas together against one's own."""
CARD_VALUE = 0.04
"""Value of an ingredient left in hand."""
MAX_KINDS_TRIED = 4
"""The most kinds tried for an order: those for which least must come from hands."""
NEVER = -99.0
MAX_ANSWERS_AHEAD = 40
"""Answers to what follows, at most, until the fate of the order shows."""


class Baker:
    """Judges answers while the oven is open. One for a game."""

    def __init__(self, cook: Cook) -> None:
        self.cook = cook
        self.lookups = cook.lookups

    def scores(self, state: MammaMiaState, actions: Sequence[int]) -> list[float]:
        """Return what every answer is worth to the player who is asked."""
        if state.question == ADD:
            return self.spare(state, actions)
        if state.question == REQUEST and state.opening is not None and state.opening.short:
            best = self.expected(state)  # as little as possible, of what others have most
            return [1.0 if action == best else 0.0 for action in actions]
        ways = self.ways(state) if state.question == BAKE else []
        dear = [action for _, action in ways[MAX_KINDS_TRIED:]]
        return [NEVER if action in dear else self.try_out(state, action) for action in actions]

    def try_out(self, state: MammaMiaState, action: int) -> float:
        """Answer so, let the others answer as they would, and count."""
        seat = state.seat
        world = state.clone()
        opening = state.opening
        assert opening is not None
        shown = opening.shown
        world.apply(action)
        for _ in range(MAX_ANSWERS_AHEAD):
            if world.is_over or world.opening is None or world.opening.shown > shown:
                break
            world.apply(self.expected(world))
        return self.count(world, seat)

    def expected(self, state: MammaMiaState) -> int:
        """Return the likely answer: help, add, ask for as little as possible, part with what there is most of."""
        lookups = self.lookups
        legal = state.legal
        question = state.question
        if question == HELP:
            return lookups.help if self.can_spare(state) else lookups.refuse
        if question == BAKE:
            if legal[0] >= lookups.add_missing:
                return legal[0]
            ways = self.ways(state)
            return ways[0][1] if ways else legal[-1]
        if question == ADD:
            hand = state.hands[state.seat]
            return max(legal, key=lambda action: (hand >> 5 * (action - lookups.add_card)) & 15)
        if question == REQUEST and state.opening is not None and state.opening.short:
            return legal[-1] if legal[-1] == lookups.end_request else self.commonest(state, legal)
        return legal[0]

    def ways(self, state: MammaMiaState) -> list[tuple[int, int]]:
        """Return the kinds to choose from, those first for which least must come from hands."""
        opening = state.opening
        assert opening is not None and opening.recipe is not None
        tallies = self.cook.tallies
        hand = state.hands[state.seat]
        ways: list[tuple[int, int]] = []
        for action, needs in opening.recipe.ways:
            if action in state.legal:
                missing = tallies.missing(opening.table, needs)
                ways.append((10 * self.cook.total(tallies.missing(hand, missing)) + self.cook.total(missing), action))
        ways.sort()
        return ways

    def can_spare(self, state: MammaMiaState) -> bool:
        """Return whether what is asked for isn't kept for one of this seat's orders that is still to come."""
        opening = state.opening
        assert opening is not None
        kept = OvenForecast(self.cook, state, baked=True).kept[state.seat]
        guard = self.cook.guard
        return ((state.hands[state.seat] | guard) - kept - opening.request) & guard == guard

    def commonest(self, state: MammaMiaState, legal: Sequence[int]) -> int:
        """Return the kind of which most are in other hands."""
        lookups = self.lookups
        opening = state.opening
        assert opening is not None
        others = [
            hand - kept for hand, kept in zip(state.hands, OvenForecast(self.cook, state, True).kept, strict=True)
        ]
        del others[state.seat]
        requests = [action for action in legal if action != lookups.end_request]

        def helpers(action: int) -> int:
            kind = (action - lookups.request) // (lookups.most_asked + 1)
            wanted = self.cook.tallies.count(opening.request, kind) + 1
            return sum((hand >> 5 * kind) & 15 >= wanted for hand in others)

        return max(requests, key=helpers)

    def spare(self, state: MammaMiaState, actions: Sequence[int]) -> list[float]:
        """Return what to give away: what isn't kept for another order, and of that what there is most of."""
        hand = state.hands[state.seat]
        kept = OvenForecast(self.cook, state, baked=True).kept[state.seat]
        scores: list[float] = []
        for action in actions:
            shift = 5 * (action - self.lookups.add_card)
            held = (hand >> shift) & 15
            scores.append(0.1 * held - (1.0 if held <= (kept >> shift) & 15 else 0.0))
        return scores

    def count(self, state: MammaMiaState, seat: int) -> float:
        """Return the pizzas that come out, this seat's against the others'."""
        forecast = OvenForecast(self.cook, state)
        pizzas = [served.bit_count() + baked for served, baked in zip(state.served, forecast.baked, strict=True)]
        own = pizzas[seat]
        others = (sum(pizzas) - own) / (len(pizzas) - 1)
        left = self.cook.total(state.hands[seat]) - self.cook.total(forecast.kept[seat])
        return own - OPPONENTS_WEIGHT * others + CARD_VALUE * left
