"""The interface of bots."""

from __future__ import annotations

from abc import ABC, abstractmethod

from forno.core.chance import Chance
from forno.core.events import Event
from forno.core.game import Game
from forno.core.views import View


class Bot(ABC):
    """A player that is a program.

    It is made for one seat of one game and lives as long as that game. It never gets a state: with the same seed,
    events and view it makes the same choice, whatever the hidden cards are.
    """

    def __init__(self, game: Game, seat: int, seed: int | str = 0) -> None:
        self.game = game
        self.seat = seat
        self.chance = Chance(seed, "bot", str(seat))
        """Source of all its randomness."""

    def observe(self, event: Event) -> None:  # noqa: B027  (a bot without a memory needs none)
        """Note an event as this seat sees it. Called for every event of the game, in order."""

    @abstractmethod
    def choose(self, view: View) -> int:
        """Return one of `view.actions`."""

    def close(self) -> None:  # noqa: B027  (most have nothing to let go of)
        """Release what was held for the game, which is over or abandoned."""


class RandomBot(Bot):
    """Chooses among the legal actions with equal probability: for tests, and as a baseline."""

    def choose(self, view: View) -> int:
        return self.chance.choice(view.actions)
