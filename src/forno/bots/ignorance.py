"""Search without knowledge of the game: the baseline for every registered game."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from forno.bots.search import BUDGET_MILLISECONDS, SearchBot
from forno.core.game import Game, State
from forno.core.outcomes import Outcome

WIN_WEIGHT = 0.75
"""Weight of winning against finishing ahead of others, so that a lost game is still worth playing well."""


class Ignorance:
    """The `Knowledge` of a player who knows nothing but the rules: all actions are equally good, and worlds are played
    out at random."""

    def prior(self, state: State, actions: Sequence[int]) -> list[float]:
        return [1.0] * len(actions)

    def rollout(self, state: State, luck: Random) -> list[float]:
        random = luck.random
        while not state.is_over:
            actions = state.legal_actions()
            state.apply(actions[int(random() * len(actions))])
        return self.worth(state.outcome)

    def worth(self, outcome: Outcome) -> list[float]:
        """Return the value of an outcome for every seat."""
        return worth(outcome)


def worth(outcome: Outcome) -> list[float]:
    """Return the value of an outcome for every seat, 0 to 1: share of the win, and seats it finished ahead of."""
    places = outcome.places
    others = len(places) - 1
    found: list[float] = []
    for seat, place in enumerate(places):
        ahead = sum([1.0 if place < other else 0.5 if place == other else 0.0 for other in places], -0.5) / others
        won = 1 / len(outcome.winners) if seat in outcome.winners else 0.0
        found.append(WIN_WEIGHT * won + (1 - WIN_WEIGHT) * ahead)
    return found


def search(
    game: Game, seat: int, seed: int | str = 0, milliseconds: float = BUDGET_MILLISECONDS, iterations: int | None = None
) -> SearchBot:
    """Make a search bot that remembers everything and knows only the rules."""
    return SearchBot(game, seat, seed, Ignorance(), milliseconds, iterations)
