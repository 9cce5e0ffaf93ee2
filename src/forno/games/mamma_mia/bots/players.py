"""Three players who know the game: `garzone`, `cuoco` and `pizzaiolo`.

Each imagines a few worlds that agree with what it remembers, judges every answer in each of them, and gives the answer
that is best on average.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from forno.bots.bot import Bot
from forno.bots.memory import Forgetting
from forno.core.events import Event
from forno.core.game import Game
from forno.core.views import View
from forno.games.mamma_mia.bots.baking import Baker
from forno.games.mamma_mia.bots.forecast import Cook
from forno.games.mamma_mia.bots.judgement import Judge, Weights
from forno.games.mamma_mia.bots.recall import HumanMemory
from forno.games.mamma_mia.game import MammaMia
from forno.games.mamma_mia.knowledge.views import MammaMiaView
from forno.games.mamma_mia.rules.questions import DRAW
from forno.games.mamma_mia.rules.state import MammaMiaState


class Adviser:
    """Evaluates the answers to any question in one world."""

    def __init__(self, game: MammaMia, weights: Weights) -> None:
        cook = Cook(game.lookups)
        self.judge = Judge(cook, weights)
        self.baker = Baker(cook)

    def scores(self, state: MammaMiaState, actions: Sequence[int]) -> list[float]:
        if state.question <= DRAW:
            return self.judge.scores(state, actions)
        return self.baker.scores(state, actions)


class Thinker(Bot):
    """A player who judges, without searching."""

    def __init__(
        self,
        game: Game,
        seat: int,
        seed: int | str,
        weights: Weights,
        forgetting: Forgetting,
        worlds: int,
        trusting: bool,
    ) -> None:
        assert isinstance(game, MammaMia)
        super().__init__(game, seat, seed)
        self.adviser = Adviser(game, weights)
        self.worlds = worlds
        self.memory = HumanMemory(game, seat, forgetting, self.chance, trusting)

    def observe(self, event: Event) -> None:
        self.memory.observe(event)

    def choose(self, view: View) -> int:
        assert isinstance(view, MammaMiaView)
        actions = view.actions
        if len(actions) == 1:
            return actions[0]
        memory = self.memory.recall()
        totals = [0.0] * len(actions)
        for _ in range(self.worlds):
            state = view.sample(memory, self.chance)
            state.quiet = True
            for place, score in enumerate(self.adviser.scores(state, actions)):
                totals[place] += score
        return actions[totals.index(max(totals))]


CAUTIOUS = Weights(hope_lack=0, useless=0.3, hopeless=0.5, tie_break=0.0)
"""Weights of newcomers, to whom an order that comes back seems a failure; they don't count cards at the end."""


def garzone(game: Game, seat: int, seed: int | str = 0) -> Bot:
    """Return a newcomer, who forgets fast, ignores the others, and places an order only with all that it takes."""
    weights = replace(CAUTIOUS, help_by_lack=(1.0, 0.4, 0.15, 0.0), gift=0.01, theft=0.01, keeping=0.0, next_best=0.6)
    return Thinker(game, seat, seed, weights, Forgetting(1 / 40, 1 / 120, 1 / 160), worlds=1, trusting=False)


def cuoco(game: Game, seat: int, seed: int | str = 0) -> Bot:
    """Return a player who knows the game, remembers most of a round, and takes few risks."""
    weights = replace(CAUTIOUS, help_by_lack=(1.0, 0.6, 0.3, 0.1), gift=0.05, theft=0.05)
    return Thinker(game, seat, seed, weights, Forgetting(1 / 100, 1 / 300, 1 / 400), worlds=2, trusting=False)


def pizzaiolo(game: Game, seat: int, seed: int | str = 0) -> Bot:
    """Return a player who forgets nothing."""
    return Thinker(game, seat, seed, Weights(), Forgetting(), worlds=3, trusting=True)
