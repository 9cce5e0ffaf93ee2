"""A bot: it sees a view and the events of its seat, and chooses one of the view's actions."""

from __future__ import annotations

from forno.bots import Bot
from forno.core.events import Event
from forno.core.game import Game
from forno.core.views import View
from last_slice.rules import LastSliceView


class Careful(Bot):
    """Takes two slices, but not the last two: the bill is for somebody else."""

    def __init__(self, game: Game, seat: int, seed: int | str = 0) -> None:
        self.seat = seat

    def observe(self, event: Event) -> None:
        """All that counts can be seen."""

    def choose(self, view: View) -> int:
        assert isinstance(view, LastSliceView)
        return min(view.actions) if view.left == 2 else max(view.actions)
