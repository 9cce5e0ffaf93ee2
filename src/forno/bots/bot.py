"""What a bot is: a player that sees a view and the events of its seat, and nothing else."""

from __future__ import annotations

from abc import ABC, abstractmethod

from forno.core.chance import Chance
from forno.core.events import Event
from forno.core.game import Game
from forno.core.views import View


class Bot(ABC):
    """A player that isn't a person.

    It is made for one seat of one game and lives as long as that game. It never gets a state: with the same seed, the
    same events and the same view it chooses the same, whatever lies hidden.
    """

    def __init__(self, game: Game, seat: int, seed: int | str = 0) -> None:
        self.game = game
        self.seat = seat
        self.chance = Chance(seed, "bot", str(seat))
        """All its luck."""

    def observe(self, event: Event) -> None:  # noqa: B027  (a bot without a memory needs none)
        """Take in an event as this seat sees it. Called for every event of the game, in order."""

    @abstractmethod
    def choose(self, view: View) -> int:
        """One of `view.actions`."""

    def close(self) -> None:  # noqa: B027  (most have nothing to let go of)
        """The game is over, or given up: let go of what was held for it."""


class RandomBot(Bot):
    """Any legal action, each as likely. For tests, and for measuring others against."""

    def choose(self, view: View) -> int:
        return self.chance.choice(view.actions)
