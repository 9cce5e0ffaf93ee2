"""What the search knows about Mamma Mia!: what to try first, and how a world may end."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from random import Random

from forno.bots.bot import Bot
from forno.bots.mamma_mia.belief import Reader
from forno.bots.mamma_mia.judgement import Weights
from forno.bots.mamma_mia.players import Adviser
from forno.bots.mamma_mia.playout import Playout
from forno.bots.search import BUDGET, SearchBot
from forno.core.game import Game, State
from forno.games.mamma_mia.game import MammaMia
from forno.games.mamma_mia.questions import DRAW, ORDER, PLACE
from forno.games.mamma_mia.state import MammaMiaState

WARMTH = 0.12
"""Answers that are worth so much less, in pizzas, are tried e times less often at first."""
SPREAD = (0.5, 1.4, 2.0, 2.5)
"""How uncertain a lead is with so many rounds to go: by how many pizzas one leads to win e times as often."""
ROUNDS = 9
"""How many rounds are played out, the one under way included; then a lead is estimated."""
TIE_BREAK = 0.06
"""What an ingredient in hand counts at the end."""


class Insight:
    """The `Knowledge` of Mamma Mia!."""

    def __init__(self, game: MammaMia, weights: Weights | None = None, rounds: int = ROUNDS) -> None:
        self.adviser = Adviser(game, weights or Weights())
        self.cook = self.adviser.baker.cook
        self.tables = game.tables
        self.rounds = rounds

    def prior(self, state: State, actions: Sequence[int]) -> list[float]:
        assert isinstance(state, MammaMiaState)
        if len(actions) == 1:
            return [1.0]
        scores = self.adviser.scores(state, actions)
        best = max(scores)
        return [exp((score - best) / WARMTH) + 0.01 for score in scores]

    def rollout(self, state: State, luck: Random) -> list[float]:
        """Answer the open questions, then play out."""
        assert isinstance(state, MammaMiaState)
        openings = self.tables.openings
        while state.question != PLACE and not state.is_over:
            state.apply(self.quick(state))
        if state.is_over:
            pizzas = [served.bit_count() for served in state.served]
            return self.worth(pizzas, state.hands, 0)
        until = min(openings, state.rounds + self.rounds)
        playout = Playout(self.cook, state, luck)
        playout.play(until)
        return self.worth(playout.pizzas, playout.hands, openings - until)

    def quick(self, state: MammaMiaState) -> int:
        """A sensible answer within a turn or an opening, found fast."""
        if state.question == ORDER or state.question == DRAW:
            scores = self.adviser.judge.scores(state, state.legal)
            return state.legal[scores.index(max(scores))]
        return self.adviser.baker.expected(state)

    def worth(self, pizzas: Sequence[int], hands: Sequence[int], rounds_left: int) -> list[float]:
        """The shares of the win that such a lead promises."""
        total = self.cook.total
        spread = SPREAD[rounds_left]
        heights = [exp((number + TIE_BREAK * total(hand)) / spread) for number, hand in zip(pizzas, hands, strict=True)]
        scale = 1 / sum(heights)
        return [height * scale for height in heights]


def nonna(
    game: Game, seat: int, seed: int | str = 0, milliseconds: float = BUDGET, iterations: int | None = None
) -> Bot:
    """She never forgets, and thinks ahead."""
    assert isinstance(game, MammaMia)
    return SearchBot(game, seat, seed, Insight(game), Reader(game, seat), milliseconds, iterations)
