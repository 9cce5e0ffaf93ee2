"""OpenSpiel's IS-MCTS as a bot: `forno.adapters.ismcts:IsmctsBot:milliseconds=60` in the arena.

The search is OpenSpiel's own, in Python. It gets what every bot gets: a view and the events of its seat, from which
worlds are dealt anew. Its random playouts are ours, since OpenSpiel's, which call a Python game through C++, take most
of the time of a search.
"""

from __future__ import annotations

from time import perf_counter
from typing import Any, Final

from forno.adapters.extras import missing
from forno.bots.bot import Bot
from forno.core.chance import Chance
from forno.core.events import Event
from forno.core.game import Game
from forno.core.views import View

try:
    import numpy as np
    from open_spiel.python.algorithms import ismcts, mcts
except ImportError as error:
    raise missing("OpenSpiel", "openspiel") from error

from forno.adapters.openspiel import EventLog, SpielState, spiel_game

BUDGET_MILLISECONDS: Final = 300
EXPLORATION: Final = 2.0
"""Weight of untried actions against observed results, for returns from -1 to 1."""
UNLIMITED: Final = 1 << 40


class OutOfTime(Exception):
    """Ends a search when its time is over."""


class QuickPlayouts(mcts.Evaluator):  # type: ignore[misc]
    """The same as OpenSpiel's `RandomRolloutEvaluator(1)`, without events."""

    def __init__(self, chance: Chance) -> None:
        self.chance = chance

    def evaluate(self, state: SpielState) -> list[float]:
        assert state.state is not None
        world = state.state.clone()
        world.quiet = True
        while not world.is_over:
            world.apply(self.chance.choice(world.legal_actions()))
        return list(world.outcome.returns)

    def prior(self, state: SpielState) -> list[tuple[int, float]]:
        actions = state.legal_actions()
        return [(action, 1 / len(actions)) for action in actions]


class TimedSearch(ismcts.ISMCTSBot):  # type: ignore[misc]
    """OpenSpiel's search with a time limit beside its limit of simulations, and worlds that follow from its seed."""

    def __init__(self, game: Any, exploration: float, iterations: int | None, seconds: float, chance: Chance) -> None:
        luck = np.random.RandomState(chance.below(1 << 32))
        super().__init__(game, QuickPlayouts(chance), exploration, iterations or UNLIMITED, random_state=luck)
        self.set_resampler(lambda state, player: state.resample_from_infostate(player, luck.uniform))
        self.seconds = seconds if iterations is None else float("inf")
        self.begun = 0.0
        self.simulations = 0
        """Number of simulations of the last search."""

    def run_search(self, state: Any) -> Any:
        self.begun, self.simulations = perf_counter(), 0
        try:
            return super().run_search(state)
        except OutOfTime:
            return self.get_final_policy(state, self._root_node)

    def get_state_key(self, state: Any) -> tuple[int, str]:
        """Return the events that the player has seen: all of the information state, without the table as text."""
        player = state.current_player()
        return player, state.log.text(player)

    def sample_root_state(self, state: Any) -> Any:
        # Two simulations at least: the first only makes the root.
        if self.simulations > 1 and perf_counter() - self.begun >= self.seconds:
            raise OutOfTime
        self.simulations += 1
        return super().sample_root_state(state)


class IsmctsBot(Bot):
    """Searches as OpenSpiel's IS-MCTS does, for a time in milliseconds or a number of iterations for every decision."""

    def __init__(
        self,
        game: Game,
        seat: int,
        seed: int | str = 0,
        milliseconds: float = BUDGET_MILLISECONDS,
        iterations: int | None = None,
        exploration: float = EXPLORATION,
    ) -> None:
        super().__init__(game, seat, seed)
        self.spiel = spiel_game(game)
        self.search = TimedSearch(self.spiel, exploration, iterations, milliseconds / 1000, self.chance)
        self.log = EventLog(game, [])

    def observe(self, event: Event) -> None:
        self.log.events.append(event)

    def choose(self, view: View) -> int:
        if len(view.actions) == 1:
            return view.actions[0]
        state = SpielState(self.spiel)
        state.state = view.sample(self.log.memory(self.seat), self.chance)
        state.log = self.log
        return int(self.search.step(state))
