"""Knowledge of Mamma Mia! for the search: priors of answers, and playouts of worlds."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from random import Random

from forno.bots.bot import Bot
from forno.bots.search import BUDGET_MILLISECONDS, SearchBot
from forno.core.game import Game, State
from forno.games.mamma_mia.bots.judgement import Weights
from forno.games.mamma_mia.bots.players import Adviser
from forno.games.mamma_mia.bots.playout import RoundPlayout
from forno.games.mamma_mia.game import MammaMia
from forno.games.mamma_mia.rules.questions import DRAW, HELP, ORDER, PLACE
from forno.games.mamma_mia.rules.state import MammaMiaState

TEMPERATURE = 0.12
"""Difference in value, in pizzas, at which an answer is tried e times less often at first."""
LEAD_SPREAD = (0.5, 0.7, 1.2, 1.7)
"""Uncertainty of a lead, by rounds to go: the lead in pizzas with which one wins e times as often."""
TIE_BREAK_VALUE = 0.06
"""Value of an ingredient in hand at the end, in pizzas."""
CARD_VALUE = 0.03
"""Value of an ingredient in hand while there are rounds to go, in pizzas."""
ORDERS_VALUE = (0.0, 0.3, 0.5)
"""Value of the orders in hand at the beginning of a round, by their number; more are worth no more."""
BEGINNING_VALUE = 0.5
"""Value of beginning the round where nobody helps: leftovers on the table are there for the taking."""
HELP_CHANCE = 0.75
"""Chance that others help who are asked and can."""
SERVED_PENALTY = 0.14
"""Decrease of the pizzas to come for each one served: the orders that are left are harder, fewer, or both."""


class Insight:
    """The `Knowledge` of Mamma Mia!."""

    def __init__(self, game: MammaMia, weights: Weights | None = None) -> None:
        self.adviser = Adviser(game, weights or Weights())
        self.cook = self.adviser.baker.cook
        self.lookups = game.lookups
        self.beginning = 0.0 if game.lookups.helping else BEGINNING_VALUE

    def prior(self, state: State, actions: Sequence[int]) -> list[float]:
        assert isinstance(state, MammaMiaState)
        if len(actions) == 1:
            return [1.0]
        scores = self.adviser.scores(state, actions)
        best = max(scores)
        return [exp((score - best) / TEMPERATURE) + 0.01 for score in scores]

    def rollout(self, state: State, luck: Random) -> list[float]:
        return self.round_end(state, luck)[1]

    def round_end(self, state: State, luck: Random) -> tuple[Sequence[int], list[float]]:
        """Answer the open questions, then play the round out, but no more than that. Return pizzas and chances.

        Rounds to come would add more noise than knowledge: what a round leaves behind matters little for the next.
        """
        assert isinstance(state, MammaMiaState)
        opened = state.opening is not None
        while state.question != PLACE and not state.is_over:
            state.apply(self.quick(state, luck))
        pizzas = [served.bit_count() for served in state.served]
        if state.is_over:
            return pizzas, self.ending(pizzas, state.hands)
        if opened:
            return pizzas, self.outlook(pizzas, state.hands, state.orders, state.seat, state.rounds)
        playout = RoundPlayout(self.cook, state, luck)
        playout.play(state.rounds + 1)
        pizzas = playout.pizzas
        if state.rounds == self.lookups.openings:
            return pizzas, self.ending(pizzas, state.hands)
        return pizzas, self.outlook(pizzas, state.hands, state.orders, state.seat, state.rounds)

    def quick(self, state: MammaMiaState, luck: Random) -> int:
        """Return a sensible answer within a turn or an opening, found fast."""
        if state.question == HELP:
            return self.lookups.help if luck.random() < HELP_CHANCE else self.lookups.refuse
        if state.question == ORDER or state.question == DRAW:
            scores = self.adviser.judge.scores(state, state.legal)
            return state.legal[scores.index(max(scores))]
        return self.adviser.baker.expected(state)

    def ending(self, pizzas: Sequence[int], hands: Sequence[int]) -> list[float]:
        """Return the shares of the win at the end of the game."""
        total = self.cook.total
        heights = [number + TIE_BREAK_VALUE * total(hand) for number, hand in zip(pizzas, hands, strict=True)]
        return shares(heights, LEAD_SPREAD[0])

    def outlook(
        self, pizzas: Sequence[int], hands: Sequence[int], orders: Sequence[int], first: int, rounds: int
    ) -> list[float]:
        """Return the shares of the win to be expected at the beginning of a round."""
        total = self.cook.total
        heights: list[float] = []
        for number, hand, held in zip(pizzas, hands, orders, strict=True):
            enough = min(held.bit_count(), len(ORDERS_VALUE) - 1)
            heights.append((1 - SERVED_PENALTY) * number + CARD_VALUE * total(hand) + ORDERS_VALUE[enough])
        heights[first] += self.beginning
        return shares(heights, LEAD_SPREAD[self.lookups.openings - rounds])


def shares(heights: Sequence[float], spread: float) -> list[float]:
    """Return what part of the win everyone has, by how high they stand."""
    parts = [exp(height / spread) for height in heights]
    scale = 1 / sum(parts, 0.0)
    return [part * scale for part in parts]


def nonna(
    game: Game, seat: int, seed: int | str = 0, milliseconds: float = BUDGET_MILLISECONDS, iterations: int | None = None
) -> Bot:
    """Return a player who never forgets, and thinks ahead."""
    assert isinstance(game, MammaMia)
    return SearchBot(game, seat, seed, Insight(game), milliseconds, iterations)
