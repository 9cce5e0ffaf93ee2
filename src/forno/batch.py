"""Thousands of games side by side, with NumPy's arrays in and out::

    import numpy as np
    from forno.batch import Batch

    games = Batch("mamma-mia", number=1000, players=3, seed=7)
    luck = np.random.default_rng(7)
    for _ in range(100):
        games.step(games.any_actions(luck))

The arrays are views of the same memory from step to step: what they hold changes with `step` and `reset`. Copy what you
keep. The rules and what fills the arrays are the modules that `make compile` compiles.
"""

from __future__ import annotations

from secrets import randbits
from typing import Any

from forno.adapters.arrays import SEED_BITS, Rewards, made, worth
from forno.adapters.extras import missing
from forno.adapters.rows import Rows
from forno.core.chance import Chance
from forno.core.game import Game
from forno.core.observing import EVERYTHING, MEMORY, Layout

try:
    import numpy as np
except ImportError as error:
    raise missing("NumPy", "numpy") from error


class Batch:
    """So many games at once. In each, whoever is awaited decides; a game that ends is followed by the next at once."""

    def __init__(
        self,
        game: Game | str,
        number: int,
        *,
        knowledge: str = MEMORY,
        seed: int | str | None = None,
        rewards: Rewards | None = None,
        **options: Any,
    ) -> None:
        self.game = made(game, options)
        self.number = number
        self.layout: Layout = self.game.observer(knowledge).layout
        size, players = self.layout.size, self.game.players
        chance = Chance(randbits(SEED_BITS) if seed is None else seed)
        self._rows = Rows(self.game, self.game.observer(knowledge), size, number, chance, rewards or worth)
        self._overseer = self.game.observer(EVERYTHING)
        rows = self._rows
        self.observations = np.frombuffer(rows.observations, dtype=np.uint8).reshape(number, size)
        """For every game what whoever decides knows: see `layout`."""
        self.masks = np.frombuffer(rows.masks, dtype=np.bool_).reshape(number, len(self.game.actions))
        """What it can do."""
        self.seats = np.frombuffer(rows.seats, dtype=np.uint8)
        """Who decides."""
        self.ended = np.frombuffer(rows.ended, dtype=np.bool_)
        """Which games ended in the latest step: what is shown of them is the next deal."""
        self.rewards = np.frombuffer(rows.rewards, dtype=np.float32).reshape(number, players)
        """What those were worth to every seat; 0 elsewhere."""
        for array in (self.observations, self.masks, self.seats, self.ended, self.rewards):
            array.flags.writeable = False

    def reset(self, seed: int | str | None = None) -> Any:
        """New deals in every game; from a seed the same ones."""
        self._rows.reset(None if seed is None else Chance(seed))
        return self.observations

    def step(self, actions: Any) -> tuple[Any, Any, Any]:
        """One action in every game. Returns observations, rewards and which games ended.

        Raises `IllegalAction` if one of them isn't legal; then nothing was done anywhere.
        """
        self._rows.step(np.asarray(actions).tolist())
        return self.observations, self.rewards, self.ended

    def everything(self) -> Any:
        """The whole state of every game, hidden cards and all, seen from whoever decides: for a critic."""
        size = self._overseer.layout.size
        found = self._rows.oversee(self._overseer, size)
        return np.frombuffer(found, dtype=np.uint8).reshape(self.number, size)

    def any_actions(self, luck: Any) -> Any:
        """A legal action in every game, each as likely, by a generator of NumPy's."""
        return np.array(self._rows.choose(luck.random(self.number).tolist()))
