"""Three players who know the game: `garzone`, `cuoco` and `pizzaiolo`.

Each imagines a few worlds that agree with what it remembers, judges every answer in each of them, and gives the answer
that is best on average.
"""

from __future__ import annotations

from collections.abc import Sequence

from forno.bots.bot import Bot
from forno.bots.mamma_mia.baking import Baker
from forno.bots.mamma_mia.belief import Reader
from forno.bots.mamma_mia.judgement import Judge, Weights
from forno.bots.mamma_mia.kitchen import Cook
from forno.bots.search import BUDGET, SearchBot
from forno.core.events import Event
from forno.core.game import Game
from forno.core.views import View
from forno.games.mamma_mia.game import MammaMia
from forno.games.mamma_mia.questions import DRAW
from forno.games.mamma_mia.state import MammaMiaState
from forno.games.mamma_mia.views import MammaMiaView


class Adviser:
    """What the answers to any question are worth in one world."""

    def __init__(self, game: MammaMia, weights: Weights) -> None:
        cook = Cook(game.tables)
        self.judge = Judge(cook, weights)
        self.baker = Baker(cook)

    def scores(self, state: MammaMiaState, actions: Sequence[int]) -> list[float]:
        if state.question <= DRAW:
            return self.judge.scores(state, actions)
        return self.baker.scores(state, actions)


class Thinker(Bot):
    """A player who judges, without searching."""

    def __init__(self, game: Game, seat: int, seed: int | str, weights: Weights, worlds: int) -> None:
        assert isinstance(game, MammaMia)
        super().__init__(game, seat, seed)
        self.adviser = Adviser(game, weights)
        self.worlds = worlds
        self.memory = Reader(game, seat)

    def observe(self, event: Event) -> None:
        self.memory.observe(event)

    def choose(self, view: View) -> int:
        assert isinstance(view, MammaMiaView)
        actions = view.actions
        if len(actions) == 1:
            return actions[0]
        totals = [0.0] * len(actions)
        for _ in range(self.worlds):
            state = view.sample(self.memory, self.chance)
            state.quiet = True
            for place, score in enumerate(self.adviser.scores(state, actions)):
                totals[place] += score
        return actions[totals.index(max(totals))]


def pizzaiolo(game: Game, seat: int, seed: int | str = 0) -> Bot:
    return Thinker(game, seat, seed, Weights(), 4)


def nonna(
    game: Game, seat: int, seed: int | str = 0, milliseconds: float = BUDGET, iterations: int | None = None
) -> Bot:
    """She never forgets, and thinks ahead."""
    from forno.bots.mamma_mia.insight import Insight

    assert isinstance(game, MammaMia)
    return SearchBot(game, seat, seed, Insight(game), Reader(game, seat), milliseconds, iterations)
